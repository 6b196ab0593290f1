"""Runs the benchmarks of all sides in turn, so that a change of the machine's load meets all of them alike."""
import json
import statistics

from . import algorithms, process, toolchain

KEY = ("bench", "metric", "bytes", "pes", "unit", "better")
# For a peer that is too old for one form of a call, the figure of the older form stands in.
STANDS_IN = {"team": "active set"}


def _summary(samples, figure):
    medians, bests = [median for median, _ in samples], [best for _, best in samples]
    # A quotient of two times is no better for being small or large, so the median is taken.
    choose = statistics.median if figure["unit"] == "x" else min if figure["better"] == "lower" else max
    return {"median": statistics.median(medians), "best": choose(bests), "rounds": medians}


class Rounds:
    """The figures of all rounds, by figure and side. `skipped` and `failed` hold (bench, side label, reason)."""

    def __init__(self, sides, ops, work, rounds, limit_s):
        """The second of `sides`, where there is one, is what ours is compared with."""
        self.sides, self.ops, self.work, self.rounds, self.limit_s = sides, ops, work, rounds, limit_s
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

    def _launch(self, benchmark, side, program, pes, arguments):
        lines = self.work / "figures.jsonl"
        lines.unlink(missing_ok=True)
        _, wall = side.job(pes, program, [*arguments, "--json", str(lines)], self.work, self.limit_s)
        figures = [json.loads(line) for line in lines.read_text().splitlines()]
        if not figures:
            raise process.CommandFailed([benchmark.name], "printed no figure", "")
        if benchmark.whole:
            wall_ms = wall * 1e3
            figures.append({"bench": benchmark.name, "metric": "job", "bytes": 0, "pes": pes, "unit": "ms",
                            "better": "lower", "median": wall_ms, "best": wall_ms})
        for figure in filter(side.covers, figures):
            sample = self.samples.setdefault(tuple(figure[name] for name in KEY), {})
            sample.setdefault(side.label, []).append((figure["median"], figure["best"]))

    def run(self, benchmark, plan, arguments, more_sides=()):
        """Measures on each number of PEs in `plan`, with these arguments of the program; `more_sides` are for this
        benchmark alone."""
        sides = [*self.sides, *more_sides]
        programs = {side.label: self._build(benchmark, side) for side in sides}
        for pes in plan:
            for turn in range(self.rounds * benchmark.launches):
                # The sides take turns in being first, so that what a job leaves behind in caches favours none.
                order = sides if turn % 2 == 0 else sides[::-1]
                for side in order:
                    if programs[side.label] is None:
                        continue
                    try:
                        self._launch(benchmark, side, programs[side.label], pes, arguments)
                    except (process.CommandFailed, OSError, ValueError, KeyError) as error:
                        self.failed.append((benchmark.name, side.label, f"{pes} PEs: {error}"))
                        programs[side.label] = None

    def _others(self, key, label):
        """The samples of that side for a figure, and the metric by which it was measured."""
        figure = dict(zip(KEY, key))
        for metric in (figure["metric"], STANDS_IN.get(figure["metric"])):
            samples = self.samples.get(tuple({**figure, "metric": metric}.values()), {}).get(label)
            if samples:
                return samples, metric
        return None, None

    def figures(self):
        """One dictionary per figure: medians over the rounds by side (our forced algorithms under `algorithms`), and
        the quotients of the medians (`ratio`) and of the fastest batches (`best_ratio`): above 1 ours is better."""
        result = []
        other = self.sides[1].label if len(self.sides) > 1 else None
        for key, sides in self.samples.items():
            figure = dict(zip(KEY, key))
            lower = figure["better"] == "lower"
            for label, samples in sides.items():
                if label.startswith(algorithms.LABEL):
                    forced = figure.setdefault("algorithms", {})
                    forced[label.removeprefix(algorithms.LABEL)] = _summary(samples, figure)
                else:
                    figure[label] = _summary(samples, figure)
            samples, metric = self._others(key, other)
            if "ours" in sides and samples:
                figure[other] = {**_summary(samples, figure), "metric": metric}
                for name, value in (("ratio", "median"), ("best_ratio", "best")):
                    ours, theirs = figure["ours"][value], figure[other][value]
                    figure[name] = theirs / ours if lower else ours / theirs
            result.append(figure)
        return result
