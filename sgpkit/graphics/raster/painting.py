"""SVG to pixels in this process, by two renderers with everything pinned that could differ between two machines.

Nothing here defends against a drawing that hangs or crashes its renderer: `raster.render` does, by calling this in a
sandbox.
"""

import functools
import importlib
import io
import re
import sys
from typing import Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.raster.fit import Fit, fit, window
from sgpkit.status import Rejected, Status

Pixels = npt.NDArray[np.uint8]

RENDERERS = ("cairo", "resvg")
LARGEST_SIZE = 4096
_SVG = "http://www.w3.org/2000/svg"
_AS_DESIGNED = "as designed"
# For every element cairosvg repeatedly parses empty references, and for every number its text: a quarter of its time.
# Long texts are not cached.
_CACHED = (("cairosvg.helpers", "normalize"), ("cairosvg.url", "parse_url"))
_SHORT = 64
_DECLARATION = re.compile(r"^\ufeff?\s*(<\?xml[^>]*\?>)?\s*")


def paint(code: str, size: int, background: str | None = "white", renderer: str = "cairo") -> Pixels:
    """Paint a drawing fitted into a square: (size, size, 3), or with straight alpha (size, size, 4) for background
    None.

    Raises Rejected if the drawing cannot be read or painted. For drawings that we made ourselves.
    """
    check_options(size, background, renderer)
    text = xml_bytes(code)
    try:
        tree = _tree(text)
        if tree.tag != "svg":
            raise Rejected(Status.PARSE_ERROR, f"the root is <{tree.tag[:60]}>, expected <svg>")
        fitted = fit(window(tree), size)
        premultiplied = _cairo(tree, fitted, size) if renderer == "cairo" else _resvg(text, fitted, size)
    except (Rejected, MemoryError):
        raise
    except ElementTree.ParseError as error:
        raise Rejected(Status.PARSE_ERROR, f"not well-formed XML: {error}") from None
    except RecursionError:
        raise Rejected(Status.TOO_LARGE, "nested too deeply, or refers to itself") from None
    except Exception as error:  # renderers raise whatever their helpers do
        raise Rejected(Status.COMPILE_ERROR, f"{renderer}: {type(error).__name__}: {error}"[:300]) from None
    return _straight(premultiplied) if background is None else _over(premultiplied, background)


def check_options(size: int, background: str | None, renderer: str) -> None:
    """Raise ValueError for a size, background or renderer that does not exist."""
    if not 1 <= size <= LARGEST_SIZE:
        raise ValueError(f"size={size}: expected 1 to {LARGEST_SIZE} pixels")
    if renderer not in RENDERERS:
        raise ValueError(f"renderer={renderer!r}: expected one of {', '.join(RENDERERS)}")
    if background is not None:
        _color(background)


def xml_bytes(code: str) -> bytes:
    """Return UTF-8 without the XML declaration, whose encoding is meaningless in a text that is already decoded."""
    text = _DECLARATION.sub("", code, count=1)
    if not text:  # cairosvg would read the working folder instead
        raise Rejected(Status.PARSE_ERROR, "empty text")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Rejected(Status.PARSE_ERROR, f"a lone surrogate at character {error.start}") from None


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


def _resvg(text: bytes, fitted: Fit, size: int) -> Pixels:
    import resvg_py
    from PIL import Image

    inner = ElementTree.fromstring(text)
    bare = "" if inner.tag.startswith("{") else _SVG  # drawings without a namespace, which cairosvg accepts
    for name in ("preserveAspectRatio", "overflow"):
        inner.attrib.pop(name, None)
    for name, number in zip(("x", "y", "width", "height"), fitted[1:], strict=True):
        inner.set(name, repr(number))
    inner.set("viewBox", " ".join(map(repr, fitted.window)))
    if bare:
        inner.set("xmlns", bare)
    drawing = ElementTree.tostring(inner, "unicode")
    square = f'<svg xmlns="{_SVG}" width="{size}" height="{size}" viewBox="0 0 {size} {size}">{drawing}</svg>'
    data = resvg_py.svg_to_bytes(
        svg_string=square,
        width=size,
        height=size,
        dpi=96.0,
        skip_system_fonts=b"text" not in text,  # reading all fonts takes longer than most drawings
        font_family="DejaVu Sans",  # what cairosvg takes where a text names none
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return np.array(Image.open(io.BytesIO(data)).convert("RGBA").convert("RGBa"))  # premultiplied, rounded to nearest


def _color(name: str) -> tuple[int, ...]:
    from PIL import ImageColor

    color = ImageColor.getrgb(name)
    if len(color) != 3:
        raise ValueError(f"background={name!r}: expected an opaque colour, or None for alpha")
    return color


def _over(premultiplied: Pixels, background: str) -> Pixels:
    # The background's share is looked up by alpha, a channel at a time: all pixels at once take three times as long.
    alpha, shown = premultiplied[..., 3], 255 - np.arange(256, dtype=np.uint16)
    painted = np.empty((*alpha.shape, 3), np.uint8)
    for index, level in enumerate(_color(background)):
        under = ((level * shown + 127) // 255).astype(np.uint8)[alpha]
        painted[..., index] = np.minimum(premultiplied[..., index], 255 - under) + under
    return painted


def _straight(premultiplied: Pixels) -> Pixels:
    # Most pixels are clear or opaque, and stay what they are.
    straight = premultiplied.copy()
    flat, alpha = straight.reshape(-1, 4), straight[..., 3].ravel()
    partly = np.flatnonzero((alpha > 0) & (alpha < 255))
    wide, over = flat[partly].astype(np.uint32), alpha[partly, np.newaxis].astype(np.uint32)
    flat[partly, :3] = np.minimum((wide[:, :3] * 255 + over // 2) // over, 255)
    return straight
