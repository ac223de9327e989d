"""Decide from coordinates alone whether all of a simple drawing is visible: not off the page, pale, tiny or covered.

The test is conservative: for other drawings the general reader uses the scene.
"""

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.molecule.quick_svg import SimpleDrawing

Floats = npt.NDArray[np.float64]

MIN_CONTRAST = 24
"""Minimum difference from white, of 255, of the darkest channel of a pixel; scenes ask for a sixteenth."""

PICTURE_SIZE = 512.0
"""Longer side in pixels at which sizes are judged."""

MIN_RADIUS, MIN_WIDTH = 1.0, 0.25
"""In pixels; a black line with a width of a quarter pixel changes a channel by 64 of 255."""

MIN_SPACING = 1.9
"""Minimum distance between two centres, in radii."""

MIN_CLEARANCE = 0.25
"""Minimum distance between a centre and a line that passes it, in radii."""


def is_fully_visible(drawn: SimpleDrawing) -> bool:
    """Return whether every circle and line of a simple drawing is visible."""
    if any(255 - _darkest(text) < MIN_CONTRAST for text in drawn.fills):
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
    pixels = PICTURE_SIZE / side
    palest = max((_darkest(text) for text in drawn.strokes), default=0)
    if (255 - palest) * min(1.0, min(drawn.widths) * pixels) < MIN_CONTRAST:
        return False
    if drawn.radius * pixels < MIN_RADIUS or min(drawn.widths) * pixels < MIN_WIDTH:
        return False
    return _are_apart(centres, drawn.radius) and _are_beside(centres, starts, ends, drawn.radius)


def _darkest(color: str) -> int:
    """Return the lowest channel of a colour."""
    return min(int(color[at : at + 2], 16) for at in (1, 3, 5))


def _are_apart(centres: Floats, radius: float) -> bool:
    """Return whether no two circles touch, comparing neighbours in x order."""
    order = np.lexsort((centres[:, 1], centres[:, 0]))
    spots = centres[order]
    for step in range(1, len(spots)):
        across = spots[step:, 0] - spots[:-step, 0]
        if across.min() >= MIN_SPACING * radius:
            return True
        if (np.hypot(across, spots[step:, 1] - spots[:-step, 1]) < MIN_SPACING * radius).any():
            return False
    return True


def _are_beside(centres: Floats, starts: Floats, ends: Floats, radius: float) -> bool:
    """Return whether each line is longer than the circles at its ends cover, and passes no other circle's centre
    closely.
    """
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
    return not (inside & (beside < MIN_CLEARANCE * radius)).any()
