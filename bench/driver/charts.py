"""What the plots show: one chart per collective out of the JSON of bench/run, with a panel for each number of PEs."""
import dataclasses

from . import catalogue, svg

MICROSECONDS = {"ns": 1e-3}
TITLES = {"median": ": time per call", "best": ": time per call in the fastest batch"}


@dataclasses.dataclass
class Chart:
    """`panels` maps a panel's title to its curves, a curve's name to {x: microseconds}."""
    name: str  # of the file
    title: str
    x_label: str
    x_is_bytes: bool
    panels: dict = dataclasses.field(default_factory=dict)

    def add(self, panel, curve, x, value):
        self.panels.setdefault(panel, {}).setdefault(curve, {})[x] = value

    def drawing(self):
        """The chart as SVG."""
        panels = {title: {curve: {x: [value] for x, value in points.items()} for curve, points in panel.items()}
                  for title, panel in self.panels.items()}
        return svg.chart(self.name, self.title, "microseconds, lower is better", panels, self.x_label, self.x_is_bytes)


def version(side):
    """A library's name for people, by the first line that its launcher prints."""
    return side["version"].replace("oshrun (OpenRTE)", "Open MPI").replace("oshrun (Isthmus)", "Isthmus")


def _curves(figure, sides, value):
    """(name, microseconds) of each side of a figure, and of our algorithms for one metric of each benchmark only."""
    scale, metric = MICROSECONDS[figure["unit"]], figure["metric"]
    for label, side in sides.items():
        measured = figure.get(label)
        if measured is None or measured.get("metric", metric) != metric:
            continue  # a stand-in has a curve of its own already
        settings = f", {label}" if label not in ("ours", "peer") else ""
        yield f"{version(side)}{settings}, {metric}", measured[value] * scale
    if metric in ("team", "barrier_all"):
        for name, measured in figure.get("algorithms", {}).items():
            yield f"{name}, {metric}", measured[value] * scale


def _where(pes, nodes):
    return f"{pes} PEs" + (f" on {nodes} nodes" if nodes > 1 else "")


def charts(records, value="median"):
    """From the contents of the files; where two have the same curve, the later one counts. `value`: or "best"."""
    collectives = {benchmark.name for benchmark in catalogue.COLLECTIVES}
    made = {}
    for record in records:
        nodes = record["nodes"]
        suffix = f"-{nodes}-nodes" if nodes > 1 else ""
        for figure in record["figures"]:
            bench = figure["bench"]
            sized = bench in collectives and figure["metric"] in ("active set", "team")
            if figure["unit"] not in MICROSECONDS or not (sized or bench in ("barrier", "team_split")):
                continue
            title = bench.replace("_", " ") + TITLES[value]
            chart = made.setdefault(bench + suffix, Chart(bench + suffix, title, "", sized))
            chart.x_label = "bytes of one PE for one other (K: 1024)" if sized else "PEs"
            panel = _where(figure["pes"], nodes) if sized else f"on {nodes} node{'s' if nodes > 1 else ''}"
            for curve, time in _curves(figure, record["sides"], value):
                chart.add(panel, curve, figure["bytes"] if sized else figure["pes"], time)
    return list(made.values())


def _time(ns):
    return f"{ns / 1e3:.2f}" if ns < 1e4 else f"{ns / 1e3:.0f}"


def _size(count):
    for unit in ("B", "KiB", "MiB"):
        if count < 1024 or unit == "MiB":
            return f"{count} {unit}"
        count //= 1024
    raise AssertionError


def table(record, value="median"):
    """The collectives of one run over active sets, the form that all sides have, as a table in Markdown: times in
    microseconds, and the ratio to the other side."""
    rows, sizes = {}, set()
    ratio = {"median": "ratio", "best": "best_ratio"}[value]
    other = next((label for label in record["sides"] if label != "ours"), None)
    collectives = {benchmark.name for benchmark in catalogue.COLLECTIVES}
    for figure in record["figures"]:
        if figure["bench"] not in collectives or figure["metric"] != "active set":
            continue
        cell = _time(figure["ours"][value])
        if other and ratio in figure:
            cell += f" / {_time(figure[other][value])} ({figure[ratio]:.1f})"
        sizes.add(figure["bytes"])
        rows.setdefault((figure["bench"], figure["pes"]), {})[figure["bytes"]] = cell
    lines = ["| collective | PEs | " + " | ".join(_size(size) for size in sorted(sizes)) + " |",
             "|---|---|" + "---|" * len(sizes)]
    for row, cells in rows.items():
        lines.append("| " + " | ".join([*map(str, row), *(cells.get(size, "") for size in sorted(sizes))]) + " |")
    return "\n".join(lines)
