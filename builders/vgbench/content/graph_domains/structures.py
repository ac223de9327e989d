"""Graphs of one structure each, described by a rule from which the names of nodes and the edges follow.

They serve captions only, since they have no domain to ask for.
"""

import itertools

from ..page_words import NUMBERS, ORDINALS
from .pen import Pen
from .recipe import STRUCTURE, Recipe

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def one_role(pen: Pen, words: str, thing: str) -> str:
    """Return the single role of all nodes; `words` is its plural noun."""
    pen.things = thing
    return pen.role(thing, words, "circle", "ellipse", "box")


def free(pen: Pen) -> None:
    """Make the graph undirected, laid out by springs or on circles."""
    pen.directed = False
    pen.engines = ("neato", "dot", "circo")


def ring(pen: Pen) -> None:
    free(pen)
    station = one_role(pen, "stations", "station")
    size, start = pen.many(5, 12), pen.random.randrange(6)
    names = [pen.node(LETTERS[start + at], station) for at in range(size)]
    pen.chain([*names, names[0]])
    at, long = pen.random.randrange(size), pen.random.randint(1, 3)
    spur = [pen.node(f"{LETTERS[start + at]}{step + 1}", station) for step in range(long)]
    pen.chain([names[at], *spur])
    pen.rule_texts = [
        f"{NUMBERS[size].capitalize()} stations form a ring; going around it, they are named by single letters in the "
        f'order of the alphabet, from "{LETTERS[start]}" on.',
        f"At the {ORDINALS[at] if at < 10 else f'{at + 1}th'} station of the ring a spur of {NUMBERS[long]} more "
        f"{'stations begins' if long > 1 else 'station begins'}: each is named like the station where the spur begins, "
        "with its place along the spur, counted from 1, behind the letter.",
    ]


def binary_tree(pen: Pen) -> None:
    pen.flows = ("TB", "TB", "LR")
    knot = one_role(pen, "nodes of the tree", "node")
    shallow = pen.random.randint(1, 2)
    deep = shallow * 2 if pen.chance() else shallow + 1
    # For each item: its depth below the root, and its branch.
    level: list[tuple[str, str]] = [(pen.node("1", knot), "")]
    number = 1
    for depth in range(1, deep + 1):
        below = []
        for parent, branch in level:
            for side in ("left", "right"):
                own = branch or side
                if depth > (deep if own == "left" else shallow):
                    continue
                number += 1
                child = pen.node(str(number), knot)
                pen.join(parent, child)
                below.append((child, own))
        level = below
    pen.rule_texts = [
        f"It is a lopsided binary tree: its left branch has {NUMBERS[deep]} levels below the root and its right branch "
        f"has {NUMBERS[shallow]}, and both are full.",
        "The nodes carry numbers: the root is 1, and numbering goes on level by level, from left to right, without "
        "gaps.",
        "An arrow leads from every node to each of its children.",
    ]


def grid(pen: Pen) -> None:
    free(pen)
    pen.engines = ("neato",)
    crossing = one_role(pen, "crossings", "crossing")
    rows, columns = pen.many(2, 4), pen.many(3, 6)
    names = {
        (row, column): pen.node(f"{LETTERS[row]}{column + 1}", crossing)
        for row in range(rows)
        for column in range(columns)
    }
    closed = pen.random.choice(sorted(names)[1:-1])
    for (row, column), name in names.items():
        for other in ((row, column + 1), (row + 1, column)):
            if other in names and closed not in ((row, column), other):
                pen.join(name, names[other])
    neighbor = next(
        (closed[0] + down, closed[1] + right)
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if (closed[0] + down, closed[1] + right) in names
    )
    pen.join(names[closed], names[neighbor])
    pen.rule_texts = [
        f"The crossings form a grid of {NUMBERS[rows]} rows and {NUMBERS[columns]} columns; each is named by the "
        "letter of its row, A at the top, and the number of its column, 1 at the left.",
        "Crossings next to each other in a row or a column are joined by a line, with one exception: the crossing in "
        f"row {LETTERS[closed[0]]} and column {closed[1] + 1} is joined only with its neighbor "
        f"{side_of(neighbor, closed)}.",
    ]


def side_of(other: tuple[int, int], here: tuple[int, int]) -> str:
    """Return the side of a cell on which its neighbor in the grid is."""
    if other[0] == here[0]:
        return "on the right" if other[1] > here[1] else "on the left"
    return "below it" if other[0] > here[0] else "above it"


def wheel(pen: Pen) -> None:
    free(pen)
    hub = pen.role("hub", "hubs", "doublecircle", "box", "hexagon")
    rim = pen.role("rim", "rim nodes", "circle", "ellipse")
    size = pen.many(4, 10)
    middle = pen.node("hub", hub)
    names = [pen.node(f"w{at + 1}", rim) for at in range(size)]
    pen.chain([*names, names[0]])
    second = pen.chance() and size % 2 == 0
    for at, name in enumerate(names):
        if not second or at % 2 == 0:
            pen.join(middle, name)
    pen.rule_texts = [
        f'It is a wheel: {NUMBERS[size]} rim nodes, "w1" to "w{size}", are joined in this order to a closed circle, '
        "and "
        + ('every one with an odd number is joined with the node "hub".' if second else 'each with the node "hub".')
    ]


def layered(pen: Pen) -> None:
    pen.flows = ("LR", "LR", "TB")
    unit = one_role(pen, "units", "unit")
    sizes = [pen.random.randint(1, 4) for _ in range(pen.many(3, 4))]
    layers = [[pen.node(f"{LETTERS[at]}{number + 1}", unit) for number in range(size)] for at, size in enumerate(sizes)]
    for before, here in itertools.pairwise(layers):
        for one in before:
            for other in here:
                pen.join(one, other)
    listed = ", ".join(NUMBERS[size] for size in sizes[:-1])
    pen.rule_texts = [
        f"The units stand in {NUMBERS[len(sizes)]} layers of {listed} and {NUMBERS[sizes[-1]]}, in the direction of "
        "the drawing. A unit is named by the letter of its layer, from A on, and its number within the layer.",
        "Every unit has an arrow to every unit of the next layer, and there are no others.",
    ]


def skips(pen: Pen) -> None:
    pen.flows = ("LR", "TB")
    step = one_role(pen, "steps", "step")
    size, stride = pen.many(6, 14), pen.random.randint(2, 4)
    names = [pen.node(f"step {at + 1}", step) for at in range(size)]
    pen.chain(names)
    for at in range(stride - 1, size, stride):
        if at:
            pen.join(names[at], names[0])
    pen.rule_texts = [
        f"{NUMBERS[size].capitalize() if size < 17 else size} steps, each labeled with the word step and its number, "
        "follow one another, each with an arrow to the next.",
        f"In addition, every {ORDINALS[stride - 1]} step has an arrow back to where everything begins.",
    ]


def comb(pen: Pen) -> None:
    free(pen)
    pen.engines = ("neato", "dot")
    joint = one_role(pen, "joints", "joint")
    size = pen.many(3, 6)
    spine = [pen.node(LETTERS[at], joint) for at in range(size)]
    pen.chain(spine)
    rising = pen.chance()
    for at, name in enumerate(spine):
        for tooth in range(at % 4 + 1 if rising else 1 + at % 2):
            pen.join(name, pen.node(f"{LETTERS[at].lower()}{tooth + 1}", joint))


def spider(pen: Pen) -> None:
    free(pen)
    pen.engines = ("neato", "dot")
    joint = one_role(pen, "beads", "bead")
    legs, first = pen.many(3, 4), pen.random.randint(1, 2)
    body = pen.node("0", joint)
    for leg in range(legs):
        names = [pen.node(f"{LETTERS[leg]}{at + 1}", joint) for at in range(first + leg)]
        pen.chain([body, *names])


def bracket(pen: Pen) -> None:
    pen.flows = ("LR", "RL", "TB")
    player = pen.role("player", "players", "box", "ellipse")
    match = pen.role("match", "matches", "circle", "diamond", "hexagon")
    size = pen.random.choice((4, 8))
    before = [pen.node(f"P{at + 1}", player) for at in range(size)]
    pairs = [(before[at], before[size - 1 - at]) for at in range(size // 2)]
    number, here = 0, []
    for one, other in pairs:
        number += 1
        name = pen.node(f"M{number}", match)
        pen.join(one, name)
        pen.join(other, name)
        here.append(name)
    while len(here) > 1:
        following = []
        for at in range(0, len(here), 2):
            number += 1
            name = pen.node(f"M{number}", match)
            pen.join(here[at], name)
            pen.join(here[at + 1], name)
            following.append(name)
        here = following


def ladder(pen: Pen) -> None:
    free(pen)
    pen.engines = ("neato",)
    rung = one_role(pen, "corners", "corner")
    size, twisted = pen.many(3, 7), pen.chance(0.4)
    left = [pen.node(f"L{at + 1}", rung) for at in range(size)]
    right = [pen.node(f"R{at + 1}", rung) for at in range(size)]
    pen.chain(left)
    pen.chain(right)
    for one, other in zip(left, right, strict=True):
        pen.join(one, other)
    if twisted:
        pen.join(left[-1], right[0])
        pen.join(right[-1], left[0])
    end = (
        " Then the upper end of each rail is joined with the lower end of the other one, as in a twisted band."
        if twisted
        else ""
    )
    pen.rule_texts = [
        f"It is a ladder of {NUMBERS[size]} rungs. Its rails run from number 1 at the lower end upward; the corners of "
        f"the left rail are named L with their number, those of the right one R.{end}"
    ]


RECIPES = tuple(
    Recipe(f"structure-{name}", concept, STRUCTURE, draw)
    for name, concept, draw in (
        ("ring", "Ring of stations with a spur", ring),
        ("binary-tree", "Lopsided binary tree", binary_tree),
        ("grid", "Grid of crossings", grid),
        ("wheel", "Wheel with a hub", wheel),
        ("layers", "Stack of fully connected layers", layered),
        ("skips", "Procedure with returns", skips),
        ("comb", "Comb with uneven teeth", comb),
        ("spider", "Spider of strings", spider),
        ("bracket", "Seeding of a tournament", bracket),
        ("ladder", "Ladder with two rails", ladder),
    )
)
