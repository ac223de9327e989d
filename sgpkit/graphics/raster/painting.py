"""SVG to pixels in this process, by either of two renderers.

Nothing here defends against a drawing that hangs or crashes its renderer: `raster.render` does, by calling this in a
sandbox.
"""

import re
from xml.etree import ElementTree

from sgpkit.graphics.raster import cairo, pixels, resvg
from sgpkit.graphics.raster.choice import chosen
from sgpkit.graphics.raster.pixels import Pixels
from sgpkit.status import Rejected, Status

LARGEST_SIZE = 4096
_DECLARATION = re.compile(r"^\ufeff?\s*(<\?xml[^>]*\?>)?\s*")


def paint(code: str, size: int, background: str | None = "white", renderer: str | None = None) -> Pixels:
    """Paint a drawing fitted into a square: (size, size, 3), or with straight alpha (size, size, 4) for background
    None; `pixels.ON_WHITE` gives both, laid over white and with alpha.

    Raises Rejected if the drawing cannot be read or painted. For drawings that we made ourselves.
    """
    renderer = check_options(size, background, renderer)
    text = xml_text(code)
    try:
        painted = cairo.painted(text.encode(), size) if renderer == "cairo" else resvg.painted(text, size)
    except (Rejected, MemoryError):
        raise
    except ElementTree.ParseError as error:
        raise Rejected(Status.PARSE_ERROR, f"not well-formed XML: {error}") from None
    except UnicodeEncodeError as error:
        raise Rejected(Status.PARSE_ERROR, f"a lone surrogate at character {error.start}") from None
    except RecursionError:
        raise Rejected(Status.TOO_LARGE, "nested too deeply, or refers to itself") from None
    except BaseException as error:  # renderers raise whatever their helpers do; a panic of resvg's is no Exception
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise Rejected(Status.COMPILE_ERROR, f"{renderer}: {type(error).__name__}: {error}"[:300]) from None
    if background == pixels.ON_WHITE:
        return pixels.on_white(painted)
    return pixels.straight(painted) if background is None else pixels.over(painted, background)


def check_options(size: int, background: str | None, renderer: str | None) -> str:
    """Raise ValueError for a size, background or renderer that does not exist; return the renderer to paint with."""
    if not 1 <= size <= LARGEST_SIZE:
        raise ValueError(f"size={size}: expected 1 to {LARGEST_SIZE} pixels")
    if background not in (None, pixels.ON_WHITE):
        pixels.color(background)
    return chosen(renderer)


def xml_text(code: str) -> str:
    """Return the text without the XML declaration, whose encoding is meaningless in a text that is already decoded."""
    text = _DECLARATION.sub("", code, count=1)
    if not text:  # cairosvg would read the working folder instead
        raise Rejected(Status.PARSE_ERROR, "empty text")
    return text
