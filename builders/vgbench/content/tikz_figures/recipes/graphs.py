"""Figures of vertices and edges: graphs of several sorts, Markov chains, Bayesian networks."""

import math
from itertools import combinations, pairwise

from ..colors import BLACK
from ..pen import Node, Pen, coord, listed, read, some
from ..recipe import Recipe

CITIES = (
    "Aston", "Brill", "Corby", "Dover", "Epsom", "Frome", "Goole", "Hythe", "Ilford", "Jarrow", "Kendal", "Luton",
    "Margate", "Neath", "Oban", "Poole",
)  # fmt: skip
CAUSES = (
    ("Season Altitude Latitude", "Cloud Wind Frost", "Rain Snow Fog", "Traffic Delay Crash"),
    ("Age Diet Genes", "Weight Fitness Stress", "Pressure Sugar Sleep", "Stroke Pain Fatigue"),
    ("Talent Teacher Home", "Effort Interest Tutor", "Skill Focus Speed", "Grade Rank Praise"),
    ("Load Dust Oil", "Wear Heat Rust", "Leak Crack Noise", "Alarm Stop Repair"),
    ("Rates Wages Taxes", "Saving Demand Costs", "Prices Sales Stock", "Profit Jobs Debt"),
    ("Soil Sun Water", "Weeds Pests Roots", "Growth Bloom Mold", "Harvest Taste Seeds"),
)
"""Causes and effects: each field has four stages, and a thing may depend on anything in the stage before."""


def names(pen: Pen, number: int) -> list[str]:
    """Return labels of one sort for `number` vertices."""
    sort = pen.random.choice(("letters", "v", "numbers", "greek" if number <= 4 else "u"))
    if sort == "letters":
        return [f"${chr(ord('A') + at)}$" if number <= 20 else f"$a_{{{at}}}$" for at in range(number)]
    if sort == "numbers":
        return [str(at + 1) for at in range(number)]
    if sort == "greek":
        return [f"$\\{word}$" for word in ("alpha", "beta", "gamma", "delta")[:number]]
    return [f"${sort}_{{{at + 1}}}$" if at > 8 else f"${sort}_{at + 1}$" for at in range(number)]


def ring(number: int, radius: float, turn: float = 90) -> list[tuple[float, float]]:
    steps = [math.radians(turn - 360 * at / number) for at in range(number)]
    return [(round(radius * math.cos(step), 2), round(radius * math.sin(step), 2)) for step in steps]


def spread(pen: Pen, number: int) -> list[tuple[float, float]]:
    """Return positions for vertices: on a ring, two rings, or an irregular grid."""
    form = pen.random.choice(("ring", "grid")) if number < 10 else "grid"
    if form == "ring":
        return ring(number, max(1.8, 0.42 * number), pen.random.choice((90, 0, 45)))
    columns = math.ceil(math.sqrt(number * 1.4))
    return [
        (
            round(2 * (at % columns) + pen.random.uniform(-0.35, 0.35), 1),
            round(-1.8 * (at // columns) + pen.random.uniform(-0.3, 0.3), 1),
        )
        for at in range(number)
    ]


def _is_clear(pair: tuple[int, int], spots: list[tuple[float, float]]) -> bool:
    (x, y), (end_x, end_y) = spots[pair[0]], spots[pair[1]]
    length = math.dist((x, y), (end_x, end_y))
    for at, (other_x, other_y) in enumerate(spots):
        along = ((other_x - x) * (end_x - x) + (other_y - y) * (end_y - y)) / length
        aside = abs((end_x - x) * (other_y - y) - (end_y - y) * (other_x - x)) / length
        if at not in pair and -0.5 < along < length + 0.5 and aside < 0.75:
            return False
    return True


def connected(pen: Pen, spots: list[tuple[float, float]], extra: int) -> list[tuple[int, int]]:
    """Return the edges of a tree on vertices at these positions, and some additional edges. All edges are short, and
    none crosses a third vertex."""
    ranked = sorted(combinations(range(len(spots)), 2), key=lambda pair: math.dist(spots[pair[0]], spots[pair[1]]))
    free = [pair for pair in ranked if _is_clear(pair, spots)]
    part = list(range(len(spots)))
    chosen: list[tuple[int, int]] = []
    for one, other in free:
        if part[one] != part[other]:
            chosen.append((one, other))
            part = [part[one] if label == part[other] else label for label in part]
    rest = [pair for pair in free[: 3 * len(spots)] if pair not in chosen]
    return sorted(chosen + pen.random.sample(rest, min(extra, len(rest))))


def weighted_graph(pen: Pen) -> None:
    pen.needs("arrows", "plain")
    number = pen.many(4, 14)
    words = pen.chance(0.25)
    labels = pen.pick(CITIES, number) if words else names(pen, number)
    color, line = pen.color().tint(25), pen.ink()
    apart = 1.6 if words else 1.0  # vertices that contain words are larger
    spots = [(round(apart * x, 2), round(apart * y, 2)) for x, y in spread(pen, number)]
    nodes: list[Node] = [(f"n{at}", label, x, y) for at, (label, (x, y)) in enumerate(zip(labels, spots, strict=True))]
    style = pen.style(f"circle, draw, fill={color.tex}, minimum size={pen.random.choice((7, 8, 9))}mm")
    pen.note()
    pen.nodes(style, nodes)
    pen.things = "vertex"
    pairs = connected(pen, spots, pen.many(1, 6))
    way = pen.way()
    pen.note()
    tip = pen.style("midway, fill=white, inner sep=1.5pt, font=\\small")
    for one, other in pairs:
        weight = str(pen.random.randint(1, 20))
        pen.line(f"\\draw[{line.tex}, thick] (n{one}) {way.path} node[{tip}] {{{weight}}} (n{other});")
        pen.edge(labels[one], labels[other], directed=False, label=weight)
    pen.counted("vertices", number, "circle", fill=color.hex)
    if line is not BLACK:
        pen.counted("edges", len(pairs), way.shape, stroke=line.hex)
    pen.shows(color, line)
    pen.names(*labels)
    pen.says(
        f"{some(number, 'round vertices')}, filled in {color.words}, are labeled {read(labels)}.",
        f"{some(len(pairs), f'{way.word} edges')} in {line.words} join them, each with a whole number as its "
        "weight on a white patch in its middle.",
        pen.lists_edges(),
    )


def directed_graph(pen: Pen) -> None:
    pen.needs("arrows", "shapes")
    number = pen.many(4, 12)
    labels = names(pen, number)
    color, line = pen.color().tint(20), pen.color()
    spots = spread(pen, number)
    nodes: list[Node] = [(f"v{at}", label, x, y) for at, (label, (x, y)) in enumerate(zip(labels, spots, strict=True))]
    style = pen.style(f"circle, draw, fill={color.tex}, minimum size=8mm, inner sep=1pt")
    pen.note()
    pen.nodes(style, nodes)
    pairs = connected(pen, spots, pen.many(2, 8))
    pairs = [pair if pen.chance(0.75) else (pair[1], pair[0]) for pair in pairs]
    way = pen.way()
    tip = pen.tip(way, "-Stealth", "-Latex", "->")
    arrow = pen.style(f"{tip}, {line.tex}, {pen.random.choice(('thick', 'semithick'))}")
    pen.note()
    pen.joins(arrow, [(f"v{one}", f"v{other}") for one, other in pairs], way.path)
    for one, other in pairs:
        pen.edge(labels[one], labels[other])
    pen.counted("nodes", number, "circle", fill=color.hex)
    pen.counted("arrows", len(pairs), way.shape, stroke=line.hex)
    pen.shows(color, line)
    pen.names(*labels)
    pen.says(
        f"{some(number, 'circles')} in {color.words} with black outlines carry the labels {read(labels)}.",
        f"{some(len(pairs), f'{way.word} arrows')} in {line.words} run between them.",
        pen.lists_edges(),
    )


def bayesian_network(pen: Pen) -> None:
    pen.needs("shapes", "arrows")
    layers = pen.many(2, 4)
    counts = [pen.random.randint(1, 3) for _ in range(layers)]
    field = pen.random.choice(CAUSES)
    first = pen.random.randint(0, len(field) - layers)
    words = [
        word for count, stage in zip(counts, field[first:], strict=False) for word in pen.pick(stage.split(), count)
    ]
    hidden, observed = pen.color().tint(15), pen.color().tint(40)
    line = pen.ink()
    plain = pen.style(f"ellipse, draw, fill={hidden.tex}, minimum width=18mm, minimum height=9mm")
    known = pen.style(f"ellipse, draw, fill={observed.tex}, minimum width=18mm, minimum height=9mm")
    pen.needs("shapes")
    members: list[list[int]] = []
    nodes: list[Node] = []
    for layer, count in enumerate(counts):
        members.append(list(range(len(nodes), len(nodes) + count)))
        nodes += [
            (f"x{len(nodes) + at}", words[len(nodes) + at], 2.6 * (at - (count - 1) / 2), -1.8 * layer)
            for at in range(count)
        ]
    pen.note()
    pen.nodes(plain, nodes[: -counts[-1]])
    pen.note()
    pen.nodes(known, nodes[-counts[-1] :])
    pairs = []
    for above, below in pairwise(members):
        for child in below:
            pairs += [(parent, child) for parent in sorted(pen.random.sample(above, pen.random.randint(1, len(above))))]
    way = pen.way("down")
    pen.joins(f"-Stealth, {line.tex}, thick", [(nodes[one][0], nodes[other][0]) for one, other in pairs], way.path)
    for one, other in pairs:
        pen.edge(words[one], words[other])
    if pen.chance(0.6):
        pen.note()
        for at in members[0]:
            share = pen.random.randint(1, 19) / 20
            pen.line(f"\\node[above=2mm of {nodes[at][0]}, font=\\scriptsize] {{$P={share:g}$}};")
    pen.counted("ellipses in the last row", counts[-1], "ellipse", fill=observed.hex)
    pen.counted("ellipses above the last row", sum(counts) - counts[-1], "ellipse", fill=hidden.hex)
    pen.shows(hidden, observed)
    pen.names(*words)
    pen.says(
        f"Ellipses stand in {some(layers, 'rows')}; those of the last row ({listed(words[-counts[-1] :])}) are "
        f"{observed.words}, the others ({listed(words[: -counts[-1]])}) {hidden.words}.",
        f"{some(len(pairs), f'{way.word} arrows')} in {line.words} lead downward from causes to their effects.",
        pen.lists_edges(),
    )


def markov_chain(pen: Pen) -> None:
    pen.needs("automata")
    number = pen.many(3, 7)
    labels = pen.pick(("Sunny", "Rainy", "Cloudy", "Windy", "Foggy", "Snowy", "Stormy"), number)
    if pen.chance():
        labels = [f"$S_{at + 1}$" for at in range(number)]
    color = pen.color().tint(30)
    spots = ring(number, max(2.4, 0.65 * number))
    style = pen.style(f"circle, draw, fill={color.tex}, minimum size=14mm")
    pen.note()
    pen.nodes(style, [(f"s{at}", label, *spots[at]) for at, label in enumerate(labels)])
    pen.note()
    for at in range(number):
        share = pen.random.randint(1, 9) / 10
        after = (at + 1) % number
        pen.line(f"\\draw[->, thick, bend left=15, auto] (s{at}) to node {{{share:g}}} (s{after});")
        pen.edge(labels[at], labels[after], label=f"{share:g}")
        rest = round(1 - share, 1)
        angle = round(math.degrees(math.atan2(spots[at][1], spots[at][0])))
        pen.line(
            f"\\draw[->, thick] (s{at}) to[out={angle + 20}, in={angle - 20}, looseness=5] "
            f"node[pos=0.5, fill=white, inner sep=1pt] {{{rest:g}}} (s{at});"
        )
    pen.things = "state"
    pen.counted("states", number, "circle", fill=color.hex)
    pen.shows(color)
    pen.names(*labels)
    pen.says(
        f"{some(number, 'round states')} in {color.words}, {read(labels)}, stand on a ring.",
        "A bent black arrow leads from each state to the next, clockwise, and a loop from each back to itself; every "
        "arrow carries a probability, and the two that leave a state add up to 1.",
        pen.lists_edges(),
    )


def complete_graph(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    number = pen.many(4, 9)
    line, dot = pen.color(), pen.color()
    radius = pen.random.choice((2, 2.5, 3))
    labels = names(pen, number)
    spots = ring(number, radius)
    pen.note()
    for at, (x, y) in enumerate(spots):
        pen.line(f"\\coordinate (c{at}) at ({coord(x)},{coord(y)});")
    pairs = list(combinations(range(number), 2))
    pen.joins(f"{line.tex}", [(f"c{one}", f"c{other}") for one, other in pairs])
    for at, label in enumerate(labels):
        angle = round(90 - 360 * at / number)
        pen.line(f"\\fill[{dot.tex}] (c{at}) circle (2.5pt);", f"\\node at ({angle}:{radius + 0.4:g}) {{{label}}};")
        pen.position(label, *spots[at], f"c{at}")
    pen.counted("vertices", number, "circle", fill=dot.hex)
    pen.counted("edges", len(pairs), "line", stroke=line.hex)
    pen.shows(line, dot)
    pen.names(*labels)
    pen.things = "vertex"
    pen.says(
        f"{some(number, 'small dots')} in {dot.words} lie on an invisible circle at equal distances, labeled "
        f"{read(labels)} clockwise from the top.",
        f"Every two of them are joined by a straight line in {line.words}, {len(pairs)} lines in all.",
    )


RECIPES = (
    Recipe("weighted-graph", "Weighted graph", "networks", weighted_graph, ("Complete graph", "Directed graph")),
    Recipe("directed-graph", "Directed graph", "networks", directed_graph, ("Bayesian network", "Markov chain")),
    Recipe("bayesian-network", "Bayesian network", "networks", bayesian_network, ("Directed graph", "Neural network")),
    Recipe("markov-chain", "Markov chain", "networks", markov_chain, ("Directed graph", "Finite automaton")),
    Recipe("complete-graph", "Complete graph", "networks", complete_graph),
)
