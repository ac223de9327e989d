"""Figures of atoms and particles: energy levels, Feynman diagrams, electron shells."""

from sgpkit.families.shared import tables

from ...colors import BLACK
from ...contents import spoken
from ...pen import Pen, coord, listed, read, some
from ...recipe import Recipe

WORDS = tables.read(__file__, "particles.toml")

PARTICLES = ("e^-", "e^+", "\\mu^-", "\\mu^+", "q", "u", "d", "\\nu")
ELEMENTS: tuple[tuple[str, int], ...] = WORDS["elements"]


def energy_levels(pen: Pen) -> None:
    pen.needs("plain", "arrows", "decorations")
    number = pen.many(3, 9)
    level, jump = pen.ink(), pen.color()
    heights = [0.0]
    for _ in range(number - 1):
        heights.append(round(heights[-1] + pen.random.choice((0.6, 0.8, 1, 1.3)), 1))
    width = pen.random.choice((4, 5, 6))
    pen.note()
    for at, height in enumerate(heights):
        pen.line(
            f"\\draw[thick, {level.tex}] (0,{coord(height)}) -- ({width},{coord(height)}) node[right] {{$E_{at}$}};"
        )
        pen.position(f"$E_{at}$", width, height)
    pen.note()
    pairs = [pen.random.sample(range(number), 2) for _ in range(pen.many(1, 7))]
    tip = pen.random.choice(("->", "-stealth"))
    for at, (one, other) in enumerate(pairs):
        x = 0.5 + at * (width - 1) / max(1, len(pairs) - 1)
        pen.line(
            f"\\draw[{tip}, thick, {jump.tex}] ({coord(x)},{coord(heights[one])}) -- "
            f"({coord(x)},{coord(heights[other])});"
        )
    pen.counted("arrows between levels", len(pairs), "line", stroke=jump.hex)
    if level is not BLACK:
        pen.counted("levels", number, "line", stroke=level.hex)
    gaps = [(f"E{at} and E{at + 1}", heights[at + 1] - heights[at]) for at in range(number - 1)]
    pen.measure(
        "Between which neighbors is the gap the widest?", "Between which neighbors is the gap the narrowest?", gaps
    )
    one, other = pairs[0]
    pen.relation(
        "first",
        "Where does the leftmost arrow end?",
        f"At E{other}",
        [f"At E{at}" for at in range(number) if at != other],
    )
    pen.relation(
        "sense",
        "What does the leftmost arrow show?",
        "A step up in energy" if heights[other] > heights[one] else "A step down in energy",
        [
            "A step up in energy",
            "A step down in energy",
            "A step without change of energy",
            "A level that splits in two",
        ],
    )
    pen.things = "level"
    pen.shows(level, jump)
    pen.names(*(f"$E_{at}$" for at in range(number)))
    pen.says(
        f"{some(number, 'horizontal lines')} in {level.words} lie above each other, named "
        f"{listed([f'E{at}' for at in range(number)])} on the right from the lowest up.",
        f"{some(len(pairs), 'upright arrows')} in {jump.words} lead, from left to right, "
        + listed([f"from E{one} to E{other}" for one, other in pairs])
        + ".",
    )


def feynman_diagram(pen: Pen) -> None:
    pen.needs("decorations")
    number = pen.random.choice((1, 1, 2, 2, 3))
    wave = pen.random.choice((("photon", "\\gamma", "snake"), ("gluon", "g", "coil"), ("boson", "Z", "snake")))
    fermion, boson = pen.ink(), pen.color()
    form = wave[2] + (
        ", segment length=2mm, amplitude=0.8mm"
        if wave[2] == "snake"
        else ", aspect=0.7, segment length=2mm, amplitude=1mm"
    )
    line = pen.style(
        f"{fermion.tex}, thick, postaction={{decorate, decoration={{markings, mark=at position 0.55 with "
        f"{{\\arrow{{>}}}}}}}}",
    )
    wavy = pen.style(f"{boson.tex}, thick, decorate, decoration={{{form}}}")
    tags = pen.pick(PARTICLES, 4)
    gap = pen.random.choice((2.5, 3))
    pen.note()
    for at in range(number + 1):
        pen.line(f"\\coordinate (v{at}) at ({coord(gap * at)},0);", f"\\fill (v{at}) circle (2pt);")
    pen.note()
    right = gap * number
    pen.line(
        f"\\draw[{line}] (-1.5,1.3) node[left] {{${tags[0]}$}} -- (v0);",
        f"\\draw[{line}] (v0) -- (-1.5,-1.3) node[left] {{${tags[1]}$}};",
        f"\\draw[{line}] (v{number}) -- ({coord(right + 1.5)},1.3) node[right] {{${tags[2]}$}};",
        f"\\draw[{line}] ({coord(right + 1.5)},-1.3) node[right] {{${tags[3]}$}} -- (v{number});",
    )
    pen.note()
    for at in range(number):
        if at == 1:
            pen.line(
                f"\\draw[{line}] (v{at}) to[bend left=60] (v{at + 1});",
                f"\\draw[{line}] (v{at + 1}) to[bend left=60] (v{at});",
            )
        else:
            pen.line(f"\\draw[{wavy}] (v{at}) -- node[above=2mm] {{${wave[1]}$}} (v{at + 1});")
    pen.counted("vertices", number + 1, "circle", fill="#000000")
    pen.counted("wavy or curly lines", number - (number > 1), "curve", stroke=boson.hex)
    sorts = ("A wavy line", "A curly line", "A straight line with an arrow", "A dashed line")
    pen.relation(
        "line", "Which kind of line starts at the leftmost vertex toward the right?", sorts[wave[2] != "snake"], sorts
    )
    after = ("A closed loop of two arrows", "Two straight lines with arrows")
    pen.relation(
        "loop",
        "What comes to the right of the leftmost wavy or curly line?",
        after[number == 1],
        [*after, "Another wavy or curly line", "A single straight line"],
    )
    pen.shows(boson, fermion)
    pen.says(
        f"{some(number + 1, 'small black vertices')} lie in one row; two straight lines with arrows in "
        f"{fermion.words} meet at the first from the left "
        "and two leave the last on the right.",
        f"{'Wavy' if wave[2] == 'snake' else 'Curly'} lines in {boson.words}, named {spoken(wave[1])}, join "
        f"the vertices"
        + (", but the second and the third are joined by a loop of two bent arrows." if number > 1 else "."),
        f"The outer ends are labeled {read(tags)}.",
    )


def bohr_atom(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    symbol, electrons = pen.random.choice(ELEMENTS)
    shells = [min(electrons, 2), min(max(electrons - 2, 0), 8), max(electrons - 10, 0)]
    shells = [shell for shell in shells if shell]
    core, dot, orbit = pen.color().tint(60), pen.color(), pen.ink()
    step = pen.random.choice((0.8, 1))
    pen.note()
    pen.line(f"\\draw[fill={core.tex}] (0,0) circle (0.45) node {{{symbol}}};")
    for shell, held in enumerate(shells):
        radius = 0.5 + step * (shell + 1)
        pen.note()
        pen.line(f"\\draw[{orbit.tex}] (0,0) circle ({radius:g});")
        if pen.loops and held > 2:
            pen.line(f"\\foreach \\k in {{1,...,{held}}}")
            pen.line(f"  \\fill[{dot.tex}] ({{360/{held}*\\k}}:{radius:g}) circle (2.5pt);")
        else:
            pen.line(
                *(f"\\fill[{dot.tex}] ({360 * (at + 1) / held:g}:{radius:g}) circle (2.5pt);" for at in range(held))
            )
    pen.counted("electrons", electrons, "circle", fill=dot.hex)
    pen.relation(
        "outer",
        "How many electrons are on the outermost shell?",
        str(shells[-1]),
        [str(shells[-1] + step) for step in (1, -1, 2, 3) if shells[-1] + step > 0],
    )
    pen.relation(
        "element",
        "Of which element is the symbol in the nucleus?",
        symbol,
        [other for other, _ in pen.random.sample(ELEMENTS, 8)],
    )
    pen.shows(core, dot)
    pen.names(symbol)
    pen.says(
        f"A nucleus in {core.words}, labeled {symbol}, is surrounded by {some(len(shells), 'concentric circles')} "
        f"in {orbit.words}.",
        f"Electrons, {electrons} dots in {dot.words}, sit on them at equal distances: "
        f"{listed([str(shell) for shell in shells])} from the inside out.",
    )


RECIPES = (
    Recipe("energy-levels", "Energy levels", "physics", energy_levels),
    Recipe("feynman-diagram", "Feynman diagram", "physics", feynman_diagram),
    Recipe("bohr-atom", "Atom with its electron shells", "physics", bohr_atom),
)
