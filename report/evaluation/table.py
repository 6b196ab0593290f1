"""The micro-benchmarks as text, in the form of the OSU micro-benchmarks: a column for each series."""
from . import paper

HEADINGS = {"put": "put latency, half a round trip", "alltoall": "all-to-all latency, bytes for each PE"}


def micro(figures):
    lines = []
    for memory in ("host", "device"):
        for metric, heading in HEADINGS.items():
            found = paper.find(figures, app="micro", metric=metric, memory=memory)
            for pes in sorted({figure["pes"] for figure in found if metric == "alltoall" or figure["pes"] == 2}):
                here = [figure for figure in found if figure["pes"] == pes]
                names = list(dict.fromkeys(figure["series"] for figure in here))
                lines += [f"# {heading}, {memory} memory, {pes} PEs: microseconds, lower is better",
                          f"{'# Size':<12}" + "".join(f"{name:>18}" for name in names)]
                for size in sorted({figure["bytes"] for figure in here}):
                    values = {figure["series"]: paper.median(figure) for figure in here if figure["bytes"] == size}
                    lines.append(f"{size:<12}" + "".join(f"{values[name]:>18.2f}" if name in values else f"{'':>18}"
                                                        for name in names))
    return "\n".join(lines)
