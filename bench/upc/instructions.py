"""Counts the instructions of single references to shared memory on this node, to the return. Usage: instructions.py UPCC
Fails where one takes more than it did when the limit was set."""
import pathlib
import re
import subprocess
import sys

# name: (static, dynamic), counted on aarch64 with clang 19; the return is not counted
LIMITS = {
    "index_store": (10, 13),
    "index_load": (10, 13),
    "pointer_store": (7, 7),
    "pointer_load": (7, 7),
    "indefinite_store": (8, 8),
    "fence": (4, 4),
}
SOURCE = pathlib.Path(__file__).with_name("instructions.upc")


def counts(upcc, options):
    """Of each function, the instructions before its first return: the way for memory that is mapped here."""
    text = subprocess.run([upcc, "-O2", "-S", *options, str(SOURCE), "-o", "-"], check=True, capture_output=True, text=True,
                          timeout=60).stdout
    found, name = {}, None
    for line in text.splitlines():
        if label := re.match(r"(\w+):", line):
            name = label.group(1)
            found[name] = 0
        elif name and re.match(r"\t[a-z]", line):
            if line.split()[0] == "ret":
                name = None
            else:
                found[name] += 1
    return found


def main():
    upcc = sys.argv[1]
    static, dynamic = counts(upcc, ["-T", "4"]), counts(upcc, [])
    wrong = 0
    for name, limits in LIMITS.items():
        seen = (static[name], dynamic[name])
        wrong += any(count > limit for count, limit in zip(seen, limits))
        print(f"{name:18} static {seen[0]:3} (limit {limits[0]})  dynamic {seen[1]:3} (limit {limits[1]})")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
