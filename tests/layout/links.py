"""Follows the links of every Markdown page to files of this tree, and to headings in them. Addresses on the web are not looked at.
Usage: links.py ROOT"""
import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z]+:")
LEFT_OUT = {"build", ".git", ".cache"}


def pages(root):
    return [path for path in sorted(root.rglob("*.md")) if not LEFT_OUT & set(path.relative_to(root).parts)]


def prose(page):
    """A page without its listings and words in code, in which brackets are no links and # is no heading."""
    return CODE.sub(lambda found: "\n" * found[0].count("\n"), page.read_text())


def anchors(page):
    """The names by which the headings of a page are referred to, as forges make them: the words of a heading, code included."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    names = [re.sub(r"[^\w\- ]", "", LINK.sub(lambda link: link[0].split("]")[0], heading).lower()).replace(" ", "-")
             for heading in HEADING.findall(text)]
    return set(names)


def problems(root):
    found = []
    for page in pages(root):
        text = prose(page)
        for match in LINK.finditer(text):
            link = match[1]
            if ELSEWHERE.match(link):
                continue
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = page.parent / path if path else page
            where = f"{page.relative_to(root)}:{text.count(chr(10), 0, match.end()) + 1}"
            if not target.exists():
                found.append(f"{where}: {link} leads to no file")
            elif anchor and (target.suffix != ".md" or anchor not in anchors(target)):
                found.append(f"{where}: {link} leads to no heading")
    return found


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found = problems(root)
    print(f"{len(pages(root))} pages, {len(found)} links that lead nowhere")
    print("\n".join(found))
    return 1 if found or not pages(root) else 0


if __name__ == "__main__":
    sys.exit(main())
