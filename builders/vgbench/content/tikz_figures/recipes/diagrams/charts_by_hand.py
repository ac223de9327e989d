"""Charts that are drawn by hand: radar, bubbles, bars to both sides, rings."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe
from .statistics import NAMES


def radar(pen: Pen) -> None:
    pen.needs("plain", "math", "loaded")
    spokes, series = pen.many(4, 8), pen.random.choice((1, 1, 2))
    names = pen.pick(("speed", "price", "range", "weight", "power", "noise", "size", "grip", "taste", "color"), spokes)
    hues = [pen.color() for _ in range(series)]
    values = [[pen.random.randint(1, 5) for _ in names] for _ in hues]
    ring, at, label = pen.variable(), pen.variable(), pen.variable()
    total = pen.constant(("D", "N", "axes", "dims"), spokes)
    pen.line(
        f"\\foreach {ring} in {{1,...,5}}{{",
        f"  \\draw[gray!50] (0:{{0.5*{ring}}}) \\foreach {at} in {{1,...,{spokes - 1}}} {{ -- "
        f"({{360/{total}*{at}}}:{{0.5*{ring}}}) }} -- cycle;",
        "}",
        f"\\foreach {label} [count={at} from 0] in {{{','.join(names)}}}{{",
        f"  \\draw[gray] (0,0) -- ({{360/{total}*{at}}}:2.5);",
        f"  \\node at ({{360/{total}*{at}}}:3.05) {{{label}}};",
        "}",
    )
    pen.note()
    for hue, row in zip(hues, values, strict=True):
        corners = " -- ".join(f"({{360/{total}*{index}}}:{value / 2:g})" for index, value in enumerate(row))
        pen.line(
            f"\\draw[{hue.tex}, very thick, fill={hue.tex}, fill opacity={pen.random.choice((0.2, 0.3))}] "
            f"{corners} -- cycle;"
        )
    for index, name in enumerate(names):
        turn = math.radians(360 / spokes * index)
        pen.position(name, 3 * math.cos(turn), 3 * math.sin(turn))
    for hue, row in zip(hues, values, strict=True):
        pen.measure(
            f"On which axis does the {hue.words} shape reach farthest?",
            f"On which axis does the {hue.words} shape reach least far?",
            list(zip(names, row, strict=True)),
        )
        spoke = pen.random.randrange(spokes)
        pen.relation(
            "value",
            f"At which ring, counted from the middle, does the {hue.words} shape meet the axis '{names[spoke]}'?",
            f"Ring {row[spoke]}",
            [f"Ring {other}" for other in range(1, 6)],
        )
    pen.names(*names)
    pen.things = "axis"
    pen.shows(*hues)
    pen.says(
        f"{some(spokes, 'gray axes')} spread evenly from a middle, with five gray rings of straight lines; "
        f"counterclockwise from the right they are {listed(names)}.",
        *(
            f"A closed thick line in {hue.words} with a faint filling meets them at ring "
            f"{', '.join(map(str, row))} in that order."
            for hue, row in zip(hues, values, strict=True)
        ),
    )


def bubbles(pen: Pen) -> None:
    pen.needs("plain", "arrows")
    names = pen.pick(NAMES, pen.many(3, 8))
    spots = pen.random.sample([(x, y) for x in range(1, 7) for y in range(1, 5)], len(names))
    sizes = [pen.random.choice((0.15, 0.22, 0.3, 0.38, 0.45)) for _ in names]
    fill = pen.color().tint(60)
    pen.line("\\draw[->] (0,0) -- (7,0) node[right] {cost};", "\\draw[->] (0,0) -- (0,5) node[above] {gain};")
    at = pen.variable()
    pen.line(
        f"\\foreach {at} in {{1,...,6}} \\draw ({at},0.08) -- ({at},-0.08) node[below, font=\\scriptsize] {{{at}}};",
        f"\\foreach {at} in {{1,...,4}} \\draw (0.08,{at}) -- (-0.08,{at}) node[left, font=\\scriptsize] {{{at}}};",
    )
    pen.note()
    for name, (x, y), size in zip(names, spots, sizes, strict=True):
        pen.line(
            f"\\draw[fill={fill.tex}] ({x},{y}) circle ({size}) +(0,{size}) node[above, inner sep=1pt, "
            f"font=\\scriptsize] {{{name}}};"
        )
        pen.position(name, x, y)
    pen.counted("bubbles", len(names), "circle", fill=fill.hex)
    if len(names) > 3:
        pen.measure(
            "Which bubble is the largest?", "Which bubble is the smallest?", list(zip(names, sizes, strict=True))
        )
        pen.measure(
            "Which bubble stands highest?",
            "Which bubble stands lowest?",
            [(name, y) for name, (_, y) in zip(names, spots, strict=True)],
        )
    pen.names("cost", "gain", *names)
    pen.things = "bubble"
    pen.shows(fill)
    pen.says(
        f"In axes cost (to 6) and gain (to 4), {some(len(names), 'bubbles')} in {fill.words} with black "
        f"outlines carry their names above: "
        + "; ".join(
            f"{name} at ({x}, {y}) of radius {size:g}" for name, (x, y), size in zip(names, spots, sizes, strict=True)
        )
        + ".",
    )


def pyramid(pen: Pen) -> None:
    """Bars to both sides of a middle line."""
    pen.needs("plain", "loaded", "math")
    rows = pen.many(4, 8)
    left, right = pen.color(), pen.color()
    ages = [f"{10 * at}" for at in range(rows)]
    one = [pen.random.randint(4, 30) for _ in range(rows)]
    other = [pen.random.randint(4, 30) for _ in range(rows)]
    at, first, second = pen.variable(), pen.variable(), pen.variable()
    members = ", ".join(f"{a}/{b}" for a, b in zip(one, other, strict=True))
    pen.note()
    pen.line(f"\\foreach {first}/{second} [count={at} from 0] in {{{members}}}{{")
    pen.line(
        f"  \\fill[{left.tex}] (-0.35,0.5*{at}) rectangle ({{-0.35-{first}/10}},{{0.5*{at}+0.4}});",
        f"  \\fill[{right.tex}] (0.35,0.5*{at}) rectangle ({{0.35+{second}/10}},{{0.5*{at}+0.4}});",
    )
    pen.line(
        f"  \\pgfmathtruncatemacro{{\\years}}{{10*{at}}}",
        f"  \\node[font=\\footnotesize] at (0,{{0.5*{at}+0.2}}) {{\\years}};",
        "}",
    )
    heads = pen.random.choice((("men", "women"), ("sold", "bought"), ("city", "country")))
    pen.line(
        f"\\node at (-1.8,{coord(0.5 * rows + 0.3)}) {{{heads[0]}}};",
        f"\\node at (1.8,{coord(0.5 * rows + 0.3)}) {{{heads[1]}}};",
    )
    pen.counted(f"bars of {left.words}", rows, "rectangle", fill=left.hex)
    pen.counted(f"bars of {right.words}", rows, "rectangle", fill=right.hex)
    pen.measure(
        f"At which number is the bar of '{heads[0]}' the longest?",
        f"At which number is the bar of '{heads[0]}' the shortest?",
        list(zip(ages, one, strict=True)),
    )
    pen.measure(
        f"At which number is the bar of '{heads[1]}' the longest?",
        f"At which number is the bar of '{heads[1]}' the shortest?",
        list(zip(ages, other, strict=True)),
    )
    for name, index in zip(ages, range(rows), strict=True):
        pen.position(name, 0, 0.5 * index)
    pen.names(*ages, *heads)
    pen.things = "number"
    pen.shows(left, right)
    pen.says(
        f"From a middle column with the numbers {', '.join(ages)}, read upward, bars run to both sides: on the "
        f"left, headed {heads[0]}, in {left.words}, on the right, headed {heads[1]}, in {right.words}.",
        f"From the bottom up the bars on the left are {', '.join(map(str, one))} long, those on the right "
        f"{', '.join(map(str, other))}.",
    )


def ring_chart(pen: Pen) -> None:
    pen.needs("plain", "math")
    names = pen.pick(NAMES, pen.many(3, 6))
    cuts = sorted(pen.random.sample(range(10, 95, 5), len(names) - 1))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
    hues = [pen.color() for _ in names]
    inner, outer = pen.random.choice((0.9, 1.2)), pen.random.choice((2, 2.2))
    angle = 90.0
    pen.note()
    for name, share, hue in zip(names, shares, hues, strict=True):
        turn = 3.6 * share
        pen.line(
            f"\\fill[{hue.tex}] ({angle:g}:{inner}) arc[start angle={angle:g}, delta angle={-turn:g}, radius={inner}]",
            f"  -- ({angle - turn:g}:{outer}) arc[start angle={angle - turn:g}, delta angle={turn:g}, "
            f"radius={outer}] -- cycle;",
            f"\\node[anchor={angle - turn / 2 + 180:g}] at ({angle - turn / 2:g}:{outer + 0.1:g}) {{{name}}};",
        )
        middle = math.radians(angle - turn / 2)
        pen.position(name, (outer + 0.5) * math.cos(middle), (outer + 0.5) * math.sin(middle))
        angle -= turn
    pen.line(f"\\node[{pen.font()}] at (0,0) {{{pen.random.choice(('2019', '2023', 'total', '100'))}}};")
    if len(names) > 3:
        pen.measure(
            "Which part of the ring is the largest?",
            "Which part of the ring is the smallest?",
            list(zip(names, shares, strict=True)),
        )
    for name, hue in zip(names, hues, strict=True):
        pen.relation(
            "color",
            f"Which color is the part '{name}'?",
            hue.words,
            [other.words for other in hues] + ["black", "white", "yellow"],
        )
    pen.numeric("parts", "Of how many parts is the ring made?", len(names), (-1, 1, 2, 3))
    pen.names(*names)
    pen.things = "part"
    pen.shows(*hues)
    pen.says(
        "A thick ring is divided into parts whose names stand outside it; clockwise from the top they are "
        + ", ".join(
            f"{name} in {hue.words} with {share} %" for name, hue, share in zip(names, hues, shares, strict=True)
        )
        + ". A short text stands in the middle.",
    )


RECIPES = (
    Recipe("radar", "Radar chart", "charts", radar),
    Recipe("bubbles", "Bubble chart", "charts", bubbles, ("Scatter plot",)),
    Recipe("pyramid", "Bars to both sides", "charts", pyramid, ("Bar chart",)),
    Recipe("ring-chart", "Ring chart", "charts", ring_chart, ("Pie chart",)),
)
