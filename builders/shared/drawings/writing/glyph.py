"""A sketch in one colour, as icon fonts draw: solid areas with cut-outs and gaps, or the outlines of everything.

An item on ink is cut out of it, an item inside a cut-out is ink again, and an item across an edge gets a gap around it.
So whatever could be recognised by its colour can be recognised by its outline.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from sgpkit.graphics.svg.outline import Subpath

from ..sketch import Item
from . import regions
from .regions import Region

Style = Literal["solid", "line", "badge"]
INSIDE, OUTSIDE = 0.8, 0.1
"""The covered share of an item above which it is cut out, and below which nothing parts it from what it touches."""

MOST = 0.72
"""The maximum share of the area below it that an item may cover to be cut out: else little would remain around the
hole."""

THIN = 1.8
"""The width below which a line of a sketch is drawn wider: a cut as thin would not be seen."""


Glyph = tuple[Region, ...]
"""Areas that do not overlap."""


class _Blob(NamedTuple):
    region: Region
    hue: str


@lru_cache(maxsize=256)
def area_of(item: Item) -> Region:
    """Return the area that an item covers, cached because it is needed several times."""
    if item.stroke:
        return regions.of_stroke(item.form.loops, max(item.stroke, THIN))
    return regions.of_loops(item.form.loops)


def solid(items: Sequence[Item], gap: float) -> Glyph:
    """Return the sketch as a solid glyph."""
    blobs: list[_Blob] = []
    for item in items:
        region = area_of(item)
        name = f"{item.hue.name}:{item.level}"
        near = [blob for blob in blobs if regions.overlap(blob.region.box, region.box, gap)]
        covered = sum(
            regions.intersection(blob.region, region).area
            for blob in near
            if regions.overlap(blob.region.box, region.box)
        )
        share = covered / region.area if covered and region.area else 0.0
        cut = share > INSIDE and region.area < MOST * sum(blob.region.area for blob in near)
        if cut:
            blobs = [
                _Blob(regions.difference(blob.region, region), blob.hue) if blob in near else blob for blob in blobs
            ]
        else:
            margin = regions.grown(region, gap) if near else region
            kept = [blob for blob in blobs if blob not in near]
            for blob in near:
                if blob.hue == name or (share < OUTSIDE and covered == 0):
                    if blob.hue == name and regions.overlap(blob.region.box, region.box):
                        region = regions.union(blob.region, region)
                    else:
                        kept.append(blob)
                else:
                    kept.append(_Blob(regions.difference(blob.region, margin), blob.hue))
            blobs = [*kept, _Blob(region, name)]
        blobs = [blob for blob in blobs if not blob.region.is_empty]
    return tuple(blob.region for blob in blobs)


def lines(items: Sequence[Item], width: float, small: float) -> Glyph:
    """Return the outlines of everything; nearer things cover those behind them. Things smaller than `small` are solid
    dots, or lines."""
    blobs: list[Region] = []
    for item in items:
        region = area_of(item)
        box = region.box
        size = min(box.right - box.left, box.bottom - box.top)
        is_line = 0 < item.stroke <= 2.2 * width
        if is_line:
            mark = regions.of_stroke(item.form.loops, min(max(item.stroke, 0.7 * width), width))
            cover = mark
        elif size < small:
            mark, cover = region, region
        else:
            mark = regions.of_stroke(regions.loops(region), width)
            cover = region
        kept = []
        for blob in blobs:
            if regions.overlap(blob.box, cover.box):
                blob = blob if is_line else regions.difference(blob, cover)
                if not blob.is_empty and regions.overlap(blob.box, mark.box):
                    mark = regions.union(blob, mark)
                    continue
            if not blob.is_empty:
                kept.append(blob)
        blobs = [*kept, mark]
    return tuple(blobs)


def badge(glyph: Glyph, plate: Region) -> Glyph:
    """Return the glyph cut out of a plate."""
    for blob in glyph:
        plate = regions.difference(plate, blob)
    return (plate,)


def loops_of(glyph: Glyph, *, nonzero: bool) -> list[tuple[Subpath, ...]]:
    """Return the outlines of each area."""
    return [loops for blob in glyph if (loops := regions.loops(blob, nonzero=nonzero))]
