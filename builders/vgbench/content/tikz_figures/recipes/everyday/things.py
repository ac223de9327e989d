"""Small things: clocks, rulers, targets, color wheels."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def clock(pen: Pen) -> None:
    pen.needs("plain", "math", "arrows")
    times = [(hour, minute) for hour in range(1, 13) for minute in range(0, 60, 5)]
    # The hands differ in direction, so that neither hides the other.
    hour, minute = pen.random.choice([(h, m) for h, m in times if 20 < (30 * h + m / 2 - 6 * m) % 360 < 340])
    rim, long, short = pen.color(), pen.color(), pen.color()
    at = pen.variable()
    pen.line(f"\\draw[{rim.tex}, line width=2pt] (0,0) circle (2.2);")
    if pen.chance(0.7):
        pen.line(f"\\foreach {at} in {{6,12,...,360}} \\draw ({at}:2) -- ({at}:2.1);")
    pen.line(
        f"\\foreach {at} in {{1,...,12}} \\draw[thick] ({{90-30*{at}}}:1.9) -- ({{90-30*{at}}}:2.1) "
        f"({{90-30*{at}}}:1.6) node[{pen.font()}] {{{at}}};"
    )
    pen.note()
    macro = pen.constant(("H", "hour", "hours"), hour)
    other = pen.constant(("M", "minute", "minutes"), minute)
    pen.line(
        f"\\draw[{short.tex}, line width=3pt, line cap=round] (0,0) -- ({{90-30*{macro}-{other}/2}}:1);",
        f"\\draw[{long.tex}, line width=1.6pt, line cap=round] (0,0) -- ({{90-6*{other}}}:1.45);",
        "\\fill (0,0) circle (3pt);",
    )
    shown = f"{hour}:{minute:02d}"
    wrong = [
        f"{hour % 12 + 1}:{minute:02d}",
        f"{hour}:{(minute + 15) % 60:02d}",
        f"{(minute // 5 - 1) % 12 + 1}:{hour * 5 % 60:02d}",
        f"{(hour + 5) % 12 + 1}:{minute:02d}",
    ]
    pen.relation("time", "What time is shown?", shown, wrong)
    pen.counted("long hands", 1, "line", stroke=long.hex, varies=False)
    pen.counted("short hands", 1, "line", stroke=short.hex, varies=False)
    pen.names(*map(str, range(1, 13)))
    pen.things = "number"
    pen.shows(rim, long, short)
    pen.says(
        f"A round dial with a thick rim in {rim.words} has the numbers "
        f"{listed([str(at) for at in range(1, 13)])} clockwise inside, with 12 at the top and a thick tick at each.",
        f"A short thick hand in {short.words} and a longer thin one in {long.words} start at a black dot in the "
        f"middle and show {shown}.",
    )


def ruler(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    length, parts = pen.many(4, 10), pen.random.choice((2, 4, 5, 10))
    fill, thing = pen.color().tint(25), pen.color()
    start, end = sorted(pen.random.sample(range(length * 2 + 1), 2))
    big, small = pen.variable(), pen.variable()
    pen.line(f"\\draw[fill={fill.tex}] (-0.3,-1) rectangle ({length}.3,0);")
    pen.line(
        f"\\foreach {big} in {{0,...,{length}}} \\draw ({big},0) -- +(0,-0.4) node[below] {{{big}}};",
        f"\\foreach {big} in {{0,...,{length - 1}}} \\foreach {small} in {{1,...,{parts - 1}}} \\draw "
        f"({{{big}+{small}/{parts}}},0) -- +(0,-0.2);"
        if parts > 2
        else f"\\foreach {big} in {{0,...,{length - 1}}} \\draw ({big}.5,0) -- +(0,-0.2);",
    )
    pen.note()
    pen.line(f"\\fill[{thing.tex}] ({start / 2:g},0.15) rectangle ({end / 2:g},0.55);")
    if pen.chance():
        pen.line(f"\\draw[|<->|] ({start / 2:g},0.8) -- ({end / 2:g},0.8) node[midway, above] {{$\\ell$}};")
    pen.counted("bars above the scale", 1, "rectangle", fill=thing.hex, varies=False)
    size = (end - start) / 2
    pen.relation(
        "length",
        "How long is the bar above the scale?",
        f"{size:g}",
        [f"{size + step:g}" for step in (0.5, -0.5, 1, 1.5) if size + step > 0],
    )
    pen.numeric("parts", "Into how many parts is one unit divided?", parts, (-1, 1, 2, 5))
    for number in range(length + 1):
        pen.position(str(number), number, -0.6)
    pen.names(*map(str, range(length + 1)))
    pen.things = "number"
    pen.shows(fill, thing)
    pen.says(
        f"A long flat ruler in {fill.words} has long ticks with the numbers "
        f"{', '.join(str(at) for at in range(length + 1))} hanging from its upper edge, and short ticks that "
        f"divide each unit into {parts} parts.",
        f"Above it a bar in {thing.words} reaches from {start / 2:g} to {end / 2:g}.",
    )


def target(pen: Pen) -> None:
    pen.needs("plain", "math")
    rings = pen.many(3, 7)
    one, other, hit = pen.color(), pen.color().tint(25), pen.color()
    shots = pen.many(2, 7)
    at = pen.variable()
    gap = pen.random.choice((0.35, 0.4))
    pen.note()
    if pen.chance(0.6):
        pen.line(
            f"\\foreach {at} in {{{rings},...,1}}{{",
            f"  \\ifodd{at}\\relax \\def\\shade{{{one.tex}}}\\else \\def\\shade{{{other.tex}}}\\fi",
            f"  \\filldraw[fill=\\shade, draw=black] (0,0) circle ({{{gap}*{at}}});",
            "}",
        )
    else:
        for ring in range(rings, 0, -1):
            pen.line(f"\\filldraw[fill={(other, one)[ring % 2].tex}, draw=black] (0,0) circle ({coord(gap * ring)});")
    spots = []
    for shot in range(shots):
        ring = pen.random.randrange(rings)
        turn = math.radians(shot * 137 + pen.random.randrange(30))
        spots.append((ring + 1, (ring + 0.5) * gap * math.cos(turn), (ring + 0.5) * gap * math.sin(turn)))
    pen.line(
        f"\\foreach {at} in {{{', '.join(f'({coord(x)},{coord(y)})' for _, x, y in spots)}}} "
        f"\\filldraw[fill={hit.tex}, draw=white] {at} circle (1.8pt);"
    )
    pen.counted("hits", shots, "circle", fill=hit.hex)
    odd = (rings + 1) // 2
    pen.counted(f"rings and discs in {one.words}", odd, "circle", fill=one.hex)
    pen.counted(f"rings in {other.words}", rings - odd, "circle", fill=other.hex)
    inner = min(ring for ring, _, _ in spots)
    pen.relation(
        "best",
        "The disc in the middle is ring 1. Which is the innermost ring that is hit?",
        f"Ring {inner}",
        [f"Ring {at}" for at in range(1, max(rings, 4) + 1)],
    )
    pen.shows(one, other, hit)
    pen.says(
        f"{some(rings, 'rings')} of equal width around one middle, by turns {one.words} and {other.words} and "
        f"{one.words} in the middle, have thin black outlines.",
        f"{some(shots, 'small dots')} in {hit.words} are hits in the rings "
        f"{listed([str(ring) for ring, _, _ in spots])}, counted from the middle.",
    )


def color_wheel(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    count = pen.random.choice((6, 8, 10, 12))
    inner, outer = pen.random.choice((0, 0.8, 1.2)), 2.2
    colors = [pen.color() for _ in range(min(count, 10))]
    if len(colors) < count:
        colors += [color.tint(40) for color in colors[: count - len(colors)]]
    labels = [chr(ord("A") + at) for at in range(count)]
    at, tone, label = pen.variable(), pen.variable(), pen.variable()
    step = 360 / count
    pen.note()
    members = ", ".join(f"{color.tex}/{name}" for color, name in zip(colors, labels, strict=True))
    start = f"({{{coord(step)}*{at}}}:{inner})" if inner else "(0,0)"
    back = (
        f"({{{coord(step)}*({at}+1)}}:{inner}) arc ({{{coord(step)}*({at}+1)}}:{{{coord(step)}*{at}}}:{inner})"
        if inner
        else "(0,0)"
    )
    pen.line(f"\\foreach {tone}/{label} [count={at} from 0] in {{{members}}}{{")
    pen.line(
        f"  \\fill[fill={tone}] {start} -- ({{{coord(step)}*{at}}}:{outer}) arc "
        f"({{{coord(step)}*{at}}}:{{{coord(step)}*({at}+1)}}:{outer}) -- {back} -- cycle;"
    )
    pen.line(f"  \\node at ({{{coord(step)}*({at}+0.5)}}:{outer + 0.35}) {{{label}}};", "}")
    for index, name in enumerate(labels):
        turn = math.radians(step * (index + 0.5))
        pen.position(name, 2.5 * math.cos(turn), 2.5 * math.sin(turn))
    pen.numeric("fields", "How many colored fields make up the wheel?", count, (-2, -1, 1, 2))
    opposite = pen.random.randrange(count)
    pen.relation(
        "opposite",
        f"Which field lies opposite to {labels[opposite]}?",
        labels[(opposite + count // 2) % count],
        [name for name in labels if name != labels[opposite]],
    )
    pen.relation(
        "color", f"Which color does the field {labels[0]} have?", colors[0].words, [color.words for color in colors[1:]]
    )
    pen.names(*labels)
    pen.things = "field"
    pen.shows(*colors)
    pen.says(
        f"A {'ring' if inner else 'disc'} is divided into {some(count, 'equal fields')}, named outside; "
        f"counterclockwise from the right they are "
        + ", ".join(f"{name} {color.words}" for name, color in zip(labels, colors, strict=True))
        + ".",
    )


RECIPES = (
    Recipe("clock", "Clock face", "everyday", clock),
    Recipe("ruler", "Ruler with a scale", "everyday", ruler, ("Number line",)),
    Recipe("target", "Target with rings", "everyday", target),
    Recipe("color-wheel", "Color wheel", "everyday", color_wheel, ("Pie chart", "Ring chart")),
)
