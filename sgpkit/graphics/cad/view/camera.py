"""The two fixed cameras: from the upper front right, and from exactly the opposite side, so that the two together see
every face that can be seen. Parallel projection, z upwards; the part is fitted into the picture.

Right is +x, front is -y, up is +z. Pictures do not depend on the size of the part, whose larger side fills the picture.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

VIEWS = ("front", "back")
AZIMUTH, ELEVATION = -55.0, 28.0  # degrees, chosen so that no two edges of a box coincide
MARGIN = 0.06
"""The share of the picture's side that is left free all round."""


@dataclass(frozen=True)
class Camera:
    """Three unit vectors: to the right in the picture, up in it, and out of it towards the eye."""

    right: tuple[float, float, float]
    up: tuple[float, float, float]
    eye: tuple[float, float, float]

    def turned(self, points: Numbers) -> Numbers:
        """Return points of space as right, up and towards the eye."""
        matrix = np.array((self.right, self.up, self.eye))
        # Not `@`, because the last bits of matrix products depend on the machine's library.
        return np.stack([(points * row).sum(axis=1) for row in matrix], axis=1)


def camera(view: str) -> Camera:
    """Return the camera of a view, `front` or `back`."""
    turn, lift = math.radians(AZIMUTH), math.radians(ELEVATION)
    eye = (math.cos(lift) * math.cos(turn), math.cos(lift) * math.sin(turn), math.sin(lift))
    right = (-math.sin(turn), math.cos(turn), 0.0)
    if view == "back":
        eye = (-eye[0], -eye[1], -eye[2])
        right = (-right[0], -right[1], 0.0)
    up = (
        eye[1] * right[2] - eye[2] * right[1],
        eye[2] * right[0] - eye[0] * right[2],
        eye[0] * right[1] - eye[1] * right[0],
    )
    return Camera(right, up, eye)


@dataclass(frozen=True)
class Fit:
    """The map from a camera's right and up to a picture's x and y, which grows downwards, in a square of side 1."""

    factor: float
    left: float
    top: float

    def __call__(self, flat: Numbers) -> Numbers:
        return np.stack([flat[:, 0] * self.factor + self.left, self.top - flat[:, 1] * self.factor], axis=1)


def fit(flat: Numbers) -> Fit:
    """Return the map that fits points into the picture, centred."""
    lower, upper = flat[:, :2].min(axis=0), flat[:, :2].max(axis=0)
    factor = (1 - 2 * MARGIN) / float(max(upper - lower))
    middle = (lower + upper) / 2
    return Fit(factor, 0.5 - float(middle[0]) * factor, 0.5 + float(middle[1]) * factor)
