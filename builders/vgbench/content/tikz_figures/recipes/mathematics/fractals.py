"""Fractals: decorations, recursive macros, L-systems, nested loops."""

import math
from collections.abc import Sequence
from itertools import combinations

from ...pen import Pen, coord, number, some
from ...recipe import Recipe


def koch(pen: Pen) -> None:
    """A polygon or a line whose edges are decorated repeatedly."""
    pen.needs("fractals")
    depth, line = pen.random.randint(1, 4), pen.color()
    kind, word = pen.random.choice(
        (("Koch snowflake", "peak"), ("Koch curve type 1", "block"), ("Koch curve type 2", "step"))
    )
    corners = pen.random.choice((1, 3, 4, 6))
    if depth == 4 or kind != "Koch snowflake":
        corners = min(corners, 3)
        depth = min(depth, 3)
    start = (
        "(0,0) -- (6,0)"
        if corners == 1
        else " -- ".join(f"({coord(-360 / corners * at + 90)}:2.5)" for at in range(corners)) + " -- cycle"
    )
    pen.note()
    inner = f"decorate[decoration={{{kind}}}]{{ " * depth + start + " }" * depth
    fill = pen.color().tint(20)
    filled = corners > 1 and pen.chance()
    command = f"\\filldraw[draw={line.tex}, fill={fill.tex}]" if filled else f"\\draw[{line.tex}]"
    pen.line(f"{command} {inner};" if corners == 1 or not filled else f"{command} {inner} -- cycle;")
    dot = pen.color()
    where = "(0,0)" if corners > 1 else "(3,-0.6)"
    pen.line(f"\\fill[{dot.tex}] {where} circle (3pt);")
    parts = {"Koch snowflake": 4, "Koch curve type 1": 5, "Koch curve type 2": 8}[kind]
    pen.counted("dots", 1, "circle", fill=dot.hex, varies=False)
    pen.numeric("depth", "How many times has each straight piece been replaced by a bent one?", depth, (-1, 1, 2, 3))
    pen.numeric("start", "How many straight pieces did the curve consist of at first?", corners, (-1, 1, 2, 3))
    pen.shows(line, dot, *((fill,) if filled else ()))
    outline = "a level straight line" if corners == 1 else f"a regular shape with {some(corners, 'sides')}"
    pen.says(
        f"A crinkled line in {line.words} is made from {outline}: {some(depth, 'times')} over, each straight "
        f"piece gave "
        f"way to {number(parts)} shorter ones with a {word} in the middle.",
        f"{'Its inside is ' + fill.words + '. ' if filled else ''}A dot in {dot.words} stands "
        f"{'in the middle' if corners > 1 else 'below'}.",
    )


def branches(pen: Pen) -> None:
    """A tree of forks, by a macro that calls itself or by children."""
    pen.needs("plain", "loaded", "math")
    depth, spread = pen.many(3, 6), pen.random.choice((20, 25, 30, 35, 40))
    ways = 3 if depth < 5 and pen.chance(0.35) else 2
    shrink = pen.random.choice((0.65, 0.7, 0.75))
    line, tip = pen.color(), pen.color()
    turns = (spread, -spread) if ways == 2 else (spread, 0, -spread)
    calls = "".join(f"\\begin{{scope}}[rotate={turn}]\\NAME{{#1-1}}\\end{{scope}}" for turn in turns)
    name = pen.random.choice(("grow", "fork", "recurse", "again", "twig", "go"))
    pen.preamble(
        f"\\newcommand{{\\{name}}}[1]{{%\n  \\pgfmathtruncatemacro{{\\level}}{{#1}}%\n  \\ifnum\\level>0\\relax\n"
        f"    \\draw[{line.tex}, line cap=round] (0,0) -- (0,1.2);\n"
        f"    \\begin{{scope}}[shift={{(0,1.2)}}, scale={shrink}]\n      "
        + calls.replace("NAME", name).replace("#1-1", "\\level-1")
        + f"\n    \\end{{scope}}\n  \\else\n    \\fill[{tip.tex}] (0,0) circle (1.5pt);\n  \\fi}}"
    )
    pen.note()
    pen.line(f"\\{name}{{{depth}}}")
    total = sum(ways**at for at in range(depth))
    ends = _tips(depth, turns, shrink)
    if min(math.dist(one, other) for one, other in combinations(ends, 2)) > 0.08:
        pen.counted("tips with dots", ways ** (depth - 1), "circle", fill=tip.hex)
        if 1.2 * shrink ** (depth - 1) > 0.3:
            pen.counted("straight branches", total, "line", stroke=line.hex)
    pen.numeric("levels", "How many times does the way from the foot to a tip fork?", depth - 1, (-1, 1, 2, 3))
    pen.numeric("ways", "Into how many branches does each branch fork?", ways, (-1, 1, 2, 3))
    pen.shows(line, tip)
    pen.says(
        f"From one upright stem in {line.words} grows a tree: each branch forks into {number(ways)} shorter ones, "
        f"{'turned by' if ways == 2 else 'one straight on, the others turned by'} {spread} degrees, "
        f"{some(depth - 1, 'times')} "
        f"over; a small dot in {tip.words} ends each of the {ways ** (depth - 1)} last ones.",
    )


def _tips(depth: int, turns: Sequence[int], shrink: float) -> list[tuple[float, float]]:
    """Return the ends of a tree's last branches, in centimeters."""
    ends = [(0.0, 0.0, 0.0)]
    for level in range(depth):
        size = 1.2 * shrink**level
        grown = [(x - size * math.sin(turn), y + size * math.cos(turn), turn) for x, y, turn in ends]
        ends = [(x, y, turn + math.radians(more)) for x, y, turn in grown for more in turns]
    return list(dict.fromkeys((x, y) for x, y, _ in ends))


def carpet(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    depth, ink, hole = pen.random.randint(1, 3), pen.color(), pen.color().tint(15)
    size = 5.4
    pen.line(f"\\fill[{ink.tex}] (0,0) rectangle ({size},{size});")
    first, second = pen.variable(), pen.variable()
    pen.note()
    for level in range(1, depth + 1):
        side, last = size / 3**level, 3 ** (level - 1) - 1
        pen.line(
            f"\\foreach {first} in {{0,...,{last}}} \\foreach {second} in {{0,...,{last}}}"
            if last
            else f"\\foreach {first}/{second} in {{0/0}}",
            f"  \\fill[{hole.tex}] ({{{coord(3 * side)}*{first}+{coord(side)}}},"
            f"{{{coord(3 * side)}*{second}+{coord(side)}}}) "
            f"rectangle ++({coord(side)},{coord(side)});",
        )
    pen.counted("large squares", 1, "rectangle", fill=ink.hex, varies=False)
    holes = {1: 1, 2: 10, 3: 91}[depth] if depth < 3 else None
    sizes = ("One", "Two", "Three", "Four", "Five")
    pen.relation("sizes", "How many sizes of light squares are there?", sizes[depth - 1], sizes)
    if holes == 1:
        pen.counted("light squares", 1, "rectangle", fill=hole.hex, varies=False)
    pen.shows(ink, hole)
    pen.says(
        f"A large square in {ink.words} is divided into three by three, with a hole in {hole.words} in the middle; "
        + (
            "nothing is divided further."
            if depth == 1
            else f"each ninth is treated in the same way, {number(depth)} sizes of holes in all."
        ),
    )


SYSTEMS = (
    ("F", "F -> F+F-F-F+F", 90, (2, 3), "a line with square steps", "Square steps"),
    ("F--F--F", "F -> F+F--F+F", 60, (2, 3), "a star-shaped closed line with sixfold symmetry", "Sixfold"),
    ("F+F+F+F", "F -> F+F-F-FF+F+F-F", 90, (1, 2), "a closed line from a square with square bays", "Bays"),
    ("X", "X -> X+YF+, Y -> -FX-Y", 90, (7, 9), "a line that folds into right angles like a strip of paper", "Folds"),
)


def l_system(pen: Pen) -> None:
    pen.needs("fractals")
    axiom, rules, angle, (low, high), words, _ = pen.random.choice(SYSTEMS)
    order, line = pen.random.randint(low, high), pen.color()
    step = {"F": 12 / 3**order, "F--F--F": 10 / 3**order, "F+F+F+F": 4 / 4**order, "X": 6 / 2 ** (order / 2)}[axiom]
    names = pen.random.choice(("pattern", "bends", "growth", "steps", "mine"))
    declared = (
        f"\\pgfdeclarelindenmayersystem{{{names}}}{{\n"
        + "\n".join(f"  \\rule{{{rule}}}" for rule in rules.split(", "))
        + "\n}"
    )
    pen.preamble(declared)
    pen.note()
    pen.line(
        f"\\draw[{line.tex}, lindenmayer system={{{names}, axiom={axiom}, order={order}, angle={angle}, "
        f"step={coord(max(step, 0.05) * 5)}mm}}]",
        "  lindenmayer system;",
    )
    turns = ("90°", "60°", "45°", "120°", "30°")
    pen.relation("turn", "By what angle does the line turn at its first bend?", f"{angle}°", turns)
    pen.relation(
        "ends",
        "Does the line come back to its beginning?",
        "Yes, it is closed" if axiom in ("F--F--F", "F+F+F+F") else "No, it has two loose ends",
        (
            "Yes, it is closed",
            "No, it has two loose ends",
            "No, it has one loose end and a loop",
            "It has no beginning or end on the page",
        ),
    )
    pen.shows(line)
    pen.says(
        f"A thin line in {line.words} in many equally long straight pieces is drawn by a rule that is applied "
        f"{'once' if order == 1 else number(order) + ' times'}: it is {words}.",
    )


RECIPES = (
    Recipe("koch", "Koch curve", "geometry", koch, ("Snowflake", "Curve drawn by a rewriting rule", "Regular polygon")),
    Recipe("branches", "Fractal tree", "geometry", branches, ("Dendrogram",)),
    Recipe("carpet", "Fractal square with holes", "geometry", carpet, ("Chessboard pattern",)),
    Recipe(
        "l-system",
        "Curve drawn by a rewriting rule",
        "geometry",
        l_system,
        ("Koch curve", "Fractal triangle", "Snowflake"),
    ),
)
