"""Scenes of several groups of things: rows one above the other, corners around a middle, a container with contents."""

import itertools
import random
from collections.abc import Mapping

from .draft import Draft
from .drawing import PAGE
from .relations import Maker

CORNERS = ("upper left", "upper right", "lower left", "lower right")


def split(chance: random.Random, count: int, groups: int) -> list[int]:
    """Return random sizes of groups, none empty."""
    cuts = sorted(chance.sample(range(1, count), groups - 1))
    return [after - before for before, after in zip([0, *cuts], [*cuts, count], strict=True)]


def rows(chance: random.Random, count: int) -> Draft:
    """Return rows of equal things, one above the other."""
    draft = Draft(chance)
    sizes = split(chance, count, 2 if count < 6 else chance.choice([2, 3]))
    while max(sizes) > 6:
        sizes = split(chance, count, 3)
    step = PAGE / len(sizes)
    indices = []
    for number, size in enumerate(sizes):
        index = draft.add(size)
        indices.append(index)
        pitch = PAGE / (size + 0.5)
        width = round(min(pitch, step) * 0.6, 1)
        for position in range(size):
            draft.put(index, pitch * (position + 0.75), step * (number + 0.5), width)
        if size > 1:
            draft.require("row", index)
            draft.require("same size", index)
        if size > 2:
            draft.require("evenly spaced", index)
        rest = ""
        if size > 1:
            rest = " of one size in a row" + (", equally far apart" if size > 2 else "")
        lead = "at the top" if not number else "at the bottom" if number == len(sizes) - 1 else "below that"
        draft.say(f"{lead}, {draft.a(index)}{rest}")
    for above, below in itertools.pairwise(indices):
        draft.require("above", above, below)
    return draft


def corners(chance: random.Random, count: int) -> Draft:
    """Return things in corners of the page, around others in the middle."""
    draft = Draft(chance)
    used = chance.sample(range(4), min(4, max(1, count - 2)))
    middle = draft.add(shapes=("circle", "square", "hexagon"))
    draft.put(middle, PAGE / 2, PAGE / 2, 120)
    draft.require("page middle", middle)
    draft.say(f"{draft.a(middle)} in the exact middle of the page")
    left = count - 1
    for number, corner in enumerate(used):
        size = left // (len(used) - number)
        left -= size
        index = draft.add(size)
        x, y = (50 if corner % 2 == 0 else 350), (60 if corner < 2 else 340)
        for position in range(size):
            across, down = position % 2, position // 2
            draft.put(index, x + (across - 0.5) * 46 * (size > 1), y + (down - 0.5) * 46 * (size > 2), 34)
        draft.require("corner", index, value=corner)
        draft.say(f"{draft.a(index)} in the {CORNERS[corner]} corner")
    return draft


def contents(chance: random.Random, count: int) -> Draft:
    """Return a large container with a row inside, another thing behind none, and an isolated one."""
    draft = Draft(chance)
    box = draft.add(shapes=("rectangle", "square"))
    wide = draft.items[box].shape == "rectangle"
    draft.put(box, PAGE / 2, 235, 300 if wide else 280, 150)
    alone = draft.add_excluding()
    draft.put(alone, 90, 45, 50)
    inner = count - 2
    sizes = split(chance, inner, 2) if inner > 2 else [inner]
    position = 0
    pitch = 260 / inner
    groups = []
    for size in sizes:
        index = draft.add(size, shapes=("circle", "triangle", "star", "pentagon", "hexagon"), over=box)
        groups.append(index)
        for _ in range(size):
            draft.put(index, 70 + pitch * (position + 0.5), 235, round(min(pitch * 0.75, 70), 1))
            position += 1
        draft.require("inside", index, box)
    draft.say(f"{draft.a(box)} holds {draft.listing(groups)}")
    draft.require("inside", alone, box, negated=True)
    draft.require("above", alone, box)
    draft.say(f"above it is {draft.a(alone)}")
    if len(groups) > 1:
        draft.require("left to right", *groups)
        draft.say(f"in it, {draft.the(groups[0])} {draft.is_are(groups[0])} to the left of {draft.the(groups[1])}")
    if inner > 1:
        draft.require("row", *groups)
        draft.say("all that it holds stands in one row")
    return draft


MAKERS: Mapping[tuple[str, str], Maker] = {
    ("scene", "rows"): rows,
    ("scene", "corners"): corners,
    ("scene", "container"): contents,
}
