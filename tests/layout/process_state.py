"""Every variable of the library that lives as long as the process is in the table "Process-wide state" of
docs/architecture.md: process_state.py ROOT OBJECTS, where OBJECTS is a file with the path of one object file a line.

The object files are asked, since they know what is writable whatever it looks like in the source: namespace scope,
static members, statics of functions, inline variables, thread-local ones."""
import pathlib
import re
import subprocess
import sys

HEADING = "## Process-wide state"
WRITABLE = re.compile(r"^\.(t?bss|t?data)(?!\.rel\.ro)(\.|$)")
NOT_OURS = ("guard variable", "DW.ref.", "TLS ", "typeinfo", "vtable")


def of_table(page):
    """{(file, name)} of the rows | `file` | `name`, `name` | reason |."""
    section = page.split(HEADING, 1)[1].split("\n## ", 1)[0] if HEADING in page else ""
    rows = re.findall(r"^\| `([^`]+)` \| (.+?) \| .+ \|$", section, re.MULTILINE)
    return {(file, name) for file, names in rows for name in re.findall(r"`([^`]+)`", names)}


def short(symbol):
    """The variable's own name, with its function's for a static of a function: "page()::size" is "size"."""
    while (plain := re.sub(r"\([^()]*\)|<[^<>]*>", "", symbol)) != symbol:
        symbol = plain
    return symbol.rsplit("::", 1)[-1].split("[")[0].strip()


def of_symbols(listing):
    """{(name, whether it is inline)} of what objdump -tC lists of one object file."""
    found = set()
    for line in listing.splitlines():
        match = re.match(r"^[0-9a-f]+ (.{7}) (\S+)\t[0-9a-f]+\s+(?:\.hidden )?(.+)$", line)
        if not match or not WRITABLE.match(match[2]) or match[3].startswith(".") or "isthmus::" not in match[3]:
            continue
        name = short(match[3])
        if match[3].startswith(NOT_OURS) or re.match(r"k[A-Z]", name):  # kName: a constant that holds addresses
            continue
        found.add((name, "u" in match[1] or "w" in match[1]))
    return found


def files_of(path):
    """The files of src/ that were compiled into an object file: one, or those that CMake has compiled as one."""
    source = pathlib.PurePath(path.removesuffix(".o"))
    if source.parent.name == "Unity":
        text = pathlib.Path(source).read_text(encoding="utf-8")
        return tuple(re.findall(r'^#include ".*/src/(.*)"$', text, re.MULTILINE))
    return (re.sub(r"^.*/isthmus_(objects|foundation)\.dir/", "", str(source)),)


def missing_from(table, objects):
    """Lines for variables that are not in the table. `objects`: {files of an object: names as of_symbols gives them}."""
    headers = {name for file, name in table if file.endswith(".hpp")}
    lines = []
    for files, names in sorted(objects.items()):
        for name, is_inline in sorted(names):
            if not any((file, name) in table for file in files) and not (is_inline and name in headers):
                lines.append(f"{' or '.join(files)}: {name} is not in the table of docs/architecture.md, \"{HEADING[3:]}\"; a job's "
                             f"state belongs into World or Job, what cannot be there needs a row that says why")
    return lines


def gone_from(table, root):
    """Lines for rows whose file or name is not in the sources any more."""
    lines = []
    for file, name in sorted(table):
        path = root / "src" / file
        if not path.exists() or not re.search(rf"\b{re.escape(name)}\b", path.read_text(encoding="utf-8")):
            lines.append(f"docs/architecture.md: src/{file} has no {name}")
    return lines


def main():
    root = pathlib.Path(sys.argv[1])
    table = of_table((root / "docs/architecture.md").read_text(encoding="utf-8"))
    objects = {}
    for path in re.split(r"[\n;]", pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")):
        if not path.endswith(".o"):  # precompiled headers
            continue
        listing = subprocess.run(["objdump", "-tC", path], check=True, capture_output=True, text=True).stdout
        objects[files_of(path)] = of_symbols(listing)
    lines = missing_from(table, objects) + gone_from(table, root)
    print("\n".join(lines) if lines else f"{len(table)} variables of {len(objects)} object files are in the table")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
