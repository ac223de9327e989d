"""Concepts of plane geometry: kinds of triangles and quadrilaterals, positions of circles and lines, and motions."""

import itertools
import math

from ..pen import Pen
from .family import Family, Leader, Spot, arrows, at, lead, leader, placed, polygon, turned
from .points import dots


def look(pen: Pen) -> str:
    """Return options for an outline."""
    color, width = pen.color(), pen.random.choice(("thick", "very thick", "line width=1pt"))
    return f"{color.tex}, {width}" + (f", fill={color.tint(15).tex}" if pen.chance(0.4) else "")


def outlined(pen: Pen, spots: list[Spot]) -> None:
    """Write a polygon at a random position, and common additions: a letter, a brace along a side, marked angles."""
    spots = placed(pen, spots)
    options = look(pen)
    if pen.chance(0.12):
        pen.library("decorations.pathmorphing")
        options += ", decorate, decoration={random steps, segment length=2.5mm, amplitude=0.4pt}"
    polygon(pen, spots, options)
    extra = pen.random.choices(("letter", "brace", "angles", "none"), (45, 20, 15, 20))[0]
    start, end = outer_side(pen, spots)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    normal = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) + 90
    if extra == "letter":
        goal = ""
        if pen.chance(0.6):
            pen.library("calc")
            goal = f"($({at(start)[1:-1]})!0.5!({at(end)[1:-1]})$)"
        lead(pen, leader(pen, middle, normal), goal=goal)
    elif extra == "brace":
        pen.library("decorations.pathreplacing")
        size = pen.random.choice((4, 5, 6))
        label = turned([(0.4 + size / 28, 0)], normal, 1, *middle)[0]
        pen.line(
            f"\\draw[decorate, decoration={{brace, amplitude={size}pt, raise=3pt}}] {at(start)} -- {at(end)};",
            f"\\node at {at(label)} {{{pen.letter(pen.random.choice('abcds'))}}};",
        )
    elif extra == "angles":
        pen.library("angles")
        pen.line(*(f"\\coordinate (P{number}) at {at(spot)};" for number, spot in enumerate(spots)))
        size, color = pen.random.choice((3, 4)), pen.random.choice(("black", "gray", "black!60"))
        is_mirrored = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(spots, spots[1:] + spots[:1], strict=True)) < 0
        step = -1 if is_mirrored else 1
        for number in sorted(pen.random.sample(range(len(spots)), pen.random.randint(1, 2))):
            before, after = (number - step) % len(spots), (number + step) % len(spots)
            pen.line(f"\\pic[draw={color}, angle radius={size}mm] {{angle = P{after}--P{number}--P{before}}};")


def outer_side(pen: Pen, spots: list[Spot]) -> tuple[Spot, Spot]:
    """Return the ends of the side with the most other corners on its right."""

    def on_right(one: Spot, other: Spot) -> int:
        return sum((other[0] - one[0]) * (y - one[1]) < (other[1] - one[1]) * (x - one[0]) - 1e-9 for x, y in spots)

    sides = [(spots[at - 1], spots[at]) for at in range(len(spots))]
    sides += [(end, start) for start, end in sides]
    most = max(on_right(*side) for side in sides)
    return pen.random.choice([side for side in sides if on_right(*side) == most])


def triangle(pen: Pen, index: int) -> None:
    base = 3.0
    if index == 0:  # right-angled, with legs of clearly different lengths
        spots = [(0.0, 0.0), (base, 0.0), (0.0, base * pen.random.uniform(0.45, 0.75))]
    elif index == 1:
        spots = [(0.0, 0.0), (base, 0.0), (base / 2, base * math.sqrt(3) / 2)]
    elif index == 2:
        spots = [(0.0, 0.0), (base, 0.0), (base / 2, base * pen.random.choice((0.28, 0.32, 1.3, 1.6, 1.9)))]
    elif index == 3:
        spots = [(0.0, 0.0), (base, 0.0), (-base * pen.random.uniform(0.25, 0.5), base * pen.random.uniform(0.5, 0.7))]
    else:
        spots = [(0.0, 0.0), (base, 0.0), (base * pen.random.uniform(0.3, 0.34), base * pen.random.uniform(0.6, 0.63))]
    outlined(pen, spots)


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
    outlined(pen, spots)


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
        if pen.chance(0.3):
            away = math.degrees(math.atan2(one[1] - other[1], one[0] - other[0])) + (0 if (x, y) == one else 180)
            away += pen.random.choice((-70, -50, 50, 70))
            lead(pen, leader(pen, turned([(radius, 0)], away, 1, x, y)[0], away))


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
    if pen.chance(0.25):
        pen.library("decorations.markings")
        tip, spot = pen.random.choice((">", "stealth", "latex")), pen.random.choice((0.2, 0.85, 0.9))
        mark = f"mark=at position {spot} with {{\\arrow{{{tip}}}}}"
        options = pen.style(f"{options}, postaction={{decorate}}, decoration={{markings, {mark}}}")
    members = [turned(ends, angle, 1, x, y) for ends in pen.random.sample(chosen, 3)]
    for one, other in members:
        pen.line(f"\\draw[{options}] {at(one)} -- {at(other)};")
    if pen.chance(0.4):
        named(pen, members)


def named(pen: Pen, members: list[list[Spot]]) -> None:
    """Label lines with letters that do not overlap, each with a leader to a point near the line's end."""
    turn, far = pen.random.choice((-30, -20, 20, 30)), pen.random.uniform(0.7, 0.9)
    choices = []
    for ends in itertools.product((0, 1), repeat=len(members)):
        leaders = []
        for member, end in zip(members, ends, strict=True):
            (x, y), (u, v) = member[1 - end], member[end]
            away = math.degrees(math.atan2(v - y, u - x))
            leaders.append(Leader((0.94 * u + 0.06 * x, 0.94 * v + 0.06 * y), away, turn, far))
        gaps = [math.dist(one.label, other.label) for one, other in itertools.combinations(leaders, 2)]
        choices.append((min(gaps), leaders))
    for name, line in zip("ghk", max(choices, key=lambda choice: choice[0])[1], strict=True):
        lead(pen, line, name)


def angle(pen: Pen, index: int) -> None:
    size = pen.random.choice((range(25, 70), (90,), range(110, 160), (180,), range(215, 325))[index])
    start = pen.random.randrange(0, 360, 5)
    x, y = pen.random.randint(-2, 2), pen.random.randint(-2, 2)
    options = look(pen).split(", fill")[0]
    long = pen.random.uniform(2.2, 3.2)
    first, second = str(start), str(start + size)
    if pen.chance(0.4):
        first = pen.constant(("a", "first", "begin", "alpha"), start)
        second = f"{{{first}+{size}}}"
    tip = pen.random.choice(("->", "-stealth", "-latex"))
    pen.line(
        f"\\draw[{options}] ({x},{y}) -- +({first}:{long:.2f});",
        f"\\draw[{options}] ({x},{y}) -- +({second}:{long:.2f});",
    )
    if pen.chance(0.4):
        pen.library("angles")
        pen.line(
            f"\\path ({x},{y}) coordinate (V) +({first}:1) coordinate (S) +({second}:1) coordinate (T);",
            f"\\pic[draw, {tip}, angle radius={pen.random.choice((7, 8, 9))}mm] {{angle = S--V--T}};",
        )
    else:
        pen.line(f"\\draw[{tip}] ({x},{y}) ++({first}:0.8) arc[start angle={first}, end angle={second}, radius=0.8];")
    half = math.radians(start + size / 2)
    if pen.chance(0.35):
        goal = x + math.cos(half), y + math.sin(half)
        name = pen.random.choice(("\\alpha", "\\theta", "w"))
        lead(
            pen,
            Leader(goal, math.degrees(half), 0, pen.random.uniform(1.3, 1.6)),
            name,
            pen.random.choice((12, 16, 20)),
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
    ends = []
    for spots in pen.random.sample([flag, image], 2):
        drawn = turned(spots, turn, 1, x, y)
        polygon(pen, drawn, look(pen))
        ends.append((sum(x for x, _ in drawn) / len(drawn), sum(y for _, y in drawn) / len(drawn)))
    if pen.chance(0.5):
        bend = f"to[bend {pen.random.choice(('left', 'right'))}={pen.random.choice((25, 30, 40))}]"
        options = pen.random.choice(("gray, dashed", "black!60, thick", "gray, densely dotted, thick", "black!50"))
        tip = pen.random.choice(("->", "-latex", "-stealth"))
        pen.line(f"\\draw[{tip}, {options}] {at(ends[0])} {bend} {at(ends[1])};")


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
    outlined(pen, spots)


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
    color = look(pen).split(",")[0]
    if pen.chance(0.3):
        pen.library("decorations.markings")
        where, tip = pen.random.choice((0.5, 0.6)), pen.random.choice((">", "stealth"))
        mark = f"mark=at position {where} with {{\\arrow{{{tip}}}}}"
        pen.sides.append(f"along/.style={{postaction={{decorate}}, decoration={{markings, {mark}}}}}")
        arrows(pen, pairs, f"{color}, along", tip="-")
    else:
        arrows(pen, pairs, color)


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
            "A rectangle that is not a square",
            "A rhombus without right angles",
            "A parallelogram without equal neighboring sides or right angles",
            "A kite that is not a rhombus",
            "A trapezoid with just one pair of parallel sides",
        ),
        quadrilateral,
    ),
    Family(
        "two-circles",
        (
            "Two circles that touch from outside",
            "Two circles, one of which touches the other from inside",
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
            "Points that are mirrored through the center",
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
