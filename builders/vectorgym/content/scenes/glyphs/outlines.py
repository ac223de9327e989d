"""The outlines of glyphs, made from their center lines with a pen of any width."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings.forms import Form, shape
from sgpkit.families.shared.drawings.writing import regions
from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.svg import outline

from ..specs import Glyph

STROKES: dict[str, dict[str, str]] = tables.read(__file__, "strokes.toml")
"""Center lines by form and name."""

TALL = 2.7
"""Pixels of the canvas per unit of a center line."""

MIDDLE = Point(256.0, 256.0)
PENS = {"light": 30.0, "bold": 44.0, "heavy": 58.0}
"""Widths of the strokes in pixels."""

MARGIN = 9.0
SLANT = 0.2
MOST = 400.0
"""The maximum width and height of a glyph with its margin, in pixels."""


class Outlines(NamedTuple):
    """`face`: the glyph itself, `edge`: the glyph with a margin, `inner`: a thin line within its strokes, `lines`: its
    center lines, `width`: that of its strokes."""

    face: Form
    edge: Form
    inner: Form
    lines: Form
    width: float


@lru_cache(maxsize=512)
def outlines(form: str, sign: str, slanted: bool, weight: str, ends: str) -> Outlines:
    lines = shape(STROKES[form][sign])
    lines = lines.mapped(Affine(TALL, 0, -SLANT * TALL if slanted else 0, TALL, 0, 0))
    width, is_round = PENS[weight], ends == "round"
    face, inner = (regions.of_stroke(lines.loops, pen, round_ends=is_round) for pen in (width, 0.24 * width))
    edge = regions.grown(face, MARGIN, round_corners=is_round)
    forms = [*(Form(regions.loops(area)) for area in (face, edge, inner)), lines]
    box = forms[1].box
    scale = min(1.0, MOST / (box.right - box.left), MOST / (box.bottom - box.top))
    right, down = MIDDLE.x - (box.left + box.right) / 2, MIDDLE.y - (box.top + box.bottom) / 2
    one, two, three, four = (form.moved(right, down).scaled(scale, scale, *MIDDLE) for form in forms)
    return Outlines(one, two, three, four, width * scale)


def of(glyph: Glyph) -> Outlines:
    return outlines(glyph.form, glyph.sign, glyph.slanted, glyph.weight, glyph.ends)


def spots(lines: Form, apart: float) -> Iterator[Point]:
    """Yield points along the center lines, evenly spaced on each and not on those before."""
    taken: list[Point] = []
    for loop in lines.loops:
        points = outline.flatten(loop, 0.2)
        whole = sum(here.distance(there) for here, there in pairwise(points))
        count = max(1, round(whole / apart))
        for step in range(count + 1):
            spot = _along(points, whole * step / count)
            if all(spot.distance(other) > 0.8 * apart for other in taken):
                taken.append(spot)
                yield spot


def _along(points: list[Point], length: float) -> Point:
    for here, there in pairwise(points):
        part = here.distance(there)
        if length <= part and part:
            return here + (there - here) * (length / part)
        length -= part
    return points[-1]
