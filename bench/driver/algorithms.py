"""Our collective algorithms, each as a side of the comparison: the same programs, with the algorithm forced by a
setting."""
import dataclasses
import pathlib
import re

from . import process

LABEL = "algorithm "  # and the name: the label of such a side
ROW = re.compile(r"(?P<operation>[a-z_]+)\s+(?P<name>\S+)\s+(?P<where>one node|several nodes|any)\s")
LIMIT = re.compile(r"\bat most (\d+) bytes")


def setting(operation):
    return f"SHMEM_{operation.upper()}_ALGORITHM"


@dataclasses.dataclass(frozen=True)
class Algorithm:
    name: str
    most_bytes: int | None = None  # beyond these another one takes its place

    def covers(self, figure):
        return self.most_bytes is None or figure["bytes"] <= self.most_bytes


def parse(listing, nodes):
    """The algorithms of each operation that can run on that many nodes, from rows of `operation algorithm nodes
    description`; an algorithm may have several rows."""
    found = {}
    for line in listing.splitlines():
        row = ROW.match(line)
        if row and row["where"] != ("several nodes" if nodes == 1 else "one node"):
            most = LIMIT.search(line)
            made = Algorithm(row["name"], int(most.group(1)) if most else None)
            found.setdefault(row["operation"], {}).setdefault(made.name, made)
    return {operation: list(by_name.values()) for operation, by_name in found.items()}


def listed(oshcc, nodes):
    """The rows that the osh_info beside that oshcc lists. Raises ValueError if it lists nothing."""
    program = pathlib.Path(oshcc).parent / "osh_info"
    try:
        listing, _ = process.run([program, "--collectives"], 20)
    except process.CommandFailed as error:
        raise ValueError(str(error)) from error
    found = parse(listing, nodes)
    if not found:
        raise ValueError(f"{program} --collectives lists no algorithm")
    return found


def flat(benchmarks):
    """The settings that keep all collectives of these benchmarks to one level."""
    return {setting(benchmark.operation): "flat" for benchmark in benchmarks if benchmark.operation}


def sides(ours, benchmark, found):
    """One side for each algorithm of the benchmark's operation; `found` as `listed` returns it."""
    result = []
    for algorithm in found.get(benchmark.operation, ()):
        side = ours.with_settings(LABEL + algorithm.name, {setting(benchmark.operation): algorithm.name})
        side.covers = algorithm.covers
        result.append(side)
    return result
