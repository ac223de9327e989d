"""Render with resvg through svg2png_py, if it is installed (extra `fast`), which avoids encoding PNGs.

resvg_py encodes each picture as PNG, which takes six times as long as rendering an icon. svg2png_py returns the pixels,
but contains resvg 0.47, cannot set the fonts of generic families, and does not have wheels for every platform. It is
used only for drawings with elements in PLAIN, for which both give equal bytes (tests/graphics/raster/test_direct.py).
Text (different shaper), patterns (different rounding) and bitmaps (different decoders) are rendered by resvg_py.
"""

import functools
from collections.abc import Callable

import numpy as np

from sgpkit.graphics.raster import fonts
from sgpkit.graphics.raster.pixels import Pixels

_NAMES = (
    "svg g a defs use symbol style title desc metadata path rect circle ellipse line polyline polygon "
    "linearGradient radialGradient stop clipPath mask marker filter feBlend feColorMatrix feComponentTransfer "
    "feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA "
    "feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting "
    "feSpotLight feTile feTurbulence"
)
PLAIN = frozenset(_NAMES.split())
LETTERED = PLAIN | {"text", "tspan"}
"""Elements on which both nearly always agree if font families are explicit; the result must be compared."""


def rasterize(drawing: str, size: int, has_text: bool = False) -> Pixels | None:
    """Return the premultiplied pixels of a drawing whose root has the picture's size, or None if the package is missing
    or fails."""
    painter = _painter(has_text)
    if painter is None:
        return None
    try:
        data, width, height = painter(drawing)
    except BaseException as error:
        # resvg panics on some drawings, and PanicException is not an Exception.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            return None
        raise
    if (width, height) != (size, size):
        return None
    return np.frombuffer(data, np.uint8).reshape(size, size, 4)


def available() -> bool:
    """Return whether the package is installed."""
    return _painter(False) is not None


@functools.cache
def _painter(has_text: bool) -> Callable[[str], tuple[bytes, int, int]] | None:
    try:
        import svg2png_py
    except ImportError:
        return None
    database, options = svg2png_py.FontDatabase(), svg2png_py.RenderOptions(dpi=96.0, font_family=fonts.SANS)
    if has_text:
        for path in fonts.files():
            database.load_font_file(str(path))
    return lambda drawing: svg2png_py.svg_to_rgba(drawing, database, None, None, options)
