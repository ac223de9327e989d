"""Concepts of plane geometry: which triangle, which quadrilateral, how circles and lines lie, which motion."""

import math

from ..pen import Pen
from .family import Family, Spot, arrows, at, dots, placed, polygon, turned


def look(pen: Pen) -> str:
    """Return options for an outline."""
    color, width = pen.color(), pen.random.choice(("thick", "very thick", "line width=1pt"))
    return f"{color.tex}, {width}" + (f", fill={color.tint(15).tex}" if pen.chance(0.4) else "")


def triangle(pen: Pen, index: int) -> None:
    base = 3.0
    if index == 0:  # right-angled, with legs of clearly unlike length
        spots = [(0.0, 0.0), (base, 0.0), (0.0, base * pen.random.uniform(0.45, 0.75))]
    elif index == 1:
        spots = [(0.0, 0.0), (base, 0.0), (base / 2, base * math.sqrt(3) / 2)]
    elif index == 2:
        spots = [(0.0, 0.0), (base, 0.0), (base / 2, base * pen.random.choice((0.28, 0.32, 1.3, 1.6, 1.9)))]
    elif index == 3:
        spots = [(0.0, 0.0), (base, 0.0), (-base * pen.random.uniform(0.25, 0.5), base * pen.random.uniform(0.5, 0.7))]
    else:
        spots = [(0.0, 0.0), (base, 0.0), (base * pen.random.uniform(0.3, 0.34), base * pen.random.uniform(0.6, 0.63))]
    polygon(pen, placed(pen, spots), look(pen))


def quadrilateral(pen: Pen, index: int) -> None:
    wide, lean = pen.random.uniform(1.6, 2.3), pen.random.uniform(0.5, 0.8)
    spots: list[Spot]
    if index == 0:
        spots = [(0, 0), (2, 0), (2, 2), (0, 2)]
    elif index == 1:
        spots = [(0, 0), (2 * wide, 0), (2 * wide, 2), (0, 2)]
    elif index == 2:
        spots = [(0, 0), (2, 0), (2 + 2 * lean, 2 * math.sqrt(1 - lean**2)), (2 * lean, 2 * math.sqrt(1 - lean**2))]
    elif index == 3:
        spots = [(0, 0), (2 * wide, 0), (2 * wide + lean, 1.6), (lean, 1.6)]
    elif index == 4:
        half, side = pen.random.uniform(1.0, 1.4), pen.random.uniform(2.4, 2.8)
        spots = [(0, 0), (half, side), (0, 3.4), (-half, side)]
    else:
        spots = [(0, 0), (4, 0), (4 - pen.random.uniform(0.5, 0.7), 1.8), (pen.random.uniform(1.2, 1.6), 1.8)]
    polygon(pen, placed(pen, spots), look(pen))


def circles(pen: Pen, index: int) -> None:
    large = pen.random.uniform(1.4, 2.2)
    small = large * pen.random.uniform(0.4, 0.65)
    apart = {
        0: large + small,
        1: large - small,
        2: 0.0,
        3: large + small * pen.random.uniform(-0.4, 0.1),
        4: large + small * pen.random.uniform(1.3, 2.0),
        5: (large - small) * pen.random.uniform(0.35, 0.65),
    }[index]
    (one, other) = turned(
        [(0, 0), (apart, 0)], pen.random.uniform(0, 360), 1, pen.random.uniform(-2, 2), pen.random.uniform(-2, 2)
    )
    rings = [(one, large), (other, small)]
    pen.random.shuffle(rings)
    for (x, y), radius in rings:
        pen.line(f"\\draw[{look(pen).split(', fill')[0]}] ({x:.3f},{y:.3f}) circle ({radius:.3f});")


def lines(pen: Pen, index: int) -> None:
    def line(x: float, y: float, angle: float) -> tuple[Spot, Spot]:
        first, second = turned([(-3.4, 0), (3.4, 0)], angle, 1, x, y)
        return first, second

    first, second = pen.random.uniform(35, 75), pen.random.uniform(100, 150)
    shift = pen.random.uniform(0.9, 1.4)
    chosen = {
        0: [line(0, 0, 0), line(0, 0, first), line(0, 0, second)],
        1: [line(0, -0.6, 0), line(-0.7, 0, first), line(0.7, 0, second)],
        2: [line(0, 0.5 * shift, 0), line(0, -0.5 * shift, 0), line(0, 0, first)],
        3: [line(0, shift, 0), line(0, 0, 0), line(0, -shift, 0)],
    }[index]
    angle, x, y = pen.random.uniform(0, 180), pen.random.uniform(-1, 1), pen.random.uniform(-1, 1)
    options = look(pen).split(", fill")[0]
    for ends in pen.random.sample(chosen, 3):
        one, other = turned(ends, angle, 1, x, y)
        pen.line(f"\\draw[{options}] {at(one)} -- {at(other)};")


def angle(pen: Pen, index: int) -> None:
    size = pen.random.choice((range(25, 70), (90,), range(110, 160), (180,), range(215, 325))[index])
    start = pen.random.randrange(0, 360, 5)
    x, y = pen.random.randint(-2, 2), pen.random.randint(-2, 2)
    options = look(pen).split(", fill")[0]
    long = pen.random.uniform(2.2, 3.2)
    pen.line(
        f"\\draw[{options}] ({x},{y}) -- +({start}:{long:.2f});",
        f"\\draw[{options}] ({x},{y}) -- +({start + size}:{long:.2f});",
        f"\\draw[->] ({x},{y}) ++({start}:0.8) arc[start angle={start}, end angle={start + size}, radius=0.8];",
    )


def motion(pen: Pen, index: int) -> None:
    flag: list[Spot] = [(0, 0), (1.6, 0), (1.6, 0.5), (0.6, 0.5), (0.6, 2.2), (0, 2.2)]
    if index == 0:
        image = [(-x - 0.8, y) for x, y in flag]
    elif index == 1:
        image = turned(flag, pen.random.choice((60, 90, 120, 150, -75, -110)), 1, -2.6, 0.4)
    elif index == 2:
        image = turned(flag, 0, 1, pen.random.uniform(2.2, 3), pen.random.uniform(-1.5, 1.5))
    else:
        image = turned(flag, 0, pen.random.choice((0.45, 0.55, 1.7, 1.9)), 2.6, pen.random.uniform(-0.5, 0.5))
    turn, x, y = pen.random.uniform(0, 360), pen.random.uniform(-2, 2), pen.random.uniform(-2, 2)
    for spots in pen.random.sample([flag, image], 2):
        polygon(pen, turned(spots, turn, 1, x, y), look(pen))


def corners(pen: Pen, index: int) -> None:
    count = pen.random.choice((5, 6, 7))
    turns = [360 * step / count for step in range(count)]
    radii = [2.0] * count
    if index == 2:
        radii[pen.random.randrange(count)] = 0.1
    spots = [(r * math.cos(math.radians(t)), r * math.sin(math.radians(t))) for t, r in zip(turns, radii, strict=True)]
    if index == 1:
        spots = [(x * 1.5, y * 0.6) for x, y in spots]
    if index == 3:
        one = pen.random.randrange(count - 3)
        spots[one + 1], spots[one + 3] = spots[one + 3], spots[one + 1]
    polygon(pen, placed(pen, spots), look(pen))


def symmetry(pen: Pen, index: int) -> None:
    def spot() -> Spot:
        x, y = (pen.random.choice((-1, 1)) * pen.random.uniform(0.4, 3) for _ in range(2))
        return x, y

    half = [spot() for _ in range(pen.random.choice((4, 5, 6)))]
    other = {
        0: [(-x, y) for x, y in half],
        1: [(x, -y) for x, y in half],
        2: [(-x, -y) for x, y in half],
        3: [spot() for _ in half],
    }[index]
    dots(pen, [*half, *other], look(pen).split(",")[0], "3pt")
    pen.line("\\draw[dashed] (-4,0) -- (4,0) (0,-4) -- (0,4);")


def field(pen: Pen, index: int) -> None:
    pairs = []
    steps = pen.random.choice((3, 4))
    for column in range(-steps, steps + 1):
        for row in range(-steps, steps + 1):
            x, y = column * 0.9, row * 0.9
            across, up = ((x, y), (-x, -y), (-y, x), (x, -y), (1.0, 0.4))[index]
            size = math.hypot(across, up)
            if size and (column, row) != (0, 0):
                across, up = across / size * 0.55, up / size * 0.55
                pairs.append(((x, y), (x + across, y + up)))
    arrows(pen, pairs, look(pen).split(",")[0])


FAMILIES = (
    Family(
        "triangle",
        (
            "A right triangle with legs of unlike length",
            "An equilateral triangle",
            "A triangle with exactly two equal sides",
            "An obtuse triangle without equal sides",
            "An acute triangle without equal sides",
        ),
        triangle,
    ),
    Family(
        "quadrilateral",
        (
            "A square",
            "A rectangle that is no square",
            "A rhombus without right angles",
            "A parallelogram without equal neighboring sides or right angles",
            "A kite that is no rhombus",
            "A trapezoid with just one pair of parallel sides",
        ),
        quadrilateral,
    ),
    Family(
        "two-circles",
        (
            "Two circles that touch from outside",
            "Two circles that touch from inside",
            "Two concentric circles",
            "Two circles that cross in two points",
            "Two circles that lie apart",
            "A circle inside another, off its center and without touching it",
        ),
        circles,
    ),
    Family(
        "three-lines",
        (
            "Three lines through one point",
            "Three lines that bound a triangle",
            "Two parallel lines that are cut by a third",
            "Three parallel lines",
        ),
        lines,
    ),
    Family(
        "angle",
        ("An acute angle", "A right angle", "An obtuse angle", "A straight angle", "A reflex angle"),
        angle,
    ),
    Family(
        "motion",
        (
            "A figure and its mirror image",
            "A figure and itself turned",
            "A figure and itself moved without a turn",
            "A figure and itself in another size",
        ),
        motion,
    ),
    Family(
        "polygon",
        (
            "A regular polygon",
            "A convex polygon that is not regular",
            "A polygon with a dent that does not cross itself",
            "A polygon that crosses itself",
        ),
        corners,
    ),
    Family(
        "symmetry",
        (
            "Points that are mirrored across the vertical line",
            "Points that are mirrored across the horizontal line",
            "Points that are mirrored at the center",
            "Points without any symmetry",
        ),
        symmetry,
    ),
    Family(
        "field",
        (
            "A field that flows out of its center",
            "A field that flows into its center",
            "A field that turns around its center",
            "A field with a saddle point",
            "A field that is the same everywhere",
        ),
        field,
    ),
)
