"""Factors of scores: how far a drawing is recognisable, regardless of its colours and labels.

An SVG caption names a thing: all kinds are ranked by their similarity to the drawing, and the rank of the right kind
counts. A TikZ caption describes a whole figure: its edges are compared with those of the original. Boxes and ellipses
at the stated positions score low in both. If the original itself looks like plain shapes, an answer of plain shapes
scores low too. Graphviz needs no such factor, since the edges of the graph cannot be guessed.
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
"""The rank up to which a kind is fully recognised, and the rank from which it is not recognised."""

BOXES, CLEAR = -0.05, 0.0
"""The margin over plain shapes up to which the factor is 0, and the margin from which it is 1."""

LEEWAY = 0.1
"""How much lower the margin may be for a kind of the first rank. Of 123 drawings of boxes, ellipses, or both, none has
that rank, while some by hand do that look more like boxes: open books, mugs."""

PLAIN = frozenset(("rectangle", "circle", "ellipse", "line"))
BARE = 0.25
"""The factor of a drawing that consists of plain shapes, which a regular expression can derive from the caption."""

UNLIKE, ALIKE = 0.7, 0.82
"""The similarity of edges up to which the factor is 0, and the similarity from which it is 1."""

Likeness = Callable[[Sequence[Pixels], Pixels, Row], float]
"""(pictures of an answer, with and without stray parts; picture of the original; row) -> the factor."""


def of_kind(drawn: Sequence[Pixels], original: Pixels, row: Row) -> float:
    """Return the best `kind_share` of an answer's pictures."""
    best = 0.0
    for picture in drawn:
        best = max(best, kind_share(picture, original, row))
        if best == 1.0:
            break
    return best


def kind_share(drawn: Pixels, original: Pixels, row: Row) -> float:
    """Return the factor for a drawing by the rank of the row's kind among all kinds and by the margin over boxes and
    ellipses. It is 1 for a drawing as good as the original, and for a kind that is not ranked."""
    from sgpkit.families.shared.drawings import recognition

    own = recognition.judge(drawn, row["kind"])
    if own is None:
        return 1.0
    if own.rank == 1:
        own = own._replace(margin=own.margin + LEEWAY)
    if share_of(own.rank, own.margin) == 1.0:
        return 1.0
    best = recognition.judge(original, row["kind"])
    assert best is not None
    # The deduction is exactly 0 for the margin of the original.
    return share_of(own.rank - max(0, best.rank - FIRST), CLEAR - max(0.0, min(CLEAR, best.margin) - own.margin))


def share_of(rank: int, margin: float) -> float:
    """Return the factor for a rank and a margin."""
    return ramp(rank, LAST, FIRST) * ramp(margin, BOXES, CLEAR)


def is_bare(drawn: Contents, row: Row) -> bool:
    """Return whether a drawing has nothing but filled plain shapes, and neither more of them than the caption names
    nor more than half of what the original shows. Outlines are not filled shapes: an ellipse with its foci
    consists of them, and no regular expression derives such a figure from a caption."""
    wanted = scene_match.asserted_of(row, 0)
    if wanted is None:
        return False
    named = sum(max(1, thing.count) for thing in wanted.things)
    enough = max(named, (named + wanted.spare.figures) // 2)
    return len(drawn.figures) <= enough and all(
        figure.kind in PLAIN and figure.fill is not None for figure in drawn.figures
    )


def of_edges(drawn: Sequence[Pixels], original: Pixels, row: Row) -> float:
    """Return how similar the edges of a drawing are to those of the original or its mirror image. Stray and outer parts
    of the original may be missing, since captions do not state all notes and the extent of labels."""
    return ramp(forms.edge_likeness(drawn, edges_of(original.tobytes())), UNLIKE, ALIKE)


@lru_cache(maxsize=256)
def edges_of(original: bytes) -> forms.Numbers | None:
    """Return the edges of an original. The cache serves all its answers."""
    picture = np.frombuffer(original, np.uint8).reshape(forms.PAINTED, forms.PAINTED, 3)
    return forms.both_ways([*forms.without_strays(picture), *forms.cut(picture)])


BY_FORMAT: Mapping[str, Likeness] = {"svg": of_kind, "tikz": of_edges}


def likenesses(
    rows: Sequence[Row], completions: Sequence[Completion], drawn: Sequence[Contents | Rejected], format: str
) -> list[float]:
    """Return the factor for each completion, 0 if it cannot be drawn. `drawn` are the contents of the completions,
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
    """Return the factor for one drawing. Stray parts cost nothing here, since `scene_match` deducts for them."""
    best = BY_FORMAT[format](forms.without_strays(picture), original, row)
    return best * BARE if is_bare(drawn, row) else best


def source(row: Row) -> object:
    """Return the source of the original's picture: its program if that is SVG, else the stored picture."""
    return row["code"] if "<svg" in row["code"] else {"image": row["image"]}
