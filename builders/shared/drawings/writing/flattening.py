"""Layers as other tools leave them: lines as areas, areas cut where others cover them, merged by colour, reordered
where nothing overlaps. The picture stays the same.
"""

import random
from collections.abc import Iterable

from sgpkit.graphics.svg.outline import Box, Subpath

from ..looks import Marks
from . import regions
from .inks import Ink
from .regions import Region

TRAP = 0.35
"""Design units by which what is cut still reaches under its cover, so that no seam shows between the two."""

CLEARANCE = 0.3


def inks(marks: Marks) -> list[Ink]:
    """Return the elements of a finished sketch in painting order."""
    result: list[Ink] = []
    for member in marks.members:
        if isinstance(member, Marks):
            result += inks(member)
            continue
        form = member.form
        result.append(
            Ink(
                form.loops,
                member.paint,
                member.stroke,
                member.width if member.stroke else 0.0,
                form.primitive,
                member.holes and len(form.loops) > 1,
                member.gradient,
            )
        )
    return result


def area(ink: Ink) -> Region:
    """Return the area that an ink covers, including its line."""
    if ink.stroke is None:
        return regions.of_loops(ink.loops, even_odd=ink.even_odd)
    line = regions.of_stroke(ink.loops, ink.width)
    return line if ink.paint is None else regions.union(regions.of_loops(ink.loops, even_odd=ink.even_odd), line)


def expanded(layers: Iterable[Ink]) -> list[Ink]:
    """Return the layers with every line as an area."""
    result: list[Ink] = []
    for ink in layers:
        if ink.stroke is None:
            result.append(ink)
            continue
        if ink.paint is not None:
            result.append(ink._replace(stroke=None, width=0.0))
        line = regions.of_stroke(ink.loops, ink.width)
        result.append(Ink(regions.loops(line, nonzero=True), ink.stroke))
    return [ink for ink in result if ink.loops]


def cut(layers: list[Ink], chance: float, generator: random.Random) -> list[Ink]:
    """Return the layers without what others cover, except for a margin. Lines and gradients stay whole."""
    result: list[Ink] = []
    covers: list[Region] = []
    for ink in reversed(layers):
        own = area(ink)
        if own.is_empty:
            continue
        above = [cover for cover in covers if regions.overlap(cover.box, own.box)]
        if above and ink.stroke is None and ink.gradient is None and generator.random() < chance:
            left = own
            for cover in above:
                left = regions.difference(left, regions.shrunk(cover, TRAP))
            loops = regions.loops(left, nonzero=True)
            if loops:
                result.append(Ink(loops, ink.paint))
        else:
            result.append(ink)
        covers.append(own)
    return result[::-1]


Boxed = list[tuple[Ink, Box]]


def boxed(layers: Iterable[Ink]) -> Boxed:
    """Return the layers with their boxes."""
    return [(ink, ink.box) for ink in layers]


def reordered(layers: Boxed, generator: random.Random, swaps: int) -> Boxed:
    """Return the layers with neighbours exchanged that do not meet."""
    result = list(layers)
    for _ in range(swaps if len(result) > 1 else 0):
        index = generator.randrange(len(result) - 1)
        one, other = result[index], result[index + 1]
        if not regions.overlap(one[1], other[1], CLEARANCE):
            result[index], result[index + 1] = other, one
    return result


def merged(layers: Boxed, chance: float, generator: random.Random) -> list[Ink]:
    """Return the layers with those of one look as one element, where none between them meets the later one."""
    result: Boxed = []
    for ink, box in layers:
        at = _mergeable(result, ink, box) if generator.random() < chance else None
        if at is None:
            result.append((ink, box))
            continue
        whole = together(*result[at], ink, box)
        result[at] = whole, whole.box
    return [ink for ink, _ in result]


def _mergeable(layers: Boxed, ink: Ink, box: Box) -> int | None:
    if ink.gradient is not None:
        return None
    for index in range(len(layers) - 1, -1, -1):
        other, beside = layers[index]
        meets = regions.overlap(beside, box, CLEARANCE)
        if other.look == ink.look and not (ink.stroke and meets):
            return index
        if meets:
            return None
    return None


def together(one: Ink, one_box: Box, other: Ink, other_box: Box) -> Ink:
    """Return two inks of one look, with their boxes, as one."""
    if one.stroke is not None or not regions.overlap(one_box, other_box):
        rule = one.even_odd or other.even_odd
        return one._replace(loops=one.loops + other.loops, primitive=None, even_odd=rule)
    whole = regions.union(area(one), area(other))
    return Ink(regions.loops(whole, nonzero=True), one.paint)


def split(ink: Ink, generator: random.Random) -> list[Ink]:
    """Return an area with several separate pieces as two elements, divided at random."""
    pieces = islands(ink.loops)
    if len(pieces) < 2 or ink.even_odd or ink.stroke:
        return [ink]
    generator.shuffle(pieces)
    count = generator.randint(1, len(pieces) - 1)
    return [
        ink._replace(loops=tuple(loop for piece in part for loop in piece), primitive=None)
        for part in (pieces[:count], pieces[count:])
    ]


def islands(loops: tuple[Subpath, ...]) -> list[list[Subpath]]:
    """Return the loops in groups whose boxes do not meet those of others."""
    groups: list[tuple[list[Subpath], Region]] = []
    for loop in loops:
        own = regions.of_loops((loop,))
        together_, rest = [loop], []
        box = own
        for members, region in groups:
            if regions.overlap(region.box, own.box):
                together_ += members
                box = regions.union(box, region)
            else:
                rest.append((members, region))
        groups = [*rest, (together_, box)]
    return [members for members, _ in groups]
