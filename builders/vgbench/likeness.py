"""Shares with which scores are multiplied: how far a drawing is recognisable, whatever its colours and labels.

In SVG, captions name a thing: its kind is ranked among all kinds by how much the drawing looks like them. In TikZ,
captions tell a whole figure: its edges are compared with those of the original. Boxes and ellipses where a caption puts
its things have little of either. In Graphviz nothing needs it: the edges of the graph cannot be guessed.
"""

from collections.abc import Callable, Mapping, Sequence

from sgpkit.benchmark import Completion, Row
from sgpkit.graphics.likeness import forms
from sgpkit.graphics.raster import Pixels
from sgpkit.status import Rejected

FIRST, LAST = 3, 10
"""The ranks up to which a kind is fully recognised, and from which it is not."""

CLEAR = 0.05
"""The margin from which a drawing is surely more than boxes or ellipses; below 0 it is not."""

UNLIKE, ALIKE = 0.55, 0.75
"""Likenesses of the edges up to which nothing is recognised, and from which all is."""

Likeness = Callable[[Pixels, Pixels, Row], float]
"""(picture of an answer, picture of the original, row) -> the share."""


def of_kind(drawn: Pixels, original: Pixels, row: Row) -> float:
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
    ranked = min(1.0, max(0.0, (LAST - rank) / (LAST - FIRST)))
    return ranked * min(1.0, max(0.0, margin / CLEAR))


def of_edges(drawn: Pixels, original: Pixels, row: Row) -> float:
    """Return how far the edges of a drawing run like those of the original or its mirror image."""
    alike = forms.edge_likeness(drawn, original)
    return min(1.0, max(0.0, (alike - UNLIKE) / (ALIKE - UNLIKE)))


BY_FORMAT: Mapping[str, Likeness] = {"svg": of_kind, "tikz": of_edges}


def likenesses(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[float]:
    """Return the share for each completion, 0 if nothing can be drawn. `format` is the format of answers."""
    from sgpkit.metrics import pictures

    drawn = pictures.drawings(completions, forms.PAINTED, format)
    originals = pictures.references([source(row) for row in rows], forms.PAINTED)
    return [
        0.0 if isinstance(picture, Rejected) else BY_FORMAT[format](picture, original, row)
        for picture, original, row in zip(drawn, originals, rows, strict=True)
    ]


def source(row: Row) -> object:
    """Return what the original is painted from: its program if that is SVG, else its picture."""
    return row["code"] if "<svg" in row["code"] else {"image": row["image"]}
