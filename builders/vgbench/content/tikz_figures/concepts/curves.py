"""Concepts of curves and data: growth, oscillation, distributions of values, relations of two quantities."""

import math
from collections.abc import Callable

from ..pen import Pen, coord
from .family import Family, Spot, at, axes, curve
from .points import dots


def color(pen: Pen) -> str:
    """Return options for a curve."""
    return f"{pen.color().tex}, {pen.random.choice(('thick', 'very thick', 'line width=1pt'))}"


def growth(pen: Pen, index: int) -> None:
    a, b = pen.random.uniform(0.45, 0.75), pen.random.uniform(0.8, 1.2)
    turns = pen.random.uniform(4.0, 6.5)
    functions: tuple[Callable[[float], float], ...] = (
        lambda x: 5 * b * math.exp(a * (x - 6)),
        lambda x: 5 * b * math.exp(-a * x),
        lambda x: 2.4 * b * math.log(1 + 3 * a * x),
        lambda x: 5 * b / (1 + math.exp(-4 * a * (x - 3))),
        lambda x: (0.75 * x + 0.4) * b,
        lambda x: 2.5 + 2.2 * b * math.exp(-a * x) * math.cos(turns * x / 1.6),
        lambda x: 2.5 + 1.8 * b * math.cos(turns * x / 2 + a),
        lambda x: b * (0.5 + 0.5 * (x - 3) ** 2),
        lambda x: 4.5 * b * math.exp(-((x - 3) ** 2) / (2 * a)),
    )
    axes(pen, -0.4, 6.6, -0.4, 5.8)
    curve(pen, functions[index], 0, 6, color(pen))


def waves(pen: Pen, index: int) -> None:
    size, turns, shift = pen.random.uniform(0.8, 1.2), pen.random.uniform(1.6, 2.6), pen.random.uniform(0, 6)
    factor = pen.random.choice((0.4, 0.45, 0.5))
    other: tuple[Callable[[float], float], ...] = (
        lambda x: 0.8 * size * math.sin(turns * x + shift),
        lambda x: -0.95 * size * math.sin(turns * x + shift),
        lambda x: size * math.sin(turns * x + shift + math.pi / 2),
        lambda x: size * math.sin(2 * turns * x + shift),
        lambda x: factor * size * math.sin(turns * x + shift),
    )
    pen.line("\\draw[->] (0,0) -- (6.5,0);")
    pair: list[Callable[[float], float]] = [lambda x: size * math.sin(turns * x + shift), other[index]]
    pen.random.shuffle(pair)
    for values in pair:
        curve(pen, values, 0, 6, color(pen))


def spread(pen: Pen, index: int) -> None:
    number = pen.random.choice((9, 10, 11, 12))
    middle = (number - 1) / 2

    def bell(at: float, width: float, x: float) -> float:
        return math.exp(-((x - at) ** 2) / (2 * width**2))

    heights: tuple[Callable[[float], float], ...] = (
        lambda x: 4 * bell(middle, number / 6, x),
        lambda x: 4.6 * ((x + 0.6) / 2) * math.exp(1 - (x + 0.6) / 2) / 1.05,
        lambda x: 4.6 * ((number - 0.4 - x) / 2) * math.exp(1 - (number - 0.4 - x) / 2) / 1.05,
        lambda x: 3.8 * (bell(middle - number / 4, number / 12, x) + bell(middle + number / 4, number / 12, x)),
        lambda x: 2.5,
        lambda x: 0.5 + 3.5 * ((x - middle) / middle) ** 2,
    )
    fill = pen.color().tint(60).tex
    pen.line(f"\\draw (0,0) -- ({number},0);")
    for bar in range(number):
        high = max(0.1, heights[index](bar) * pen.random.uniform(0.95, 1.05))
        pen.line(f"\\draw[fill={fill}] ({bar},0) rectangle ({bar + 1},{coord(high)});")
    if pen.chance(0.3):
        pen.library("decorations.pathreplacing")
        size, label = pen.random.choice((4, 6, 8)), pen.random.choice(("$x$", "values", f"${number}$ classes", "$n$"))
        pen.line(
            f"\\draw[decorate, decoration={{brace, mirror, amplitude={size}pt}}] (0,-0.15) -- ({number},-0.15) "
            f"node[midway, below={size + 1}pt] {{{label}}};"
        )
    elif pen.chance(0.3):
        rise = pen.random.choice((5.6, 5.8, 6))
        pen.line(
            f"\\node[font=\\small] (h) at ({number - 1.5},{rise}) {{{pen.random.choice(('counts', 'share', '$h$'))}}};",
            f"\\draw[->, gray] (h.west) to[out=180, in={pen.random.choice((60, 75))}] ({number / 2},{rise - 0.7:.1f});",
        )


def together(pen: Pen, index: int) -> None:
    number = pen.random.randint(18, 32)
    slope, near = pen.random.uniform(0.5, 0.9), pen.random.uniform(0.15, 0.3)
    spots: list[Spot] = []
    for member in range(number):
        x = pen.random.uniform(-3, 3)
        off = pen.random.gauss(0, near)
        y = {
            0: slope * x + off,
            1: -slope * x + off,
            2: pen.random.uniform(-2.6, 2.6),
            3: slope * x * x / 1.5 - 2.2 + off,
            4: off * 2.5,
        }[index]
        if index == 4:
            side = -1 if member % 2 else 1
            x, y = side * 1.9 + pen.random.gauss(0, 0.35), side * 1.4 + pen.random.gauss(0, 0.35)
        spots.append((x + 3.4, y + 3))
    axes(pen, -0.3, 7, -0.3, 6.4)
    dots(pen, spots, pen.color().tex, pen.random.choice(("1.5pt", "2pt", "2.5pt")))


def shaded(pen: Pen, index: int) -> None:
    """Draw two circles, and dots in the region of the concept."""
    radius, apart = pen.random.uniform(1.7, 2.1), pen.random.uniform(0.9, 1.2)
    inside: tuple[Callable[[bool, bool], bool], ...] = (
        lambda a, b: a or b,
        lambda a, b: a and b,
        lambda a, b: a and not b,
        lambda a, b: b and not a,
        lambda a, b: a != b,
        lambda a, b: not (a or b),
    )
    step = pen.random.choice((0.42, 0.48, 0.54))
    has_leaders = pen.chance(0.4)
    label = (apart + radius + 0.5, 2.3) if has_leaders else (apart + radius * 0.75, radius)
    regions: dict[tuple[bool, bool], list[Spot]] = {}
    for column in range(-9, 10):
        for row in range(-7, 8):
            x, y = column * step, row * step
            if abs(x) > 3.6 or abs(y) > 2.7:
                continue
            gaps = [math.hypot(x + side * apart, y) - radius for side in (1, -1)]
            if math.dist((abs(x), y), label) < 0.5:
                continue
            if min(map(abs, gaps)) > 0.12 and inside[index](gaps[0] < 0, gaps[1] < 0):
                regions.setdefault((gaps[0] < 0, gaps[1] < 0), []).append((x, y))
    # Each part of the region gets dots: without dots in the middle, a union would be a symmetric difference.
    spots = [spot for members in regions.values() for spot in pen.random.sample(members, min(len(members), 5))]
    rest = [spot for members in regions.values() for spot in members if spot not in spots]
    spots += pen.random.sample(rest, min(len(rest), pen.random.randint(2, 6)))
    pen.line("\\draw (-3.9,-2.9) rectangle (3.9,2.9);")
    angle = pen.random.choice((30, 40, 50))
    right, high = apart + math.cos(math.radians(angle)) * radius, math.sin(math.radians(angle)) * radius
    for name, side in (("A", -1), ("B", 1)):
        pen.line(f"\\draw[thick] ({coord(side * apart)},0) circle ({coord(radius)});")
        if has_leaders:
            into = angle if side > 0 else 180 - angle
            pen.line(
                f"\\draw[gray] {at((side * label[0], label[1]))} to[out=-90, in={into}] {at((side * right, high))};"
            )
        options = "[fill=white, inner sep=2pt]" if has_leaders else ""
        pen.line(f"\\node{options} at {at((side * label[0], label[1]))} {{${name}$}};")
    dots(pen, spots, pen.color().tex, "2pt")


FAMILIES = (
    Family(
        "growth",
        (
            "Exponential growth",
            "Exponential decay",
            "Growth like a logarithm",
            "Growth up to a limit, slow at first",
            "Growth along a straight line",
            "An oscillation that dies away",
            "An oscillation of constant height",
            "A parabola",
            "A bell curve",
        ),
        growth,
    ),
    Family(
        "waves",
        (
            "Two waves in phase",
            "Two waves in opposite phase",
            "Two waves a quarter of a period apart",
            "Two waves, one of twice the frequency of the other",
            "Two waves in phase, one of half the height of the other or less",
        ),
        waves,
    ),
    Family(
        "spread",
        (
            "A symmetric distribution with one peak",
            "A distribution with a long tail to the right",
            "A distribution with a long tail to the left",
            "A distribution with two peaks",
            "A uniform distribution",
            "A distribution that is high at both ends",
        ),
        spread,
    ),
    Family(
        "correlation",
        (
            "Two quantities that rise together",
            "Two quantities, one of which falls as the other rises",
            "Two quantities without any relation",
            "A quantity that falls and then rises again as another grows",
            "Two clusters of points",
        ),
        together,
    ),
    Family(
        "two-sets",
        (
            "The union of two sets",
            "The intersection of two sets",
            "The elements of A that are not in B",
            "The elements of B that are not in A",
            "The elements that are in just one of two sets",
            "The elements that are in neither of two sets",
        ),
        shaded,
    ),
)
