"""Draw copies next to their originals on one picture, with their names, for manual inspection."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sgpkit.files import write_atomically
from sgpkit.graphics import raster
from sgpkit.graphics.likeness import Pixels
from sgpkit.graphics.near_copies import Copy
from sgpkit.graphics.near_copies.signature import Drawing, as_svg, open_picture
from sgpkit.status import Rejected

if TYPE_CHECKING:
    from PIL import ImageFont

PAIRS = 24
"""Maximum number of pairs on the picture."""

ACROSS = 3
SIZE, GAP, WORDS = 160, 8, 34
PAPER, LINE, INK, FAINT = "#f4f4f4", "#c8c8c8", "#1a1a1a", "#606060"


class Searched(NamedTuple):
    """The two sets of one search, and the copies between them."""

    copies: Sequence[Copy]
    train: Iterable[Drawing]
    test: Iterable[Drawing]


class Pair(NamedTuple):
    """A copy and its two drawings."""

    copy: Copy
    train: Drawing
    test: Drawing


def write(path: Path, searched: Iterable[Searched]) -> int:
    """Draw the nearest pairs, and return their number.

    The drawings are read once, and only those of the pairs are kept in memory.
    """
    pairs: list[Pair] = []
    for one in searched:
        nearest = sorted(one.copies, key=lambda copy: copy.distance)[:PAIRS]
        left = select(one.train, {copy.name for copy in nearest})
        right = select(one.test, {copy.of for copy in nearest})
        pairs += [Pair(copy, left[copy.name], right[copy.of]) for copy in nearest]
    render = sorted(pairs, key=lambda pair: pair.copy.distance)[:PAIRS]
    write_atomically(path, raster.png(sheet(render)))
    return len(render)


def select(drawings: Iterable[Drawing], names: set[str]) -> dict[str, Drawing]:
    """Return the drawings with these names."""
    by_name: dict[str, Drawing] = {}
    for drawing in drawings:
        if drawing.name in names:
            by_name.setdefault(drawing.name, drawing)
            if len(by_name) == len(names):
                break
    return by_name


def sheet(pairs: Sequence[Pair]) -> Pixels:
    """Return the picture of the pairs."""
    from PIL import Image, ImageDraw, ImageFont

    across = min(ACROSS, max(len(pairs), 1))
    width, height = 2 * SIZE + 3 * GAP, SIZE + WORDS + 3 * GAP
    page = Image.new("RGB", (across * width, -(-max(len(pairs), 1) // across) * height), PAPER)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(11)
    for number, (copy, *both) in enumerate(pairs):
        x, y = number % across * width + GAP, number // across * height + GAP
        for side, drawing in enumerate(both):
            left = x + side * (SIZE + GAP)
            page.paste(Image.fromarray(render(drawing)), (left, y))
            draw.rectangle((left - 1, y - 1, left + SIZE, y + SIZE), outline=LINE)
            draw.text((left, y + SIZE + 5), shorten(drawing.name, SIZE, font), INK, font)
        draw.text((x, y + SIZE + 20), shorten(copy.description, 2 * SIZE, font), FAINT, font)
    return np.asarray(page)


def render(drawing: Drawing) -> Pixels:
    """Return the picture of a drawing, white if it cannot be drawn."""
    try:
        return open_picture(drawing.picture, SIZE) if drawing.picture else raster.render(as_svg(drawing), SIZE)
    except Rejected:
        return np.full((SIZE, SIZE, 3), 255, np.uint8)


def shorten(text: str, width: int, font: "ImageFont.FreeTypeFont | ImageFont.ImageFont") -> str:
    """Shorten a text to a width, keeping its end, which is usually the most specific part of a name."""
    text = text.encode("ascii", "replace").decode()
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"...{text}") > width:
        text = text[1:]
    return f"...{text}"
