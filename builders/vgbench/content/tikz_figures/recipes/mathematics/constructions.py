"""Constructions with straight lines: compasses, named paths and their intersections, calculated points."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def bisector(pen: Pen) -> None:
    """Equal arcs about both ends of a segment, and the line through their crossings."""
    pen.needs("geometry", "math")
    width, radius = pen.random.choice((3, 4, 5)), pen.random.choice((0.62, 0.7, 0.8))
    tilt = pen.random.choice((-20, -10, 0, 10, 25))
    first, last, upper, lower = pen.pick("ABCDEFGHKLMNPQRS", 4)
    base, arc, line = pen.color(), pen.color(), pen.color()
    pen.line(f"\\coordinate ({first}) at (0,0);", f"\\coordinate ({last}) at ({tilt}:{width});")
    pen.note()
    for at, end in enumerate((first, last)):
        option = "name path global" if pen.chance() else "name path"
        pen.line(f"\\draw[{arc.tex}, {option}=arc{at}] ({end}) circle ({coord(radius * width)});")
    pen.line(f"\\draw[{base.tex}, very thick] ({first}) -- ({last});")
    if pen.chance():
        pen.line(f"\\path[name intersections={{of=arc0 and arc1, by={{{upper},{lower}}}}}];")
        pen.line(f"\\draw[{line.tex}, thick, shorten <=-6mm, shorten >=-6mm] ({upper}) -- ({lower});")
    else:
        pen.line(
            f"\\draw[{line.tex}, thick, shorten <=-6mm, shorten >=-6mm, name intersections={{of=arc0 and arc1, "
            f"name=c}}] (c-1) coordinate ({upper}) -- (c-2) coordinate ({lower});"
        )
    ends = ((first, "left"), (last, "right"), (upper, "right=2mm"), (lower, "right=2mm"))
    pen.note()
    pen.line(*(f"\\fill ({name}) circle (1.6pt) node[{side}] {{{pen.letter(name)}}};" for name, side in ends))
    turn = math.radians(tilt)
    up = math.sqrt((radius * width) ** 2 - width**2 / 4)
    middle = width / 2 * math.cos(turn), width / 2 * math.sin(turn)
    pen.position(first, 0, 0)
    pen.position(last, width * math.cos(turn), width * math.sin(turn))
    pen.position(upper, middle[0] - up * math.sin(turn), middle[1] + up * math.cos(turn))
    pen.position(lower, middle[0] + up * math.sin(turn), middle[1] - up * math.cos(turn))
    pen.names(first, last, upper, lower)
    pen.counted("dots", 4, "circle", fill="#000000", varies=False)
    pen.counted("large circles", 2, "circle", stroke=arc.hex, varies=False)
    pen.things = "point"
    pen.shows(base, arc, line)
    pen.says(
        f"A thick segment in {base.words} joins the points {first} and {last}; around both runs a circle in "
        f"{arc.words} of the same size, larger than half of the segment.",
        f"The circles cross in {upper} and {lower}, and a line in {line.words} through both cuts the segment in the "
        "middle. Each of the four points is a black dot.",
    )


def semicircle(pen: Pen) -> None:
    """Triangles over one diameter."""
    pen.needs("geometry")
    radius, number = pen.random.choice((2, 2.5, 3)), pen.many(1, 5)
    names = pen.pick("CDEFGHPQRS", number)
    turns = sorted(pen.random.sample(range(25, 160, 15), number))
    bow = pen.color()
    hues = [pen.color() for _ in names]
    pen.line(f"\\coordinate (A) at ({-radius},0);", f"\\coordinate (B) at ({radius},0);")
    pen.line(f"\\draw[{bow.tex}, thick] (B) arc[start angle=0, end angle=180, radius={radius}];")
    pen.line("\\draw (A) -- (B);")
    pen.note()
    for name, turn, hue in zip(names, turns, hues, strict=True):
        pen.line(f"\\coordinate ({name}) at ({turn}:{radius});")
        if pen.chance():
            pen.line(f"\\draw[{hue.tex}, thick] (A) -- ({name}) -- (B);")
            pen.line(
                f"\\draw[{hue.tex}] ($({name})!2mm!(A)$) -- ($($({name})!2mm!(A)$)+($({name})!2mm!(B)$)-({name})$)"
                f" -- ($({name})!2mm!(B)$);"
            )
        else:
            pen.line(
                f"\\draw[{hue.tex}, thick] (A) -- ({name}) -- (B) pic[draw, angle radius=2.4mm] "
                f"{{right angle=A--{name}--B}};"
            )
        pen.line(f"\\node[anchor={turn + 180}] at ({name}) {{{pen.letter(name)}}};")
        pen.position(name, radius * math.cos(math.radians(turn)), radius * math.sin(math.radians(turn)))
    pen.line(f"\\node[below left] at (A) {{{pen.letter('A')}}};", f"\\node[below right] at (B) {{{pen.letter('B')}}};")
    pen.position("A", -radius, 0)
    pen.position("B", radius, 0)
    pen.names("A", "B", *names)
    pen.numeric("triangles", "How many triangles stand on the segment from A to B?", number)
    pen.things = "point"
    pen.shows(bow, *hues)
    pen.says(
        f"Over the segment from A on the left to B on the right stands half a circle in {bow.words}.",
        f"On it {'lies the point' if number == 1 else 'lie the points'} "
        f"{listed(names[::-1])}, from left to right, each joined with A and B by two lines: "
        + "; ".join(f"{name} in {hue.words}" for name, hue in zip(names, hues, strict=True))
        + ". A small square mark shows the right angle at each.",
    )


def rays(pen: Pen) -> None:
    """Angles about one point, drawn with the pics of the angles library."""
    pen.needs("geometry")
    number = pen.many(3, 6)
    names = pen.pick("ABCDEFGHKLMN", number)
    cuts = [0, *sorted(pen.random.sample(range(35, 300, 35), number - 1))]
    line, fills = pen.ink(), [pen.color().tint(40) for _ in range(number)]
    greek = ["\\alpha", "\\beta", "\\gamma", "\\delta", "\\varepsilon", "\\varphi"]
    read_as = "αβγδεφ"
    pen.line("\\coordinate (O) at (0,0);")
    pen.line(*(f"\\coordinate ({name}) at ({cut}:2.6);" for name, cut in zip(names, cuts, strict=True)))
    pen.note()
    sizes = []
    for at, (name, cut) in enumerate(zip(names, cuts, strict=True)):
        after = names[(at + 1) % number]
        size = (cuts[(at + 1) % number] - cut) % 360
        sizes.append((read_as[at], size))
        pen.line(
            f"\\pic[draw, fill={fills[at].tex}, angle radius={pen.random.choice((8, 9, 10))}mm, angle "
            f"eccentricity=1.4, "
            f'"${greek[at]}$"] {{angle={name}--O--{after}}};'
        )
    pen.note()
    for name, cut in zip(names, cuts, strict=True):
        pen.line(f"\\draw[{line.tex}, thick] (O) -- ({name}) node[anchor={cut + 180}] {{{pen.letter(name)}}};")
        pen.position(name, 2.8 * math.cos(math.radians(cut)), 2.8 * math.sin(math.radians(cut)))
    pen.names(*names)
    if number > 3:
        pen.measure("Which angle is the largest?", "Which angle is the smallest?", sizes)
    pen.counted("rays", number, "line", stroke=line.hex)
    pen.things = "end"
    pen.shows(*fills)
    pen.says(
        f"{some(number, 'straight lines')} in {line.words} run from one point to the ends {listed(names)}, "
        f"counterclockwise beginning at the right, in the directions {listed([f'{cut}°' for cut in cuts])}.",
        "Between neighbors there are filled sectors: "
        + ", ".join(f"{mark} in {fill.words}" for (mark, _), fill in zip(sizes, fills, strict=True))
        + ".",
    )


def hypotenuse(pen: Pen) -> None:
    """The squares on the sides of a right triangle, by calculated corners."""
    pen.needs("geometry", "math")
    legs = pen.random.choice(((3, 4, 5), (4, 3, 5), (1.5, 2, 2.5), (2, 1.5, 2.5), (2.4, 1, 2.6), (1, 2.4, 2.6)))
    across, up, slope = legs
    fills = [pen.color().tint(35) for _ in range(3)]
    middle = pen.color().tint(15)
    pen.line("\\coordinate (P) at (0,0);", f"\\coordinate (Q) at ({across},0);", f"\\coordinate (R) at (0,{up});")
    order = [("Q", "P"), ("P", "R"), ("R", "Q")]
    pen.note()
    for (one, other), fill in zip(order, fills, strict=True):
        pen.line(
            f"\\draw[fill={fill.tex}] ({one}) -- ({other}) -- ($({other})!1!-90:({one})$) -- "
            f"($({one})!1!90:({other})$) -- cycle;"
            if pen.chance(0.6)
            else f"\\filldraw[fill={fill.tex}, draw=black] ({one}) -- ({other}) -- ($({other})!1!-90:({one})$) -- "
            f"($({one})!1!90:({other})$) -- cycle;"
        )
    pen.line(f"\\draw[fill={middle.tex}, thick] (P) -- (Q) -- (R) -- cycle;")
    names = pen.pick("abcdefghkmnpqrs", 3)
    spots = [(across / 2, -across / 2), (-up / 2, up / 2), ((across + up) / 2, (across + up) / 2)]
    font = pen.font()
    for name, (x, y) in zip(names, spots, strict=True):
        pen.line(f"\\node[{font}] at ({coord(x)},{coord(y)}) {{${name}^2$}};")
        pen.position(f"{name}2", x, y)
    pen.counted("triangles", 1, "triangle", fill=middle.hex, varies=False)
    for fill, side in zip(fills, ("lower", "left", "slanted"), strict=True):
        pen.counted(f"{side} squares", 1, "rectangle", fill=fill.hex, varies=False)
    pen.things = "square"
    pen.names(*(f"{name}2" for name in names))
    pen.relation(
        "sum",
        "Which equation holds for the areas that the figure shows?",
        f"{names[0]}² + {names[1]}² = {names[2]}²",
        (
            f"{names[0]}² + {names[2]}² = {names[1]}²",
            f"{names[1]}² + {names[2]}² = {names[0]}²",
            f"{names[0]}² = {names[1]}²",
        ),
    )
    pen.shows(*fills, middle)
    pen.says(
        f"A triangle in {middle.words} has a right angle in its lower left corner; a square stands outward on each of "
        f"its sides: {fills[0].words} below, {fills[1].words} on the left, {fills[2].words} on the slanted side.",
        f"In their middles the squares carry the labels {names[0]}2, {names[1]}2 and {names[2]}2, the 2 raised; the "
        f"sides are {across:g}, {up:g} and {slope:g} long.",
    )


def star_polygon(pen: Pen) -> None:
    pen.needs("plain", "shapes", "math")
    points, skip = pen.random.choice(
        ((5, 2), (7, 2), (7, 3), (8, 3), (9, 2), (9, 4), (10, 3), (11, 3), (11, 4), (12, 5))
    )
    radius, turn = pen.random.choice((2, 2.5)), pen.random.choice((0, 90))
    line, dot = pen.color(), pen.color()
    total, jump = pen.constant(("n", "N", "points", "corners"), points), skip
    at, far = pen.variable(), pen.variable()
    pen.note()
    if pen.chance():
        pen.line(
            f"\\foreach {at} [evaluate={at} as {far} using {{{at}+{jump}}}] in {{1,...,{points}}}",
            f"  \\draw[{line.tex}, thick] ({{360/{total}*{at}+{turn}}}:{radius}) -- "
            f"({{360/{total}*{far}+{turn}}}:{radius});",
        )
    else:
        pen.line(f"\\foreach {at} in {{1,...,{points}}}{{")
        pen.line(f"  \\pgfmathsetmacro{{\\here}}{{360*{at}/{total}+{turn}}}")
        pen.line(f"  \\pgfmathsetmacro{{\\there}}{{360*({at}+{jump})/{total}+{turn}}}")
        pen.line(f"  \\draw[{line.tex}, thick] (\\here:{radius}) -- (\\there:{radius});", "}")
    pen.line(
        f"\\foreach {at} in {{1,...,{points}}} \\fill[{dot.tex}] ({{360/{total}*{at}+{turn}}}:{radius}) circle (2.2pt);"
    )
    pen.counted("dots", points, "circle", fill=dot.hex)
    pen.counted("straight lines", points, "line", stroke=line.hex)
    # Counted in the opposite direction, a line runs to the dot `points - skip` positions further.
    pen.numeric(
        "step",
        "Along the rim, the shorter way round: how many places further is the dot to which a line runs?",
        skip,
        [step for step in (-1, 1, 2, 3, 4) if skip + step != points - skip],
    )
    pen.shows(line, dot)
    pen.says(
        f"{some(points, 'dots')} in {dot.words} stand evenly on an invisible circle, and from each a straight line in "
        f"{line.words} runs to the one {some(skip, 'places')} further on, which makes a star with {points} points.",
        f"One of the dots is {'at the top' if turn else 'at the very right'}.",
    )


RECIPES = (
    Recipe("bisector", "Perpendicular bisector by compass", "geometry", bisector),
    Recipe("semicircle", "Right angles in a semicircle", "geometry", semicircle, ("Unit circle",)),
    Recipe("rays", "Angles around a point", "geometry", rays),
    Recipe("hypotenuse", "Squares on the sides of a right triangle", "geometry", hypotenuse),
    Recipe("star-polygon", "Star polygon", "geometry", star_polygon, ("Complete graph", "Regular polygon")),
)
