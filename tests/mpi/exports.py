"""What libisthmus_mpi shows is what calls.def lists, in every form, and nothing else. Usage: exports.py LIBRARY CALLS_DEF"""
import pathlib
import re
import subprocess
import sys


def listed(text):
    """The names without MPI_ or MPIX_, as (prefix, name)."""
    text = re.sub(r"//[^\n]*", "", text)
    names = set()
    for macro, name, lower in re.findall(r"^(COLLECTIVE|UNCOUNTED|NEIGHBOUR)\((\w+), (\w+),", text, re.MULTILINE):
        for suffix in [""] if macro == "UNCOUNTED" else ["", "_c"]:
            names |= {("MPI_", name + suffix), ("MPI_", f"I{lower}{suffix}"), ("MPI_", f"{name}_init{suffix}")}
        names.add(("MPIX_", f"{name}_init"))
    names |= {("MPI_", name) for name in re.findall(r"^(?:CALL|OPTIONAL|EARLY)\((\w+),", text, re.MULTILINE)}
    for name in re.findall(r"^MESSAGE\((\w+),", text, re.MULTILINE):
        names |= {("MPI_", name), ("MPI_", f"{name}_c")}
    return {twin + prefix + name for prefix, name in names for twin in ("", "P")}


def main():
    library, calls = sys.argv[1:]
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    shown = {line.split()[-1].split("@")[0] for line in symbols.splitlines()}
    wanted = listed(pathlib.Path(calls).read_text(encoding="utf-8"))
    for name in sorted(shown ^ wanted):
        print(f"{name} is {'shown, and not listed' if name in shown else 'listed, and not shown'}")
    print(f"{len(shown)} functions")
    return 1 if shown ^ wanted or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
