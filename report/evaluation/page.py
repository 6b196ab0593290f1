"""The page: one self-contained HTML file out of the figures of one or more machines."""
import html
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
from driver import svg  # noqa: E402

from . import paper  # noqa: E402

STYLE = """
body { font: 16px/1.5 sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #222; background: #fff }
h1, h2, h3 { line-height: 1.2 } h2 { border-top: 2px solid #0072B2; padding-top: .6em; margin-top: 2em }
table { border-collapse: collapse; margin: 1em 0 } td, th { border: 1px solid #ccc; padding: .25em .6em; text-align: left }
td.number { text-align: right } td.met { color: #00694a } td.missed { color: #a33c00 }
figure { display: inline-block; margin: .5em; vertical-align: top } svg { max-width: 100% }
details { margin: 1em 0 } pre { background: #f4f4f4; padding: .6em; overflow-x: auto; font-size: 13px }
"""

TITLES = {"gups": "Random access (GUPS)", "fft": "2D FFT", "matmul": "Matrix multiplication", "heat": "3D heat equation"}


def _escape(text):
    return html.escape(str(text))


def _curves(figures, x):
    """{series: {x: values}} in the order of the figures."""
    curves = {}
    for figure in figures:
        curves.setdefault(figure["series"], {})[figure[x]] = figure["values"]
    return curves


def _chart(name, title, unit, better, curves, x_label):
    return svg.chart(name, title, f"{unit}, {better} is better, median and spread", {"": curves}, x_label, x_label == "bytes")


def charts(figures, prefix):
    """(name, svg) of every plot that the figures allow."""
    for memory in ("host", "device"):
        for metric, what in (("put", "Put latency"), ("alltoall", "All-to-all latency")):
            found = paper.find(figures, app="micro", metric=metric, memory=memory)
            if found:
                pes = max(figure["pes"] for figure in found) if metric == "alltoall" else 2
                found = [figure for figure in found if figure["pes"] == pes]
            if found:
                name = f"{prefix}-{metric}-{memory}"
                yield name, _chart(name, f"{what}, {memory} memory, {pes} PEs", "us", "lower", _curves(found, "bytes"), "bytes")
        for app, title in TITLES.items():
            for scaling in ("strong", "weak"):
                found = paper.find(figures, app=app, metric="rate", memory=memory, scaling=scaling)
                if found:
                    name = f"{prefix}-{app}-{memory}-{scaling}"
                    yield name, _chart(name, f"{title}, {memory} memory, {scaling} scaling", found[0]["unit"],
                                       found[0]["better"], _curves(found, "pes"), "PEs")


def _times(value):
    return '<td class="number">not run</td>' if value is None else f'<td class="number">{value:.2f}</td>'


def _beside_table(figures):
    rows = ["<table><tr><th></th><th>paper: extended against standard SHMEM</th><th>here: against standard</th>"
            "<th>here: against MPI</th><th>here: calls from the device against standard</th>"
            "<th>here: MPI with libisthmus_mpi against MPI</th><th>here, on</th></tr>"]
    for what, words, standard, mpi, device, direct, where in paper.beside(figures):
        rows.append(f"<tr><td>{_escape(what)}</td><td>{_escape(words)}</td>{_times(standard)}{_times(mpi)}{_times(device)}"
                    f"{_times(direct)}<td>{_escape(where)}</td></tr>")
    return "\n".join([*rows, "</table><p>Numbers are how many times better extended SHMEM is, or calls from the device, or MPI "
                             "with device buffers handed to it as they are, libisthmus_mpi in front of it, than with copies "
                             "through host memory; above 1 is better.</p>"])


def _host_table(figures):
    rows = ["<table><tr><th>host memory, 4 PEs, medians</th><th>times better</th><th>wanted</th></tr>"]
    for what, value, least in paper.host_targets(figures):
        state = "" if value is None else "met" if value >= least else "missed"
        shown = "not run" if value is None else f"{value:.2f}"
        rows.append(f'<tr><td>{_escape(what)}</td><td class="number {state}">{shown}</td><td>at least {least:g}</td></tr>')
    return "\n".join([*rows, "</table>"])


def _all_figures(figures):
    rows = ["<table><tr><th>app</th><th>memory</th><th>series</th><th>scaling</th><th>PEs</th><th>bytes</th>"
            "<th>median</th><th>least</th><th>most</th><th>unit</th><th>options</th></tr>"]
    for f in figures:
        cells = (f["app"] if f["metric"] == "rate" else f["metric"], f["memory"], f["series"], f["scaling"], f["pes"],
                 f["bytes"] or "", f"{statistics.median(f['values']):.4g}", f"{min(f['values']):.4g}",
                 f"{max(f['values']):.4g}", f"{f['unit']} ({f['better']} is better)", f["arguments"])
        rows.append("<tr>" + "".join(f"<td>{_escape(cell)}</td>" for cell in cells) + "</tr>")
    return "\n".join([*rows, "</table>"])


def _machine(record):
    words = [f"{name.replace('_', ' ')}: {value}" for name, value in record["machine"].items() if value]
    words.append(f"load {record['load_before_and_after'][0]} before, {record['load_before_and_after'][1]} after")
    if record["load_before_and_after"][0] > 0.5:
        words.append("other work was on the machine, so times mislead")
    return "; ".join(words)


def section(record, prefix):
    figures, plots = record["figures"], dict(charts(record["figures"], prefix))
    host = any(figure["memory"] == "host" for figure in figures)
    parts = [f"<h2>{_escape(record['title'])}</h2>", f"<p>{_escape(record['date'])}. {_escape(_machine(record))}. "
             f"{record['rounds']} rounds, the series in turn.</p>", f"<p>{_escape(record['about'])}</p>",
             _beside_table(figures), _host_table(figures) if host else ""]
    parts += [f'<figure id="{name}">{drawing}</figure>' for name, drawing in plots.items()]
    parts.append("<h3>What was not run</h3>")
    lines = record["not_run"] or ["Everything that is planned was run."]
    parts.append("<ul>" + "".join(f"<li>{_escape(line)}</li>" for line in lines) + "</ul>")
    parts.append(f"<details><summary>All figures</summary>{_all_figures(figures)}</details>")
    commands = "\n".join(_escape(line) for line in record["commands"])
    parts.append(f"<details><summary>The exact commands</summary><pre>{commands}</pre></details>")
    return "\n".join(parts), list(plots)


def render(records):
    """(html, names of the plots) of the records, in order."""
    bodies, names = [], []
    for number, record in enumerate(records):
        body, plots = section(record, f"set{number}")
        bodies.append(body)
        names += plots
    text = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Isthmus: the evaluation, repeated</title>
<link rel="icon" href="data:,"><style>{STYLE}</style></head><body>
<h1>Isthmus: the paper's evaluation, repeated</h1>
<p>Lu, Tian, Curtis and Chapman, <i>Extending OpenMP and OpenSHMEM for Efficient Heterogeneous Computing</i> (2022),
section IV, compares three versions of the same programs: <b>standard</b> OpenSHMEM, where the program copies between
device and host memory before and after every exchange; <b>extended</b> OpenSHMEM, where puts, gets and collectives take
device memory; and <b>MPI</b>, here with copies through the host, too, since the Open MPI of Debian and Ubuntu is not built
for devices. The paper used Summit: six V100 GPUs a node, one for each PE, and InfiniBand between nodes. Every run
checked its own result. The sources are in <code>apps/</code>; <code>make report</code> makes this page.</p>
{''.join(bodies)}
</body></html>
"""
    return text, names
