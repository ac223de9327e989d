"""The visible shapes of a drawing, and the page that they are on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Circle, Ellipse, Point
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.scene.page import SIDE, Box
from sgpkit.graphics.svg.document import Document
from sgpkit.graphics.svg.outline import Subpath, bounding_box
from sgpkit.graphics.svg.paint import Paint

NEAR = 1
"""Pixels of the page between a point of an outline and a pixel that its shape decides."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Shape:
    """One visible shape, all lengths in the user units of the page, y down."""

    kind: str
    outline: tuple[Subpath, ...]
    """Without the subpaths of which nothing is visible; () for text and images."""

    round: Circle | Ellipse | None
    """Set if the outline is one whole circle or ellipse, however it was written."""

    fill: Paint
    stroke: Paint
    stroke_width: float
    line_cap: str
    opacity: float
    """The product of its own and of all groups around it; not in the paints' alpha."""

    text: str
    """The visible words of a text."""

    classes: tuple[str, ...]
    """Its own and those of the groups and the `use` around it."""

    identifier: str | None
    location: svg.Location
    order: int
    """Its number in paint order."""

    area: float
    """The share of the page's pixels that it decides."""

    painted: tuple[float, float, float, float]
    """Left, top, right and bottom of the pixels that it decides."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of its outline; of a text or an image, of the pixels that it decides."""
        return bounding_box(self.outline) or self.painted


@dataclass(frozen=True, slots=True)
class Scene:
    """The visible shapes of a drawing in paint order. `width` and `height` are those of its page."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    window: Window
    """The part of the plane that the page shows."""

    document: Document
    """The drawing, each `use` replaced by what it shows."""

    _masks: Mapping[int, tuple[Box, Mask]] = field(repr=False)
    _near: dict[int, tuple[tuple[float, float], Mask]] = field(default_factory=dict, repr=False)

    @property
    def blank(self) -> bool:
        """True if nothing is visible."""
        return not self.shapes

    def visible_share(self, shape: Shape, points: Sequence[Point] | npt.NDArray[np.float64]) -> float:
        """Return the share of points of a shape's outline near which the shape is visible."""
        if not len(points):
            return 0.0
        near = self._near.get(shape.order)
        if near is None:
            near = self._near[shape.order] = self._dilated(shape.order)
        corner, pixels = near
        scale = SIDE / max(self.window.width, self.window.height)
        at = np.floor(np.array(points, float).reshape(-1, 2) * scale + corner)
        inside = ((at >= 0) & (at < pixels.shape[::-1])).all(1)  # not so for NaN
        columns, rows = at[inside].astype(int).T
        return float(pixels[rows, columns].sum() / len(points))

    def _dilated(self, order: int) -> tuple[tuple[float, float], Mask]:
        """Return the shift from scaled points to the pixels near those that a shape decides, and these."""
        (left, top, _, _), mask = self._masks[order]
        height, width = mask.shape
        pixels = np.zeros((height + 2 * NEAR, width + 2 * NEAR), bool)
        for row in range(2 * NEAR + 1):
            for column in range(2 * NEAR + 1):
                pixels[row : row + height, column : column + width] |= mask
        scale = SIDE / max(self.window.width, self.window.height)
        x = (SIDE - self.window.width * scale) / 2 - self.window.x * scale - left + NEAR
        y = (SIDE - self.window.height * scale) / 2 - self.window.y * scale - top + NEAR
        return (x, y), pixels
