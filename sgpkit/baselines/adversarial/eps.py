"""Adversarial EPS: pages that show nothing, show something that no row asks for, or only show a bitmap."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from sgpkit.baselines.adversarial.drawings import FAR, Drawings, Hiding, around, channels, lines_of, swatches

if TYPE_CHECKING:
    from sgpkit.graphics.raster import Pixels

SIDE = 200
"""Side in points of the square page of programs that are independent of the row."""

COMMENTS = re.compile(r"\A(?:[ \t]*%[^\n]*\n|\s*\n)*")
BOX = re.compile(r"^%%(HiRes)?BoundingBox:[^\n]*$", re.MULTILINE)


def page(body: str) -> str:
    """Return a program that draws on a square page."""
    return f"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 {SIDE} {SIDE}\n{body}\nshowpage\n%%EOF\n"


def palette() -> str:
    """Return twelve swatches."""
    return page(
        "\n".join(
            f"{' '.join(f'{channel / 255:.3f}' for channel in channels(color))} setrgbcolor "
            f"{10 + 46 * column} {10 + 62 * row} 40 56 rectfill"
            for color, column, row in swatches()
        )
    )


def spray() -> str:
    """Return lines all over the page."""
    ends = range(0, SIDE + 1, 8)
    lines = (
        f"newpath {end} 0 moveto {SIDE - end} {SIDE} lineto 0 {end} moveto {SIDE} {SIDE - end} lineto stroke"
        for end in ends
    )
    return page("0 setgray 0.5 setlinewidth\n" + "\n".join(lines))


def words(text: str) -> str:
    """Return a page with a text written on it."""
    lines = enumerate(lines_of(re.sub(r"[\\()]", " ", text).encode("ascii", "replace").decode()))
    shown = (f"4 {SIDE - 8 - 8 * index} moveto ({line}) show" for index, line in lines)
    return page("0 setgray /Helvetica findfont 8 scalefont setfont\n" + "\n".join(shown))


def bitmap(pixels: "Pixels") -> str:
    """Return a page that is one finished picture."""
    height, width, _ = pixels.shape
    image = f"{width} {height} 8 [{width} 0 0 -{height} 0 {height}] {{currentfile line readhexstring pop}} false 3"
    data = "\n".join(row.tobytes().hex() for row in pixels)
    return page(f"/line {3 * width} string def gsave {SIDE} {SIDE} scale\n{image} colorimage\n{data}\ngrestore")


# --- hiding -----------------------------------------------------------------------------------------------------------


def wrapped(code: str, before: str, after: str = "") -> str:
    """Return the program with text after the comments at its beginning and before `showpage`."""
    begin = COMMENTS.match(code)
    end = code.rfind("showpage")
    return around(code, begin.end() if begin else 0, end if end >= 0 else len(code), f"{before}\n", f"\n{after}\n")


def elsewhere(code: str) -> str:
    """Return the drawing with a page that does not contain it."""
    return BOX.sub(f"%%BoundingBox: {FAR} {FAR} {FAR + SIDE} {FAR + SIDE}", code)


WHITE = "/setrgbcolor {pop pop pop 1 setgray} bind def 1 setgray"
NO_PAINT = "/stroke {newpath} def /fill {newpath} def /eofill {newpath} def /show {pop} def"

HIDINGS: Mapping[str, Hiding] = MappingProxyType(
    {
        "clipped": lambda code: wrapped(code, "gsave newpath 0 0 moveto 0 0 lineto closepath clip newpath", "grestore"),
        "covered": lambda code: wrapped(code, "", f"1 setgray -{FAR} -{FAR} {2 * FAR} {2 * FAR} rectfill"),
        "moved": lambda code: wrapped(code, f"gsave {FAR} {FAR} translate", "grestore"),
        "white": lambda code: wrapped(code, WHITE),
        "unused": lambda code: wrapped(code, "/unused {", "} def"),
        "unpainted": lambda code: wrapped(code, NO_PAINT),
        "tiny": lambda code: wrapped(code, "gsave 0.00001 dup scale", "grestore"),
        "elsewhere": elsewhere,
    }
)
"""Ways of hiding a drawing: by an empty clip path, a white sheet, a move off the page, white paint, a procedure
that is never called, operators that do not paint, a scale near 0, a page elsewhere.
"""

DRAWINGS = Drawings(page(""), palette(), spray(), words, HIDINGS, bitmap)
