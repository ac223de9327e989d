"""resvg's pixels without a PNG on the way, where the package svg2png_py is installed (the extra `fast`).

resvg_py encodes each picture as PNG, which takes six times as long as painting an icon. svg2png_py hands the pixels
over, but holds resvg 0.47, cannot name the fonts of generic families, and has no wheels for every machine. It paints
pictures of the elements in PLAIN only, on which both give equal bytes: tests/graphics/raster/test_direct.py proves it.
Text (another shaper), patterns (another rounding) and bitmaps (other decoders) are left to resvg_py.
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
"""Elements on which both nearly always agree, families of fonts being named: what is painted must be compared."""


def rasterized(drawing: str, size: int, has_text: bool = False) -> Pixels | None:
    """Return the premultiplied pixels of a drawing whose root has the size of the picture; None where this cannot be
    done, or fails."""
    painter = _painter(has_text)
    if painter is None:
        return None
    try:
        data, width, height = painter(drawing)
    except BaseException as error:
        # resvg ends some drawings by a panic, which is none of Exception's.
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
    known, options = svg2png_py.FontDatabase(), svg2png_py.RenderOptions(dpi=96.0, font_family=fonts.SANS)
    if has_text:
        for path in fonts.files():
            known.load_font_file(str(path))
    return lambda drawing: svg2png_py.svg_to_rgba(drawing, known, None, None, options)
