"""Runs every benchmark once, small, with our library, and judges the JSON: complete, possible values, no trace left."""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
from driver import catalogue  # noqa: E402

SIZES = (8, 4096)
# Limits that the figures of any machine meet: a tenth of a nanosecond to a minute, a byte to a terabyte a second. A ratio
# is one of two rates, either of which another test on the same cores may slow down by any factor.
POSSIBLE = {"ns": (0.1, 60e9), "ms": (1e-4, 60e3), "M/s": (1e-6, 1e4), "MB/s": (1e-6, 1e6), "x": (1e-10, 1e10), "KiB": (1, 1e6)}


def run(oshcc, oshrun, temporary, *arguments):
    environment = {**os.environ, "TMPDIR": temporary}
    return subprocess.run([sys.executable, HERE / "run", "--oshcc", oshcc, "--oshrun", oshrun, *arguments],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=environment, timeout=500, check=False)


def check_value(figure, side="ours"):
    low, high = POSSIBLE[figure["unit"]]
    median, best = figure[side]["median"], figure[side]["best"]
    assert math.isfinite(median) and low <= median <= high, figure
    if figure["unit"] != "x":
        assert best <= median if figure["better"] == "lower" else best >= median, figure


def check_figures(written, may_skip):
    skipped = {row["bench"] for row in written["skipped"]}
    assert skipped <= may_skip, f"skipped, but may not be: {written['skipped']}"
    assert not written["failed"], written["failed"]
    for benchmark in catalogue.BENCHMARKS:
        mine = [figure for figure in written["figures"] if figure["bench"] == benchmark.name]
        expected = () if benchmark.name in skipped else benchmark.plan("node", quick=True)
        assert {figure["pes"] for figure in mine} == set(expected), f"{benchmark.name}: PEs"
        if benchmark.sized and mine:
            assert {figure["bytes"] for figure in mine} == set(SIZES), f"{benchmark.name}: sizes"
        for figure in mine:
            check_value(figure)
    jobs = [figure for figure in written["figures"] if figure["metric"] == "job"]
    inside = [figure for figure in written["figures"] if figure["metric"] in ("init", "slowest init")]
    assert jobs and len(jobs) == len(inside)
    for job, init in zip(jobs, inside):
        assert job["pes"] == init["pes"] and job["ours"]["best"] > init["ours"]["best"], "init is part of the job"


def main():
    oshcc, oshrun, *may_skip = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="bench-smoke-") as folder:
        temporary, out = pathlib.Path(folder, "tmp"), pathlib.Path(folder, "out")
        temporary.mkdir()
        out.mkdir()
        done = run(oshcc, oshrun, str(temporary), "--quick", "--sizes", ",".join(map(str, SIZES)), "--json",
                   str(out / "bench.json"))
        print(done.stdout)
        assert done.returncode == 0, f"status {done.returncode}"
        assert not list(temporary.iterdir()), "temporary files were left"
        assert [path.name for path in out.iterdir()] == ["bench.json"]
        written = json.loads((out / "bench.json").read_text())
        check_figures(written, set(may_skip))
        side = written["sides"]["ours"]
        assert side["version"] and any(" -n 4 " in command for command in side["commands"]), side
        assert written["machine"]["cores"] >= 1 and written["machine"]["processor"]

        bad = run(oshcc, oshrun, str(temporary), "--only", "no_such_benchmark")
        assert bad.returncode == 2 and "no_such_benchmark" in bad.stdout, bad.stdout
        bad = run("/no/such/oshcc", oshrun, str(temporary))
        assert bad.returncode != 0 and bad.stdout.strip() == "bench/run: /no/such/oshcc is not a program", bad.stdout
        bad = run(oshcc, oshrun, str(temporary), "--check")
        assert bad.returncode == 2 and "--peer" in bad.stdout, bad.stdout


if __name__ == "__main__":
    main()
