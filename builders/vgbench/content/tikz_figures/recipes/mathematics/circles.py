"""Circles and conics with their lines: foci, directrices, tangents, chords."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def foci(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    wide = pen.random.choice((2.5, 3, 3.4))
    high = pen.random.choice((1.4, 1.8, 2.1))
    focus = math.sqrt(wide**2 - high**2)
    number = pen.many(1, 5)
    turns = pen.random.sample(range(20, 170, 25), number)
    curve, string, dot = pen.color(), pen.color(), pen.color()
    names = pen.pick("PQRSTUVW", number)
    pen.line(f"\\draw[{curve.tex}, thick] (0,0) ellipse[x radius={wide}, y radius={high}];")
    pen.line(f"\\draw[dashed, black!45] ({-wide},0) -- ({wide},0);")
    pen.note()
    for name, turn in zip(names, turns, strict=True):
        x, y = wide * math.cos(math.radians(turn)), high * math.sin(math.radians(turn))
        pen.line(
            f"\\draw[{string.tex}] ({coord(-focus)},0) -- ({coord(x)},{coord(y)});",
            f"\\draw[{string.tex}] ({coord(focus)},0) -- ({coord(x)},{coord(y)});",
            f"\\node[above] at ({coord(x)},{coord(y)}) {{{pen.letter(name)}}};",
        )
        pen.position(name, x, y)
    pen.line(
        f"\\foreach \\s/\\f in {{-1/1, 1/2}} \\fill[{dot.tex}] (\\s*{coord(focus)},0) circle (2pt) node[below, black] "
        "{$F_\\f$};"
    )
    pen.names("F1", "F2", *names)
    pen.counted("dots", 2, "circle", fill=dot.hex, varies=False)
    pen.counted("straight lines to the curve", 2 * number, "line", stroke=string.hex)
    pen.position("F1", -focus, 0)
    pen.position("F2", focus, 0)
    pen.things = "point"
    pen.shows(curve, string, dot)
    pen.says(
        f"A flat oval in {curve.words}, {2 * wide:g} wide and {2 * high:g} high, has a gray dashed line along its "
        f"longer axis; on that lie two dots in {dot.words}, F1 on the left and F2 on the right.",
        f"{'The point' if number == 1 else 'The points'} {listed(names)} of the curve "
        f"{'is' if number == 1 else 'are'} joined with both dots by lines in {string.words}.",
    )


def directrix(pen: Pen) -> None:
    pen.needs("plain", "arrows", "math")
    focal = pen.random.choice((0.5, 0.75, 1))
    number = pen.many(1, 4)
    spots = pen.random.sample((-2, -1.5, -1, 1, 1.5, 2), number)
    curve, guide, string = pen.color(), pen.color(), pen.color()
    size = pen.constant(("p", "f", "focal", "a"), focal)
    at = pen.variable()
    pen.line(f"\\draw[{guide.tex}, very thick] (-2.8,-{size}) -- (2.8,-{size}) node[right, black] {{$d$}};")
    if pen.chance():
        pen.line(
            f"\\draw[{curve.tex}, thick, domain=-2.6:2.6, samples=70, smooth, variable={at}] plot "
            f"({{{at}}},{{{at}*{at}/(4*{size})}});"
        )
    else:
        pen.line(f"\\draw[{curve.tex}, thick] plot[domain=-2.6:2.6, samples=80] (\\x,{{(\\x)^2/(4*{size})}});")
    pen.note()
    members = ",".join(coord(spot) for spot in spots)
    pen.line(f"\\foreach {at} in {{{members}}}{{")
    pen.line(f"  \\pgfmathsetmacro\\y{{{at}*{at}/4/{size}}}")
    pen.line(f"  \\draw[{string.tex}, dashed] (0,{size}) -- ({at},\\y);")
    pen.line(f"  \\draw[{string.tex}, dashed] ({at},\\y) -- ({at},-{size});", "}")
    pen.line(f"\\fill (0,{size}) circle (2pt) node[above] {{$F$}};")
    pen.names("$F$", "$d$")
    pen.position("F", 0, focal)
    pen.counted("dots", 1, "circle", fill="#000000", varies=False)
    pen.numeric("points", "How many points of the curve are joined with the dot?", number)
    pen.things = "point"
    pen.shows(curve, guide, string)
    pen.says(
        f"A bowl-shaped curve in {curve.words} opens upward above a thick level line d in {guide.words}; a black dot F "
        f"stands on its axis, {focal:g} above its lowest point, which is as far above the line.",
        f"{'A point' if number == 1 else some(number, 'points')} of the curve, at x = "
        f"{listed([f'{spot:g}' for spot in spots])}, "
        f"{'is' if number == 1 else 'are'} joined with F and, straight down, with the line by dashed lines in "
        f"{string.words}.",
    )


def tangents(pen: Pen) -> None:
    """Tangents from a point, by the commands of tkz-euclide or by hand."""
    radius = pen.random.choice((1.2, 1.5, 1.8))
    away = pen.random.choice((3.5, 4, 4.5, 5))
    rim, touch = pen.color(), pen.color()
    pen.needs("euclid", "math")
    outer, one, other = pen.pick("ABCDEGHKPQRSTU", 3)
    angle = math.degrees(math.acos(radius / away))
    pen.note()
    if pen.opening == "euclid":
        pen.line("\\tkzDefPoint(0,0){O}", f"\\tkzDefPoint({away},0){{{outer}}}")
        pen.line(
            f"\\tkzDefPoint({coord(angle)}:{radius}){{{one}}}", f"\\tkzDefPoint({coord(-angle)}:{radius}){{{other}}}"
        )
        pen.line(
            f"\\tkzDrawCircle[color={rim.tex}, thick](O,{one})",
            f"\\tkzDrawSegments[color={touch.tex}, thick]({outer},{one} {outer},{other})",
            f"\\tkzDrawSegments[dashed](O,{one} O,{other} O,{outer})",
            f"\\tkzMarkRightAngle[size=0.25](O,{one},{outer})",
            f"\\tkzMarkRightAngle[size=0.25](O,{other},{outer})",
            f"\\tkzDrawPoints(O,{outer},{one},{other})",
            "\\tkzLabelPoint[left](O){$O$}",
            f"\\tkzLabelPoint[right]({outer}){{${outer}$}}",
            f"\\tkzLabelPoint[above right]({one}){{${one}$}}",
            f"\\tkzLabelPoint[below right]({other}){{${other}$}}",
        )
    else:
        pen.line("\\coordinate (O) at (0,0);", f"\\coordinate ({outer}) at ({away},0);")
        pen.line(f"\\node[draw={rim.tex}, thick, circle, minimum size={2 * radius}cm] (c) at (O) {{}};")
        for sign, name in ((1, one), (2, other)):
            pen.line(f"\\coordinate ({name}) at (tangent cs:node=c, point={{({outer})}}, solution={sign});")
            pen.line(f"\\draw[{touch.tex}, thick] ({outer}) -- ({name});", f"\\draw[dashed] (O) -- ({name});")
        pen.line(f"\\draw[dashed] (O) -- ({outer});")
        for name, side in (("O", "left"), (outer, "right"), (one, "above right"), (other, "below right")):
            pen.line(f"\\fill ({name}) circle (1.6pt) node[{side}] {{${name}$}};")
        if radius * 2 > away:
            pen.line(f"\\node[{pen.font()}] at ({away},-1.4) {{$r={radius}$}};")
    pen.names("O", outer, one, other)
    pen.position("O", 0, 0)
    pen.position(outer, away, 0)
    pen.counted("lines that touch the circle", 2, "line", stroke=touch.hex, varies=False)
    pen.counted("large circles", 1, "circle", stroke=rim.hex, varies=False)
    pen.things = "point"
    pen.shows(rim, touch)
    pen.says(
        f"Around the dot O runs a circle in {rim.words} of radius {radius:g}; to its right, {away:g} from O, is "
        f"the dot "
        f"{outer}.",
        f"Two lines in {touch.words} from {outer} touch the circle, at the dot {one} and at the dot {other}, one of "
        "them above and one below; dashed black lines join O with the three other dots.",
    )


def chords(pen: Pen) -> None:
    pen.needs("plain", "geometry")
    number = pen.many(4, 9)
    letters = [chr(ord("A") + at) for at in range(number)]
    turn = pen.random.choice((0, 15, 90))
    rim, line = pen.color(), pen.color()
    ends = [(at, other) for at in range(number) for other in range(at + 2, number) if (at, other) != (0, number - 1)]
    ends = pen.random.sample(ends, min(len(ends), pen.many(1, 7))) or [(0, 1)]
    pen.line(f"\\draw[{rim.tex}, thick] (0,0) circle (2.2);")
    where = [(math.radians(turn + 360 * at / number)) for at in range(number)]
    at, label = pen.variable(), pen.variable()
    pen.line(
        f"\\foreach {label} [count={at} from 0] in {{{','.join(letters)}}}{{",
        f"  \\coordinate ({label}) at ({{{turn}+{at}*360/{number}}}:2.2);",
        f"  \\node at ({{{turn}+{at}*360/{number}}}:2.55) {{{label}}};",
        f"  \\fill ({label}) circle (1.5pt);",
        "}",
    )
    pen.note()
    for one, other in ends:
        pen.edge(letters[one], letters[other], directed=False)
    pen.joins(f"{line.tex}, thick", [(letters[one], letters[other]) for one, other in ends])
    for letter, angle in zip(letters, where, strict=True):
        pen.position(letter, 2.55 * math.cos(angle), 2.55 * math.sin(angle))
    pen.names(*letters)
    pen.counted("chords", len(ends), "line", stroke=line.hex)
    pen.counted("dots", number, "circle", fill="#000000")
    pen.things = "point"
    pen.shows(rim, line)
    pen.says(
        f"A circle in {rim.words} carries the black dots {listed(letters)}, evenly spaced and counterclockwise; A is "
        + (f"{turn} degrees counterclockwise from the right." if turn else "at the very right."),
        f"{some(len(ends), 'straight lines')} in {line.words} run across the circle.",
        pen.lists_edges(),
    )


RECIPES = (
    Recipe("foci", "Ellipse with its foci", "geometry", foci),
    Recipe("directrix", "Parabola with its directrix", "geometry", directrix, ("Graphs of functions",)),
    Recipe("tangents", "Tangents from a point to a circle", "geometry", tangents),
    Recipe("chords", "Chords of a circle", "geometry", chords, ("Star polygon", "Regular polygon", "Complete graph")),
)
