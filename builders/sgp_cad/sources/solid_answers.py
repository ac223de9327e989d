"""Answers to the questions about parts, twice: as measured on the solid, and as the recipe knows them.

`measured` reads `Measurements`, which are taken from the built solid alone. `expected` reads the recipe, so that
questions can be spread evenly over the answers before anything is built. A row is kept only where the two agree.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

from sgpkit.families.shared.cad import occupancy
from sgpkit.families.shared.cad.piece import AXES, Piece, extents, volume
from sgpkit.families.shared.cad.symmetries import half_turned_plainly, mirrored_plainly
from sgpkit.graphics.cad.measure.measurements import Measurements, Outline

Value = int | float | str

NEAR = 5e-3
"""Two ratios that differ by less, relatively, are the same."""

APART = 1.12
"""The factor by which sizes of holes or circles at least differ that can be distinguished in a picture."""

OFF, ON = 0.03, 0.006
"""Shares of an extent: the centre of gravity is off the middle above the first, and in the middle below the second."""

CLOSED, THROUGH, BLIND, SOLID = (
    "there is a closed cavity inside it that nothing leads into",
    "there is an opening that goes all the way through it",
    "there is a round blind hole in it, and nothing goes all the way through",
    "there is no cavity in it, no opening through it and no blind hole",
)


def agree(one: Value | None, other: Value | None) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=NEAR)
    return one is not None and one == other


def chosen(flags: tuple[bool, bool, bool]) -> str:
    """Return the words for one of the three axes."""
    named = [axis for axis, flag in zip(AXES, flags, strict=True) if flag]
    if len(named) == 3:
        return "all three"
    return " and ".join(named) or "none"


# --- as the recipe knows it -------------------------------------------------------------------------------------------


def _through(piece: Piece) -> int | None:
    return None if piece.bores is None else sum(bore.through for bore in piece.bores)


def _hole_axis(piece: Piece) -> str | None:
    axes = {bore.axis for bore in piece.bores or () if bore.through}
    return direction({AXES[axis] for axis in axes})


def direction(axes: set[str]) -> str | None:
    return None if not axes else next(iter(axes)) if len(axes) == 1 else "several"


def _sizes(piece: Piece) -> list[float] | None:
    return None if piece.bores is None else sorted({bore.diameter for bore in piece.bores})


def can_be_told_apart(sizes: Sequence[float]) -> bool:
    """Return whether sizes, in their order, are plainly different."""
    return all(other >= one * APART for one, other in itertools.pairwise(sizes))


def _plain_sizes(piece: Piece) -> int | None:
    """Return the number of sizes of holes, or None if two sizes are hard to distinguish."""
    known = _sizes(piece)
    return len(known) if known is not None and can_be_told_apart(known) else None


def _openness(piece: Piece) -> str | None:
    if piece.ways_through is None or (piece.bores is None and not piece.cavities):
        return None
    blind = [bore for bore in piece.bores or () if not bore.through]
    if piece.pockets > len(blind):  # recesses that are not round: neither hollow nor solid
        return None
    return openness(piece.ways_through, len(blind))


def openness(ways_through: int, blind: int) -> str:
    return THROUGH if ways_through else BLIND if blind else SOLID


def _longest(piece: Piece) -> str | None:
    return longest(extents(piece))


def longest(sizes: tuple[float, ...]) -> str | None:
    """Return the axis of the greatest extent, None where two are nearly, but not quite, the greatest."""
    greatest = max(sizes)
    equal = [axis for axis, size in zip(AXES, sizes, strict=True) if size > greatest * (1 - 1e-6)]
    close = [size for size in sizes if greatest * 0.93 < size <= greatest * (1 - 1e-6)]
    return None if close else equal[0] if len(equal) == 1 else "several"


def _ratio_of_holes(piece: Piece) -> float | None:
    sizes = _sizes(piece)
    return sizes[-1] / sizes[0] if sizes and len(sizes) > 1 else None


PROFILES = ("L", "T", "U", "Z", "H", "cross", "stairs", "triangle", "hexagon")
BOXED = ("rectangle", "square")


def primary(outlines: Sequence[str | None]) -> str | None:
    """Return a word for the whole shape of a part, by the outlines of its three views, or None if there is none."""
    plain = sum(outline in BOXED for outline in outlines)
    (other, *more) = [outline for outline in outlines if outline not in BOXED] or ["block"]
    if plain >= 2 and not more:
        return {"circle": "cylinder", "ellipse": "oval cylinder", "slot": "round-ended block", "block": "block"}.get(
            str(other), str(other) if other in PROFILES else None
        )
    if sorted(map(str, outlines))[1:] == ["trapezoid", "trapezoid"]:
        base = next(outline for outline in outlines if outline != "trapezoid")
        return "cone" if base == "circle" else "pyramid" if base in BOXED else None
    return None


EXPECTED: Mapping[str, Callable[[Piece], Value | None]] = {
    "part": lambda piece: piece.name,
    "use": lambda piece: piece.name,
    "primary-shape": lambda piece: primary(piece.outlines),
    "symmetric": lambda piece: sum(flags) if (flags := mirrored_plainly(piece)) is not None else None,
    "through-holes": _through,
    "hole-axis": _hole_axis,
    "hole-sizes": _plain_sizes,
    "hole-ratio": _ratio_of_holes,
    "ways-through": lambda piece: piece.ways_through,
    "openness": _openness,
    "faces": lambda piece: None if piece.flat is None or piece.curved is None else piece.flat + piece.curved,
    "flat-faces": lambda piece: piece.flat,
    "curved-faces": lambda piece: piece.curved,
    "bodies": lambda piece: piece.bodies,
    "mirrors": lambda piece: chosen(flags) if (flags := mirrored_plainly(piece)) is not None else None,
    "half-turns": lambda piece: chosen(flags) if (flags := half_turned_plainly(piece)) is not None else None,
    "outline-x": lambda piece: piece.outlines[0],
    "outline-y": lambda piece: piece.outlines[1],
    "outline-z": lambda piece: piece.outlines[2],
    "cells-x": lambda piece: occupancy.cells(piece, 0),
    "cells-y": lambda piece: occupancy.cells(piece, 1),
    "cells-z": lambda piece: occupancy.cells(piece, 2),
    "heavy-side": occupancy.heavy_side,
    "longest": _longest,
    "extent-ratio": lambda piece: max(extents(piece)) / min(extents(piece)),
    "coaxial": lambda piece: piece.coaxial,
    "steps": lambda piece: piece.steps,
    "fullness": lambda piece: volume(piece) / math.prod(extents(piece)) if piece.adds_up else None,
}


INSIDE = ("part", "use", "openness", "faces", "flat-faces", "curved-faces", "fullness", "coaxial")
"""What depends on a closed cavity, which no picture shows."""


def expected(piece: Piece, aspect: str) -> Value | None:
    """Return the answer as the recipe knows it; None where no picture shows it."""
    return None if piece.cavities and aspect in INSIDE else EXPECTED[aspect](piece)


# --- as measured ------------------------------------------------------------------------------------------------------


def _hole_sizes(measures: Measurements) -> list[float]:
    sizes: list[float] = []
    for size in sorted(hole.diameter for hole in measures.holes):
        if not sizes or size > sizes[-1] * (1 + NEAR):
            sizes.append(size)
    return sizes


def _measured_hole_axis(measures: Measurements) -> str | None:
    named = set()
    for hole in measures.through_holes:
        lengths = [abs(value) for value in hole.axis]
        if max(lengths) < 1 - 1e-6:
            return None
        named.add(AXES[lengths.index(max(lengths))])
    return direction(named)


def _measured_ratio(measures: Measurements) -> float | None:
    sizes = _hole_sizes(measures)
    return sizes[-1] / sizes[0] if len(sizes) > 1 else None


def _flags(names: tuple[str, ...], wanted: tuple[str, str, str]) -> tuple[bool, bool, bool]:
    return wanted[0] in names, wanted[1] in names, wanted[2] in names


def _named(outline: Outline) -> str | None:
    return None if outline.shape == "other" else outline.shape


def _measured_side(measures: Measurements) -> str | None:
    middle = (measures.lower + measures.upper) * 0.5
    offsets = [
        (center - at) / extent for center, at, extent in zip(measures.centroid, middle, measures.extents, strict=True)
    ]
    return occupancy.direction(offsets, OFF, ON)


MEASURED: Mapping[str, tuple[str, Callable[[Measurements], Value | None]]] = {
    "primary-shape": (
        "outlines",
        lambda measures: primary(
            [_named(one) for one in (measures.outlines.x, measures.outlines.y, measures.outlines.z)]
        ),
    ),
    "symmetric": ("symmetry_planes", lambda measures: sum(_flags(measures.symmetry_planes, ("yz", "xz", "xy")))),
    "through-holes": ("holes", lambda measures: len(measures.through_holes)),
    "hole-axis": ("holes", _measured_hole_axis),
    "hole-sizes": ("holes", lambda measures: len(_hole_sizes(measures))),
    "hole-ratio": ("holes", _measured_ratio),
    "ways-through": ("genus", lambda measures: measures.genus),
    "openness": (
        "genus",
        lambda measures: None if measures.voids else openness(measures.genus, len(measures.blind_holes)),
    ),
    "faces": ("faces", lambda measures: measures.faces.total),
    "flat-faces": ("faces", lambda measures: measures.faces.plane),
    "curved-faces": ("faces", lambda measures: measures.faces.curved),
    "bodies": ("bodies", lambda measures: measures.bodies),
    "mirrors": ("symmetry_planes", lambda measures: chosen(_flags(measures.symmetry_planes, ("yz", "xz", "xy")))),
    "half-turns": ("turns", lambda measures: chosen(tuple(count % 2 == 0 for count in measures.turns))),  # type: ignore[arg-type]
    "outline-x": ("outlines", lambda measures: _named(measures.outlines.x)),
    "outline-y": ("outlines", lambda measures: _named(measures.outlines.y)),
    "outline-z": ("outlines", lambda measures: _named(measures.outlines.z)),
    "cells-x": ("outlines", lambda measures: measures.outlines.x.cells),
    "cells-y": ("outlines", lambda measures: measures.outlines.y.cells),
    "cells-z": ("outlines", lambda measures: measures.outlines.z.cells),
    "heavy-side": ("volume", _measured_side),
    "longest": ("lower", lambda measures: longest(tuple(measures.extents))),
    "extent-ratio": ("lower", lambda measures: measures.slenderness),
    "coaxial": ("concentric", lambda measures: max((len(group.diameters) for group in measures.concentric), default=0)),
    "steps": ("concentric", lambda measures: len(measures.steps)),
    "fullness": ("volume", lambda measures: measures.fullness),
}


def measured(measures: Measurements, aspect: str) -> Value | None:
    """Return the measured answer, None if it cannot be determined or is in doubt."""
    if aspect not in MEASURED:
        return None
    name, read = MEASURED[aspect]
    return None if name in measures.doubtful else read(measures)
