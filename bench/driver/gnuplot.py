"""Draws charts with gnuplot, as SVG."""
import math

from . import process

# For eyes that tell colours apart in different ways (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
# Pixels: a panel, the room around its axes, the title of all, a line of the key.
WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW, TITLE, KEY = 380, 330, 76, 12, 20, 52, 40, 20
LEAST_WIDTH = 560  # of all


def _quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _style(place):
    return (f'with linespoints linewidth 2 linecolor "{COLOURS[place % len(COLOURS)]}" '
            f"dashtype {1 + place // len(COLOURS)} pointtype {5 + 2 * (place % 4)} pointsize 0.4")


def _byte_tics(largest):
    marks = [8 ** power for power in range(1, 10) if 8 ** power <= largest]
    return ", ".join(f'"{mark >> 20}M" {mark}' if mark >= 1 << 20 else f'"{mark >> 10}K" {mark}' if mark >= 1 << 10
                     else f'"{mark}" {mark}' for mark in marks)


def script(chart, path):
    """The commands that draw the chart into the file: panels side by side on one scale, and below them their key."""
    panels = list(chart.panels.items())
    curves = list(dict.fromkeys(curve for _, panel in panels for curve in panel))
    points = [point for _, panel in panels for curve in panel.values() for point in curve.items()]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    columns = len(panels)  # gnuplot would not fit more
    width, key = max(LEAST_WIDTH, WIDTH * len(panels)), KEY * (math.ceil(len(curves) / columns) + 1)
    panel_width = width // len(panels)
    height = TITLE + HEIGHT + key

    def margins(left, right, top, bottom):
        return [f"set lmargin at screen {left / width:.4f}", f"set rmargin at screen {right / width:.4f}",
                f"set tmargin at screen {1 - top / height:.4f}", f"set bmargin at screen {1 - bottom / height:.4f}"]

    lines = [
        "set encoding utf8",
        f'set terminal svg noenhanced size {width},{height} font "sans-serif,12" background "#ffffff"',
        f"set output {_quoted(path)}",
        f"set multiplot title {_quoted(chart.title + ', lower is better')}",
        "set logscale x 2", "set logscale y 10", "set grid xtics ytics linecolor '#cccccc'", "unset mytics",
        f"set xlabel {_quoted(chart.x_label)}", 'set ylabel "microseconds"', 'set format y "%g"', "unset key",
        f"set xtics ({_byte_tics(max(xs)) if chart.x_is_bytes else ', '.join(map(str, sorted(set(xs))))})",
        f"set xrange [{min(xs) / 1.5:g}:{max(xs) * 1.5:g}]", f"set yrange [{min(ys) / 2:g}:{max(ys) * 2:g}]",
    ]
    for number, (title, panel) in enumerate(panels):
        left = number * panel_width
        lines += [f"set title {_quoted(title)} offset 0,-0.5",
                  *margins(left + LEFT, left + panel_width - RIGHT, TITLE + ABOVE, TITLE + HEIGHT - BELOW)]
        plots = []
        for place, curve in enumerate(curves):
            if curve in panel:
                block = f"$points_{number}_{place}"
                lines += [f"{block} << END", *(f"{x} {y:.6g}" for x, y in sorted(panel[curve].items())), "END"]
                plots.append(f"{block} using 1:2 {_style(place)}")
        lines.append("plot " + ", ".join(plots))
    lines += ["unset title", "unset xlabel", "unset ylabel", "unset tics", "unset border", "unset grid",
              *margins(0, width, TITLE + HEIGHT, height),
              f"set key center center horizontal Left reverse maxcols {columns} samplen 2",
              "plot " + ", ".join(f"NaN {_style(place)} title {_quoted(curve)}" for place, curve in enumerate(curves))]
    return "\n".join([*lines, "unset multiplot", ""])


def draw(chart, folder, work):
    """Writes <folder>/<chart's name>.svg and returns its path; the commands go through a file in `work`. Raises
    process.CommandFailed."""
    path, commands = folder / f"{chart.name}.svg", work / f"{chart.name}.gnuplot"
    commands.write_text(script(chart, path))
    output, _ = process.run(["gnuplot", commands], 60)
    if output.strip():
        raise process.CommandFailed(["gnuplot", commands], "complained", output)
    return path
