"""Regular patterns by loops: Cantor's set, Pascal's triangle, tables on circles, snowflakes."""

import math

from ...pen import Pen, coord, number, some
from ...recipe import Recipe


def cantor(pen: Pen) -> None:
    pen.needs("plain", "math")
    rows, width = pen.random.randint(3, 5), pen.random.choice((6.75, 8.1))
    bars = [pen.color() for _ in range(rows)]
    bars = bars if pen.chance(0.4) else [bars[0]] * rows
    high = pen.random.choice((0.25, 0.3, 0.4))
    pen.note()
    at, font = pen.variable(), pen.font()
    for row in range(rows):
        starts = [0.0]
        for level in range(1, row + 1):
            starts = [x for start in starts for x in (start, start + 2 * width / 3**level)]
        side = width / 3**row
        if pen.loops or len(starts) > 4:
            members = ",".join(f"{start:.3f}".rstrip("0").rstrip(".") for start in starts)
            pen.line(
                f"\\foreach {at} in {{{members}}}",
                f"  \\fill[{bars[row].tex}] ({at},{coord(-0.8 * row)}) rectangle +({side:.3f},{high});",
            )
        else:
            for start in starts:
                pen.line(f"\\fill[{bars[row].tex}] ({start:.3f},{coord(-0.8 * row)}) rectangle +({side:.3f},{high});")
        pen.line(f"\\node[left, {font}] at (-0.2,{coord(-0.8 * row + high / 2)}) {{$C_{row}$}};")
        pen.position(f"C{row}", -0.5, -0.8 * row)
    pen.names(*(f"C{row}" for row in range(rows)))
    if len({bar.hex for bar in bars}) == 1 and rows < 5:
        pen.counted("bars", 2**rows - 1, "rectangle", fill=bars[0].hex)
    elif len({bar.hex for bar in bars}) > 1:
        for row in range(rows):
            pen.counted(f"bars in row {row + 1}", 2**row, "rectangle", fill=bars[row].hex)
    pen.numeric("row", f"How many bars are in row C{rows - 1}?", 2 ** (rows - 1), (-3, -1, 1, 2))
    pen.things = "row"
    pen.shows(*bars)
    pen.says(
        f"The top row C0 is one long bar; in each of the {some(rows - 1, 'rows')} below, C1 to C{rows - 1}, "
        f"every bar has "
        f"lost its middle third: the rows have {', '.join(str(2**row) for row in range(rows))} bars.",
        "The labels C0, "
        + ", ".join(f"C{row}" for row in range(1, rows))
        + " stand on the left. "
        + (
            f"All bars are {bars[0].words}."
            if len({bar.hex for bar in bars}) == 1
            else "From top to bottom the bars are " + ", ".join(bar.words for bar in bars) + "."
        ),
    )


def pascal(pen: Pen) -> None:

    pen.needs("plain", "shapes", "matrix")
    rows = pen.many(4, 9)
    even, odd = pen.color().tint(20), pen.color().tint(45)
    colored = pen.chance(0.6)
    shape = pen.random.choice(("circle", "rectangle"))
    row, column = pen.variable(), pen.variable()
    pen.note()
    if colored:
        pen.line(f"\\foreach {row} in {{0,...,{rows - 1}}}{{", "  \\xdef\\entry{1}")
        pen.line(f"  \\foreach {column} in {{0,...,{row}}}{{")
        pen.line("    \\pgfmathtruncatemacro{\\parity}{mod(\\entry,2)}")
        pen.line(f"    \\ifnum\\parity=0 \\colorlet{{now}}{{{even.tex}}}\\else \\colorlet{{now}}{{{odd.tex}}}\\fi")
        option = f"draw, {shape}, fill=now"
    else:
        pen.line(f"\\foreach {row} in {{0,...,{rows - 1}}}{{", "  \\xdef\\entry{1}")
        pen.line(f"  \\foreach {column} in {{0,...,{row}}}{{")
        option = f"draw, {shape}, fill={odd.tex}"
    pen.line(
        f"    \\node[{option}, minimum size=7mm, inner sep=0pt, font=\\footnotesize] at ({{0.85*({column}-{row}/2)}},"
        f"{{-0.75*{row}}}) {{\\entry}};",
        f"    \\pgfmathtruncatemacro{{\\following}}{{\\entry*({row}-{column})/({column}+1)}}",
        "    \\xdef\\entry{\\following}",
        "  }",
        "}",
    )
    entries = [math.comb(top, at) for top in range(rows) for at in range(top + 1)]
    seen = "circle" if shape == "circle" else "rectangle"
    evens = sum(entry % 2 == 0 for entry in entries)
    if colored:
        pen.counted("fields with even numbers", evens, seen, fill=even.hex)
        pen.counted("fields with odd numbers", len(entries) - evens, seen, fill=odd.hex)
    else:
        pen.counted("fields", len(entries), seen, fill=odd.hex)
    middle = math.comb(rows - 1, (rows - 1) // 2)
    pen.numeric("largest", "What is the largest number in the bottom row?", middle, (-2, -1, 1, 3))
    pen.numeric("sum", "What is the sum of the numbers in the bottom row?", 2 ** (rows - 1), (-4, -2, 2, 4))
    pen.names(*map(str, sorted(set(entries))))
    pen.shows(*((even, odd) if colored and evens else (odd,)))
    distinct = ", ".join(map(str, sorted(set(entries))))
    looks = f"Even numbers stand on {even.words}, odd ones on {odd.words}." if colored else f"All stand on {odd.words}."
    pen.says(
        f"{some(rows, 'rows')} of {'round' if shape == 'circle' else 'square'} fields form a triangle with its "
        f"tip up; the "
        f"first row has one field, and each row has one more than the row above it.",
        "The rows begin and end with 1; every other number is the sum of the two above it, so that the numbers "
        f"{distinct} occur. {looks}",
    )


def times_circle(pen: Pen) -> None:
    pen.needs("plain", "math")
    total, factor = pen.random.choice((18, 24, 30, 36, 48, 60)), pen.random.randint(2, 5)
    line, dot = pen.color(), pen.color()
    at = pen.variable()
    pen.line("\\draw[gray] (0,0) circle[radius=2.5];")
    size = pen.constant(("n", "N", "modulus", "total"), total)
    pen.note()
    pen.line(
        f"\\foreach {at} in {{1,...,{total - 1}}}",
        f"  \\draw[{line.tex}, very thin] ({{360/{size}*{at}}}:2.5) -- ({{360/{size}*mod({factor}*{at},{size})}}:2.5);",
        f"\\foreach {at} in {{1,...,{total}}} \\fill[{dot.tex}] ({{360/{size}*{at}}}:2.5) circle (1.2pt);",
    )
    pen.counted("dots on the rim", total, "circle", fill=dot.hex)
    pen.numeric(
        "factor",
        "The dots are numbered counterclockwise and the rightmost is 0: with which number is dot 1 joined?",
        factor,
        (-1, 1, 2, 3),
    )
    pen.shows(line, dot)
    pen.says(
        f"On a gray circle there are {total} dots in {dot.words}, numbered counterclockwise from the right, "
        f"where 0 is; "
        f"from each one a thin line in {line.words} runs to the dot with {number(factor)} times its number, counted on "
        "beyond the last.",
    )


def snowflake(pen: Pen) -> None:
    pen.needs("plain", "loaded", "decorations")
    arms = pen.random.choice((5, 6, 6, 8))
    pairs = pen.many(1, 4)
    line, angle = pen.color(), pen.random.choice((40, 50, 60))
    turn, at = pen.variable(), pen.variable()
    last = 360 - 360 // arms
    hub = pen.color()
    pen.note()
    with pen.block(f"\\foreach {turn} in {{0,{360 // arms},...,{last}}} {{", "}"):
        pen.line(
            f"\\begin{{scope}}[rotate={turn}, line cap=round, {line.tex}, very thick]", "  \\draw (0,0) -- (2.4,0);"
        )
        pen.line(f"  \\foreach {at} in {{1,...,{pairs}}} {{")
        pen.line(f"    \\draw ({{0.5*{at}+0.2}},0) -- +({angle}:{{0.7-0.12*{at}}});")
        pen.line(f"    \\draw ({{0.5*{at}+0.2}},0) -- +(-{angle}:{{0.7-0.12*{at}}});", "  }", "\\end{scope}")
    pen.line(f"\\fill[{hub.tex}] (0,0) circle (4pt);")
    pen.counted("straight strokes", arms * (1 + 2 * pairs), "line", stroke=line.hex)
    pen.counted("dots", 1, "circle", fill=hub.hex, varies=False)
    pen.numeric("arms", "How many arms start at the middle?", arms, (-2, -1, 1, 2))
    pen.numeric("twigs", "How many short strokes are on each arm?", 2 * pairs, (-2, 2, 4, 6))
    pen.shows(line, hub)
    pen.says(
        f"{some(arms, 'equal arms')} in thick {line.words} strokes spread evenly from a round dot in {hub.words}; each "
        f"carries {some(pairs, 'pairs')} of short slanted strokes that get shorter outward.",
    )


RECIPES = (
    Recipe("cantor", "Cantor set", "geometry", cantor),
    Recipe("pascal", "Pascal's triangle", "algebra", pascal),
    Recipe(
        "times-circle",
        "Multiplication table on a circle",
        "algebra",
        times_circle,
        ("Chords of a circle", "Complete graph", "Star polygon"),
    ),
    Recipe("snowflake", "Snowflake", "geometry", snowflake),
)
