"""Diagrams of people and their words: organisations, boards of tasks, arcs over sentences."""

from sgpkit.families.shared import tables

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe

DATA = tables.read(__file__, "plans.toml")

ROLES: tuple[str, ...] = DATA["roles"]


ROUND = "edge from parent path={(\\tikzparentnode.south) .. controls +(0,-0.4) and +(0,0.4) .. (\\tikzchildnode.north)}"
"""Links that leave a box downward and enter the one below from above."""

ROUNDED = "edge from parent/.style={draw"


def organisation(pen: Pen) -> None:
    pen.needs("mindmap")
    heads = pen.many(2, 3)
    roles = pen.pick(ROLES[1:], 13)
    top, upper, lower, line = pen.color().tint(45), pen.color().tint(30), pen.color().tint(20), pen.ink()
    below = [pen.random.randint(0, 2) for _ in range(heads)]
    if not any(below):
        below[0] = 2
    shape = pen.random.choice(("rectangle", "rounded corners"))
    pen.sides += [
        f"level 1/.style={{sibling distance={4.2 if max(below) > 1 else 2.4}cm, level distance=1.5cm}}",
        "level 2/.style={sibling distance=2cm}",
        f"every node/.style={{draw, {shape}, minimum width=1.6cm, minimum height=6mm}}",
        pen.random.choice(
            (
                "edge from parent fork down",
                f"edge from parent/.style={{draw={line.tex}}}",
                f"{ROUND}, {ROUNDED}={line.tex}}}",
            )
        ),
    ]
    names = roles[:heads]
    leaves, used = [], heads
    pen.note()
    pen.line(f"\\node[fill={top.tex}] {{Director}}")
    for name, number in zip(names, below, strict=True):
        members = roles[used : used + number]
        used += number
        leaves.append(members)
        pen.line(f"  child {{ node[fill={upper.tex}] {{{name}}}")
        pen.line(*(f"    child {{ node[fill={lower.tex}] {{{member}}} }}" for member in members))
        pen.line("  }")
    pen.line(";")
    pen.edge("Director", names[0], directed=False)
    for name in names[1:]:
        pen.edge("Director", name, directed=False)
    for name, members in zip(names, leaves, strict=True):
        for member in members:
            pen.edge(name, member, directed=False)
            pen.relation(
                "above",
                f"Under which head does {member} stand?",
                name,
                [*names, *(m for group in leaves for m in group)],
            )
    total = sum(below)
    if shape == "rectangle":
        pen.counted("boxes in the second row", heads, "rectangle", fill=upper.hex)
        pen.counted("boxes in the third row", total, "rectangle", fill=lower.hex)
    pen.numeric("heads", "How many boxes hang directly below the Director?", heads, (-1, 1, 2, 3))
    pen.names("Director", *names, *(member for members in leaves for member in members))
    pen.things = "box"
    pen.shows(top, upper, lower)
    pen.says(
        f"At the top stands the box Director in {top.words}; {some(heads, 'boxes')} in {upper.words} hang below "
        f"it on lines, from left to right {listed(names)}.",
        "Boxes in "
        + lower.words
        + " hang below these: "
        + "; ".join(f"{listed(members)} below {name}" for name, members in zip(names, leaves, strict=True) if members)
        + ".",
    )


TASKS: tuple[str, ...] = DATA["tasks"]


STATES = ("To do", "Doing", "Done", "Later", "Review")


def board(pen: Pen) -> None:
    """Cards in columns, with frames fitted around them."""
    pen.needs("fitted")
    columns = pen.many(2, 4)
    heads = [STATES[at] for at in sorted(pen.random.sample(range(5), columns))]
    counts = [pen.random.randint(1, 4) for _ in heads]
    cards = pen.pick(TASKS, sum(counts))
    fill, frame = pen.color().tint(35), pen.color()
    style = pen.style(f"draw, fill={fill.tex}, minimum width=1.5cm, minimum height=6mm")
    pen.note()
    at = 0
    groups = []
    for column, (head, count) in enumerate(zip(heads, counts, strict=True)):
        members = cards[at : at + count]
        groups.append(members)
        pen.line(f"\\node (h{column}) at ({coord(2.4 * column)},0) {{\\textsf{{{head}}}}};")
        pen.position(head, 2.4 * column, 0)
        for row, card in enumerate(members):
            pen.line(f"\\node[{style}] (n{at + row}) at ({coord(2.4 * column)},{coord(-0.8 * (row + 1))}) {{{card}}};")
            pen.position(card, 2.4 * column, -0.8 * (row + 1))
        inside = " ".join(f"(n{at + row})" for row in range(count))
        with pen.block("\\begin{pgfonlayer}{background}", "\\end{pgfonlayer}"):
            pen.line(f"\\node[draw={frame.tex}, thick, rounded corners, fit=(h{column}) {inside}, inner sep=4pt] {{}};")
        at += count
    pen.counted("cards", len(cards), "rectangle", fill=fill.hex)
    for head, members in zip(heads, groups, strict=True):
        pen.relation("column", f"In which column is the card '{members[0]}'?", head, [*STATES])
    if columns > 3:
        pen.measure(
            "Which column has the most cards?",
            "Which column has the fewest cards?",
            list(zip(heads, counts, strict=True)),
        )
    pen.names(*heads, *cards)
    pen.things = "word"
    pen.shows(fill, frame)
    pen.says(
        f"{some(columns, 'columns')} stand side by side, each with a heading at the top, cards in {fill.words} "
        f"below it and a rounded frame in {frame.words} around it.",
        "From left to right: "
        + "; ".join(f"{head} with {listed(members)}" for head, members in zip(heads, groups, strict=True))
        + ".",
    )


WORDS: dict[str, tuple[str, ...]] = DATA["words"]


def dependencies(pen: Pen) -> None:
    """Arcs over the words of a sentence."""
    pen.needs("plain", "arrows")
    nouns = pen.pick(WORDS["N"], 2)
    words: list[tuple[str, int, str]] = []
    first = [pen.random.choice(WORDS["Det"])] + ([pen.random.choice(WORDS["Adj"])] if pen.chance(0.6) else [])
    last = [pen.random.choice([word for word in WORDS["Det"] if word not in first])] + (
        [pen.random.choice([word for word in WORDS["Adj"] if word not in first])] if pen.chance(pen.fullness) else []
    )
    verb = len(first) + 1
    for at, word in enumerate(first):
        words.append((word, len(first), "det" if at == 0 else "amod"))
    words.append((nouns[0], verb, "nsubj"))
    words.append((pen.random.choice(WORDS["V"]), -1, "root"))
    head = verb + len(last) + 1
    for at, word in enumerate(last):
        words.append((word, head, "det" if at == 0 else "amod"))
    words.append((nouns[1], verb, "obj"))
    arc, ink = pen.color(), pen.color()
    gap = pen.random.choice((1.4, 1.6))
    pen.note()
    for at, (word, _, _) in enumerate(words):
        pen.line(f"\\node[anchor=base, text={ink.tex}] (w{at}) at ({coord(gap * at)},0) {{{word}}};")
        pen.position(word, gap * at, 0)
    pen.note()
    total = 0
    for at, (word, head, role) in enumerate(words):
        if head < 0:
            continue
        total += 1
        span = abs(head - at)
        pen.line(
            f"\\draw[{arc.tex}, -stealth] (w{head}.north) to[out={120 if head > at else 60}, "
            f"in={60 if head > at else 120}, looseness={1.1 + 0.1 * span:g}] node[midway, above, "
            f"font=\\scriptsize, black] {{{role}}} (w{at}.north);"
        )
        pen.edge(words[head][0], word, label=role)
    pen.counted("arcs", total, "curve", stroke=arc.hex)
    pen.names(*(word for word, _, _ in words))
    pen.things = "word"
    pen.shows(arc, ink)
    pen.relation("root", "To which word does no arc lead?", words[verb][0], [word for word, _, _ in words])
    pen.says(
        f"The words '{' '.join(word for word, _, _ in words)}' stand in one line in {ink.words}; "
        f"{some(total, 'arcs')} in {arc.words} with arrow heads bend over them from word to word, each with a "
        f"small black label.",
        pen.lists_edges(),
    )


RECIPES = (
    Recipe("organisation", "Organisation chart", "people", organisation),
    Recipe("board", "Board with cards of tasks", "people", board),
    Recipe("dependencies", "Dependencies between the words of a sentence", "people", dependencies),
)
