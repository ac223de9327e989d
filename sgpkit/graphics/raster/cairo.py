"""SVG to pixels by CairoSVG: the renderer of the published protocols, and the second witness beside resvg.

Everything is pinned that could differ between two drawings of one process; its fonts are those of the machine
(fontconfig).
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
# For every element cairosvg repeatedly parses empty references, and for every number its text: a quarter of its time.
# Long texts are not cached.
_CACHED = (("cairosvg.helpers", "normalize"), ("cairosvg.url", "parse_url"))
_SHORT = 64


def painted(text: bytes, size: int) -> Pixels:
    """Return the premultiplied pixels of a drawing. Raises Rejected, and whatever cairosvg raises."""
    tree = _tree(text)
    if tree.tag != "svg":
        raise Rejected(Status.PARSE_ERROR, f"the root is <{tree.tag[:60]}>, expected <svg>")
    return _cairo(tree, fit(window(tree), size), size)


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

    # A value of our own: cairosvg's geometricPrecision asks for cairo's best smoothing of edges, which is for the three
    # colours of a screen's pixels, and comes out as stripes here.
    TEXT_ANTIALIAS[_AS_DESIGNED] = cairo.ANTIALIAS_GRAY
    TEXT_HINT_STYLE[_AS_DESIGNED] = cairo.HINT_STYLE_NONE
    TEXT_HINT_METRICS[_AS_DESIGNED] = cairo.HINT_METRICS_OFF
    for module, name in _CACHED:
        _remember(module, name)

    class Square(PNGSurface):  # type: ignore[misc]
        """cairosvg's surface, but a square one with the drawing at its position in it, to a fraction of a pixel."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            side = round(max(width, height))
            surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, side, side)
            surface.set_device_offset((side - width) / 2, (side - height) / 2)
            return surface, width, height

        def draw(self, node: Any) -> None:
            _unhinted(node)  # once more, for the copies that `use` and nested drawings make while they are drawn
            super().draw(node)

    return Square


def _remember(module: str, name: str) -> None:
    """Cache the results of a pure function of one text, wherever cairosvg has imported it."""
    original = getattr(importlib.import_module(module), name)
    kept = functools.lru_cache(maxsize=4096)(original)

    @functools.wraps(original)
    def asked(text: Any, *more: Any) -> Any:
        return original(text, *more) if more or len(text or "") > _SHORT else kept(text)

    for other in [loaded for path, loaded in sys.modules.items() if path.partition(".")[0] == "cairosvg"]:
        if getattr(other, name, None) is original:
            setattr(other, name, asked)


def _unhinted(node: Any) -> None:
    """Turn hinting of letters off: cairo's depends on the sizes that this process drew before."""
    node["text-rendering"] = _AS_DESIGNED


def _cairo(tree: Any, fitted: Fit, size: int) -> Pixels:
    shown = fitted.window
    # The root's own size and fitting are replaced; what its children inherit from it stays.
    for name in ("preserveAspectRatio", "overflow", "x", "y", "clip"):
        tree.pop(name, None)
    tree["viewBox"] = " ".join(map(repr, shown))
    tree["width"], tree["height"] = repr(shown.width), repr(shown.height)
    waiting = [tree]
    while waiting:  # before anything is drawn: masks and patterns have surfaces of their own
        node = waiting.pop()
        _unhinted(node)
        waiting += node.children
    painted = _square_surface()(tree, None, 96, output_width=fitted.width, output_height=fitted.height).cairo
    rows = np.frombuffer(painted.get_data(), np.uint8).reshape(size, painted.get_stride() // 4, 4)
    pixels = np.empty((size, size, 4), np.uint8)
    # cairo's ARGB32 is one number a pixel, blue lowest on the machines that we run on
    for channel, at in enumerate((2, 1, 0, 3)):
        pixels[..., channel] = rows[:, :size, at]
    return pixels
