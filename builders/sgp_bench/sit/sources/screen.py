"""The builtin test programs, to keep their copies out of training data.

No kind of the test split is drawn for training, so none of its programs is even compared. Were a kind shared: a drawing
of the grammar can only look nearly like another if it is of the same kind, and hardly a part has another colour, number
or shape. So only such pairs are looked at in earnest, by `near_copies`.
"""

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.drawing import Drawing

from ...sources import svg_objects

if TYPE_CHECKING:
    from sgpkit.graphics.near_copies import Copy
    from sgpkit.graphics.near_copies.signature import Signature

OTHER_COLORS, OTHER_ATTRIBUTES = 3, 4
"""In how many parts' colours, and in how many colours, numbers and shapes together, two drawings may differ that are
worth comparing: some parts are too small to tell."""

TEST_KINDS = frozenset(kind.name for kind in catalogue.TEST)
Known = dict[str, list[tuple[str, Drawing]]]


@lru_cache(maxsize=4)
def tests(seed: int) -> Known:
    """Return, by kind, the test programs of seed 0, which are the standard ones, and those of the seed."""
    known: Known = defaultdict(list)
    for name in dict.fromkeys(("0", str(seed))):
        for program in svg_objects.programs(name):
            known[program.drawing.kind.name].append((program.identifier, program.drawing))
    return known


def copied(identifier: str, drawing: Drawing, known: Known) -> "Copy | None":
    """Return the test drawing that the drawing is a near copy of, None if it is none."""
    near = [(name, other.code) for name, other in known.get(drawing.kind.name, ()) if is_alike(drawing, other)]
    if not near:
        return None
    from sgpkit.graphics import near_copies

    return near_copies.Index(looks(*item) for item in near).copies([looks.__wrapped__(identifier, drawing.code)])[0]


@lru_cache(maxsize=4096)
def looks(name: str, code: str) -> "Signature":
    from sgpkit.graphics import near_copies
    from sgpkit.graphics.near_copies.signature import signature

    return signature(near_copies.Drawing(name, code, "svg", trusted=True))


def is_alike(one: Drawing, other: Drawing) -> bool:
    """Return whether two drawings are similar enough to be worth comparing."""
    if len(one.parts) != len(other.parts):
        return False
    pairs = list(zip(one.parts, other.parts, strict=True))
    colors = sum(mine.hue.name != its.hue.name for mine, its in pairs)
    others = sum((mine.forms != its.forms) + (mine.shape != its.shape) for mine, its in pairs)
    return colors <= OTHER_COLORS and colors + others <= OTHER_ATTRIBUTES
