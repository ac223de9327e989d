"""DeepCAD's sequences: text, vectors and documents to parts and back."""

import io
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import cad
from sgpkit.graphics.cad.dialects import deepcad, vectors
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.model import Circle, Extrusion, Frame, Line, Part, Region, Vector
from sgpkit.graphics.cad.rounding import rounding_error
from sgpkit.graphics.cad.sketch.curves import area, box_of, ends
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

SQUARE = "SOL;Line:(223,128);Line:(223,223);Line:(128,223);Line:(128,128)"
PLAIN = "Ext:(128,128,128,32,32,128,192,147,128,Newbody,One-sided)"

level = st.integers(0, 255)
curve = st.one_of(
    st.builds("Line:({},{})".format, level, level),
    st.builds("Arc:({},{},{},{})".format, level, level, level, st.integers(0, 1)),
)
loop = st.one_of(
    st.lists(curve, min_size=1, max_size=6).map(";".join),
    st.builds("Circle:({},{},{})".format, level, level, level),
).map("SOL;{}".format)
extrusion = st.builds(
    "{};Ext:({},{},{})".format,
    st.lists(loop, min_size=1, max_size=3).map(";".join),
    st.lists(level, min_size=9, max_size=9).map(lambda values: ",".join(map(str, values))),
    st.sampled_from(list(deepcad.OPERATIONS)),
    st.sampled_from(deepcad.EXTENTS),
)
texts = st.lists(extrusion, min_size=1, max_size=4).map(lambda parts: ";".join([*parts, "EOS"]))
angles = st.floats(-3.1, 3.1)


@given(texts)
def test_text_and_vectors_come_back_to_the_letter(text: str) -> None:
    model = cad.parse(text, "deepcad")
    assert model.text() == text
    rows = vectors.to_rows(model.commands)
    assert cad.parse(rows, "deepcad").text() == text
    padded = np.concatenate([rows, np.tile(rows[-1], (5, 1))])
    assert cad.parse(padded.tolist(), "deepcad") == model
    try:
        part = model.part()
    except Rejected as refused:
        assert refused.status is Status.COMPILE_ERROR and refused.reason.startswith("command ")
    else:
        assert all(extrusion.start < extrusion.end for extrusion in part.extrusions)


@given(angles.filter(lambda value: value >= 0), angles, angles)
def test_planes_from_three_angles_and_back(theta: float, phi: float, gamma: float) -> None:
    frame = deepcad.frame_of_angles(theta, phi, gamma, Vector(0, 0, 0))
    assert frame.x_axis.length == pytest.approx(1) and frame.x_axis.dot(frame.y_axis) == pytest.approx(0, abs=1e-9)
    assert frame.normal == pytest.approx(
        (math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta)), abs=1e-9
    )
    again = deepcad.frame_of_angles(*deepcad.angles_of_frame(frame), Vector(0, 0, 0))
    assert again.x_axis == pytest.approx(frame.x_axis, abs=1e-7)
    assert again.y_axis == pytest.approx(frame.y_axis, abs=1e-7)


def test_the_front_plane() -> None:
    """(192,64,192) is a quarter turn up, a quarter turn back, a quarter turn around: x stays x, the sketch's y becomes
    z."""
    (extrusion,) = (
        cad.parse(f"{SQUARE};{PLAIN.replace('128,128,128', '192,64,192', 1)};EOS", "deepcad").part().extrusions
    )
    assert extrusion.frame == Frame(Vector(-0.75, -0.75, 0), Vector(1, 0, 0), Vector(0, 0, 1))


def test_sizes_are_those_of_the_levels() -> None:
    (extrusion,) = cad.parse(f"{SQUARE};{PLAIN};EOS", "deepcad").part().extrusions
    (region,) = extrusion.regions
    assert area(region.outer) == pytest.approx(1.5**2)  # 192 of 256 levels over 2 units, for 95 steps
    assert (extrusion.start, extrusion.end) == (0, 19 / 128)


@pytest.mark.parametrize(
    ("extents", "expected"),
    [
        ("147,128,Newbody,One-sided", (0, 19 / 128)),
        ("109,128,Newbody,One-sided", (-19 / 128, 0)),
        ("109,10,Newbody,Symmetric", (-19 / 128, 19 / 128)),
        ("147,138,Newbody,Two-sided", (-10 / 128, 19 / 128)),
        ("147,118,Newbody,Two-sided", (0, 19 / 128)),
        ("118,138,Newbody,Two-sided", (-10 / 128, 0)),
    ],
)
def test_extents(extents: str, expected: tuple[float, float]) -> None:
    text = f"{SQUARE};Ext:(128,128,128,32,32,128,192,{extents});EOS"
    (extrusion,) = cad.parse(text, "deepcad").part().extrusions
    assert (extrusion.start, extrusion.end) == expected


@pytest.mark.parametrize(("flag", "top"), [(1, 128.0 - 47.5), (0, 128.0 + 47.5)])
def test_flag_1_turns_counter_clockwise(flag: int, top: float) -> None:
    """A half circle from the left end of a diameter to the right end is below it if it turns counter-clockwise."""
    text = f"SOL;Arc:(223,128,128,{flag});Line:(128,128);{PLAIN};EOS"
    (extrusion,) = cad.parse(text, "deepcad").part().extrusions
    arc = extrusion.regions[0].outer[0]
    assert arc.middle.y == pytest.approx((top - 128) * 1.5 / 95)  # type: ignore[union-attr]


def test_a_loop_starts_where_it_ends_and_drops_what_has_no_length() -> None:
    text = f"SOL;Line:(200,128);Line:(200,128);Line:(200,200);Line:(128,128);{PLAIN};EOS"
    (extrusion,) = cad.parse(text, "deepcad").part().extrusions
    loop = extrusion.regions[0].outer
    assert len(loop) == 3 and ends(loop[0])[0] == ends(loop[-1])[1] == Point(0, 0)


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        (f"{SQUARE};{PLAIN.replace('147', '128')};EOS", Status.COMPILE_ERROR, "command 6 (Ext): the extrusion has no length"),
        (f"{SQUARE};{PLAIN.replace('192', '0')};EOS", Status.COMPILE_ERROR, "command 6 (Ext): the sketch is scaled to nothing"),
        (f"SOL;Circle:(128,128,0);{PLAIN};EOS", Status.COMPILE_ERROR, "command 2 (Circle): a circle without radius"),
        (f"SOL;Circle:(128,128,-3);{PLAIN};EOS", Status.PARSE_ERROR, "command 2 (Circle): argument 3"),
        (f"SOL;Line:(200,200);Line:(128,128);{PLAIN};EOS", Status.COMPILE_ERROR, "command 1 (SOL): the loop encloses nothing"),
        (f"SOL;Line:(223,223);Line:(223,128);Line:(128,223);Line:(128,128);{PLAIN};EOS", Status.COMPILE_ERROR, "crosses itself near"),
        (f"SOL;Line:(300,128);{PLAIN};EOS", Status.PARSE_ERROR, "argument 1 must be a whole number from 0 to 255, got 300"),
        (f"SOL;Line:(1.5,128);{PLAIN};EOS", Status.PARSE_ERROR, "got 1.5"),
        (f"SOL;Line:(1,2,3);{PLAIN};EOS", Status.PARSE_ERROR, "expected 2 arguments, got 3"),
        (f"SOL;Arc:(1,2,3,4);{PLAIN};EOS", Status.PARSE_ERROR, "flag is 0 or 1, got 4"),
        (f"SOL;{PLAIN};EOS", Status.PARSE_ERROR, "command 2 (Ext): an extrusion without a sketch"),
        (f"{PLAIN};EOS", Status.PARSE_ERROR, "command 1 (Ext)"),
        ("Line:(1,2);EOS", Status.PARSE_ERROR, "command 1 (Line): a curve outside of a loop"),
        (f"{SQUARE};EOS", Status.PARSE_ERROR, "never extruded"),
        (f"{SQUARE};{PLAIN.replace('Newbody', 'Weld')};EOS", Status.PARSE_ERROR, "'Weld' is not one of Newbody, Join"),
        (f"{SQUARE};{PLAIN.replace('One-sided', '1')};EOS", Status.PARSE_ERROR, "argument 11 must be a word"),
        ("EOS", Status.PARSE_ERROR, "no extrusion"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_status_and_place(text: str, status: Status, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(text, "deepcad").part()
    assert (refused.value.status, message in refused.value.reason) == (status, True), refused.value.reason


def test_published_orders_are_written() -> None:
    """A disc with a hole, in the 256 levels of the published texts; see DeepCAD's model 0080/00809394."""
    ring = Region((Circle(Point(0, 0), 0.0318),), (Circle(Point(0, 0), 0.0114),))
    flat = Frame(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0))
    region = Region(ring.outer, (ring.holes,))  # type: ignore[arg-type]
    model = cad.from_part(Part((Extrusion(flat, (region,), 0, 0.0064),)), "deepcad")
    assert model.text() == (
        "SOL;Circle:(176,128,48);SOL;Circle:(176,128,17);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
    )


def test_loops_begin_at_the_left_and_run_counter_clockwise() -> None:
    corners = [Point(2, 0), Point(2, 3), Point(0, 3), Point(0, 0)][::-1]
    lines = tuple(Line(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True))
    flat = Frame(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0))
    text = cad.from_part(Part((Extrusion(flat, (Region(lines),), 0, 1),)), "deepcad").text()
    assert text.startswith("SOL;Line:(191,128);Line:(191,223);Line:(128,223);Line:(128,128);Ext:")


def test_what_deepcad_has_no_words_for_is_refused() -> None:
    spline = cad.parse(
        "Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;Ellipse:(0,0,2,0,0.5);Extrude:(NewBody,OneSide,2);End", "fusion360"
    )
    with pytest.raises(Rejected, match="no ellipse"):
        cad.from_part(spline.part(), "deepcad")


# --- vectors and documents --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[9] + [0] * 16], "row 1: no command has the number 9"),
        ([[4] + [-1] * 16, [0, 1, 2]], "differ in length"),
        ([[4, 1]], "rows of 17 numbers"),
        ([[math.nan] * 17], "not all numbers are whole"),
        ([[4] + [-1] * 16], "EOS is missing"),
        ([[5, *[-1] * 5, *[128] * 9, 7, 0]], "row 1 (Ext): 7 is not a code"),
    ],
)
def test_broken_vectors(rows: Any, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(rows, "deepcad")
    assert refused.value.status is Status.PARSE_ERROR and message in refused.value.reason


@pytest.mark.process
def test_h5_and_npy_files() -> None:
    h5py = pytest.importorskip("h5py")
    model = cad.parse(f"{SQUARE};{PLAIN};EOS", "deepcad")
    rows = vectors.to_rows(model.commands)
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        file["vec"] = rows
    assert cad.parse(stream.getvalue(), "deepcad") == model
    for broken in (stream.getvalue()[:700], b"\x89HDF nothing"):
        with pytest.raises(Rejected):
            cad.parse(broken, "deepcad")
    packed = io.BytesIO()
    np.save(packed, rows)
    assert cad.parse(packed.getvalue(), "deepcad") == model
    objects = io.BytesIO()
    np.save(objects, np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(Rejected, match="npy"):
        cad.parse(objects.getvalue(), "deepcad")


def document(distance: float = 2.0, radius: float = 0.5, **changed: Any) -> dict[str, Any]:
    """Return a plate of 4 by 3 with a hole, in the form of the reconstruction files."""

    def at(x: float, y: float, z: float = 0.0) -> dict[str, Any]:
        return {"type": "Point3D", "x": x, "y": y, "z": z}

    corners = [(0, 0), (4, 0), (4, 3), (0, 3)]
    lines = [
        {"type": "Line3D", "start_point": at(*one), "end_point": at(*other), "curve": "c"}
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    hole = {"type": "Circle3D", "center_point": at(2, 1.5), "radius": radius, "normal": at(0, 0, 1), "curve": "h"}
    loops = [{"is_outer": True, "profile_curves": lines}, {"is_outer": False, "profile_curves": [hole]}]
    transform = {"origin": at(0, 0), "x_axis": at(1, 0), "y_axis": at(0, 1), "z_axis": at(0, 0, 1)}
    extrude = {
        "type": "ExtrudeFeature",
        "name": "Extrude1",
        "profiles": [{"sketch": "s", "profile": "p"}],
        "operation": "NewBodyFeatureOperation",
        "start_extent": {"type": "ProfilePlaneStartDefinition"},
        "extent_type": "OneSideFeatureExtentType",
        "extent_one": {
            "type": "DistanceExtentDefinition",
            "distance": {"value": distance},
            "taper_angle": {"value": 0.0},
        },
    } | changed
    return {
        "timeline": [{"index": 0, "entity": "s"}, {"index": 1, "entity": "e"}],
        "entities": {"s": {"type": "Sketch", "name": "Sketch1", "profiles": {"p": {"loops": loops}}, "transform": transform}, "e": extrude},
    }  # fmt: skip


@pytest.mark.parametrize("dialect", ["deepcad", "fusion360"])
def test_documents_are_exact_and_their_texts_rounded(dialect: str) -> None:
    model = cad.parse(json.dumps(document()), dialect)
    (extrusion,) = model.part().extrusions
    (region,) = extrusion.regions
    assert area(region.outer) == 12 and area(region.holes[0]) == pytest.approx(math.pi / 4)
    assert (box_of(region.outer).width, extrusion.end) == (4, 2)
    again = cad.parse(model.text(), dialect)
    assert again == model and again.exact is None and rounding_error(again) == 0
    assert rounding_error(model) < (0.02 if dialect == "deepcad" else 1e-5)
    assert cad.parse(document(), dialect) == model


@pytest.mark.parametrize(
    ("data", "status", "message"),
    [
        (document(distance=0), Status.COMPILE_ERROR, "Extrude1 (e): the extrusion has no length"),
        (document(distance=math.nan), Status.PARSE_ERROR, "nan is not a finite number"),
        (document(distance=1e300), Status.TOO_LARGE, "out of range"),
        (document(radius=-1), Status.COMPILE_ERROR, "'radius' must be above 0, got -1"),
        (document(radius=0), Status.COMPILE_ERROR, "loop 2, curve 1"),
        (document(radius="wide"), Status.PARSE_ERROR, "expected a number, got wide"),
        (document(operation="MeltFeatureOperation"), Status.PARSE_ERROR, "'MeltFeatureOperation' is not one of"),
        (document(extent_type="AllExtentType"), Status.PARSE_ERROR, "unknown extent type"),
        (document(profiles=[{"sketch": "s", "profile": "q"}]), Status.PARSE_ERROR, "'q' is missing"),
        (document(profiles=[]), Status.COMPILE_ERROR, "no profiles to extrude"),
        (document(start_extent={"type": "FromEntityStartDefinition"}), Status.COMPILE_ERROR, "only the application"),
        (document(type="RevolveFeature"), Status.PARSE_ERROR, "unknown type RevolveFeature"),
        (document(extent_one=None), Status.PARSE_ERROR, "expected an object, got nothing"),
    ],
)
def test_broken_documents(data: Any, status: Status, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(data, "fusion360")
    assert (refused.value.status, message in refused.value.reason) == (status, True), refused.value.reason


def test_a_truncated_document() -> None:
    with pytest.raises(Rejected, match="cut off") as refused:
        cad.parse(json.dumps(document())[:400], "deepcad")
    assert refused.value.status is Status.PARSE_ERROR and "line 1 column" in refused.value.reason


def test_texts_that_say_the_same_in_other_ways() -> None:
    commands = cad_text.read(f"{SQUARE};{PLAIN};EOS")
    assert deepcad.part(commands) == cad.parse(f"{SQUARE};{PLAIN};EOS", "deepcad").part()
