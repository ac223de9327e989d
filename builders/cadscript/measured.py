"""Predicates from the measurements of a part: OpenCASCADE 8.0 takes them when rows are built, 7.9 when answers are
scored, both times only from the solid.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sgpkit.graphics.cad.measure.measurements import PLANES, Measurements
from sgpkit.graphics.cad.model import Part

from .predicates import Measures

SYMMETRIC, ASYMMETRIC = 1e-4, 5e-3
"""The share of the volume that a mirror image fails to cover, up to which a part is symmetric, and from which it is
not. Between them symmetry is not asked."""

Predicate = Mapping[str, Any]


class Measured(NamedTuple):
    """A built part's measurements, and its matrix of inertia as `inside/measure.py` has it."""

    measurements: Measurements
    moments: tuple[float, ...]


def build(part: Part) -> Measured:
    """Build and measure a part of ours in this process. Raises Rejected."""
    from sgpkit.graphics.cad import solid

    measurements = solid.build_here(part).measurements
    from . import inertia  # imports OpenCASCADE; if it is missing, the line above says how to install it

    return Measured(measurements, inertia.moments(part, measurements))


def bores(measurements: Measurements) -> list[tuple[int, float, tuple[float, float, float]]]:
    """Return axis, radius and position of the round holes along x, y and z, from the middle of the box."""
    middle = (measurements.lower + measurements.upper) * 0.5
    listed = set()
    for group in measurements.concentric:
        along = max(range(3), key=lambda index: abs(group.axis[index]))
        if abs(group.axis[along]) < 0.999:
            continue
        offset = list(group.point - middle)
        offset[along] = 0.0
        x, y, z = (round(value, 3) + 0.0 for value in offset)
        listed |= {(along, round(diameter / 2, 4), (x, y, z)) for diameter in group.inner}
    return sorted(listed)


def mirrors(measurements: Measurements) -> list[bool | None]:
    """Return for the middle planes yz, xz and xy whether the part mirrors into itself; None if that is doubtful."""
    missed = measurements.asymmetry
    if "symmetry_planes" in measurements.doubtful:
        return [None, None, None]
    return [True if share <= SYMMETRIC else False if share >= ASYMMETRIC else None for share in missed]


def detailed(whole: Measured) -> list[Predicate]:
    """Return the requirements of a prompt with all dimensions."""
    measurements, moments = whole
    middle = (measurements.lower + measurements.upper) * 0.5
    listed: list[Predicate] = [
        {"kind": "solids", "value": measurements.bodies},
        {"kind": "extents", "value": [round(side, 4) for side in measurements.extents]},
        {"kind": "volume", "value": round(measurements.volume, 4)},
        {"kind": "area", "value": round(measurements.area, 4)},
        {"kind": "center", "value": [round(value, 4) + 0.0 for value in measurements.centroid - middle]},
        {"kind": "moments", "value": [round(value, 6) + 0.0 for value in moments]},
        {"kind": "genus", "value": measurements.genus},
        {"kind": "voids", "value": measurements.voids},
        {"kind": "mirror planes", "value": mirrors(measurements)},
    ]
    holes = bores(measurements)
    for axis in range(3):
        mine = [[radius, *position] for along, radius, position in holes if along == axis]
        if mine:
            listed.append({"kind": "holes", "value": mine, "axis": axis})
    return listed


def proportions(measurements: Measurements) -> list[float]:
    """Return the sides of the box as multiples of the shortest, as a text gives them."""
    shortest = min(measurements.extents)
    return [round(side / shortest, 2) for side in measurements.extents]


def fullness(measurements: Measurements) -> float:
    """Return the share of the box that is filled, as a text gives it."""
    return round(measurements.fullness, 2)


def bore_counts(measurements: Measurements) -> list[int]:
    """Return the number of axes along x, y and z that have a round hole."""
    positions = {(axis, position) for axis, _, position in bores(measurements)}
    return [sum(along == axis for along, _ in positions) for axis in range(3)]


def abstract(measurements: Measurements) -> list[Predicate]:
    """Return the requirements of a prompt without dimensions: the statements of `words.abstract`, no more."""
    faces = measurements.faces
    return [
        {"kind": "solids", "value": measurements.bodies},
        {"kind": "proportions", "value": proportions(measurements)},
        {"kind": "fullness", "value": fullness(measurements)},
        {"kind": "genus", "value": measurements.genus},
        {"kind": "voids", "value": measurements.voids},
        {"kind": "bores", "value": bore_counts(measurements)},
        {"kind": "faces", "value": [faces.plane, faces.curved]},
        {"kind": "mirror planes", "value": mirrors(measurements)},
    ]


def measures(whole: Measured) -> Measures:
    """Return measurements as predicates read them, so that a part of ours can be tried without CadQuery."""
    measurements, moments = whole
    cylinders = []
    for group in measurements.concentric:
        for hole, diameters in ((True, group.inner), (False, group.outer)):
            cylinders += [
                {
                    "radius": diameter / 2,
                    "axis": list(group.axis),
                    "through": list(group.point),
                    "angle": 7.0,
                    "hole": hole,
                }
                for diameter in set(diameters)
            ]
    return {
        "valid": True,
        "volume": measurements.volume,
        "area": measurements.area,
        "low": list(measurements.lower),
        "high": list(measurements.upper),
        "center": list(measurements.centroid),
        "moments": list(moments),
        "solids": measurements.bodies,
        "voids": measurements.voids,
        "apart": True,
        "faces": {"PLANE": measurements.faces.plane, "CURVED": measurements.faces.curved},
        "edges": measurements.edges.total,
        "genus": measurements.genus,
        "cylinders": cylinders,
        "symmetric": [plane in measurements.symmetry_planes for plane in PLANES],
    }
