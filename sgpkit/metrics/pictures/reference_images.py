"""Pictures that drawings are compared with, whatever they come as: encoded, as arrays, or as Pillow's images.

All become 8-bit RGBA, upright, fitted into a square and centred like a drawing, never stretched. Shrinking takes the
mean over each pixel's area, as a renderer's smoothing of edges does. Of an animation the first frame counts.
"""

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit.graphics.raster import Pixels

LARGEST = 50_000_000
"""Pixels of a picture that is still read: a telephone's photograph."""

_WIDE = 65535 / 255


class Unreadable(ValueError):
    """Why something is no picture."""


def square(picture: "bytes | Path | Any", size: int) -> Pixels:
    """As (size, size, 4) with straight alpha. Raises Unreadable for what is no picture."""
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
    except Exception as error:  # Pillow's readers raise whatever their helpers do
        raise Unreadable(f"not an image that Pillow reads ({error})") from None


def upright(image: Any) -> Any:
    """In 8-bit RGBA, turned as the camera says that took it."""
    from PIL import ImageOps

    return eight_bits(ImageOps.exif_transpose(checked(image)))


def checked(image: Any) -> Any:
    if not 0 < image.width * image.height <= LARGEST:
        raise Unreadable(f"an image of {image.width} × {image.height} pixels; 1 to {LARGEST:,} are read")
    return image


def eight_bits(image: Any) -> Any:
    """16 bits a grey value become 8 by their share of the whole range; Pillow would cut them off."""
    from PIL import Image

    if image.mode in ("I", "I;16", "I;16L", "I;16B", "I;16N"):
        grey = np.clip(np.asarray(image, dtype=np.float64), 0, 65535) / _WIDE
        return Image.fromarray(np.rint(grey).astype(np.uint8)).convert("RGBA")
    if image.mode == "F":
        raise Unreadable("an image of floating-point numbers, of which nothing says what is white")
    return image.convert("RGBA")


def from_array(pixels: "np.ndarray[Any, Any]") -> Any:
    """Grey, RGB or RGBA of 8 bits, or of booleans."""
    from PIL import Image

    grey = pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[2] == 1)
    if pixels.dtype == np.bool_:
        pixels = pixels.astype(np.uint8) * 255
    if pixels.dtype != np.uint8 or not (grey or (pixels.ndim == 3 and pixels.shape[2] in (3, 4))) or not pixels.size:
        told = f"an array of shape {pixels.shape} and type {pixels.dtype}"
        raise Unreadable(f"{told}; expected (height, width), (…, 3) or (…, 4) of 8-bit values")
    whole = np.ascontiguousarray(pixels.reshape(pixels.shape[:2]) if grey else pixels)
    return checked(Image.fromarray(whole)).convert("RGBA")


def fitted(image: Any, size: int) -> Pixels:
    from PIL import Image

    scale = size / max(image.size)
    width, height = (min(size, max(1, round(side * scale))) for side in image.size)
    if image.size != (width, height):
        # Pillow multiplies by alpha before it mixes pixels, so that what is invisible lends no colour.
        image = image.resize((width, height), Image.Resampling.BOX if scale < 1 else Image.Resampling.BILINEAR)
    pixels = np.zeros((size, size, 4), np.uint8)
    left, top = (size - width) // 2, (size - height) // 2
    pixels[top : top + height, left : left + width] = np.asarray(image)
    return pixels
