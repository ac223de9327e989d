"""Which labelled things a drawn line joins, in drawings that are no graphs: by where the line ends.

A label's place is the smallest closed outline around it, else the words themselves. A line ends at the thing nearest to
its end, if that is near enough; of two that are about as near, at both.
"""

from functools import cached_property

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import Spoken

REACH = 0.07
"""Of the drawing's diagonal: how far from a thing a line may end."""

ABOUT = 1.5
"""How much farther than the nearest thing another still is about as near."""

LARGE = 0.3
"""Of the whole drawing's area: an outline as large as this is a frame around many things, not one of them."""

MOST = 600
"""Words, outlines and lines that are still compared with each other."""


class Drawn:
    def __init__(self, contents: Contents, spoken: Spoken) -> None:
        self.contents = contents
        self.spoken = spoken

    def joined(self, one: str, other: str) -> bool:
        """Whether some line runs from the one label to the other."""
        starts, ends = self.nodes_of(one), self.nodes_of(other)
        if not starts or not ends:
            return False
        return any(
            (begin & starts and finish & ends) or (begin & ends and finish & starts) for begin, finish in self.attached
        )

    def nodes_of(self, label: str) -> frozenset[int]:
        """The things, by place, that the label's first word stands in."""
        return frozenset(self.node_of_word[first] for first, _ in self.spoken.places(label) if first < MOST)

    @cached_property
    def reach(self) -> float:
        return REACH * shapes.diagonal(self.boxes)

    @cached_property
    def boxes(self) -> list[Box]:
        words = [Box(word.left, word.top, word.right, word.bottom) for word in self.contents.words[:MOST]]
        return [*words, *(figure.box for figure in self.contents.figures[:MOST])]

    @cached_property
    def frames(self) -> list[Box]:
        """Outlines that things may stand in, the smallest first."""
        if not self.boxes:
            return []
        whole = Box(
            min(box.left for box in self.boxes),
            min(box.top for box in self.boxes),
            max(box.right for box in self.boxes),
            max(box.bottom for box in self.boxes),
        )
        closed = [figure.box for figure in self.contents.figures[:MOST] if figure.closed]
        return sorted((box for box in closed if area(box) < LARGE * area(whole)), key=area)

    @cached_property
    def things(self) -> tuple[list[Box], list[int]]:
        """The boxes of all labelled things, and for each word the place of its thing."""
        boxes: list[Box] = []
        places: dict[Box, int] = {}
        of_word = []
        for word in self.contents.words[:MOST]:
            own = Box(word.left, word.top, word.right, word.bottom)
            middle = Point((own.left + own.right) / 2, (own.top + own.bottom) / 2)
            box = next((frame for frame in self.frames if shapes.away(middle, frame) == 0), own)
            if box not in places:
                places[box] = len(boxes)
                boxes.append(box)
            of_word.append(places[box])
        return boxes, of_word

    @property
    def node_of_word(self) -> list[int]:
        return self.things[1]

    @cached_property
    def attached(self) -> list[tuple[frozenset[int], frozenset[int]]]:
        """For each open line the things at its two ends."""
        lines = [figure for figure in self.contents.figures[:MOST] if not figure.closed]
        return [(self.at(line.start), self.at(line.end)) for line in lines]

    def at(self, point: Point) -> frozenset[int]:
        distances = [shapes.away(point, box) for box in self.things[0]]
        nearest = min(distances, default=self.reach + 1)
        if nearest > self.reach:
            return frozenset()
        return frozenset(
            place for place, distance in enumerate(distances) if distance <= max(ABOUT * nearest, 0.12 * self.reach)
        )


def area(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)
