"""Questions about positions in the drawing of a graph, answered from the coordinates that `dot` computed.

No question asks for positions that are hard to compare by eye: nodes at nearly the same height, or at nearly the same
distance from the center.
"""

import math
import random
from collections.abc import Callable
from itertools import pairwise

from ..figure import Question
from .graph import Graph
from .layout import Box, Layout
from .questions import called, chosen, number, unique

DIRECTIONS = {"TB": "Top to bottom", "BT": "Bottom to top", "LR": "Left to right", "RL": "Right to left"}
DIRECTION_WORDINGS = (
    "What is the direction of flow in the graph?",
    "In which direction do most arrows point?",
    "How is the graph laid out, following the arrows?",
    "Which way does the diagram run?",
)
ARRANGEMENTS = ("On a circle", "In a single row", "In a single column", "In several layers")
ARRANGEMENT_WORDINGS = ("How are the nodes arranged in the drawing?", "Which layout do the nodes have?")
PLACE_WORDINGS = (
    "Where is {0} relative to {1}?",
    "What is the position of {0} relative to {1}?",
    "Where does {0} stand as seen from {1}?",
    "How is {0} placed in relation to {1}?",
)
STRAIGHT = ("To the right", "To the left", "Above", "Below")
SLANTED = ("Above and to the right", "Above and to the left", "Below and to the right", "Below and to the left")
EXTREMES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
LEVEL = 3.0
"""Points: centers nearer than this, across the flow, are one level."""

MARGIN = 14.0
"""Points by which the outermost node must be ahead of the next."""

DOWN_THE_FLOW = 0.8
"""Share of the arrows that must point one way."""

Maker = Callable[[Graph, Layout, random.Random], Question | None]


def ask(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    """Return a question of one of the sorts that the drawing allows, all equally likely."""
    makers: list[Maker] = [
        direction, position, position, extreme, same_level, levels, level_size, inside, nearest, arrangement,
    ]  # fmt: skip
    generator.shuffle(makers)
    return next((question for make in makers if (question := make(graph, layout, generator)) is not None), None)


def flow(graph: Graph, layout: Layout) -> str | None:
    """Return which way most arrows point, read off the drawing."""
    ends = [(layout.nodes[edge.start], layout.nodes[edge.end]) for edge in graph.edges if edge.start != edge.end]
    if not graph.directed or graph.engine != "dot" or len(ends) < 3:
        return None
    shares = {
        "LR": sum(end.x - start.x > LEVEL for start, end in ends),
        "RL": sum(start.x - end.x > LEVEL for start, end in ends),
        "TB": sum(end.y - start.y > LEVEL for start, end in ends),
        "BT": sum(start.y - end.y > LEVEL for start, end in ends),
    }
    if shares[graph.flow] < DOWN_THE_FLOW * len(ends):
        return None
    opposite_and_aside = [share for way, share in shares.items() if way != graph.flow]
    return graph.flow if max(opposite_and_aside) < 0.75 * shares[graph.flow] else None


def direction(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    """Ask every graph that is drawn upward or to the left, since these are rare, and some of the others."""
    way = flow(graph, layout)
    if way is None or (way in ("TB", "LR") and generator.random() > 0.4):
        return None
    others = [text for other, text in DIRECTIONS.items() if other != way]
    return chosen("layout", "direction", generator.choice(DIRECTION_WORDINGS), DIRECTIONS[way], others, generator)


def position(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    labels = unique(graph)
    pairs = [
        (one, other, where)
        for one in labels
        for other in labels
        if one != other and (where := side(layout.nodes[one], layout.nodes[other])) is not None
    ]
    if not pairs:
        return None
    wanted = generator.choice(sorted({where for _, _, where in pairs}))
    one, other, where = generator.choice([pair for pair in pairs if pair[2] == wanted])
    text = generator.choice(PLACE_WORDINGS).format(called(graph, labels[one]), called(graph, labels[other]))
    return chosen("layout", "position", text, where, STRAIGHT if where in STRAIGHT else SLANTED, generator)


def side(one: Box, other: Box) -> str | None:
    """Return the side of the second box on which the first is; None if they overlap."""
    across, down = one.x - other.x, one.y - other.y
    apart_x = one.left > other.right or other.left > one.right
    apart_y = one.top > other.bottom or other.top > one.bottom
    if apart_x and abs(down) <= 0.15 * abs(across):
        return STRAIGHT[0] if across > 0 else STRAIGHT[1]
    if apart_y and abs(across) <= 0.15 * abs(down):
        return STRAIGHT[2] if down < 0 else STRAIGHT[3]
    if apart_x and apart_y and min(abs(across), abs(down)) >= 0.4 * max(abs(across), abs(down)):
        return SLANTED[(0 if down < 0 else 2) + (0 if across > 0 else 1)]
    return None


def extreme(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    labels = unique(graph)
    ways = list(EXTREMES)
    generator.shuffle(ways)
    for way in ways:
        right, down = EXTREMES[way]
        order = sorted(layout.nodes, key=lambda name: layout.nodes[name].x * right + layout.nodes[name].y * down)
        if len(order) < 4 or order[-1] not in labels:
            continue
        last, before = (layout.nodes[name] for name in (order[-1], order[-2]))
        if (last.x - before.x) * right + (last.y - before.y) * down < MARGIN:
            continue
        # A wide node may reach farther out than one whose center is ahead.
        if any(edge(layout.nodes[name], way) >= edge(last, way) for name in order[:-1]):
            continue
        superlative = {"left": "farthest to the left", "right": "farthest to the right"}.get(
            way, f"nearest to the {way}"
        )
        text = f"Which {graph.things} stands {superlative} of the drawing?".replace("left of", "left in").replace(
            "right of", "right in"
        )
        return chosen(
            "layout",
            f"extreme: {way}",
            text,
            labels[order[-1]],
            [labels[name] for name in order[:-1] if name in labels],
            generator,
        )
    return None


def edge(box: Box, way: str) -> float:
    """Return how far out a box reaches to a side."""
    return {"left": -box.left, "right": box.right, "top": -box.top, "bottom": box.bottom}[way]


def gap(one: Box, other: Box) -> float:
    """Return the distance between the nearest points of two boxes."""
    across = max(one.left - other.right, other.left - one.right, 0.0)
    return math.hypot(across, max(one.top - other.bottom, other.top - one.bottom, 0.0))


def ranks(graph: Graph, layout: Layout) -> list[list[str]] | None:
    """The levels of a layered drawing, from the left or the top. None where levels are not clear to the eye."""
    if graph.engine != "dot":
        return None
    upright = graph.flow in ("TB", "BT")
    positions = sorted((box.y if upright else box.x, name) for name, box in layout.nodes.items())
    levels: list[list[str]] = [[positions[0][1]]]
    for (before, _), (here, name) in pairwise(positions):
        if here - before > LEVEL:
            if here - before < MARGIN:
                return None
            levels.append([])
        levels[-1].append(name)
    return levels


def same_level(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    levels_found, labels = ranks(graph, layout), unique(graph)
    if levels_found is None:
        return None
    wide = [[name for name in names if name in labels] for names in levels_found]
    wide = [names for names in wide if len(names) > 1]
    if not wide:
        return None
    names = generator.choice(wide)
    one, other = generator.sample(names, 2)
    level = next(level for level in levels_found if one in level)
    others = [labels[name] for name in labels if name not in level]
    line = "row" if graph.flow in ("TB", "BT") else "column"
    text = f"Which of these stands in the same {line} as {called(graph, labels[one])}?"
    return chosen("layout", "same level", text, labels[other], others, generator)


def levels(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    ranked = ranks(graph, layout)
    if ranked is None or len(ranked) < 2:
        return None
    what = "rows" if graph.flow in ("TB", "BT") else "columns"
    text = generator.choice(
        (f"Into how many {what} of nodes is the drawing divided?", f"How many {what} of nodes does the layout have?")
    )
    return number("layout", "number of levels", text, len(ranked), 1, generator)


def level_size(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    ranked = ranks(graph, layout)
    if ranked is None or len(ranked) < 2:
        return None
    upright = graph.flow in ("TB", "BT")
    end = generator.choice((0, -1))
    if len(ranked[end]) == 1 and generator.random() < 0.7:  # as in every tree
        return None
    where = (("topmost row", "lowest row") if upright else ("leftmost column", "rightmost column"))[end]
    text = f"How many nodes stand in the {where} of the drawing?"
    return number("layout", "size of a level", text, len(ranked[end]), 1, generator)


def inside(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    if not graph.groups:
        return None
    labels = unique(graph)
    group = generator.choice(graph.groups)
    members = [labels[name] for name in group.members if name in labels]
    others = [labels[name] for name in labels if name not in group.members]
    if not members:
        return None
    text = f"Which of these stands inside the box titled '{group.title}'?"
    return chosen("layout", "inside a box", text, generator.choice(members), others, generator)


def nearest(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    """Ask for the nearest node, by the distance of centers and by the gap between the boxes as well."""
    labels = unique(graph)
    if len(labels) < len(graph.vertices) or len(labels) < 5:
        return None
    names = list(labels)
    generator.shuffle(names)
    for name in names:
        own = layout.nodes[name]
        away = sorted(
            (math.hypot(box.x - own.x, box.y - own.y), other) for other, box in layout.nodes.items() if other != name
        )
        far = [labels[other] for distance, other in away if distance > 1.5 * away[0][0]]
        gaps = sorted((gap(own, box), other) for other, box in layout.nodes.items() if other != name)
        if len(far) == len(away) - 1 and gaps[0][1] == away[0][1] and gaps[1][0] > gaps[0][0]:
            text = f"Which {graph.things} is drawn nearest to {called(graph, labels[name])}?"
            return chosen("layout", "nearest", text, labels[away[0][1]], far, generator)
    return None


def arrangement(graph: Graph, layout: Layout, generator: random.Random) -> Question | None:
    """Asked only if the drawing differs from nearly all others."""
    boxes = list(layout.nodes.values())
    if len(boxes) < 4:
        return None
    order = None
    x, y = sum(box.x for box in boxes) / len(boxes), sum(box.y for box in boxes) / len(boxes)
    radii = [math.hypot(box.x - x, box.y - y) for box in boxes]
    if max(box.y for box in boxes) - min(box.y for box in boxes) < LEVEL:
        order = ARRANGEMENTS[1]
    elif max(box.x for box in boxes) - min(box.x for box in boxes) < LEVEL:
        order = ARRANGEMENTS[2]
    elif graph.engine != "dot" and min(radii) > 0.9 * max(radii):
        order = ARRANGEMENTS[0]
    elif (
        (rows := ranks(graph, layout)) is not None
        and len(rows) > 2
        and max(map(len, rows)) > 2
        and generator.random() < 0.2
    ):
        order = ARRANGEMENTS[3]
    if order is None:
        return None
    return chosen("layout", "arrangement", generator.choice(ARRANGEMENT_WORDINGS), order, ARRANGEMENTS, generator)
