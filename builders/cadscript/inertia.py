"""The matrix of inertia of a part, which distinguishes it from its mirror image and is not among the project's
measurements.
"""

import numpy as np

from sgpkit.graphics.cad.measure import mass
from sgpkit.graphics.cad.measure.measurements import Measurements
from sgpkit.graphics.cad.model import Part
from sgpkit.graphics.cad.solid import assembly


def moments(part: Part, measurements: Measurements) -> tuple[float, ...]:
    """Return the matrix of inertia about the centre, xx, yy, zz, xy, xz, yz, as shares of volume times the square of
    the longest side."""
    built = assembly.build(part)
    middle = np.array((measurements.lower + measurements.upper) * 0.5)
    whole = mass.whole_moments(built.shape, mass.is_analytic(built.shape), middle * built.scale)
    return tuple((whole.inertia / (whole.volume * (measurements.size * built.scale) ** 2)).tolist())
