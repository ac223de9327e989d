"""The visible shapes of a drawing and its page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

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
"""Maximum distance in pixels between a point of an outline and a pixel that its shape decides."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Shape:
    """One visible shape, all lengths in the user units of the page, y down."""

    kind: str
    outline: tuple[Subpath, ...]
    """The visible subpaths; () for text and images."""

    round: Circle | Ellipse | None
    """The circle or ellipse, if the outline is a complete one, however it was written."""

    fill: Paint
    stroke: Paint
    stroke_width: float
    line_cap: str
    opacity: float
    """The product of its own opacity and that of its groups, without the paints' alpha."""

    text: str
    """The visible text."""

    classes: tuple[str, ...]
    """Its own classes and those of the groups and `use` elements that contain it."""

    identifier: str | None
    location: svg.Location
    order: int
    """Its index in paint order."""

    area: float
    """The fraction of the page's pixels that it decides."""

    painted: tuple[float, float, float, float]
    """Left, top, right and bottom of the pixels that it decides."""

    covers_page: bool
    """True if its fill or its stroke is painted on nearly all of the page, whether opaque or not."""

    is_opaque: bool
    """True if all its paint is surely flat and opaque."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of its outline, or for a text or image, of the pixels that it decides."""
        return bounding_box(self.outline) or self.painted


@dataclass(frozen=True, slots=True)
class Scene:
    """The visible shapes of a drawing in paint order; `width` and `height` are the page's."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    window: Window
    """The region in user units that the page shows."""

    document: Document
    """The drawing with each `use` expanded."""

    _masks: Mapping[int, tuple[Box, Mask]] = field(repr=False)
    _near: dict[int, tuple[tuple[float, float], Mask]] = field(default_factory=dict, repr=False)

    @property
    def blank(self) -> bool:
        """True if nothing is visible."""
        return not self.shapes

    @property
    def sheets(self) -> tuple[Shape, ...]:
        """The areas as large as the page that lie behind everything else: the paper."""
        return tuple(takewhile(lambda shape: shape.covers_page, self.shapes))

    @property
    def scale(self) -> float:
        """Pixels of the page per user unit."""
        return SIDE / max(self.window.width, self.window.height)

    @property
    def veils(self) -> tuple[Shape, ...]:
        """The areas as large as the page that lie over other visible shapes, which show through."""
        above = self.shapes[len(self.sheets) :]
        return tuple(shape for shape in above if shape.covers_page and not shape.is_opaque)

    @property
    def clear(self) -> tuple[Shape, ...]:
        """The last veil and all shapes above it; without a veil, all shapes."""
        veils = self.veils
        return self.shapes[self.shapes.index(veils[-1]) :] if veils else self.shapes

    def visible_share(self, shape: Shape, points: Sequence[Point] | npt.NDArray[np.float64]) -> float:
        """Return the fraction of points of a shape's outline near which the shape is visible."""
        if not len(points):
            return 0.0
        near = self._near.get(shape.order)
        if near is None:
            near = self._near[shape.order] = self._dilated(shape.order)
        corner, pixels = near
        at = np.floor(np.array(points, float).reshape(-1, 2) * self.scale + corner)
        inside = ((at >= 0) & (at < pixels.shape[::-1])).all(1)  # False for NaN
        columns, rows = at[inside].astype(int).T
        return float(pixels[rows, columns].sum() / len(points))

    def _dilated(self, order: int) -> tuple[tuple[float, float], Mask]:
        """Return a mask of the pixels near those that a shape decides, and the offset from scaled points to its
        indices."""
        (left, top, _, _), mask = self._masks[order]
        height, width = mask.shape
        pixels = np.zeros((height + 2 * NEAR, width + 2 * NEAR), bool)
        for row in range(2 * NEAR + 1):
            for column in range(2 * NEAR + 1):
                pixels[row : row + height, column : column + width] |= mask
        scale = self.scale
        x = (SIDE - self.window.width * scale) / 2 - self.window.x * scale - left + NEAR
        y = (SIDE - self.window.height * scale) / 2 - self.window.y * scale - top + NEAR
        return (x, y), pixels
