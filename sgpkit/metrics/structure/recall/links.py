"""Find the labelled things that a line connects, by the line's ends, in drawings other than Graphviz graphs.

A label's position is the smallest closed outline around it, else its words. A line ends at the thing nearest to its
end, if that is near enough, or at both of two things at about the same distance.
"""

from functools import cached_property

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import LabelText

REACH = 0.07
"""Maximum distance of a line's end from a thing, as a share of the drawing's diagonal."""

TIE = 1.5
"""Things up to this many times as far as the nearest one count as equally near."""

LARGE = 0.3
"""Minimum share of the drawing's area for an outline with figures inside to be a frame around several things."""

OWN = 0.8
"""Minimum share of an outline's area for a figure inside it to be its second line."""

MAX_COMPARED = 600
"""Maximum number of words, outlines and lines that are compared with each other."""


class LineEnds:
    """The ends of a drawing's lines, and the labelled things that are there."""

    def __init__(self, contents: Contents, labels: LabelText) -> None:
        self.contents = contents
        self.labels = labels

    def joined(self, one: str, other: str) -> bool:
        """Return whether a line connects two labels."""
        starts, ends = self.nodes_of(one), self.nodes_of(other)
        if not starts or not ends:
            return False
        return any(
            (begin & starts and finish & ends) or (begin & ends and finish & starts) for begin, finish in self.attached
        )

    def nodes_of(self, label: str) -> frozenset[int]:
        """Return the indices of the things that contain the label's first word."""
        return frozenset(self.node_of_word[first] for first, _ in self.labels.spans(label) if first < MAX_COMPARED)

    @cached_property
    def reach(self) -> float:
        """The maximum distance of a line's end from a thing."""
        return REACH * shapes.diagonal(self.boxes)

    @cached_property
    def boxes(self) -> list[Box]:
        """The boxes of all words and outlines."""
        words = [Box(word.left, word.top, word.right, word.bottom) for word in self.contents.words[:MAX_COMPARED]]
        return [*words, *(figure.box for figure in self.contents.figures[:MAX_COMPARED])]

    @cached_property
    def frames(self) -> list[Box]:
        """The outlines that words may be in, the smallest first."""
        if not self.boxes:
            return []
        whole = Box(
            min(box.left for box in self.boxes),
            min(box.top for box in self.boxes),
            max(box.right for box in self.boxes),
            max(box.bottom for box in self.boxes),
        )
        closed = [figure.box for figure in self.contents.figures[:MAX_COMPARED] if figure.closed]
        limit = LARGE * area(whole)
        return sorted((box for box in closed if area(box) < limit or self.holds_no_figure(box)), key=area)

    def holds_no_figure(self, frame: Box) -> bool:
        """Return whether no figure lies inside an outline, except for another line of the outline itself."""
        return not any(
            area(figure.box) < OWN * area(frame) and contains(frame, figure.box)
            for figure in self.contents.figures[:MAX_COMPARED]
        )

    @cached_property
    def things(self) -> tuple[list[Box], list[int]]:
        """The boxes of all labelled things, and for each word the index of its thing."""
        boxes: list[Box] = []
        indices: dict[Box, int] = {}
        of_word = []
        for word in self.contents.words[:MAX_COMPARED]:
            own = Box(word.left, word.top, word.right, word.bottom)
            middle = Point((own.left + own.right) / 2, (own.top + own.bottom) / 2)
            box = next((frame for frame in self.frames if shapes.distance(middle, frame) == 0), own)
            if box not in indices:
                indices[box] = len(boxes)
                boxes.append(box)
            of_word.append(indices[box])
        return boxes, of_word

    @property
    def node_of_word(self) -> list[int]:
        """The index of the thing that each word is in."""
        return self.things[1]

    @cached_property
    def attached(self) -> list[tuple[frozenset[int], frozenset[int]]]:
        """The things at the two ends of each open line."""
        lines = [figure for figure in self.contents.figures[:MAX_COMPARED] if not figure.closed]
        return [(self.at(line.start), self.at(line.end)) for line in lines]

    def at(self, point: Point) -> frozenset[int]:
        """Return the indices of the things at which a line with this end ends."""
        distances = [shapes.distance(point, box) for box in self.things[0]]
        nearest = min(distances, default=self.reach + 1)
        if nearest > self.reach:
            return frozenset()
        return frozenset(
            index for index, distance in enumerate(distances) if distance <= max(TIE * nearest, 0.12 * self.reach)
        )


def contains(outer: Box, inner: Box) -> bool:
    """Return whether a box lies inside another."""
    return (
        outer.left <= inner.left
        and inner.right <= outer.right
        and outer.top <= inner.top
        and inner.bottom <= outer.bottom
    )


def area(box: Box) -> float:
    """Return the area of a box."""
    return (box.right - box.left) * (box.bottom - box.top)
