"""Shares with which scores are multiplied: how far a drawing is recognisable, whatever its colours and labels.

In SVG, captions name a thing: its kind is ranked among all kinds by how much the drawing looks like them. In TikZ,
captions tell a whole figure: its edges are compared with those of the original. Boxes and ellipses where a caption puts
its things have little of either. If the original looks like plain shapes, a drawing of nothing else counts little.
Graphviz does not need it: the edges of the graph cannot be guessed.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from sgpkit.benchmark import Completion, Row
from sgpkit.graphics.likeness import forms
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.structure import scene_match
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.status import Rejected
from sgpkit.values import ramp

FIRST, LAST = 3, 12
"""The ranks up to which a kind is fully recognised, and from which it is not."""

BOXES, CLEAR = -0.05, 0.0
"""The margin over plain shapes up to which a drawing counts for nothing, and from which it counts fully."""

PLAIN = frozenset(("rectangle", "circle", "ellipse", "line"))
BARE = 0.25
"""The share that is left of a drawing of nothing but plain shapes, which a pattern can read off the caption."""

UNLIKE, ALIKE = 0.7, 0.85
"""Likenesses of the edges up to which nothing is recognised, and from which all is."""

Likeness = Callable[[Sequence[Pixels], Pixels, Row], float]
"""(pictures of an answer, with and without its strays; picture of the original; row) -> the share."""


def of_kind(drawn: Sequence[Pixels], original: Pixels, row: Row) -> float:
    """Return the best share of an answer's pictures by the kind of thing that they show."""
    best = 0.0
    for picture in drawn:
        best = max(best, kind_share(picture, original, row))
        if best == 1.0:
            break
    return best


def kind_share(drawn: Pixels, original: Pixels, row: Row) -> float:
    """Return how far the row's kind is among the first that a drawing looks like, and how far the drawing is more than
    boxes or ellipses; all for a drawing as good as the original. 1 for a kind that is not among those ranked."""
    from sgpkit.families.shared.drawings import recognition

    own = recognition.judge(drawn, row["kind"])
    if own is None or share_of(own.rank, own.margin) == 1.0:
        return 1.0
    best = recognition.judge(original, row["kind"])
    assert best is not None
    # What is taken off is 0 for the original's own margin, exactly.
    return share_of(own.rank - max(0, best.rank - FIRST), CLEAR - max(0.0, min(CLEAR, best.margin) - own.margin))


def share_of(rank: int, margin: float) -> float:
    """Return the share for a rank and a margin."""
    return ramp(rank, LAST, FIRST) * ramp(margin, BOXES, CLEAR)


def is_bare(drawn: Contents, row: Row) -> bool:
    """Return whether a drawing has nothing but plain shapes, and neither more of them than the caption names
    nor more than half of what the original shows."""
    wanted = scene_match.asserted_of(row, 0)
    if wanted is None:
        return False
    named = sum(max(1, thing.count) for thing in wanted.things)
    enough = max(named, (named + wanted.spare.figures) // 2)
    return len(drawn.figures) <= enough and all(figure.kind in PLAIN for figure in drawn.figures)


def of_edges(drawn: Sequence[Pixels], original: Pixels, row: Row) -> float:
    """Return how far the edges of a drawing run like those of the original or its mirror image, of which strays and
    outer parts may be missing: captions do not tell all notes, and not how far out labels reach."""
    return ramp(forms.edge_likeness(drawn, edges_of(original.tobytes())), UNLIKE, ALIKE)


@lru_cache(maxsize=256)
def edges_of(original: bytes) -> forms.Numbers | None:
    """Return the edges of an original, the same for all its answers."""
    picture = np.frombuffer(original, np.uint8).reshape(forms.PAINTED, forms.PAINTED, 3)
    return forms.both_ways([*forms.without_strays(picture), *forms.cut(picture)])


BY_FORMAT: Mapping[str, Likeness] = {"svg": of_kind, "tikz": of_edges}


def likenesses(
    rows: Sequence[Row], completions: Sequence[Completion], drawn: Sequence[Contents | Rejected], format: str
) -> list[float]:
    """Return the share for each completion, 0 if nothing can be drawn. `drawn` are the contents of the completions,
    `format` is their format."""
    from sgpkit.metrics import pictures

    shown = pictures.drawings(completions, forms.PAINTED, format)
    originals = pictures.references([source(row) for row in rows], forms.PAINTED)
    return [
        0.0
        if isinstance(picture, Rejected) or isinstance(contents, Rejected)
        else share(contents, picture, original, row, format)
        for contents, picture, original, row in zip(drawn, shown, originals, rows, strict=True)
    ]


def share(drawn: Contents, picture: Pixels, original: Pixels, row: Row, format: str) -> float:
    """Return the share for one drawing. Strays cost nothing here, since `scene_match` charges them."""
    best = BY_FORMAT[format](forms.without_strays(picture), original, row)
    return best * BARE if is_bare(drawn, row) else best


def source(row: Row) -> object:
    """Return what the original is painted from: its program if that is SVG, else its picture."""
    return row["code"] if "<svg" in row["code"] else {"image": row["image"]}
