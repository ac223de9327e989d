"""Answers without a model, which do not draw the requested diagram.

chain      every label in a box, each joined to the next in the order in which they are named
shown      the program that the row shows, with nothing repaired or translated
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from sgpkit.benchmark import Baseline, Row
from sgpkit.metrics.structure.scene_match.asserted import Edge

from . import kinds
from .content.graph import Diagram
from .content.programs import WRITERS


def chain(rows: Sequence[Row], language: str) -> list[str]:
    """Answer with all labels in one chain."""
    return [WRITERS[language](chained(row)) for row in rows]


def chained(row: Row) -> Diagram:
    """Return a diagram whose boxes form one chain."""
    kind, content = kinds.KINDS[row["kind"]], kinds.content_of(row)
    labels = content.nodes if isinstance(content, Diagram) else tuple(dict.fromkeys(kind.labels(content)))
    edges = tuple(Edge(one, other) for one, other in pairwise(labels))
    return Diagram(str(row["kind"]), str(row["cluster"]), edges)


def shown(rows: Sequence[Row]) -> list[str]:
    """Answer with the program that the row shows."""
    return [str(row["shown"]) for row in rows]


def baselines(language: str) -> Mapping[str, Baseline]:
    """Return the baselines of one language."""
    return {"chain": Baseline(partial(chain, language=language), chance=True), "shown": Baseline(shown, chance=True)}
