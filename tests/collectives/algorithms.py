"""The algorithms of collectives, as `osh_info --collectives` lists them."""
import re
import subprocess

LINE = re.compile(r"(?P<operation>\w+) +(?P<name>\w+) +(?P<where>one node|several nodes|any)\b(?P<rest>.*)")


class Algorithm:
    """An algorithm of one operation; osh_info lists it in one row or several."""

    def __init__(self, operation, name):
        self.operation, self.name = operation, name
        self.where = set()
        self.limited = True  # by size; one row that is not frees it

    def possible(self, nodes):
        """Whether a job on that many nodes has a team that the algorithm is for. On several nodes each node has a team
        of its own, so that an algorithm for one node can run there, too."""
        return nodes > 1 or self.where != {"several nodes"}

    def always(self, nodes):
        """Whether the algorithm is for all teams of such a job and for all sizes."""
        return not self.limited and ("any" in self.where or (nodes == 1 and "one node" in self.where))


def parse(text):
    """{operation: [Algorithm]} in the order of the list, and the sizes in bytes that it names, for each operation."""
    table, sizes = {}, {}
    for line in text.splitlines():
        row = LINE.fullmatch(line)
        if not row:
            raise ValueError(f"not a line of an algorithm: {line}")
        found = table.setdefault(row["operation"], {})
        algorithm = found.setdefault(row["name"], Algorithm(row["operation"], row["name"]))
        algorithm.where.add(row["where"])
        named = [int(size) for size in re.findall(r"(\d+) bytes", row["rest"])]
        sizes.setdefault(row["operation"], set()).update(named)
        if "bytes" not in row["rest"].rsplit(";", 1)[-1]:
            algorithm.limited = False
    return {operation: list(found.values()) for operation, found in table.items()}, sizes


def read(osh_info):
    return parse(subprocess.run([osh_info, "--collectives"], check=True, text=True, stdout=subprocess.PIPE).stdout)
