"""The assertions of a caption about its picture, in a form that can be checked on a drawing and stored in a dataset.

One JSON object per caption:

    {"objects": [{"color": "green", "count": 4, "kind": "circle", "place": [0.5, 0.2], "size": [0.3, 0.1]},
                 {"labels": ["q0", "q1"], "color": "#ccccff", "kind": "circle"}],
     "labels": ["q0", "q1", "start"],
     "relations": [["above", 0, 1], ["left", "q0", "q1"]],
     "graph": {"directed": true, "edges": [["q0", "q1", "a"]]},
     "spare": {"figures": 3, "words": 0, "links": 0, "additions": 1}}

An object is a figure, a group of `count` equal figures, or the outlines around labelled things. `place` is its middle
and `size` its width and height, both as shares of the page. Ends of a relation are objects by their index or labels.
`spare` counts the elements of the original drawing beyond the caption, which cost an answer nothing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SIDES = ("left", "right", "above", "below", "inside")
"""Relations: the first end lies on this side of the second, or within it."""

EXAMPLE = '{"objects": [{"color": "red", "count": 2}], "labels": ["Start"], "relations": [["above", 0, "Start"]]}'

End = int | str
Pair = tuple[float, float]


@dataclass(frozen=True)
class Thing:
    """A figure, equal figures, or the outlines around labels. `kind` is a word of `named.COUNTED`, "stroke" for lines
    and curves, or "" for any shape; `color` a colour word or #rrggbb, or "" for any."""

    color: str = ""
    kind: str = ""
    count: int = 0
    labels: tuple[str, ...] = ()
    middle: Pair | None = None
    size: Pair | None = None

    def plain(self) -> dict[str, Any]:
        """Return its JSON form, without open properties."""
        values = {"color": self.color, "kind": self.kind, "count": self.count, "labels": list(self.labels)}
        if self.middle is not None:
            values["place"] = list(self.middle)
        if self.size is not None:
            values["size"] = list(self.size)
        return {name: value for name, value in values.items() if value}


@dataclass(frozen=True)
class Relation:
    """A position of one thing relative to another; `side` is one of `SIDES`."""

    side: str
    one: End
    other: End


@dataclass(frozen=True)
class Edge:
    """An edge between labels. The label of the edge is compared if it is given."""

    start: str
    end: str
    label: str = ""


@dataclass(frozen=True)
class Network:
    """Labelled nodes and all edges of the picture among them."""

    edges: tuple[Edge, ...]
    directed: bool


@dataclass(frozen=True)
class Spare:
    """The numbers of figures, words and links in the original that the caption does not mention, and of the groups
    of such figures that are not connected to a mentioned one (`additions`).
    """

    figures: int = 0
    words: int = 0
    links: int = 0
    additions: int = 0


@dataclass(frozen=True)
class Asserted:
    """All assertions of a caption."""

    things: tuple[Thing, ...] = ()
    labels: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    network: Network | None = None
    spare: Spare = field(default_factory=Spare)

    @property
    def is_empty(self) -> bool:
        """True if it asserts nothing."""
        return not (self.things or self.labels or self.relations or (self.network and self.network.edges))


def as_text(asserted: Asserted) -> str:
    """Return the assertions as JSON for a column of a dataset."""
    plain: dict[str, Any] = {}
    if asserted.things:
        plain["objects"] = [thing.plain() for thing in asserted.things]
    if asserted.labels:
        plain["labels"] = list(asserted.labels)
    if asserted.relations:
        plain["relations"] = [[item.side, item.one, item.other] for item in asserted.relations]
    if asserted.network:
        edges = [[edge.start, edge.end, *([edge.label] if edge.label else [])] for edge in asserted.network.edges]
        plain["graph"] = {"directed": asserted.network.directed, "edges": edges}
    plain["spare"] = dict(vars(asserted.spare))
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> Asserted:
    """Parse the result of `as_text`. Raises ValueError, with an example, for other texts."""
    try:
        plain = json.loads(text)
        return Asserted(
            tuple(map(thing, plain.get("objects", ()))),
            tuple(map(str, plain.get("labels", ()))),
            tuple(relation(entry) for entry in plain.get("relations", ())),
            network(plain["graph"]) if plain.get("graph") else None,
            Spare(**{name: int(number) for name, number in plain.get("spare", {}).items()}),
        )
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError):
        raise ValueError(f"expected assertions such as {EXAMPLE}, got {text!r:.80}") from None


def thing(plain: Mapping[str, Any]) -> Thing:
    """Return one object of the JSON form."""
    return Thing(
        str(plain.get("color", "")),
        str(plain.get("kind", "")),
        int(plain.get("count", 0)),
        tuple(map(str, plain.get("labels", ()))),
        pair(plain.get("place")),
        pair(plain.get("size")),
    )


def pair(numbers: Sequence[float] | None) -> Pair | None:
    """Return two numbers as a pair, or None for None."""
    return None if numbers is None else (float(numbers[0]), float(numbers[1]))


def relation(entry: Sequence[Any]) -> Relation:
    """Return one relation of the JSON form."""
    side, one, other = entry
    if side not in SIDES or not isinstance(one, int | str) or not isinstance(other, int | str):
        raise ValueError(entry)
    return Relation(side, one, other)


def network(plain: Mapping[str, Any]) -> Network:
    """Return the graph of the JSON form."""
    edges = [Edge(str(start), str(end), str(label[0]) if label else "") for start, end, *label in plain["edges"]]
    return Network(tuple(edges), bool(plain.get("directed")))
