"""Render SVG in this process, with either renderer.

This does not protect against drawings that hang or crash a renderer; `raster.render` does, by calling it in a sandbox.
"""

import re
from xml.etree import ElementTree

from sgpkit.graphics.raster import cairo, pixels, resvg
from sgpkit.graphics.raster.choice import current_renderer
from sgpkit.graphics.raster.pixels import Pixels
from sgpkit.status import Rejected, Status

LARGEST_SIZE = 4096
_DECLARATION = re.compile(r"^\ufeff?\s*(<\?xml[^>]*\?>)?\s*")


def paint(code: str, size: int, background: str | None = "white", renderer: str | None = None) -> Pixels:
    """Render a trusted drawing fitted into a square.

    Returns (size, size, 3); for background None (size, size, 4) with straight alpha; for `pixels.ON_WHITE` (size, size,
    4) with the colours on white and the alpha. Raises Rejected if the drawing cannot be read or rendered.
    """
    renderer = check_options(size, background, renderer)
    text = xml_text(code)
    try:
        painted = cairo.paint(text.encode(), size) if renderer == "cairo" else resvg.paint(text, size)
    except (Rejected, MemoryError):
        raise
    except ElementTree.ParseError as error:
        raise Rejected(Status.PARSE_ERROR, f"not well-formed XML: {error}") from None
    except UnicodeEncodeError as error:
        raise Rejected(Status.PARSE_ERROR, f"a lone surrogate at character {error.start}") from None
    except RecursionError:
        raise Rejected(Status.TOO_LARGE, "nested too deeply, or refers to itself") from None
    except BaseException as error:  # renderers raise many types; resvg's PanicException is not an Exception
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise Rejected(Status.COMPILE_ERROR, f"{renderer}: {type(error).__name__}: {error}"[:300]) from None
    if background == pixels.ON_WHITE:
        return pixels.on_white(painted)
    return pixels.unpremultiply(painted) if background is None else pixels.composite(painted, background)


def check_options(size: int, background: str | None, renderer: str | None) -> str:
    """Return the renderer to use. Raises ValueError for an invalid size, background or renderer."""
    if not 1 <= size <= LARGEST_SIZE:
        raise ValueError(f"size={size}: expected 1 to {LARGEST_SIZE} pixels")
    if background not in (None, pixels.ON_WHITE):
        pixels.color(background)
    return current_renderer(renderer)


def xml_text(code: str) -> str:
    """Return the text without its XML declaration, whose encoding does not apply to decoded text."""
    text = _DECLARATION.sub("", code, count=1)
    if not text:  # given an empty text, cairosvg would read the working folder
        raise Rejected(Status.PARSE_ERROR, "empty text")
    return text
