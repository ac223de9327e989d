"""Figures of light and waves: mirrors, surfaces, prisms, slits, strings."""

import math
from itertools import pairwise

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe

ARROW = "postaction={decorate}, decoration={markings, mark=at position 0.5 with {\\arrow{>}}}"


def mirrors(pen: Pen) -> None:
    """A ray reflected back and forth between two horizontal mirrors."""
    pen.needs("patterns", "decorations")
    hits, gap = pen.many(2, 7), pen.random.choice((1.6, 2, 2.4))
    step = pen.random.choice((0.9, 1.1, 1.3))
    glass, ray = pen.color(), pen.color()
    names = pen.pick("ABCDEFGHKLMNPQ", hits)
    down = pen.chance()
    length = step * (hits + 1)
    pen.line(
        f"\\draw[{glass.tex}, line width=2pt] (-0.3,0) -- ({coord(length + 0.3)},0);",
        f"\\draw[{glass.tex}, line width=2pt] (-0.3,{gap}) -- ({coord(length + 0.3)},{gap});",
    )
    pen.note()
    corners = [(0.0, gap / 2)]
    for at in range(hits):
        corners.append((step * (at + 0.5), 0.0 if (at % 2 == 0) == down else gap))
    corners.append((step * hits, gap / 2))
    style = pen.style(f"{ray.tex}, thick, {ARROW}")
    for (x, y), (right, up) in pairwise(corners):
        pen.line(f"\\draw[{style}] ({coord(x)},{coord(y)}) -- ({coord(right)},{coord(up)});")
    for name, (x, y) in zip(names, corners[1:-1], strict=True):
        pen.line(f"\\node[{'below' if y == 0 else 'above'}=1mm] at ({coord(x)},{coord(y)}) {{{pen.letter(name)}}};")
        pen.position(name, x, -0.3 if y == 0 else gap + 0.3)
    pen.names(*names)
    pen.counted("thick bars", 2, "line", stroke=glass.hex, varies=False)
    pen.numeric("hits", "How many times is the ray thrown back?", hits, (-1, 1, 2, 3))
    lower = [name for name, (_, y) in zip(names, corners[1:-1], strict=True) if y == 0]
    if len(lower) >= 1 and hits - len(lower) >= 3:
        pen.relation(
            "wall",
            "At which of these points does the ray meet the lower bar?",
            lower[0],
            [name for name in names if name not in lower],
        )
    for one, other in pairwise(names):
        pen.relation(
            "after", f"Which point does the ray reach next after {one}?", other, [name for name in names if name != one]
        )
    pen.things = "point"
    pen.shows(glass, ray)
    pen.says(
        f"Two long level bars in {glass.words} lie {gap:g} apart; a ray in {ray.words} enters between them from "
        f"the left and "
        f"goes zigzag to the right, with an arrow head halfway on each straight piece.",
        f"It first meets the {'lower' if down else 'upper'} bar, and touches the bars by turns at {listed(names)}.",
    )


MEDIA = {"air": 1.0, "ice": 1.31, "water": 1.33, "oil": 1.47, "glass": 1.52, "flint": 1.66, "diamond": 2.42}
"""Indices of refraction."""


def refraction(pen: Pen) -> None:
    pen.needs("geometry", "patterns")
    incoming = pen.random.choice((25, 30, 35, 40))
    pairs = [(one, other) for one in MEDIA for other in MEDIA if abs(math.log(MEDIA[other] / MEDIA[one])) > 0.1]
    slanted = math.sin(math.radians(incoming))
    above, below = pen.random.choice([pair for pair in pairs if slanted * MEDIA[pair[0]] < 0.9 * MEDIA[pair[1]]])
    index = MEDIA[below] / MEDIA[above]
    outgoing = round(math.degrees(math.asin(math.sin(math.radians(incoming)) / index)), 1)
    lower, ray, mirror = pen.color().tint(20), pen.color(), pen.color()
    reflected = pen.chance(0.6)
    pen.line(
        f"\\fill[{lower.tex}] (-3,-2.2) rectangle (3,0);",
        "\\draw[thick] (-3,0) -- (3,0);",
        "\\draw[dashed] (0,-2.2) -- (0,2.2);",
    )
    macro = pen.constant(("inc", "first", "angleA", "theta"), incoming)
    pen.note()
    pen.line(
        f"\\draw[{ray.tex}, very thick, -stealth] ({{90+{macro}}}:2.3) -- ({{90+{macro}}}:1);",
        f"\\draw[{ray.tex}, very thick] ({{90+{macro}}}:1.1) -- (0,0);",
        f"\\draw[{ray.tex}, very thick, -stealth] (0,0) -- ({coord(270 + outgoing)}:2.3);",
        f"\\draw (90:0.9) arc[start angle=90, delta angle={macro}, radius=0.9];",
        f"\\node at ({{90+{macro}/2}}:1.2) {{$\\alpha$}};",
        f"\\draw (270:0.9) arc[start angle=270, delta angle={outgoing}, radius=0.9];",
        f"\\node at ({coord(270 + outgoing / 2)}:1.2) {{$\\beta$}};",
    )
    if reflected:
        pen.line(f"\\draw[{mirror.tex}, thick, densely dotted, -stealth] (0,0) -- ({{90-{macro}}}:2.2);")
    pen.line(f"\\node[anchor=west] at (-2.9,0.5) {{{above}}};", f"\\node[anchor=west] at (-2.9,-0.5) {{{below}}};")
    pen.position(above, -2.5, 0.5)
    pen.position(below, -2.5, -0.5)
    pen.names(above, below)
    ways = ("Toward the dashed line", "Away from the dashed line", "It goes straight on", "Back to where it came from")
    pen.relation("bent", f"Which way is the thick ray bent as it passes into {below}?", ways[index < 1], ways)
    pen.relation(
        "smaller",
        "Which of the marked angles is smaller?",
        "β" if index > 1 else "α",
        ("α", "β", "Both are equal", "Neither is marked"),
    )
    pen.counted("boxes", 1, "rectangle", fill=lower.hex, varies=False)
    pen.shows(lower, ray, *((mirror,) if reflected else ()))
    pen.things = "label"
    pen.says(
        f"A level black line parts {above} above from {below}, a box in {lower.words}, below; a dashed line "
        f"stands upright on it.",
        f"A thick ray in {ray.words} comes from the upper left at α, {incoming} degrees from the dashed line, "
        f"to where both lines cross, and "
        f"goes on to the lower right at β, {outgoing:g} degrees from it.",
        *((f"A dotted ray in {mirror.words} leaves to the upper right.",) if reflected else ()),
    )


def prism(pen: Pen) -> None:
    pen.needs("plain", "shapes", "arrows")
    count = pen.many(3, 7)
    spectrum = ("red", "orange", "green!60!black", "teal", "blue", "violet")
    count = min(count, len(spectrum))
    rainbow = [spectrum[at] for at in sorted(pen.random.sample(range(len(spectrum)), count))]
    flipped = pen.chance()
    body, beam = pen.color().tint(15), pen.ink()
    words = {
        "red": "red",
        "orange": "orange",
        "green!60!black": "dark green",
        "blue": "blue",
        "violet": "violet",
        "teal": "teal",
    }
    if flipped:
        pen.sides.append("yscale=-1")
    pen.line(f"\\draw[fill={body.tex}, thick] (-1.4,-1) -- (1.4,-1) -- (0,1.42) -- cycle;")
    pen.line(f"\\draw[{beam.tex}, very thick] (-3.4,-0.6) -- (-0.72,0.18);")
    pen.note()
    spread = pen.random.choice((6, 7, 8))
    at, hue = pen.variable(), pen.variable()
    pen.line(
        f"\\foreach {hue} [count={at} from 0] in {{{','.join(rainbow)}}}{{",
        f"  \\draw[{hue}, thick] (-0.72,0.18) -- ({{0.72-0.02*{at}}},{{0.18-0.06*{at}}}) -- "
        f"++({{-8-{spread}*{at}}}:2.6);",
        "}",
    )
    inside = [words[name] for name in rainbow]
    ordered = inside[::-1] if flipped else inside
    pen.relation("top", "Which color leaves the glass highest?", ordered[0], [*ordered[1:], "black", "white"])
    pen.relation("bottom", "Which color leaves the glass lowest?", ordered[-1], [*ordered[:-1], "black", "white"])
    pen.numeric("rays", "Into how many colored rays is the beam split?", count, (-1, 1, 2, -2))
    pen.counted("triangles", 1, "triangle", fill=body.hex, varies=False)
    pen.shows(body)
    pen.says(
        f"A triangle in {body.words} with a thick black outline stands on its {'tip' if flipped else 'base'}; a "
        f"thick beam in {beam.words} comes from the left and "
        f"enters its left side.",
        f"In the triangle it splits into {some(count, 'thin rays')} that leave on the right and fan out "
        f"{'upward' if flipped else 'downward'}; from top to bottom they are "
        f"{listed(ordered)}.",
    )


def slits(pen: Pen) -> None:
    """Rings of waves from openings in a wall, clipped to the space behind it."""
    pen.needs("plain", "loaded", "math")
    openings, rings = pen.random.choice((1, 2, 2, 3)), pen.many(4, 9)
    gap = pen.random.choice((1.2, 1.6))
    wall, wave = pen.color(), pen.color()
    high = 2.6
    spots = [gap * (at - (openings - 1) / 2) for at in range(openings)]
    edge = [-high, *(value for spot in spots for value in (spot - 0.15, spot + 0.15)), high]
    pen.note()
    for low, up in zip(edge[::2], edge[1::2], strict=True):
        pen.line(f"\\fill[{wall.tex}] (-0.1,{coord(low)}) rectangle (0.1,{coord(up)});")
    at, ring = pen.variable(), pen.variable()
    with pen.block("\\begin{scope}", "\\end{scope}"):
        pen.line(f"\\clip (0.1,-{high}) rectangle (3.8,{high});")
        pen.line(
            f"\\foreach {at} in {{{','.join(coord(spot) for spot in spots)}}}",
            f"  \\foreach {ring} in {{1,...,{rings}}}",
            f"    \\draw[{wave.tex}] (0,{at}) circle[radius=0.4*{ring}];",
        )
    pen.line(f"\\foreach {ring} in {{1,...,4}} \\draw[{wave.tex}] (-0.4*{ring},-{high}) -- (-0.4*{ring},{high});")
    pen.counted("pieces of the wall", openings + 1, "rectangle", fill=wall.hex)
    pen.counted("straight waves", 4, "line", stroke=wave.hex, varies=False)
    pen.numeric("openings", "Through how many openings do the waves pass?", openings, (-1, 1, 2, 3))
    pen.shows(wall, wave)
    pen.says(
        f"An upright wall in {wall.words} has {some(openings, 'narrow openings')}; from the left four straight "
        f"upright waves in {wave.words} come "
        f"to it.",
        f"To the right of the wall, {some(rings, 'half rings')} of the same color spread evenly around each opening.",
    )


def string(pen: Pen) -> None:
    """Standing waves between two walls, one row for each."""
    pen.needs("plain", "decorations", "loaded")
    rows = pen.many(2, 5)
    bellies = pen.random.sample(range(1, 7), rows)
    length = pen.random.choice((4.5, 5, 6))
    up, down, knot = pen.color(), pen.color(), pen.color()
    at = pen.variable()
    pen.note()
    for row, count in enumerate(bellies):
        y = -1.5 * row
        pen.line(
            f"\\draw[very thick] (0,{coord(y - 0.5)}) -- (0,{coord(y + 0.5)}) ({length},{coord(y - 0.5)}) -- "
            f"({length},{coord(y + 0.5)});"
        )
        pen.line(
            f"\\draw[{up.tex}, thick, domain=0:{length}, samples=90, smooth, variable={at}] plot "
            f"({{{at}}},{{{coord(y)}+0.4*sin({count}*180*{at}/{length})}});",
            f"\\draw[{down.tex}, dashed, domain=0:{length}, samples=90, smooth, variable={at}] plot "
            f"({{{at}}},{{{coord(y)}-0.4*sin({count}*180*{at}/{length})}});",
        )
        if count > 1:
            members = "1" if count == 2 else f"1,...,{count - 1}"
            pen.line(
                f"\\foreach {at} in {{{members}}} \\fill[{knot.tex}] ({{{length}/{count}*{at}}},{coord(y)}) "
                f"circle (2pt);"
            )
        pen.line(f"\\node[left] at (-0.1,{coord(y)}) {{{row + 1}}};")
        pen.position(str(row + 1), -0.3, y)
    dots = sum(bellies) - rows
    if dots:
        pen.counted("dots", dots, "circle", fill=knot.hex)
    if rows > 3:
        pen.measure(
            "Which row swings in the most parts?",
            "Which row swings in the fewest parts?",
            [(str(at + 1), count) for at, count in enumerate(bellies)],
        )
    for row, count in enumerate(bellies):
        pen.numeric("parts", f"In how many parts does the string of row {row + 1} swing?", count, (-1, 1, 2, 3))
    pen.things = "row"
    pen.names(*(str(at + 1) for at in range(rows)))
    pen.shows(up, down, *((knot,) if dots else ()))
    pen.says(
        f"{some(rows, 'strings')}, one above the other and numbered "
        f"{', '.join(str(at + 1) for at in range(rows))} from the top, are held between short "
        f"upright walls; each is drawn twice, as a solid wave in {up.words} and mirrored as a dashed one in "
        f"{down.words}.",
        "From top to bottom they swing in "
        + listed([some(count, "parts") for count in bellies])
        + (f"; a dot in {knot.words} marks each place at rest between two parts." if dots else "."),
    )


def beats(pen: Pen) -> None:
    """Wave trains in strips: decorations of several sorts."""
    pen.needs("decorations", "patterns")
    sorts = (
        ("snake", "a smooth wave"), ("zigzag", "a zigzag"), ("coil", "a coil"), ("saw", "a saw"),
        ("bumps", "a row of bumps"),
        ("random steps", "a shaky line"),
    )  # fmt: skip
    count = pen.many(2, 6)
    chosen = pen.random.sample(sorts, count)
    colors = [pen.color() for _ in chosen]
    labels = pen.pick("ABCDEFGHKLMNPQRS", count)
    font = pen.font()
    long, high = pen.random.choice((3, 4, 5)), pen.random.choice((1.5, 2, 2.5))
    pen.note()
    for at, ((sort, _), color, label) in enumerate(zip(chosen, colors, labels, strict=True)):
        extra = "segment length=4mm" if sort != "coil" else "aspect=0.6, segment length=2.5mm"
        pen.line(
            f"\\draw[{color.tex}, thick, decorate, decoration={{{sort}, amplitude={high}mm, {extra}}}] "
            f"(0,{coord(-0.9 * at)}) -- "
            f"({long},{coord(-0.9 * at)});",
            f"\\node[left, {font}] at (-0.2,{coord(-0.9 * at)}) {{{label}}};",
        )
        pen.position(label, -0.4, -0.9 * at)
    pen.names(*labels)
    pen.numeric("lines", "How many lines are drawn one above the other?", count, (-1, 1, 2, 3))
    for (_, word), label in zip(chosen, labels, strict=True):
        pen.relation(
            "form",
            f"What form does the line {label} have?",
            word.capitalize(),
            [other.capitalize() for _, other in sorts],
        )
    pen.things = "line"
    pen.shows(*colors)
    pen.says(
        f"{some(count, 'level lines')} of equal length, each bent in its own way, are listed from top to bottom "
        f"with a letter on the left: "
        + "; ".join(
            f"{label} is {word} in {color.words}"
            for (_, word), color, label in zip(chosen, colors, labels, strict=True)
        )
        + ".",
    )


RECIPES = (
    Recipe("mirrors", "Light ray between two mirrors", "physics", mirrors),
    Recipe("refraction", "Refraction at a surface", "physics", refraction),
    Recipe("prism", "Light split by a prism", "physics", prism),
    Recipe("slits", "Waves behind openings in a wall", "physics", slits),
    Recipe(
        "string", "Standing waves on strings", "physics", string, ("Sine waves", "Sine curves of several frequencies")
    ),
    Recipe("beats", "Sample sheet of line forms", "engineering", beats),
)
