"""Adversarial SVG: drawings that show nothing, show something that no row asks for, or only show a bitmap.

hide("faint", code)     one of `HIDINGS`: the drawing's elements are all there but invisible
blank(), palette(), spray(), words(text), bitmap(png)
"""

import base64
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from sgpkit.baselines.adversarial.drawings import FAR, Drawings, Hiding, around, lines_of, swatches

if TYPE_CHECKING:
    from sgpkit.graphics.raster import Pixels

SIDE = 100
"""Side in units of the square canvas of drawings that are independent of the row."""

ROOT = re.compile(r"<svg\b[^>]*>")
SIZE = re.compile(r"\b(width|height)\s*=\s*[\"']\s*([\d.]+)")
VIEW_BOX = re.compile(r"viewBox\s*=\s*[\"']\s*([-+\d.eE]+)[\s,]+([-+\d.eE]+)[\s,]+([\d.eE+]+)[\s,]+([\d.eE+]+)\s*[\"']")
PAINTS = re.compile(r"(?<![\w-])(fill|stroke)(\s*=\s*)([\"'])[^\"']*\3")
STYLED_PAINTS = re.compile(r"(?<![\w-])(fill|stroke)(\s*:\s*)[^;\"'}]+")
LEAVES = re.compile(r"<(path|rect|circle|ellipse|line|polyline|polygon|text|use)\b")


def canvas(body: str) -> str:
    """Return a drawing of these elements on a square canvas."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{body}</svg>'


def blank() -> str:
    """Return a white page."""
    return canvas(f'<rect width="{SIDE}" height="{SIDE}" fill="#ffffff"/>')


def palette() -> str:
    """Return twelve swatches."""
    squares = (
        f'<rect x="{5 + 23 * column}" y="{5 + 31 * row}" width="20" height="28" fill="{color}"/>'
        for color, column, row in swatches()
    )
    return canvas("".join(squares))


def spray() -> str:
    """Return lines all over the page."""
    ends = range(0, SIDE + 1, 4)
    across = (f'<line x1="{end}" y1="0" x2="{SIDE - end}" y2="{SIDE}"/>' for end in ends)
    down = (f'<line x1="0" y1="{end}" x2="{SIDE}" y2="{SIDE - end}"/>' for end in ends)
    lines = [*across, *down]
    return canvas(f'<g stroke="#000000" stroke-width="0.5">{"".join(lines)}</g>')


def words(text: str) -> str:
    """Return a page with a text written on it."""
    lines = enumerate(lines_of(text))
    written = (f'<text x="2" y="{5 + 4 * index}">{escape(line)}</text>' for index, line in lines)
    return canvas(f'<g font-size="4" fill="#000000">{"".join(written)}</g>')


def bitmap(pixels: "Pixels") -> str:
    """Return a page that is one finished picture."""
    from sgpkit.graphics import raster

    data = base64.b64encode(raster.png(pixels)).decode("ascii")
    return canvas(f'<image width="{SIDE}" height="{SIDE}" href="data:image/png;base64,{data}"/>')


# --- hiding -----------------------------------------------------------------------------------------------------------


def wrapped(code: str, before: str, after: str = "") -> str:
    """Return the drawing with text after its root's start tag and before its end tag."""
    root = ROOT.search(code)
    return code if root is None else around(code, root.end(), code.rfind("</svg"), before, after)


def in_group(attributes: str, definition: str = "") -> Hiding:
    """Return a hiding that puts everything into a group with these attributes."""
    return lambda code: wrapped(code, f"{definition}<g {attributes}>", "</g>")


def unpainted(code: str) -> str:
    """Return the drawing with no fill and no stroke on any element."""
    without = STYLED_PAINTS.sub(r"\1\2none", PAINTS.sub(r"\1\2\3none\3", code))
    return LEAVES.sub(lambda leaf: leaf[0] if has_fill(without, leaf.end()) else f'{leaf[0]} fill="none"', without)


def has_fill(code: str, index: int) -> bool:
    """Return whether the start tag around an index has its own fill."""
    return re.search(r"(?<![\w-])fill\s*[=:]", code[index : code.find(">", index)]) is not None


def elsewhere(code: str) -> str:
    """Return the drawing with a page that does not contain it."""
    root = ROOT.search(code)
    if root is None:
        return code
    box = VIEW_BOX.search(root[0])
    if box is not None:
        moved = f'viewBox="{float(box[1]) + FAR:g} {box[2]} {box[3]} {box[4]}"'
        return code[: root.start()] + root[0].replace(box[0], moved) + code[root.end() :]
    sizes = {"width": "300", "height": "150", **dict(SIZE.findall(root[0]))}
    return code.replace("<svg", f'<svg viewBox="{FAR} 0 {sizes["width"]} {sizes["height"]}"', 1)


EVERYWHERE = f'x="{-FAR}" y="{-FAR}" width="{2 * FAR}" height="{2 * FAR}"'
BLACK = '<mask id="adv-mask"><rect width="100%" height="100%" fill="#000000"/></mask>'
ERASER = f'<filter id="adv-filter"><feOffset dx="{FAR}" dy="{FAR}"/></filter>'

HIDINGS: Mapping[str, Hiding] = MappingProxyType(
    {
        "clipped": in_group('clip-path="url(#adv-clip)"', '<clipPath id="adv-clip"/>'),
        "masked": in_group('mask="url(#adv-mask)"', BLACK),
        "faint": in_group('opacity="0.001"'),
        "covered": lambda code: wrapped(code, "", f'<rect {EVERYWHERE} fill="#ffffff"/>'),
        "moved": in_group(f'transform="translate({FAR} 0)"'),
        "undisplayed": in_group('display="none"'),
        "invisible": in_group('visibility="hidden"'),
        "unused": lambda code: wrapped(code, "<defs>", "</defs>"),
        "unpainted": unpainted,
        "tiny": in_group('transform="scale(0.00001)"'),
        "elsewhere": elsewhere,
        "erased": in_group('filter="url(#adv-filter)"', ERASER),
    }
)
"""Ways of hiding a drawing: by an empty clip path, a black mask, an opacity near 0, a white cover, a move off the page,
`display`, `visibility`, unused definitions, no paint, a scale near 0, a page elsewhere, a filter."""


def hide(way: str, code: str) -> str:
    """Return a drawing, hidden in one of the ways in `HIDINGS`."""
    return HIDINGS[way](code)


DRAWINGS = Drawings(blank(), palette(), spray(), words, HIDINGS, bitmap)
