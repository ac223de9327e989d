"""Curves with additions: sums, tangents, rolling circles, magnified details, shaded areas."""

import math

from ...pen import Pen, coord, some
from ...recipe import Recipe

CURVES = (
    ("0.25*\\x*\\x+0.6", lambda x: 0.25 * x * x + 0.6, "a quarter of x squared plus 0.6"),
    ("2+sin(\\x r)", lambda x: 2 + math.sin(x), "2 plus sin x"),
    ("3-0.15*\\x*\\x", lambda x: 3 - 0.15 * x * x, "3 minus 0.15 x squared"),
    ("0.5*\\x+0.7", lambda x: 0.5 * x + 0.7, "half of x plus 0.7"),
    ("sqrt(\\x)+0.8", lambda x: math.sqrt(x) + 0.8, "0.8 plus the square root of x"),
    ("2+cos(\\x r)", lambda x: 2 + math.cos(x), "2 plus cos x"),
)

HATCHES = {
    "{Lines[angle=45, distance=4pt]}": "lines that rise to the right",
    "{Lines[angle=-45, distance=4pt]}": "lines that fall to the right",
    "horizontal lines": "level lines",
    "{Lines[angle=90, distance=5pt]}": "upright lines",
    "bricks": "bricks",
    "fivepointed stars": "stars",
}
"""Patterns that compile to small drawings, in words."""


def _axes(pen: Pen, right: float = 4.6, top: float = 4) -> None:
    tip = pen.random.choice(("->", "-stealth", "-latex"))
    pen.line(
        f"\\draw[{tip}] (-0.3,0) -- ({right},0) node[right] {{$x$}};",
        f"\\draw[{tip}] (0,-0.3) -- (0,{top}) node[above] {{$y$}};",
    )
    pen.names("$x$", "$y$")


def riemann(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    code, function, words = pen.random.choice(CURVES)
    bars = pen.many(3, 12)
    side = pen.random.choice(("left", "right", "middle"))
    step = 4 / bars
    line, fill = pen.color(), pen.color().tint(35)
    offset = {"left": 0.0, "right": 1.0, "middle": 0.5}[side]
    at = pen.variable()
    pen.note()
    if pen.chance(0.7):
        macro = pen.constant(("n", "N", "steps", "bars"), bars)
        pen.line(f"\\pgfmathsetmacro{{\\dx}}{{4/{macro}}}")
        pen.line(f"\\foreach {at} in {{0,...,{bars - 1}}}{{")
        pen.line(f"  \\pgfmathsetmacro{{\\x}}{{({at}+{offset})*\\dx}}", f"  \\pgfmathsetmacro{{\\y}}{{{code}}}")
        pen.line(f"  \\draw[fill={fill.tex}] ({at}*\\dx,0) rectangle ++(\\dx,\\y);", "}")
    else:
        for index in range(bars):
            high = function((index + offset) * step)
            pen.line(f"\\draw[fill={fill.tex}] ({index * step:.3f},0) rectangle ({(index + 1) * step:.3f},{high:.3f});")
    _axes(pen)
    pen.line(f"\\draw[{line.tex}, very thick, domain=0:4.2, samples=60, smooth] plot (\\x,{{{code}}});")
    pen.counted("bars", bars, "rectangle", fill=fill.hex)
    ways = ("At its left edge", "At its right edge", "In its middle", "At no point")
    right = {"left": ways[0], "right": ways[1], "middle": ways[2]}[side]
    pen.relation("touching", "Where does the top of each bar meet the curve?", right, ways)
    pen.shows(line, fill)
    pen.says(
        f"A thick curve in {line.words}, {words}, runs above the x axis; between 0 and 4 the area under it is covered "
        f"by {some(bars, 'upright bars')} of equal width in {fill.words} with black outlines.",
        f"Each bar is as high as the curve "
        f"{'in its middle' if side == 'middle' else 'at its ' + side + ' edge'}. The axes "
        "are labeled x and y.",
    )


def tangent_line(pen: Pen) -> None:
    pen.needs("plain", "arrows", "math")
    code, function, words = pen.random.choice([curve for curve in CURVES if "0.5*" not in curve[0]])
    number = pen.many(1, 3)
    spots = sorted(pen.random.sample((0.6, 1.2, 1.8, 2.4, 3.0, 3.6), number))
    line, touch, dot = pen.color(), pen.color(), pen.color()
    names = pen.pick("ABCDPQRS", number)
    _axes(pen)
    pen.line(f"\\draw[{line.tex}, very thick] plot[domain=0.05:4.2, samples=60, smooth] (\\x,{{{code}}});")
    pen.note()
    slopes = []
    for name, spot in zip(names, spots, strict=True):
        slope = (function(spot + 1e-4) - function(spot - 1e-4)) / 2e-4
        high = function(spot)
        reach = 1 / math.hypot(1, slope)
        pen.line(
            f"\\draw[{touch.tex}] ({coord(spot - reach)},{coord(high - reach * slope)}) -- "
            f"({coord(spot + reach)},{coord(high + reach * slope)});",
            f"\\fill[{dot.tex}] ({coord(spot)},{coord(high)}) circle (2pt) node[above, black] {{{pen.letter(name)}}};",
        )
        slopes.append((name, slope))
        pen.position(name, spot, high)
    pen.names(*names)
    pen.counted("lines that touch the curve", number, "line", stroke=touch.hex)
    pen.counted("dots", number, "circle", fill=dot.hex)
    for name, slope in slopes:
        if abs(slope) > 0.15:
            ways = ("It rises to the right", "It falls to the right", "It is level", "It is upright")
            pen.relation("slope", f"How does the straight line through {name} run?", ways[slope < 0], ways)
    pen.things = "point"
    pen.shows(line, touch, dot)
    pen.says(
        f"In axes labeled x and y, a thick curve in {line.words} of {words} carries {some(number, 'dots')} in "
        f"{dot.words}, "
        f"from left to right {', '.join(names)}, at x = {', '.join(f'{spot:g}' for spot in spots)}.",
        f"At each dot a straight line in {touch.words}, two units long, touches the curve.",
    )


def cycloid(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    radius, spots = pen.random.choice((0.6, 0.75, 0.9)), pen.many(2, 6)
    curve, wheel, dot = pen.color(), pen.color(), pen.color()
    size = pen.constant(("r", "R", "radius", "a"), radius)
    at = pen.variable()
    pen.line(f"\\draw (-1,0) -- ({coord(2 * math.pi * radius + 1)},0);")
    pen.note()
    pen.line(
        f"\\draw[{curve.tex}, thick, domain=0:360, samples=100, smooth, variable={at}] plot "
        f"({{{size}*({at}*pi/180-sin({at}))}},{{{size}*(1-cos({at}))}});"
    )
    step = 360 // (spots - 1) if spots > 2 else 180
    turns = [index * step for index in range(spots)]
    pen.line(f"\\foreach {at} in {{{','.join(map(str, turns))}}}{{")
    pen.line(f"  \\draw[{wheel.tex}] ({{{size}*{at}*pi/180}},{size}) circle ({size});")
    pen.line(
        f"  \\draw[dashed] ({{{size}*{at}*pi/180}},{size}) -- "
        f"({{{size}*({at}*pi/180-sin({at}))}},{{{size}*(1-cos({at}))}});"
    )
    pen.line(f"  \\fill[{dot.tex}] ({{{size}*({at}*pi/180-sin({at}))}},{{{size}*(1-cos({at}))}}) circle (2pt);", "}")
    pen.counted("large circles", spots, "circle", stroke=wheel.hex)
    pen.counted("dots", spots, "circle", fill=dot.hex)
    pen.shows(curve, wheel, dot)
    pen.says(
        f"{some(spots, 'equal circles')} in {wheel.words} stand on a level black line, one further right than "
        f"the other, "
        f"as one wheel that rolls; on the rim of each is a dot in {dot.words}, joined with its middle by a "
        f"dashed line.",
        f"A curve in {curve.words} runs through the dots, up from the line, over a round top and down to the line.",
    )


def lissajous(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    across, up = pen.random.choice(((1, 2), (2, 3), (3, 2), (3, 4), (1, 3), (4, 3), (2, 1), (5, 4), (3, 5)))
    wide, high = pen.random.choice((2.2, 2.5, 3)), pen.random.choice((1.8, 2, 2.2))
    line, frame = pen.color(), pen.color()
    shift = 90 if across % 2 and up % 2 else 0
    at = pen.variable()
    pen.line(f"\\draw[{frame.tex}, dashed] (-{wide},-{high}) rectangle ({wide},{high});")
    pen.note()
    pen.line(
        f"\\draw[{line.tex}, {pen.random.choice(('thick', 'very thick', 'line width=1pt'))}, domain=0:360, "
        f"samples=200, "
        f"smooth cycle, variable={at}] plot "
        f"({{{wide}*sin({across}*{at}{f'+{shift}' if shift else ''})}},{{{high}*sin({up}*{at})}});"
    )
    pen.counted("frames", 1, "rectangle", stroke=frame.hex, varies=False)
    pen.numeric("top", "At how many points does the curve touch the upper edge of the frame?", up, (-1, 1, 2, 3))
    pen.numeric("side", "At how many points does the curve touch the right edge of the frame?", across, (-1, 1, 2, 3))
    pen.shows(line, frame)
    pen.says(
        f"A closed smooth curve in {line.words} swings to and fro inside a dashed frame in {frame.words}: it "
        f"touches the "
        f"upper edge {some(up, 'times')} and the right edge {some(across, 'times')}.",
    )


def magnified(pen: Pen) -> None:
    pen.needs("graphs")
    scale = pen.random.choice((2, 3, 4))
    line, glass = pen.color(), pen.color()
    number, x = pen.random.randint(2, 4), pen.random.choice((1.2, 1.8, 2.4))
    round_glass = pen.chance()
    pen.sides.append(
        f"spy using outlines={{{'circle' if round_glass else 'rectangle'}, magnification={scale}, size=2cm, "
        f"connect spies, {glass.tex}}}"
    )
    pen.line("\\draw[step=0.5, gray!30, very thin] (0,-1) grid (4,2);")
    pen.note()
    pen.line(
        f"\\draw[{line.tex}, thick, domain=0:4, samples=150, smooth] plot (\\x,{{0.5+0.4*sin({number}*\\x "
        f"r)+0.05*sin(30*\\x r)}});"
    )
    pen.line(f"\\spy on ({x},{coord(0.5 + 0.4 * math.sin(number * x))}) in node[fill=white] at (6,0.5);")
    pen.numeric("scale", "How many times as large is the detail on the right?", scale, (-1, 1, 2, 3))
    pen.relation(
        "form",
        "What shape has the frame of the enlarged detail?",
        "A circle" if round_glass else "A square",
        ("A circle", "A square", "A triangle", "A star"),
    )
    pen.shows(line, glass)
    pen.says(
        f"A wavy curve in {line.words} with small ripples runs over a fine gray grid; a small "
        f"{'round' if round_glass else 'square'} frame in {glass.words} around a piece of it is joined by a "
        f"line with a "
        f"larger one on the right, which shows the same piece {scale} times as large.",
    )


def between(pen: Pen) -> None:
    """An area between two curves or two overlapping shapes, by a clip or a pattern."""
    pen.needs("patterns")
    kind = pen.random.choice(tuple(HATCHES))
    hatch, upper, lower = pen.color(), pen.color(), pen.color()
    top, wave = pen.random.choice((2.5, 3)), pen.random.choice((0.4, 0.6))
    _axes(pen)
    left, right = pen.random.choice(((0.5, 3.5), (1, 4), (0.8, 3.2)))
    pen.note()
    first = f"plot[domain={left}:{right}, samples=50] (\\x,{{{top}-0.1*\\x*\\x}})"
    second = f"plot[domain={right}:{left}, samples=50] (\\x,{{1+{wave}*sin(\\x r)}})"
    pen.line(f"\\path[pattern={kind}, pattern color={hatch.tex}] {first} -- {second} -- cycle;")
    pen.line(
        f"\\draw[{upper.tex}, very thick] plot[domain=0:4.2, samples=60, smooth] (\\x,{{{top}-0.1*\\x*\\x}});",
        f"\\draw[{lower.tex}, very thick] plot[domain=0:4.2, samples=60, smooth] (\\x,{{1+{wave}*sin(\\x r)}});",
        f"\\foreach \\p/\\l in {{{left}/a, {right}/b}} \\draw[dashed] (\\p,0) node[below] {{$\\l$}} -- "
        f"(\\p,{{{top}-0.1*\\p*\\p}});",
    )
    pen.names("a", "b")
    pen.position("a", left, -0.2)
    pen.position("b", right, -0.2)
    pen.things = "mark"
    pen.relation(
        "above",
        "Which curve is the upper one between a and b?",
        f"The {upper.words} one",
        [f"The {c.words} one" for c in (lower, hatch)] + ["They lie on each other", "The black one"],
    )
    pen.relation(
        "hatch",
        "With what is the area between the curves filled?",
        HATCHES[kind].capitalize(),
        [word.capitalize() for word in HATCHES.values()],
    )
    pen.shows(upper, lower)
    pen.says(
        f"In axes labeled x and y a curve in {upper.words} falls slowly from {top}, and a curve in "
        f"{lower.words} swings "
        "around 1 below it.",
        f"Between x = {left:g}, marked a, and x = {right:g}, marked b, the area between both is filled with "
        f"{HATCHES[kind]} in "
        f"{hatch.words}; dashed upright lines bound it.",
    )


RECIPES = (
    Recipe("riemann", "Bars under a curve", "plots", riemann, ("Histogram", "Bar chart", "Graphs of functions")),
    Recipe("tangent-line", "Tangent lines of a curve", "plots", tangent_line, ("Graphs of functions",)),
    Recipe("cycloid", "Path of a point on a rolling wheel", "plots", cycloid, ("Waves",)),
    Recipe("lissajous", "Lissajous figure", "plots", lissajous, ("Rose curve",)),
    Recipe(
        "magnified", "Detail of a curve under a magnifier", "plots", magnified, ("Graphs of functions", "Sine waves")
    ),
    Recipe("between", "Area between two curves", "plots", between, ("Graphs of functions", "Bars under a curve")),
)
