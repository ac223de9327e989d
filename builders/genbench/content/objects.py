"""Single objects built of plain parts, as a text describes them: stacked, nested, or with a part on either side."""

import random
from collections.abc import Mapping

from .draft import Draft
from .drawing import PAGE
from .relations import HOLDING, Maker

STANDING = ("square", "rectangle")
"""Parts that others can rest on."""

RATIOS = {1.5: "one and a half times", 2.0: "twice"}


def stacked(chance: random.Random, count: int) -> Draft:
    """Return a tower: each part rests on the one below it, on one middle line."""
    draft = Draft(chance)
    step = PAGE * 0.9 / count
    bottom, width = PAGE * 0.95, min(PAGE * 0.9, step * 1.9)
    words: list[str] = []
    for number in range(count):  # from below
        is_narrow = width < step * 1.2
        last = ("triangle",) if is_narrow else ("triangle", "rectangle")
        shapes = last if number == count - 1 else ("square",) if is_narrow else ("rectangle",)
        index = draft.add(shapes=shapes, over=len(draft.items) - 1 if number else None)
        high = width if draft.items[index].shape == "square" else step * 0.8
        draft.put(index, PAGE / 2, round(bottom - high / 2, 2), round(width, 2), round(high, 2))
        bottom -= high
        if number:
            draft.require("resting on", index, index - 1)
            draft.require("same middle", index, index - 1)
            words.append(f"{draft.a(index)} resting on it" if number == 1 else f"then {draft.a(index)} on top of that")
        else:
            words.append(f"{draft.a(index)} at the bottom")
        if number < count - 1 and not is_narrow and chance.random() < 0.6:
            ratio = chance.choice([value for value in RATIOS if width / value >= step * 0.6])
            draft.require("times as wide", index, index + 1, value=ratio)
            width /= ratio
    draft.say(f"a tower of {count} parts, all on one vertical middle line: {', '.join(words)}")
    say_widths(draft)
    return draft


def say_widths(draft: Draft) -> None:
    """Say the ratios of widths."""
    for entry in draft.constraints:
        if entry.kind == "times as wide":
            one, other = entry.items
            draft.say(f"{draft.the(one)} is {RATIOS[entry.value]} as wide as {draft.the(other)}")


def nested(chance: random.Random, count: int) -> Draft:
    """Return a badge: parts around one middle, each within the one before."""
    draft = Draft(chance)
    width: float = 340
    indices: list[int] = []
    for number in range(count):
        shapes = [shape for shape in HOLDING if shape not in ("rectangle", "ellipse")]
        shapes = shapes if number < count - 1 else ["circle", "square", "star", "diamond"]
        indices.append(draft.add(shapes=shapes, over=indices[-1] if indices else None))
        draft.put(indices[-1], PAGE / 2, PAGE / 2, round(width, 1), round(width, 1))
        ratio = 1.5 if count > 3 else 2.0
        if number:
            draft.require("inside", indices[-1], indices[-2])
            draft.require("centred", indices[-1], indices[-2])
            draft.require("times as wide", indices[-2], indices[-1], value=ratio)
        width /= ratio
    draft.say(f"a badge in the middle of the page: {' around '.join(draft.a(index) for index in indices)}")
    draft.say("all have one middle, and each is within the one before it")
    draft.require("page middle", indices[0])
    say_widths(draft)
    return draft


def winged(chance: random.Random, count: int) -> Draft:
    """Return a body with pairs of equal parts on either side, and a part on top."""
    draft = Draft(chance)
    body = draft.add(shapes=STANDING)
    top = draft.add(shapes=("triangle", "circle", "star"), over=body) if count % 2 == 0 else None
    draft.put(body, PAGE / 2, 230, 120, 180)
    bottom = 230 - draft.placed[-1].height / 2
    draft.say(f"{draft.a(body)} on the middle line of the page")
    if top is not None:
        draft.put(top, PAGE / 2, bottom - 40, 80, 80)
        draft.require("resting on", top, body)
        draft.require("same middle", top, body)
        draft.say(f"{draft.a(top)} rests on it, on the same middle line")
    pairs = (count - len(draft.items)) // 2
    for number in range(pairs):
        wing = draft.add(2)
        width = min(60, 200 / max(1, pairs))
        x, y = 70, 230 + (number - (pairs - 1) / 2) * min(110, 330 / max(1, pairs))
        draft.put(wing, x, y, width)
        draft.put(wing, PAGE - x, y, width)
        draft.require("same size", wing)
        draft.require("apart", wing, body)
        draft.say(f"{draft.a(wing)} of one size, one on either side of it, that do not touch it")
    draft.require("symmetric")
    draft.say("the picture is symmetric, its left half the mirror image of its right half")
    return draft


MAKERS: Mapping[tuple[str, str], Maker] = {
    ("object", "tower"): stacked,
    ("object", "badge"): nested,
    ("object", "winged"): winged,
}
