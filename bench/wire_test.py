"""Runs the benchmarks between two nodes once, small, beside the provider itself, and checks the JSON."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from driver import catalogue  # noqa: E402
from smoke_test import check_value, run  # noqa: E402

SIZES = (8, 65536)


def check_written(written):
    assert written["nodes"] == 2 and not written["skipped"] and not written["failed"], written
    for benchmark in catalogue.BENCHMARKS:
        mine = [figure for figure in written["figures"] if figure["bench"] == benchmark.name]
        assert {figure["pes"] for figure in mine} == ({2} if benchmark.wire else set()), f"{benchmark.name}: PEs"
        if benchmark.sized and mine:
            assert {figure["bytes"] for figure in mine} == set(SIZES), f"{benchmark.name}: sizes"
        for figure in mine:
            check_value(figure)
            assert ("raw" in figure) == ("ratio" in figure) == benchmark.raw, figure
            if benchmark.raw:
                check_value(figure, "raw")
                ours, raw = figure["ours"]["median"], figure["raw"]["median"]
                better = raw / ours if figure["better"] == "lower" else ours / raw
                assert abs(figure["ratio"] - better) <= 1e-6 * better, figure
    judged = {(verdict["bench"], verdict["bytes"]) for verdict in written["targets"]}
    assert {("put_latency", 8), ("get_latency", 8)} <= judged, judged
    commands = written["sides"]["ours"]["commands"]
    assert any("oshrun --nodes 2 -n 2 " in command for command in commands), commands


def check_raw(program, folder):
    def raw(*arguments):
        return subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    lines = folder / "raw.jsonl"
    done = raw("put_bandwidth", "--sizes", "4K,1M", "--repeat", "2", "--batch", "500", "--json", str(lines))
    assert done.returncode == 0 and "putmem_nbi" in done.stdout, done.stdout
    figures = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [(f["bench"], f["metric"], f["bytes"], f["pes"], f["unit"], f["better"]) for f in figures] == [
        ("put_bandwidth", "putmem_nbi", size, 2, "MB/s", "higher") for size in (4096, 1 << 20)], figures
    lines.unlink()
    for bad in ((), ("no_such_loop",), ("put_latency", "--sizes", "none"),
                ("put_latency", "--json", str(folder / "absent" / "file"))):
        done = raw(*bad)
        assert done.returncode == 2 and done.stdout.startswith("raw: ") and done.stdout.count("\n") == 1, done.stdout


def main():
    oshcc, oshrun, program = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="bench-wire-") as folder:
        temporary, out = pathlib.Path(folder, "tmp"), pathlib.Path(folder, "out")
        temporary.mkdir()
        out.mkdir()
        done = run(oshcc, oshrun, str(temporary), "--quick", "--nodes", "2", "--raw", program, "--sizes",
                   ",".join(map(str, SIZES)), "--json", str(out / "wire.json"))
        print(done.stdout)
        assert done.returncode == 0, f"status {done.returncode}"
        assert not list(temporary.iterdir()), "temporary files were left"
        check_written(json.loads((out / "wire.json").read_text()))
        assert " raw " in done.stdout and "x raw's time]" in done.stdout, "the table compares"
        check_raw(program, out)
        bad = run(oshcc, oshrun, str(temporary), "--raw", program)
        assert bad.returncode == 2 and "--nodes 2" in bad.stdout, bad.stdout
        bad = run(oshcc, oshrun, str(temporary), "--nodes", "2", "--raw", "/no/such/raw")
        assert bad.returncode != 0 and bad.stdout.strip() == "bench/run: /no/such/raw is not a program", bad.stdout


if __name__ == "__main__":
    main()
