"""Plane and solid geometry: triangles and their circles, polygons, lines, solids."""

import math

from ..colors import BLACK
from ..pen import Pen, coord, listed, number, read, some
from ..recipe import Recipe

Spot = tuple[float, float]
POLYGONS = {
    3: "triangle",
    4: "square",
    5: "pentagon",
    6: "hexagon",
    7: "heptagon",
    8: "octagon",
    9: "nonagon",
    10: "decagon",
}


def _at(spot: Spot) -> str:
    return f"({coord(spot[0])},{coord(spot[1])})"


def _beyond(spot: Spot, middle: Spot, by: float) -> Spot:
    away = math.dist(spot, middle) or 1.0
    return spot[0] + (spot[0] - middle[0]) / away * by, spot[1] + (spot[1] - middle[1]) / away * by


def triangle_circles(pen: Pen) -> None:
    pen.needs("geometry", "loaded")
    a = (0.0, 0.0)
    b = (float(pen.random.choice((5, 5.5, 6))), 0.0)
    c = (round(pen.random.uniform(0.8, 4.6), 1), round(pen.random.uniform(2.8, 4.2), 1))
    labels = pen.random.choice((("A", "B", "C"), ("P", "Q", "R"), ("X", "Y", "Z"), ("D", "E", "F")))
    sides = math.dist(b, c), math.dist(a, c), math.dist(a, b)
    side, ring = pen.ink(), pen.color()
    whole = sum(sides)
    area = abs(b[0] * c[1]) / 2
    inner = tuple((sides[0] * a[at] + sides[1] * b[at] + sides[2] * c[at]) / whole for at in (0, 1))
    inside = (inner[0], inner[1])
    middle = (b[0] / 2, (c[0] ** 2 + c[1] ** 2 - b[0] * c[0]) / (2 * c[1]))
    form = pen.random.choice(("incircle", "circumcircle", "both"))
    pen.note()
    for name, spot in zip(labels, (a, b, c), strict=True):
        pen.line(f"\\coordinate ({name}) at {_at(spot)};")
        pen.position(name, *spot, name)
    pen.note()
    pen.line(f"\\draw[thick, {side.tex}] ({labels[0]}) -- ({labels[1]}) -- ({labels[2]}) -- cycle;")
    rings = 0
    if form != "circumcircle":
        pen.note()
        pen.line(
            f"\\draw[{ring.tex}] {_at(inside)} circle ({area / whole * 2:.4f});",
            f"\\fill {_at(inside)} circle (1.5pt) node[below] {{$I$}};",
        )
        pen.position("$I$", *inside)
        rings += 1
    if form != "incircle":
        pen.note()
        pen.line(
            f"\\draw[{ring.tex}] {_at(middle)} circle ({math.dist(middle, a):.4f});",
            f"\\fill {_at(middle)} circle (1.5pt) node[right] {{$O$}};",
        )
        pen.position("$O$", *middle)
        rings += 1
    center = ((a[0] + b[0] + c[0]) / 3, c[1] / 3)
    feet = 0
    if pen.fullness > 0.4:
        pen.note()
        for at, name in enumerate(labels):
            other, third = [(a, b, c)[index] for index in range(3) if index != at]
            foot = ((other[0] + third[0]) / 2, (other[1] + third[1]) / 2)
            pen.line(f"\\draw[dashed, gray] ({name}) -- {_at(foot)};")
            feet += 1
    pen.note()
    for name, spot in zip(labels, (a, b, c), strict=True):
        pen.line(f"\\node at {_at(_beyond(spot, center, 0.35))} {{${name}$}};")
    pen.counted("large circles", rings, "circle", stroke=ring.hex)
    pen.counted("dots that mark a point", rings, "circle", fill="#000000")
    lengths = [(labels[1] + labels[2], sides[0]), (labels[0] + labels[2], sides[1]), (labels[0] + labels[1], sides[2])]
    longest = max(lengths, key=lambda side: side[1])[0]
    pen.relation(
        "longest",
        "Which side of the triangle is the longest?",
        longest,
        [name for name, _ in lengths if name != longest] + ["All are equal"],
    )
    if form != "both":
        pen.relation(
            "circle",
            f"How does the {ring.words} circle lie to the triangle?",
            {"incircle": "It touches all three sides", "circumcircle": "It passes through all three corners"}[form],
            [
                "It touches all three sides",
                "It passes through all three corners",
                "It touches one side only",
                "It lies wholly outside the triangle",
            ],
        )
    pen.things = "point"
    pen.shows(ring)
    pen.names(*labels)
    sentences = {
        "incircle": "the circle that touches its sides, with the center I",
        "both": "its inscribed and its circumscribed circle, centered at I and O",
        "circumcircle": "the circle through its corners, with the center O",
    }
    pen.says(
        f"A triangle with the corners {listed(list(labels))} is drawn in thick {side.words} lines; "
        f"{labels[0]}{labels[1]} is horizontal "
        f"at the bottom and {labels[2]} lies above it.",
        f"In {ring.words} it has {sentences[form]}" + ("; its three medians are dashed and gray." if feet else "."),
    )


def polygon(pen: Pen) -> None:
    pen.needs("plain", "geometry")
    corners = pen.random.randint(3, 10)
    radius = pen.random.choice((2, 2.5, 3))
    fill, dot, cut = pen.color().tint(15), pen.color(), pen.color()
    spots = [
        (
            radius * math.cos(math.radians(90 + 360 * at / corners)),
            radius * math.sin(math.radians(90 + 360 * at / corners)),
        )
        for at in range(corners)
    ]
    pen.note()
    pen.line("\\draw[thick, fill=" + fill.tex + "] " + " -- ".join(map(_at, spots)) + " -- cycle;")
    first = pen.random.choice("APV")
    labels = [f"${first}_{{{at + 1}}}$" if at > 8 else f"${first}_{at + 1}$" for at in range(corners)]
    pen.note()
    for label, spot in zip(labels, spots, strict=True):
        pen.line(
            f"\\fill[{dot.tex}] {_at(spot)} circle (2pt);", f"\\node at {_at(_beyond(spot, (0, 0), 0.4))} {{{label}}};"
        )
        pen.position(label, *spot)
    diagonals = [
        (one, other) for one in range(corners) for other in range(one + 2, corners) if (one, other) != (0, corners - 1)
    ]
    drawn = diagonals[: corners - 3] if pen.chance() else diagonals if pen.fullness > 0.4 else []
    if drawn:
        pen.note()
        pen.line(*(f"\\draw[{cut.tex}] {_at(spots[one])} -- {_at(spots[other])};" for one, other in drawn))
    pen.counted("marked corners", corners, "circle", fill=dot.hex)
    if drawn:
        pen.counted("diagonals", len(drawn), "line", stroke=cut.hex)
    sides = [(at, (at + 1) % corners) for at in range(corners)] if drawn else []
    for one, other in (*drawn, *sides):
        pen.edge(labels[one], labels[other], directed=False)
    name = POLYGONS[corners]
    pen.relation(
        "name",
        "Which polygon is drawn?",
        name.capitalize(),
        [
            POLYGONS[c].capitalize()
            for c in (*range(corners - 2, corners), *range(corners + 1, corners + 4))
            if c in POLYGONS
        ],
    )
    pen.things = "corner"
    pen.shows(fill, dot, *([cut] if drawn else []))
    pen.names(*labels)
    pen.says(
        f"A regular {name} with a thick black outline is filled in {fill.words}; one corner points straight up.",
        f"Its {number(corners)} corners carry dots in {dot.words} and, from the top and counterclockwise, the names "
        f"{read(labels)}.",
        f"{some(len(drawn), 'diagonals')} in {cut.words} join corners." if drawn else "No diagonals are drawn.",
    )


def transversal(pen: Pen) -> None:
    pen.needs("geometry", "loaded")
    lines = pen.many(2, 6)
    angle = pen.random.choice((40, 50, 60, 70, 110, 120, 130))
    first, second = pen.color(), pen.color()
    gap = pen.random.choice((1.2, 1.5, 1.8))
    tilt = pen.random.choice((0, 0, 5, -5))
    parallel = pen.chance(0.6)
    turns = [tilt] * lines
    if not parallel:
        turns[-1] = tilt + pen.random.choice((6, -6))
    letters = "klmnpq"
    lean = math.cos(math.radians(angle)) / math.sin(math.radians(angle))
    middle = gap * (lines - 1) / 2
    reach = abs(lean) * (middle + gap) + 1.5
    pen.note()
    for at in range(lines):
        x, y = reach * math.cos(math.radians(turns[at])), reach * math.sin(math.radians(turns[at]))
        height = gap * at
        pen.line(
            f"\\draw[{first.tex}, thick] ({coord(-x)},{coord(height - y)}) -- ({coord(x)},{coord(height + y)}) "
            f"node[right] {{${letters[at]}$}};"
        )
    low, high = -gap - 0.5, 2 * middle + gap + 0.5
    pen.note()
    pen.line(
        f"\\draw[{second.tex}, thick] ({coord(lean * (low - middle))},{coord(low)}) -- "
        f"({coord(lean * (high - middle))},{coord(high)}) node[above] {{$t$}};"
    )
    pen.counted(f"lines in {first.words}", lines, "line", stroke=first.hex)
    pen.counted("lines", lines + 1, "line")
    one, other = (0, lines - 1) if lines == 2 or pen.chance() else (0, 1)
    relation = "They are parallel" if turns[one] == turns[other] else "They would meet if drawn longer"
    pen.relation(
        "parallel",
        f"How do the lines {letters[one]} and {letters[other]} run?",
        relation,
        ["They are parallel", "They would meet if drawn longer", "They are perpendicular", "They are the same line"],
    )
    odd = (
        f", of which the topmost is turned by {abs(turns[-1] - tilt)} degrees against the others"
        if not parallel
        else ", all parallel"
    )
    pen.relation(
        "crossing",
        "How many of the lines does the line t cross?",
        str(lines),
        [str(lines + step) for step in (-1, 1, 2, -2)],
    )
    pen.shows(first, second)
    pen.names(*letters[:lines], "$t$")
    pen.says(
        f"{some(lines, 'lines')} in {first.words} lie one above the other{odd}; from the bottom they are called "
        f"{listed(list(letters[:lines]))} at their right ends.",
        f"A line t in {second.words} crosses all of them at {angle} degrees to the horizontal; with it there are "
        f"{some(lines + 1, 'lines')}.",
    )


def solid(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    line, dot = pen.ink(), pen.color()
    sort = pen.random.choice(("cube", "box", "pyramid", "tetrahedron", "prism"))
    a, b, c = (pen.random.choice((2, 2.5, 3, 3.5)) for _ in range(3))
    if sort == "cube":
        b = c = a
    corners: dict[str, tuple[float, float, float]]
    base = {"A": (0.0, 0.0, b), "B": (a, 0.0, b), "C": (a, 0.0, 0.0), "D": (0.0, 0.0, 0.0)}
    if sort in ("cube", "box"):
        corners = base | {name: (x, c, z) for name, (x, _, z) in zip("EFGH", base.values(), strict=True)}
        edges = ["AB", "BC", "CD", "DA", "EF", "FG", "GH", "HE", "AE", "BF", "CG", "DH"]
        hidden = ["CD", "DA", "DH"]
    elif sort == "pyramid":
        corners = base | {"S": (a / 2, c, b / 2)}
        edges = ["AB", "BC", "CD", "DA", "AS", "BS", "CS", "DS"]
        hidden = ["CD", "DA", "DS"]
    elif sort == "tetrahedron":
        corners = {"A": (0.0, 0.0, b), "B": (a, 0.0, b), "C": (a * 0.8, 0.0, -0.5), "S": (a * 0.5, c, b * 0.6)}
        edges, hidden = ["AB", "BC", "AC", "AS", "BS", "CS"], ["AC"]
    else:
        corners = {"A": (0.0, 0.0, b), "B": (a, 0.0, b), "C": (a * 0.7, 0.0, -0.6)}
        corners |= {name: (x, c, z) for name, (x, _, z) in zip("DEF", corners.values(), strict=True)}
        edges, hidden = ["AB", "BC", "AC", "DE", "EF", "DF", "AD", "BE", "CF"], ["AC", "CF", "BC"]
        hidden = ["AC"]
    pen.note()
    for name, (x, y, z) in corners.items():
        pen.line(f"\\coordinate ({name}) at ({coord(x)},{coord(y)},{coord(z)});")
    pen.note()
    seen = [edge for edge in edges if edge not in hidden]
    pen.joins(f"thick, {line.tex}", [(edge[0], edge[1]) for edge in seen])
    pen.joins(f"dashed, {line.tex}", [(edge[0], edge[1]) for edge in hidden])
    pen.note()
    for name in corners:
        side = "above" if corners[name][1] else "below"
        pen.line(f"\\fill[{dot.tex}] ({name}) circle (2pt) node[{side}, black] {{${name}$}};")
    for edge in edges:
        pen.edge(edge[0], edge[1], directed=False)
    pen.counted("corners", len(corners), "circle", fill=dot.hex)
    if line is not BLACK:
        pen.counted("edges", len(edges), "line", stroke=line.hex)
    words = {
        "cube": "A cube",
        "box": "A box of three different sides",
        "pyramid": "A pyramid on a square",
        "tetrahedron": "A tetrahedron",
        "prism": "A prism on a triangle",
    }
    if sort == "pyramid":
        words["pyramid"] = "A pyramid on a rectangle"
    others = [word for other, word in words.items() if other != sort and {other, sort} != {"cube", "box"}]
    if sort != "box":
        pen.relation("solid", "Which solid is drawn?", words[sort], others)
    pen.relation(
        "hidden",
        "How many of the edges are dashed?",
        str(len(hidden)),
        [str(other) for other in range(6) if other != len(hidden)],
    )
    pen.things = "corner"
    pen.shows(dot)
    pen.names(*corners)
    pen.says(
        f"{words[sort]} is drawn in slanted projection with {len(edges)} edges in {line.words}; the "
        f"{some(len(hidden), 'hidden edges')} "
        f"({listed(hidden)}) {'is' if len(hidden) == 1 else 'are'} dashed.",
        f"Dots in {dot.words} at the corners are named {listed(list(corners))}.",
    )


RECIPES = (
    Recipe("triangle-circles", "Triangle with its circles", "geometry", triangle_circles, ("Regular polygon",)),
    Recipe("polygon", "Regular polygon", "geometry", polygon, ("Complete graph",)),
    Recipe("transversal", "Lines cut by a transversal", "geometry", transversal),
    Recipe("solid", "Solid in slanted projection", "geometry", solid),
)
