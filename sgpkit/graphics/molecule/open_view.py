"""Plain drawings of which all can be seen, by their numbers alone: nothing is off the page, pale, tiny or covered.

What is refused here need not be hidden: the general reader then looks at the scene.
"""

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.molecule.plain import Plain

Floats = npt.NDArray[np.float64]

PALEST = 255 - 24
"""Of a colour, some channel is at most this."""

LOOKED_AT = 512.0
"""Pixels of the longer side at which a drawing is looked at."""

MIN_RADIUS, MIN_WIDTH = 1.0, 0.25
"""Pixels; a black line of a quarter pixel changes a channel by 64 of 255."""

APART = 1.9
"""Radii between two centres."""

BESIDE = 0.25
"""Radii between a centre and a line that runs past it."""


def is_open(drawn: Plain) -> bool:
    """Return whether every circle and line of a plain drawing is visible."""
    if any(min(int(text[at : at + 2], 16) for at in (1, 3, 5)) > PALEST for text in {*drawn.fills, *drawn.strokes}):
        return False
    if not drawn.starts or max(drawn.widths) > drawn.radius:
        return False
    centres, starts, ends = np.array(drawn.centres), np.array(drawn.starts), np.array(drawn.ends)
    reach = np.array((drawn.radius, drawn.radius))
    low = np.minimum(centres.min(0) - reach, np.minimum(starts.min(0), ends.min(0)))
    high = np.maximum(centres.max(0) + reach, np.maximum(starts.max(0), ends.max(0)))
    if drawn.page is not None:
        left, top, right, bottom = drawn.page
        if (low < (left, top)).any() or (high > (right, bottom)).any():
            return False
        side = max(right - left, bottom - top)
    else:
        side = float((high - low).max())
    pixels = LOOKED_AT / side
    if drawn.radius * pixels < MIN_RADIUS or min(drawn.widths) * pixels < MIN_WIDTH:
        return False
    return _are_apart(centres, drawn.radius) and _are_beside(centres, starts, ends, drawn.radius)


def _are_apart(centres: Floats, radius: float) -> bool:
    """Return whether no two circles meet, by neighbours in rows and columns of cells."""
    order = np.lexsort((centres[:, 1], centres[:, 0]))
    spots = centres[order]
    for step in range(1, len(spots)):
        across = spots[step:, 0] - spots[:-step, 0]
        if across.min() >= APART * radius:
            return True
        if (np.hypot(across, spots[step:, 1] - spots[:-step, 1]) < APART * radius).any():
            return False
    return True


def _are_beside(centres: Floats, starts: Floats, ends: Floats, radius: float) -> bool:
    """Return whether lines are longer than their two circles, and run through no third circle's middle."""
    along = ends - starts
    lengths = np.hypot(*along.T)
    if lengths.min() <= 2.2 * radius:
        return False
    if len(centres) * len(starts) > 4_000_000:
        return False
    off = centres[:, np.newaxis] - starts
    share = (off * along).sum(-1) / lengths**2
    beside = np.abs(off[..., 0] * along[:, 1] - off[..., 1] * along[:, 0]) / lengths
    inside = (share * lengths > radius) & ((1 - share) * lengths > radius)
    return not (inside & (beside < BESIDE * radius)).any()
