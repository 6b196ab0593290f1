"""Writes the tests of all algorithms for ctest. Usage: list_tests.py OSH_INFO OSHRUN PROGRAMS NODES FILE [NAME=VALUE...]
The rest of the arguments is the environment of the tests."""
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
    """Whether the algorithm has a test of its own on so many nodes. The mixed program sees that those for several nodes are
    passed over on one; those for one node are used by the teams of a node, where two nodes say what three would."""
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
