"""Instruments and counters: piano keys, notes, an abacus."""

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def piano(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    octaves = pen.random.choice((1, 1, 2))
    black, press = pen.random.choice((("black", "black"), ("gray!20!black", "very dark gray"))), pen.color()
    whites = 7 * octaves
    keys = pen.random.sample(range(whites), pen.many(1, 4))
    at = pen.variable()
    names = "CDEFGAB"
    pen.line(f"\\foreach {at} in {{0,...,{whites - 1}}} \\draw ({{0.6*{at}}},0) rectangle +(0.6,2.6);")
    pen.note()
    members = ", ".join(str(key) for key in sorted(keys))
    pen.line(
        f"\\foreach {at} in {{{members}}} \\filldraw[fill={press.tex}, draw=black] ({{0.6*{at}}},0) rectangle "
        f"+(0.6,2.6);"
    )
    dark = [7 * octave + key for octave in range(octaves) for key in (0, 1, 3, 4, 5)]
    pen.line(
        f"\\foreach {at} in {{{','.join(map(str, dark))}}} \\fill[{black[0]}] ({{0.6*{at}+0.42}},1) rectangle "
        f"+(0.36,1.6);"
    )
    label = pen.variable()
    pen.line(
        f"\\foreach {label} [count={at} from 0] in {{{','.join(names * octaves)}}} \\node[font=\\footnotesize] "
        f"at ({{0.6*{at}+0.3}},-0.3) {{{label}}};"
    )
    if octaves == 1:
        for index, name in enumerate(names):
            pen.position(name, 0.6 * index, -0.3)
    pen.counted("colored keys", len(keys), "rectangle", fill=press.hex)
    pen.numeric("white", "How many keys are named below?", whites, (-2, -1, 1, 2))
    pen.numeric("black", "How many short dark keys are there?", 5 * octaves, (-2, -1, 1, 2))
    first = names[min(keys) % 7]
    pen.relation("first", "Which is the leftmost colored key?", first, list(names))
    pen.names(*names)
    pen.things = "key"
    pen.shows(press)
    pen.says(
        f"{some(whites, 'long white keys')} stand side by side, named {', '.join(names)} "
        f"{'twice over ' if octaves == 2 else ''}below, with {5 * octaves} short dark keys between them: none "
        f"between E and F, or between B and C.",
        f"Counted from the left, the long {'key' if len(keys) == 1 else 'keys'} "
        f"{listed([str(key + 1) for key in sorted(keys)])} {'is' if len(keys) == 1 else 'are'} {press.words}.",
    )


def notes(pen: Pen) -> None:
    pen.needs("plain", "shapes")
    count = pen.many(4, 10)
    steps = [pen.random.randint(0, 8) for _ in range(count)]
    hollow = [pen.chance(0.3) for _ in steps]
    ink = pen.color()
    line = pen.variable()
    wide = count * 0.8 + 1
    pen.line(
        f"\\foreach {line} in {{0,...,4}} \\draw (0,{{0.3*{line}}}) -- ({coord(wide)},{{0.3*{line}}});",
        f"\\draw[very thick] ({coord(wide)},0) -- ({coord(wide)},1.2);",
    )
    pen.note()
    for at, (step, empty) in enumerate(zip(steps, hollow, strict=True)):
        x, y = 0.8 * (at + 1), 0.15 * step
        way = 1 if step < 4 else -1
        fill = "fill=white" if empty else f"fill={ink.tex}"
        pen.line(
            f"\\draw[{ink.tex}, thick, {fill}] ({coord(x)},{coord(y)}) ellipse[x radius=0.17, y radius=0.12];",
            f"\\draw[{ink.tex}, thick] ({coord(x + 0.17 * way)},{coord(y)}) -- +(0,{0.9 * way:g});",
        )
    slur = pen.chance()
    if slur:
        pen.line(
            f"\\draw[thick] (0.8,-0.5) to[bend right={pen.random.choice((10, 12, 15))}] ({coord(0.8 * count)},-0.5);"
        )
    solid = count - sum(hollow)
    if solid:
        pen.counted("filled notes", solid, "ellipse", fill=ink.hex)
    if sum(hollow):
        pen.counted("hollow notes", sum(hollow), "ellipse", fill="#ffffff")
    top = max(steps)
    if steps.count(top) == 1 and count > 3:
        pen.relation(
            "highest",
            "Which note, counted from the left, is the highest?",
            f"Note {steps.index(top) + 1}",
            [f"Note {at + 1}" for at in range(count)],
        )
    pen.numeric(
        "up", "How many of the notes have a stem that points down?", sum(step >= 4 for step in steps), (-1, 1, 2, 3)
    )
    pen.shows(ink)
    pen.says(
        f"On five level lines with a thick bar at the right end stand {some(count, 'notes')} in {ink.words}, "
        f"ovals with a stem: the stems of low notes point up on the right, those of notes on the middle line "
        f"and above point down on the left.",
        f"From left to right they are at the heights {', '.join(map(str, steps))}, counted from 0 on the lowest "
        f"line in steps of half a gap."
        + (
            f" Hollow {'is' if sum(hollow) == 1 else 'are'} "
            f"{listed([str(at + 1) for at, empty in enumerate(hollow) if empty])}; the others are filled."
            if any(hollow)
            else " All are filled."
        ),
        *(("A thick black bow under all of them joins the first with the last.",) if slur else ()),
    )


def abacus(pen: Pen) -> None:
    pen.needs("plain", "loaded", "math")
    rods, beads = pen.many(3, 7), pen.random.choice((5, 9, 10))
    moved = [pen.random.randint(0, beads) for _ in range(rods)]
    bead, frame = pen.color(), pen.color()
    at = pen.variable()
    wide = 0.45 * beads + 1.6
    pen.line(f"\\draw[{frame.tex}, line width=3pt] (0,-0.4) rectangle ({coord(wide)},{coord(0.7 * rods - 0.2)});")
    pen.note()
    for rod, left in enumerate(moved):
        y = 0.7 * (rods - 1 - rod) + 0.1
        pen.line(f"\\draw (0,{coord(y)}) -- ({coord(wide)},{coord(y)});")
        groups = []
        if left:
            groups.append((left, 0.3))
        if left < beads:
            groups.append((beads - left, wide - 0.3 - 0.45 * (beads - left - 1)))
        for number, start in groups:
            members = "0" if number == 1 else f"0,...,{number - 1}"
            pen.line(
                f"\\foreach {at} in {{{members}}} \\fill[{bead.tex}] ({{{coord(start)}+0.45*{at}}},{coord(y)}) "
                f"circle (0.2);"
            )
    pen.counted("beads", rods * beads, "circle", fill=bead.hex)
    pen.numeric("top", "How many beads are at the left on the top rod?", moved[0], (-1, 1, 2, 3))
    if rods > 3 and len(set(moved)) > 2:
        pen.measure(
            "On which rod, from the top, are the most beads at the left?",
            "On which rod, from the top, are the fewest beads at the left?",
            [(f"Rod {at + 1}", number) for at, number in enumerate(moved)],
        )
    pen.numeric("rods", "How many rods are there?", rods, (-1, 1, 2, 3))
    pen.shows(bead, frame)
    pen.says(
        f"A thick frame in {frame.words} holds {some(rods, 'level rods')} with {beads} round beads in "
        f"{bead.words} on each, pushed to the left or to the right end.",
        f"From the top, {listed([str(number) for number in moved])} beads are at the left, the others at the right.",
    )


RECIPES = (
    Recipe("piano", "Piano keys", "everyday", piano),
    Recipe("notes", "Notes on a staff", "everyday", notes),
    Recipe("abacus", "Abacus", "everyday", abacus),
)
