"""The preview image of a page, for links on other sites: a summary, the scores as bars, and a few drawings.

It is drawn from text and small pictures with the bundled fonts, and needs no network access.
"""

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from sgpkit.files import write_atomically
from sgpkit.graphics.raster import fonts
from sgpkit.reports.levels import Level

WIDTH, HEIGHT = 1200, 630
"""Size in pixels, as recommended for large https://ogp.me images."""

MARGIN, COLUMN, LINES, BARS, PITCH, DRAWINGS = 64, 760, 4, 5, 42, 3
PAPER, INK, MUTED, SOFT, BAR = "#f7f7f5", "#1b1e23", "#5b626c", "#e6e6e1", "#5f86bd"


@dataclass(frozen=True)
class Bar:
    """A name with its score."""

    name: str
    value: float


def write(
    path: Path, heading: str, text: str, bars: Sequence[Bar], levels: Sequence[Level], drawings: Sequence[str]
) -> None:
    """Write the picture. `drawings` are pictures in base64."""
    image = paint(heading, text, bars, levels, drawings)
    stream = io.BytesIO()
    image.quantize(64).save(stream, "PNG", optimize=True)
    write_atomically(path, stream.getvalue())


def paint(
    heading: str, text: str, bars: Sequence[Bar], levels: Sequence[Level], drawings: Sequence[str]
) -> Image.Image:
    """Return the picture."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    room = COLUMN if drawings else WIDTH - 2 * MARGIN
    draw.text((MARGIN, 46), "sgpkit", MUTED, font(24))
    y = 84.0
    for line in wrapped(heading, font(46, bold=True), room, 2):
        draw.text((MARGIN, y), line, INK, font(46, bold=True))
        y += 56
    y += 12
    for line in wrapped(text, font(24), room, LINES):
        draw.text((MARGIN, y), line, MUTED, font(24))
        y += 34
    draw_bars(draw, bars[:BARS], levels, room, HEIGHT - MARGIN - PITCH * len(bars[:BARS]))
    side = (HEIGHT - 2 * MARGIN - 16 * (DRAWINGS - 1)) // DRAWINGS
    for index, drawing in enumerate(drawings[:DRAWINGS]):
        with Image.open(io.BytesIO(base64.b64decode(drawing))) as opened:
            picture = opened.convert("RGB")
        picture.thumbnail((side, side))
        left, top = WIDTH - MARGIN - side, MARGIN + index * (side + 16)
        draw.rounded_rectangle((left - 6, top - 6, left + side + 6, top + side + 6), 8, "white", SOFT)
        image.paste(picture, (left + (side - picture.width) // 2, top + (side - picture.height) // 2))
    return image


def draw_bars(draw: ImageDraw.ImageDraw, bars: Sequence[Bar], levels: Sequence[Level], room: int, top: int) -> None:
    """Draw bars below each other, with the levels as lines across them."""
    left, width = MARGIN + 220, room - 330
    for index, bar in enumerate(bars):
        y = top + index * PITCH
        draw.text((MARGIN, y + 5), wrapped(bar.name, font(22), 205, 1)[0], INK, font(22))
        draw.rectangle((left, y + 4, left + width, y + 32), SOFT)
        draw.rectangle((left, y + 4, left + width * min(max(bar.value, 0), 1), y + 32), BAR)
        draw.text((left + width + 14, y + 5), f"{bar.value:.1%}", INK, font(22, bold=True))
    for level in levels if bars else ():
        x = left + width * level.value
        for y in range(top - 2, top + PITCH * len(bars) - 8, 10):
            draw.line((x, y, x, y + 5), INK, 2)


def wrapped(text: str, face: ImageFont.FreeTypeFont, room: float, lines: int) -> list[str]:
    """Wrap a text to at most `lines` lines of `room` pixels; a text that is cut ends in an ellipsis."""
    done: list[str] = [""]
    for word in " ".join(text.split()).split(" "):
        longer = f"{done[-1]} {word}".strip()
        if done[-1] and face.getlength(longer) > room:
            if len(done) == lines:
                return [*done[:-1], shortened(f"{done[-1]} …", face, room)]
            done.append(word)
        else:
            done[-1] = longer
        done[-1] = shortened(done[-1], face, room)
    return done


def shortened(text: str, face: ImageFont.FreeTypeFont, room: float) -> str:
    """Return a text that fits into `room` pixels; a text that is cut ends in an ellipsis."""
    if face.getlength(text) <= room:
        return text
    cut = text[:200]
    while cut and face.getlength(f"{cut}…") > room:
        cut = cut[:-1]
    return f"{cut.rstrip(' …')}…"


def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font of the renderer."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(next(path for path in fonts.files() if path.name == name)), size)
