"""Sets and relations between them: Venn diagrams, maps, bipartite graphs."""

from itertools import combinations

from ..pen import Pen, coord, listed, read, some, upper
from ..recipe import Recipe

SETS = ("A", "B", "C")
GROUPS = (("Cats", "Pets", "Blind"), ("Even", "Prime", "Square"), ("Logic", "Sets", "Proofs"), ("Tea", "Milk", "Sugar"))
WORKERS = (
    "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned", "Ola",
    "Pam",
)  # fmt: skip
TASKS = (
    "cook", "paint", "dig", "drive", "sew", "mill", "weld", "print", "bake", "audit", "plan", "ship", "guard",
    "teach",
)  # fmt: skip


def venn_diagram(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    size = 2 if pen.fullness < 0.4 else 3
    labels = list(pen.random.choice((*GROUPS, SETS)))[:size]
    hues = [pen.color() for _ in range(size)]
    radius = pen.random.choice((1.5, 1.8, 2))
    middles = [(0.0, 0.0), (1.2 * radius, 0.0), (0.6 * radius, -1.05 * radius)][:size]
    opacity = pen.random.choice((0.2, 0.3, 0.4))
    pen.note()
    for (x, y), hue in zip(middles, hues, strict=True):
        pen.line(f"\\draw[fill={hue.tex}, fill opacity={opacity}] ({coord(x)},{coord(y)}) circle ({radius});")
    pen.note()
    for at, (label, (x, y)) in enumerate(zip(labels, middles, strict=True)):
        above = radius + 0.3 if at < 2 else -radius - 0.35
        pen.line(f"\\node at ({coord(x)},{coord(y + above)}) {{{label}}};")
        pen.position(label, x, y)
    regions = [members for depth in (1, 2, 3) for members in combinations(range(size), depth)]
    sizes = pen.random.sample(range(1, 40), len(regions))
    for members, value in zip(regions, sizes, strict=True):
        x = sum(middles[at][0] for at in members) / len(members)
        y = sum(middles[at][1] for at in members) / len(members)
        rest = [at for at in range(size) if at not in members]
        for at in rest:  # away from the sets that do not contain this part
            x += (x - middles[at][0]) * 0.25
            y += (y - middles[at][1]) * 0.25
        pen.line(f"\\node at ({coord(x)},{coord(y)}) {{{value}}};")
        others = [str(other) for other in sizes if other != value]
        inside = listed([labels[at] for at in members])
        words = (
            f"in {inside} only" if len(members) < size else f"in all of {inside}" if size == 3 else f"in both {inside}"
        )
        pen.relation("part", f"Which number stands in the part that is {words}?", str(value), others)
    pen.counted("circles", size, "circle")
    pen.things = "circle"
    if size == 3:
        totals = [
            (label, float(sum(value for members, value in zip(regions, sizes, strict=True) if at in members)))
            for at, label in enumerate(labels)
        ]
        largest = max(totals, key=lambda total: total[1])
        if [total for _, total in totals].count(largest[1]) == 1:
            pen.relation(
                "sum",
                "The numbers of which circle add up to the most?",
                largest[0],
                [label for label in (*labels, "All the same") if label != largest[0]],
            )
    pen.shows(*(hue.tint(round(100 * opacity)) for hue in hues))
    pen.names(*labels, *map(str, sizes))
    pen.says(
        f"{some(size, 'circles')} of the same size overlap, filled with see-through "
        f"{listed([hue.words for hue in hues])} and named {listed(labels)}.",
        "Every part holds a number: "
        + "; ".join(
            f"{value} in {listed([labels[at] for at in members])}"
            for members, value in zip(regions, sizes, strict=True)
        )
        + ".",
    )


def mapping_diagram(pen: Pen) -> None:
    pen.needs("arrows")
    left, right = pen.many(3, 8), pen.many(3, 7)
    first, second, line = pen.color().tint(20), pen.color().tint(20), pen.color()
    inputs = [str(at + 1) for at in range(left)]
    outputs = list("abcdefgh"[:right])
    image = [pen.random.randrange(right) for _ in range(left)]
    height = 0.45 * max(left, right) + 0.4
    pen.note()
    pen.line(
        f"\\draw[fill={first.tex}] (0,0) ellipse (1 and {height:g});",
        f"\\draw[fill={second.tex}] (4,0) ellipse (1 and {height:g});",
        f"\\node at (0,{coord(height + 0.3)}) {{$X$}};",
        f"\\node at (4,{coord(height + 0.3)}) {{$Y$}};",
    )
    pen.note()
    pen.nodes("inner sep=2pt", [(f"x{at}", label, 0, 0.8 * ((left - 1) / 2 - at)) for at, label in enumerate(inputs)])
    pen.nodes("inner sep=2pt", [(f"y{at}", label, 4, 0.8 * ((right - 1) / 2 - at)) for at, label in enumerate(outputs)])
    pen.note()
    way = pen.way("across" if left < 6 else "any")  # many such curves would overlap
    pen.joins(
        f"{pen.tip(way, '->')}, {line.tex}", [(f"x{one}", f"y{other}") for one, other in enumerate(image)], way.path
    )
    for one, other in enumerate(image):
        pen.edge(inputs[one], outputs[other])
    injective, surjective = len(set(image)) == left, len(set(image)) == right
    sort = ("Both", "Injective only", "Surjective only", "Neither")
    pen.relation(
        "property",
        "Is the map injective, surjective or both?",
        sort[0 if injective and surjective else 1 if injective else 2 if surjective else 3],
        sort,
    )
    pen.things = "element"
    pen.counted("arrows", left, way.shape, stroke=line.hex)
    pen.shows(first, second, line)
    pen.names("$X$", "$Y$", *inputs, *outputs)
    pen.says(
        f"Two upright ellipses, X in {first.words} on the left and Y in {second.words} on the right, hold the elements "
        f"{listed(inputs)} and {listed(outputs)} in columns.",
        f"{upper(way.word)} arrows in {line.words} lead from the elements of X to those of Y.",
        pen.lists_edges(),
    )


def bipartite(pen: Pen) -> None:
    pen.needs("plain", "arrows")
    left, right = pen.many(3, 8), pen.many(3, 8)
    persons, tasks = pen.pick(WORKERS, left), pen.pick(TASKS, right)
    if pen.chance():
        persons, tasks = [f"$x_{at + 1}$" for at in range(left)], [f"$y_{at + 1}$" for at in range(right)]
    first, second, line = pen.color().tint(30), pen.color().tint(30), pen.color()
    gap = pen.random.choice((3, 3.5, 4))
    shape = pen.random.choice(("circle, minimum size=9mm", "rectangle, minimum width=14mm, minimum height=7mm"))
    here = pen.style(f"draw, {shape}, fill={first.tex}")
    there = pen.style(f"draw, {shape}, fill={second.tex}")
    pen.note()
    pen.nodes(here, [(f"l{at}", label, 0, -1.2 * at) for at, label in enumerate(persons)])
    pen.note()
    pen.nodes(there, [(f"r{at}", label, gap, -1.2 * at) for at, label in enumerate(tasks)])
    pairs = sorted({(one, pen.random.randrange(right)) for one in range(left) for _ in range(pen.random.randint(1, 3))})
    pen.note()
    way = pen.way()
    pen.joins(f"{line.tex}, thick", [(f"l{one}", f"r{other}") for one, other in pairs], way.path)
    for one, other in pairs:
        pen.edge(persons[one], tasks[other], directed=False)
    form = shape.split(",")[0]
    pen.counted(f"{form}s on the left side", left, form, fill=first.hex)
    pen.counted(f"{form}s on the right side", right, form, fill=second.hex)
    pen.counted("connecting lines", len(pairs), way.shape, stroke=line.hex)
    pen.shows(first, second, line)
    pen.names(*persons, *tasks)
    pen.says(
        f"Two columns of nodes stand side by side: {some(left, form + 's')} in {first.words} on the left "
        f"({read(persons)}) and {some(right, form + 's')} in {second.words} on the right "
        f"({read(tasks)}).",
        f"{some(len(pairs), f'{way.word} lines')} in {line.words} connect the left side with the right one, never two "
        "of a side.",
        pen.lists_edges(),
    )


RECIPES = (
    Recipe("venn-diagram", "Venn diagram", "algebra", venn_diagram),
    Recipe("mapping", "Map between two sets", "algebra", mapping_diagram, ("Bipartite graph", "Venn diagram")),
    Recipe("bipartite-graph", "Bipartite graph", "networks", bipartite, ("Complete graph",)),
)
