"""Bodies and planes in space: nets, stacks, canvas planes, rotated coordinates."""

from ...pen import Pen, coord, number, some
from ...recipe import Recipe

NETS = (
    ((0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (1, 2)),
    ((0, 1), (1, 1), (2, 1), (3, 1), (0, 0), (0, 2)),
    ((0, 1), (1, 1), (2, 1), (3, 1), (0, 0), (2, 2)),
    ((0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (3, 0)),
    ((0, 1), (1, 1), (2, 1), (3, 1), (2, 0), (1, 2)),
)


def net(pen: Pen) -> None:
    """A cube unfolded."""
    pen.needs("plain", "loaded", "matrix")
    squares: tuple[tuple[int, int], ...] = pen.random.choice(NETS)
    if pen.chance():
        squares = tuple((y, x) for x, y in squares)
    side = pen.random.choice((1.0, 1.2, 1.4))
    plain, marked = pen.color().tint(25), pen.color()
    labels = pen.random.choice(("123456", "ABCDEF", "PQRSTU"))
    special = pen.random.randrange(6)
    macro = pen.constant(("a", "s", "side", "w"), side)
    pen.note()
    if pen.loops:
        x, y, name = pen.variable(), pen.variable(), pen.variable()
        members = ", ".join(f"{one}/{other}/{label}" for (one, other), label in zip(squares, labels, strict=True))
        pen.line(f"\\foreach {x}/{y}/{name} in {{{members}}}{{")
        pen.line(f"  \\draw[fill={plain.tex}] ({x}*{macro},{y}*{macro}) rectangle +({macro},{macro});")
        pen.line(f"  \\node at ({{({x}+0.5)*{macro}}},{{({y}+0.5)*{macro}}}) {{{name}}};", "}")
        one, other = squares[special]
        pen.line(f"\\fill[{marked.tex}] ({coord(one * side + 0.12)},{coord(other * side + 0.12)}) circle (2.5pt);")
    else:
        for at, ((one, other), label) in enumerate(zip(squares, labels, strict=True)):
            pen.line(
                f"\\draw[fill={plain.tex}] ({coord(one * side)},{coord(other * side)}) rectangle +({macro},{macro}) "
                f"node[midway] {{{label}}};"
            )
            if at == special:
                pen.line(
                    f"\\fill[{marked.tex}] ({coord(one * side + 0.12)},{coord(other * side + 0.12)}) circle (2.5pt);"
                )
    for (one, other), label in zip(squares, labels, strict=True):
        pen.position(label, (one + 0.5) * side, (other + 0.5) * side)
    pen.names(*labels)
    pen.counted("squares", 6, "rectangle", fill=plain.hex, varies=False)
    pen.counted("dots", 1, "circle", fill=marked.hex, varies=False)
    opposite = _opposite(squares)
    first = pen.random.randrange(6)
    pen.relation(
        "opposite",
        f"The figure is folded up: which square comes to lie opposite to {labels[first]}?",
        labels[opposite[first]],
        [label for label in labels if label != labels[first]],
    )
    pen.relation("dot", "Which square has a dot in its corner?", labels[special], labels)
    pen.things = "square"
    pen.shows(plain, marked)
    where = "; ".join(
        f"{label} in column {one + 1}, row {other + 1}" for (one, other), label in zip(squares, labels, strict=True)
    )
    pen.says(
        f"Six equal squares in {plain.words} hang together by their edges so that they fold into a cube; columns are "
        f"counted from the left, rows from the bottom: {where}.",
        f"In the lower left corner of {labels[special]} is a small dot in {marked.words}.",
    )


def _opposite(squares: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Return for each square of a net the opposite one after folding."""
    normals: dict[int, tuple[int, int, int]] = {}

    def roll(at: int, frame: tuple[tuple[int, int, int], ...]) -> None:
        right, up, out = frame
        normals[at] = out
        back = tuple(-value for value in out)
        x, y = squares[at]
        turned = {
            (1, 0): (back, up, right),
            (-1, 0): (out, up, tuple(-value for value in right)),
            (0, 1): (right, back, up),
            (0, -1): (right, out, tuple(-value for value in up)),
        }
        for (dx, dy), following in turned.items():
            if (x + dx, y + dy) in squares and (there := squares.index((x + dx, y + dy))) not in normals:
                roll(there, following)  # type: ignore[arg-type]

    roll(0, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    return {
        at: next(other for other, second in normals.items() if all(a == -b for a, b in zip(first, second, strict=True)))
        for at, first in normals.items()
    }


def cubes(pen: Pen) -> None:
    """Towers of unit cubes on a grid, painted from the back."""
    pen.needs("plain", "planes")
    wide, deep = pen.many(2, 4), pen.random.randint(1, 3)
    # No tower is higher than a tower behind it, so that every top is visible.
    heights = [
        sorted((pen.random.randint(1, 2 + round(2 * pen.fullness)) for _ in range(deep)), reverse=True)
        for _ in range(wide)
    ]
    top, front, side = (pen.color().tint(percent) for percent in (20, 55, 80))
    pen.preamble(
        "\\tikzset{pics/unit/.style={code={\n"
        f"  \\draw[fill={front.tex}] (0,0) rectangle (1,1);\n"
        f"  \\draw[fill={top.tex}] (0,1) -- (0.4,1.3) -- (1.4,1.3) -- (1,1) -- cycle;\n"
        f"  \\draw[fill={side.tex}] (1,0) -- (1.4,0.3) -- (1.4,1.3) -- (1,1) -- cycle;\n"
        "}}}"
    )
    for color in (top, front, side):
        pen.using(color)
    pen.note()
    at = pen.variable()
    total = 0
    for row in range(deep):
        for column in range(wide):
            high = heights[column][row]
            total += high
            x, y = column + 0.4 * (deep - 1 - row), 0.3 * (deep - 1 - row)
            if high > 1:
                pen.line(f"\\foreach {at} in {{0,...,{high - 1}}} \\pic at ({coord(x)},{coord(y)}+{at}) {{unit}};")
            else:
                pen.line(f"\\pic at ({coord(x)},{coord(y)}) {{unit}};")
    pen.numeric("cubes", "How many cubes stand in all, if no place under a cube is empty?", total, (-2, -1, 1, 2))
    tallest = max(max(column) for column in heights)
    pen.numeric("height", "How many cubes high is the highest tower?", tallest, (-1, 1, 2, 3))
    pen.shows(top, front, side)
    rows = "; ".join(
        f"column {number(at + 1)} has towers of {', '.join(map(str, column))}" for at, column in enumerate(heights)
    )
    pen.says(
        f"Unit cubes with tops in {top.words}, fronts in {front.words} and right sides in {side.words} are stacked in "
        f"slanted view, {number(wide)} columns from left to right and {some(deep, 'places')} deep.",
        f"From the back to the front, {rows}.",
    )


def spherical(pen: Pen) -> None:
    pen.needs("space")
    theta, phi = pen.random.choice((30, 35, 40, 45)), pen.random.choice((35, 50, 60, 65))
    point, helper = pen.color(), pen.color()
    name = pen.random.choice("PQRABMS")
    pen.preamble(f"\\tdplotsetmaincoords{{{pen.random.choice((60, 65, 70))}}}{{{pen.random.choice((105, 110, 115))}}}")
    pen.sides.append("tdplot_main_coords, scale=1.2")
    pen.note()
    pen.line(f"\\tdplotsetcoord{{{name}}}{{2.4}}{{{theta}}}{{{phi}}}")
    for axis, end, side in (
        ("x", "(2.4,0,0)", "anchor=north east"),
        ("y", "(0,2.4,0)", "anchor=north west"),
        ("z", "(0,0,2.6)", "anchor=south"),
    ):
        pen.line(f"\\draw[->] (0,0,0) -- {end} node[{side}] {{${axis}$}};")
    pen.line(
        f"\\draw[{point.tex}, very thick, -latex] (0,0,0) -- ({name}) node[above right, black] {{{pen.letter(name)}}};",
        f"\\draw[{helper.tex}, dashed] (0,0,0) -- ({name}xy) -- ({name});",
    )
    full = pen.chance(0.6)
    if full:
        pen.line(
            f"\\draw[{helper.tex}, dashed] ({name}xy) -- ({name}x);",
            f"\\draw[{helper.tex}, dashed] ({name}xy) -- ({name}y);",
        )
    pen.line(
        f"\\tdplotdrawarc{{(0,0,0)}}{{0.7}}{{0}}{{{phi}}}{{anchor=north}}{{$\\varphi$}}",
        f"\\tdplotsetthetaplanecoords{{{phi}}}",
        f"\\tdplotdrawarc[tdplot_rotated_coords]{{(0,0,0)}}{{0.9}}{{0}}{{{theta}}}{{anchor=south "
        f"west}}{{$\\vartheta$}}",
    )
    for axis, across, up in (("x", -1.5, -1.9), ("y", 2.4, -0.6), ("z", 0, 2.4)):
        pen.position(axis, across, up)
    pen.things = "letter"
    pen.names("$x$", "$y$", "$z$", name)
    pen.shows(point, helper)
    pen.says(
        f"Three black axes x, y and z meet in one point, z upright; a thick arrow in {point.words} runs from "
        f"there up to {name}.",
        f"Dashed lines in {helper.words} show the arrow's shadow on the ground and the way up from its end to {name}"
        + (", and lead from there to the axes x and y" if full else "")
        + f". An arc φ of {phi} degrees on the ground goes from x to the shadow, an arc ϑ of {theta} degrees "
        f"from z to the arrow.",
    )


def planes(pen: Pen) -> None:
    """Translucent planes drawn on canvases of the library 3d."""
    pen.needs("planes")
    count = pen.random.randint(2, 4)
    hues = [pen.color() for _ in range(count)]
    gap = pen.random.choice((0.9, 1.1, 1.3))
    names = pen.pick("ABCDEFGHKLMN", count)
    pen.sides.append(
        pen.random.choice(
            (
                "x={(1cm,-0.2cm)}, y={(0.6cm,0.5cm)}, z={(0cm,1cm)}",
                "x={(0.9cm,-0.35cm)}, y={(0.8cm,0.4cm)}, z={(0cm,1cm)}",
            )
        )
    )
    pen.note()
    opacity = pen.random.choice((0.3, 0.4, 0.5))
    for at, (name, hue) in enumerate(zip(names, hues, strict=True)):
        with pen.block(f"\\begin{{scope}}[canvas is xy plane at z={coord(at * gap)}]", "\\end{scope}"):
            pen.line(f"\\draw[{hue.tex}, fill={hue.tex}, fill opacity={opacity}] (0,0) rectangle (3,3);")
            if pen.chance(0.4):
                pen.line("\\draw[gray!60, very thin] (0,0) grid (3,3);")
        pen.line(f"\\node[right] at (3.1,1.5,{coord(at * gap)}) {{{pen.letter(name)}}};")
        pen.position(name, 0, at * gap)
    post = pen.ink()
    pen.line(f"\\draw[{post.tex}, thick, ->] (1.5,1.5,-0.5) -- (1.5,1.5,{coord(count * gap)});")
    pen.names(*names)
    pen.numeric("through", "Through how many sheets does the arrow pass?", count, (-1, 1, 2, 3))
    for at, name in enumerate(names[:-1]):
        pen.relation(
            "next",
            f"Which sheet lies directly above {name}?",
            names[at + 1],
            [other for other in names if other != name] + ["None of them"],
        )
    pen.things = "sheet"
    pen.shows(*hues)
    pen.says(
        f"{some(count, 'square sheets')} in space hang level above one another, seen through: from the lowest, "
        + ", ".join(f"{name} in {hue.words}" for name, hue in zip(names, hues, strict=True))
        + f"; the labels stand on the right. An arrow in {post.words} points up through their middles.",
    )


def latitude(pen: Pen) -> None:
    """A ball with circles of latitude: the front as a line, the back dashed."""
    pen.needs("plain", "planes", "loaded")
    radius, count = pen.random.choice((2, 2.4)), pen.many(1, 5)
    ball, front = pen.color(), pen.color()
    tilt = 0.25
    pen.line(
        f"\\shade[left color=white, right color={ball.tint(40).tex}] (0,0) circle ({radius});"
        if pen.chance(0.6)
        else f"\\fill[{ball.tint(20).tex}] (0,0) circle ({radius});"
    )
    pen.line(f"\\draw[{ball.tex}, thick] (0,0) circle ({radius});")
    turns = {1: (0,), 2: (-30, 30), 3: (-40, 0, 40), 4: (-50, -20, 20, 50), 5: (-55, -30, 0, 30, 55)}[count]
    at = pen.variable()
    pen.note()
    pen.line(f"\\foreach {at} in {{{','.join(map(str, turns))}}}{{")
    pen.line(f"  \\pgfmathsetmacro{{\\w}}{{{radius}*cos({at})}}", f"  \\pgfmathsetmacro{{\\h}}{{{radius}*sin({at})}}")
    pen.line(
        f"  \\draw[{front.tex}, thick] (-\\w,\\h) arc[start angle=180, end angle=360, x radius=\\w, y "
        f"radius={tilt}*\\w];"
    )
    pen.line(
        f"  \\draw[{front.tex}, densely dashed] (\\w,\\h) arc[start angle=0, end angle=180, x radius=\\w, y "
        f"radius={tilt}*\\w];",
        "}",
    )
    pole = pen.chance()
    if pole:
        pen.line(
            f"\\fill (0,{radius}) circle (2pt) node[above] {{$N$}};",
            f"\\fill (0,-{radius}) circle (2pt) node[below] {{$S$}};",
        )
        pen.names("$N$", "$S$")
        pen.position("N", 0, radius)
        pen.position("S", 0, -radius)
        pen.counted("dots", 2, "circle", fill="#000000", varies=False)
    pen.numeric("rings", "How many rings run around the ball?", count, (-1, 1, 2, 3))
    pen.counted("half rings around the ball", 2 * count, "curve", stroke=front.hex)
    pen.shows(ball, front)
    pen.things = "point"
    pen.says(
        f"A ball with an outline in {ball.words} is crossed by {some(count, 'level rings')} in {front.words}, "
        f"solid in front and "
        "dashed behind; the rings lie mirrored about the middle.",
        *(("Black dots mark its highest point N and its lowest point S.",) if pole else ()),
    )


RECIPES = (
    Recipe("net", "Net of a cube", "geometry", net),
    Recipe("cubes", "Stacked cubes", "geometry", cubes, ("Solid in slanted projection",)),
    Recipe("spherical", "Spherical coordinates", "geometry", spherical, ("Sum of vectors",)),
    Recipe(
        "planes",
        "Parallel planes in space",
        "geometry",
        planes,
        ("Surface in three dimensions", "Solid in slanted projection"),
    ),
    Recipe("latitude", "Sphere with circles of latitude", "geometry", latitude, ("Solid in slanted projection",)),
)
