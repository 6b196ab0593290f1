"""Forces an algorithm of a name that the operation does not have: the job must end with one line that lists the names
that exist.
Usage: bad_names.py OSH_INFO OSHRUN PROGRAM"""
import os
import subprocess
import sys

import algorithms


def run(oshrun, program, n, nodes, operation, name):
    env = dict(os.environ, SHMEM_SYMMETRIC_SIZE="16M", **{f"SHMEM_{operation.upper()}_ALGORITHM": name})
    command = [oshrun, "-n", str(n), "--nodes", str(nodes), "--timeout", "60", program]
    return subprocess.run(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def refused(job, operation, name, names):
    said = [line for line in job.stdout.splitlines() if line.startswith("isthmus:")]
    return (0 < job.returncode < 124 and len(said) == 1 and f"'{name}'" in said[0] and operation in said[0]
            and all(right in said[0] for right in names))


def main():
    osh_info, oshrun, program = sys.argv[1:]
    table, _ = algorithms.read(osh_info)
    every = {algorithm.name for found in table.values() for algorithm in found}
    wrong = 0
    for operation, found in table.items():
        names = [algorithm.name for algorithm in found]
        stranger = sorted(every - set(names))[0]  # another operation's
        for n, nodes, name in [(1, 1, "nonsense"), (3, 1, "nonsense"), (2, 1, stranger), (2, 1, names[0] + "x")]:
            job = run(oshrun, program, n, nodes, operation, name)
            if not refused(job, operation, name, names):
                wrong += 1
                print(f"{operation} '{name}' on {n} PEs: status {job.returncode}\n{job.stdout}")
        if run(oshrun, program, 2, 1, operation, "").returncode != 0:
            wrong += 1
            print(f"{operation}: an empty setting is refused")
    sys.exit(1 if wrong or not table else 0)


if __name__ == "__main__":
    main()
