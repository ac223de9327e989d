"""The layout that `dot` gave a graph, read off its SVG, and the check that it drew the intended graph."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import path
from sgpkit.graphics.svg.outline import flatten

from .graph import Edge, Graph

HIDDEN = 2.0
"""Points by which an edge must enter the ellipse of a node to look as if it ended there."""


class Mismatch(Exception):
    """Raised when a drawing does not show the intended graph."""


class Box(NamedTuple):
    """A rectangle in points, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        return (self.top + self.bottom) / 2

    def is_crossed(self, line: Sequence[Point]) -> bool:
        """Return whether a line passes well inside the ellipse that fits the box."""
        across, down = self.right - self.x - HIDDEN, self.bottom - self.y - HIDDEN
        if min(across, down) <= 0:
            return False
        # In units of the ellipse's axes it is the circle of radius 1 around the origin.
        points = [Point((point.x - self.x) / across, (point.y - self.y) / down) for point in line]
        return any(distance_from_origin(start, end) < 1 for start, end in pairwise(points))

    def meets(self, other: "Box") -> bool:
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def holds(self, other: "Box") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


class Layout(NamedTuple):
    nodes: dict[str, Box]
    edges: Counter[str]
    """Edges by their titles, such as `a->b` or `a:f1->b`."""
    groups: dict[str, Box]
    """Clusters by the words written in them."""

    lines: Mapping[str, Sequence[Point]] = MappingProxyType({})
    """Points along the edges, by the edges' titles."""


_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?")


@lru_cache(maxsize=4)
def read(drawing: str) -> Layout:
    nodes: dict[str, Box] = {}
    edges: Counter[str] = Counter()
    groups: dict[str, Box] = {}
    lines: dict[str, Sequence[Point]] = {}
    for element in svg.parse(drawing).root.subtree():
        kind = element.attributes.get("class", "")
        if element.tag != "g" or kind not in ("node", "edge", "cluster"):
            continue
        title = next(html.unescape(child.all_text()) for child in element.children if child.tag == "title")
        if kind == "edge":
            edges[title] += 1
            curves = [child.attributes["d"] for child in element.subtree() if child.tag == "path"]
            lines[title] = [point for curve in curves for part in path.subpaths(curve) for point in flatten(part, 0.5)]
            continue
        points = list(outline(element))
        box = around_all(points)
        if kind == "node":
            nodes[title] = box
        else:
            words = (inner.all_text() for inner in element.subtree() if inner.tag == "text")
            groups[" ".join(words)] = box
    return Layout(nodes, edges, groups, lines)


def around_all(points: Sequence[tuple[float, float]]) -> Box:
    """Return the smallest box around points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def outline(element: svg.Element) -> Iterator[tuple[float, float]]:
    """Yield the extreme points of a node's outline, or of its text if it has no outline."""
    for child in element.subtree():
        given = child.attributes
        if child.tag == "ellipse":
            x, y, across, down = (float(given[key]) for key in ("cx", "cy", "rx", "ry"))
            yield from ((x - across, y - down), (x + across, y + down))
        elif child.tag in ("polygon", "polyline", "path"):
            numbers = [float(text) for text in _NUMBER.findall(given.get("points") or given.get("d", ""))]
            yield from zip(numbers[::2], numbers[1::2], strict=True)
        elif child.tag == "text":
            yield float(given["x"]), float(given["y"]) - 4


def check(graph: Graph, drawing: Layout) -> None:
    """Raise Mismatch unless exactly this graph is drawn: every node, every edge once, every box around its nodes."""
    names = {vertex.name for vertex in graph.vertices}
    if names != drawing.nodes.keys():
        raise Mismatch(f"nodes drawn and not meant, or meant and not drawn: {sorted(names ^ drawing.nodes.keys())}")
    wanted = Counter(title for _, title in titles(graph))
    if wanted != drawing.edges:
        raise Mismatch(
            f"edges drawn otherwise than meant: {sorted((wanted - drawing.edges) | (drawing.edges - wanted))}"
        )
    if {group.title for group in graph.groups} != drawing.groups.keys():
        raise Mismatch(f"boxes drawn: {sorted(drawing.groups)}")
    for group in graph.groups:
        for name, box in drawing.nodes.items():
            if drawing.groups[group.title].holds(box) != (name in group.members):
                raise Mismatch(f"{name!r} and the box {group.title!r}")


def titles(graph: Graph) -> list[tuple[Edge, str]]:
    """Return the edges with the titles that `dot` assigns to them."""
    fields = {vertex.name: vertex.fields for vertex in graph.vertices}
    mark = "->" if graph.directed else "--"
    return [
        (edge, f"{edge.start}{f':f{fields[edge.start].index(edge.port)}' if edge.port else ''}{mark}{edge.end}")
        for edge in graph.edges
    ]


def has_hidden_edges(graph: Graph, drawing: Layout) -> bool:
    """Return whether an edge crosses a node that is not one of its ends, so that it looks like two edges of that
    node."""
    for edge, title in titles(graph):
        line = drawing.lines[title]
        around = around_all(line)
        for name, box in drawing.nodes.items():
            if name not in (edge.start, edge.end) and box.meets(around) and box.is_crossed(line):
                return True
    return False


def distance_from_origin(start: Point, end: Point) -> float:
    """Return the distance of the origin from the line between two points."""
    way = end - start
    square = way.dot(way)
    share = 0.0 if square == 0 else min(1.0, max(0.0, -start.dot(way) / square))
    return (start + way * share).distance(Point(0, 0))
