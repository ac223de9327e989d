"""Strokes to pixels: lines with round ends and varying width, painted by cairo on a transparent ground."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .hand import Stroke


def painted(strokes: Sequence[Stroke], side: int) -> NDArray[np.float64]:
    """Return the strokes as an array (side, side, 4) in 0-1, with colours not multiplied by alpha."""
    import cairocffi

    surface = cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, side, side)
    context = cairocffi.Context(surface)
    context.set_line_cap(cairocffi.LINE_CAP_ROUND)
    context.set_line_join(cairocffi.LINE_JOIN_ROUND)
    for stroke in strokes:
        context.set_source_rgb(*(level / 255 for level in stroke.color))
        widths = np.round(stroke.widths * 5) / 5
        points = stroke.points.tolist()
        start = 0
        # One path for each part of one width. Adjacent parts share a point, so that no seam is visible.
        for end in [*(np.flatnonzero(np.diff(widths)) + 1).tolist(), len(points) - 1]:
            if end <= start:
                continue
            context.set_line_width(float(widths[start]))
            context.move_to(*points[start])
            for point in points[start + 1 : end + 1]:
                context.line_to(*point)
            context.stroke()
            start = end
    rows = np.frombuffer(surface.get_data(), np.uint8).reshape(side, surface.get_stride() // 4, 4)
    pixels = rows[:, :side, [2, 1, 0, 3]].astype(np.float64) / 255
    alpha = pixels[..., 3:]
    return np.concatenate((pixels[..., :3] / np.maximum(alpha, 1 / 255), alpha), axis=2)


def over(
    below: NDArray[np.float64], above: NDArray[np.float64], strength: float | NDArray[np.float64] = 1.0
) -> NDArray[np.float64]:
    """Return the layer above composited over opaque colours, its alpha times `strength`."""
    alpha = above[..., 3:] * (strength[..., None] if isinstance(strength, np.ndarray) else strength)
    mixed: NDArray[np.float64] = below * (1 - alpha) + above[..., :3] * alpha
    return mixed
