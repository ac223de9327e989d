"""The sky and the measures of the earth: orbits, phases, a compass rose, contour lines, thermometers."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe

PLANETS = ("Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune")


def orbits(pen: Pen) -> None:
    pen.needs("plain", "arrows", "loaded")
    count = pen.many(2, 6)
    first = pen.random.randint(0, len(PLANETS) - count)
    names = PLANETS[first : first + count]
    sun, path = pen.color(), pen.ink()
    bodies = [pen.color() for _ in names]
    flat = pen.random.choice((1, 1, 0.45))
    turns = pen.random.sample(range(0, 360, 30), count)
    pen.line(f"\\fill[{sun.tex}] (0,0) circle (0.35);")
    pen.note()
    for at, (name, body, turn) in enumerate(zip(names, bodies, turns, strict=True)):
        radius = 0.9 + 0.6 * at
        x, y = radius * math.cos(math.radians(turn)), flat * radius * math.sin(math.radians(turn))
        pen.line(
            f"\\draw[{path.tex}, very thin] (0,0) ellipse ({radius:g} and {radius * flat:g});",
            f"\\fill[{body.tex}] ({coord(x)},{coord(y)}) circle ({pen.random.choice((0.1, 0.13, 0.16))}) "
            f"node[right=1mm, black, font=\\scriptsize] {{{name}}};",
        )
        pen.position(name, x, y)
        pen.counted(f"planets in {body.words}", 1, "circle", fill=body.hex, varies=False)
    pen.numeric("orbits", "How many orbits run around the body in the middle?", count, (-1, 1, 2, 3))
    for at, name in enumerate(names[:-1]):
        pen.relation(
            "next", f"Whose orbit is the next one outside that of {name}?", names[at + 1], [*names, "Nobody's"]
        )
    pen.names(*names)
    pen.things = "planet"
    pen.shows(sun, *bodies)
    pen.says(
        f"Around a large dot in {sun.words} run {some(count, 'thin orbits')} in {path.words}, "
        f"{'circles' if flat == 1 else 'flat ovals'} with one middle, with a named planet on each.",
        "From the inside: "
        + "; ".join(
            f"{name}, {body.words}, at {turn} degrees" for name, body, turn in zip(names, bodies, turns, strict=True)
        )
        + ", counted counterclockwise from the right.",
    )


def phases(pen: Pen) -> None:
    """Lit shares of a disc, left to right, by clipped halves and ellipses."""
    pen.needs("plain", "loaded")
    count = pen.many(3, 7)
    shares = [at / (count - 1) for at in range(count)]
    waning = pen.chance(0.4)
    shares = shares[::-1] if waning else shares
    dark, light = pen.color().tint(70), pen.color().tint(25)
    radius = 0.6
    pen.note()
    for at, share in enumerate(shares):
        x = 1.6 * at
        pen.line(f"\\fill[{dark.tex}] ({coord(x)},0) circle ({radius});")
        squeeze = abs(2 * share - 1) * radius
        if share >= 1:
            pen.line(f"\\fill[{light.tex}] ({coord(x)},0) circle ({radius});")
        elif share > 0:
            back = 180 if share > 0.5 else -180
            pen.line(
                f"\\fill[{light.tex}] ({coord(x)},{-radius}) arc[start angle=-90, end angle=90, radius={radius}]",
                f"  arc[start angle=90, delta angle={back}, x radius={max(squeeze, 0.001):.3f}, y "
                f"radius={radius}] -- cycle;",
            )
        pen.line(f"\\node[below={radius + 0.1:g}cm] at ({coord(x)},0) {{{at + 1}}};")
        pen.position(str(at + 1), x, -radius - 0.3)
    pen.counted("round discs", count, "circle", fill=dark.hex)
    full, new = shares.index(1.0) + 1, shares.index(0.0) + 1
    numbers = [str(at + 1) for at in range(count)]
    if count > 3:
        pen.relation("full", "Which disc is lit all over?", str(full), numbers)
        pen.relation("new", "Which disc is not lit at all?", str(new), numbers)
    ways = ("It grows", "It shrinks", "It stays the same", "It grows and shrinks by turns")
    pen.relation("trend", "How does the lit part change from left to right?", ways[waning], ways)
    pen.names(*numbers)
    pen.things = "disc"
    pen.shows(dark, light)
    pen.says(
        f"{some(count, 'round discs')} of one size in {dark.words} stand in a row, with the numbers "
        f"{', '.join(numbers)} below; each is lit in {light.words} from its right edge inward.",
        "From left to right the lit share of the width is " + listed([f"{share:.0%}" for share in shares]) + ".",
    )


def compass_rose(pen: Pen) -> None:
    pen.needs("plain", "math")
    dark, light = pen.color(), pen.color().tint(30)
    points = pen.random.choice((4, 8))
    ring = pen.chance(0.6)
    long, short = pen.random.choice((2, 2.3)), pen.random.choice((1.2, 1.4))
    turn = pen.variable()
    pen.note()
    sets = [(short, 45)] if points == 8 else []
    for reach, offset in [*sets, (long, 0)]:
        pen.line(f"\\foreach {turn} in {{{','.join(str(offset + 90 * at) for at in range(4))}}}{{")
        pen.line(f"  \\filldraw[fill={dark.tex}, draw=black] (0,0) -- ({turn}:{reach}) -- ({turn}+45:0.5) -- cycle;")
        pen.line(
            f"  \\filldraw[fill={light.tex}, draw=black] (0,0) -- ({turn}:{reach}) -- ({turn}-45:0.5) -- cycle;", "}"
        )
    if ring:
        pen.line("\\draw (0,0) circle (1.05);")
    label, angle = pen.variable(), pen.variable()
    pen.line(
        f"\\foreach {label}/{angle} in {{E/0, N/90, W/180, S/270}} \\node[{pen.font()}] at "
        f"({angle}:{long + 0.3:g}) {{{label}}};"
    )
    for name, degrees in (("E", 0), ("N", 90), ("W", 180), ("S", 270)):
        pen.position(name, long * math.cos(math.radians(degrees)), long * math.sin(math.radians(degrees)))
    pen.counted("dark triangles", points, "triangle", fill=dark.hex)
    pen.counted("light triangles", points, "triangle", fill=light.hex)
    pen.numeric("points", "How many points does the star have?", points, (-2, 2, 4, -1))
    pen.names("N", "E", "S", "W")
    pen.things = "letter"
    pen.shows(dark, light)
    pen.says(
        f"A star with {points} points, its four longest ones up, down, left and "
        f"right{' and shorter ones between' if points == 8 else ''}, is made of narrow triangles, {dark.words} on "
        f"one side of each point and {light.words} on the other.",
        "Letters stand at the long points: N at the top, E on the right, S at the bottom and W on the left."
        + (" A thin black circle runs around the middle." if ring else ""),
    )


def contours(pen: Pen) -> None:
    pen.needs("plain", "decorations", "loaded")
    rings, step = pen.many(3, 5), pen.random.choice((10, 20, 50, 100))
    base = pen.random.choice((100, 200, 500, 800))
    line, peak = pen.color(), pen.color()
    wide, high, turn = pen.random.choice((3.0, 3.4)), pen.random.choice((2.4, 2.8)), pen.random.choice((0, 15, -20))
    river = pen.chance(0.5)
    stream = pen.color()
    if turn:
        pen.sides.append(f"rotate={turn}")
    at = pen.variable()
    pen.note()
    macro = pen.constant(("N", "rings", "levels", "total"), rings)
    pen.line(
        f"\\foreach {at} in {{1,...,{rings}}}{{",
        f"  \\pgfmathtruncatemacro\\height{{{base}+{step}*({rings}-{at})}}",
        f"  \\draw[{line.tex}] (0.3,0) ellipse[x radius={wide}*{at}/{macro}, y radius={high}*{at}/{macro}];",
        f"  \\node[fill=white, inner sep=1pt, font=\\scriptsize, text={line.tex}] at (0.3,{high}*{at}/{macro}) "
        f"{{\\height}};",
        "}",
    )
    pen.line(f"\\fill[{peak.tex}] (0.3,0) circle (2.2pt);")
    if river:
        pen.line(
            f"\\draw[{stream.tex}, very thick] (0.9,-0.4) to[out=-60, in=120] (1.8,-1.2) .. controls (2.2,-1.8) "
            f"and (2.8,-1.6) .. (3.2,-2.4);"
        )
    pen.counted("closed lines of equal height", rings, "ellipse", stroke=line.hex)
    pen.counted("dots", 1, "circle", fill=peak.hex, varies=False)
    levels = [base + step * (rings - index) for index in range(1, rings + 1)]
    pen.relation(
        "highest",
        "What is the height of the innermost line?",
        str(levels[0]),
        [str(level) for level in levels[1:]] + [str(levels[0] + step)],
    )
    pen.relation(
        "step",
        "By how much do neighboring lines differ in height?",
        str(step),
        [str(other) for other in (5, 10, 20, 25, 50, 100)],
    )
    pen.names(*map(str, levels))
    pen.shows(line, peak, *((stream,) if river else ()))
    pen.says(
        f"{some(rings, 'closed oval lines')} in {line.words} lie inside one another around a dot in "
        f"{peak.words}; each carries its height at its top: from the outside in "
        f"{', '.join(map(str, levels[::-1]))}.",
        *(
            (f"A thick winding line in {stream.words} runs from near the dot down to the lower right.",)
            if river
            else ()
        ),
    )


def thermometers(pen: Pen) -> None:
    pen.needs("plain", "shapes")
    count = pen.many(2, 6)
    names = pen.pick(("Oslo", "Rome", "Lima", "Cairo", "Delhi", "Quito", "Perth", "Tunis", "Paris", "Kyoto"), count)
    values = pen.random.sample(range(5, 40, 5), count)
    fluid, glass = pen.color(), pen.ink()
    at = pen.variable()
    scale = 10
    kind = pen.random.choice(("gauge", "tube", "mine", "scale"))
    pen.preamble(
        f"\\tikzset{{pics/{kind}/.style={{code={{\n"
        f"  \\fill[{fluid.tex}] (0,0) circle (0.3);\n  \\fill[{fluid.tex}] (-0.1,0) rectangle "
        f"(0.1,{{0.5+#1/{scale}}});\n"
        f"  \\draw[{glass.tex}, thick] (-0.14,0.3) -- (-0.14,4.8) arc[start angle=180, end angle=0, "
        f"radius=0.14] -- (0.14,0.3);\n}}}}}}"
    )
    pen.note()
    pairs = ", ".join(f"{name}/{value}" for name, value in zip(names, values, strict=True))
    where, label, value = pen.variable(), pen.variable(), pen.variable()
    pen.line(f"\\foreach {label}/{value} [count={where} from 0] in {{{pairs}}}{{")
    pen.line(
        f"  \\pic at (1.7*{where},0) {{{kind}={value}}};", f"  \\node[below] at (1.7*{where},-0.35) {{{label}}};", "}"
    )
    pen.line(
        f"\\foreach {at} in {{0,10,20,30,40}} \\draw (-0.6,{{0.5+{at}/{scale}}}) -- (-0.4,{{0.5+{at}/{scale}}}) "
        f"node[pos=0, left, font=\\scriptsize] {{{at}}};"
    )
    pen.counted("bulbs", count, "circle", fill=fluid.hex)
    pen.counted("columns", count, "rectangle", fill=fluid.hex)
    for index, name in enumerate(names):
        pen.position(name, 1.7 * index, -0.6)
    if count > 3:
        pen.measure("Where is it warmest?", "Where is it coldest?", list(zip(names, values, strict=True)))
    for name, degrees in zip(names, values, strict=True):
        pen.numeric("value", f"Which value does the thermometer of {name} show?", degrees, (-10, -5, 5, 10))
    pen.names(*names)
    pen.things = "thermometer"
    pen.shows(fluid)
    pen.says(
        f"{some(count, 'thermometers')} with bulbs and columns in {fluid.words} and glass in {glass.words} "
        f"stand side by side above their names; a scale at the left runs from 0 to 40 in steps of 10.",
        "They show " + listed([f"{value} in {name}" for name, value in zip(names, values, strict=True)]) + ".",
    )


RECIPES = (
    Recipe("orbits", "Planets around the sun", "earth", orbits, ("Atom with its electron shells",)),
    Recipe("phases", "Phases of the moon", "earth", phases),
    Recipe("compass-rose", "Compass rose", "earth", compass_rose),
    Recipe("contours", "Contour lines of a hill", "earth", contours),
    Recipe("thermometers", "Thermometers", "earth", thermometers, ("Bar chart",)),
)
