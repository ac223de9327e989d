"""A part as a program: in CadQuery, and in build123d."""

import math
from collections.abc import Mapping, Sequence

from sgpkit.families.shared.cad.piece import Feature
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, Line, Loop

from .pieces import Part3D

AXES = ("(1, 0, 0)", "(0, 1, 0)", "(0, 0, 1)")
COMBINED: Mapping[str, str] = {"new": "union", "join": "union", "cut": "cut", "intersect": "intersect"}
SIGNS: Mapping[str, str] = {"new": "+", "join": "+", "cut": "-", "intersect": "&"}


def number(value: float) -> str:
    """Return a number to four decimals, without zeros at its end."""
    return f"{round(value, 4) + 0.0:g}"


def pair(point: Sequence[float]) -> str:
    """Return a point of a plane."""
    return f"({number(point[0])}, {number(point[1])})"


def origin(feature: Feature) -> str:
    """Return the point in space where a feature's plane has its origin."""
    coordinates = ["0", "0", "0"]
    coordinates[feature.axis] = number(feature.start)
    return f"({', '.join(coordinates)})"


def ends(loop: Loop) -> Sequence[Curve]:
    """Return the curves of a loop that must be written; a closing line is added automatically."""
    return loop[:-1] if isinstance(loop[-1], Line) else loop


def lengths(ellipse: Ellipse) -> tuple[float, float]:
    """Return the half-axes of an ellipse along the axes of its plane."""
    major = math.hypot(*ellipse.major)
    minor = major * ellipse.ratio
    return (major, minor) if abs(ellipse.major.x) >= abs(ellipse.major.y) else (minor, major)


def cadquery(part: Part3D) -> str:
    """Return a CadQuery program of a part."""
    lines = ["import cadquery as cq", ""]
    for index, feature in enumerate(part.features):
        way, normal = AXES[(feature.axis + 1) % 3], AXES[feature.axis]
        plane = f"cq.Plane(origin={origin(feature)}, xDir={way}, normal={normal})"
        drawn = "".join(map(cadquery_loop, (feature.region.outer, *feature.region.holes)))
        height = number(feature.end - feature.start)
        prism = f"cq.Workplane({plane}){drawn}.extrude({height})"
        if index:
            lines.append(f"part = part.{COMBINED[feature.operation]}({prism})")
        else:
            rounding = f'.edges("|{"XYZ"[feature.axis]}").fillet({number(part.rounding)})' if part.rounding else ""
            lines.append(f"part = {rounded_first(feature, plane, height, rounding) if rounding else prism}")
    return "\n".join([*lines, "final_result = part", ""])


def rounded_first(feature: Feature, plane: str, height: str, rounding: str) -> str:
    """Return a block with rounded edges, and its holes cut afterwards."""
    block = f"cq.Workplane({plane}){cadquery_loop(feature.region.outer)}.extrude({height}){rounding}"
    holes = "".join(map(cadquery_loop, feature.region.holes))
    return f"{block}.cut(cq.Workplane({plane}){holes}.extrude({height}))" if holes else block


def cadquery_loop(loop: Loop) -> str:
    """Return the calls that draw a loop."""
    match loop[0]:
        case Circle(center, radius):
            return f".moveTo{pair(center)}.circle({number(radius)})"
        case Ellipse(center, _, _) as ellipse:
            across, down = lengths(ellipse)
            return f".moveTo{pair(center)}.ellipse({number(across)}, {number(down)})"
    steps = [f".moveTo{pair(start_of(loop[0]))}"]
    for curve in ends(loop):
        if isinstance(curve, Arc):
            steps.append(f".threePointArc({pair(curve.middle)}, {pair(curve.end)})")
        elif isinstance(curve, Line):
            steps.append(f".lineTo{pair(curve.end)}")
    return "".join(steps) + ".close()"


def start_of(curve: Curve) -> Sequence[float]:
    """Return the start of a line or an arc."""
    assert isinstance(curve, Line | Arc)
    return curve.start


def build123d(part: Part3D) -> str:
    """Return a build123d program of a part."""
    lines = ["from build123d import *", ""]
    for index, feature in enumerate(part.shaped()):
        way, normal = AXES[(feature.axis + 1) % 3], AXES[feature.axis]
        lines.append(f"plane = Plane(origin={origin(feature)}, x_dir={way}, z_dir={normal})")
        lines.append(f"sketch = {build123d_loop(feature.region.outer)}")
        lines += [f"sketch -= {build123d_loop(hole)}" for hole in feature.region.holes]
        prism = f"extrude(plane * sketch, amount={number(feature.end - feature.start)}, dir=plane.z_dir)"
        lines.append(f"part {SIGNS[feature.operation]}= {prism}" if index else f"part = {prism}")
    return "\n".join([*lines, "final_result = part", ""])


def build123d_loop(loop: Loop) -> str:
    """Return the expression of the face within a loop."""
    match loop[0]:
        case Circle(center, radius):
            return f"Pos{pair(center)} * Circle({number(radius)})"
        case Ellipse(center, _, _) as ellipse:
            across, down = lengths(ellipse)
            return f"Pos{pair(center)} * Ellipse({number(across)}, {number(down)})"
    edges = []
    for curve in loop:
        if isinstance(curve, Arc):
            edges.append(f"ThreePointArc({pair(curve.start)}, {pair(curve.middle)}, {pair(curve.end)})")
        elif isinstance(curve, Line):
            edges.append(f"Line({pair(curve.start)}, {pair(curve.end)})")
    return f"make_face([{', '.join(edges)}])"
