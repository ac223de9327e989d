"""Figures that are computed: rosettes, spirals, springs, gears, tilings, by loops, pgfmath, plots and decorations."""

import math

from ..pen import Pen, coord, some
from ..recipe import Recipe


def rosette(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    leaves, color = pen.many(5, 16), pen.color()
    radius = pen.random.choice((1, 1.2, 1.5))
    pen.note()
    if pen.chance():
        pen.line(f"\\pgfmathsetmacro{{\\turn}}{{360/{leaves}}}")
        with pen.block(f"\\foreach \\i in {{1,...,{leaves}}}{{", "}"):
            pen.line(f"\\draw[{color.tex}, thick] (\\i*\\turn:{radius}) circle ({radius});")
    else:
        with pen.block(f"\\foreach \\i [evaluate=\\i as \\a using \\i*360/{leaves}] in {{1,...,{leaves}}}{{", "}"):
            pen.line(f"\\draw[{color.tex}, thick] (\\a:{radius}) circle ({radius});")
    dot = pen.color()
    pen.line(f"\\fill[{dot.tex}] (0,0) circle (3pt);")
    pen.things = "circle"
    pen.counted("large circles", leaves, "circle", stroke=color.hex)
    pen.shows(color, dot)
    others = [str(leaves + step) for step in (-2, -1, 1, 2)]
    pen.relation("common point", "How many of the large circles pass through the dot?", str(leaves), others)
    pen.says(
        f"{some(leaves, 'large circles')} in {color.words} outlines, all of one size, are set evenly around a point so "
        f"that every one of them passes through it; a small dot in {dot.words} marks it."
    )


def spiral(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    turns, color = pen.random.randint(2, 5), pen.color()
    step = pen.random.choice((0.3, 0.4, 0.5))
    sense = pen.random.choice((1, -1))
    pen.note()
    pen.line(
        f"\\draw[{color.tex}, thick, domain=0:{360 * turns}, samples={60 * turns}, smooth, variable=\\t] "
        f"plot ({{{'-' if sense < 0 else ''}\\t}}:{{{step}*\\t/360}});"
    )
    dot = pen.color()
    pen.line(f"\\fill[{dot.tex}] (0,0) circle (2pt);", f"\\fill[{dot.tex}] (0:{coord(step * turns)}) circle (2pt);")
    ways = ("Counterclockwise", "Clockwise", "It does not turn", "First one way, then the other")
    text = "Going outward along the curve, which way does it turn?"
    pen.relation("sense", text, ways[0 if sense > 0 else 1], ways)
    numbers = [str(turns + off) for off in (-1, 1, 2, 3)]
    pen.relation("turns", "How many full turns does the curve make between its dots?", str(turns), numbers)
    pen.counted("dots", 2, "circle", fill=dot.hex, varies=False)
    pen.things = "dot"
    pen.shows(color, dot)
    pen.says(
        f"A curve in {color.words} winds {some(turns, 'times')} outward from a dot, at equal distances between its "
        f"turns, {'counterclockwise' if sense > 0 else 'clockwise'}; it ends at a second dot to the right, and "
        f"both dots are {dot.words}."
    )


def springs(pen: Pen) -> None:
    pen.needs("decorations")
    number, wall, box = pen.many(2, 5), pen.color(), pen.color().tint(40)
    pen.note()
    pen.line(f"\\fill[{wall.tex}] (-0.3,-0.8) rectangle (0,0.8);")
    x = 0.0
    lengths = [pen.random.choice((1, 1.5, 2, 2.5, 3)) for _ in range(number)]
    for at, length in enumerate(lengths):
        pen.line(
            f"\\draw[decorate, decoration={{coil, aspect=0.5, segment length={pen.random.choice((2, 2.5, 3))}mm, "
            f"amplitude=2mm}}] ({coord(x)},0) -- ({coord(x + length)},0);",
            f"\\draw[fill={box.tex}] ({coord(x + length)},-0.4) rectangle ({coord(x + length + 0.8)},0.4) "
            f"node[midway] {{$m_{at + 1}$}};",
        )
        x += length + 0.8
        pen.position(f"$m_{at + 1}$", x - 0.4, 0)
    pen.names(*(f"$m_{at + 1}$" for at in range(number)))
    pen.counted("boxes", number, "rectangle", fill=box.hex)
    pen.things = "box"
    pen.shows(wall, box)
    if number > 3:
        pen.measure(
            "To the left of which box is the longest spring?",
            "To the left of which box is the shortest spring?",
            [(f"$m_{at + 1}$", length) for at, length in enumerate(lengths)],
        )
    pen.says(
        f"From a wall in {wall.words} on the left, {some(number, 'boxes')} in {box.words}, named m1 to m{number}, "
        "follow one another in a row, each on a coiled spring that starts at the box before it or, for the first one, "
        "at the wall.",
    )


def gear(pen: Pen) -> None:
    pen.needs("plain", "shapes")
    teeth, color = pen.many(6, 18), pen.color()
    inner, outer = pen.random.choice((1.4, 1.6, 1.8)), 2.1
    share = 360 / teeth
    pen.note()
    pen.line(f"\\pgfmathsetmacro{{\\step}}{{360/{teeth}}}")
    pen.line(
        f"\\draw[fill={color.tex}, thick] (0:{inner})",
        f"  \\foreach \\i in {{1,...,{teeth}}} {{",
        f"    -- ({{(\\i-1)*\\step}}:{outer}) -- ({{(\\i-0.5)*\\step}}:{outer})",
        f"    -- ({{(\\i-0.5)*\\step}}:{inner}) -- ({{\\i*\\step}}:{inner})",
        "  } -- cycle;",
    )
    hole, holes = pen.color(), pen.random.randint(3, 6)
    pen.line(f"\\foreach \\a in {{1,...,{holes}}} \\fill[{hole.tex}] (\\a*{coord(360 / holes)}:0.8) circle (0.2);")
    pen.counted("holes", holes, "circle", fill=hole.hex)
    pen.things = "hole"
    others = [str(teeth + off) for off in (-3, -2, 2, 3)]
    pen.relation("teeth", "How many teeth does the wheel have?", str(teeth), others)
    pen.relation(
        "angle",
        "Through what angle must the wheel be turned for each tooth to stand where the next one was?",
        f"{round(share, 1):g}°",
        [f"{round(360 / (teeth + off), 1):g}°" for off in (-3, -2, 2, 3)],
    )
    pen.shows(color, hole)
    pen.says(
        f"A gear wheel in {color.words} with {teeth} square teeth has {some(holes, 'round holes')} in {hole.words} set "
        "evenly around its middle."
    )


def tiling(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    rows, columns = pen.many(2, 5), pen.many(3, 7)
    light, dark = pen.color().tint(20), pen.color()
    odd = pen.random.randint(0, 1)
    pen.note()
    with (
        pen.block(f"\\foreach \\r in {{1,...,{rows}}} {{", "}"),
        pen.block(f"\\foreach \\c in {{1,...,{columns}}} {{", "}"),
    ):
        pen.line("\\pgfmathtruncatemacro{\\parity}{mod(\\r+\\c,2)}")
        pen.line(f"\\ifnum\\parity={odd}")
        pen.line(f"  \\fill[{dark.tex}] (\\c,-\\r) rectangle ++(0.9,0.9);")
        pen.line("\\else")
        pen.line(f"  \\fill[{light.tex}] (\\c,-\\r) rectangle ++(0.9,0.9);")
        pen.line("\\fi")
    filled = sum((row + column) % 2 == odd for row in range(1, rows + 1) for column in range(1, columns + 1))
    pen.counted("dark tiles", filled, "rectangle", fill=dark.hex)
    pen.counted("light tiles", rows * columns - filled, "rectangle", fill=light.hex)
    corner = dark.words if odd == 0 else light.words
    pen.relation(
        "corner",
        "Which tiles are in more than one corner of the pattern?",
        corners(rows, columns, odd),
        ("The dark ones only", "The light ones only", "Both sorts", "Neither sort"),
    )
    pen.things = "tile"
    pen.shows(light, dark)
    pen.says(
        f"Square tiles stand in {some(rows, 'rows')} of {columns} with narrow gaps, {dark.words} and {light.words} by "
        f"turns in both directions like a chessboard; the one in the upper left corner is {corner}."
    )


def corners(rows: int, columns: int, odd: int) -> str:
    """Return the answer to the question which tiles are in more than one corner."""
    dark = sum((row + column) % 2 == odd for row in (1, rows) for column in (1, columns))
    return {4: "The dark ones only", 2: "Both sorts", 0: "The light ones only"}[dark]


def helix(pen: Pen) -> None:
    pen.opening = "plain"
    turns, color = pen.random.randint(2, 5), pen.color()
    height = pen.random.choice((3, 4, 5))
    pen.sides.append("x={(0.9cm,-0.3cm)}, y={(0.7cm,0.35cm)}, z={(0cm,1cm)}")
    pen.note()
    for name, end in (("x", "(2,0,0)"), ("y", "(0,2,0)"), ("z", f"(0,0,{height + 1})")):
        pen.line(f"\\draw[->] (0,0,0) -- {end} node[pos=1.1] {{${name}$}};")
    pen.line(
        f"\\draw[{color.tex}, thick, domain=0:{360 * turns}, samples={40 * turns}, variable=\\t, smooth] "
        f"plot ({{cos(\\t)}},{{sin(\\t)}},{{{height}*\\t/{360 * turns}}});"
    )
    pen.names("$x$", "$y$", "$z$")
    others = [str(turns + off) for off in (-1, 1, 2, 3)]
    pen.relation("turns", "How many times does the curve go around the upright axis?", str(turns), others)
    pen.shows(color)
    pen.says(
        f"In three-dimensional axes x, y and z a screw line in {color.words} climbs around the upright z axis, "
        f"{some(turns, 'times')} round, up to the height {height}."
    )


def hexagons(pen: Pen) -> None:
    pen.needs("shapes")
    columns, rows = pen.many(2, 5), pen.many(2, 4)
    fill, marked = pen.color().tint(25), pen.color()
    size = 0.6
    chosen = (pen.random.randrange(columns), pen.random.randrange(rows))
    pen.preamble(
        "\\tikzset{pics/tile/.style n args={2}{code={\\node[regular polygon, regular polygon sides=6, draw, "
        "minimum size=12mm, inner sep=0pt, fill=#1] {#2};}}}"
    )
    pen.note()
    for column in range(columns):
        for row in range(rows):
            x = column * 1.5 * size
            y = -row * math.sqrt(3) * size - (column % 2) * math.sqrt(3) / 2 * size
            label = f"{chr(ord('A') + column)}{row + 1}"
            color = marked if (column, row) == chosen else fill
            pen.line(f"\\pic at ({coord(x)},{coord(y)}) {{tile={{{color.tex}}}{{{label}}}}};")
            pen.position(label, x, y)
    label = f"{chr(ord('A') + chosen[0])}{chosen[1] + 1}"
    pen.names(*(f"{chr(ord('A') + column)}{row + 1}" for column in range(columns) for row in range(rows)))
    pen.things = "cell"
    cells = [f"{chr(ord('A') + column)}{row + 1}" for column in range(columns) for row in range(rows)]
    pen.relation("marked", "Which cell is filled differently from all others?", label, cells)
    pen.shows(fill, marked)
    pen.says(
        f"Six-sided cells with flat tops form a honeycomb of {some(columns, 'columns')} of {rows} cells; every second "
        "column stands half a cell lower. A cell is named by the letter of its column and its number from the top.",
        f"They are {fill.words}, but for the cell {label}, which is {marked.words}.",
    )


def harmonics(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    number = pen.many(2, 5)
    colors = [pen.color() for _ in range(number)]
    pen.note()
    pen.line("\\draw[->] (-0.2,0) -- (6.6,0) node[right] {$x$};", "\\draw[->] (0,-1.6) -- (0,1.6) node[above] {$y$};")
    periods = pen.random.sample(range(1, 7), number)
    for color, period in zip(colors, periods, strict=True):
        pen.line(
            f"\\draw[{color.tex}, thick] plot[domain=0:6, samples=120, smooth] "
            f"(\\x,{{{pen.random.choice((1, 1.2, 1.4))}*sin({60 * period}*\\x)}});"
        )
    most = max(zip(periods, colors, strict=True), key=lambda pair: pair[0])[1]
    words = [color.words for color in colors]
    if number > 3:
        pen.relation(
            "frequency", "Which curve swings most often?", f"The {most.words} one", [f"The {w} one" for w in words]
        )
    pen.names("$x$", "$y$")
    pen.shows(*colors)
    swings = "; ".join(
        f"the {color.words} one makes {some(period, 'full swings')}"
        for color, period in zip(colors, periods, strict=True)
    )
    pen.says(
        f"{some(number, 'sine curves')} start where the axes x and y cross and run over the same length: {swings}."
    )


RECIPES = (
    Recipe("rosette", "Rosette of circles", "geometry", rosette),
    Recipe("spiral", "Spiral", "geometry", spiral),
    Recipe("springs", "Boxes on springs", "physics", springs, ("Pendulums",)),
    Recipe("gear", "Gear wheel", "engineering", gear),
    Recipe("tiling", "Chessboard pattern", "geometry", tiling, ("Heat map", "Matrix")),
    Recipe("helix", "Screw line in space", "plots", helix, ("Spiral",)),
    Recipe("hexagons", "Honeycomb", "geometry", hexagons),
    Recipe(
        "harmonics", "Sine curves of several frequencies", "plots", harmonics, ("Sine waves", "Graphs of functions")
    ),
)
