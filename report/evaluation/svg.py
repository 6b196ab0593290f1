"""Line charts as SVG text: points with their spread, logarithmic or linear axes, a key below."""
import html
import math
import statistics

# For eyes that tell colours apart in different ways (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, LINE = 460, 300, 64, 16, 40, 44, 18


def bytes_label(value):
    for shift, letter in ((30, "G"), (20, "M"), (10, "K")):
        if value >= 1 << shift:
            return f"{value >> shift}{letter}"
    return str(value)


def _number(value):
    return f"{value:g}" if 0.01 <= abs(value) < 100000 or value == 0 else f"{value:.0e}"


class Axis:
    def __init__(self, values, begin, end, logarithmic):
        low, high = min(values), max(values)
        self.log = logarithmic
        if logarithmic:
            low, high = low / 1.3, high * 1.3
        else:
            low, high = 0, high * 1.12 or 1
        self.low, self.high, self.begin, self.end = low, high, begin, end

    def at(self, value):
        scale = math.log if self.log else float
        share = (scale(value) - scale(self.low)) / (scale(self.high) - scale(self.low))
        return self.begin + share * (self.end - self.begin)

    def ticks(self):
        if self.log:
            powers = range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)
            return [10.0 ** power for power in powers] or [self.low * 1.3]
        step = 10 ** math.floor(math.log10(self.high / 2))
        step *= next(factor for factor in (1, 2, 5, 10) if self.high / (step * factor) <= 6)
        return [step * count for count in range(int(self.high / step) + 1)]


def _text(x, y, words, anchor="middle", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{html.escape(words)}</text>'


def _curve(points, x_axis, y_axis, colour):
    """points: {x: values}. The median, and a bar from the least to the most."""
    placed = [(x_axis.at(x), y_axis.at(statistics.median(values)), y_axis.at(min(values)), y_axis.at(max(values)))
              for x, values in sorted(points.items())]
    parts = [f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="'
             + " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in placed) + '"/>']
    for x, y, least, most in placed:
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{least:.1f}" y2="{most:.1f}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
    return parts


def chart(name, title, unit, better, curves, x_label, x_is_bytes=False):
    """curves: {name: {x: values}}. `name` is the plot's, by which the page's test finds it."""
    xs = sorted({x for points in curves.values() for x in points})
    ys = [value for points in curves.values() for values in points.values() for value in values]
    log_y = x_is_bytes or min(ys) > 0 and max(ys) / min(ys) > 30
    x_axis = Axis(xs, LEFT, WIDTH - RIGHT, True)
    y_axis = Axis(ys, HEIGHT - BOTTOM, TOP, log_y)
    height = HEIGHT + LINE * len(curves)
    parts = [f'<svg role="img" data-plot="{html.escape(name)}" aria-label="{html.escape(title)}" '
             f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" xmlns="http://www.w3.org/2000/svg">',
             _text(WIDTH / 2, 18, title, extra=' class="title"'),
             _text(WIDTH / 2, 33, f"{unit}, {better} is better, median and spread", extra=' class="note"')]
    for tick in y_axis.ticks():
        y = y_axis.at(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(LEFT - 6, y + 4, _number(tick), "end"))
    shown = xs if len(xs) <= 8 else xs[::2]
    for tick in shown:
        parts.append(_text(x_axis.at(tick), HEIGHT - BOTTOM + 16, bytes_label(tick) if x_is_bytes else str(tick)))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_label))
    for place, (curve, points) in enumerate(curves.items()):
        colour, y = COLOURS[place % len(COLOURS)], HEIGHT + LINE * place + 8
        parts += _curve(points, x_axis, y_axis, colour)
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + 24}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>')
        parts.append(_text(LEFT + 32, y + 4, curve, "start"))
    return "\n".join([*parts, "</svg>"])
