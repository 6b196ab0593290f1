"""The blocks of a section of docs/extending.md, and their application to a copy of the sources."""
import pathlib
import re
import textwrap

FENCE = re.compile(r"^( *)```(cpp|diff)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def section(text, title):
    found = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"the page has no section '{title}'")
    return found.group(1)


def blocks(text):
    """(kind, path, body) of each block. The first line of a block is a comment with the path."""
    found = []
    for indent, kind, body in FENCE.findall(text):
        lines = textwrap.dedent(body) if kind == "cpp" else "".join(
            line[len(indent):] if line.startswith(indent) else line for line in body.splitlines(keepends=True))
        first, rest = lines.split("\n", 1)
        if not first.startswith("// "):
            raise ValueError(f"a block does not begin with its path: {first}")
        found.append((kind, first[3:].strip(), rest))
    return found


def added(text, block, path="the file"):
    """The text with a block of `+` lines inserted between its other lines, which must be there once."""
    lines = block.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if not line.startswith("+"))
    new = "".join(line[1:] for line in lines)
    if not old or text.count(old) != 1:
        raise ValueError(f"{path} has {text.count(old)} times what the page adds to:\n{old}")
    return text.replace(old, new)


def follow(root, copy, title):
    """Does in `copy` what the section of root's page says; the paths that it touched."""
    page = (pathlib.Path(root) / "docs/extending.md").read_text(encoding="utf-8")
    touched = []
    for kind, path, body in blocks(section(page, title)):
        file = pathlib.Path(copy) / path
        if kind == "cpp":
            if file.exists():
                raise ValueError(f"{path} is there already")
            file.write_text(body, encoding="utf-8")
        else:
            file.write_text(added(file.read_text(encoding="utf-8"), body, path), encoding="utf-8")
        touched.append(path)
    if not touched:
        raise ValueError(f"section '{title}' has no blocks")
    return list(dict.fromkeys(touched))
