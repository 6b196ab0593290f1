"""Does the library export what the table lists, each function as a weak alias of its pshmem_ twin, and nothing else but
our extensions? Usage: exported_symbols.py NM LIBRARY"""
import re
import subprocess
import sys

import spec_tables

EXTENSION = re.compile(r"shmemx_\w+|shmem_partition_\w+")


def exported(nm, library):
    """name -> (address, kind of symbol)"""
    listing = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    symbols = {}
    for line in listing.splitlines():
        address, kind, name = line.split()
        symbols[name.split("@")[0]] = (address, kind)
    return symbols


def wrong_symbols(symbols, names):
    for name in names:
        twin = "p" + name
        missing = [each for each in (name, twin) if each not in symbols]
        if missing:
            yield f"{' and '.join(missing)} not exported"
            continue
        address, kind = symbols[name]
        twin_address, twin_kind = symbols[twin]
        if (kind, twin_kind) != ("W", "T") or address != twin_address:
            yield f"{name} ({kind} {address}) is not a weak alias of {twin} ({twin_kind} {twin_address})"
    required = {prefix + name for name in names for prefix in ("", "p")}
    for name in sorted(set(symbols) - required):
        if not EXTENSION.fullmatch(name):
            yield f"{name} is exported and in no table"


def main():
    names = [function.name for function in spec_tables.functions()]
    wrong = list(wrong_symbols(exported(sys.argv[1], sys.argv[2]), names))
    for line in wrong:
        print(line)
    print(f"{len(names)} functions with their twins, {len(wrong)} wrong")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
