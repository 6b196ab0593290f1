"""The functions that docs/life-of-a-put.md names are defined where it says, and the README counts them as the page does.
Usage: life_of_a_put.py ROOT

The page lists them in fenced blocks of lines `<function> <file>`, the mapped way first; prose around them is free. A typed function that a
macro stamps out counts as defined where a macro in capitals is given its name: PUT(shmem_##NAME##_put, ...) or
API(void, shmem_quiet, ...) define shmem_float_put and shmem_quiet.
"""
import pathlib
import re
import sys

PAGE = "docs/life-of-a-put.md"
# What README.md and the page say of the mapped way, which is the first list of the page.
CLAIM = re.compile(r"(\w+)\s+functions\s+in\s+(\w+)\s+files")
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
ENTRY = re.compile(r"([A-Za-z_][\w:~]*)(?:\(\))?\s+([\w./-]+\.(?:hpp|cpp|h|c))")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
NAME_BEFORE_PARENTHESIS = re.compile(r"((?:\w|##)+)\s*\(")
STAMP = re.compile(r"\b([A-Z][A-Z_]+)\(([^()]*)")


def listed(page):
    """For each fenced block that holds nothing else, its (function, file) pairs."""
    lists = []
    for block in re.findall(r"^```[^\n]*\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        matches = [ENTRY.fullmatch(line.strip()) for line in block.splitlines() if line.strip()]
        if matches and all(matches):
            lists.append([match.groups() for match in matches])
    return lists


def behind_parenthesis(text, start):
    """The index behind the parenthesis that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index + 1
    return len(text)


def means(pasted, name):
    """Can the macro text `pasted`, say shmem_##NAME##_put, become this name?"""
    pieces = [re.escape(piece) if i % 2 == 0 else r"\w+" for i, piece in enumerate(pasted.split("##"))]
    return re.fullmatch("".join(pieces), name) is not None


def defines(text, function):
    """Is there `function(...) {` or a stamp of it in the text, outside comments?"""
    name = function.rsplit("::", 1)[-1]
    text = COMMENT.sub(" ", text).replace("\\\n", " ")
    for match in STAMP.finditer(text):
        # ON_CONTEXT(void, NAME##_p, ..) puts shmem_ (and shmem_ctx_) before the name itself.
        prefix = "shmem_##" if match.group(1) == "ON_CONTEXT" else ""
        if any(means(prefix + argument.strip(), name) for argument in match.group(2).split(",")[:2]):
            return True
    for match in NAME_BEFORE_PARENTHESIS.finditer(text):
        behind = text[behind_parenthesis(text, match.end() - 1):]
        if means(match.group(1), name) and re.match(r"\s*(const\b|noexcept\b|->\s*[\w:<>*& ]+|\s)*\{", behind):
            return True
    return False


def wrong_counts(root, mapped_way):
    """Claims of so many functions in so many files that are not those of the list."""
    counts = len(mapped_way), len({file for _, file in mapped_way})
    true = " functions in ".join(WORDS[count] if count < len(WORDS) else str(count) for count in counts) + " files"
    found = []
    for file in ["README.md", PAGE]:
        text = (root / file).read_text(encoding="utf-8") if (root / file).is_file() else ""
        found += [f"{file} says '{' '.join(claim.group().split())}', and the first list of {PAGE} has {true}"
                  for claim in CLAIM.finditer(text) if " ".join(claim.group().split()) != true]
    return found


def problems(root):
    page = root / PAGE
    if not page.is_file():
        return [f"{PAGE} is missing"]
    lists = listed(page.read_text(encoding="utf-8"))
    if not lists:
        return [f"{PAGE} has no fenced block of lines '<function> <file>'"]
    found = wrong_counts(root, lists[0])
    for function, file in [entry for entries in lists for entry in entries]:
        if not (root / file).is_file():
            found.append(f"{PAGE} names {file}, which does not exist")
        elif not defines((root / file).read_text(encoding="utf-8"), function):
            found.append(f"{PAGE} names {function} in {file}, which does not define it")
    return found


def main():
    found = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "every function of the page is where it says")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
