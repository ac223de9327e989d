"""Diagrams of software: flow charts, layers of neurons, lists, messages, memory."""

from itertools import pairwise

from sgpkit.families.shared import tables

from ..pen import Pen, coord, listed, some, upper
from ..recipe import Recipe

WORDS = tables.read(__file__, "software.toml")

STEPS: tuple[str, ...] = WORDS["steps"]
TESTS = ("x > 0?", "done?", "valid?", "more data?", "error?", "n even?", "empty?")
CALLS: dict[str, tuple[str, ...]] = WORDS["calls"]
"""The participants of a sequence of messages, each with the messages that it may receive."""


def flow_chart(pen: Pen) -> None:
    pen.needs("shapes")
    number = pen.many(2, 10)
    steps = pen.pick(STEPS, number)
    test = pen.random.choice(TESTS)
    box, diamond, end = pen.color().tint(20), pen.color().tint(30), pen.color().tint(20)
    ink = pen.color()
    process = pen.style(f"rectangle, draw, fill={box.tex}, minimum width=3cm, minimum height=8mm")
    decision = pen.style(f"diamond, aspect=2, draw, fill={diamond.tex}, inner sep=1pt")
    terminal = pen.style(f"ellipse, draw, fill={end.tex}, minimum width=2.2cm, minimum height=7mm")
    arrow = pen.style(f"-Stealth, thick, {ink.tex}")
    turn = pen.random.randint(1, number)
    labels = ["Start", *steps[:turn], test, *steps[turn:], "End"]
    pen.note()
    for at, label in enumerate(labels):
        style = terminal if at in (0, len(labels) - 1) else decision if label == test else process
        text = f"${label[:-1]}$?" if ">" in label else label
        pen.line(f"\\node[{style}] (b{at}) at (0,{coord(-1.5 * at)}) {{{text}}};")
        pen.position(label, 0, -1.5 * at, f"b{at}")
    pen.note()
    at_test = labels.index(test)
    for at in range(len(labels) - 1):
        text = " node[right] {yes}" if at == at_test else ""
        pen.line(f"\\draw[{arrow}] (b{at}) --{text} (b{at + 1});")
        pen.edge(labels[at], labels[at + 1])
    back = pen.random.randint(1, at_test - 1) if at_test > 1 else 1
    pen.line(f"\\draw[{arrow}] (b{at_test}.east) -- ++(1.8,0) node[above, near start] {{no}} |- (b{back}.east);")
    pen.relation(
        "no branch",
        f"Where does the branch 'no' of the test '{test}' lead?",
        labels[back],
        [label for label in labels if label not in (labels[back], test)],
    )
    pen.things = "box"
    pen.counted("rectangular boxes", number, "rectangle", fill=box.hex)
    pen.names_edges()
    pen.shows(box, diamond, end, ink)
    pen.names(*labels)
    pen.says(
        f"From top to bottom stand: an ellipse 'Start' in {end.words}, {some(turn, 'rectangles')} in {box.words} "
        f"({listed(steps[:turn])}), a diamond in {diamond.words} that asks '{test}', "
        + (f"{some(number - turn, 'rectangles')} ({listed(steps[turn:])}), " if turn < number else "")
        + "and an ellipse 'End'.",
        f"Arrows in {ink.words} lead down from one to the next; the way 'no' goes from the diamond back up to "
        f"'{labels[back]}', the way 'yes' goes on.",
    )


def neural_network(pen: Pen) -> None:
    pen.needs("plain", "arrows")
    layers = [pen.random.randint(2, 3 + round(3 * pen.fullness)) for _ in range(pen.many(3, 5))]
    layers[-1] = pen.random.randint(1, 3)
    hues = [pen.color().tint(40) for _ in range(3)]
    line = pen.random.choice((pen.color(), pen.color().tint(60)))
    across = pen.random.choice((2, 2.5, 3))
    words = ["input", *["hidden"] * (len(layers) - 2), "output"]
    for depth, size in enumerate(layers):
        hue = hues[0 if depth == 0 else 2 if depth == len(layers) - 1 else 1]
        style = pen.style(f"circle, draw, fill={hue.tex}, minimum size=7mm")
        pen.note()
        if pen.loops and size > 2:
            pen.line(f"\\foreach \\i in {{1,...,{size}}}")
            pen.line(f"  \\node[{style}] (n{depth}-\\i) at ({coord(across * depth)},{coord((size + 1) / 2)}-\\i) {{}};")
        else:
            for at in range(1, size + 1):
                pen.line(
                    f"\\node[{style}] (n{depth}-{at}) at ({coord(across * depth)},{coord((size + 1) / 2 - at)}) {{}};"
                )
        pen.line(
            f"\\node[above, font=\\footnotesize] at ({coord(across * depth)},{coord((max(layers) + 1) / 2)}) "
            f"{{{words[depth].capitalize()}}};"
        )
    way = pen.way()
    tip = pen.tip(way, "->")
    pen.note()
    for depth in range(len(layers) - 1):
        if pen.loops:
            with pen.block(f"\\foreach \\i in {{1,...,{layers[depth]}}}", ""):
                pen.line(f"\\foreach \\j in {{1,...,{layers[depth + 1]}}}")
                pen.line(f"  \\draw[{tip}, {line.tex}] (n{depth}-\\i) {way.path} (n{depth + 1}-\\j);")
        else:
            for one in range(1, layers[depth] + 1):
                for other in range(1, layers[depth + 1] + 1):
                    pen.line(f"\\draw[{tip}, {line.tex}] (n{depth}-{one}) {way.path} (n{depth + 1}-{other});")
    links = sum(one * other for one, other in pairwise(layers))
    hidden = sum(layers[1:-1])
    pen.counted("input units", layers[0], "circle", fill=hues[0].hex)
    pen.counted("hidden units", hidden, "circle", fill=hues[1].hex)
    pen.counted("output units", layers[-1], "circle", fill=hues[2].hex)
    pen.counted("circles", sum(layers), "circle")
    if links < 40:
        pen.counted("connections", links, way.shape, stroke=line.hex)
    fan = [str(size) for size in range(1, 9)]
    pen.relation(
        "fan-out",
        "How many units does each input unit send an arrow to?",
        fan[layers[1] - 1],
        fan[max(0, layers[1] - 3) :],
    )
    pen.shows(*hues, line)
    pen.names("Input", "Hidden", "Output")
    pen.says(
        f"{some(len(layers), 'columns')} of circles stand from left to right with "
        f"{listed([str(size) for size in layers])} "
        "circles; each column is centered in height.",
        f"The input units are {hues[0].words}, the hidden ones {hues[1].words}, the output units {hues[2].words}; the "
        f"labels Input, Hidden and Output stand above the columns, and there are {sum(layers)} circles in all.",
        f"{upper(way.word)} arrows in {line.words} lead from every circle of a column to every one of the next.",
    )


def linked_list(pen: Pen) -> None:
    pen.needs("arrows", "shapes")
    number = pen.many(3, 12)
    values = [str(pen.random.randint(1, 99)) for _ in range(number)]
    if pen.chance(0.3):
        values = pen.pick(tuple(CALLS), number)
    cell, dot = pen.color().tint(25), pen.color()
    per_row, gap = 6, 2.3 if values[0].isdigit() else 3.2
    size = 0.8 if values[0].isdigit() else 1.7
    path = f"to[bend left={pen.random.choice((20, 25, 30))}]" if pen.chance() else "--"
    pen.note()
    for at, value in enumerate(values):
        x, y = gap * (at % per_row), -1.6 * (at // per_row)
        pen.line(
            f"\\draw[fill={cell.tex}] ({coord(x)},{coord(y)}) rectangle ++({size},0.7);",
            f"\\draw ({coord(x + size)},{coord(y)}) rectangle ++(0.5,0.7);",
            f"\\node at ({coord(x + size / 2)},{coord(y + 0.35)}) {{{value}}};",
        )
        if at < number - 1:
            start = f"({coord(x + size + 0.25)},{coord(y + 0.35)})"
            pen.line(f"\\fill[{dot.tex}] {start} circle (2pt);")
            if (at + 1) % per_row:
                pen.line(f"\\draw[->, {dot.tex}, thick] {start} {path} ({coord(x + gap)},{coord(y + 0.35)});")
            else:
                pen.line(
                    f"\\draw[->, {dot.tex}, thick] {start} |- ({coord(size / 2)},{coord(y - 0.45)}) -- ++(0,-0.45);"
                )
        else:
            pen.line(f"\\draw ({coord(x + size)},{coord(y)}) -- ++(0.5,0.7);")
    pen.counted("cells with a value", number, "rectangle", fill=cell.hex)
    pen.counted("pointers with a dot at their start", number - 1, "circle", fill=dot.hex)
    if len(set(values)) == number:
        for at in range(number - 1):
            others = [value for value in values if value not in values[at : at + 2]]
            pen.relation("next", f"Which value follows {values[at]} in the list?", values[at + 1], others)
            pen.relation("before", f"Which value comes just before {values[at + 1]}?", values[at], others)
    pen.shows(cell, dot)
    pen.names(*values)
    an_arrow = "an arrow" if path == "--" else "a bent arrow"
    pen.says(
        f"{some(number, 'cells')}, each of a {cell.words} box with a value and a narrow white box for the pointer, "
        f"hold {listed(values)} in this order.",
        f"A dot in {dot.words} in each narrow box but the last starts {an_arrow} to the next cell; the last one is "
        f"crossed out.",
    )


def sequence_diagram(pen: Pen) -> None:
    pen.needs("arrows", "plain")
    actors = pen.pick(tuple(CALLS), pen.many(2, 6))
    color, ink = pen.color().tint(30), pen.color()
    number = pen.many(3, 16)
    depth = -0.8 * number - 1
    box = pen.style(f"draw, fill={color.tex}, minimum width=20mm, minimum height=7mm")
    pen.note()
    pen.nodes(box, [(f"p{at}", actor, 3 * at, 0) for at, actor in enumerate(actors)])
    for at in range(len(actors)):
        pen.line(f"\\draw[dashed] (p{at}) -- ({3 * at},{coord(depth)});")
    pen.note()
    sent: list[tuple[str, float]] = [(actor, 0) for actor in actors]
    messages: list[tuple[str, str, str]] = []
    for step in range(number):
        one, other = pen.random.sample(range(len(actors)), 2)
        text = pen.random.choice([call for call in CALLS[actors[other]] if not messages or call != messages[-1][1]])
        y = -0.8 * step - 1
        pen.line(
            f"\\draw[->, thick, {ink.tex}] ({3 * one},{coord(y)}) -- node[above, font=\\scriptsize] {{{text}}} "
            f"({3 * other},{coord(y)});"
        )
        sent[one] = (actors[one], sent[one][1] + 1)
        messages.append((actors[one], text, actors[other]))
    pen.counted("messages", number, "line", stroke=ink.hex)
    pen.counted("participants", len(actors), "rectangle", fill=color.hex)
    if len(actors) > 3:
        pen.measure("Who sends the most messages?", "", sent)
        pen.relation(
            "first", "Who sends the first message?", messages[0][0], [a for a in actors if a != messages[0][0]]
        )
        pen.relation(
            "last", "Who receives the last message?", messages[-1][2], [a for a in actors if a != messages[-1][2]]
        )
    elif number > 4:
        texts = list(dict.fromkeys(text for _, text, _ in messages))
        pen.relation("first", "Which message is sent first?", texts[0], [text for text in texts if text != texts[0]])
    pen.things = "participant"
    pen.shows(color, ink)
    pen.names(*actors, *dict.fromkeys(text for _, text, _ in messages))
    pen.says(
        f"{some(len(actors), 'boxes')} in {color.words} stand in a row at the top: {listed(actors)}; a dashed line "
        "hangs from each.",
        f"{some(number, 'arrows')} in {ink.words} run between the dashed lines, from top to bottom: "
        + "; ".join(f"{one} to {other} '{text}'" for one, text, other in messages)
        + ".",
    )


def memory_layout(pen: Pen) -> None:
    pen.needs("plain", "shapes", "decorations")
    regions = pen.pick(
        (
            "stack",
            "heap",
            "code",
            "data",
            "bss",
            "kernel",
            "shared libraries",
            "environment",
            "guard page",
            "mmap area",
            "thread stack",
            "arguments",
            "text",
            "interrupt table",
            "frame buffer",
            "boot ROM",
        ),
        pen.many(3, 11),
    )
    color = [pen.color().tint(pen.random.choice((20, 30))) for _ in range(min(4, len(regions)))]
    width, top = pen.random.choice((3.5, 4, 4.5)), 0.0
    base, spots = pen.random.choice((0x0040, 0x0800, 0x1000)), []
    pen.note()
    for at, region in enumerate(regions):
        height = pen.random.choice((0.7, 1, 1.3, 1.6))
        fill = color[at % len(color)]
        pen.line(f"\\draw[fill={fill.tex}] (0,{coord(top)}) rectangle ({width:g},{coord(top - height)});")
        pen.line(f"\\node at ({width / 2:g},{coord(top - height / 2)}) {{{region}}};")
        pen.line(
            f"\\node[left, font=\\ttfamily\\footnotesize] at (0,{coord(top)}) {{0x{base * (len(regions) - at):04X}}};"
        )
        pen.position(region, width / 2, top - height / 2)
        spots.append((region, height))
        top -= height
    pen.things = "region"
    pen.counted("regions", len(regions), "rectangle")
    for at in range(len(regions) - 1):
        pen.relation(
            "next",
            f"Which region lies directly below {regions[at]}?",
            regions[at + 1],
            [other for other in regions if other not in (regions[at], regions[at + 1])],
        )
    pen.shows(*color)
    pen.names(*regions)
    pen.says(
        f"One column of {some(len(regions), 'stacked boxes')} shows, from top to bottom, {listed(regions)}.",
        f"The boxes are filled in {listed([fill.words for fill in color])} by turns; hexadecimal addresses stand to "
        f"the "
        "left of their upper edges.",
    )


RECIPES = (
    Recipe("flow-chart", "Flow chart", "software", flow_chart, ("Block diagram",)),
    Recipe("neural-network", "Neural network", "software", neural_network, ("Bayesian network",)),
    Recipe("linked-list", "Linked list", "software", linked_list),
    Recipe("sequence-diagram", "Sequence diagram", "software", sequence_diagram),
    Recipe("memory-layout", "Memory layout", "computing", memory_layout, ("Stack of layers",)),
)
