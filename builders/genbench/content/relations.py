"""Compositions: attributes, counts, and relations between two things, in chains. `count` is the number of figures."""

import itertools
import random
from collections.abc import Callable, Mapping

from .draft import Draft, listing
from .drawing import PAGE

SIDES = {"left of": "to the left of", "right of": "to the right of", "above": "above", "below": "below"}
HOLDING = ("circle", "square", "rectangle", "hexagon", "ellipse")
"""Figures with room inside for others."""

Maker = Callable[[random.Random, int], Draft]


def scattered(draft: Draft, indices: list[int], across: int = 4, down: int = 4) -> dict[int, tuple[float, float]]:
    """Place the figures of items in different cells of a grid; return the cell of each item's last one."""
    spots = draft.cells(sum(draft.items[index].number for index in indices), across, down)
    last = {}
    for index in indices:
        for _ in range(draft.items[index].number):
            x, y, size = spots.pop()
            draft.put(index, x, y, round(size * draft.chance.uniform(0.5, 0.62)))
            last[index] = (x, y)
    return last


def attributes(chance: random.Random, count: int) -> Draft:
    """Return different things, one of each."""
    draft = Draft(chance)
    indices = [draft.add() for _ in range(count)]
    scattered(draft, indices)
    draft.say(draft.listing(indices))
    return draft


def same_shape(chance: random.Random, count: int) -> Draft:
    """Return things whose shapes and colours occur twice, so that their binding matters."""
    draft = Draft(chance)
    shapes = chance.sample(["circle", "square", "triangle", "star", "hexagon"], 2 if count < 7 else 3)
    colors = chance.sample(["red", "blue", "green", "yellow", "purple", "orange", "black"], 2 if count < 4 else 4)
    indices = [draft.add(shapes=shapes, colors=colors) for _ in range(min(count, len(shapes) * len(colors)))]
    scattered(draft, indices)
    draft.say(draft.listing(indices))
    return draft


def numbers(chance: random.Random, count: int) -> Draft:
    """Return two or three kinds of things, several of each."""
    draft = Draft(chance)
    kinds = 2 if count < 5 else 3
    cuts = sorted(chance.sample(range(1, count), kinds - 1))
    counts = [after - before for before, after in zip([0, *cuts], [*cuts, count], strict=True)]
    indices = [draft.add(number) for number in counts]
    scattered(draft, indices)
    draft.say(draft.listing(indices))
    return draft


def sides_of(one: tuple[float, float], other: tuple[float, float]) -> list[str]:
    """Return the relations that hold between figures in two cells of a grid."""
    across = ["left of"] if one[0] < other[0] else ["right of"] if one[0] > other[0] else []
    return across + (["above"] if one[1] < other[1] else ["below"] if one[1] > other[1] else [])


def chain(draft: Draft, indices: list[int], cells: Mapping[int, tuple[float, float]]) -> None:
    """Relate each thing to the next, in one nested sentence for every three or four of them."""
    words = ""
    for number, (one, other) in enumerate(itertools.pairwise(indices)):
        kind = draft.chance.choice(sides_of(cells[one], cells[other]))
        draft.require(kind, one, other)
        verb = draft.is_are(one)
        if number % 3 == 0:
            if words:
                draft.say(words)
            words = f"{draft.the(one)} {verb} {SIDES[kind]} {draft.the(other)}"
        else:
            words += f", which {verb} {SIDES[kind]} {draft.the(other)}"
    draft.say(words)


def spatial(chance: random.Random, count: int) -> Draft:
    """Return things side by side and above each other."""
    draft = Draft(chance)
    indices = [draft.add() for _ in range(count)]
    cells = scattered(draft, indices)
    draft.say(draft.listing(indices))
    chain(draft, indices, cells)
    return draft


def inside(chance: random.Random, count: int) -> Draft:
    """Return things within things, and things next to others."""
    draft = Draft(chance)
    spots = draft.cells(max(2, -(-count // 3)), 2, 2) if count <= 9 else draft.cells(-(-count // 3), 3, 3)
    outer: list[int] = []
    cells: dict[int, tuple[float, float]] = {}
    left = count
    while left:
        x, y, size = spots.pop()
        depth = min(left, 3) if left != 4 else 2
        width = round(size * 0.8)
        nest: list[int] = []
        for level in range(depth):
            shapes = HOLDING if level < depth - 1 else ("circle", "star", "square", "triangle")
            nest.append(draft.add(shapes=shapes, over=nest[-1] if nest else None))
            draft.put(nest[-1], x, y, width, width * 0.8)
            width = round(width * 0.45)
        cells[nest[0]] = (x, y)
        outer.append(nest[0])
        draft.say(" that holds ".join(draft.a(index) for index in nest))
        for container, content in itertools.pairwise(nest):
            draft.require("inside", content, container)
        left -= depth
    if len(outer) > 1:
        chain(draft, outer, cells)
    return draft


def overlapping(chance: random.Random, count: int) -> Draft:
    """Return pairs of things, one partly in front of the other."""
    draft = Draft(chance)
    spots = draft.cells(-(-count // 2), 3, 3) if count > 8 else draft.cells(-(-count // 2), 2, 2)
    for _ in range(count // 2):
        x, y, size = spots.pop()
        behind = draft.add(shapes=("square", "circle", "rectangle", "hexagon"))
        front = draft.add(shapes=("circle", "square", "triangle", "pentagon"), over=behind)
        width = round(size * 0.5)
        shift = chance.choice([-1, 1]) * size * 0.14
        draft.put(behind, x - shift, y, width)
        draft.put(front, x + shift, y, round(width * 0.9))
        draft.require("in front of", front, behind)
        draft.say(f"{draft.a(front)} partly in front of {draft.a(behind)}")
    if count % 2:
        alone = draft.add()
        x, y, size = spots.pop()
        draft.put(alone, x, y, round(size * 0.5))
        for index in range(len(draft.items) - 1):
            draft.require("apart", alone, index)
        draft.say(f"{draft.a(alone)} that touches nothing else")
    return draft


def sizes(chance: random.Random, count: int) -> Draft:
    """Return things whose widths are multiples of each other's."""
    draft = Draft(chance)
    indices = [draft.add(shapes=("circle", "square", "star", "triangle", "hexagon")) for _ in range(count)]
    unit = {2: 60, 3: 50, 4: 40}.get(count, 30)
    widths = [unit * chance.choice([1, 2, 3] if count < 7 else [1, 2]) for _ in indices]
    for (x, y, _), index, width in zip(
        draft.cells(count, *((2, 2) if count < 5 else (4, 4))), indices, widths, strict=True
    ):
        draft.put(index, x, y, width)
    draft.say(draft.listing(indices))
    for number in range(count - 1):
        one, other = (number, number + 1) if widths[number] >= widths[number + 1] else (number + 1, number)
        ratio = widths[one] / widths[other]
        words = {1.0: "as wide as", 1.5: "one and a half times as wide as", 2.0: "twice as wide as"}
        draft.require("times as wide", indices[one], indices[other], value=ratio)
        draft.say(
            f"{draft.the(indices[one])} is {words.get(ratio, 'three times as wide as')} {draft.the(indices[other])}"
        )
    return draft


def negated(chance: random.Random, count: int) -> Draft:
    """Return things with a forbidden property: a colour, a side, an inside."""
    draft = Draft(chance)
    indices = [draft.add_excluding() for _ in range(min(3, count - 1))]
    indices += [draft.add() for _ in range(count - len(indices))]
    cells = scattered(draft, indices)
    draft.say(draft.listing(indices))
    for number in range(count - 1):
        one, other = indices[number], indices[number + 1]
        false = [kind for kind in SIDES if kind not in sides_of(cells[one], cells[other])]
        chance.shuffle(false)
        for kind in false:
            draft.require(kind, one, other, negated=True)
        draft.require("apart", one, other)
        sides = " nor ".join(SIDES[kind] for kind in false)
        draft.say(f"{draft.the(one)} is neither {sides} {draft.the(other)}, and the two do not touch")
    return draft


def aligned(chance: random.Random, count: int) -> Draft:
    """Return things in a row or a column, in order, equally spaced."""
    draft = Draft(chance)
    across = chance.random() < 0.5
    named = [draft.add() for _ in range(count)]
    indices = chance.sample(named, count)
    step = PAGE / (count + 0.5)
    for number, index in enumerate(indices):
        along, middle = step * (number + 0.75), PAGE / 2
        x, y = (along, middle) if across else (middle, along)
        shape = draft.items[index].shape
        draft.put(index, x, y, round(step * (0.55 if shape == "diamond" else 0.7), 1))
    kinds = ("row", "left to right") if across else ("column", "top to bottom")
    for kind in (*kinds, *(["evenly spaced"] if count > 2 else [])):
        draft.require(kind, *indices)
    spaced = ", their middles equally far apart" if count > 2 else ""
    draft.say(draft.listing(named))
    order = listing([draft.the(index) for index in indices])
    draft.say(f"in one {kinds[0]}, from {kinds[1]}: {order}{spaced}")
    return draft


def mirrored(chance: random.Random, count: int) -> Draft:
    """Return pairs that mirror each other on the vertical middle of the page; an odd one is on it."""
    draft = Draft(chance)
    rows = -(-count // 2)
    step = PAGE / rows
    same = chance.random() < 0.5
    for row in range(count // 2):
        width = round(min(90, step * 0.6))
        x, y = chance.uniform(0.28, 0.36) * PAGE, step * (row + 0.5)
        if same:
            one = draft.add(2)
            draft.put(one, x, y, width)
            draft.put(one, PAGE - x, y, width)
            draft.say(draft.a(one))
            continue
        one = draft.add()
        shape = draft.items[one].shape
        other = draft.add(shapes=(shape,))
        draft.put(one, x, y, width)
        draft.put(other, PAGE - x, y, width)
        draft.require("mirrored", one, other)
        draft.require("left of", one, other)
        first, second = chance.sample([one, other], 2)
        draft.say(
            f"{draft.a(first)} and {draft.a(second)}, of one size, mirror each other on the vertical middle line of "
            f"the page, the {draft.items[one].color} one on the left"
        )
    if count % 2:
        alone = draft.add(shapes=("circle", "square", "star", "triangle", "hexagon", "pentagon"))
        draft.put(alone, PAGE / 2, step * (rows - 0.5), round(min(90, step * 0.6)))
        draft.say(f"{draft.a(alone)}{'' if same else ' on that line'}")
        if not same:
            draft.require("mirrored", alone, alone)
    if same:
        draft.require("symmetric")
        draft.say("the whole picture is symmetric, its left half the mirror image of its right half")
    return draft


MAKERS: Mapping[tuple[str, str], Maker] = {
    ("binding", "attributes"): attributes,
    ("binding", "shared attributes"): same_shape,
    ("numeracy", "basic"): numbers,
    ("relation", "2d_spatial"): spatial,
    ("relation", "inside"): inside,
    ("relation", "in front of"): overlapping,
    ("relation", "size"): sizes,
    ("negation", "negation"): negated,
    ("layout", "alignment"): aligned,
    ("layout", "symmetry"): mirrored,
}
