"""Games: dice, dominoes, noughts and crosses, sudoku."""

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe

PIPS = {
    1: ((0, 0),), 2: ((-1, 1), (1, -1)), 3: ((-1, 1), (0, 0), (1, -1)), 4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)), 6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}  # fmt: skip


def dice(pen: Pen) -> None:
    pen.needs("plain", "shapes")
    count = pen.many(2, 6)
    faces = [pen.random.randint(1, 6) for _ in range(count)]
    fill, pip = pen.color().tint(20), pen.color()
    kind = pen.random.choice(("face", "block", "piece", "square"))
    cases = "".join(
        f"\n  \\ifnum#1={face}\\relax\\foreach \\p in "
        f"{{{', '.join(f'({coord(0.3 * x)},{coord(0.3 * y)})' for x, y in spots)}}} \\fill[{pip.tex}] \\p "
        f"circle (2.6pt);\\fi"
        for face, spots in PIPS.items()
    )
    pen.preamble(
        f"\\tikzset{{pics/{kind}/.style={{code={{\n  \\draw[thick, rounded corners=3pt, fill={fill.tex}] "
        f"(-0.6,-0.6) rectangle (0.6,0.6);{cases}\n}}}}}}"
    )
    at, face = pen.variable(), pen.variable()
    pen.note()
    if pen.loops:
        pen.line(
            f"\\foreach {face} [count={at}] in {{{','.join(map(str, faces))}}} \\pic at (1.6*{at},0) {{{kind}={face}}};"
        )
    else:
        pen.line(*(f"\\pic at ({coord(1.6 * (index + 1))},0) {{{kind}={value}}};" for index, value in enumerate(faces)))
    pen.counted("pips", sum(faces), "circle", fill=pip.hex)
    pen.counted("dice", count, "rectangle", fill=fill.hex)
    top = max(faces)
    pen.numeric("highest", "What is the highest number of pips on one die?", top, (-1, 1, -2, 2))
    first = faces[0]
    pen.numeric("first", "How many pips does the leftmost die show?", first, (-1, 1, 2, 3))
    pen.numeric(
        "even", "How many of the dice show an even number?", sum(value % 2 == 0 for value in faces), (-1, 1, 2, 3)
    )
    pen.shows(fill, pip)
    pen.says(
        f"{some(count, 'square dice')} in {fill.words} with round corners stand in a row; their pips in "
        f"{pip.words} show {listed([str(value) for value in faces])}, from left to right, placed as usual.",
        "The outlines are thick and black.",
    )


def dominoes(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    count = pen.many(2, 5)
    numbers = [pen.random.randint(1, 6) for _ in range(count + 1)]
    matching = pen.chance(0.6)
    pairs = [(numbers[at], numbers[at + 1] if matching else pen.random.randint(1, 6)) for at in range(count)]
    fill, pip = pen.color().tint(15), pen.ink()
    pen.note()
    for at, pair in enumerate(pairs):
        x = 2.3 * at
        pen.line(
            f"\\draw[fill={fill.tex}, rounded corners=2pt] ({coord(x)},0) rectangle ++(2.1,1.05);",
            f"\\draw ({coord(x + 1.05)},0.1) -- ++(0,0.85);",
        )
        for half, value in enumerate(pair):
            middle = x + 0.525 + 1.05 * half
            spots = ", ".join(f"({coord(middle + 0.28 * px)},{coord(0.525 + 0.28 * py)})" for px, py in PIPS[value])
            pen.line(f"\\foreach \\p in {{{spots}}} \\fill[{pip.tex}] \\p circle (2.2pt);")
    total = sum(map(sum, pairs))
    pen.counted("pips", total, "circle", fill=pip.hex)
    pen.counted("stones", count, "rectangle", fill=fill.hex)
    fits = sum(pairs[at][1] == pairs[at + 1][0] for at in range(count - 1))
    pen.numeric("fits", "At how many places do equal halves of two stones meet?", fits, (-1, 1, 2, 3))
    pen.numeric("ends", "How many pips are on the rightmost half?", pairs[-1][1], (-1, 1, 2, 3))
    pen.shows(fill)
    pen.says(
        f"{some(count, 'stones')} in {fill.words}, each divided by an upright line, lie in a row; their pips in "
        f"{pip.words} show, from left to right, "
        + ", ".join(f"{one} and {other}" for one, other in pairs)
        + ", set like the eyes of dice.",
    )


def noughts(pen: Pen) -> None:
    pen.needs("plain", "decorations", "matrix")
    moves = pen.many(3, 9)
    order = pen.random.sample(range(9), moves)
    cross, ring, grid = pen.color(), pen.color(), pen.ink()
    marks = dict(zip(order, "XOXOXOXOX", strict=False))
    at = pen.variable()
    pen.line(
        f"\\foreach {at} in {{1,2}} {{",
        f"  \\draw[{grid.tex}, very thick] ({at},0) -- ({at},3);",
        f"  \\draw[{grid.tex}, very thick] (0,{at}) -- (3,{at});",
        "}",
    )
    pen.note()
    for name, command in (
        ("X", f"\\draw[{cross.tex}, line width=2pt] ++(-0.3,-0.3) -- ++(0.6,0.6) ++(-0.6,0) -- ++(0.6,-0.6);"),
        ("O", f"\\draw[{ring.tex}, line width=2pt] (0,0) circle (0.32);"),
    ):
        members = [field for field, mark in marks.items() if mark == name]
        if members:
            spots = ", ".join(f"({coord(field % 3 + 0.5)},{coord(2.5 - field // 3)})" for field in members)
            pen.line(
                f"\\foreach {at} in {{{spots}}}",
                f"  {command.replace('draw[', f'draw[shift={{{at}}}, ').replace('++(-0.3', '(-0.3', 1)}",
            )
    crosses = sum(mark == "X" for mark in marks.values())
    rings = moves - crosses
    if rings:
        pen.counted("rings", rings, "circle", stroke=ring.hex)
    pen.counted("strokes that form crosses", 2 * crosses, "line", stroke=cross.hex)
    names = (
        "upper left",
        "upper middle",
        "upper right",
        "middle left",
        "center",
        "middle right",
        "lower left",
        "lower middle",
        "lower right",
    )
    field = pen.random.randrange(9)
    states = {"X": "A cross", "O": "A ring"}
    pen.relation(
        "field",
        f"What is in the {names[field]} field?",
        states.get(marks.get(field, ""), "Nothing"),
        ("A cross", "A ring", "Nothing", "A square"),
    )
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    won = {marks[line[0]] for line in lines if line[0] in marks and len({marks.get(field) for field in line}) == 1}
    result = "Both" if len(won) == 2 else {"X": "The crosses", "O": "The rings"}[won.pop()] if won else "Neither"
    pen.relation("won", "Who has three in a line?", result, ("The crosses", "The rings", "Both", "Neither"))
    pen.shows(cross, *((ring,) if rings else ()))
    pen.says(
        f"Two upright and two level thick lines in {grid.words} divide a square into nine fields, with crosses "
        f"in {cross.words}" + (f" and rings in {ring.words}." if rings else "."),
        "Crosses are in these fields: "
        + listed([names[field] for field in sorted(marks) if marks[field] == "X"])
        + "."
        + (
            " Rings are in these: " + listed([names[field] for field in sorted(marks) if marks[field] == "O"]) + "."
            if rings
            else ""
        ),
    )


def sudoku(pen: Pen) -> None:
    pen.needs("plain", "matrix", "loaded")
    size, box = pen.random.choice(((4, 2), (6, 3), (9, 3)))
    tall = 2 if size == 6 else box
    base = [
        [(tall_shift * box + row // tall + column) % size + 1 for column in range(size)]
        for row in range(size)
        for tall_shift in (row % tall,)
    ]
    digits = pen.random.sample(range(1, size + 1), size)
    keep = {(row, column) for row in range(size) for column in range(size) if pen.chance(0.35)}
    line, ink = pen.ink(), pen.color()
    at = pen.variable()
    pen.line(f"\\draw[{line.tex}, step=0.7] (0,0) grid ({coord(0.7 * size)},{coord(0.7 * size)});")
    pen.line(
        f"\\foreach {at} in {{0,{box},...,{size}}} \\draw[{line.tex}, very thick] ({{0.7*{at}}},0) -- "
        f"({{0.7*{at}}},{coord(0.7 * size)});"
    )
    pen.line(
        f"\\foreach {at} in {{0,{tall},...,{size}}} \\draw[{line.tex}, very thick] (0,{{0.7*{at}}}) -- "
        f"({coord(0.7 * size)},{{0.7*{at}}});"
    )
    pen.note()
    rows = []
    for row in range(size):
        cells = [digits[base[row][column] - 1] if (row, column) in keep else 0 for column in range(size)]
        rows.append(cells)
        shown = [f"{column}/{cell}" for column, cell in enumerate(cells) if cell]
        if shown:
            pen.line(
                f"\\foreach {at}/\\d in {{{', '.join(shown)}}} \\node[text={ink.tex}] at "
                f"({{0.7*{at}+0.35}},{coord(0.7 * (size - row) - 0.35)}) {{\\d}};"
            )
    filled = [sum(cell > 0 for cell in cells) for cells in rows]
    pen.numeric("filled", "How many fields are filled in the top row?", filled[0], (-1, 1, 2, 3))
    pen.numeric("all", "How many fields are filled in all?", sum(filled), (-2, -1, 1, 2))
    digit = pen.random.randint(1, size)
    pen.numeric(
        "digit", f"How often does the digit {digit} occur?", sum(cells.count(digit) for cells in rows), (-1, 1, 2, 3)
    )
    pen.names(*sorted({str(cell) for cells in rows for cell in cells if cell}))
    pen.shows(*((ink,) if any(filled) else ()))
    pen.says(
        f"A square grid of {size} by {size} fields in {line.words}, with thick lines around blocks of {box} by "
        f"{tall}, is partly filled with digits in {ink.words}.",
        "Row by row, with a dash for an empty field, it reads "
        + "; ".join(" ".join(str(cell) if cell else "-" for cell in cells) for cells in rows)
        + ".",
    )


RECIPES = (
    Recipe("dice", "Faces of dice", "everyday", dice),
    Recipe("dominoes", "Dominoes", "everyday", dominoes, ("Faces of dice",)),
    Recipe("noughts", "Noughts and crosses", "everyday", noughts),
    Recipe("sudoku", "Sudoku", "everyday", sudoku, ("Matrix",)),
)
