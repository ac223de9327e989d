"""The pictures of a row, made in the build's worker processes."""

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from sgpkit.benchmark import Row, Skipped
from sgpkit.graphics import raster
from sgpkit.graphics.turtle.figure import PEN, Figure, element

from . import tracing

SIZE = 512
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
    """PNG pictures of our programs, all at one scale, each figure in the middle."""
    figures = [tracing.figure(code) for code in codes]
    side = 1.12 * max(extent(figure) for figure in figures)
    return tuple(raster.png(raster.paint(svg(figure, side), SIZE)) for figure in figures)


def extent(figure: Figure) -> float:
    left, bottom, right, top = box(figure)
    return max(right - left, top - bottom)


def box(figure: Figure) -> Sequence[float]:
    bounds = figure.box(PEN)
    if bounds is None:
        raise ValueError("a figure of ours without a line")
    return bounds


def svg(figure: Figure, side: float) -> str:
    left, bottom, right, top = box(figure)
    x, y = (left + right - side) / 2, (-top - bottom - side) / 2
    paper = f'<rect x="{x:.6g}" y="{y:.6g}" width="{side:.6g}" height="{side:.6g}" fill="#ffffff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.6g} {y:.6g} {side:.6g} {side:.6g}">'
    return "\n".join([head, paper, *(element(mark, PEN) for mark in figure.marks), "</svg>"])


def from_file(path: str) -> bytes:
    """Any published picture as PNG, what is transparent in it on white."""
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
