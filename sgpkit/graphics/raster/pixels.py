"""Convert premultiplied pixels, as renderers return them: composite on a background, or convert to straight alpha."""

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.raster.fit import Fit

Pixels = npt.NDArray[np.uint8]

WHITE = (255, 255, 255)
ON_WHITE = "white, with alpha"
"""A background: colours are composited on white, and their alpha is kept as the fourth channel."""


def clip_to_window(premultiplied: Pixels, fitted: Fit) -> Pixels:
    """Clear the pixels outside the drawing's window; a pixel on its edge is scaled by the fraction inside."""
    result = premultiplied
    for axis, (begin, extent) in enumerate(((fitted.top, fitted.height), (fitted.left, fitted.width))):
        size = premultiplied.shape[axis]
        if extent >= size:
            continue
        index = np.arange(size)
        inside = np.clip(np.minimum(index + 1, begin + extent) - np.maximum(index, begin), 0.0, 1.0)
        if result is premultiplied:
            result = premultiplied.copy()
        lines = result if axis == 0 else result.swapaxes(0, 1)
        shown = np.flatnonzero(inside)
        lines[: shown[0]] = lines[shown[-1] + 1 :] = 0
        for line in {shown[0], shown[-1]}:  # the first and last visible line
            if inside[line] < 1.0:
                lines[line] = np.rint(lines[line] * inside[line])
    return result


def color(name: str) -> tuple[int, ...]:
    """Return the channels of an opaque colour. Raises ValueError for other colours."""
    from PIL import ImageColor

    channels = ImageColor.getrgb(name)
    if len(channels) != 3:
        raise ValueError(f"background={name!r}: expected an opaque colour, or None for alpha")
    return channels


def composite(premultiplied: Pixels, background: str) -> Pixels:
    """Return (size, size, 3): the pixels composited on an opaque colour."""
    channels = color(background)
    if channels == WHITE:  # half the time of the general case
        return np.ascontiguousarray(on_white(premultiplied)[..., :3])
    # Look up the background's contribution by alpha, one channel at a time: all at once takes three times as long.
    alpha, shown = premultiplied[..., 3], 255 - np.arange(256, dtype=np.uint16)
    painted = np.empty((*alpha.shape, 3), np.uint8)
    for index, level in enumerate(channels):
        under = ((level * shown + 127) // 255).astype(np.uint8)[alpha]
        painted[..., index] = np.minimum(premultiplied[..., index], 255 - under) + under
    return painted


def on_white(premultiplied: Pixels) -> Pixels:
    """Return (size, size, 4): the pixels composited on white, and their alpha."""
    words = np.ascontiguousarray(premultiplied).view("<u4")[..., 0]
    ground = words >> np.uint32(24)
    np.subtract(np.uint32(255), ground, out=ground)
    ground *= np.uint32(0x010101)  # the contribution of white in each colour channel, 0 in alpha
    under = ground.view(np.uint8).reshape(premultiplied.shape)
    laid = np.minimum(premultiplied, ~under)
    laid += under
    return laid


def unpremultiply(premultiplied: Pixels) -> Pixels:
    """Return (size, size, 4): the pixels with straight alpha."""
    # Most pixels are transparent or opaque and do not change.
    result = premultiplied.copy()
    flat, alpha = result.reshape(-1, 4), result[..., 3].ravel()
    partly = np.flatnonzero(alpha - np.uint8(1) < 254)  # alpha 0 wraps to 255
    wide, over = flat[partly].astype(np.uint32), alpha[partly, np.newaxis].astype(np.uint32)
    flat[partly, :3] = np.minimum((wide[:, :3] * 255 + over // 2) // over, 255)
    return result
