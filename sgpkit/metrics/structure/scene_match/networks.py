"""The labelled graph that a drawing shows, compared with the one that a caption describes."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import LabelText, plain
from sgpkit.metrics.structure.recall.links import MAX_COMPARED, LineEnds
from sgpkit.metrics.structure.scene_match import edge_labels, groups
from sgpkit.metrics.structure.scene_match.asserted import Edge, Network

Drawn = tuple[frozenset[str], frozenset[str], bool, frozenset[str]]
"""An edge in Graphviz: the plain names of its ends, whether it has a head, and the words of its label."""


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
        """The sum over drawn edges, where an edge without its label counts a half."""
        return sum(self.shares)

    def score(self, spare: int) -> float:
        """Return the harmonic mean of recall and precision; `spare` edges that the caption does not name cost
        nothing.
        """
        if not self.asserted or not self.hits:
            return 0.0
        recall = self.hits / self.asserted
        extra = max(0.0, self.drawn - self.hits - spare)
        precision = self.hits / (self.hits + extra)
        return 2 * recall * precision / (recall + precision)


def compare(contents: Contents, network: Network) -> Agreement:
    """Return the agreement of a drawing's edges with a network."""
    if contents.links is not None:
        return of_graph(contents, network)
    return of_lines(contents, network)


def of_graph(contents: Contents, network: Network) -> Agreement:
    """Compare with Graphviz's layout: each drawn edge matches at most one asserted edge, preferably one with its
    label.
    """
    links = contents.links or ()
    free = Counter[Drawn](
        (
            frozenset(map(plain, link.start)),
            frozenset(map(plain, link.end)),
            link.directed,
            frozenset(map(plain, link.label.split())),
        )
        for link in links
    )
    shares = []
    for edge in network.edges:
        start, end = plain(edge.start), plain(edge.end)
        fitting = [key for key in free if free[key] and joins(key, start, end, network.directed)]
        key = max(fitting, key=lambda key: share(edge, key[3]), default=None)
        shares.append(0.0 if key is None else share(edge, key[3]))
        if key is not None:
            free[key] -= 1
    return Agreement(tuple(shares), len(links))


def joins(key: Drawn, start: str, end: str, directed: bool) -> bool:
    """Return whether a drawn edge joins two labels, in the stated direction if any."""
    one, other, has_head, _ = key
    if directed != has_head:
        return False
    return (start in one and end in other) or (not directed and start in other and end in one)


def share(edge: Edge, written: Collection[str]) -> float:
    """Return 1 for an edge that is drawn, or a half if not all words of its label are written."""
    return 1.0 if all(plain(word) in written for word in edge.label.split()) else 0.5


def of_lines(contents: Contents, network: Network) -> Agreement:
    """Compare with lines that end at labelled things, with arrow heads where the caption gives a direction. A label
    belongs to the line that it is at."""
    labels = LabelText(word.text for word in contents.words)
    ends = LineEnds(contents, labels)
    lines = [figure for figure in contents.figures if not figure.closed]
    drawn: list[tuple[frozenset[int], frozenset[int]]] = []
    joining: list[int] = []
    reach = shapes.HEAD * shapes.diagonal([figure.box for figure in (*contents.figures, *contents.heads)]) / 4
    headed = headed_ends(lines[: len(ends.attached)], contents.heads, reach)
    for line, (begin, finish) in enumerate(ends.attached):
        if begin and finish and not (len(begin) == 1 and begin == finish):
            drawn += directions(headed, line, begin, finish) if network.directed else [(begin, finish)]
            joining += [line] * (len(drawn) - len(joining))
    free = list(range(len(drawn)))
    beside = edge_labels.EdgeLabels(groups.Drawn(contents), [lines[line] for line in joining])
    shares = []
    for edge in network.edges:
        starts, stops = ends.nodes_of(edge.start), ends.nodes_of(edge.end)
        index = next((index for index in free if is_between(drawn[index], starts, stops, network.directed)), None)
        if index is None:
            shares.append(0.0)
            continue
        free.remove(index)
        own = [at for at, ends_of in enumerate(drawn) if is_between(ends_of, starts, stops, network.directed)]
        shares.append(1.0 if beside.is_at(edge.label, own) else 0.5)
    return Agreement(tuple(shares), len(drawn))


def directions(
    headed: Collection[tuple[int, bool]], line: int, begin: frozenset[int], finish: frozenset[int]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield the ends of an arrow in its direction; a line without heads yields nothing, one with two heads yields
    both directions.
    """
    if (line, True) in headed:
        yield begin, finish
    if (line, False) in headed:
        yield finish, begin


def headed_ends(lines: Sequence[shapes.Figure], heads: Sequence[shapes.Figure], reach: float) -> set[tuple[int, bool]]:
    """Return the ends of lines that have a head, as the line's index and whether it is the line's second end.

    In dense drawings, a head may be within reach of several lines. So each head is assigned to one end such that the
    total distance is minimal. Lines that merge before a shared head all have it.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    ends = [(index, last) for index in range(len(lines)) for last in (False, True)]
    points = [lines[index].end if last else lines[index].start for index, last in ends]
    if not points or not heads:
        return set()
    positions = np.array(points, float)
    boxes = np.array([head.box for head in heads[:MAX_COMPARED]], float)[:, None]
    gaps = np.maximum(0, np.maximum(boxes[..., :2] - positions, positions - boxes[..., 2:]))
    distances = np.linalg.norm((boxes[..., :2] + boxes[..., 2:]) / 2 - positions, axis=2)
    far = 1e6 * reach + 1.0
    costs = np.where(np.linalg.norm(gaps, axis=2) <= reach, distances, far)
    chosen = {int(at) for number, at in zip(*linear_sum_assignment(costs), strict=True) if costs[number, at] < far}
    same = {
        at
        for at, point in enumerate(points)
        for one in chosen
        if ends[at][1] and ends[one][1] and point.distance(points[one]) <= reach / 8
    }
    return {ends[at] for at in chosen | same}


def is_between(
    drawn: tuple[frozenset[int], frozenset[int]], starts: frozenset[int], stops: frozenset[int], directed: bool
) -> bool:
    """Return whether a line connects a thing of one set to a thing of another."""
    begin, finish = drawn
    if begin & starts and finish & stops:
        return True
    return not directed and bool(begin & stops and finish & starts)
