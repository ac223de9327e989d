"""The pictures of a row, made in the build's worker processes."""

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from sgpkit.benchmark import Row, Skipped
from sgpkit.graphics.turtle.pixels import Board

from . import tracing

PAGE = (836, 863)
"""Rows and columns of a published picture."""
ORIGIN = (423, 435)
"""Row and column at which a published turtle starts."""
MARGIN = 10
BUILTIN = "builtin"
MAX_PIXELS = 4_000_000
"""Pixels of a picture that is read; a published one has 863 × 836."""


def with_images(row: Row) -> Row | Skipped:
    """Our own figures are painted here; a published row holds the places of its pictures."""
    if row["source"] == BUILTIN:
        codes = [row[name] for name in ("base_code", "code") if name in row]
        drawn = painted(*codes)
        return row | dict(zip(("base_image", "image")[-len(codes) :], drawn, strict=True))
    try:
        return row | {name: from_file(row[name]) for name in ("base_image", "image") if name in row}
    except (OSError, ValueError) as error:
        return Skipped(row["id"], f"its picture cannot be read: {error}")


@lru_cache(maxsize=16)
def painted(*codes: str) -> tuple[bytes, ...]:
    """PNG pictures of our programs as the published ones are: black pixels on one page, one for each of the turtle's
    steps, so that a picture is graded as its program is."""
    from PIL import Image

    boards = [tracing.board(code) for code in codes]
    if not all(board.pixels.size for board in boards):
        raise ValueError("a figure of ours without a line")
    above, left, height, width = page(boards)
    pictures = []
    for board in boards:
        paper = np.full((height, width), 255, np.uint8)
        rows, columns = board.pixels.shape
        paper[above + board.top :, left + board.left :][:rows, :columns][board.pixels] = 0
        stream = io.BytesIO()
        Image.fromarray(paper).save(stream, "PNG", optimize=True)
        pictures.append(stream.getvalue())
    return tuple(pictures)


def page(boards: Sequence[Board]) -> tuple[int, int, int, int]:
    """Return row and column of the origin, and height and width: those of the published pages, or as much more as a
    figure needs."""
    (row, column), (height, width) = ORIGIN, PAGE
    above = max(row, *(MARGIN - board.top for board in boards))
    before = max(column, *(MARGIN - board.left for board in boards))
    below = max(height - row, *(board.top + board.pixels.shape[0] + MARGIN for board in boards))
    after = max(width - column, *(board.left + board.pixels.shape[1] + MARGIN for board in boards))
    return above, before, above + below, before + after


def from_file(path: str) -> bytes:
    """Any published picture as PNG, with transparent areas on white."""
    from PIL import Image

    with Image.open(Path(path)) as opened:
        if opened.width * opened.height > MAX_PIXELS:
            raise ValueError(f"{opened.width} × {opened.height} pixels; expected at most {MAX_PIXELS:,} in all")
        image = opened.convert("RGBA")
    flat = Image.new("RGBA", image.size, "white")
    flat.alpha_composite(image)
    stream = io.BytesIO()
    flat.convert("L").save(stream, "PNG")
    return stream.getvalue()
