"""Vessels, charges, cycles of heat, wheels."""

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def vessels(pen: Pen) -> None:
    pen.needs("plain", "patterns")
    count = pen.many(2, 5)
    widths = [pen.random.choice((0.4, 0.6, 0.8, 1.0, 1.2)) for _ in range(count)]
    level = pen.random.choice((1.2, 1.6, 2))
    water, glass = pen.color().tint(40), pen.ink()
    names = [chr(ord("A") + at) for at in range(count)]
    x = 0.0
    pen.line(f"\\fill[{water.tex}] (0,-0.4) rectangle ({coord(sum(widths) + 0.6 * (count - 1))},0);")
    pen.note()
    for name, width in zip(names, widths, strict=True):
        pen.line(
            f"\\fill[{water.tex}] ({coord(x)},0) rectangle ({coord(x + width)},{level});",
            f"\\draw[{glass.tex}, thick] ({coord(x)},0) -- ({coord(x)},2.6) ({coord(x + width)},2.6) -- "
            f"({coord(x + width)},0);",
            f"\\node[above] at ({coord(x + width / 2)},2.6) {{{name}}};",
        )
        pen.position(name, x + width / 2, 2.8)
        x += width + 0.6
    end = x - 0.6
    pen.line(f"\\draw[{glass.tex}, thick] (0,0) -- (0,-0.4) -- ({coord(end)},-0.4) -- ({coord(end)},0);")
    is_wavy = pen.chance(0.4)
    if is_wavy:
        pen.library("decorations.pathmorphing")
    line = "decorate, decoration={snake, amplitude=0.3mm, segment length=3mm}" if is_wavy else "dashed"
    pen.line(f"\\draw[{line}] (-0.4,{level}) -- ({coord(end + 0.4)},{level}) node[right] {{$h$}};")
    pen.counted("upright columns and bottoms with liquid", count + 1, "rectangle", fill=water.hex)
    if count > 3 and sorted(widths)[-1] != sorted(widths)[-2] and sorted(widths)[0] != sorted(widths)[1]:
        pen.measure("Which tube is the widest?", "Which tube is the narrowest?", list(zip(names, widths, strict=True)))
    pen.names(*names, "$h$")
    pen.things = "tube"
    pen.shows(water)
    pen.says(
        f"{some(count, 'upright open tubes')} with walls in {glass.words}, {listed(names)} from left to right and "
        f"{listed([f'{width:g}' for width in widths])} wide, stand on one flat chamber that joins them at the bottom.",
        f"Liquid in {water.words} fills the chamber and all tubes up to a {'wavy' if is_wavy else 'dashed'} level line "
        f"h, at the height "
        f"{level:g}.",
    )


def charges(pen: Pen) -> None:
    """Lines of force around charges."""
    pen.needs("decorations", "patterns")
    count = pen.random.choice((1, 2, 2, 3))
    rays = pen.random.choice((8, 10, 12))
    plus, minus = pen.color(), pen.color()
    gap = 3.2
    signs = [pen.random.choice((1, -1)) for _ in range(count)]
    names = [f"Q_{at + 1}" for at in range(count)]
    at = pen.variable()
    pen.note()
    for index, (sign, name) in enumerate(zip(signs, names, strict=True)):
        color = plus if sign > 0 else minus
        with pen.block(f"\\begin{{scope}}[xshift={coord(gap * index)}cm]", "\\end{scope}"):
            arrow = "->" if sign > 0 else "<-"
            pen.line(
                f"\\foreach {at} in {{1,...,{rays}}} \\draw[{color.tex}, {arrow}] ({{360/{rays}*{at}}}:0.35) -- "
                f"({{360/{rays}*{at}}}:1.3);"
            )
            pen.line(
                f"\\node[circle, draw, fill={color.tex}, text=white, inner sep=2pt] at (0,0) "
                f"{{${'+' if sign > 0 else '-'}$}};"
            )
            pen.line(f"\\node at (0,-1.7) {{${name}$}};")
        pen.position(name, gap * index, -1.7)
    for color, sign, word in ((plus, 1, "outward"), (minus, -1, "inward")):
        number = signs.count(sign)
        if number:
            pen.counted(f"lines that point {word}", number * rays, "line", stroke=color.hex)
    if count > 1:
        pen.relation(
            "alike",
            "Do Q1 and Q2 have the same sign?",
            "Yes, both are positive"
            if signs[0] > 0 and signs[1] > 0
            else "Yes, both are negative"
            if signs[0] < 0 and signs[1] < 0
            else "No, only Q1 is positive"
            if signs[0] > 0
            else "No, only Q2 is positive",
            ("Yes, both are positive", "Yes, both are negative", "No, only Q1 is positive", "No, only Q2 is positive"),
        )
    pen.relation(
        "direction",
        "Which way do the lines at Q1 point?",
        ("Toward it", "Away from it")[signs[0] > 0],
        ("Toward it", "Away from it", "Around it", "All upward"),
    )
    pen.names(*names)
    pen.things = "charge"
    pen.shows(*((plus,) if 1 in signs else ()), *((minus,) if -1 in signs else ()))
    ways = ("negative, with arrows inward", "positive, with arrows outward")
    pen.says(
        f"{some(count, 'round charges')} in a row, {listed([name.replace('_', '') for name in names])}, named "
        f"below, have a white sign inside and {rays} straight lines of force "
        "around: "
        + "; ".join(
            f"{name.replace('_', '')} is {ways[sign > 0]}, in {(plus if sign > 0 else minus).words}"
            for name, sign in zip(names, signs, strict=True)
        )
        + ".",
    )


def heat_cycle(pen: Pen) -> None:
    pen.needs("patterns", "decorations")
    corners = pen.random.choice((3, 4, 4))
    turn = pen.random.choice((1, -1))
    path, dot = pen.color(), pen.color()
    points = [(1.0, 1.0), (1.2, 3.2), (3.6, 2.6), (3.8, 0.9)] if corners == 4 else [(1.0, 1.0), (1.3, 3.3), (4.0, 1.2)]
    points = [(x + pen.random.uniform(-0.2, 0.2), y + pen.random.uniform(-0.2, 0.2)) for x, y in points]
    if turn < 0:
        points = points[:1] + points[:0:-1]
    names = [str(at + 1) for at in range(corners)]
    pen.line("\\draw[->] (0,0) -- (5,0) node[right] {$V$};", "\\draw[->] (0,0) -- (0,4) node[above] {$p$};")
    pen.note()
    bend = pen.random.choice((0, 12, 18))
    style = pen.style(
        f"{path.tex}, very thick, postaction={{decorate}}, decoration={{markings, mark=at position 0.55 with "
        f"{{\\arrow{{stealth}}}}}}"
    )
    for (x, y), (right, up) in zip(points, [*points[1:], points[0]], strict=True):
        way = "--" if not bend else f"to[bend right={bend}]"
        pen.line(f"\\draw[{style}] ({coord(x)},{coord(y)}) {way} ({coord(right)},{coord(up)});")
    for name, (x, y) in zip(names, points, strict=True):
        side = ("above" if y > 2 else "below") + (" left" if x < 2.4 else " right")
        pen.line(f"\\fill[{dot.tex}] ({coord(x)},{coord(y)}) circle (2.2pt) node[{side}, black] {{{name}}};")
        pen.position(name, x, y)
    middle = sum(x for x, _ in points) / corners, sum(y for _, y in points) / corners
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    ways = ("Clockwise", "Counterclockwise", "To and fro", "It is not closed")
    pen.relation("sense", "In which sense is the closed path run through?", ways[area > 0], ways)
    for at, name in enumerate(names):
        pen.relation(
            "next", f"Which point follows {name} along the arrows?", names[(at + 1) % corners], [*names, "None"]
        )
    pen.relation(
        "highest",
        "At which point is p the largest?",
        names[max(range(corners), key=lambda at: points[at][1])],
        [*names, "Everywhere the same"],
    )
    pen.counted("dots", corners, "circle", fill=dot.hex)
    pen.names("$V$", "$p$", *names)
    pen.things = "point"
    pen.shows(path, dot)
    pen.says(
        f"Above an axis V to the right and beside an axis p upward, a closed path in thick {path.words} lines "
        f"with arrow heads leads "
        f"{'clockwise' if area < 0 else 'counterclockwise'} through the dots {listed(names)} in {dot.words} and "
        f"back to 1.",
        "The dots stand at "
        + listed([f"({x:.1f}, {y:.1f})" for x, y in points])
        + f"; the middle of the path is near ({middle[0]:.1f}, {middle[1]:.1f})."
        + (" Its pieces are slightly bent." if bend else " Its pieces are straight."),
    )


def gear_train(pen: Pen) -> None:
    """Toothless wheels in a row, each touching the next."""
    pen.needs("plain", "arrows", "math")
    count = pen.many(2, 6)
    sizes = [pen.random.choice((0.5, 0.7, 0.9, 1.1)) for _ in range(count)]
    fill, mark = pen.color().tint(35), pen.color()
    names = pen.pick("ABCDEFGHKLMN", count)
    first = pen.random.choice((1, -1))
    x = 0.0
    pen.note()
    for at, (name, size) in enumerate(zip(names, sizes, strict=True)):
        if at:
            x += sizes[at - 1] + size
        pen.line(
            f"\\draw[fill={fill.tex}, thick] ({coord(x)},0) circle ({size});",
            f"\\node at ({coord(x)},0) {{{pen.letter(name)}}};",
        )
        if at == 0:
            arrow = "->" if first > 0 else "<-"
            pen.line(
                f"\\draw[{mark.tex}, very thick, {arrow}] (40:{size + 0.25:g}) arc[start angle=40, end "
                f"angle=140, radius={size + 0.25:g}];"
            )
        pen.position(name, x, 0)
    ways = ("Clockwise", "Counterclockwise", "It stands still", "Back and forth")
    for at, name in enumerate(names[1:], start=1):
        sense = first * (-1) ** at
        pen.relation(
            "sense", f"The wheel {names[0]} turns as the arrow shows: how does {name} turn?", ways[sense > 0], ways
        )
    if count > 3:
        pen.measure("Which wheel turns slowest?", "Which wheel turns fastest?", list(zip(names, sizes, strict=True)))
    pen.counted("wheels", count, "circle", fill=fill.hex)
    pen.names(*names)
    pen.things = "wheel"
    pen.shows(fill, mark)
    pen.says(
        f"{some(count, 'round wheels')} in {fill.words} stand in a row so that each touches the next; from left "
        f"to right they are {listed(names)}, with radii of "
        f"{listed([f'{size:g}' for size in sizes])}.",
        f"A bent arrow in {mark.words} above {names[0]} shows that it turns "
        f"{'counterclockwise' if first > 0 else 'clockwise'}.",
    )


RECIPES = (
    Recipe("vessels", "Communicating vessels", "physics", vessels),
    Recipe("charges", "Fields of electric charges", "physics", charges, ("Vector field",)),
    Recipe("heat-cycle", "Cycle in a pressure-volume diagram", "physics", heat_cycle),
    Recipe("gear-train", "Wheels that drive each other", "engineering", gear_train),
)
