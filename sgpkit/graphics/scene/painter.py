"""Render the square pictures that `removal` compares, with resvg as in `raster`."""

from sgpkit.graphics.raster import direct, pixels, resvg
from sgpkit.graphics.raster.pixels import Pixels
from sgpkit.graphics.scene.page import SIDE
from sgpkit.graphics.svg.document import SVG, XLINK


def paint_square(contents: str, size: int, plain: bool) -> Pixels:
    """Render the contents of a square of SIDE units on white: (size, size, 4), with alpha. `plain` contents have only
    elements that `direct` can paint. For validated drawings, inside a sandbox."""
    drawing = _square(contents, size)
    painted = direct.rasterize(drawing, size) if plain else None
    if painted is None:
        painted = resvg.rasterize(drawing, size, "<text" in contents)
    return pixels.on_white(painted)


def sketch_square(contents: str, size: int) -> Pixels | None:
    """Render a drawing with only elements of `direct.LETTERED` like `paint_square`, in a fifth of the time but with a
    different text shaper. Return None if that fails."""
    painted = direct.rasterize(_square(contents, size), size, has_text=True)
    return None if painted is None else pixels.on_white(painted)


def _square(contents: str, size: int) -> str:
    return (
        f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" width="{size}" height="{size}" viewBox="0 0 {SIDE} {SIDE}">'
        f"{contents}</svg>"
    )
