"""Render SVG with CairoSVG, the renderer of the published protocols and the cross-check for resvg.

State that could carry over from one drawing to the next is disabled. The fonts are the machine's (fontconfig).
"""

import functools
import importlib
import sys
from typing import Any

import numpy as np

from sgpkit.graphics.raster.fit import Fit, fit, window
from sgpkit.graphics.raster.pixels import Pixels
from sgpkit.status import Rejected, Status

_AS_DESIGNED = "as designed"
# Functions of cairosvg that parse the same short texts again and again, in a quarter of its time.
_CACHED = (("cairosvg.helpers", "normalize"), ("cairosvg.url", "parse_url"))
_SHORT = 64


def paint(text: bytes, size: int) -> Pixels:
    """Return the premultiplied pixels of a drawing. Raises Rejected, and any exception of cairosvg."""
    tree = _tree(text)
    if tree.tag != "svg":
        raise Rejected(Status.PARSE_ERROR, f"the root is <{tree.tag[:60]}>, expected <svg>")
    return _draw(tree, fit(window(tree), size), size)


def _tree(text: bytes) -> Any:
    from cairosvg.parser import Tree
    from defusedxml import DefusedXmlException  # type: ignore[import-untyped]

    try:
        return Tree(bytestring=text, url_fetcher=_fetch, unsafe=False)
    except DefusedXmlException as error:
        raise Rejected(Status.UNSAFE, f"entities are not expanded: {type(error).__name__}") from None


def _fetch(url: str, resource_type: str) -> bytes:
    from cairosvg.url import fetch

    if url and url.startswith("data:"):
        return bytes(fetch(url, resource_type))
    raise Rejected(Status.UNSAFE, f"refers to {url!r}, outside the drawing"[:200])


@functools.cache
def _square_surface() -> Any:
    from cairosvg.surface import TEXT_ANTIALIAS, TEXT_HINT_METRICS, TEXT_HINT_STYLE, PNGSurface, cairo

    # An additional value of text-rendering: cairosvg's geometricPrecision selects subpixel anti-aliasing, which would
    # give coloured stripes.
    TEXT_ANTIALIAS[_AS_DESIGNED] = cairo.ANTIALIAS_GRAY
    TEXT_HINT_STYLE[_AS_DESIGNED] = cairo.HINT_STYLE_NONE
    TEXT_HINT_METRICS[_AS_DESIGNED] = cairo.HINT_METRICS_OFF
    for module, name in _CACHED:
        _cache_function(module, name)

    class Square(PNGSurface):  # type: ignore[misc]
        """cairosvg's surface, but square, with the drawing centred to a fraction of a pixel."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            side = round(max(width, height))
            surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, side, side)
            surface.set_device_offset((side - width) / 2, (side - height) / 2)
            return surface, width, height

        def draw(self, node: Any) -> None:
            _disable_hinting(node)  # again, for copies made while drawing `use` and nested drawings
            super().draw(node)

    return Square


def _cache_function(module: str, name: str) -> None:
    """Cache a pure function of one text in all modules of cairosvg that imported it."""
    original = getattr(importlib.import_module(module), name)
    cached = functools.lru_cache(maxsize=4096)(original)

    @functools.wraps(original)
    def wrapper(text: Any, *more: Any) -> Any:
        return original(text, *more) if more or len(text or "") > _SHORT else cached(text)

    for other in [loaded for path, loaded in sys.modules.items() if path.partition(".")[0] == "cairosvg"]:
        if getattr(other, name, None) is original:
            setattr(other, name, wrapper)


def _disable_hinting(node: Any) -> None:
    """Disable hinting, which in cairo depends on the sizes that this process has drawn before."""
    node["text-rendering"] = _AS_DESIGNED


def _draw(tree: Any, fitted: Fit, size: int) -> Pixels:
    shown = fitted.window
    # Replace the root's size and position; its other attributes stay, since children inherit them.
    for name in ("preserveAspectRatio", "overflow", "x", "y", "clip"):
        tree.pop(name, None)
    tree["viewBox"] = " ".join(map(repr, shown))
    tree["width"], tree["height"] = repr(shown.width), repr(shown.height)
    waiting = [tree]
    while waiting:  # before drawing, because masks and patterns use their own surfaces
        node = waiting.pop()
        _disable_hinting(node)
        waiting += node.children
    painted = _square_surface()(tree, None, 96, output_width=fitted.width, output_height=fitted.height).cairo
    rows = np.frombuffer(painted.get_data(), np.uint8).reshape(size, painted.get_stride() // 4, 4)
    pixels = np.empty((size, size, 4), np.uint8)
    # cairo's ARGB32 is one integer per pixel, with blue in the lowest byte on little-endian machines
    for channel, at in enumerate((2, 1, 0, 3)):
        pixels[..., channel] = rows[:, :size, at]
    return pixels
