"""Runs the program of an operation with one algorithm forced, on several numbers of PEs, and makes sure that it ran.
Usage: forced.py OSH_INFO OSHRUN PROGRAMS NODES OPERATION ALGORITHM
       forced.py OSH_INFO OSHRUN PROGRAMS NODES mixed|threads
The second form runs a program of all operations once for each algorithm, all operations forced at the same time.
TEST_PES: all, for every number of PEs up to 9; or few, for programs that sanitizers slow down."""
import os
import re
import subprocess
import sys

import algorithms

SECONDS = 100  # for one job
MOST = 9
USUAL = {1: [1, 2, 3, 4, 9], 2: [2, 4, 7], 3: [5]}  # `mixed` runs with 9 on 3 nodes
FEW = {1: [1, 3, 4], 2: [3], 3: [4]}
# Jobs for an algorithm for one node on several nodes, which the other jobs have tested already.
ONCE = {1: [3], 2: [5], 3: [7]}

REPORT = re.compile(r"isthmus: PE (\d+) on \S+: (\w+): (\w+) is forced, and was taken in (\d+) calls of (\d+)")


def pes(nodes, kinds):
    if os.environ.get("TEST_PES") == "all":
        return range(nodes, MOST + 1)
    return (FEW if os.environ.get("TEST_PES") == "few" else kinds)[nodes]


def run(oshrun, program, n, nodes, forced, thresholds, **settings):
    """Runs a job and returns what each PE reports at its end: {(PE, operation, algorithm): (taken, calls)}."""
    env = dict(os.environ, SHMEM_DEBUG="1", **settings)
    env.setdefault("SHMEM_SYMMETRIC_SIZE", "32M")
    for operation, name in forced.items():
        env[f"SHMEM_{operation.upper()}_ALGORITHM"] = name
    command = [oshrun, "-n", str(n), "--nodes", str(nodes), "--timeout", str(SECONDS), program]
    command += [str(size) for size in sorted(thresholds)]
    job = subprocess.run(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if job.returncode != 0:
        lines = [line for line in job.stdout.splitlines() if "heap of" not in line and "between nodes" not in line]
        sys.exit("\n".join(lines + [f"{n} PEs on {nodes} nodes, {forced}: status {job.returncode}"]))
    return {(int(pe), operation, name): (int(taken), int(calls))
            for pe, operation, name, taken, calls in REPORT.findall(job.stdout)}


def judge(algorithm, n, nodes, reports):
    """Why the reports contradict the algorithm's row in the list of osh_info; empty if they do not."""
    if sorted(pe for pe, _, _ in reports) != list(range(n)):
        return f"{len(reports)} reports of {n} PEs"
    taken = [reports[pe, algorithm.operation, algorithm.name][0] for pe in range(n)]
    calls = [reports[pe, algorithm.operation, algorithm.name][1] for pe in range(n)]
    if algorithm.operation == "barrier" and n == 1:
        return "" if sum(calls) == 0 else "a PE alone has nobody to wait for"
    if min(calls) == 0:
        return "no calls"
    if not algorithm.possible(nodes):
        return "" if sum(taken) == 0 else "taken where it cannot be used"
    if algorithm.always(nodes):
        return "" if taken == calls else "not always taken"
    # A barrier for one node can run only if some node has two PEs.
    if algorithm.operation == "barrier" and algorithm.where == {"one node"}:
        return "" if sum(taken) > 0 or n <= nodes else "never taken"
    return "" if min(taken) > 0 else "a PE has never taken it"


def one_algorithm(oshrun, programs, nodes, algorithm, thresholds):
    on_nodes = {"one node": nodes == 1, "several nodes": nodes > 1, "any": True}
    kinds = USUAL if any(on_nodes[where] for where in algorithm.where) else ONCE
    for n in pes(nodes, kinds):
        forced = {algorithm.operation: algorithm.name}
        reports = run(oshrun, f"{programs}/{algorithm.operation}", n, nodes, forced, thresholds)
        wrong = judge(algorithm, n, nodes, reports)
        taken = sum(taken for taken, _ in reports.values())
        print(f"{n} PEs: taken in {taken} of {sum(calls for _, calls in reports.values())} calls", flush=True)
        if wrong:
            sys.exit(f"{algorithm.operation} {algorithm.name} on {n} PEs, {nodes} nodes: {wrong}: {reports}")


def wrongly_taken(table, forced, nodes, reports):
    """The algorithms that the job forced and that cannot be used on that many nodes, but were taken, or were never
    asked for."""
    wrong = []
    for operation, name in forced.items():
        algorithm = next(found for found in table[operation] if found.name == name)
        counts = [count for (_, op, which), count in reports.items() if (op, which) == (operation, name)]
        if not algorithm.possible(nodes) and (not counts or any(taken > 0 or calls == 0 for taken, calls in counts)):
            wrong.append(f"{operation} {name} {counts}")
    return wrong


def all_operations(oshrun, program, nodes, table, thresholds):
    choices = max(len(found) for found in table.values())
    sizes = list(pes(nodes, {1: [4, 3, 2, 9, 5], 2: [4, 2, 7], 3: [3, 9, 5]}))
    run(oshrun, program, sizes[0], nodes, {}, thresholds, SHMEM_CHECK="1")  # which has nothing to say
    for k in range(-1, choices):  # first as the table has it
        forced = {operation: found[k % len(found)].name for operation, found in table.items()} if k >= 0 else {}
        n = sizes[k % len(sizes)]
        reports = run(oshrun, program, n, nodes, forced, thresholds)
        taken = sum(taken for taken, _ in reports.values())
        print(f"{n} PEs, {' '.join(forced.values()) or 'nothing'} forced: taken in {taken} calls", flush=True)
        wrong = [] if n == 1 else wrongly_taken(table, forced, nodes, reports)
        if wrong:
            sys.exit(f"{n} PEs, {nodes} nodes: forced and taken where it cannot be used: {', '.join(wrong)}")


def main():
    osh_info, oshrun, programs, nodes, operation = sys.argv[1:6]
    table, sizes = algorithms.read(osh_info)
    if operation in table:
        algorithm = next(found for found in table[operation] if found.name == sys.argv[6])
        one_algorithm(oshrun, programs, int(nodes), algorithm, sizes[operation])
    else:
        all_operations(oshrun, f"{programs}/{operation}", int(nodes), table, set().union(*sizes.values()))


if __name__ == "__main__":
    main()
