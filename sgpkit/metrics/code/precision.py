"""Count coordinates with more digits than a drawing can show. A ten-thousandth of the longer side is a tenth of a pixel
at 1,000 pixels; finer steps are invisible. The root's unit is known from the viewBox or size, and the unit of an
element from the transforms around it; other coordinate systems (of patterns, nested drawings, gradients) are skipped.
"""

import math
from typing import NamedTuple

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.guard.values import PACKED, words
from sgpkit.graphics.raster import fit
from sgpkit.graphics.svg import values

FINEST = 1e-4
LARGEST_SCALE = 1e9
GEOMETRY = words("d points x y x1 y1 x2 y2 cx cy r rx ry width height")
SHAPES = words("path rect circle ellipse line polyline polygon text tspan use image")
OTHER_UNITS = words("linearGradient radialGradient pattern clipPath mask marker filter symbol svg")


class Precision(NamedTuple):
    """The number of coordinates, the number of those with invisible digits, and the number of invisible digits."""

    coordinates: int
    too_precise: int
    excess_digits: int


def precision(document: svg.Document) -> Precision:
    """Count the coordinates of a drawing, and those that are written too precisely."""
    window = fit.window(document.root.attributes)
    step = FINEST * max(window.width, window.height)
    coordinates = too_precise = excess = 0
    waiting = [(child, 1.0) for child in document.root.children]
    while waiting:
        element, scale = waiting.pop()
        if element.tag in OTHER_UNITS:
            continue
        scale *= enlarging(element.attributes.get("transform", ""))
        if element.tag in SHAPES and 1 / LARGEST_SCALE < scale < LARGEST_SCALE:
            needed = max(0, math.ceil(-math.log10(step / scale) - 1e-9))
            for name, value in element.attributes.items():
                if name in GEOMETRY:
                    beyond = [max(0, decimals(number) - needed) for number in PACKED.findall(value)]
                    coordinates += len(beyond)
                    too_precise += sum(digits > 0 for digits in beyond)
                    excess += sum(beyond)
        waiting.extend((child, scale) for child in element.children)
    return Precision(coordinates, too_precise, excess)


def enlarging(transform: str) -> float:
    """Return the factor by which a transform enlarges; 1 if it cannot be read."""
    matrix = values.transform(transform) if transform else None
    return matrix.scale if isinstance(matrix, Affine) else 1.0


def decimals(number: str) -> int:
    """Return the number of decimals, taking an exponent into account: 2 in `1.25` and in `1.25e0`, 5 in `1.25e-3`."""
    mantissa, _, exponent = number.lower().partition("e")
    behind = len(mantissa.partition(".")[2])
    return max(0, behind - int(exponent or 0)) if len(exponent) < 6 else behind
