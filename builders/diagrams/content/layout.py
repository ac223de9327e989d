"""Layout of nodes and edges, for the languages without automatic layout: SVG, TikZ and Typst.

Nodes stand in rows below each other; an edge with nodes in its way is bent
around them. All lengths are in points, y down.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .graph import Diagram

GAP, DROP, MARGIN = 46.0, 84.0, 12.0
LETTER, HEIGHT, FONT = 6.6, 30.0, 12.0
BULGE = 34.0
"""How far a bent line runs from the straight one, at least."""


SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
"""Possible positions of a label along its line, best first."""


class Box(NamedTuple):
    """A node: its middle, width and height."""

    x: float
    y: float
    width: float
    height: float


class Path(NamedTuple):
    """An edge: its ends, and the control point of a quadratic curve or None for a straight line. Its label is at a
    share of the way."""

    start: tuple[float, float]
    end: tuple[float, float]
    bend: tuple[float, float] | None
    share: float = 0.5

    def at(self, share: float) -> tuple[float, float]:
        """Return a point on the way."""
        if self.bend is None:
            return between(self.start, self.end, share)
        return between(between(self.start, self.bend, share), between(self.bend, self.end, share), share)

    def moved(self, across: float, down: float) -> "Path":
        """Return the line at another place."""
        start, *bent, end = [(x + across, y + down) for x, y in self.points]
        return self._replace(start=start, end=end, bend=bent[0] if bent else None)

    def scaled(self, factor: float) -> "Path":
        """Return the line with all lengths multiplied by a factor."""
        start, *bent, end = [(x * factor, y * factor) for x, y in self.points]
        return self._replace(start=start, end=end, bend=bent[0] if bent else None)

    @property
    def label(self) -> tuple[float, float]:
        """The middle of the label."""
        return self.at(self.share)

    @property
    def points(self) -> list[tuple[float, float]]:
        """The ends, with the control point between."""
        return [self.start, *([self.bend] if self.bend is not None else []), self.end]


class Layout(NamedTuple):
    """A diagram with centers."""

    width: float
    height: float
    boxes: Mapping[str, Box]
    paths: tuple[Path, ...]

    def scaled(self, factor: float) -> "Layout":
        """Return it larger, with the boxes in the opposite order."""
        boxes = {label: Box(*(length * factor for length in box)) for label, box in reversed(list(self.boxes.items()))}
        return Layout(
            self.width * factor, self.height * factor, boxes, tuple(path.scaled(factor) for path in self.paths)
        )


def layout(diagram: Diagram) -> Layout:
    """Return centers for all nodes and edges."""
    rows = ordered(ranked(diagram), diagram)
    widths = {label: max(52.0, LETTER * len(label) + 18) for label in diagram.nodes}
    room = max(sum(widths[label] for label in row) + GAP * (len(row) - 1) for row in rows)
    boxes: dict[str, Box] = {}
    for number, row in enumerate(rows):
        left = (room - sum(widths[label] for label in row) - GAP * (len(row) - 1)) / 2
        for label in row:
            boxes[label] = Box(left + widths[label] / 2, number * DROP, widths[label], HEIGHT)
            left += widths[label] + GAP
    paths: list[Path] = []
    labels: list[Box] = []
    for edge, line in zip(diagram.edges, lines(diagram, boxes), strict=True):
        share = free_share(line, edge.label, [*boxes.values(), *labels]) if edge.label else 0.5
        labels += [label_box(line, share, edge.label)] if edge.label else []
        paths.append(line._replace(share=share))
    return on_page(boxes, paths, labels)


def on_page(boxes: Mapping[str, Box], paths: Sequence[Path], labels: Sequence[Box]) -> Layout:
    """Return a layout moved onto a page that contains all of it."""
    around_all = [*boxes.values(), *labels]
    points = [(box.x + side * box.width / 2, box.y + side * box.height / 2) for box in around_all for side in (-1, 1)]
    points += [line.at(step / 24) for line in paths for step in range(25)]
    left, top = (min(values) - MARGIN for values in zip(*points, strict=True))
    right, bottom = (max(values) + MARGIN for values in zip(*points, strict=True))
    placed = {label: box._replace(x=box.x - left, y=box.y - top) for label, box in boxes.items()}
    return Layout(right - left, bottom - top, placed, tuple(line.moved(-left, -top) for line in paths))


def lines(diagram: Diagram, boxes: Mapping[str, Box]) -> list[Path]:
    """Return the line of each edge; no two lines touch a node at the same point."""
    pairs = [(edge.start, edge.end) for edge in diagram.edges]
    bends = [bend(boxes, start, end, (end, start) in pairs) for start, end in pairs]
    aims: dict[tuple[str, int], list[tuple[float, int, bool]]] = {}
    for index, ((start, end), bent) in enumerate(zip(pairs, bends, strict=True)):
        down = (boxes[end].y > boxes[start].y) - (boxes[end].y < boxes[start].y) or 1
        for label, side, other, is_start in ((start, down, end, True), (end, -down or 1, start, False)):
            side = 1 if boxes[start].y == boxes[end].y else side  # within a row from below to below
            aims.setdefault((label, side), []).append((bent[0] if bent else boxes[other].x, index, is_start))
    ports: dict[tuple[int, bool], tuple[float, float]] = {}
    for (label, side), waiting in aims.items():
        box = boxes[label]
        for number, (_, index, is_start) in enumerate(sorted(waiting), 1):
            x = box.x - box.width / 2 + box.width * number / (len(waiting) + 1)
            ports[index, is_start] = (x, box.y + side * box.height / 2)
    return [Path(ports[index, True], ports[index, False], bent) for index, bent in enumerate(bends)]


def free_share(line: Path, label: str, obstacles: Sequence[Box]) -> float:
    """Return the position on a line at which its label covers nothing, or the middle if there is none."""
    for share in SHARES:
        own = label_box(line, share, label)
        if not any(overlap(own, box) for box in obstacles):
            return share
    return SHARES[0]


def label_box(line: Path, share: float, label: str) -> Box:
    """Return the place of a label."""
    return Box(*line.at(share), 5.2 * len(label) + 4, 12.0)


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    return across < (one.width + other.width) / 2 + 3 and down < (one.height + other.height) / 2 + 2


def ranked(diagram: Diagram) -> list[list[str]]:
    """Return the nodes in rows: each one row below the highest of those that lead to it, found from the top."""
    rank = {diagram.nodes[0]: 0}
    above = {label: [one for one, other in diagram.ranks if other == label] for label in diagram.nodes}
    roots = [label for label in diagram.nodes if not above[label]] or [diagram.nodes[0]]
    rank = dict.fromkeys(roots, 0)
    waiting = list(roots)
    while waiting:
        label = waiting.pop(0)
        for one, other in diagram.ranks:
            if one == label and other not in rank:
                rank[other] = rank[label] + 1
                waiting.append(other)
        if not waiting and len(rank) < len(diagram.nodes):  # a part whose edges only lead to placed nodes
            label = next(one for one in diagram.nodes if one not in rank)
            rank[label] = 0
            waiting.append(label)
    return [[label for label in diagram.nodes if rank[label] == row] for row in sorted(set(rank.values()))]


def ordered(rows: list[list[str]], diagram: Diagram) -> list[list[str]]:
    """Return the rows with each node near the middle of its neighbours in the row above."""
    centers = {label: (index + 0.5) / len(rows[0]) for index, label in enumerate(rows[0])}
    for row in rows[1:]:
        row.sort(key=lambda label: middle(label, diagram, centers))
        centers |= {label: (index + 0.5) / len(row) for index, label in enumerate(row)}
    return rows


def middle(label: str, diagram: Diagram, centers: Mapping[str, float]) -> float:
    """Return the mean place of the neighbours that have one."""
    known = [centers[one] for one, other in diagram.ranks if other == label and one in centers]
    return sum(known) / len(known) if known else 0.5


def bend(boxes: Mapping[str, Box], start: str, end: str, is_double: bool) -> tuple[float, float] | None:
    """Return the control point of the line from one node to another; None if it can be straight: if neither other nodes
    nor the way back are in its way."""
    one, other = boxes[start], boxes[end]
    first, last = (one.x, one.y), (other.x, other.y)
    obstacles = [box for label, box in boxes.items() if label not in (start, end)]
    if one.y == other.y:
        return (one.x + other.x) / 2, one.y + DROP / 2 + (BULGE / 2 if start > end and is_double else 0.0)
    if not is_double and not any(crosses(first, last, box) for box in obstacles):
        return None
    return around(obstacles, first, last)


def around(obstacles: Sequence[Box], first: tuple[float, float], last: tuple[float, float]) -> tuple[float, float]:
    """Return the control point of a curve that leaves out other nodes, by trying larger bends on both sides."""
    (x, y), length = between(first, last, 0.5), math.dist(first, last) or 1.0
    across = ((last[1] - first[1]) / length, (first[0] - last[0]) / length)
    bends = [
        (x + side * size * BULGE * across[0], y + side * size * BULGE * across[1])
        for size in range(1, 17)
        for side in (1, -1)
    ]
    clear = (bend for bend in bends if not any(inside(at, box) for at in curve(first, bend, last) for box in obstacles))
    return next(clear, bends[0])


def curve(
    start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float], steps: int = 24
) -> list[tuple[float, float]]:
    """Return points on a quadratic curve."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        weights = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x = weights[0] * start[0] + weights[1] * bend[0] + weights[2] * end[0]
        points.append((x, weights[0] * start[1] + weights[1] * bend[1] + weights[2] * end[1]))
    return points


def crosses(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Return whether a straight line runs through a box."""
    return any(inside(between(start, end, step / 40), box) for step in range(41))


def inside(point: tuple[float, float], box: Box, margin: float = 5.0) -> bool:
    """Return whether a point lies in a box or close to it."""
    return abs(point[0] - box.x) <= box.width / 2 + margin and abs(point[1] - box.y) <= box.height / 2 + margin


def between(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    """Return a point on the way from one point to another."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def head(end: tuple[float, float], before: Sequence[float], size: float = 8.0) -> list[tuple[float, float]]:
    """Return the three corners of an arrow head at the end of a line that comes from a point."""
    angle = math.atan2(end[1] - before[1], end[0] - before[0])
    corners = [end]
    for turn in (2.75, -2.75):
        corners.append((end[0] + size * math.cos(angle + turn), end[1] + size * math.sin(angle + turn)))
    return corners
