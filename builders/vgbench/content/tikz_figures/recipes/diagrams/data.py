"""Diagrams of data and software: classes, entities, tables of chains, versions, speech."""

from sgpkit.families.shared import tables

from ...pen import Pen, coord, listed, some, upper
from ...recipe import Recipe

WORDS = tables.read(__file__, "data.toml")

CLASSES: dict[str, tuple[str, ...]] = WORDS["classes"]


def class_diagram(pen: Pen) -> None:
    """Boxes in parts, with arrows of several meanings."""
    pen.needs("fitted")
    count = pen.many(2, 5)
    names = pen.pick(sorted(CLASSES), count)
    fill, line = pen.color().tint(20), pen.color()
    style = pen.style(f"draw, fill={fill.tex}, rectangle split, rectangle split parts=2, align=left, {pen.font()}")
    tip = pen.random.choice(("->", "-latex", "-stealth"))
    columns, way = 2 if count < 4 else 3, pen.way()
    pen.note()
    fields = {name: CLASSES[name][: pen.random.randint(1, 3)] for name in names}
    for at, name in enumerate(names):
        x, y = 3.4 * (at % columns), -3 * (at // columns)
        body = " \\\\ ".join(f"{field}" for field in fields[name])
        pen.line(
            f"\\node[{style}] (c{at}) at ({coord(x)},{coord(y)}) {{\\textbf{{{name}}}\\nodepart{{second}}{body}}};"
        )
        pen.position(name, x, y, f"c{at}")
    pen.note()
    for at in range(1, count):
        # No arrow runs through a box between its ends.
        ends = [end for end in range(at) if end // columns != at // columns or at - end == 1]
        start, end = at, pen.random.choice(ends)
        pen.line(f"\\draw[{line.tex}, thick, {tip}] (c{start}) {way.path} (c{end});")
        pen.edge(names[start], names[end])
    for name in names:
        others = [field for other in CLASSES if other != name for field in CLASSES[other]]
        pen.relation(
            "member",
            f"Which of these is listed in the box of {name}?",
            fields[name][0],
            pen.pick([field for field in others if field not in fields[name]], 5),
        )
    if count > 3 and len({len(value) for value in fields.values()}) > 1:
        pen.measure("Which box lists the most entries?", "", [(name, len(value)) for name, value in fields.items()])
    pen.names(*names, *(field for value in fields.values() for field in value))
    pen.counted("boxes", count, "rectangle", fill=fill.hex)
    pen.things = "box"
    pen.shows(fill, line)
    pen.says(
        f"{some(count, 'boxes')} in {fill.words}, each with a bold name above a level line and a list below it, "
        f"stand in rows of up to {columns}, read row by row: "
        + "; ".join(f"{name} with {listed(fields[name])}" for name in names)
        + ".",
        f"{upper(way.word)} arrows in {line.words} join them.",
        pen.lists_edges(),
    )


def entities(pen: Pen) -> None:
    """Entities, attributes and relationships, with the styles of the er library."""
    pen.needs("graphs")
    one, other = pen.pick(sorted(CLASSES), 2)
    verb = pen.random.choice(("owns", "uses", "sends", "holds", "needs", "makes"))
    fill, oval, diamond = (pen.color().tint(30) for _ in range(3))
    left, right = CLASSES[one][: pen.many(1, 3)], CLASSES[other][: pen.many(1, 3)]
    pen.sides.append(
        f"every entity/.style={{fill={fill.tex}}}, every attribute/.style={{fill={oval.tex}}}, every "
        f"relationship/.style={{fill={diamond.tex}, aspect=1.6}}"
    )
    pen.note()
    pen.line(
        f"\\node[entity] (a) at (0,0) {{{one}}};",
        f"\\node[relationship] (r) at (3.2,0) {{{verb}}} edge (a);",
        f"\\node[entity] (b) at (6.4,0) {{{other}}} edge (r);",
    )
    pen.position(one, 0, 0)
    pen.position(verb, 3.2, 0)
    pen.position(other, 6.4, 0)
    bend = f"[bend {pen.random.choice(('left', 'right'))}={pen.random.choice((10, 15, 20))}]" if pen.chance() else ""
    pen.note()
    for name, fields, x in (("a", left, 0.0), ("b", right, 6.4)):
        for at, field in enumerate(fields):
            dx, dy = ((-1.2, 1.4), (1.2, 1.4), (0, -1.4))[at]
            pen.line(f"\\node[attribute] at ({coord(x + dx)},{dy}) {{{field}}} edge{bend} ({name});")
            pen.position(field, x + dx, dy)
            pen.edge(field, one if name == "a" else other, directed=False)
    pen.edge(one, verb, directed=False)
    pen.edge(verb, other, directed=False)
    cards = pen.pick(("1", "n", "m"), 2)
    pen.line(f"\\path (a) -- node[above] {{{cards[0]}}} (r) (r) -- node[above] {{{cards[1]}}} (b);")
    pen.counted("ovals", len(left) + len(right), "ellipse", fill=oval.hex)
    pen.counted("rectangles", 2, "rectangle", fill=fill.hex, varies=False)
    pen.names(one, other, verb, *left, *right)
    pen.things = "word"
    pen.shows(fill, oval, diamond)
    pen.says(
        f"Two rectangles in {fill.words}, {one} on the left and {other} on the right, are joined by lines with "
        f"a diamond in {diamond.words} between them that reads {verb}.",
        f"The line on its left is marked {cards[0]}, the one on its right {cards[1]}. Ovals in {oval.words} are "
        f"joined{' by bent lines' if bend else ''} with the rectangles: {listed(left)} with {one}, "
        f"{listed(right)} with {other}.",
    )


def hash_table(pen: Pen) -> None:
    pen.needs("chains", "arrows")
    slots = pen.many(3, 7)
    keys = pen.random.sample(range(10, 99), pen.many(2, 9))
    chains = {at: [key for key in keys if key % slots == at][:4] for at in range(slots)}
    slot, cell, line = pen.color().tint(30), pen.color().tint(20), pen.ink()
    box = pen.style(f"draw, fill={cell.tex}, minimum width=9mm, minimum height=6mm")
    pen.note()
    at = pen.variable()
    pen.line(
        f"\\foreach {at} in {{0,...,{slots - 1}}} \\node[draw, fill={slot.tex}, minimum size=7mm] (s{at}) at "
        f"(0,-0.7*{at}) {{{at}}};"
    )
    pen.note()
    for index, members in chains.items():
        before = f"s{index}"
        for depth, key in enumerate(members):
            pen.line(
                f"\\node[{box}] (k{key}) at ({coord(1.5 + 1.4 * depth)},{coord(-0.7 * index)}) {{{key}}};",
                f"\\draw[{line.tex}, ->] ({before}) -- (k{key});",
            )
            pen.position(str(key), 1.5 + 1.4 * depth, -0.7 * index)
            before = f"k{key}"
    kept = [key for members in chains.values() for key in members]
    for key in kept:
        pen.relation(
            "slot",
            f"In the chain of which slot does {key} stand?",
            str(key % slots),
            [str(other) for other in range(max(slots, 5)) if other != key % slots],
        )
    pen.counted("slots", slots, "rectangle", fill=slot.hex)
    pen.counted("keys", len(kept), "rectangle", fill=cell.hex)
    empty = sum(not members for members in chains.values())
    pen.numeric("empty", "How many slots have no chain?", empty, (-1, 1, 2, 3))
    pen.names(*map(str, kept))
    pen.things = "key"
    pen.shows(slot, cell)
    chained = "; ".join(f"slot {index}: {', '.join(map(str, members))}" for index, members in chains.items() if members)
    pen.says(
        f"A column of {some(slots, 'square slots')} in {slot.words}, numbered from 0 at the top, has chains of "
        f"boxes in {cell.words} that hang to the right on arrows in {line.words}.",
        f"Their keys, from left to right, are in {chained}.",
    )


def versions(pen: Pen) -> None:
    """Branches of a history as rows of dots."""
    pen.needs("plain", "arrows", "loaded")
    rows = pen.random.randint(2, 3)
    names = pen.pick(("main", "dev", "fix", "test", "docs", "login", "cache", "beta"), rows)
    hues = [pen.color() for _ in range(rows)]
    steps = pen.many(4, 8)
    spans = [(0, steps - 1)]
    for _ in range(rows - 1):
        start = pen.random.randint(1, steps - 3)
        spans.append((start, pen.random.randint(start + 1, steps - 2)))
    merged = [False] + [pen.chance(0.6) for _ in range(rows - 1)]
    at = pen.variable()
    pen.note()
    for row, ((start, end), hue, name) in enumerate(zip(spans, hues, names, strict=True)):
        pen.line(f"\\draw[{hue.tex}, line width=1.5pt] ({start},{-row}) -- ({end},{-row});")
        if row:
            pen.line(f"\\draw[{hue.tex}, line width=1.5pt] ({start - 1},0) to[out=-45, in=180] ({start},{-row});")
            if merged[row]:
                pen.line(f"\\draw[{hue.tex}, line width=1.5pt] ({end},{-row}) to[out=0, in=-135] ({end + 1},0);")
        pen.line(f"\\node[left=3mm] at (0,{-row}) {{\\texttt{{{name}}}}};")
        pen.position(name, -0.6, -row)
    for (start, end), hue, row in zip(spans, hues, range(rows), strict=True):
        members = f"{start},...,{end}" if end > start + 1 else f"{start},{end}"
        pen.line(f"\\foreach {at} in {{{members}}} \\filldraw[fill={hue.tex}, draw=white] ({at},{-row}) circle (4pt);")
        pen.counted(f"{hue.words} dots", end - start + 1, "circle", fill=hue.hex)
    for row in range(1, rows):
        ways = (
            f"Yes, {names[row]} is merged back",
            f"No, {names[row]} ends on its own",
            f"{names[row]} never leaves {names[0]}",
            f"{names[0]} ends before {names[row]} begins",
        )
        question = f"Is the branch {names[row]} merged back into {names[0]}?"
        pen.relation("merged", question, ways[0] if merged[row] else ways[1], ways)
    if rows > 1:
        lengths = [(name, end - start) for name, (start, end) in zip(names, spans, strict=True)]
        pen.relation(
            "longest",
            "Which branch has the most dots?",
            max(lengths, key=lambda pair: pair[1])[0],
            [*names, "backup", "All have the same number"],
        )
    pen.names(*names)
    pen.things = "row"
    pen.shows(*hues)
    pen.says(
        f"The top row {names[0]} is a thick line in {hues[0].words} with {some(spans[0][1] + 1, 'dots')}, at 0 "
        f"to {spans[0][1]}.",
        *(
            f"The row {name} in {hue.words} leaves it below after dot {start - 1}, has "
            f"{some(end - start + 1, 'dots')} at {start} to {end}, and "
            + (f"comes back to dot {end + 1} of the top row." if back else "ends there.")
            for name, hue, (start, end), back in list(zip(names, hues, spans, merged, strict=True))[1:]
        ),
    )


TALKS: tuple[tuple[str, ...], ...] = WORDS["talks"]
"""Dialogues; figures show the beginning."""


def speech(pen: Pen) -> None:
    pen.needs("chains")
    count = pen.many(2, 5)
    lines = pen.random.choice(TALKS)[:count]
    left, right = pen.color().tint(30), pen.color().tint(30)
    shape = pen.random.choice(("rectangle callout", "ellipse callout", "rectangle callout"))
    first = pen.random.randint(0, 1)
    pen.note()
    for at, words in enumerate(lines):
        side = (at + first) % 2
        x, y = (0.0, 3.4)[side], -1.4 * at
        fill = (left, right)[side]
        pointer = f"callout relative pointer={{({'-' if side == 0 else ''}0.9,-0.4)}}"
        extra = ", rounded corners=3pt" if shape == "rectangle callout" and pen.chance(0.3) else ""
        pen.line(f"\\node[{shape}, draw, fill={fill.tex}, {pointer}{extra}] at ({coord(x)},{coord(y)}) {{{words}}};")
        pen.position(words, x, y)
    one = sum((at + first) % 2 == 0 for at in range(count))
    pen.numeric("left", "How many balloons stand on the left?", one, (-1, 1, 2, 3))
    for at in range(count - 1):
        pen.relation(
            "reply",
            f"What is the reply to '{lines[at]}', in the balloon below it?",
            lines[at + 1],
            [other for talk in TALKS for other in talk if other not in lines[at : at + 2]],
        )
    pen.names(*lines)
    pen.things = "balloon"
    pen.shows(*((left,) if one else ()), *((right,) if count - one else ()))
    pen.says(
        f"{some(count, 'speech balloons')}, {'boxes' if shape.startswith('rect') else 'ovals'} with a pointed "
        f"tail, stand below one another, by turns on the left with tails to the left, and on the "
        f"right with tails to the right, the first on the {('left', 'right')[first]}; those on the left are "
        f"{left.words}, those on the right {right.words}.",
        "They read: " + " ".join(lines),
    )


CONTENTS: dict[str, tuple[str, ...]] = WORDS["contents"]
"""Folders, and the files that each may contain."""


def folders(pen: Pen) -> None:
    """A tree of files that grows to the right of a folder."""
    pen.needs("mindmap", "plain")
    top = pen.random.choice(("project", "home", "archive", "backup"))
    count = pen.many(2, 6)
    names = pen.pick(tuple(CONTENTS), count)
    files = {name: pen.pick(CONTENTS[name], pen.random.randint(0, 3)) for name in names}
    fill, line = pen.color().tint(30), pen.ink()
    pen.note()
    pen.line(f"\\node[draw, fill={fill.tex}] (root) at (0,0) {{{top}}};")
    pen.position(top, 0, 0)
    row = 0
    for name in names:
        row += 1
        y = -0.75 * row
        pen.line(
            f"\\node[draw, fill={fill.tex}, anchor=west] (f{row}) at (0.8,{coord(y)}) {{{name}}};",
            f"\\draw[{line.tex}] (root.south) |- (f{row}.west);",
        )
        pen.position(name, 1.2, y)
        parent = row
        for file in files[name]:
            row += 1
            y = -0.75 * row
            pen.line(
                f"\\node[anchor=west, font=\\ttfamily] (f{row}) at (2.4,{coord(y)}) {{{file}}};",
                f"\\draw[{line.tex}] ([xshift=4mm]f{parent}.south west) |- (f{row}.west);",
            )
            pen.position(file, 3, y)
    for name in names:
        pen.numeric("files", f"How many files are listed under {name}?", len(files[name]), (-1, 1, 2, 3))
    pen.counted("boxes", count + 1, "rectangle", fill=fill.hex)
    every = [file for members in files.values() for file in members]
    pen.names(top, *names, *dict.fromkeys(every))
    pen.things = "entry"
    pen.shows(fill)
    pen.says(
        f"Below the box {top} at the upper left, lines in {line.words} with right angles lead to boxes that are "
        f"indented once: {listed(names)}, all in {fill.words}.",
        "Under some of them plain names are indented further: "
        + ("; ".join(f"{listed(files[name])} under {name}" for name in names if files[name]) or "none here")
        + ".",
    )


RECIPES = (
    Recipe("class-diagram", "Class diagram", "software", class_diagram),
    Recipe("entities", "Entity-relationship diagram", "software", entities),
    Recipe("hash-table", "Hash table with chains", "computing", hash_table, ("Linked list",)),
    Recipe("versions", "Version history with branches", "software", versions),
    Recipe("speech", "Dialogue in speech balloons", "everyday", speech),
    Recipe("folders", "Tree of folders and files", "software", folders),
)
