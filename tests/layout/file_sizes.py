"""Prints the longest files and fails on one that is too long to read. Usage: file_sizes.py ROOT"""
import pathlib
import sys

FOLDERS = ["src", "include", "layers", "tools", "bench", "apps", "tests", "cmake"]
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".py", ".sh", ".cmake", ".def", ".in", ".txt"}
LIMIT = 400  # lines, as CONTRIBUTING.md says; the aim is 120
SHOWN = 10


def lengths(root):
    """(lines, path relative to root) of every source, longest first."""
    found = []
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            if path.is_file() and path.suffix in SUFFIXES:
                with path.open("rb") as file:
                    found.append((sum(1 for _ in file), str(path.relative_to(root))))
    return sorted(found, reverse=True)


def too_long(found):
    return [(lines, path) for lines, path in found if lines > LIMIT]


def main():
    found = lengths(pathlib.Path(sys.argv[1]))
    print(f"{len(found)} files, {sum(lines for lines, _ in found)} lines; the longest:")
    for lines, path in found[:SHOWN]:
        print(f"{lines:6} {path}")
    for lines, path in too_long(found):
        print(f"{path} has {lines} lines, more than {LIMIT}: cut it where its subject changes")
    return 1 if too_long(found) or not found else 0


if __name__ == "__main__":
    sys.exit(main())
