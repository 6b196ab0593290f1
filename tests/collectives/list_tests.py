"""Writes the tests of all algorithms for ctest. Usage: list_tests.py OSH_INFO OSHRUN PROGRAMS NODES FILE
[NAME=VALUE...]
The arguments NAME=VALUE are the environment of the tests."""
import pathlib
import sys

import algorithms

HERE = pathlib.Path(__file__).parent
SECONDS = 300  # a test is a dozen jobs, and on a busy machine each may take some


def test(name, label, environment, command):
    quoted = " ".join(f"[==[{word}]==]" for word in command)
    return (f"add_test({name} {quoted})\nset_tests_properties({name} PROPERTIES LABELS {label} TIMEOUT {SECONDS} "
            f"ENVIRONMENT [==[{environment}]==])\n")


def wanted(algorithm, nodes):
    """Whether the algorithm has a test of its own on that many nodes. That algorithms for several nodes are not taken
    on one node is left to the mixed program. Algorithms for one node are used by the teams of each node; for these,
    three nodes would show nothing that two do not."""
    return algorithm.possible(nodes) and not (nodes > 2 and algorithm.where == {"one node"})


def main():
    osh_info, oshrun, programs, most_nodes, file = sys.argv[1:6]
    environment = ";".join(sys.argv[6:])
    table, _ = algorithms.read(osh_info)
    lines = []
    for nodes in range(1, int(most_nodes) + 1):
        label = "collectives" if nodes == 1 else "fabric"
        command = [sys.executable, "-B", str(HERE / "forced.py"), osh_info, oshrun, programs, str(nodes)]
        for operation, found in table.items():
            for algorithm in filter(lambda algorithm: wanted(algorithm, nodes), found):
                name = f"collectives.{operation}.{algorithm.name}.nodes{nodes}"
                lines.append(test(name, label, environment, command + [operation, algorithm.name]))
        for program in ["mixed", "threads"]:
            lines.append(test(f"collectives.{program}.nodes{nodes}", label, environment, command + [program]))
    pathlib.Path(file).write_text("".join(lines))


if __name__ == "__main__":
    main()
