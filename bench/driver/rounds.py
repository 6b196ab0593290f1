"""Runs the benchmarks of all sides in turn, so that a change of the machine's load meets all of them alike."""
import json
import statistics

from . import process, toolchain

KEY = ("bench", "metric", "bytes", "pes", "unit", "better")


class Rounds:
    """Figures of all rounds, by figure and side. `skipped` and `failed` hold (bench, side label, reason)."""

    def __init__(self, sides, ops, work, rounds, options, quick, limit_s, nodes=1):
        self.sides, self.ops, self.work, self.nodes = sides, ops, work, nodes
        self.rounds, self.options, self.quick, self.limit_s = rounds, options, quick, limit_s
        self.samples = {}
        self.skipped, self.failed = [], []

    def _build(self, benchmark, side):
        try:
            return side.build(benchmark, self.ops, self.work)
        except toolchain.Lacking as error:
            self.skipped.append((benchmark.name, side.label, str(error)))
        except process.CommandFailed as error:
            self.failed.append((benchmark.name, side.label, str(error)))
        return None

    def _launch(self, benchmark, side, program, pes):
        lines = self.work / "figures.jsonl"
        lines.unlink(missing_ok=True)
        own = () if self.quick else benchmark.arguments
        _, wall = side.job(pes, program, [*self.options, *own, "--json", str(lines)], self.work, self.limit_s)
        figures = [json.loads(line) for line in lines.read_text().splitlines()]
        if not figures:
            raise process.CommandFailed([benchmark.name], "printed no figure", "")
        if benchmark.whole:
            wall_ms = wall * 1e3
            figures.append({"bench": benchmark.name, "metric": "job", "bytes": 0, "pes": pes, "unit": "ms",
                            "better": "lower", "median": wall_ms, "best": wall_ms})
        for figure in figures:
            sample = self.samples.setdefault(tuple(figure[name] for name in KEY), {})
            sample.setdefault(side.label, []).append((figure["median"], figure["best"]))

    def run(self, benchmark):
        programs = {side.label: self._build(benchmark, side) for side in self.sides}
        for pes in benchmark.plan(self.quick, self.nodes):
            for turn in range(self.rounds * benchmark.launches):
                # The first place changes hands: what a job leaves behind in caches favours no side.
                order = self.sides if turn % 2 == 0 else self.sides[::-1]
                for side in order:
                    if programs[side.label] is None:
                        continue
                    try:
                        self._launch(benchmark, side, programs[side.label], pes)
                    except (process.CommandFailed, OSError, ValueError, KeyError) as error:
                        self.failed.append((benchmark.name, side.label, f"{pes} PEs: {error}"))
                        programs[side.label] = None

    def figures(self):
        """One dictionary per figure: medians over the rounds by side, and `ratio`, above 1 where ours is better."""
        result = []
        for key, sides in self.samples.items():
            figure = dict(zip(KEY, key))
            lower = figure["better"] == "lower"
            for label, rounds in sides.items():
                medians = [median for median, _ in rounds]
                bests = [best for _, best in rounds]
                figure[label] = {"median": statistics.median(medians), "best": (min if lower else max)(bests),
                                 "rounds": medians}
            other = next((label for label in sides if label != "ours"), None)
            if "ours" in sides and other:
                ours, theirs = figure["ours"]["median"], figure[other]["median"]
                figure["ratio"] = theirs / ours if lower else ours / theirs
            result.append(figure)
        return result
