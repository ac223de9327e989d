"""The plot of a chart: the positions of values on the canvas."""

import re
from typing import NamedTuple


class Frame(NamedTuple):
    """The rectangle of the marks. `most` is the end of the value axis, `most_across` that of the x axis of a scatter
    plot."""

    left: float
    top: float
    right: float
    bottom: float
    most: float
    most_across: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top

    def height_of(self, value: float) -> float:
        return self.bottom - self.high * value / self.most

    def along(self, value: float) -> float:
        return self.left + self.wide * value / self.most


def slug(text: str) -> str:
    """Return a text in the form of a name: "On time" → "on-time"."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
