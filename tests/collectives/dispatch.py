"""Every algorithm that osh_info lists must be a row whose function has the algorithm's name and is defined in a file of
that name; barriers, which are short, share one file.
Usage: dispatch.py OSH_INFO SOURCES"""
import pathlib
import re
import sys

import algorithms

FOLDERS = {"fcollect": "collect", "alltoalls": "alltoall", "gather": "blocks", "scatter": "blocks"}  # others have one of their own


def fault(folder, operation, name):
    """What is wrong with a row; empty if nothing is."""
    table = (folder / f"{folder.name}.cpp").read_text()
    rows = re.findall(rf'\.name = "{name}",.*?\.run = (\w+),', table, re.DOTALL)
    wanted = {f"{name}_{operation}", f"{name}_{folder.name}"}
    found = [run for run in rows if run in wanted]
    if not found:
        return f"no row of {folder} runs {' or '.join(sorted(wanted))}: {rows}"
    file = folder / f"{name}.cpp"
    text = file.read_text() if file.is_file() else table
    if not re.search(rf"^void {found[0]}\(", text, re.MULTILINE):
        return f"{file} does not define {found[0]}"
    return ""


def main():
    table, _ = algorithms.read(sys.argv[1])
    faults = []
    for operation, found in table.items():
        folder = pathlib.Path(sys.argv[2]) / "collectives" / FOLDERS.get(operation, operation)
        faults += [f"{operation} {algorithm.name}: {wrong}" for algorithm in found
                   if (wrong := fault(folder, operation, algorithm.name))]
    sys.exit("\n".join(faults) or None)


if __name__ == "__main__":
    main()
