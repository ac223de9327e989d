"""Reference pictures in any form: encoded, as arrays, or as Pillow's images.

All become 8-bit RGBA, upright, fitted into a square and centred like a drawing, never stretched. Shrinking computes the
mean over each pixel's area, like a renderer's anti-aliasing. Of an animation, the first frame is used.
"""

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit.graphics.raster import Pixels

MAX_PIXELS = 50_000_000
"""Maximum number of pixels of a picture, about that of a phone's photograph."""

_WIDE = 65535 / 255


class Unreadable(ValueError):
    """The input is not a picture; the message says why."""


def square(picture: "bytes | Path | Any", size: int) -> Pixels:
    """Return a picture as (size, size, 4) with straight alpha; raise Unreadable for other input."""
    from PIL import Image

    if isinstance(picture, np.ndarray):
        return fitted(from_array(picture), size)
    try:
        if isinstance(picture, Image.Image):
            return fitted(upright(picture), size)
        data = picture.read_bytes() if isinstance(picture, Path) else picture
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit here is lower
            with Image.open(io.BytesIO(data)) as image:
                return fitted(upright(image), size)
    except (Unreadable, MemoryError):
        raise
    except Exception as error:  # Pillow's readers may raise any exception
        raise Unreadable(f"not an image that Pillow reads ({error})") from None


def upright(image: Any) -> Any:
    """Return an image in 8-bit RGBA, rotated according to its metadata."""
    from PIL import ImageOps

    return eight_bits(ImageOps.exif_transpose(checked(image)))


def checked(image: Any) -> Any:
    """Return the image; raise Unreadable for one that is empty or too large."""
    if not 0 < image.width * image.height <= MAX_PIXELS:
        raise Unreadable(f"an image of {image.width} × {image.height} pixels; 1 to {MAX_PIXELS:,} are read")
    return image


def eight_bits(image: Any) -> Any:
    """Return an image in 8-bit RGBA. Grey values of 16 bits are scaled, since Pillow would clip them."""
    from PIL import Image

    if image.mode in ("I", "I;16", "I;16L", "I;16B", "I;16N"):
        grey = np.clip(np.asarray(image, dtype=np.float64), 0, 65535) / _WIDE
        return Image.fromarray(np.rint(grey).astype(np.uint8)).convert("RGBA")
    if image.mode == "F":
        raise Unreadable("an image of floating-point numbers, whose white level is unknown")
    return image.convert("RGBA")


def from_array(pixels: "np.ndarray[Any, Any]") -> Any:
    """Return an array of grey, RGB or RGBA values, of 8 bits or booleans, as an image."""
    from PIL import Image

    grey = pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[2] == 1)
    if pixels.dtype == np.bool_:
        pixels = pixels.astype(np.uint8) * 255
    if pixels.dtype != np.uint8 or not (grey or (pixels.ndim == 3 and pixels.shape[2] in (3, 4))) or not pixels.size:
        actual = f"an array of shape {pixels.shape} and type {pixels.dtype}"
        raise Unreadable(f"{actual}; expected (height, width), (…, 3) or (…, 4) of 8-bit values")
    whole = np.ascontiguousarray(pixels.reshape(pixels.shape[:2]) if grey else pixels)
    return checked(Image.fromarray(whole)).convert("RGBA")


def fitted(image: Any, size: int) -> Pixels:
    """Return an image scaled into a square and centred, transparent around it."""
    from PIL import Image

    scale = size / max(image.size)
    width, height = (min(size, max(1, round(side * scale))) for side in image.size)
    if image.size != (width, height):
        # Pillow multiplies by alpha before it mixes pixels, so invisible pixels do not contribute their colour.
        image = image.resize((width, height), Image.Resampling.BOX if scale < 1 else Image.Resampling.BILINEAR)
    pixels = np.zeros((size, size, 4), np.uint8)
    left, top = (size - width) // 2, (size - height) // 2
    pixels[top : top + height, left : left + width] = np.asarray(image)
    return pixels
