"""Matter and life: crystals, molecules, helices, cells, strata."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def lattice(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    rows, columns = pen.many(2, 5), pen.many(3, 6)
    first, second, bond = pen.color(), pen.color(), pen.ink()
    tilt = pen.random.choice((0, 0, 0.3))
    big, small = pen.random.choice(((0.22, 0.14), (0.2, 0.2), (0.14, 0.24)))
    if tilt:
        pen.sides.append(f"xslant={tilt}")
    row, column = pen.variable(), pen.variable()
    pen.line(
        f"\\foreach {row} in {{1,...,{rows}}} \\draw[{bond.tex}] (1,{row}) -- ({columns},{row});",
        f"\\foreach {column} in {{1,...,{columns}}} \\draw[{bond.tex}] ({column},1) -- ({column},{rows});",
    )
    pen.note()
    way = pen.random.choice(("modulo", "ifodd"))
    with pen.block(f"\\foreach {row} in {{1,...,{rows}}} \\foreach {column} in {{1,...,{columns}}} {{", "}"):
        if way == "modulo":
            pen.line(f"\\pgfmathparse{{mod({row}+{column},2)==0 ? 1 : 0}}")
            pen.line(f"\\ifdim\\pgfmathresult pt>0pt \\fill[{first.tex}] ({column},{row}) circle[radius={big}];")
        else:
            pen.line(f"\\pgfmathtruncatemacro{{\\total}}{{{row}+{column}}}")
            pen.line(f"\\ifodd\\total\\relax \\fill[{second.tex}] ({column},{row}) circle[radius={small}];")
        other = (
            f"\\fill[{second.tex}] ({column},{row}) circle[radius={small}];"
            if way == "modulo"
            else f"\\fill[{first.tex}] ({column},{row}) circle[radius={big}];"
        )
        pen.line(f"\\else {other}\\fi")
    even = sum((at + to) % 2 == 0 for at in range(1, rows + 1) for to in range(1, columns + 1))
    shape = "circle" if not tilt else "ellipse"
    pen.counted(f"{first.words} atoms", even, shape, fill=first.hex)
    pen.counted(f"{second.words} atoms", rows * columns - even, shape, fill=second.hex)
    pen.counted("straight lines that run from end to end", rows + columns, "line", stroke=bond.hex)
    sizes = (f"The {first.words} ones", f"The {second.words} ones", "Both are equally large", "They are of many sizes")
    pen.relation(
        "larger", "Which atoms are larger?", sizes[0] if big > small else sizes[1] if small > big else sizes[2], sizes
    )
    pen.shows(first, second)
    pen.says(
        f"{some(rows, 'rows')} of {columns} atoms{', slanted to the right,' if tilt else ''} stand on a grid of "
        f"straight {bond.words} lines, {first.words} and {second.words} by turns in "
        f"both directions; the one in the lower left corner is {first.words}.",
        "The "
        + (
            f"{first.words} ones are larger."
            if big > small
            else f"{second.words} ones are larger."
            if small > big
            else "atoms are all equally large."
        ),
    )


def chain(pen: Pen) -> None:
    """A skeletal formula: a zigzag of bonds with a few groups."""
    pen.needs("plain", "arrows", "loaded")
    bonds = pen.many(4, 9)
    groups = ["OH", "Cl", "Br", "F", "NH", "SH", "I"]
    line, tint = pen.ink(), pen.color()
    angle = 30
    points = [(math.cos(math.radians(angle)) * at, 0.5 * (at % 2)) for at in range(bonds + 1)]
    doubles = pen.random.sample(range(1, bonds), pen.random.randint(0, 1 if bonds < 6 else 2))
    doubles = [at for at in doubles if not any(abs(at - other) == 1 for other in doubles)] or doubles[:1]
    pen.line(
        f"\\draw[{line.tex}, thick] (0,0)"
        + "".join(f" -- ++({30 if at % 2 == 0 else -30}:1)" for at in range(bonds))
        + ";"
    )
    pen.note()
    for at in doubles:
        (x, y), (right, up) = points[at], points[at + 1]
        shift = -0.13
        pen.line(
            f"\\draw[{line.tex}, thick] ({coord(x + 0.1)},{coord(y + shift + 0.1 * (up - y))}) -- "
            f"({coord(right - 0.1)},{coord(up + shift - 0.1 * (up - y))});"
        )
    inner = [at for at in range(1, bonds) if not any(at in (double, double + 1) for double in doubles)]
    spots = pen.random.sample(inner, min(len(inner), pen.many(1, 3)))
    chosen = pen.pick(groups, len(spots))
    for spot, group in zip(spots, chosen, strict=True):
        x, y = points[spot]
        way = 1 if spot % 2 else -1
        pen.line(
            f"\\draw[{tint.tex}, thick] ({coord(x)},{coord(y)}) -- ++(0,{way * 0.8:g}) "
            f"node[{'above' if way > 0 else 'below'}] {{{group}}};"
        )
        pen.position(group, x, y + way)
    pen.numeric("atoms", "How many corners and ends does the zigzag line have?", bonds + 1, (-1, 1, 2, -2))
    if spots:
        pen.counted("colored bonds", len(spots), "line", stroke=tint.hex)
    if doubles:
        pen.numeric("double", "How many double lines are there along the zigzag?", len(doubles), (1, 2, 3, -1))
    pen.names(*chosen)
    pen.things = "group"
    pen.shows(*((tint,) if spots else ()))
    pen.says(
        f"A zigzag line in {line.words} of {some(bonds, 'equal strokes')} runs to the right, up first, its "
        f"corners counted from 1 at the left end"
        + (
            f"; {'stroke' if len(doubles) == 1 else 'strokes'} "
            f"{listed([str(at + 1) for at in sorted(doubles)])} {'is' if len(doubles) == 1 else 'are'} doubled."
            if doubles
            else "; no stroke is doubled."
        ),
        *(
            (
                "Upright colored bonds in "
                + tint.words
                + " lead to groups: "
                + "; ".join(
                    f"{group} {'above' if spot % 2 else 'below'} corner {spot + 1}"
                    for spot, group in zip(spots, chosen, strict=True)
                )
                + ".",
            )
            if spots
            else ()
        ),
    )


def double_helix(pen: Pen) -> None:
    pen.needs("plain", "decorations", "math")
    turns = pen.random.randint(1, 3)
    rungs = pen.many(4, 8) * turns
    one, other, rung = pen.color(), pen.color(), pen.ink()
    length = 2.4 * turns
    high = pen.random.choice((0.6, 0.8))
    at = pen.variable()
    pen.note()
    whole = pen.constant(("L", "major", "length", "total"), round(length, 2))
    rungs = rungs if rungs % (2 * turns) else rungs + 1
    pen.line(f"\\foreach {at} in {{1,...,{rungs}}}{{", f"  \\pgfmathsetmacro{{\\here}}{{{whole}*({at}-0.5)/{rungs}}}")
    pen.line(
        f"  \\pgfmathsetmacro{{\\swing}}{{{high}*sin(360*{turns}*\\here/{whole})}}",
        f"  \\draw[{rung.tex}, thick] (\\here,\\swing) -- (\\here,-\\swing);",
        "}",
    )
    for color, sign in ((one, ""), (other, "-")):
        pen.line(
            f"\\draw[{color.tex}, very thick, domain=0:{length:g}, samples={60 * turns}, smooth] plot "
            f"(\\x,{{{sign}{high}*sin(360*{turns}*\\x/{whole})}});"
        )
    swings = [high * math.sin(2 * math.pi * turns * (index + 0.5) / rungs) for index in range(rungs)]
    if min(map(abs, swings)) > 0.12:
        pen.counted("rungs", rungs, "line", stroke=rung.hex)
    pen.numeric("crossings", "How often do the two curves cross between their ends?", 2 * turns - 1, (-1, 1, 2, 3))
    first = (f"The {one.words} one", f"The {other.words} one")
    pen.relation(
        "first",
        "Which curve goes up first from the left end?",
        first[0],
        (first[1], "Both go up", "Both go down", "The black one"),
    )
    pen.shows(one, other)
    pen.says(
        f"Two wavy curves wind around each other from left to right for {some(turns, 'full waves')}: the "
        f"{one.words} one goes up first, the {other.words} one is its mirror image.",
        f"{rungs} upright rungs in {rung.words} at equal distances join them.",
    )


def cell(pen: Pen) -> None:
    pen.needs("plain", "shapes")
    skin, core, part = pen.color(), pen.color().tint(50), pen.color().tint(40)
    vesicle = pen.color()
    pods, dots = pen.many(2, 5), pen.many(3, 10)
    wide, high = pen.random.choice((3, 3.4)), pen.random.choice((2, 2.3))
    pen.line(f"\\filldraw[fill={skin.tint(10).tex}, draw={skin.tex}, very thick] (0,0) ellipse ({wide} and {high});")
    pen.line(f"\\filldraw[fill={core.tex}, draw=black] (-0.3,0.1) circle (0.7);")
    pen.note()
    turns = pen.random.sample(range(0, 360, 360 // pods), pods)
    inner = [
        (0.68 * wide * math.cos(math.radians(turn)), 0.66 * high * math.sin(math.radians(turn)))
        for turn in sorted(turns)
    ]
    for x, y in inner:
        pen.line(
            f"\\filldraw[fill={part.tex}, draw=black, rotate "
            f"around={{{pen.random.randrange(0, 180, 15)}:({coord(x)},{coord(y)})}}] ({coord(x)},{coord(y)}) "
            f"ellipse (0.42 and 0.2);"
        )
    at = pen.variable()
    free = [turn + 180 // pods for turn in sorted(turns)]
    spots = []
    for index in range(dots):
        turn, far = (
            math.radians(free[index % len(free)] + 9 * (index // len(free)) - 6),
            0.75 - 0.14 * (index // len(free)),
        )
        spots.append((far * wide * math.cos(turn), far * high * math.sin(turn)))
    members = ", ".join(f"({coord(x)},{coord(y)})" for x, y in spots)
    pen.line(f"\\foreach {at} in {{{members}}} \\fill[{vesicle.tex}] {at} circle (2pt);")
    pen.counted("small ellipses", pods, "ellipse", fill=part.hex)
    pen.counted("dots", dots, "circle", fill=vesicle.hex)
    pen.counted("large round cores", 1, "circle", fill=core.hex, varies=False)
    labels = pen.random.choice((("core", "wall"), ("nucleus", "membrane")))
    first, second = ("--", "--") if pen.chance() else ("to[out=140, in=-60]", "to[out=60, in=-90]")
    pen.line(
        f"\\draw (-0.3,0.1) {first} (-{wide},2.9) node[above] {{{labels[0]}}};",
        f"\\draw (0,{high}) {second} (1.2,2.9) node[above] {{{labels[1]}}};",
    )
    pen.position(labels[0], -wide, 3)
    pen.position(labels[1], 1.2, 3)
    pen.names(*labels)
    pen.things = "label"
    more = ("More dots", "More small ellipses", "Just as many of both", "There are no dots")
    pen.relation(
        "more",
        "Are there more dots or more small ellipses?",
        more[0] if dots > pods else more[1] if dots < pods else more[2],
        more,
    )
    pen.shows(skin, core, part, vesicle)
    pen.says(
        f"A large flat oval in {skin.tint(10).words} with a thick wall in {skin.words} holds a round core in "
        f"{core.words} near its middle.",
        f"Around it lie {some(pods, 'small ellipses')} in {part.words}, each turned in its own way, and "
        f"{some(dots, 'dots')} in {vesicle.words}.",
        f"Thin {'' if first == '--' else 'bent '}black lines lead from the core to the word '{labels[0]}' at the upper "
        f"left and from the wall to "
        f"'{labels[1]}' at the top.",
    )


ROCKS = {
    "bricks": "limestone", "horizontal lines": "shale", "fivepointed stars": "granite",
    "{Lines[angle=45, distance=4pt]}": "slate", "{Lines[angle=-45, distance=5pt]}": "gneiss",
    "{Dots[distance=5pt]}": "sandstone", "{Lines[angle=90, distance=4pt]}": "basalt",
}  # fmt: skip


def strata(pen: Pen) -> None:
    pen.needs("patterns")
    count = pen.many(3, 6)
    chosen = pen.random.sample(sorted(ROCKS), count)
    fills = [pen.color().tint(25) for _ in chosen]
    thick = [pen.random.choice((0.6, 0.8, 1.0, 1.2, 1.5)) for _ in chosen]
    wide = pen.random.choice((4, 5))
    names = [ROCKS[kind] for kind in chosen]
    top = 0.0
    pen.note()
    for kind, fill, high, name in zip(chosen, fills, thick, names, strict=True):
        pen.line(
            f"\\fill[{fill.tex}] (0,{coord(top)}) rectangle ({wide},{coord(top - high)});",
            f"\\draw[pattern={kind}, pattern color=black!50] (0,{coord(top)}) rectangle ({wide},{coord(top - high)});",
            f"\\node[right] at ({wide},{coord(top - high / 2)}) {{{name}}};",
        )
        pen.position(name, wide, top - high / 2)
        top -= high
    bore = pen.chance()
    if bore:
        pen.line(
            f"\\draw[line width=3pt, white] (1,0.5) -- (1,{coord(top + thick[-1] / 2)});",
            f"\\draw[very thick] (1,0.5) -- (1,{coord(top + thick[-1] / 2)});",
        )
    for fill in fills:
        pen.counted(f"layers in {fill.words}", 1, "rectangle", fill=fill.hex, varies=False)
    for at, name in enumerate(names[:-1]):
        pen.relation("below", f"Which rock lies directly below the {name}?", names[at + 1], [*names, "None"])
    if count > 3:
        pen.measure(
            "Which layer is the thickest?", "Which layer is the thinnest?", list(zip(names, thick, strict=True))
        )
    pen.names(*names)
    pen.things = "layer"
    pen.shows(*fills)
    pen.says(
        f"{some(count, 'level layers')} of rock, each with its name on the right, lie on one another; from the top: "
        + "; ".join(
            f"{name}, {high:g} thick, on {fill.words}" for name, high, fill in zip(names, thick, fills, strict=True)
        )
        + ". Each has black outlines and a pattern of its own.",
        *((f"A thick black line is drilled from above down into the {names[-1]}.",) if bore else ()),
    )


def ring_system(pen: Pen) -> None:
    """Rings of six atoms joined edge to edge."""
    pen.needs("plain", "shapes")
    rings = pen.many(2, 5)
    fill, line = pen.color().tint(25), pen.ink()
    radius = 0.8
    wide = math.sqrt(3) * radius
    spots = [(0.0, 0.0)]
    steps = []
    for _ in range(rings - 1):
        step = pen.random.choice((0, 60, -60) if len(spots) > 1 else (0,))
        x, y = spots[-1]
        steps.append(step)
        spots.append((x + wide * math.cos(math.radians(step)), y + wide * math.sin(math.radians(step))))
    inner = pen.chance()
    at = pen.variable()
    members = ", ".join(f"({x:.3f},{y:.3f})" for x, y in spots)
    pen.note()
    pen.line(
        f"\\foreach {at} in {{{members}}}",
        f"  \\node[regular polygon, regular polygon sides=6, shape border rotate=30, draw={line.tex}, "
        f"fill={fill.tex}, inner sep=0pt, minimum size={2 * radius:g}cm, thick] at {at} {{}};"
        if pen.opening == "shapes"
        else f"  \\draw[{line.tex}, fill={fill.tex}, thick, shift={{{at}}}] (30:{radius}) \\foreach \\a in "
        f"{{90,150,...,330}} {{-- (\\a:{radius})}} -- cycle;",
    )
    if inner:
        pen.line(f"\\foreach {at} in {{{members}}} \\draw[{line.tex}] {at} circle (0.45);")
        pen.counted("circles", rings, "circle", stroke=line.hex)
    pen.counted("six-sided rings", rings, "polygon", fill=fill.hex)
    # Rings that are not neighbors may touch too, such as the first and the third around a corner.
    shared = sum(math.dist(one, other) < 1.01 * wide for at, one in enumerate(spots) for other in spots[at + 1 :])
    pen.numeric("edges", "How many edges belong to two of the six-sided rings?", shared, (-1, 1, 2, 3))
    straight = ("Yes, all in one row", "No, the row bends", "No, they do not touch", "There is only one ring")
    pen.relation("row", "Do the rings stand in one straight horizontal row?", straight[any(steps)], straight)
    pen.shows(fill)
    way = {0: "to the right", 60: "to the upper right", -60: "to the lower right"}
    pen.says(
        f"{some(rings, 'equal rings')} with six sides in {fill.words} and outlines in {line.words} stand on "
        f"their corners and share upright or slanted edges: "
        + "from the first on, the next one lies "
        + listed([way[step] for step in steps])
        + ".",
        *(("In the middle of each there is a circle.",) if inner else ()),
    )


RECIPES = (
    Recipe("lattice", "Crystal lattice", "chemistry", lattice, ("Chessboard pattern",)),
    Recipe("chain", "Skeletal formula of a molecule", "chemistry", chain),
    Recipe(
        "double-helix", "Double helix", "biology", double_helix, ("Sine waves", "Sine curves of several frequencies")
    ),
    Recipe("cell", "Living cell", "biology", cell),
    Recipe("strata", "Layers of rock", "earth", strata, ("Stack of layers",)),
    Recipe("ring-system", "Rings of a molecule", "chemistry", ring_system, ("Honeycomb",)),
)
