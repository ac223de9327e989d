"""The edges of a graph as Graphviz draws them: groups with their names as titles, lines, and heads at their ends.

The direction of an edge is determined by the heads in its picture, not by its program: `dir=back` reverses it,
`dir=both` gives two edges, and without heads it is a line. Triangles and open arrows are heads; other ends, such as
diamonds, dots and the signs of entity-relationship diagrams, are not.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Point, Segment

PARTS = ("node", "edge", "cluster")

TOUCH = 3.0
"""Maximum distance in points between the end of a line and its head."""

TRIANGLE, OPEN_ARROW = 3, 5
"""The numbers of distinct corners of heads. A crow's foot has the same number as an open arrow, but starts at the
end of its line.
"""

_MARK = re.compile(r"--|->")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Link:
    """An edge of a graph: all the names of its ends, and its texts."""

    start: frozenset[str]
    end: frozenset[str]
    directed: bool
    label: str = ""


def read(
    document: svg.Document, visible: frozenset[str], marks: frozenset[str]
) -> tuple[tuple[Link, ...], Counter[str]]:
    """Return the edges of a graph, and the numbers of its nodes, edges and clusters.

    `visible` are the paths of visible elements, and `marks` those of visible texts and ends of edges. A node is known
    by its visible label, never by its name in the program.
    """
    names: dict[str, frozenset[str]] = {}
    edges: list[tuple[str, svg.Element]] = []
    parts: Counter[str] = Counter()
    for element in document.root.subtree():
        kind = element.attributes.get("class", "")
        if element.tag != "g" or kind not in PARTS:
            continue
        if not any(inner.path in visible for inner in element.subtree()):
            continue
        parts[kind] += 1
        title = next((child.all_text() for child in element.children if child.tag == "title"), "")
        if kind == "node":
            lines = text_lines(element, visible)
            names[title] = frozenset(filter(None, (" ".join(lines), *lines)))
        elif kind == "edge":
            edges.append((title, element))
    return tuple(link for title, edge in edges for link in links(title, edge, names, marks)), parts


def links(title: str, edge: svg.Element, names: Mapping[str, frozenset[str]], marks: frozenset[str]) -> Iterator[Link]:
    """Yield the links of an edge called `a:port->b`. A name may contain a separator, so every split is tried."""
    for mark in _MARK.finditer(title):
        start, end = title[: mark.start()], title[mark.end() :]
        known = [without_port(name, names) for name in (start, end)]
        if known[0] is not None and known[1] is not None:
            one, other = names[known[0]], names[known[1]]
            backward, forward = find_heads(edge, marks) or (False, mark[0] == "->")
            label = " ".join(text_lines(edge, marks))
            if forward or not backward:
                yield Link(one, other, forward, label)
            if backward:
                yield Link(other, one, True, label)
            return


def text_lines(element: svg.Element, visible: frozenset[str]) -> list[str]:
    """Return the visible lines of text of an element."""
    return [
        " ".join(line.all_text().split()) for line in element.subtree() if line.tag == "text" and line.path in visible
    ]


def without_port(name: str, names: Mapping[str, frozenset[str]]) -> str | None:
    """Return the known name of an edge's end; None if there is none."""
    while name not in names:
        name, colon, _ = name.rpartition(":")
        if not colon:
            return None
    return name


def find_heads(edge: svg.Element, visible: frozenset[str]) -> tuple[bool, bool] | None:
    """Return whether an edge has a head at its start, and at its end; None for an edge without a line, such as a
    tapered one.
    """
    parts = list(edge.subtree())
    lines = [points for part in parts if part.tag == "path" and (points := parse_points(part.attributes.get("d", "")))]
    if not lines:
        return None
    has_head = [False, False]
    for part in parts:
        corners = parse_points(part.attributes.get("points", "")) if part.path in visible else []
        if len(corners) > 1:
            gaps = [min(distance(line[index], corners) for line in lines) for index in (0, -1)]
            side = gaps.index(min(gaps))
            end = min((line[-side] for line in lines), key=lambda point: distance(point, corners))
            has_head[side] |= gaps[side] <= TOUCH and is_arrow(corners, end)
    return has_head[0], has_head[1]


def is_arrow(corners: Sequence[Point], end: Point) -> bool:
    """Return whether a shape at the end of a line is an arrow's head."""
    count = len(set(corners))
    return count == TRIANGLE or (count == OPEN_ARROW and corners[0].distance(end) > TOUCH)


def parse_points(text: str) -> list[Point]:
    """Return the points of a path or polygon: pairs of its numbers."""
    numbers = list(map(float, _NUMBER.findall(text)))
    return [Point(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=False)]


def distance(point: Point, corners: Sequence[Point]) -> float:
    """Return the distance of a point from the outline of a shape."""
    return min(Segment(one, other).distance(point) for one, other in pairwise([*corners, corners[0]]))
