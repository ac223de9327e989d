"""Assign labels to the lines of edges, in languages whose programs do not name the edges.

A label belongs to a line unless another line is clearly nearer. A label between two lines belongs to both, since
layouts place labels on either side of a line and near crossings.
"""

from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.svg.outline import Box, flatten
from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.recall.label_text import plain
from sgpkit.metrics.structure.scene_match.groups import Drawn

CLEARLY = 1.5
"""Minimum ratio of the distances of two lines from a label for the second to be clearly nearer."""

SLACK = 0.75
"""Distance, in heights of the label, within which a line is always near enough."""

SAMPLES = 24
"""Number of points on each straight piece of a line that are compared with labels."""

Points = npt.NDArray[np.float64]


class EdgeLabels:
    """Tests whether the words of a drawing are written at given lines."""

    def __init__(self, drawn: Drawn, lines: Sequence[shapes.Figure]) -> None:
        self.drawn, self.lines = drawn, lines

    def is_at(self, label: str, own: Collection[int]) -> bool:
        """Return whether a label, or each of its words, is written at one of the lines with the indices `own`."""
        if not plain(label):
            return True
        parts = [label] if self.drawn.occurrences(label) else [word for word in label.split() if plain(word)]
        return all(any(self.is_own(box, own) for _, box in self.drawn.occurrences(part)) for part in parts)

    def is_own(self, box: Box, own: Collection[int]) -> bool:
        """Return whether no other line is clearly nearer to a label than the nearest of its own."""
        distances = [distance(points, box) for points in self.points]
        nearest = min((distances[index] for index in own), default=np.inf)
        others = min((gap for index, gap in enumerate(distances) if index not in own), default=np.inf)
        return bool(nearest <= max(CLEARLY * others, SLACK * (box.bottom - box.top)))

    @cached_property
    def points(self) -> list[Points]:
        """Points along each line."""
        results = []
        for line in self.lines:
            corners = np.array(list(flatten(line.outline, max(shapes.size_of(line.box), 1e-9) / 100)), float)
            shares = np.linspace(0.0, 1.0, SAMPLES)[:, np.newaxis, np.newaxis]
            results.append((corners[:-1] + shares * (corners[1:] - corners[:-1])).reshape(-1, 2))
        return results


def distance(points: Points, box: Box) -> float:
    """Return the distance between a box and the nearest point, 0 if a point is inside."""
    if not len(points):
        return float(np.inf)
    low, high = np.array((box.left, box.top)), np.array((box.right, box.bottom))
    gaps = np.maximum(0.0, np.maximum(low - points, points - high))
    return float(np.hypot(*gaps.T).min())
