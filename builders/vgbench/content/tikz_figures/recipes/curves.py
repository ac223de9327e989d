"""Curves, fields and fractals, most of them drawn in loops."""

import math

from ..pen import Pen, coord, listed, some
from ..recipe import Recipe

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


def vector_field(pen: Pen) -> None:
    pen.needs("plain", "loaded", "arrows")
    fields = (
        ("-\\y", "\\x", "counterclockwise around the origin", lambda x, y: (-y, x)),
        ("\\y", "-\\x", "clockwise around the origin", lambda x, y: (y, -x)),
        ("\\x", "\\y", "away from the origin", lambda x, y: (x, y)),
        ("-\\x", "-\\y", "toward the origin", lambda x, y: (-x, -y)),
        ("1", "0.3*\\x", "to the right everywhere", lambda x, y: (1, 0.3 * x)),
        ("0.3*\\y", "-1", "downward everywhere", lambda x, y: (0.3 * y, -1)),
    )
    right, up, words, field = pen.random.choice(fields)
    reach = pen.random.choice((2, 3))
    arrow = pen.color()
    scale = pen.random.choice((0.2, 0.22, 0.25))
    axes = pen.chance(0.7)
    if axes:
        pen.note()
        pen.line(f"\\draw[gray] (-{reach}.5,0) -- ({reach}.5,0);", f"\\draw[gray] (0,-{reach}.5) -- (0,{reach}.5);")
    pen.note()
    grid = [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1) if (x, y) != (0, 0)]
    if pen.loops:
        span = f"{{-{reach},...,{reach}}}"
        with pen.block(f"\\foreach \\x in {span}", ""), pen.block(f"\\foreach \\y in {span}", ""):
            pen.line(f"\\draw[->, {arrow.tex}] (\\x,\\y) -- ++({{{scale}*({right})}},{{{scale}*({up})}});")
    else:
        for x, y in grid:
            one, other = field(x, y)
            pen.line(f"\\draw[->, {arrow.tex}] ({x},{y}) -- ++({coord(scale * one)},{coord(scale * other)});")
    pen.relation("sense", "How do the arrows run?", words.capitalize(), [field[2].capitalize() for field in fields])
    pen.shows(arrow)
    pen.says(
        f"Arrows in {arrow.words} start at the points of a square grid from -{reach} to {reach}; they point {words}"
        + (", and grow with the distance from the middle." if "origin" in words else "."),
        "Gray axes cross in the middle." if axes else "No axes are drawn.",
    )


def rose_curve(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    petals = pen.random.choice((3, 5, 7, 4, 8))
    factor = petals if petals % 2 else petals // 2
    line = pen.color()
    size = pen.random.choice((2, 2.5, 3))
    rings = pen.many(0, 4)
    if rings:
        pen.note()
        for at in range(1, rings + 1):
            pen.line(f"\\draw[gray!40] (0,0) circle ({coord(size * at / rings)});")
    pen.note()
    if pen.loops or pen.fullness < 0.5:
        pen.line(
            f"\\draw[{line.tex}, thick, domain=0:360, samples=200, smooth, variable=\\t] plot "
            f"({{{size}*cos({factor}*\\t)*cos(\\t)}},{{{size}*cos({factor}*\\t)*sin(\\t)}});"
        )
    else:
        pen.line(f"\\draw[{line.tex}, thick] plot[smooth] coordinates {{")
        for start in range(0, 361, 12):
            spots = []
            for angle in range(start, min(start + 12, 361), 4):
                turn = math.radians(angle)
                radius = size * math.cos(factor * turn)
                spots.append(f"({radius * math.cos(turn):.3f},{radius * math.sin(turn):.3f})")
            pen.line("  " + " ".join(spots))
        pen.line("};")
    if rings:
        pen.counted("gray circles", rings, "circle", stroke="#cccccc")
    pen.relation(
        "petals",
        "How many petals does the curve have?",
        str(petals),
        [str(other) for other in (3, 4, 5, 6, 7, 8, 2) if other != petals],
    )
    pen.shows(line)
    pen.says(
        f"A thick closed curve in {line.words} forms a flower with {petals} equal petals around the origin, each "
        f"{size:g} units long.",
        f"{some(rings, 'light gray circles')} around the origin lie behind it."
        if rings
        else "No circles lie behind it.",
    )


def _split(corners: Corners) -> list[Corners]:
    a, b, c = corners
    ab, bc, ca = ((one[0] + other[0], one[1] + other[1]) for one, other in ((a, b), (b, c), (c, a)))
    ab, bc, ca = ((x / 2, y / 2) for x, y in (ab, bc, ca))
    return [(a, ab, ca), (ab, b, bc), (ca, bc, c)]


def fractal(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    depth = pen.random.choice((1, 2, 3)) if not pen.loops and pen.fullness > 0.5 else pen.random.choice((1, 2))
    size = float(pen.random.choice((4, 5, 6)))
    fill = pen.color()
    height = size * math.sqrt(3) / 2
    triangles = [((0.0, 0.0), (size, 0.0), (size / 2, height))]
    for _ in range(depth):
        triangles = [smaller for corners in triangles for smaller in _split(corners)]
    pen.note()
    for corners in triangles:
        pen.line(f"\\fill[{fill.tex}] " + " -- ".join(f"({x:.3f},{y:.3f})" for x, y in corners) + " -- cycle;")
    outline = pen.chance()
    if outline:
        pen.line(f"\\draw[thick] (0,0) -- ({coord(size)},0) -- ({coord(size / 2)},{height:.3f}) -- cycle;")
    pen.counted("filled triangles", len(triangles), "triangle", fill=fill.hex)
    pen.relation(
        "step",
        "Into how many filled triangles has the first one been cut?",
        str(len(triangles)),
        [str(other) for other in (1, 3, 9, 27, 4, 12) if other != len(triangles)],
    )
    pen.shows(fill)
    pen.says(
        f"An upright triangle with equal sides of {size:g} units is divided {some(depth, 'times')}; each time the "
        f"middle of every filled "
        "triangle is left white.",
        f"{len(triangles)} small upright triangles in {fill.words} are left"
        + (", and a thick black outline surrounds all." if outline else "."),
    )


def waves(pen: Pen) -> None:
    pen.needs("plain", "decorations")
    number = pen.many(1, 5)
    hues = [pen.color() for _ in range(number)]
    length = pen.random.choice((6, 7, 8))
    shapes = [(pen.random.choice((0.5, 0.8, 1)), pen.random.choice((1, 2, 3, 4))) for _ in range(number)]
    pen.note()
    for row, (hue, (height, periods)) in enumerate(zip(hues, shapes, strict=True)):
        base = -2.5 * row
        pen.note()
        pen.line(f"\\draw[->] (0,{coord(base)}) -- ({length + 0.6:g},{coord(base)}) node[right] {{$t_{row + 1}$}};")
        if pen.loops or pen.fullness < 0.4:
            pen.line(
                f"\\draw[{hue.tex}, thick, domain=0:{length}, samples=120, smooth] plot "
                f"(\\x,{{{coord(base)}+{height}*sin(360*{periods}*\\x/{length})}});"
            )
        else:
            steps = 48
            pen.line(f"\\draw[{hue.tex}, thick] plot[smooth] coordinates {{")
            for start in range(0, steps + 1, 6):
                spots = [
                    f"({length * at / steps:.3f},{base + height * math.sin(2 * math.pi * periods * at / steps):.3f})"
                    for at in range(start, min(start + 6, steps + 1))
                ]
                pen.line("  " + " ".join(spots))
            pen.line("};")
        pen.position(f"the {hue.words} wave", length / 2, base)
    row = pen.random.randrange(number)
    pen.relation(
        "periods",
        f"How many full periods of the {hues[row].words} wave are drawn?",
        str(shapes[row][1]),
        [str(other) for other in (1, 2, 3, 4, 5, 6) if other != shapes[row][1]],
    )
    if number > 3:
        pen.measure(
            "Which wave has the most periods?",
            "",
            [(hue.words, float(shape[1])) for hue, shape in zip(hues, shapes, strict=True)],
        )
        pen.measure(
            "Which wave has the greatest height?",
            "",
            [(hue.words, shape[0]) for hue, shape in zip(hues, shapes, strict=True)],
        )
    pen.things = "wave"
    pen.shows(*hues)
    pen.names(*(f"$t_{row + 1}$" for row in range(number)))
    pen.says(
        f"{some(number, 'sine waves')} of the same length run along horizontal arrows, labeled "
        f"{listed([f't{row + 1}' for row in range(number)])} at their tips, one below the other: "
        + listed(
            [
                f"{hue.words} with {some(periods, 'periods')} and the height {height:g}"
                for hue, (height, periods) in zip(hues, shapes, strict=True)
            ]
        )
        + "."
    )


RECIPES = (
    Recipe("vector-field", "Vector field", "physics", vector_field),
    Recipe("rose-curve", "Rose curve", "plots", rose_curve),
    Recipe("fractal", "Fractal triangle", "geometry", fractal),
    Recipe("waves", "Sine waves", "physics", waves, ("Graphs of functions", "Digital timing diagram")),
)
