"""Diagrams of logic and computing: truth tables, maps, quantum circuits, sorting networks, automata of cells, "
"braids."""

from collections.abc import Callable

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe

OPERATORS: tuple[tuple[str, str, Callable[[bool, bool], bool]], ...] = (
    ("\\land", "and", lambda p, q: p and q), ("\\lor", "or", lambda p, q: p or q),
    ("\\oplus", "either or", lambda p, q: p != q),
    ("\\rightarrow", "implies", lambda p, q: not p or q), ("\\leftrightarrow", "if and only if", lambda p, q: p == q),
    ("\\uparrow", "not both", lambda p, q: not (p and q)), ("\\downarrow", "neither nor", lambda p, q: not (p or q)),
)  # fmt: skip


def truth_table(pen: Pen) -> None:
    """A table inside a node, or a matrix of nodes."""
    pen.needs("matrix")
    count = pen.many(1, 4)
    chosen = pen.random.sample(OPERATORS, count)
    first, second = pen.random.choice((("p", "q"), ("a", "b"), ("x", "y"), ("A", "B")))
    true, false = pen.random.choice((("T", "F"), ("1", "0")))
    rows = [(p, q) for p in (True, False) for q in (True, False)]
    shade = pen.color().tint(25)
    heads = [first, second, *(f"{first} {sign} {second}" for sign, _, _ in chosen)]
    values = [[p, q, *(bool(operator(p, q)) for _, _, operator in chosen)] for p, q in rows]
    pen.note()
    if pen.chance(0.5):
        with pen.block(
            f"\\matrix (m) [matrix of math nodes, nodes in empty cells, nodes={{minimum width=1.6cm, minimum "
            f"height=6mm, anchor=center}}, row 1/.style={{nodes={{fill={shade.tex}}}}}] {{",
            "};",
        ):
            pen.line(" & ".join(heads) + " \\\\")
            for line in values:
                pen.line(" & ".join(true if value else false for value in line) + " \\\\")
        pen.line("\\draw[thick] (m-1-1.south west) -- (m-1-1.south west -| m.east);")
    else:
        with pen.block("\\node[inner sep=0pt] {", "};"):
            rule = pen.random.choice(("\\hline", "\\hline\\hline"))
            if pen.chance():
                pen.line("\\renewcommand{\\arraystretch}{1.3}", "\\setlength{\\tabcolsep}{8pt}")
            pen.line(
                "\\begin{tabular}{" + "|".join("c" * len(heads)) + "}",
                "  " + " & ".join(f"${head}$" for head in heads) + f" \\\\ {rule}",
            )
            for line in values:
                pen.line("  " + " & ".join(true if value else false for value in line) + " \\\\")
            pen.line("\\end{tabular}")
    named = {
        "and": "∧",
        "or": "∨",
        "either or": "⊕",
        "implies": "→",
        "if and only if": "↔",
        "not both": "↑",
        "neither nor": "↓",
    }
    for index, (_, word, _) in enumerate(chosen):
        trues = sum(line[index + 2] for line in values)
        pen.numeric(
            "true", f"In how many rows is the column '{first} {named[word]} {second}' {true}?", trues, (-2, -1, 1, 2)
        )
        digits = "".join(true if line[index + 2] else false for line in values)
        pen.relation(
            "column",
            f"How does the column '{first} {named[word]} {second}' read, from top to bottom?",
            digits,
            ["".join(true if bits >> at & 1 else false for at in range(4)) for bits in pen.random.sample(range(16), 8)],
        )
    pen.numeric("columns", "How many columns does the table have?", len(heads), (-1, 1, 2, 3))
    pen.names(first, second, true, false)
    pen.says(
        f"A table of {len(heads)} columns has a head and four rows below it, with a level line between; the "
        f"columns {first} and {second} list all pairs of {true} and {false}, "
        f"beginning with {true} {true}" + ".",
        "The further columns are "
        + "; ".join(
            f"'{first} {named[word]} {second}', {word}, with "
            f"{', '.join(true if line[index + 2] else false for line in values)}"
            for index, (_, word, _) in enumerate(chosen)
        )
        + ".",
    )


def karnaugh(pen: Pen) -> None:
    pen.needs("plain", "shapes", "fitted")
    cells = [pen.random.randint(0, 1) for _ in range(16)]
    rows, columns = pen.random.choice(((2, 4), (4, 4)))
    cells = cells[: rows * columns]
    one, loop = pen.color().tint(30), pen.color()
    gray = ("00", "01", "11", "10")
    heads = gray[:columns]
    sides = gray[:rows] if rows == 4 else ("0", "1")
    pen.line(f"\\draw[step=1] (0,0) grid ({columns},{-rows});")
    at, head = pen.variable(), pen.variable()
    pen.line(
        f"\\foreach {head} [count={at} from 0] in {{{','.join(heads)}}} \\node at ({at}+0.5,0.3) {{{head}}};",
        f"\\foreach {head} [count={at} from 0] in {{{','.join(sides)}}} \\node at (-0.4,-{at}-0.5) {{{head}}};",
    )
    pen.note()
    for row in range(rows):
        for column in range(columns):
            value = cells[row * columns + column]
            if value:
                pen.line(f"\\fill[{one.tex}] ({column}.1,{coord(-row - 0.1)}) rectangle ++(0.8,-0.8);")
            pen.line(f"\\node at ({column}.5,{coord(-row - 0.5)}) {{{value}}};")
    pairs = [
        (row, column)
        for row in range(rows)
        for column in range(columns - 1)
        if cells[row * columns + column] and cells[row * columns + column + 1]
    ]
    if pairs:
        row, column = pen.random.choice(pairs)
        pen.line(
            f"\\draw[{loop.tex}, very thick, rounded corners=6pt] ({column + 0.05:g},{coord(-row - 0.05)}) "
            f"rectangle ({column + 1.95:g},{coord(-row - 0.95)});"
        )
    ones = sum(cells)
    if ones:
        pen.counted("colored fields", ones, "rectangle", fill=one.hex)
    pen.line(
        "\\draw (0,0) -- (-0.6,0.6) node[pos=0.9, above right] {$ab$} node[pos=0.9, below left] {$cd$};"
        if rows == 4
        else "\\draw (0,0) -- (-0.6,0.6) node[pos=0.9, above right] {$ab$} node[pos=0.9, below left] {$c$};"
    )
    full = [sum(cells[row * columns : (row + 1) * columns]) for row in range(rows)]
    for row, side in enumerate(sides):
        pen.numeric("row", f"How many ones are in the row {side}?", full[row], (-1, 1, 2, 3))
    pen.names(*dict.fromkeys((*heads, *sides)), "ab")
    pen.things = "field"
    pen.shows(*((one,) if ones else ()), *((loop,) if pairs else ()))
    pen.says(
        f"A grid of {some(rows, 'rows')} and {some(columns, 'columns')} holds zeros and ones; above the columns "
        f"stand {listed(heads)}, before the rows {listed(sides)}, and ab at the upper left corner.",
        "Row by row the entries are "
        + "; ".join(" ".join(map(str, cells[row * columns : (row + 1) * columns])) for row in range(rows))
        + ".",
        *((f"Each one has a square in {one.words} behind it.",) if ones else ()),
        *((f"A rounded frame in {loop.words} holds two neighboring ones.",) if pairs else ()),
    )


def quantum(pen: Pen) -> None:
    pen.needs("plain", "fitted", "shapes")
    wires, steps = pen.many(2, 5), pen.many(3, 8)
    box, dot = pen.color().tint(30), pen.color()
    gates = ("H", "X", "Y", "Z", "S", "T")
    wire = pen.variable()
    pen.line(
        f"\\foreach {wire} in {{1,...,{wires}}} \\draw ({steps}+0.7,-{wire}) -- (0,-{wire}) node[left] "
        f"{{$|q_{wire}\\rangle$}};"
    )
    pen.note()
    style = pen.style(f"draw, fill={box.tex}, minimum size=6mm, inner sep=1pt")
    boxes = controls = 0
    entries = []
    targets = []
    for step in range(1, steps + 1):
        if pen.chance(0.35):
            one, other = pen.random.sample(range(1, wires + 1), 2)
            pen.line(
                f"\\draw ({step},-{one}) -- ({step},-{other});",
                f"\\fill[{dot.tex}] ({step},-{one}) circle (2.5pt);",
                f"\\draw ({step},-{other}) circle (5pt) ++(-5pt,0) -- ++(10pt,0) ++(-5pt,5pt) -- ++(0,-10pt);",
            )
            controls += 1
            entries.append(f"a dot on wire {one} joined with a crossed circle on wire {other}")
            targets.append((step, one, other))
        else:
            at, gate = pen.random.randint(1, wires), pen.random.choice(gates)
            pen.line(f"\\node[{style}] at ({step},-{at}) {{${gate}$}};")
            boxes += 1
            entries.append(f"a box {gate} on wire {at}")
    if boxes:
        pen.counted("boxes", boxes, "rectangle", fill=box.hex)
    if controls:
        pen.counted("dots", controls, "circle", fill=dot.hex)
    pen.numeric("wires", "How many wires run from left to right?", wires, (-1, 1, 2, 3))
    for step, one, other in targets[:2]:
        numbers = [f"Wire {at}" for at in range(1, max(5, wires + 1)) if at != one]
        pen.relation(
            "target",
            f"On which wire is the crossed circle that is joined with the dot of column {step}?",
            f"Wire {other}",
            numbers,
        )
    pen.things = "wire"
    pen.shows(*((box,) if boxes else ()), *((dot,) if controls else ()))
    pen.says(
        f"{some(wires, 'level wires')}, numbered from the top and labeled q with their number between a bar and "
        f"a bracket, run to the right; boxes are {box.words}, dots {dot.words}.",
        "In columns from left to right there are: " + "; ".join(entries) + ".",
    )


def sorting_network(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    wires = pen.many(3, 6)
    pairs = [(low, low + 1) for layer in range(wires) for low in range(1 + layer % 2, wires, 2)]
    pairs = pairs[: pen.many(3, len(pairs))]
    values = pen.random.sample(range(1, 20), wires)
    after = values[:]
    for one, other in pairs:
        after[one - 1], after[other - 1] = sorted((after[one - 1], after[other - 1]))
    line, dot = pen.color(), pen.color()
    wide = len(pairs) * 0.6 + 0.6
    at = pen.variable()
    pen.line(f"\\foreach {at} in {{1,...,{wires}}} \\draw (0,-{at}) -- ({coord(wide)},-{at});")
    low, high, index = pen.variable(), pen.variable(), pen.variable()
    pen.note()
    members = ", ".join(f"{one}/{other}" for one, other in pairs)
    pen.line(f"\\foreach {low}/{high} [count={index}] in {{{members}}}{{")
    pen.line(f"  \\draw[{line.tex}, thick] ({{0.6*{index}}},-{low}) -- ({{0.6*{index}}},-{high});")
    pen.line(f"  \\fill[{dot.tex}] ({{0.6*{index}}},-{low}) circle (2pt) ({{0.6*{index}}},-{high}) circle (2pt);", "}")
    for wire, value in enumerate(values, start=1):
        pen.line(f"\\node[left] at (0,-{wire}) {{{value}}};")
        pen.position(str(value), 0, -wire)
    pen.counted("upright bars", len(pairs), "line", stroke=line.hex)
    pen.counted("dots", 2 * len(pairs), "circle", fill=dot.hex)
    pen.relation(
        "result",
        "Each bar moves the smaller of its two numbers up. Which number leaves on the top wire?",
        str(after[0]),
        [str(value) for value in values],
    )
    pen.relation(
        "result",
        "Each bar moves the smaller of its two numbers up. Which number leaves on the bottom wire?",
        str(after[-1]),
        [str(value) for value in values],
    )
    pen.names(*map(str, values))
    pen.things = "number"
    pen.shows(line, dot)
    pen.says(
        f"{some(wires, 'level wires')} start at the numbers {listed([str(value) for value in values])}, from "
        f"top to bottom.",
        f"{some(len(pairs), 'upright bars')} in {line.words} with dots in {dot.words} at both ends join "
        f"neighboring wires; from left to right they join wires "
        + ", ".join(f"{one} and {other}" for one, other in pairs)
        + ".",
    )


def cells(pen: Pen) -> None:
    """Rows of a cellular automaton, computed by TeX itself."""
    pen.needs("plain", "math")
    rule, rows = pen.random.choice((30, 90, 110, 150, 182, 22, 54, 60, 250)), pen.many(5, 12)
    wide = 2 * rows + 1
    fill = pen.color()
    world = [1 if at == rows else 0 for at in range(wide)]
    pen.note()
    total = 0
    counts = []
    at = pen.variable()
    for row in range(rows):
        alive = [index for index, value in enumerate(world) if value]
        counts.append(len(alive))
        total += len(alive)
        if alive:
            pen.line(
                f"\\foreach {at} in {{{','.join(map(str, alive))}}} \\fill[{fill.tex}] "
                f"({{0.3*{at}}},{coord(-0.3 * row)}) rectangle +(0.27,0.27);"
            )
        world = [
            rule >> (4 * world[index - 1] + 2 * world[index] + world[(index + 1) % wide]) & 1 for index in range(wide)
        ]
    pen.line(f"\\draw[gray] (-0.05,{coord(-0.3 * (rows - 1) - 0.05)}) rectangle ({coord(0.3 * wide)},0.35);")
    pen.counted("filled squares", total, "rectangle", fill=fill.hex)
    for row in (rows - 1, rows // 2):
        pen.numeric("row", f"How many filled squares are in row {row + 1} from the top?", counts[row], (-2, -1, 1, 2))
    pen.shows(fill)
    pen.says(
        f"In a gray frame there are {some(rows, 'rows')} of small squares in {fill.words} on an invisible grid, "
        f"{wide} columns wide; the top row has one in its middle.",
        f"Each row below follows from the one above it by the rule {rule} of one-dimensional cellular automata; "
        f"the rows have {', '.join(map(str, counts))} filled squares.",
    )


def braid(pen: Pen) -> None:
    pen.needs("plain", "loaded", "decorations")
    strands, steps = pen.random.randint(2, 4), pen.many(3, 8)
    hues = [pen.color() for _ in range(strands)]
    order = list(range(strands))
    wide = pen.random.choice((5, 6))
    pen.note()
    swaps = []
    for step in range(steps):
        at = pen.random.randrange(strands - 1)
        over = pen.chance()
        swaps.append((at, over))
        y, below = -step, -step - 1
        style = "white, line width={}pt"
        for lane, strand in enumerate(order):
            if lane not in (at, at + 1):
                pen.line(f"\\draw[{hues[strand].tex}, line width={wide / 2:g}pt] ({lane},{y}) -- ({lane},{below});")
        pair = [(order[at], at, at + 1), (order[at + 1], at + 1, at)]
        for strand, start, end in pair if over else pair[::-1]:
            curve = f"({start},{y}) .. controls +(0,-0.5) and +(0,0.5) .. ({end},{below})"
            pen.line(
                f"\\draw[{style.format(wide * 1.2)}] {curve};",
                f"\\draw[{hues[strand].tex}, line width={wide / 2:g}pt] {curve};",
            )
        order[at], order[at + 1] = order[at + 1], order[at]
    pen.numeric("crossings", "How many times do two of the strands cross?", steps, (-2, -1, 1, 2))
    ends = [hues[strand].words for strand in order]
    pen.relation(
        "end",
        "Which strand arrives at the lower left end?",
        f"The {ends[0]} one",
        [f"The {word} one" for word in ends[1:]] + ["The black one", "The white one", "None"],
    )
    pen.shows(*hues)
    pen.says(
        f"{some(strands, 'thick strands')}, at the top from left to right "
        f"{listed([hue.words for hue in hues])}, run down and cross {some(steps, 'times')}, each time two neighbors.",
        "From the top the crossing places, counted from the left, are "
        + ", ".join(
            f"{at + 1} and {at + 2} ({'the one from the right' if over else 'the one from the left'} in front)"
            for at, over in swaps
        )
        + ".",
    )


RECIPES = (
    Recipe("truth-table", "Truth table", "computing", truth_table, ("Matrix",)),
    Recipe("karnaugh", "Karnaugh map", "computing", karnaugh, ("Matrix", "Truth table")),
    Recipe("quantum", "Quantum circuit", "computing", quantum, ("Electric circuit", "Logic circuit")),
    Recipe("sorting-network", "Sorting network", "computing", sorting_network),
    Recipe("cells", "Cellular automaton", "computing", cells, ("Chessboard pattern",)),
    Recipe("braid", "Braid of strands", "geometry", braid),
)
