"""Tests the benchmarks of collectives: a wrong result must end them, the plain loops beside them must be measured, and
sides that differ in settings must be compared."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
from driver import algorithms, catalogue, charts, targets, toolchain  # noqa: E402
from smoke_test import check_value, run  # noqa: E402

WORK = "work"  # the folder of objects that all programs here share
FLOORS = {"broadcast": {"active set of memcpy": ("memcpy to others", "active set"),
                        "team of memcpy": ("memcpy to all", "team")},
          "alltoall": {f"{form} of memcpy": ("memcpy", form) for form in targets.FORMS},
          "sum": {f"{form} / plain loop": (form, "plain loop") for form in targets.FORMS}}


def check_limits(oshcc):
    """What cannot be used for large messages is not measured with them."""
    cell = next(found for found in algorithms.listed(oshcc, 1)["broadcast"] if found.name == "cell")
    assert [cell.covers({"bytes": size}) for size in (8, 4096)] == [True, False], cell


def check_oracles(oshcc, oshrun, work):
    """With wrong_results.c in it, each program must end with status 2 and say why; without a WRONG_FORM it must not."""
    side = toolchain.Toolchain("ours", oshcc, oshrun)
    for benchmark in catalogue.COLLECTIVES:
        program = work / f"wrong_{benchmark.name}"
        shared = [side.compiled(HERE / name, work)
                  for name in ("harness.c", "figures.c", "options.c", *benchmark.sources, "wrong_results.c")]
        side.compile([HERE / f"ops/{benchmark.name}.c", *shared], program)
        for form in ("", *targets.FORMS):
            done = subprocess.run([oshrun, "-n", "2", program, "--sizes", "64", "--repeat", "1", "--batch", "20"],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  env={**os.environ, "WRONG_FORM": form}, timeout=60, check=False)
            assert (done.returncode == 0) == (form == ""), (benchmark.name, form, done.returncode, done.stdout)
            if form:
                wanted = f"{benchmark.name}: wrong result ({form}) of 64 bytes on PE 1"
                assert wanted in done.stdout, (wanted, done.stdout)


def check_floors(oshcc, oshrun, temporary, out):
    """The factors must be the quotients of the times beside them, and must be judged."""
    written = measured(oshcc, oshrun, temporary, out, "--sizes", "4M", *(f"--only={name}" for name in FLOORS))
    for bench, factors in FLOORS.items():
        figures = {figure["metric"]: figure for figure in written["figures"] if figure["bench"] == bench}
        for metric, (above, below) in factors.items():
            quotient = figures[above]["ours"]["median"] / figures[below]["ours"]["median"]
            value = figures[metric]["ours"]["median"]
            assert abs(value - quotient) <= 1e-4 * quotient, (bench, metric, value, quotient)
    judged = {(verdict["bench"], verdict["metric"]) for verdict in written["targets"] if verdict["value"] is not None}
    assert judged == {(bench, metric) for bench, factors in FLOORS.items() for metric in factors}, judged
    return written


def measured(oshcc, oshrun, temporary, out, *arguments):
    done = run(oshcc, oshrun, str(temporary), "--quick", "--work", str(out.parent / WORK), *arguments, "--json", str(out))
    assert done.returncode == 0, done.stdout
    print(done.stdout)
    written = json.loads(out.read_text())
    assert not written["failed"] and not written["skipped"], written
    for figure in written["figures"]:
        check_value(figure)
    return written


def check_settings(oshcc, oshrun, temporary, out):
    """A side may be the same program with other settings."""
    written = measured(oshcc, oshrun, temporary, out, "--only", "sum", "--sizes", "8", "--settings",
                       "SHMEM_SYMMETRIC_SIZE=1G BENCH=2")
    assert {figure["metric"] for figure in written["figures"] if "ratio" in figure} == set(targets.FORMS)
    ours, other = (written["sides"][label]["commands"] for label in ("ours", "settings"))
    jobs = [command for command in ours if " -n 2 " in command]
    assert len(jobs) == 1 and other == ["SHMEM_SYMMETRIC_SIZE=1G BENCH=2 " + jobs[0]], (ours, other)


def check_two_levels(oshcc, oshrun, temporary, out):
    """Two nodes of two PEs each, beside the same with all collectives forced to be flat."""
    written = measured(oshcc, oshrun, temporary, out, "--nodes", "2", "--flat", "--only=barrier", "--only=broadcast")
    assert {figure["pes"] for figure in written["figures"]} == {4}, written["figures"]
    assert all("ratio" in figure for figure in written["figures"]), written["figures"]
    jobs = [command for command in written["sides"]["flat"]["commands"] if "oshrun --nodes 2 -n 4 " in command]
    assert jobs and all("SHMEM_BROADCAST_ALGORITHM=flat " in job for job in jobs), written["sides"]["flat"]
    judged = {(verdict["bench"], verdict["metric"]) for verdict in written["targets"]}
    assert {("barrier", "sync_all"), ("broadcast", "team")} <= judged, judged
    return written


def check_algorithms(oshcc, oshrun, temporary, out):
    """Each algorithm that osh_info lists for one node must be forced, measured and in the table."""
    written = measured(oshcc, oshrun, temporary, out, "--algorithms", "--only=barrier", "--only=sum", "--sizes=8")
    found = algorithms.listed(oshcc, nodes=1)
    for figure in written["figures"]:
        operation = {"barrier": "barrier", "sum": "reduce"}[figure["bench"]]
        assert set(figure["algorithms"]) == {algorithm.name for algorithm in found[operation]}, figure
        for name in figure["algorithms"]:
            check_value({**figure, name: figure["algorithms"][name]}, name)
    assert {figure["bench"] for figure in written["figures"]} == {"barrier", "sum"}
    return written


def check_plots(records, folder):
    """There must be one SVG per collective, with the numbers of PEs, the curves and labels of the axes."""
    for chart in charts.charts(records):
        text = "".join(xml.etree.ElementTree.fromstring(chart.drawing()).itertext())
        for words in ("lower is better", "microseconds", chart.x_label, *chart.panels):
            assert words in text, (chart.name, words)
        for panel in chart.panels.values():
            for curve in panel:
                assert curve in text, (chart.name, curve)
    written = []
    for number, record in enumerate(records):
        written.append(folder / f"record{number}.json")
        written[-1].write_text(json.dumps(record))
    subprocess.run([sys.executable, HERE / "plot", "--out", folder, *written], check=True, stderr=subprocess.DEVNULL)
    assert {path.name for path in folder.glob("*.svg")} == {
        "barrier.svg", "broadcast.svg", "alltoall.svg", "sum.svg", "barrier-2-nodes.svg", "broadcast-2-nodes.svg"}


def main():
    oshcc, oshrun, *features = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="bench-collective-") as name:
        folder = pathlib.Path(name)
        temporary, out = folder / "tmp", folder / "figures.json"
        temporary.mkdir()
        (folder / WORK).mkdir()
        check_limits(oshcc)
        check_oracles(oshcc, oshrun, folder / WORK)
        records = [check_floors(oshcc, oshrun, temporary, out)]
        check_settings(oshcc, oshrun, temporary, out)
        records.append(check_algorithms(oshcc, oshrun, temporary, out))
        if "wire" in features:
            records.append(check_two_levels(oshcc, oshrun, temporary, out))
            check_plots(records, temporary)
        bad = run(oshcc, oshrun, str(temporary), "--flat")
        assert bad.returncode == 2 and "--nodes 2" in bad.stdout, bad.stdout
        bad = run(oshcc, oshrun, str(temporary), "--settings", "A")
        assert bad.returncode == 2 and "NAME=VALUE" in bad.stdout, bad.stdout


if __name__ == "__main__":
    main()
