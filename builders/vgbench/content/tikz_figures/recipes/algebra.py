"""Figures of algebra: commutative diagrams, partial orders, tableaux, matrices."""

from itertools import combinations

from ..pen import Pen, coord, listed, number, read, some
from ..recipe import Recipe

OBJECTS = ("A", "B", "C", "D", "E", "F", "G", "H", "K", "L", "M", "N", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y")
ARROWS = ("f", "g", "h", "k", "p", "q", "r", "s", "t", "u", "v", "w", "i", "j", "m", "n", "a", "b", "c", "d", "e")


def commutative_diagram(pen: Pen) -> None:
    pen.needs("cd")
    pen.environment = "tikzcd"
    rows, columns = (
        pen.random.choice(((2, 2), (2, 3), (2, 4))) if pen.fullness < 0.5 else (pen.many(3, 4), pen.many(3, 5))
    )
    objects = [f"${name}$" for name in pen.pick(OBJECTS, rows * columns)]
    wanted = rows * (columns - 1) + columns * (rows - 1)
    arrows = [*pen.pick(ARROWS, len(ARROWS)), *(f"f_{at}" for at in range(1, 20))][:wanted]
    if pen.chance(0.5):
        pen.sides.append(
            pen.random.choice(("row sep=large, column sep=large", "sep=large", "column sep=huge, row sep=large"))
        )
    hue = pen.color()
    special = pen.random.randrange(len(arrows))
    kinds = [""] * len(arrows)
    kinds[special] = pen.random.choice((", dashed", ", hook", ", two heads"))
    bend = f", bend left={pen.random.choice((12, 15, 20))}" if pen.chance(0.4) else ""
    used = 0
    for row in range(rows):
        cells = []
        for column in range(columns):
            name = objects[row * columns + column]
            cell = name.strip("$")
            for end, step in ((column + 1 < columns, "r"), (row + 1 < rows, "d")):
                if end:
                    other = objects[(row + (step == "d")) * columns + column + (step == "r")]
                    shade = f", {hue.tex}" if used == special else ""
                    swap = "'" if step == "d" and pen.chance(0.3) else ""
                    cell += f' \\arrow[{step}{bend}, "{arrows[used]}"{swap}{kinds[used]}{shade}]'
                    pen.edge(name, other, label=arrows[used])
                    used += 1
            cells.append(cell)
            pen.position(name, float(column), -float(row))
        pen.line(" & ".join(cells) + (" \\\\" if row < rows - 1 else ""))
    pen.things = "object"
    pen.names(*objects, *arrows[:used])
    pen.shows(hue)
    look = {", dashed": "dashed", ", hook": "hooked", ", two heads": "with two heads"}[kinds[special]]
    pen.says(
        f"The objects {read(objects)} are set in {some(rows, 'rows')} and {some(columns, 'columns')}, read row by row.",
        f"{'Bent arrows' if bend else 'Arrows'} run to the right and downward between neighbors: "
        + "; ".join(f"{edge.label} from {edge.start} to {edge.end}" for edge in pen.contents().edges)
        + f". The arrow {read([arrows[special]])} is {look} and {hue.words}, the others are black.",
    )


def _prime_factors(whole: int) -> int:
    return next((1 + _prime_factors(whole // at) for at in range(2, whole + 1) if whole % at == 0), 0)


def _is_prime(whole: int) -> bool:
    return _prime_factors(whole) == 1


def hasse_diagram(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    line, dot = pen.ink(), pen.color()
    if pen.chance(0.5):
        size = 3 if pen.fullness < 0.7 else 4
        letters = "abcd"[:size]
        subsets = ["".join(members) for depth in range(size + 1) for members in combinations(letters, depth)]
        text = {subset: f"$\\{{{','.join(subset)}\\}}$" if subset else "$\\emptyset$" for subset in subsets}
        plain = {subset: f"{{{','.join(subset)}}}" if subset else "∅" for subset in subsets}
        above = {
            (one, other) for one in subsets for other in subsets if len(other) == len(one) + 1 and set(one) < set(other)
        }
        level = {subset: len(subset) for subset in subsets}
        what = f"the subsets of {{{','.join(letters)}}}"
    else:
        whole = pen.random.choice((12, 18, 20, 24, 30, 36, 42, 60, 72))
        divisors = [at for at in range(1, whole + 1) if whole % at == 0]
        subsets = list(map(str, divisors))
        text = plain = {subset: subset for subset in subsets}
        above = {
            (str(one), str(other))
            for one in divisors
            for other in divisors
            if one < other and other % one == 0 and _is_prime(other // one)
        }
        level = {str(at): _prime_factors(at) for at in divisors}
        what = f"the divisors of {whole}"
    ranks = [[subset for subset in subsets if level[subset] == depth] for depth in range(max(level.values()) + 1)]
    name = {subset: f"e{at}" for at, subset in enumerate(subsets)}
    pen.note()
    for depth, members in enumerate(ranks):
        for at, subset in enumerate(members):
            x, y = 1.7 * (at - (len(members) - 1) / 2), 1.5 * depth
            pen.line(
                f"\\node[circle, fill={dot.tex}, inner sep=1.6pt, label=right:{{{text[subset]}}}] ({name[subset]}) at "
                f"({coord(x)},{coord(y)}) {{}};"
            )
            pen.position(plain[subset].replace("{", "").replace("}", "") or "∅", x, y, name[subset])
    covers = sorted(above, key=lambda pair: (level[pair[0]], subsets.index(pair[0]), subsets.index(pair[1])))
    pen.joins(line.tex, [(name[one], name[other]) for one, other in covers])
    pen.counted("elements", len(subsets), "circle", fill=dot.hex)
    pen.counted("lines between elements", len(covers), "line", stroke=line.hex)
    lowest = subsets[0]
    for subset in subsets[1:]:
        below = [plain[one] for one, other in covers if other == subset]
        others = [plain[one] for one in subsets if plain[one] not in below and one != subset]
        if subset != lowest and len(others) > 2 and below:
            pen.relation("cover", f"Which element lies directly below {plain[subset]}?", below[0], others)
    pen.shows(dot)
    pen.things = "element"
    pen.says(
        f"It shows {what}, ordered from bottom to top in {some(len(ranks), 'levels')}, whose "
        f"numbers of elements are {listed([number(len(members)) for members in ranks])}.",
        f"The elements are small dots in {dot.words} with their names to the right, and "
        f"{some(len(covers), 'straight lines')} in "
        f"{line.words} join those that follow each other.",
    )


def young_tableau(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    rows = sorted((pen.random.randint(1, 2 + round(5 * pen.fullness)) for _ in range(pen.many(2, 6))), reverse=True)
    fill = pen.color().tint(20)
    size = pen.random.choice((0.6, 0.7, 0.8))
    filled = pen.chance(0.7)
    entry = 0
    entries: list[list[int]] = []
    pen.note()
    for row, length in enumerate(rows):
        entries.append(list(range(entry + 1, entry + length + 1)))
        if pen.loops and not filled:
            pen.line(f"\\foreach \\j in {{1,...,{length}}}")
            pen.line(f"  \\draw[fill={fill.tex}] (\\j*{size},{coord(-row * size)}) rectangle ++({size},-{size});")
            entry += length
            continue
        for column in range(length):
            entry += 1
            corner = f"({coord((column + 1) * size)},{coord(-row * size)})"
            pen.line(f"\\draw[fill={fill.tex}] {corner} rectangle ++({size},-{size});")
            if filled:
                pen.line(f"\\node at ({coord((column + 1.5) * size)},{coord(-(row + 0.5) * size)}) {{{entry}}};")
    pen.counted("boxes", sum(rows), "rectangle", fill=fill.hex)
    pen.relation(
        "row",
        "How many boxes are in the first row?",
        str(rows[0]),
        [str(rows[0] + step) for step in (1, 2, -1, 3) if rows[0] + step > 0],
    )
    shape = ", ".join(map(str, rows))
    if filled:
        place_of = pen.random.choice([entry for row in entries for entry in row])
        row = next(at for at, members in enumerate(entries) if place_of in members)
        pen.relation(
            "entry",
            f"In which row, from the top, is the number {place_of}?",
            f"Row {row + 1}",
            [f"Row {other + 1}" for other in range(max(5, len(rows))) if other != row],
        )
    pen.shows(fill)
    pen.says(
        f"{some(len(rows), 'rows')} of square boxes in {fill.words} with black borders, aligned on the left, hold "
        f"{shape} "
        "boxes from top to bottom.",
        "They are numbered from 1 in reading order." if filled else "The boxes are empty.",
    )


def _bare(entry: str) -> str:
    return entry.replace("{", "").replace("}", "")


def matrix_brackets(pen: Pen) -> None:
    pen.needs("matrix")
    rows, columns = pen.many(2, 7), pen.many(2, 8)
    values = [[str(pen.random.randint(-9, 20)) for _ in range(columns)] for _ in range(rows)]
    if pen.chance(0.3):
        values = [[f"a_{{{row + 1}{column + 1}}}" for column in range(columns)] for row in range(rows)]
    hue = pen.color().tint(40)
    left, right, bracket = pen.random.choice((("(", ")", "round"), ("[", "]", "square")))
    marked = pen.random.choice(("row", "column"))
    at = pen.random.randrange(rows if marked == "row" else columns)
    with pen.block(
        f"\\matrix (m) [matrix of math nodes, left delimiter={{{left}}}, right delimiter={{{right}}}, "
        f"nodes={{minimum width=8mm, "
        f"minimum height=7mm}}{f', {marked} {at + 1}/.style={{nodes={{fill={hue.tex}}}}}'}] {{",
        "};",
    ):
        for row in values:
            pen.line(" & ".join(row) + " \\\\")
    pen.note()
    pen.line(f"\\node[below=3mm] at (m.south) {{${rows}\\times {columns}$}};")
    pen.counted("colored entries", columns if marked == "row" else rows, "rectangle", fill=hue.hex)
    pen.relation(
        "marked",
        "Which part of the matrix is colored?",
        f"{marked.capitalize()} {at + 1}",
        [f"{sort} {index}" for sort in ("Row", "Column") for index in range(1, 4)],
    )
    down, across = pen.random.randrange(rows), pen.random.randrange(columns)
    entry = _bare(values[down][across])
    pen.relation(
        "entry",
        f"Which entry stands in row {down + 1} and column {across + 1}?",
        entry,
        [_bare(value) for line in values for value in line],
    )
    pen.shows(hue)
    pen.says(
        f"In {bracket} brackets stand {some(rows, 'rows')} and {some(columns, 'columns')} of entries; "
        + "; ".join(
            f"row {index + 1} reads {' '.join(row)}".replace("{", "").replace("}", "")
            for index, row in enumerate(values)
        )
        + ".",
        f"{marked.capitalize()} {at + 1} has a {hue.words} background, and the size {rows} by {columns} stands below.",
    )


RECIPES = (
    Recipe("commutative-diagram", "Commutative diagram", "algebra", commutative_diagram, ("Map between two sets",)),
    Recipe("hasse-diagram", "Hasse diagram of a partial order", "algebra", hasse_diagram),
    Recipe("young-tableau", "Young tableau", "algebra", young_tableau),
    Recipe("matrix", "Matrix", "algebra", matrix_brackets),
)
