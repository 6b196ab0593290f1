"""Line charts as SVG text that stands alone, for bench/plot and the report: panels side by side on one scale, points with
their spread, logarithmic or linear axes, a key below."""
import html
import math
import statistics

# For eyes that tell colours apart in different ways (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("", ' stroke-dasharray="6 3"', ' stroke-dasharray="2 3"')  # one for each round of the colours
# Pixels: a panel with the room around its axes, and a line of the key.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, LINE = 460, 300, 64, 16, 40, 44, 18
KEY_WIDTH = WIDTH - 40  # of one entry
MOST_TICKS = 8


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
            powers = range(math.floor(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)
            steps = (1,) if len(powers) > 3 else (1, 2, 5)
            made = [step * 10.0 ** power for power in powers for step in steps]
            return [tick for tick in made if self.low <= tick <= self.high] or [self.low * 1.3]
        step = 10 ** math.floor(math.log10(self.high / 2))
        step *= next(factor for factor in (1, 2, 5, 10) if self.high / (step * factor) <= 6)
        return [step * count for count in range(int(self.high / step) + 1)]


def _text(x, y, words, anchor="middle", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{html.escape(words)}</text>'


def _stroke(place):
    return f'stroke="{COLOURS[place % len(COLOURS)]}"{DASHES[place // len(COLOURS) % len(DASHES)]}'


def _curve(points, x_axis, y_axis, place):
    """points: {x: values}. The median, and a bar from the least to the most."""
    colour = COLOURS[place % len(COLOURS)]
    placed = [(x_axis.at(x), y_axis.at(statistics.median(values)), y_axis.at(min(values)), y_axis.at(max(values)))
              for x, values in sorted(points.items())]
    parts = [f'<polyline fill="none" {_stroke(place)} stroke-width="2" points="'
             + " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in placed) + '"/>']
    for x, y, least, most in placed:
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{least:.1f}" y2="{most:.1f}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
    return parts


def _panel(left, title, xs, x_axis, y_axis, x_label, x_is_bytes):
    """The axes of one panel, whose left edge this is."""
    parts = [_text(left + WIDTH / 2, TOP + 14, title)] if title else []
    for tick in y_axis.ticks():
        y = y_axis.at(tick)
        parts.append(f'<line stroke="#ddd" x1="{left + LEFT}" x2="{left + WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(left + LEFT - 6, y + 4, _number(tick), "end"))
    for tick in xs[::math.ceil(len(xs) / MOST_TICKS)]:
        parts.append(_text(x_axis.at(tick), HEIGHT - BOTTOM + 16, bytes_label(tick) if x_is_bytes else str(tick)))
    parts.append(_text(left + (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_label))
    return parts


def chart(name, title, note, panels, x_label, x_is_bytes=False):
    """panels: {title: {curve: {x: values}}}; a title may be empty. `name` is the plot's, by which tests find it."""
    curves = list(dict.fromkeys(curve for panel in panels.values() for curve in panel))
    points = [point for panel in panels.values() for curve in panel.values() for point in curve.items()]
    xs, ys = sorted({x for x, _ in points}), [value for _, values in points for value in values]
    y_axis = Axis(ys, HEIGHT - BOTTOM, TOP + (20 if any(panels) else 0),
                  x_is_bytes or min(ys) > 0 and max(ys) / min(ys) > 30)
    width, in_a_row = WIDTH * len(panels), max(1, WIDTH * len(panels) // KEY_WIDTH)
    height = HEIGHT + LINE * math.ceil(len(curves) / in_a_row)
    parts = [f'<svg role="img" data-plot="{html.escape(name)}" aria-label="{html.escape(title)}" '
             f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif" '
             'font-size="12" xmlns="http://www.w3.org/2000/svg">',
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             _text(width / 2, 18, title, extra=' font-size="14" font-weight="bold"'),
             _text(width / 2, 33, note, extra=' fill="#555"')]
    for number, (panel_title, panel) in enumerate(panels.items()):
        left = number * WIDTH
        x_axis = Axis(xs, left + LEFT, left + WIDTH - RIGHT, True)
        parts += _panel(left, panel_title, xs, x_axis, y_axis, x_label, x_is_bytes)
        for curve, points_of_curve in panel.items():
            parts += _curve(points_of_curve, x_axis, y_axis, curves.index(curve))
    for place, curve in enumerate(curves):
        x, y = LEFT + KEY_WIDTH * (place % in_a_row), HEIGHT + LINE * (place // in_a_row) + 8
        parts.append(f'<line x1="{x}" x2="{x + 24}" y1="{y}" y2="{y}" {_stroke(place)} stroke-width="3"/>')
        parts.append(_text(x + 32, y + 4, curve, "start"))
    return "\n".join([*parts, "</svg>"])
