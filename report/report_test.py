"""The report: figures become the right numbers and plots; a quick run yields a page that stands alone; Chromium, where it
is installed, draws every plot of it without an error. Usage: report_test.py BUILD [CHROMIUM]"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "tests/browser")]
import web_page  # noqa: E402
from evaluation import page, paper, table  # noqa: E402
from driver import svg  # noqa: E402  (page has found bench/)

# Added to a copy of the page: what the browser made of it, as text that --dump-dom shows.
PROBE = """<pre id="probe"></pre><script>
const drawn = [...document.querySelectorAll("svg[data-plot]")].filter(plot => {
  const box = plot.getBoundingClientRect();
  return box.width > 100 && box.height > 100 && plot.querySelectorAll("circle").length > 0 &&
         [...plot.querySelectorAll("circle,text")].every(part => part.getBoundingClientRect().width > 0);
}).map(plot => plot.dataset.plot);
document.getElementById("probe").textContent = JSON.stringify({drawn: drawn,
  fetched: performance.getEntriesByType("resource").map(entry => entry.name)});
</script></body>"""


def figure(series, values, **more):
    base = {"app": "gups", "metric": "rate", "series": series, "version": "", "memory": "device", "scaling": "weak", "pes": 4,
            "bytes": 0, "unit": "GUPS", "better": "higher", "arguments": "--size 1", "values": values}
    return {**base, **more}


def record(figures):
    return {"title": "made <up>", "date": "today", "about": "nothing", "machine": {"cores": 2}, "rounds": 3,
            "load_before_and_after": [0, 0], "commands": ["a && b"], "not_run": [], "figures": figures}


def test_quotients():
    figures = [figure("standard SHMEM", [1, 2, 9]), figure("extended SHMEM", [8, 8, 7]), figure("MPI", [4, 4, 4]),
               figure("calls from the device", [6]), figure("extended SHMEM", [99], pes=2)]
    row = next(row for row in paper.beside(figures) if "GUPS" in row[0])
    assert row[2:] == (4.0, 2.0, 3.0, None, "4 PEs"), row
    staged_and_direct = [figure(name, [rate], app="fft", scaling="strong") for name, rate in
                         (("MPI", 4), ("MPI with libisthmus_mpi", 6))]
    assert next(row for row in paper.beside(staged_and_direct) if "FFT" in row[0])[2:] == (None, None, None, 1.5, "4 PEs")
    # A quotient is one of figures with as many PEs.
    some = [figure("extended SHMEM", [8], pes=4), figure("extended SHMEM", [3], pes=2), figure("MPI", [1], pes=2)]
    assert next(row for row in paper.beside(some) if "GUPS" in row[0])[2:] == (None, 3.0, None, None, "2 PEs")
    sized = {"app": "micro", "metric": "put", "scaling": "none", "better": "lower"}
    puts = [figure(name, [time], bytes=size, pes=pes, **sized) for name, size, pes, time in (
        ("standard SHMEM", 8, 2, 6), ("extended SHMEM", 8, 2, 2), ("standard SHMEM", 64, 2, 6), ("extended SHMEM", 64, 2, 6),
        ("extended SHMEM", 64, 4, 1))]
    assert [row[2:] for row in paper.beside(puts)[:2]] == [(3.0, None, None, None, "2 PEs, 8 B"),
                                                       (1.0, None, None, None, "2 PEs, 64 B")]
    faster = figure("x", [2], better="lower"), figure("y", [6], better="lower")
    assert paper.times_better(*faster) == 3
    host = [figure("Isthmus", [6], memory="host"), figure("Open MPI OSHMEM", [1], memory="host")]
    assert paper.host_targets(host)[0][1:] == (6.0, 5.0) and paper.host_targets(host)[1][1] is None


def test_drawing():
    drawing = xml.etree.ElementTree.fromstring(
        svg.chart("n", "a < b", "us", {"": {"one": {1: [1, 2, 3], 1024: [10]}, "two": {1: [5]}}}, "bytes", True))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in drawing.iter(f"{space}text")]
    assert "a < b" in texts and "us" in texts and "1K" in texts, texts
    circles = [(float(c.get("cx")), float(c.get("cy"))) for c in drawing.iter(f"{space}circle")]
    assert len(circles) == 3 and circles[0][1] > circles[1][1], "larger values are higher up"
    bars = [line for line in drawing.iter(f"{space}line") if line.get("y1") != line.get("y2")]
    assert float(bars[0].get("y1")) > circles[0][1] > float(bars[0].get("y2")), "the spread is around the median"


def test_page():
    text, names = page.render([record([figure("extended SHMEM", [1]), figure("MPI", [2], app="heat", scaling="strong")])])
    assert names == ["set0-gups-device-weak", "set0-heat-device-strong"], names
    assert "made &lt;up&gt;" in text and "a &amp;&amp; b" in text and "not run" in text


def test_table():
    sized = {"app": "micro", "metric": "put", "pes": 2, "scaling": "none", "better": "lower"}
    text = table.micro([figure("MPI", [3, 1, 2], bytes=8, **sized), figure("extended SHMEM", [0.5], bytes=8, **sized)])
    assert [line.split() for line in text.splitlines()[1:]] == [["#", "Size", "MPI", "extended", "SHMEM"],
                                                                ["8", "2.00", "0.50"]], text


def quick_page(build, folder):
    out = pathlib.Path(folder) / "index.html"
    done = subprocess.run([sys.executable, HERE / "run", "--build", build, "--quick", "--pes", "2", "--out", out,
                           "--timeout", "30"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads(out.with_name("here.json").read_text())
    text = out.read_text()
    plots = re.findall(r'data-plot="([^"]+)"', text)
    wanted = {f"set0-{name}" for name in ("put-host", "alltoall-host", "gups-host-weak", "fft-host-strong",
                                          "matmul-host-strong", "heat-host-strong", "heat-host-weak")}
    assert wanted <= set(plots) and len(plots) == len(set(plots)), plots
    assert not web_page.fetched(text), web_page.fetched(text)
    assert written["figures"] and all(line.strip() for line in written["commands"])
    return out, plots


# A launcher of a peer that does not start one app, crashes with another and computes a third wrongly; the last two words
# are --json FILE.
BAD_LAUNCHER = """#!/bin/sh
for word; do file=$word; done
case $* in
  *gups_*) echo "no component is usable" >&2; exit 1 ;;
  *fft_*) kill -SEGV $$ ;;
  *) echo '{"unit": "GFLOP/s", "rate": 1.0, "check": {"passed": false}}' > "$file" ;;
esac
"""


def bad_tools(folder, build):
    """A bin folder whose compiler is ours and whose launcher fails."""
    tools = pathlib.Path(folder) / "bin"
    tools.mkdir()
    (tools / "oshcc").symlink_to(pathlib.Path(build).resolve() / "bin/oshcc")
    (tools / "oshrun").write_text(BAD_LAUNCHER)
    (tools / "oshrun").chmod(0o755)
    return tools


def test_failing_peer(build):
    """A peer's failure must be told on the page and must not fail the report; one of ours must."""
    with tempfile.TemporaryDirectory(prefix="isthmus-report-test-") as folder:
        tools, out = bad_tools(folder, build), pathlib.Path(folder) / "index.html"
        command = [sys.executable, HERE / "run", "--quick", "--memories", "host", "--pes", "2", "--mpirun", "", "--out", out]
        command += [word for app in ("gups", "fft", "matmul") for word in ("--only", app)]
        done = subprocess.run([*command, "--build", build, "--peer", tools / "oshcc"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        lines = json.loads(out.with_name("here.json").read_text())["not_run"]
        for app, cause in (("gups", "status 1"), ("fft", "signal 11"), ("matmul", "did not check its result")):
            line = next(line for line in lines if line.startswith(f"{app}, Open MPI OSHMEM, ") and cause in line)
            assert ": the peer failed: " in line, line
            assert f"<li>{html.escape(line)}</li>" in out.read_text(), line
        series = {figure["series"] for figure in json.loads(out.with_name("here.json").read_text())["figures"]}
        assert series == {"Isthmus", "Isthmus, batched"}, series
        done = subprocess.run([*command, "--build", folder, "--peer", ""], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=120, check=False)
        assert done.returncode == 1 and "gups, Isthmus, host memory, 2 PEs: failed: " in done.stderr, done.stderr


def look(chromium, out, plots):
    copy = out.with_name("probed.html")
    copy.write_text(out.read_text().replace("</body>", PROBE))
    document, errors = web_page.dump(chromium, copy)
    assert not errors, errors
    probe = json.loads(re.search(r'<pre id="probe">(.*?)</pre>', document, re.DOTALL).group(1))
    assert probe["drawn"] == plots, (probe, plots)
    assert probe["fetched"] == [], probe


def main():
    build, chromium = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    test_quotients()
    test_drawing()
    test_page()
    test_table()
    test_failing_peer(build)
    with tempfile.TemporaryDirectory(prefix="isthmus-report-test-") as folder:
        out, plots = quick_page(build, folder)
        if chromium:
            look(chromium, out, plots)
        print(f"{len(plots)} plots, {'drawn by ' + chromium if chromium else 'not looked at: no Chromium here'}")


if __name__ == "__main__":
    main()
