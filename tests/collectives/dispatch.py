"""Every algorithm of the table is one that its operation calls: in the operation's sources there is a case for it, and
behind that a function of its name. The last of an operation's rows is what is left. Usage: dispatch.py OSH_INFO SOURCES"""
import pathlib
import re
import sys

import algorithms

FOLDERS = {"fcollect": "collect", "alltoalls": "alltoall"}  # others have one of their own


def main():
    table, _ = algorithms.read(sys.argv[1])
    missing = []
    for operation, found in table.items():
        folder = pathlib.Path(sys.argv[2]) / "collectives" / FOLDERS.get(operation, operation)
        text = "".join(path.read_text() for path in sorted(folder.glob("*.cpp")))
        family = "|".join({operation, FOLDERS.get(operation, operation)})
        for algorithm in found[:-1]:
            case = rf"case Algorithm::{algorithm.name}:\s*return {algorithm.name}_({family})\("
            if not re.search(case, text):
                missing.append(f"{operation} {algorithm.name}: no case for it in {folder}")
    sys.exit("\n".join(missing) or None)


if __name__ == "__main__":
    main()
