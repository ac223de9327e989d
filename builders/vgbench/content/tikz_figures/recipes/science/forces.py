"""Bodies and forces: pulleys, levers, beams, trusses."""

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def pulley(pen: Pen) -> None:
    pen.needs("plain", "patterns")
    wheel, left, right = pen.color().tint(40), pen.color(), pen.color()
    radius = pen.random.choice((0.6, 0.8, 1))
    one, other = pen.random.sample((1.2, 1.8, 2.4, 3.0), 2)
    masses = pen.pick(("m", "M", "A", "B", "P", "Q"), 2)
    sizes = pen.random.sample((0.6, 0.8, 1.0), 2)
    size = pen.constant(("r", "R", "radius"), radius)
    pen.line(
        "\\draw[thick] (-1.8,1.6) -- (1.8,1.6);",
        "\\foreach \\x in {-1.8,-1.5,...,1.5} \\draw (\\x,1.6) -- ++(0.25,0.25);",
        "\\draw[thick] (0,1.6) -- (0,0);",
    )
    pen.note()
    pen.line(f"\\draw[fill={wheel.tex}, thick] (0,0) circle ({size});", "\\fill (0,0) circle (2pt);")
    for sign, drop, side, color, name in ((-1, one, sizes[0], left, masses[0]), (1, other, sizes[1], right, masses[1])):
        pen.line(
            f"\\draw ({sign}*{size},0) -- ({sign}*{size},-{drop});",
            f"\\draw[fill={color.tex}] ({{{sign}*{size}-{side}/2}},-{drop}) rectangle +({side},-{side}) "
            f"node[midway, white] {{${name}$}};",
        )
        pen.position(name, sign * radius, -drop - side / 2)
    pen.counted("large wheels", 1, "circle", fill=wheel.hex, varies=False)
    pen.counted("boxes on the left", 1, "rectangle", fill=left.hex, varies=False)
    ways = ("The left one", "The right one", "Both hang equally low", "Neither hangs")
    pen.relation(
        "lower",
        "The bottom of which box is lower?",
        ways[one + sizes[0] < other + sizes[1]] if abs(one + sizes[0] - other - sizes[1]) > 0.1 else ways[2],
        ways,
    )
    pen.relation(
        "larger",
        "Which box is larger?",
        ways[sizes[0] < sizes[1]],
        (*ways[:2], "Both are equally large", "There is only one box"),
    )
    pen.names(*masses)
    pen.things = "box"
    pen.shows(wheel, left, right)
    pen.says(
        f"From a hatched ceiling hangs a wheel in {wheel.words} of radius {radius:g} by a rod; a string runs "
        f"over it and carries a box at each end.",
        f"On the left the box {masses[0]} in {left.words}, {sizes[0]:g} wide, hangs {one:g} below the wheel's "
        f"middle; on the right the box {masses[1]} in "
        f"{right.words}, {sizes[1]:g} wide, hangs {other:g} below it. The letters are white.",
    )


def lever(pen: Pen) -> None:
    pen.needs("plain", "shapes")
    beam, foot, load = pen.color(), pen.color().tint(50), pen.color()
    arms = [at for at in (-3, -2, -1, 1, 2, 3) if pen.chance(0.55)] or [-2, 1]
    weights = [pen.random.randint(1, 4) for _ in arms]
    torque = sum(at * weight for at, weight in zip(arms, weights, strict=True))
    pen.line(
        "\\draw[fill=" + foot.tex + "] (0,0) -- (-0.4,-0.9) -- (0.4,-0.9) -- cycle;",
        f"\\draw[{beam.tex}, line width=3pt] (-3.3,0) -- (3.3,0);",
    )
    pen.note()
    at = pen.variable()
    if pen.chance(0.6):
        pen.line(
            f"\\foreach {at} in {{-3,-2,-1,1,2,3}} \\draw ({at},0) -- ({at},-0.18) node[below, "
            f"font=\\scriptsize] {{{at}}};"
        )
    total = 0
    for spot, weight in zip(arms, weights, strict=True):
        total += weight
        members = "1" if weight == 1 else f"1,...,{weight}"
        pen.line(
            f"\\foreach {at} in {{{members}}} \\draw[fill={load.tex}] ({spot}-0.3,{{0.45*{at}-0.38}}) "
            f"rectangle +(0.6,0.4);"
        )
    pen.counted("weights", total, "rectangle", fill=load.hex)
    pen.counted("supports", 1, "triangle", fill=foot.hex, varies=False)
    ways = ("The left one", "The right one", "Neither: it is in balance", "That cannot be seen")
    pen.relation(
        "sinks",
        "All weights are equal: which end of the beam would sink?",
        ways[0] if torque < 0 else ways[1] if torque > 0 else ways[2],
        ways,
    )
    pen.shows(beam, foot, load)
    stacks = "; ".join(f"{some(weight, 'weights')} at {spot}" for spot, weight in zip(arms, weights, strict=True))
    pen.says(
        f"A long level beam in {beam.words} rests in its middle on the tip of a triangle in {foot.words}; its "
        f"places run from -3 on the left to 3 on the right.",
        f"Equal flat weights in {load.words} are stacked on it: {stacks}.",
    )


def loaded_beam(pen: Pen) -> None:
    pen.needs("patterns", "arrows")
    length, arrows = pen.random.choice((5, 6, 7)), pen.many(5, 15)
    beam, load, prop = pen.color().tint(40), pen.color(), pen.color()
    supports = pen.random.choice((2, 2, 3))
    spots = [0.0, float(length)] if supports == 2 else [0.0, length / 2, float(length)]
    names = pen.pick("ABCDEFGH", supports)
    at = pen.variable()
    pen.line(f"\\draw[fill={beam.tex}] (-0.2,0) rectangle ({length}.2,0.3);")
    pen.note()
    tip = pen.random.choice(("-stealth", "->", "-latex"))
    high = pen.random.choice((0.7, 0.9, 1.1))
    count = pen.constant(("N", "arrows", "parts"), arrows - 1)
    pen.line(
        f"\\foreach {at} in {{0,...,{arrows - 1}}} \\draw[{load.tex}, {tip}] "
        f"({{{length}*{at}/{count}}},{0.35 + high:g}) -- +(0,-{high});"
    )
    pen.line(f"\\draw[{load.tex}, thick] (0,{0.35 + high:g}) -- ({length},{0.35 + high:g}) node[right] {{$q$}};")
    pen.note()
    for name, spot in zip(names, spots, strict=True):
        pen.line(
            f"\\draw[fill={prop.tex}] ({coord(spot)},0) -- +(-0.3,-0.5) -- +(0.3,-0.5) -- cycle "
            f"node[below=5.5mm] {{{pen.letter(name)}}};"
        )
        pen.position(name, spot, -0.8)
    pen.counted("supports", supports, "triangle", fill=prop.hex)
    pen.counted("beams", 1, "rectangle", fill=beam.hex, varies=False)
    pen.numeric("arrows", "How many small arrows press on the beam?", arrows, (-2, -1, 1, 2))
    pen.names(*names, "$q$")
    pen.things = "support"
    pen.shows(beam, load, prop)
    pen.says(
        f"A long level bar in {beam.words} rests on {some(supports, 'triangles')} in {prop.words}, named "
        f"{listed(names)} from left to right"
        f"{', one of them in the middle' if supports == 3 else ', one at each end'}.",
        f"From a line q above it, {some(arrows, 'short arrows')} in {load.words} at equal distances point down "
        f"at the bar.",
    )


def truss(pen: Pen) -> None:
    pen.needs("plain", "loaded", "geometry")
    fields = pen.many(3, 7)
    bar, joint = pen.color(), pen.color()
    style = pen.random.choice(("falling", "rising", "warren"))
    high = pen.random.choice((1.0, 1.2, 1.4))
    at = pen.variable()
    pen.note()
    lines = 0
    with pen.block(f"\\begin{{scope}}[{bar.tex}, line width=1.2pt]", "\\end{scope}"):
        pen.line(f"\\foreach {at} in {{0,...,{fields - 1}}} \\draw ({at},0) -- ({at}+1,0);")
        lines += fields
        if style == "warren":
            pen.line(f"\\foreach {at} in {{0,...,{fields - 2}}} \\draw ({at}+0.5,{high}) -- ({at}+1.5,{high});")
            pen.line(
                f"\\foreach {at} in {{0,...,{fields - 1}}} {{",
                f"  \\draw ({at},0) -- ({at}+0.5,{high});",
                f"  \\draw ({at}+0.5,{high}) -- ({at}+1,0);",
                "}",
            )
            lines += fields - 1 + 2 * fields
        else:
            pen.line(f"\\foreach {at} in {{0,...,{fields - 1}}} \\draw ({at},{high}) -- ({at}+1,{high});")
            pen.line(f"\\foreach {at} in {{0,...,{fields}}} \\draw ({at},0) -- ({at},{high});")
            slant = f"({at},{high}) -- ({at}+1,0)" if style == "falling" else f"({at},0) -- ({at}+1,{high})"
            pen.line(f"\\foreach {at} in {{0,...,{fields - 1}}} \\draw {slant};")
            lines += fields + fields + 1 + fields
    joints = fields + 1 + (fields if style == "warren" else fields + 1)
    pen.line(f"\\foreach {at} in {{0,...,{fields}}} \\fill[{joint.tex}] ({at},0) circle (2.5pt);")
    top = (
        f"\\foreach {at} in {{0,...,{fields - 1}}} \\fill[{joint.tex}] ({at}+0.5,{high}) circle (2.5pt);"
        if style == "warren"
        else f"\\foreach {at} in {{0,...,{fields}}} \\fill[{joint.tex}] ({at},{high}) circle (2.5pt);"
    )
    pen.line(top)
    pen.counted("bars", lines, "line", stroke=bar.hex)
    pen.counted("joints", joints, "circle", fill=joint.hex)
    ways = (
        "From the upper left to the lower right",
        "From the lower left to the upper right",
        "Alternately up and down",
        "There are no slanted bars",
    )
    pen.relation(
        "slant",
        "Seen from left to right, how do the slanted bars run?",
        ways[{"falling": 0, "rising": 1, "warren": 2}[style]],
        ways,
    )
    pen.shows(bar, joint)
    body = {
        "warren": "a row of triangles, their slanted bars rising and falling by turns",
        "falling": "a row of rectangles, each with a bar from its upper left to its lower right corner",
        "rising": "a row of rectangles, each with a bar from its lower left to its upper right corner",
    }[style]
    pen.says(
        f"Straight bars in {bar.words} form a frame like a bridge: {some(fields, 'fields')} side by side "
        f"between a lower and an upper edge, {body}.",
        f"Round joints in {joint.words} mark all ends of bars.",
    )


RECIPES = (
    Recipe("pulley", "Pulley with two weights", "physics", pulley),
    Recipe("lever", "Lever with weights", "physics", lever),
    Recipe("loaded-beam", "Beam under an even load", "engineering", loaded_beam),
    Recipe("truss", "Truss of a bridge", "engineering", truss),
)
