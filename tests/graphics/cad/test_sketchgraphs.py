"""Constrained sketches: text, Onshape's documents, sequences of operations, and untrusted packed files."""

import io
import json
import os
import pickle
import struct
import sys
import types
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import cad
from sgpkit.graphics.cad.dialects.onshape import quantity
from sgpkit.graphics.cad.model import Arc, Circle, Constraint, Entity, Line, Sketch
from sgpkit.graphics.cad.sketch.constraints import violation
from sgpkit.graphics.cad.sketch.curves import ends, turn_of
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

SLOT = (
    "Line1:(0,0,4,0);Arc2:(4,0,4,2,180);Line3:(4,2,0,2);Arc4:(0,2,0,0,180);Line5:(0,1,4,1,construction);Point6:(2,1);"
    "Coincident:(Line1.end,Arc2.start);Tangent:(Line1,Arc2);Equal:(Arc2,Arc4);Parallel:(Line1,Line3);Horizontal:(Line5);"
    "Coincident:(Arc2.center,Line5.end);Midpoint:(Point6,Line5);Mirror:(Line5,Line1,Line3);Radius:(Arc2,1);Length:(Line1,4);"
    "Distance:(Line1,Line3,2);Angle:(Line1,Line5,0);Vertical:(Arc2.start,Arc2.end);Horizontal:(Line1.start,x-axis);End"
).replace("Horizontal:(Line1.start,x-axis)", "Coincident:(Line1.start,origin)")

amount = st.floats(-9, 9).map(lambda value: round(value, 4))


@given(
    st.lists(st.tuples(amount, amount, amount, amount, st.booleans()), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
def test_sketches_become_texts_that_say_the_same(lines: list[tuple[Any, ...]], chance: Any) -> None:
    entities = []
    for number, (x1, y1, x2, y2, construction) in enumerate(lines):
        shapes = [Point(x1, y1), Circle(Point(x1, y1), round(abs(x2) + 0.1, 4))]
        if (x1, y1) != (x2, y2):
            shapes.append(Line(Point(x1, y1), Point(x2, y2)))  # type: ignore[arg-type]
        entities.append(Entity(f"drawn {number}", chance.choice(shapes), construction))
    pairs = [(chance.choice(entities).name, chance.choice(entities).name) for _ in range(4)]
    constraints = [Constraint("Coincident", pair) for pair in pairs] + [Constraint("Fix", pairs[0][:1])]
    sketch = Sketch(tuple(entities), tuple(constraints))
    model = cad.from_sketch(sketch, decimals=4)
    again = cad.parse(model.text(), "sketchgraphs")
    assert again == model and again.text() == model.text()
    result = again.sketch()
    assert [(entity.shape, entity.construction) for entity in result.entities] == [
        (entity.shape, entity.construction) for entity in entities
    ]
    numbers = {entity.name: number for number, entity in enumerate(entities)}
    assert [[result.entities[numbers[member]].name for member in one.members] for one in constraints] == [
        list(one.members) for one in result.constraints
    ]


def test_a_slot() -> None:
    model = cad.parse(SLOT, "sketchgraphs")
    assert model.text() == SLOT
    sketch = model.sketch()
    assert [entity.name for entity in sketch.entities if entity.construction] == ["Line5"]
    for constraint in sketch.constraints:
        assert violation(sketch, constraint) == pytest.approx(0, abs=1e-9), constraint


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        ("Horizontal:(Line1)", 0.5),
        ("Vertical:(Line1)", 1.0),
        ("Length:(Line1,5)", 0.0),
        ("Length:(Line1,7)", 0.5),
        ("Coincident:(Line1.start,Point3)", 0.5),
        ("Coincident:(Point3,Line2)", 0.5),
        ("Concentric:(Circle4,Circle5)", 0.25),
        ("Equal:(Circle4,Circle5)", 0.125),
        ("Tangent:(Line2,Circle4)", 0.25),
        ("Perpendicular:(Line1,Line2)", 0.9273),
        ("Parallel:(Line1,Line2)", 0.6435),
        ("Angle:(Line1,Line2,36.8699)", 0.0),
        ("Diameter:(Circle4,3)", 0.25),
        ("Distance:(Point3,Circle4,2)", 0.0),
        ("Coincident:(Line1,external)", None),
        ("Projected:(Line1)", None),
    ],
)
def test_violations_are_shares_of_the_size_and_radians(constraint: str, expected: float | None) -> None:
    drawn = "Line1:(0,0,4,3);Line2:(0,0,4,0);Point3:(0,2);Circle4:(2,2,1);Circle5:(3,2,0.5)"
    sketch = cad.parse(f"{drawn};{constraint};End", "sketchgraphs").sketch()
    result = violation(sketch, sketch.constraints[0])
    if constraint.startswith(("Horizontal", "Vertical")):
        assert result == pytest.approx({"H": 3 / 4, "V": 4 / 4}[constraint[0]])
    else:
        assert result == (None if expected is None else pytest.approx(expected, abs=1e-4))


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("Line1:(0,0,0,0);End", Status.COMPILE_ERROR, "command 1 (Line1): a line without length"),
        ("Circle1:(0,0,-2);End", Status.COMPILE_ERROR, "a radius must be above 0, got -2"),
        (
            "Line1:(0,0,1,0);Line1:(0,0,1,1);End",
            Status.PARSE_ERROR,
            "command 2 (Line1): an entity of this name exists",
        ),
        ("Line:(0,0,1,0);End", Status.PARSE_ERROR, "command 1 (Line): unknown command"),
        ("Line1:(0,0,1,0);Horizontal:(Line2);End", Status.PARSE_ERROR, "'Line2' has not been drawn before it"),
        ("Horizontal:(Line1);Line1:(0,0,1,0);End", Status.PARSE_ERROR, "command 1 (Horizontal): 'Line1' has not"),
        (
            "Line1:(0,0,1,0);Coincident:(Line1.center,Line1.end);End",
            Status.PARSE_ERROR,
            "'Line1' has no point 'center'",
        ),
        ("Circle1:(0,0,1);Fix:(Circle1.start);End", Status.PARSE_ERROR, "'Circle1' has no point 'start'"),
        ("Line1:(0,0,1,0);Parallel:(Line1);End", Status.PARSE_ERROR, "expected 2 members, got 1"),
        ("Line1:(0,0,1,0);Horizontal:(Line1,3);End", Status.PARSE_ERROR, "takes no value"),
        ("Line1:(0,0,1,0);Length:(3,Line1);End", Status.PARSE_ERROR, "argument 1 must be a word"),
        ("Line1:(0,0,1);End", Status.PARSE_ERROR, "expected 4 numbers, got 3"),
        ("Line1:(0,0,1,dashed);End", Status.PARSE_ERROR, "argument 4 must be a number, got dashed"),
        ("End", Status.PARSE_ERROR, "nothing is drawn"),
    ],
)
def test_what_is_wrong_has_its_status_and_place(text: str, status: Status, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(text, "sketchgraphs")
    assert (refused.value.status, message in refused.value.reason) == (status, True), refused.value.reason


# --- documents --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("8 in", 0.2032), ("25*mm", 0.025), ("-0.5 m", -0.5), ("90.0 DEGREE", 90), ("1 rad", 57.29578), ("#width / 2", None), ("3 furlong", None), ("1e999 m", float("inf"))],
)  # fmt: skip
def test_quantities(expression: str, expected: float | None) -> None:
    assert quantity(expression) == (expected if expected is None else pytest.approx(expected))


def entity(
    name: str, shape: str, geometry: dict[str, Any], bounds: tuple[float, float] | None = None
) -> dict[str, Any]:
    message: dict[str, Any] = {
        "entityId": name,
        "isConstruction": False,
        "geometry": {"typeName": f"BTCurveGeometry{shape}", "message": geometry},
    }
    if bounds is not None:
        message |= {
            "startParam": bounds[0],
            "endParam": bounds[1],
            "startPointId": f"{name}.first",
            "endPointId": f"{name}.end",
        }
    return {"typeName": "BTMSketchCurve" if bounds is None else "BTMSketchCurveSegment", "message": message}


ROUND = {"xCenter": 1.0, "yCenter": 0.0, "xDir": 0.0, "yDir": 1.0, "radius": 2.0, "clockwise": False}


def feature(*entities: dict[str, Any], constraints: tuple[tuple[str, dict[str, Any]], ...] = ()) -> dict[str, Any]:
    listed = [
        {
            "message": {
                "constraintType": kind,
                "parameters": [{"message": {"parameterId": key, **value}} for key, value in parameters.items()],
            }
        }
        for kind, parameters in constraints
    ]
    return {"entities": list(entities), "constraints": listed}


def test_an_onshape_document() -> None:
    line = entity("a", "Line", {"pntX": 1.0, "pntY": 2.0, "dirX": 0.0, "dirY": 1.0}, (-1.0, 3.0))
    arc = entity("b", "Circle", ROUND, (0.0, 1.5707963267948966))
    clockwise = entity("c", "Circle", ROUND | {"clockwise": True}, (0.0, 1.5707963267948966))
    ellipse = entity("d", "Ellipse", ROUND | {"minorRadius": 4.0})
    text = {"typeName": "BTMSketchTextEntity", "message": {"entityId": "t"}}
    constraints = (
        ("LENGTH", {"localFirst": {"value": "a"}, "length": {"expression": "4*m"}}),
        ("COINCIDENT", {"localFirst": {"value": "a.first"}, "externalSecond": {}}),
        ("PARALLEL", {"localFirst": {"value": "a"}, "localSecond": {"value": "t"}}),
        ("SOMETHING_NEW", {"localFirst": {"value": "a"}}),
    )
    model = cad.parse(
        json.dumps([feature(), feature(line, arc, clockwise, ellipse, text, constraints=constraints)]), "sketchgraphs"
    )
    shapes = [one.shape for one in model.sketch().entities]
    assert shapes[0] == Line(Point(1, 1), Point(1, 5))
    assert isinstance(shapes[1], Arc) and isinstance(shapes[2], Arc)
    assert ends(shapes[1]) == (pytest.approx((1, 2)), pytest.approx((-1, 0)))
    assert ends(shapes[2]) == (pytest.approx((1, 2)), pytest.approx((3, 0)))
    assert turn_of(shapes[2]).sweep < 0  # type: ignore[union-attr]
    assert shapes[3].ratio == 0.5  # type: ignore[union-attr]
    assert model.text().endswith("Length:(Line1,4);Coincident:(Line1.start,external);End")


@pytest.mark.parametrize(
    ("data", "status", "message"),
    [
        ([feature()], Status.PARSE_ERROR, "nothing is drawn"),
        ([{"constraints": []}], Status.PARSE_ERROR, "sketch 1: 'entities' is missing"),
        (feature(entity("a", "Circle", ROUND | {"radius": 0.0})), Status.COMPILE_ERROR, "sketch 1, entity 1: 'radius' must be above 0"),
        (feature(entity("a", "Circle", ROUND | {"radius": float("nan")})), Status.PARSE_ERROR, "nan"),
        (feature(entity("a", "Conic", {})), Status.COMPILE_ERROR, "kind Conic are not read"),
        (feature(entity("a", "InterpolatedSpline", {"interpolationPoints": [1, 2, 3]})), Status.PARSE_ERROR, "odd number"),
        (feature(*[entity("a", "Circle", ROUND)] * 100_000), Status.TOO_LARGE, "100,000 entities"),
        ([{"kind": "NodeOp", "label": "Line", "parameters": {}}], Status.PARSE_ERROR, "'startParam' is missing"),
        ([{"kind": "EdgeOp", "label": "Equal", "references": [3, 1]}], Status.PARSE_ERROR, "refers to node 3 of 0"),
        ([{"kind": "NodeOp", "label": "SN_Start"}], Status.PARSE_ERROR, "without a curve before it"),
        ([{"kind": "Nop", "label": "Line"}], Status.PARSE_ERROR, "neither NodeOp nor EdgeOp"),
    ],
)  # fmt: skip
def test_broken_documents(data: Any, status: Status, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(data, "sketchgraphs")
    assert (refused.value.status, message in refused.value.reason) == (status, True), refused.value.reason


def test_sketches_of_a_document_by_number() -> None:
    circles = [feature(entity("a", "Circle", ROUND | {"radius": radius})) for radius in (1.0, 2.0)]
    data = [circles[0], feature(), circles[1]]
    assert [model.text() for model in cad.parse_all(data, "sketchgraphs")] == [
        "Circle1:(1,0,1);End",
        "Circle1:(1,0,2);End",
    ]
    assert cad.parse(data, "sketchgraphs", 1).text() == "Circle1:(1,0,2);End"
    with pytest.raises(Rejected, match="no sketch 2: the document contains 2"):
        cad.parse(data, "sketchgraphs", 2)


# --- sequences and packed files ---------------------------------------------------------------------------------------


class NodeOp(NamedTuple):
    label: Any
    parameters: Any = None


class EdgeOp(NamedTuple):
    label: Any
    references: tuple[int, ...]
    parameters: Any = None


class EntityType(IntEnum):
    Point, Line, Circle = 0, 1, 2
    External, Stop = 7, 8


class SubnodeType(IntEnum):
    SN_Start, SN_End, SN_Center = 101, 102, 103


class ConstraintType(IntEnum):
    Coincident, Length, Subnode, Midpoint = 0, 8, 101, 10


@pytest.fixture
def sketchgraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the names of the package that pickled the data, as far as pickling needs them."""
    for package in ("sketchgraphs", "sketchgraphs.data"):
        monkeypatch.setitem(sys.modules, package, types.ModuleType(package))
    for module, classes in {
        "sketchgraphs.data.sequence": (NodeOp, EdgeOp),
        "sketchgraphs.data._entity": (EntityType, SubnodeType),
        "sketchgraphs.data._constraint": (ConstraintType,),
    }.items():
        made = types.ModuleType(module)
        for one in classes:
            monkeypatch.setattr(one, "__module__", module)
            setattr(made, one.__name__, one)
        monkeypatch.setitem(sys.modules, module, made)


def sequence(radius: float) -> list[Any]:
    length = 4.0
    line = {
        "isConstruction": False,
        "dirX": 1.0,
        "dirY": 0.0,
        "pntX": 0.0,
        "pntY": 0.0,
        "startParam": 0.0,
        "endParam": length,
    }
    circle = {
        "isConstruction": True,
        "clockwise": False,
        "xCenter": 2.0,
        "yCenter": 0.0,
        "xDir": 1.0,
        "yDir": 0.0,
        "radius": np.float64(radius),
    }
    return [
        NodeOp(EntityType.External),
        NodeOp(EntityType.Line, line), NodeOp(SubnodeType.SN_Start), EdgeOp(ConstraintType.Subnode, (2, 1)), NodeOp(SubnodeType.SN_End),
        EdgeOp(ConstraintType.Length, (1,), {"direction": "MINIMUM", "length": "4.0 METER"}),
        NodeOp(EntityType.Circle, circle), NodeOp(SubnodeType.SN_Center), EdgeOp(ConstraintType.Midpoint, (5, 1)), EdgeOp(ConstraintType.Coincident, (2, 0)),
        NodeOp(EntityType.Stop),
    ]  # fmt: skip


EXPECTED = "Line1:(0,0,4,0);Circle2:(2,0,{},construction);Length:(Line1,4);Midpoint:(Circle2.center,Line1);Coincident:(external,Line1.start);End"


def packed(items: list[bytes]) -> bytes:
    offsets = np.concatenate([[0], np.cumsum([len(item) for item in items])]).astype("<i8")
    return struct.pack("<qqq", -2356038617, 2, len(items)) + offsets.tobytes() + b"".join(items)


def npy(content: bytes) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.frombuffer(content, dtype=np.int8))
    return stream.getvalue()


class ByName:
    """A member of an enumeration as Python 3.11.0 to 3.11.3 pickle it: by asking for its name."""

    def __init__(self, member: IntEnum) -> None:
        self.member = member

    def __reduce__(self) -> Any:
        return getattr, (type(self.member), self.member.name)


def test_members_may_be_asked_for_by_name(sketchgraphs: None) -> None:
    lz4 = pytest.importorskip("lz4.frame")
    operations = [operation._replace(label=ByName(operation.label)) for operation in sequence(1.0)]
    (model,) = cad.parse_all(npy(packed([lz4.compress(pickle.dumps(operations), store_size=False)])), "sketchgraphs")
    assert model.text() == EXPECTED.format(1)


def test_packed_sequences(sketchgraphs: None) -> None:
    lz4 = pytest.importorskip("lz4.frame")
    items = [lz4.compress(pickle.dumps(sequence(radius), protocol=4), store_size=False) for radius in (1.0, 1.5)]
    flat = packed(items)
    header = pickle.dumps({"sketch_ids": (0, 5, 0), "sequences": (5, len(flat), 2)}, protocol=4)
    dictionary = struct.pack("<qqq", 87374267, 1, len(header)) + header + b"00000" + flat
    for content in (npy(flat), npy(dictionary)):
        assert [model.text() for model in cad.parse_all(content, "sketchgraphs")] == [
            EXPECTED.format(1),
            EXPECTED.format(1.5),
        ]
        assert cad.parse(content, "sketchgraphs", 1).text() == EXPECTED.format(1.5)
    for cut in (len(flat) - 1, 40, 20, 4):
        with pytest.raises(Rejected) as refused:
            cad.parse_all(npy(flat[:cut]), "sketchgraphs")
        assert refused.value.status is Status.PARSE_ERROR
    bomb = packed([lz4.compress(b"\0" * (100 << 20))])
    with pytest.raises(Rejected) as refused:
        cad.parse(npy(bomb), "sketchgraphs")
    assert refused.value.status is Status.TOO_LARGE


def test_arrays_of_objects(sketchgraphs: None) -> None:
    for sequences in ([sequence(1.0), sequence(1.5)], [sequence(1.0)]):
        array = np.empty(len(sequences), dtype=object)
        array[:] = sequences
        stream = io.BytesIO()
        np.save(stream, array, allow_pickle=True)
        result = cad.parse_all(stream.getvalue(), "sketchgraphs")
        assert [model.text() for model in result] == [EXPECTED.format(radius) for radius in (1, 1.5)][: len(sequences)]


class _Evil:
    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> Any:
        return self.call[0], self.call[1:]


@pytest.mark.parametrize(
    "call", [(os.write, 1, b"ran"), (eval, "1"), (pickle.loads, b"."), (np.load, "x"), (getattr, 1, "real")]
)
def test_pickles_run_nothing(call: tuple[Any, ...], capfd: pytest.CaptureFixture[str]) -> None:
    array = np.empty(1, dtype=object)
    array[0] = _Evil(*call)
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    with pytest.raises(Rejected, match="which no sequence contains") as refused:
        cad.parse(stream.getvalue(), "sketchgraphs")
    assert refused.value.status is Status.UNSAFE and capfd.readouterr().out == ""


@given(st.binary(max_size=60))
def test_broken_pickles_are_refused(content: bytes) -> None:
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "|O", "fortran_order": False, "shape": (1,)})
    with pytest.raises(Rejected):
        cad.parse(head.getvalue() + content, "sketchgraphs")
