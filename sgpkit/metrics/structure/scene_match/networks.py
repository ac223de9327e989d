"""The labelled graph that a drawing shows, compared with the one that a caption describes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sgpkit.graphics.geometry import Point
from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import LabelText, plain
from sgpkit.metrics.structure.recall.links import LineEnds
from sgpkit.metrics.structure.scene_match.asserted import Edge, Network


@dataclass(frozen=True)
class Agreement:
    """The share of each asserted edge that is drawn, and the number of all edges that are drawn."""

    shares: tuple[float, ...]
    drawn: int

    @property
    def asserted(self) -> int:
        """The number of asserted edges."""
        return len(self.shares)

    @property
    def hits(self) -> float:
        """The sum of drawn edges: a half for an edge without its label."""
        return sum(self.shares)

    def score(self, spare: int) -> float:
        """Return the harmonic mean of recall and precision; some edges may be drawn that the caption does not name."""
        if not self.asserted or not self.hits:
            return 0.0
        recall = self.hits / self.asserted
        extra = max(0.0, self.drawn - self.hits - spare)
        precision = self.hits / (self.hits + extra)
        return 2 * recall * precision / (recall + precision)


def compare(contents: Contents, network: Network) -> Agreement:
    """Return how far the edges of a drawing are those of a network."""
    if contents.links is not None:
        return of_graph(contents, network)
    return of_lines(contents, network)


def of_graph(contents: Contents, network: Network) -> Agreement:
    """Compare with the layout of Graphviz: each drawn edge matches one asserted edge."""
    links = contents.links or ()
    free = Counter[tuple[frozenset[str], frozenset[str], bool]](
        (frozenset(map(plain, link.start)), frozenset(map(plain, link.end)), link.directed) for link in links
    )
    written = Counter(plain(word.text) for word in contents.words)
    shares = []
    for edge in network.edges:
        start, end = plain(edge.start), plain(edge.end)
        key = next((key for key in free if free[key] and joins(key, start, end, network.directed)), None)
        shares.append(0.0 if key is None else share(edge, written))
        if key is not None:
            free[key] -= 1
    return Agreement(tuple(shares), len(links))


def joins(key: tuple[frozenset[str], frozenset[str], bool], start: str, end: str, directed: bool) -> bool:
    """Return whether a drawn edge joins two labels, in the stated direction if any."""
    one, other, has_head = key
    if directed != has_head:
        return False
    return (start in one and end in other) or (not directed and start in other and end in one)


def share(edge: Edge, written: Counter[str]) -> float:
    """Return 1 for an edge that is drawn, or a half if not all words of its label are in the drawing."""
    return 1.0 if all(written[plain(word)] > 0 for word in edge.label.split()) else 0.5


def of_lines(contents: Contents, network: Network) -> Agreement:
    """Compare with lines that end at labelled things, with arrow heads where the caption gives a direction."""
    labels = LabelText(word.text for word in contents.words)
    ends = LineEnds(contents, labels)
    lines = [figure for figure in contents.figures if not figure.closed]
    drawn: list[tuple[frozenset[int], frozenset[int]]] = []
    for line, (begin, finish) in zip(lines, ends.attached, strict=False):
        if begin and finish and not (len(begin) == 1 and begin == finish):
            drawn += directions(contents, line, begin, finish) if network.directed else [(begin, finish)]
    free = list(range(len(drawn)))
    written = Counter(plain(word.text) for word in contents.words)
    shares = []
    for edge in network.edges:
        starts, stops = ends.nodes_of(edge.start), ends.nodes_of(edge.end)
        index = next((index for index in free if is_between(drawn[index], starts, stops, network.directed)), None)
        shares.append(0.0 if index is None else share(edge, written))
        if index is not None:
            free.remove(index)
    return Agreement(tuple(shares), len(drawn))


def directions(
    contents: Contents, line: shapes.Figure, begin: frozenset[int], finish: frozenset[int]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield the ends of an arrow in its direction; a line without heads gives nothing, one with two gives both."""
    reach = shapes.HEAD * shapes.diagonal([figure.box for figure in (*contents.figures, *contents.heads)]) / 4
    if has_head(contents, line.end, reach):
        yield begin, finish
    if has_head(contents, line.start, reach):
        yield finish, begin


def has_head(contents: Contents, point: Point, reach: float) -> bool:
    """Return whether an arrow's head is at a point."""
    return any(shapes.distance(point, head.box) <= reach for head in contents.heads)


def is_between(
    drawn: tuple[frozenset[int], frozenset[int]], starts: frozenset[int], stops: frozenset[int], directed: bool
) -> bool:
    """Return whether a line runs from one of some things to one of others."""
    begin, finish = drawn
    if begin & starts and finish & stops:
        return True
    return not directed and bool(begin & stops and finish & starts)
