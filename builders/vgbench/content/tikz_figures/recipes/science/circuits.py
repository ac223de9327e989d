"""Figures of electrical engineering: circuits, gates, signals, control loops."""

from ......shared.words import with_article
from ...colors import BLACK
from ...contents import spoken
from ...pen import Pen, coord, listed, read, some
from ...recipe import Recipe

PARTS = {
    "R": ("resistor", "$R_{}$"),
    "C": ("capacitor", "$C_{}$"),
    "L": ("inductor", "$L_{}$"),
    "D": ("diode", "$D_{}$"),
    "lamp": ("lamp", "$X_{}$"),
}
GATES = ("and", "or", "nand", "nor", "xor", "xnor")
BLOCKS = (
    "Controller", "Actuator", "Plant", "Filter", "Amplifier", "Sensor", "Mixer", "Sampler", "Encoder", "Decoder",
    "Motor", "Heater", "Valve",
)  # fmt: skip


def electric_circuit(pen: Pen) -> None:
    pen.needs("circuit")
    pen.environment = "circuitikz"
    branches = pen.many(1, 6)
    color = pen.ink()
    width = 2.4
    counts: dict[str, int] = {}

    def part() -> tuple[str, str, str]:
        sort = pen.random.choice(sorted(PARTS))
        counts[sort] = counts.get(sort, 0) + 1
        return sort, PARTS[sort][1].format(counts[sort]), PARTS[sort][0]

    source = pen.random.choice(("V", "battery1", "I", "sV"))
    sources = {"V": "voltage source", "battery1": "battery", "I": "current source", "sV": "sinusoidal source"}
    options = f"[{color.tex}]" if color is not BLACK else ""
    pen.note()
    pen.line(f"\\draw{options} (0,0) to[{source}, l=$U$] (0,3);")
    tops, uprights, over = [], [], 0.0
    for at in range(branches):
        x = width * (at + 1)
        sort, name, word = part()
        pen.note()
        pen.line(f"\\draw{options} ({coord(x - width)},3) to[{sort}, l={name}] ({coord(x)},3);")
        tops.append((name, word))
        pen.position(name, x - width / 2, 3)
        sort, name, word = part()
        pen.line(
            f"\\draw{options} ({coord(x)},3) to[{sort}, l={name}{', *-*' if at < branches - 1 else ''}] ({coord(x)},0);"
        )
        uprights.append((name, word))
        pen.position(name, x, 1.5)
        over = x
    pen.line(f"\\draw{options} (0,0) -- ({coord(over)},0);")
    if pen.chance():
        pen.line(f"\\draw{options} (0,0) node[ground] {{}};")
    every = tops + uprights
    words = [word for word, _ in PARTS.values()]
    for name, word in every[:8]:
        pen.relation(
            "part",
            f"What kind of component is {spoken(name)}?",
            word.capitalize(),
            [other.capitalize() for other in words if other != word],
        )
    pen.relation(
        "order",
        "Which component stands farthest to the right?",
        spoken(uprights[-1][0]),
        [spoken(name) for name, _ in every if name != uprights[-1][0]],
    )
    pen.relation(
        "source",
        "What kind of source feeds the circuit?",
        sources[source].capitalize(),
        [word.capitalize() for word in sources.values()],
    )
    if branches > 1:
        pen.counted("dots at which wires are joined", 2 * (branches - 1), "circle", fill="#000000")
    pen.things = "component"
    pen.shows(color)
    pen.names("$U$", *(name for name, _ in every))
    pen.says(
        f"On the left an upright {sources[source]} U feeds a ladder of {some(branches, 'meshes')} drawn in "
        f"{color.words} lines.",
        "Along the top lie, from left to right, "
        + listed([f"{with_article(word)} {spoken(name)}" for name, word in tops])
        + "; upright stand "
        + listed([f"{with_article(word)} {spoken(name)}" for name, word in uprights])
        + ".",
        "A plain wire closes the circuit along the bottom.",
    )


def logic_circuit(pen: Pen) -> None:
    pen.needs("circuit")
    pen.environment = "circuitikz"
    number = pen.many(2, 6)
    kinds = [pen.random.choice(GATES) for _ in range(number)]
    letters = "ABCDEFGH"
    line = pen.ink()
    pen.note()
    pen.line(f"\\node[{kinds[0]} port, color={line.tex}] (g0) at (0,0) {{}};")
    pen.line(
        f"\\draw[{line.tex}] (g0.in 1) -- ++(-0.5,0) node[left] {{${letters[0]}$}};",
        f"\\draw[{line.tex}] (g0.in 2) -- ++(-0.5,0) node[left] {{${letters[1]}$}};",
    )
    pen.position(letters[0], -2, 0.28)
    pen.position(letters[1], -2, -0.28)
    for at in range(1, number):
        x, y = 2.6 * at, -0.9 * at
        pen.note()
        pen.line(
            f"\\node[{kinds[at]} port, color={line.tex}] (g{at}) at ({coord(x)},{coord(y)}) {{}};",
            f"\\draw[{line.tex}] (g{at - 1}.out) |- (g{at}.in 1);",
            f"\\draw[{line.tex}] (g{at}.in 2) -- ++(-0.5,0) node[left] {{${letters[at + 1]}$}};",
        )
        pen.position(letters[at + 1], x - 2, y - 0.28)
    pen.line(f"\\draw[{line.tex}] (g{number - 1}.out) -- ++(0.5,0) node[right] {{$Y$}};")
    pen.position("$Y$", 2.6 * (number - 1) + 1, -0.9 * (number - 1))
    pen.things = "label"
    for at in range(number):
        fed = letters[0] if at == 0 else letters[at + 1]
        pen.relation(
            "gate",
            f"Which kind of gate does the input {fed} go into?",
            kinds[at].upper(),
            [kind.upper() for kind in GATES if kind != kinds[at]],
        )
    pen.relation(
        "gate",
        "Which kind of gate gives the output Y?",
        kinds[-1].upper(),
        [kind.upper() for kind in GATES if kind != kinds[-1]],
    )
    pen.names(*letters[: number + 1], "$Y$")
    pen.shows(line)
    pen.says(
        f"{some(number, 'logic gates')} stand on a line that falls from left to right: "
        f"{', then '.join(kind.upper() for kind in kinds)}.",
        "The first takes the inputs A and B; each later one takes the output before it and one more input "
        f"({read(list(letters[2 : number + 1]))}), and the last gives Y.",
        f"All wires are drawn in {line.words}.",
    )


def timing_diagram(pen: Pen) -> None:
    pen.needs("plain", "decorations", "loaded")
    signals = pen.pick(
        ("clk", "reset", "enable", "data", "valid", "ready", "write", "ack", "busy", "irq"), pen.many(2, 7)
    )
    steps = pen.many(6, 18)
    color = [pen.color() for _ in signals]
    unit = pen.random.choice((0.5, 0.6, 0.7))
    changes: list[tuple[str, float]] = []
    if pen.chance(0.6):
        pen.note()
        pen.line(
            f"\\draw[help lines, step={unit}] (0,{coord(-1.2 * len(signals) + 1)}) grid ({coord(steps * unit)},0.9);"
        )
    for row, signal in enumerate(signals):
        level = pen.random.randint(0, 1)
        low = -1.2 * row
        levels = [at % 2 for at in range(steps)] if signal == "clk" else []
        while len(levels) < steps:
            levels += [level] * pen.random.randint(1, 4)
            level = 1 - level
        levels = levels[:steps]
        path = f"({coord(0)},{coord(low + 0.7 * levels[0])})"
        turns = 0
        for at in range(steps):
            if at and levels[at] != levels[at - 1]:
                path += f" -- ({coord(at * unit)},{coord(low + 0.7 * levels[at])})"
                turns += 1
            if at == steps - 1 or levels[at + 1] != levels[at]:
                path += f" -- ({coord((at + 1) * unit)},{coord(low + 0.7 * levels[at])})"
        pen.note()
        pen.line(f"\\node[left] at (-0.1,{coord(low + 0.35)}) {{\\texttt{{{signal}}}}};")
        pen.line(f"\\draw[thick, {color[row].tex}] {path};")
        pen.position(signal, -0.5, low + 0.35)
        changes.append((signal, turns))
    pen.things = "signal"
    pen.measure("Which signal changes its level most often?", "Which signal changes its level least often?", changes)
    pen.shows(*color)
    pen.names(*signals)
    pen.says(
        f"{some(len(signals), 'square waves')} stand one below the other, labeled on the left, from the top: "
        + listed([f"{signal} in {hue.words}" for signal, hue in zip(signals, color, strict=True)])
        + ".",
        f"All run over {steps} equal steps of time and switch between a low and a high level with upright edges.",
    )


def block_diagram(pen: Pen) -> None:
    pen.needs("shapes", "arrows")
    number = pen.many(2, 7)
    blocks = pen.pick(BLOCKS, number)
    fill, ink = pen.color().tint(20), pen.ink()
    style = pen.style(f"draw, rectangle, fill={fill.tex}, minimum height=10mm, minimum width=20mm")
    signal = pen.style(f"-Stealth, {ink.tex}, thick")
    pen.note()
    pen.line("\\node[draw, circle, minimum size=6mm] (sum) at (0,0) {$+$};")
    pen.note()
    pen.nodes(style, [(f"b{at}", block, 2.4 + 3 * at, 0) for at, block in enumerate(blocks)])
    right = 2.4 + 3 * number
    pen.note()
    pen.line(
        f"\\draw[{signal}] (-1.6,0) node[left] {{$r(t)$}} -- (sum);",
        f"\\draw[{signal}] (sum) -- node[above] {{$e$}} (b0);",
    )
    pen.joins(signal, [(f"b{at}", f"b{at + 1}") for at in range(number - 1)])
    pen.line(f"\\draw[{signal}] (b{number - 1}) -- ({coord(right)},0) node[right] {{$y(t)$}};")
    for at in range(number - 1):
        pen.edge(blocks[at], blocks[at + 1])
    sensor = next(name for name in BLOCKS if name not in blocks)
    loop = pen.chance(0.7)
    middle = (2.4 + right) / 2 - 1.5
    if loop:
        pen.note()
        pen.line(
            f"\\node[{style}] (back) at ({coord(middle)},-2) {{{sensor}}};",
            f"\\draw[{signal}] ({coord(right - 0.8)},0) |- (back);",
            f"\\draw[{signal}] (back) -| node[near end, left] {{$-$}} (sum);",
        )
        pen.position(sensor, middle, -2, "back")
    pen.things = "block"
    pen.counted("rectangular blocks", number + loop, "rectangle", fill=fill.hex)
    if number > 3:
        pen.relation("first", "Which block does the signal go through first?", blocks[0], blocks[1:])
        pen.relation("last", "Which block of the upper row gives y(t)?", blocks[-1], blocks[:-1])
    pen.names_edges()
    pen.shows(fill)
    pen.names(*blocks, *([sensor] if loop else []))
    pen.says(
        f"A signal r(t) enters on the left at a circle with a plus sign and passes {some(number, 'blocks')} in "
        f"{fill.words} "
        f"in one row, {listed(blocks)}, to the output y(t) on the right.",
        f"A feedback path leads below the row through the block '{sensor}' back to the circle, marked with a minus "
        f"sign."
        if loop
        else "There is no way back.",
    )


RECIPES = (
    Recipe("electric-circuit", "Electric circuit", "engineering", electric_circuit, ("Logic circuit",)),
    Recipe("logic-circuit", "Logic circuit", "engineering", logic_circuit, ("Electric circuit",)),
    Recipe("timing-diagram", "Digital timing diagram", "engineering", timing_diagram, ("Wave",)),
    Recipe("block-diagram", "Control loop block diagram", "engineering", block_diagram, ("Flow chart",)),
)
