"""Numbers and points by their coordinates: number lines, the unit circle, vectors."""

import itertools
import math
from collections.abc import Sequence

from ..pen import Pen, coord, listed, some
from ..recipe import Recipe


def unit_circle(pen: Pen) -> None:
    pen.needs("geometry", "loaded")
    ring, ray = pen.ink(), pen.color()
    angles = sorted(pen.random.sample((30, 45, 60, 120, 135, 150, 210, 225, 240, 300, 315, 330), pen.many(1, 12)))
    radius = pen.random.choice((2, 2.5, 3))
    pen.sides.append(f"scale={radius}")
    pen.note()
    pen.line(
        "\\draw[->] (-1.3,0) -- (1.4,0) node[right] {$x$};",
        "\\draw[->] (0,-1.3) -- (0,1.4) node[above] {$y$};",
        f"\\draw[{ring.tex}, thick] (0,0) circle (1);",
    )
    pen.note()
    if pen.loops and len(angles) > 2:
        with pen.block(f"\\foreach \\a in {{{','.join(map(str, angles))}}} {{", "}"):
            pen.line(
                f"\\draw[{ray.tex}] (0,0) -- (\\a:1);",
                f"\\fill[{ray.tex}] (\\a:1) circle (0.03);",
                "\\node[font=\\scriptsize] at (\\a:1.17) {$\\a^\\circ$};",
            )
    else:
        for angle in angles:
            pen.line(
                f"\\draw[{ray.tex}] (0,0) -- ({angle}:1);",
                f"\\fill[{ray.tex}] ({angle}:1) circle (0.03);",
                f"\\node[font=\\scriptsize] at ({angle}:1.17) {{${angle}^\\circ$}};",
            )
    for angle in angles:
        pen.position(f"{angle}°", math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    quadrants = ("In the first quadrant", "In the second quadrant", "In the third quadrant", "In the fourth quadrant")
    angle = pen.random.choice(angles)
    pen.relation("quadrant", f"Where does the ray at {angle}° end?", quadrants[angle // 90], quadrants)
    pen.counted("marked points on the circle", len(angles), "circle", fill=ray.hex)
    pen.counted("rays from the center", len(angles), "line", stroke=ray.hex)
    pen.things = "point"
    pen.shows(ray)
    pen.names("$x$", "$y$")
    pen.says(
        f"A circle in {ring.words} of radius 1 is centered where the axes x and y cross.",
        f"{some(len(angles), 'rays')} in {ray.words} go from the center to dots on the circle at "
        + listed([f"{angle}°" for angle in angles])
        + "; the angles are written outside.",
    )


def number_line(pen: Pen) -> None:
    pen.needs("plain", "arrows")
    low = pen.random.randint(-8, 0)
    high = low + pen.many(6, 16)
    dot = pen.color()
    marks = sorted(pen.random.sample(range(2 * low + 1, 2 * high), pen.many(2, 8)))
    letters = "ABCDEFGHK"
    labels = pen.pick(letters, len(marks))
    unit = pen.random.choice((0.7, 0.8, 1))
    pen.line(f"\\draw[<->, thick] ({coord(unit * (low - 0.7))},0) -- ({coord(unit * (high + 0.7))},0);")
    pen.note()
    if pen.loops:
        pen.line(f"\\foreach \\i in {{{low},...,{high}}}")
        pen.line(f"  \\draw (\\i*{unit},0.1) -- (\\i*{unit},-0.1) node[below, font=\\small] {{$\\i$}};")
    else:
        pen.line(
            *(
                f"\\draw ({coord(unit * at)},0.1) -- ({coord(unit * at)},-0.1) node[below, font=\\small] {{${at}$}};"
                for at in range(low, high + 1)
            )
        )
    pen.note()
    for label, twice in zip(labels, marks, strict=True):
        pen.line(f"\\fill[{dot.tex}] ({coord(unit * twice / 2)},0) circle (2.5pt) node[above=2pt] {{${label}$}};")
        pen.relation(
            "value",
            f"At which number is the point {label}?",
            f"{twice / 2:g}",
            [f"{twice / 2 + step:g}" for step in (1, -1, 0.5, -0.5)],
        )
    pen.measure(
        "Which point stands for the largest number?",
        "Which point stands for the smallest number?",
        [(label, twice / 2) for label, twice in zip(labels, marks, strict=True)],
    )
    pen.measure(
        "Which point is farthest from zero?",
        "Which point is nearest to zero?",
        [(label, abs(twice / 2)) for label, twice in zip(labels, marks, strict=True)],
    )
    pen.counted("marked points", len(marks), "circle", fill=dot.hex)
    pen.shows(dot)
    pen.names(*labels)
    pen.says(
        f"A horizontal line with arrow tips at both ends has ticks at the whole numbers from {low} to {high}, "
        f"written below.",
        f"Dots in {dot.words} mark "
        + listed([f"{label} at {twice / 2:g}" for label, twice in zip(labels, marks, strict=True)])
        + ".",
    )


def coordinate_points(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    reach = pen.random.choice((4, 5, 6))
    labels = pen.pick("ABCDEFGHKLMPQRST", pen.many(2, 12))
    spots = pen.random.sample(
        [(x, y) for x in range(-reach + 1, reach) for y in range(-reach + 1, reach) if x and y], len(labels)
    )
    dot = pen.color()
    pen.sides.append(f"scale={pen.random.choice((0.5, 0.6, 0.7))}")
    pen.note()
    pen.line(
        f"\\draw[gray!30] (-{reach},-{reach}) grid ({reach},{reach});",
        f"\\draw[->, thick] (-{reach}.4,0) -- ({reach}.6,0) node[right] {{$x$}};",
        f"\\draw[->, thick] (0,-{reach}.4) -- (0,{reach}.6) node[above] {{$y$}};",
    )
    pen.note()
    for label, (x, y) in zip(labels, spots, strict=True):
        pen.line(f"\\fill[{dot.tex}] ({x},{y}) circle (3pt) node[above right] {{${label}$}};")
        pen.position(label, x, y)
    one = pen.random.randrange(len(labels))
    x, y = spots[one]
    pen.relation(
        "coordinates",
        f"What are the coordinates of {labels[one]}?",
        f"({x}, {y})",
        [f"({y}, {x})", f"({-x}, {y})", f"({x}, {-y})", f"({-x}, {-y})", f"({x + 1}, {y})"],
    )
    pen.measure(
        "Which point is farthest from the origin?",
        "Which point is nearest to the origin?",
        [(label, math.dist(spot, (0, 0))) for label, spot in zip(labels, spots, strict=True)],
    )
    pen.measure(
        "Which point is the highest?",
        "Which point is the lowest?",
        [(label, spot[1]) for label, spot in zip(labels, spots, strict=True)],
    )
    pen.counted("marked points", len(labels), "circle", fill=dot.hex)
    pen.things = "point"
    pen.shows(dot)
    pen.names(*labels, "$x$", "$y$")
    pen.says(
        f"Over a light gray grid with the axes x and y, from -{reach} to {reach} each, there are dots in "
        f"{dot.words} at "
        + listed([f"{label} = ({x}, {y})" for label, (x, y) in zip(labels, spots, strict=True)])
        + "."
    )


def vector_sum(pen: Pen) -> None:
    pen.needs("arrows", "geometry")
    reach = (-2, -1, 1, 2, 3)
    steps: list[tuple[int, int]] = []
    for _ in range(pen.many(2, 8)):
        steps.append(pen.random.choice([step for step in itertools.product(reach, reach) if _turns(steps, step)]))
    single, total = pen.color(), pen.color()
    if sum(x for x, _ in steps) == sum(y for _, y in steps) == 0:
        steps.append((2, 1) if _turns(steps, (2, 1)) else (1, 2))
    letters = "abcdefghk"
    at = (0, 0)
    pen.note()
    for letter, (x, y) in zip(letters, steps, strict=False):
        after = at[0] + x, at[1] + y
        pen.line(
            f"\\draw[->, thick, {single.tex}] ({at[0]},{at[1]}) -- ({after[0]},{after[1]}) node[midway, above, "
            f"sloped] {{$\\vec{{{letter}}}$}};"
        )
        at = after
    pen.note()
    pen.line(
        f"\\draw[->, very thick, {total.tex}, dashed] (0,0) -- ({at[0]},{at[1]}) node[midway, below, sloped] "
        f"{{$\\vec{{s}}$}};"
    )
    if pen.chance():
        low_x, low_y = min(0, at[0]) - 3, min(0, at[1]) - 3
        pen.line(f"\\draw[help lines, gray!20] ({low_x},{low_y}) grid ({max(0, at[0]) + 3},{max(0, at[1]) + 3});")
    pen.counted(f"arrows in {single.words}", len(steps), "line", stroke=single.hex)
    pen.measure(
        "Which vector is the longest?",
        "Which vector is the shortest?",
        [(letter, math.hypot(*step)) for letter, step in zip(letters, steps, strict=False)],
    )
    x, y = steps[0]
    way = {
        (True, True): "Up and to the right",
        (True, False): "Down and to the right",
        (False, True): "Up and to the left",
        (False, False): "Down and to the left",
    }
    pen.relation("direction", "In which direction does the vector a point?", way[x > 0, y > 0], list(way.values()))
    pen.shows(single, total)
    pen.names(*letters[: len(steps)], "s")
    pen.says(
        f"{some(len(steps), 'arrows')} in {single.words} are put tip to tail from the origin: "
        + listed([f"{letter} = ({x}, {y})" for letter, (x, y) in zip(letters, steps, strict=False)])
        + ".",
        f"A dashed, very thick arrow s in {total.words} goes from the origin to ({at[0]}, {at[1]}).",
    )


def _turns(steps: Sequence[tuple[int, int]], step: tuple[int, int]) -> bool:
    """Return whether a step leaves the line of the previous step. On that line, one arrow would hide the other."""
    return not steps or steps[-1][0] * step[1] != steps[-1][1] * step[0]


RECIPES = (
    Recipe("unit-circle", "Unit circle", "geometry", unit_circle),
    Recipe("number-line", "Number line", "geometry", number_line),
    Recipe("coordinate-points", "Points in the coordinate plane", "geometry", coordinate_points, ("Scatter plot",)),
    Recipe("vector-sum", "Sum of vectors", "geometry", vector_sum),
)
