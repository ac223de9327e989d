"""Marks on a thing: stickers, badges and stamps of some shape, and rows of studs and dots.

Designs have them so that more questions can be asked. Drawings by people hardly have any, so most are removed again:
a picture of a boot shows a boot, and not a boot with a heart and five dots on it.
"""

import random
from collections.abc import Mapping

from ..sketch import Group, Item, Part, Sketch
from . import proof

FIGURES = frozenset(
    (
        *("sticker", "badge", "stamp", "emblem", "print", "tag", "ornament", "patch", "logo", "charm", "carving"),
        *("sign", "seal", "relief", "crest", "brand", "plaque", "mark", "imprint", "inlay", "motif", "embroidery"),
        *("illustration", "decoration", "picture", "figure", "rock", "herb", "continent", "bubble", "buoy", "arms"),
        *("nut", "brooch", "blob", "lantern", "advert"),
    )
)
"""Nouns of figures that are stuck on things."""

SCATTERED = frozenset(
    (
        *("rivet", "stud", "dot", "bolt", "speck", "sequin", "dab", "snap", "crumb", "sparkle", "pebble", "clod"),
        *("mark", "fly", "filing", "snippet", "patch", "nail", "dewdrop", "eyelet", "bump"),
    )
)
"""Nouns of small counted forms that are scattered over things."""

KEPT = 0.06
"""The share of such marks that stay on a drawing."""


def is_mark(part: Part) -> bool:
    """Return whether a part is a mark, without which the thing is complete."""
    noun = proof.noun(part.name)
    return (part.shape is not None and noun in FIGURES) or (part.counted is not None and noun in SCATTERED)


def thin(sketch: Sketch, generator: random.Random) -> None:
    """Remove most marks from a sketch."""
    gone = {index for index, part in enumerate(sketch.parts) if is_mark(part) and generator.random() >= KEPT}
    left = [index for index in range(len(sketch.parts)) if index not in gone]
    sketch.parts = [sketch.parts[index] for index in left]
    sketch.replace(_renumbered(sketch.root, {old: new for new, old in enumerate(left)} | {-1: -1}))


def _renumbered(group: Group, numbers: Mapping[int, int]) -> Group:
    """Return a group without the items of parts that have no number any more."""
    members: list[Item | Group] = []
    for member in group.members:
        if isinstance(member, Group):
            inner = _renumbered(member, numbers)
            members += [inner] if inner.members else []
        elif member.part in numbers:
            members.append(member._replace(part=numbers[member.part]))
    return Group(members)
