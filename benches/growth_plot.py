"""Draws the plot of benches/growth: SVG by hand, in colours that can be read on white and on black."""

import html
import math

WIDTH, HEIGHT = 760, 600
INK, FAINT = "#7d8590", "#7d859055"
BLUE, ORANGE = "#3b82f6", "#e8731a"


class Axis:
    """From values to places, by their logarithm; 0 stands at the beginning, where a plot wants it."""

    def __init__(self, low, high, start, end, zero=None):
        self.low, self.high, self.start, self.end, self.zero = math.log10(low), math.log10(high), start, end, zero

    def at(self, value):
        if value == 0:
            return self.zero
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def text(x, y, words, anchor="middle", color=INK, size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}" font-size="{size}">{html.escape(words)}</text>'


def line(x1, y1, x2, y2, color=FAINT, width=1):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>'


def dot(x, y, color, filled=True):
    fill = color if filled else "none"
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" stroke="{color}" stroke-width="1.5"/>'


def key(x, y, words, color, filled=True):
    return [dot(x, y - 4, color, filled), text(x + 10, y, words, "start")]


def curve(points, color):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    out = [f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>']
    return out + [dot(x, y, color) for x, y in points]


def powers(low, high):
    """The powers of ten that enclose two values."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**power for power in range(first, last + 1)]


def number(value, unit=""):
    return f"{value:g}{unit}"


def size_panel(seconds):
    left, right, top, bottom = 60, 360, 45, 245
    sizes = sorted({size for size, _ in seconds})
    ticks = powers(min(seconds.values()), max(seconds.values()))
    across = Axis(sizes[0], sizes[-1], left, right)
    up = Axis(ticks[0], ticks[-1], bottom, top)
    out = [text(left, 25, "Seconds, by size of the text", "start", size=14)]
    out += key(265, 25, "1 thread", BLUE) + key(335, 25, "2", ORANGE)
    for tick in ticks:
        out += [line(left, up.at(tick), right, up.at(tick)), text(left - 6, up.at(tick) + 4, number(tick, " s"), "end")]
    for size in sizes:
        name = f"{size // 1024} GiB" if size >= 1024 else f"{size}"
        out.append(text(across.at(size), bottom + 18, name + (" MiB" if size == sizes[0] else "")))
    for threads, color in ((1, BLUE), (2, ORANGE)):
        out += curve([(across.at(size), up.at(seconds[size, threads])) for size in sizes], color)
    return out


def density_panel(speeds):
    left, right, top, bottom = 440, 740, 45, 245
    speeds = {density: speed / 1e9 for density, speed in speeds.items()}
    ticks = powers(min(speeds.values()), max(speeds.values()))
    some = [density for density in speeds if density]
    across = Axis(some[0], some[-1], left + 40, right, zero=left + 4)
    up = Axis(ticks[0], ticks[-1], bottom, top)
    out = [text(left, 25, "GB/s of one thread, by URLs a KiB", "start", size=14)]
    for tick in ticks:
        out += [line(left, up.at(tick), right, up.at(tick)), text(left - 6, up.at(tick) + 4, number(tick), "end")]
    for density in speeds:
        out.append(text(across.at(density), bottom + 18, number(density)))
    return out + curve([(across.at(density), up.at(speed)) for density, speed in speeds.items()], BLUE)


def hostile_panel(hostile, sizes):
    left, right, top = 190, 740, 335
    speeds = {name: [size / taken / 1e6 for size, taken in zip(sizes, seconds)] for name, seconds in hostile.items()}
    every = [speed for pair in speeds.values() for speed in pair]
    ticks = powers(min(every), max(every))
    across = Axis(ticks[0], ticks[-1], left, right)
    bottom = top + 15 * len(speeds)
    names = [f"{size >> 20} MiB" for size in sizes]
    out = [text(60, 300, "MB/s of one thread on hostile text", "start", size=14)]
    out += key(330, 300, names[0], BLUE, False) + key(400, 300, names[1], ORANGE)
    for tick in ticks:
        out += [line(across.at(tick), top - 12, across.at(tick), bottom - 5), text(across.at(tick), bottom + 12, number(tick))]
    for row, (name, (small, large)) in enumerate(speeds.items()):
        y = top + 15 * row
        out += [text(left - 10, y + 4, name, "end"), line(across.at(small), y, across.at(large), y, INK)]
        out += [dot(across.at(small), y, BLUE, False), dot(across.at(large), y, ORANGE)]
    return out


def draw(seconds, speeds, hostile, sizes, made):
    """The plot as SVG; `made` says when and on what."""
    body = size_panel(seconds) + density_panel(speeds) + hostile_panel(hostile, sizes)
    body.append(text(WIDTH - 20, HEIGHT - 10, made.split(" Memory")[0], "end", size=10))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif">'
    return "\n".join([head, *body, "</svg>", ""])
