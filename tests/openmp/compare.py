"""A program of OpenMP's constructs prints the same with libisthmus_omp as without it, on every PE.
Usage: compare.py OSHRUN PROGRAM_WITHOUT PROGRAM_WITH [WAYS]; each way is an argument of the program."""
import os
import subprocess
import sys

OSHRUN, WITHOUT, WITH = sys.argv[1:4]
WAYS = sys.argv[4:] or ["pool", "heap", "all"]
SIZE = 64 << 20
# The pool has little more than 8 MiB, on which the case of a full pool relies; two devices have a partition, if there
# are two.
SETTINGS = {"SHMEM_OMP_POOL": "13"}
for number in range(int(os.environ.get("OPENMP_DEVICES", "2"))):
    kind = os.environ.get("OPENMP_KIND", "LIBOMP")
    SETTINGS[f"SHMEM_SYMMETRIC_PARTITION{2 + number}"] = f"SIZE={SIZE}:KIND={kind}:DEVICE={number}"


def lines(command, **settings):
    ended = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, timeout=100)
    if ended.returncode != 0 or "FAILED" in ended.stderr:
        sys.exit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return ended.stdout.splitlines(), ended.stderr


def compare(expected, pes, way):
    settings = {**SETTINGS, "SHMEM_OMP_MAP": "all" if way == "all" else "selected"}
    printed, told = lines([OSHRUN, "-l", "-n", str(pes), "--timeout", "90", WITH, way], **settings)
    for pe in range(pes):
        start = f"[{pe}] "
        own = [line[len(start):] for line in printed if line.startswith(start)]
        if own != expected:
            difference = next((pair for pair in zip(expected, own) if pair[0] != pair[1]), "another number of lines")
            sys.exit(f"{way}, PE {pe} of {pes} prints something else, first {difference}:\n" + "\n".join(own))
    print(told, end="")


def main():
    expected, _ = lines([WITHOUT, "stock"])
    assert len(expected) > 0, "nothing was printed"
    for way in WAYS:
        for pes in (1, 2):
            compare(expected, pes, way)
    print(f"{len(expected)} lines are the same in {len(WAYS)} ways")


if __name__ == "__main__":
    main()
