"""The kinds of diagrams: their contents, descriptions and programs, and the reading of pictures."""

import json
from collections.abc import Mapping

from sgpkit.benchmark import Row

from . import figure, gantt, graph, plot, sequence, table
from .kind import Content, Kind

CHARTS: Mapping[str, Kind] = {
    "sequence diagram": sequence.KIND,
    "Gantt chart": gantt.KIND,
    "plot": plot.KIND,
    "geometric figure": figure.KIND,
    "table": table.KIND,
}
"""Kinds other than graphs, by their names in rows."""

KINDS: Mapping[str, Kind] = {**graph.KINDS, **CHARTS}
"""All kinds by their names in rows."""


def as_text(kind: Kind, content: Content) -> str:
    """Return content as JSON, for the column `asserted`."""
    return json.dumps({kind.name: kind.as_plain(content)}, ensure_ascii=False, separators=(",", ":"))


def content_of(row: Row) -> Content:
    """Return the content that the drawing of a row must show."""
    kind = KINDS[row["kind"]]
    return kind.from_plain(json.loads(row["asserted"])[kind.name])._replace(subject=str(row["cluster"]))
