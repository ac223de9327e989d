"""Fusion 360 reconstructions: all kinds of curve, extents and tapers, between documents, parts and texts."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import cad
from sgpkit.graphics.cad.dialects.fusion360_json import part as part_of
from sgpkit.graphics.cad.model import (
    Circle,
    Ellipse,
    EllipticArc,
    Extrusion,
    Frame,
    Line,
    Loop,
    Part,
    Region,
    Spline,
    Vector,
)
from sgpkit.graphics.cad.rounding import rounding_error
from sgpkit.graphics.cad.sketch.curves import arc_by_sweep, area, ends, on_spline, sweep_of
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

FLAT = Frame(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0))
BEGIN, END = "Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;", "Extrude:(NewBody,OneSide,2);End"

length = st.floats(0.5, 20)
far = st.floats(-30, 30)


@st.composite
def loops(draw: st.DrawFn) -> Loop:
    x, y, wide, high = draw(far), draw(far), draw(length), draw(length)
    corners = [Point(x, y), Point(x + wide, y), Point(x + wide, y + high), Point(x, y + high)]
    sides: list[Any] = [Line(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)]
    kind = draw(st.sampled_from(["plain", "arc", "ellipse", "spline", "circle", "whole ellipse", "closed spline"]))
    if kind == "circle":
        return (Circle(corners[0], wide),)
    if kind == "whole ellipse":
        return (Ellipse(corners[0], Point(wide, high), draw(st.floats(0.1, 1))),)
    if kind == "closed spline":
        ring = tuple(Point(x + wide * math.cos(a), y + high * math.sin(a)) for a in (0, 1.5, 3, 4.5))
        return (Spline(2, (*ring, *ring[:2]), tuple(float(k) for k in range(9)), (), True),)
    if kind == "arc":
        sides[1] = arc_by_sweep(corners[1], corners[2], draw(st.floats(0.1, 3)))
    elif kind == "ellipse":
        middle = Point(x + wide, y + high / 2)
        sides[1] = EllipticArc(middle, Point(0, high / 2), draw(st.floats(0.1, 1)), math.pi, 2 * math.pi)
        sides[1] = EllipticArc(middle, Point(0, high / 2), sides[1].ratio, -math.pi, 0.0)
    elif kind == "spline":
        bulge = Point(x + wide * 1.5, y + high / 2)
        weights = (1.0, draw(st.floats(0.5, 2)), 1.0)
        sides[1] = Spline(2, (corners[1], bulge, corners[2]), (0.0,) * 3 + (1.0,) * 3, weights)
    return tuple(sides)


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    a, b = draw(st.floats(-3, 3)), draw(st.floats(-1.5, 1.5))
    x_axis = Vector(math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), math.sin(b))
    y_axis = Vector(-math.sin(a), math.cos(a), 0.0)
    return Frame(Vector(draw(far), draw(far), draw(far)), x_axis, y_axis)


extrusions = st.builds(
    lambda frame, loop, begin, long, operation, tapers: Extrusion(frame, (Region(loop),), begin, begin + long, operation, *tapers),
    frames(), loops(), st.sampled_from([0.0, -1.0, -7.25, 3.5]), st.floats(1, 20),
    st.sampled_from(["new", "join", "cut"]), st.sampled_from([(0.0, 0.0), (5.0, 0.0), (-3.5, 2.0)]),
)  # fmt: skip


@given(st.lists(extrusions, min_size=1, max_size=3).map(tuple).map(Part))
def test_parts_become_texts_that_say_the_same(part: Part) -> None:
    model = cad.from_part(part, "fusion360")
    again = cad.parse(model.text(), "fusion360")
    assert again == model and again.text() == model.text()
    result = again.part()
    for one, other in zip(part.extrusions, result.extrusions, strict=True):
        assert other.operation == one.operation
        assert area(other.regions[0].outer) == pytest.approx(area(one.regions[0].outer), rel=2e-3)
        assert other.end - other.start == pytest.approx(one.end - one.start, rel=1e-3)
        top = ends(one.regions[0].outer[0])[0], ends(other.regions[0].outer[0])[0]
        for height in ((one.start, other.start), (one.end, other.end)):
            assert other.frame.to_space(top[1], height[1]) == pytest.approx(
                one.frame.to_space(top[0], height[0]), abs=0.05
            )
    assert rounding_error(cad.Model("fusion360", model.commands, part)) < 1e-3


@pytest.mark.parametrize(
    ("extent", "expected"),
    [
        ("OneSide,2", (0, 2, 0, 0)),
        ("OneSide,-2", (-2, 0, 0, 0)),
        ("OneSide,2,5", (0, 2, 5, 0)),
        ("OneSide,-2,5", (-2, 0, 0, 5)),
        ("Symmetric,1.5", (-1.5, 1.5, 0, 0)),
        ("Symmetric,1.5,-3", (-1.5, 1.5, -3, -3)),
        ("TwoSides,2,1", (-1, 2, 0, 0)),
        ("TwoSides,2,1,5,-4", (-1, 2, 5, -4)),
    ],
)
def test_extents_and_tapers(extent: str, expected: tuple[float, ...]) -> None:
    text = f"{BEGIN}Circle:(0,0,1);Extrude:(NewBody,{extent});End"
    model = cad.parse(text, "fusion360")
    (extrusion,) = model.part().extrusions
    assert (extrusion.start, extrusion.end, extrusion.taper, extrusion.taper_back) == expected
    assert cad.from_part(model.part(), "fusion360").text() == model.text() == text


def test_an_extrusion_off_its_plane_moves_the_plane() -> None:
    part = Part((Extrusion(FLAT, (Region((Circle(Point(0, 0), 1),)),), 3, 5, "cut", 2.0),))
    text = cad.from_part(part, "fusion360").text()
    assert text == "Plane:(0,0,3,1,0,0,0,1,0);Profile;Loop;Circle:(0,0,1);Extrude:(Cut,OneSide,2,2);End"


def test_several_profiles_and_holes() -> None:
    text = (
        "Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;Circle:(0,0,5);Loop;Circle:(0,0,2);Profile;Loop;Circle:(20,0,5);"
        "Plane:(0,0,9,1,0,0,0,1,0);Profile;Loop;Circle:(0,0,1);Extrude:(NewBody,OneSide,2);End"
    )
    first, second = cad.parse(text, "fusion360").part().extrusions
    assert [len(region.holes) for region in first.regions] == [1, 0]
    assert second.frame.origin.z == 9 and second.operation == "new"


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        (f"{BEGIN}Circle:(0,0,0);{END}", Status.COMPILE_ERROR, "command 4 (Circle): a radius must be above 0, got 0"),
        (f"{BEGIN}Circle:(0,0,-1);{END}", Status.COMPILE_ERROR, "got -1"),
        (f"{BEGIN}Circle:(0,0,1);Extrude:(NewBody,OneSide,0);End", Status.COMPILE_ERROR, "command 5 (Extrude): the extrusion has no length"),
        (f"{BEGIN}Circle:(0,0,1);Extrude:(NewBody,OneSide,2,90);End", Status.COMPILE_ERROR, "expected a taper between"),
        (f"{BEGIN}Circle:(0,0,1);Extrude:(Melt,OneSide,2);End", Status.PARSE_ERROR, "'Melt' is not one of NewBody"),
        (f"{BEGIN}Circle:(0,0,1);Extrude:(Cut,Through,2);End", Status.PARSE_ERROR, "'Through' is not one of OneSide"),
        (f"{BEGIN}Circle:(0,0,1);Extrude:(Cut,TwoSides,2);End", Status.PARSE_ERROR, "takes 2 or, with tapers, 4 numbers, got 1"),
        (f"{BEGIN}Line:(0,0,4,0);Line:(4,0,4,3);Line:(4,3,0,1);{END}", Status.COMPILE_ERROR, "command 3 (Loop): the loop is open"),
        (f"{BEGIN}Line:(0,0,4,3);Line:(4,3,4,0);Line:(4,0,0,3);Line:(0,3,0,0);{END}", Status.COMPILE_ERROR, "crosses itself near (2, 1.5)"),
        (f"{BEGIN}Line:(0,0,0,0);{END}", Status.COMPILE_ERROR, "a line without length"),
        (f"{BEGIN}Arc:(0,0,1,0,360);{END}", Status.COMPILE_ERROR, "less than 360"),
        (f"{BEGIN}Arc:(1,0,1,0,90);{END}", Status.COMPILE_ERROR, "the same point"),
        (f"{BEGIN}Ellipse:(0,0,0,0,0.5);{END}", Status.COMPILE_ERROR, "half-axis must have a length"),
        (f"{BEGIN}Ellipse:(0,0,1,0,1.5);{END}", Status.COMPILE_ERROR, "ratio above 0 and at most 1, got 1.5"),
        (f"{BEGIN}EllipticalArc:(0,0,1,0,0.5,30,30);{END}", Status.COMPILE_ERROR, "turns by more than 0"),
        (f"{BEGIN}Spline:(3,[0,0,1,1,2],[0,0,0,0,1,1,1,1],[]);{END}", Status.PARSE_ERROR, "even number of coordinates, got 5"),
        (f"{BEGIN}Spline:(3,[0,0,1,1],[0,0,1,1],[]);{END}", Status.COMPILE_ERROR, "needs 4 control points"),
        (f"{BEGIN}Spline:(3,4,5);{END}", Status.PARSE_ERROR, "expected degree, [points]"),
        (f"{BEGIN}{END}", Status.PARSE_ERROR, "command 4 (Extrude): expected curves before it"),
        (f"Profile;Loop;Circle:(0,0,1);{END}", Status.PARSE_ERROR, "command 1 (Profile): a profile without a plane"),
        (f"Plane:(0,0,0,1,0,0,0,1,0);{END}", Status.PARSE_ERROR, "command 2 (Extrude): an extrusion without a profile"),
        (f"Plane:(0,0,0,1,0,0,0,1,0);Circle:(0,0,1);{END}", Status.PARSE_ERROR, "a curve outside of a loop"),
        (f"Plane:(0,0,0,1,0,0,1,0,0);Profile;Loop;Circle:(0,0,1);{END}", Status.COMPILE_ERROR, "command 1 (Plane): the axes must"),
        (f"Plane:(0,0,0,1,0,0);Profile;Loop;Circle:(0,0,1);{END}", Status.PARSE_ERROR, "expected 9 numbers, got 6"),
        (f"{BEGIN}Circle:(0,0,1);End", Status.PARSE_ERROR, "never extruded"),
        ("Plane:(0,0,0,1,0,0,0,1,0);End", Status.PARSE_ERROR, "no extrusion"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_status_and_place(text: str, status: Status, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(text, "fusion360").part()
    assert (refused.value.status, message in refused.value.reason) == (status, True), refused.value.reason


# --- documents --------------------------------------------------------------------------------------------------------


def at(x: float, y: float, z: float = 0.0) -> dict[str, Any]:
    return {"type": "Point3D", "x": x, "y": y, "z": z}


def document(curves: list[dict[str, Any]], **extrude: Any) -> dict[str, Any]:
    sketch = {
        "type": "Sketch",
        "profiles": {"p": {"loops": [{"profile_curves": curves}]}},
        "transform": {"origin": at(0, 0, 1), "x_axis": at(0, 1), "y_axis": at(0, 0, 1), "z_axis": at(1, 0)},
    }
    feature = {
        "type": "ExtrudeFeature",
        "profiles": [{"sketch": "s", "profile": "p"}],
        "operation": "NewBodyFeatureOperation",
        "start_extent": {"type": "ProfilePlaneStartDefinition"},
        "extent_type": "OneSideFeatureExtentType",
        "extent_one": {"distance": {"value": 2.0}},
    } | extrude
    return {"timeline": [{"entity": "s"}, {"entity": "e"}], "entities": {"s": sketch, "e": feature}}


@pytest.mark.parametrize(("normal", "middle"), [(1, (0, 1)), (-1, (0, -1))])
def test_arcs_turn_about_their_normal(normal: int, middle: tuple[float, float]) -> None:
    """The ends of a half circle from (1, 0) to (-1, 0) do not determine its side."""
    arc = {
        "type": "Arc3D", "start_point": at(1, 0), "end_point": at(-1, 0), "center_point": at(0, 0), "radius": 1.0,
        "normal": at(0, 0, normal), "reference_vector": at(1, 0), "start_angle": 0.0, "end_angle": math.pi,
    }  # fmt: skip
    back = {"type": "Line3D", "start_point": at(1, 0), "end_point": at(-1, 0)}
    (extrusion,) = part_of(document([arc, back])).extrusions
    result = extrusion.regions[0].outer[0]
    assert result.middle == pytest.approx(middle, abs=1e-9)  # type: ignore[union-attr]
    assert sweep_of(result) == pytest.approx(normal * math.pi)  # type: ignore[arg-type]
    arc["end_angle"] = 1.0
    with pytest.raises(Rejected, match="contradict"):
        part_of(document([arc, back]))


def test_ellipses_and_splines_of_documents() -> None:
    """A file may call the shorter half-axis major."""
    half = {
        "type": "EllipticalArc3D", "center_point": at(0, 0), "major_axis": at(1, 0), "major_axis_radius": 1.0,
        "minor_axis_radius": 2.0, "normal": at(0, 0, 1), "start_angle": 0.0, "end_angle": math.pi,
    }  # fmt: skip
    spline = {
        "type": "NurbsCurve3D", "degree": 2, "knots": [0, 0, 0, 1, 1, 1], "rational": True, "periodic": False,
        "weights": [1, math.sqrt(0.5), 1], "control_points": [at(-1, 0), at(-1, -1), at(0, -1)],
    }  # fmt: skip
    close = {"type": "Line3D", "start_point": at(0, -1), "end_point": at(1, 0)}
    (extrusion,) = part_of(document([half, spline, close])).extrusions
    loop = extrusion.regions[0].outer
    assert isinstance(loop[0], EllipticArc) and loop[0].ratio == 0.5 and ends(loop[0])[0] == pytest.approx((1, 0))
    assert max(point.y for point in (on_spline(loop[1], share) for share in (0, 0.5, 1))) <= 1e-9  # type: ignore[arg-type]
    # half an ellipse, a quarter of a circle (as NURBS have it exactly) and a triangle
    assert area(loop) == pytest.approx(math.pi + math.pi / 4 + 0.5, rel=1e-5)
    whole = half | {"type": "Ellipse3D", "major_axis_radius": 3.0}
    (extrusion,) = part_of(document([whole])).extrusions
    assert area(extrusion.regions[0].outer) == pytest.approx(6 * math.pi)


@pytest.mark.parametrize(
    ("extrude", "expected", "x"),
    [
        ({}, (0, 2), 0),
        ({"extent_one": {"distance": {"value": -2.0}}}, (-2, 0), 0),
        ({"start_extent": {"type": "OffsetStartDefinition", "offset": {"value": 0.5}}}, (0, 2), 0.5),
        ({"extent_type": "SymmetricFeatureExtentType", "extent_one": {"distance": {"value": 2.0}, "is_full_length": True}}, (-1, 1), 0),
        ({"extent_type": "SymmetricFeatureExtentType", "extent_one": {"distance": {"value": 2.0}, "is_full_length": False}}, (-2, 2), 0),
        ({"extent_type": "TwoSidesFeatureExtentType", "extent_two": {"distance": {"value": 3.0}}}, (-3, 2), 0),
    ],
)  # fmt: skip
def test_extents_of_documents(extrude: dict[str, Any], expected: tuple[float, float], x: float) -> None:
    circle = {"type": "Circle3D", "center_point": at(2, 3), "radius": 1.0}
    (extrusion,) = part_of(document([circle], **extrude)).extrusions
    assert (extrusion.start, extrusion.end) == expected
    assert extrusion.frame.to_space(Point(2, 3)) == (x, 2, 4)


def test_tapers_are_degrees() -> None:
    circle = {"type": "Circle3D", "center_point": at(2, 3), "radius": 1.0}
    extent = {"distance": {"value": 2.0}, "taper_angle": {"value": math.radians(-5)}}
    (extrusion,) = part_of(document([circle], extent_one=extent)).extrusions
    assert extrusion.taper == pytest.approx(-5) and extrusion.taper_back == 0


def test_small_loops_of_large_parts_are_kept() -> None:
    """The plate has a half-round notch of a ten-thousandth of its size, and is equally thin."""
    notch = (
        Line(Point(7.00005, 3), Point(7.00123, 3)),
        EllipticArc(Point(7.00123, 3.00041), Point(0, 0.00041), 0.37, -math.pi, 0),
        Line(Point(7.00123, 3.00082), Point(7.00005, 3.00082)),
        Line(Point(7.00005, 3.00082), Point(7.00005, 3)),
    )
    corners = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    plate = tuple(Line(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True))
    part = Part((Extrusion(FLAT, (Region(plate), Region(notch)), 0, 0.0001, "join"),))
    (result,) = cad.parse(cad.from_part(part, "fusion360").text(), "fusion360").part().extrusions
    areas = [[area(region.outer) for region in one.regions] for one in (result, part.extrusions[0])]
    assert areas[0] == pytest.approx(areas[1], rel=1e-3)
    assert result.end == pytest.approx(0.0001, rel=1e-2)
