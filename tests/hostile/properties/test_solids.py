"""CAD programs in three dialects, as text, documents and arrays: the text of a program reads back to the same program."""

import io
import json
import math

import mutations
import numpy as np
import promises
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import cad
from sgpkit.graphics.cad.sketch import drawing
from sgpkit.graphics.cad.sketch.constraints import violation
from sgpkit.status import Rejected
from tests.hostile import shape_cases

DEEPCAD = (
    "SOL;Line:(223,128);Line:(223,223);Line:(128,223);Line:(128,128);Ext:(128,128,128,32,32,128,192,147,128,Newbody,"
    "One-sided);SOL;Circle:(176,128,48);SOL;Arc:(10,20,64,1);Line:(128,128);Ext:(128,128,128,32,128,128,192,147,128,"
    "Cut,Symmetric);EOS"
)
FUSION = (
    "Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;Line:(0,0,4,0);Line:(4,0,4,3);Arc:(4,3,0,3,90);Line:(0,3,0,0);Loop;"
    "Circle:(1,1,0.5);Extrude:(NewBody,OneSide,2);End"
)
SKETCH = (
    "Line1:(0,0,4,0);Arc2:(4,0,4,2,180);Line3:(4,2,0,2);Circle4:(0,2,1);Line5:(0,1,4,1,construction);Point6:(2,1);"
    "Coincident:(Line1.end,Arc2.start);Tangent:(Line1,Arc2);Equal:(Arc2,Circle4);Parallel:(Line1,Line3);Horizontal:"
    "(Line5);Midpoint:(Point6,Line5);Mirror:(Line5,Line1,Line3);Radius:(Arc2,1);Distance:(Line1,Line3,2);End"
)
ROUND = {"xCenter": 1.0, "yCenter": 0.0, "xDir": 0.0, "yDir": 1.0, "radius": 2.0, "clockwise": False}
ONSHAPE = {
    "typeName": "BTMSketch",
    "message": {
        "entities": [
            {
                "typeName": "BTMSketchCurve",
                "message": {
                    "entityId": "a",
                    "isConstruction": False,
                    "geometry": {"typeName": "BTCurveGeometryCircle", "message": ROUND},
                },
            }
        ],
        "constraints": [{"typeName": "BTMSketchConstraint", "message": {"constraintType": "FIX", "parameters": []}}],
    },
}
OPERATIONS = [
    {
        "kind": "NodeOp",
        "label": "Line",
        "parameters": {"dirX": 1, "dirY": 0, "pntX": 0, "pntY": 0, "startParam": 0, "endParam": 1},
    },
    {"kind": "EdgeOp", "label": "Coincident", "references": [0, 1], "parameters": {}},
]
POINT = {"x": 0.0, "y": 0.0, "z": 0.0}
RECONSTRUCTION = {
    "entities": {
        "e": {
            "type": "ExtrudeFeature",
            "profiles": [{"profile": "p", "sketch": "s"}],
            "operation": "NewBodyFeatureOperation",
            "extent_type": "OneSideFeatureExtentType",
            "start_extent": {"type": "ProfilePlaneStartDefinition"},
            "extent_one": {"distance": {"value": 1.0}, "taper_angle": {"value": 0.0}},
            "extent_two": {"distance": {"value": 0.0}, "taper_angle": {"value": 0.0}},
        },
        "s": {
            "type": "Sketch",
            "transform": {
                "origin": POINT,
                "x_axis": {**POINT, "x": 1.0},
                "y_axis": {**POINT, "y": 1.0},
                "z_axis": {**POINT, "z": 1.0},
            },
            "profiles": {
                "p": {
                    "loops": [
                        {
                            "is_outer": True,
                            "profile_curves": [
                                {
                                    "type": "Circle3D",
                                    "center_point": POINT,
                                    "radius": 2.0,
                                    "normal": {**POINT, "z": 1.0},
                                }
                            ],
                        }
                    ]
                }
            },
        },
    },
    "sequence": [{"index": 0, "type": "Sketch", "entity": "s"}, {"index": 1, "type": "ExtrudeFeature", "entity": "e"}],
}


def array(rows: object, kind: str) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.array(rows, kind))
    return stream.getvalue()


SOLID_WORDS = """SOL EOS Line:( Arc:( Circle:( Ext:( ; ) , Newbody Join Cut Intersect One-sided Symmetric Two-sided Plane:(
    Profile Loop Extrude:( End Ellipse:( EllipticArc:( Spline:( NewBody OneSide TwoSides 0 255 256 -1 "entities"
    "sequence" "type" "Sketch" "profiles" "Line3D" "Arc3D" "NurbsCurve3D" "Ellipse3D" null {} [] "value" "knots" """
SKETCH_WORDS = """Line1:( Arc2:( Circle3:( Point4:( Spline5:( Ellipse6:( Coincident:( Tangent:( Radius:( Angle:( Length:( ; End
    construction .start .end .center origin x-axis external "BTMSketchCurve" "message" "typeName" "kind" "label"
    "parameters" "geometry" "entityId" null {} [] "1*mm" "90 deg" "BTCurveGeometryLine" "BTCurveGeometryEllipse" """
REFERENCE_WITHOUT_DIGITS = b'[{"kind":"NodeOp","label":"Line","references":[0,""]}]'
"""A document on which the reader has failed."""

DIALECTS = {
    "deepcad": (
        (
            DEEPCAD,
            json.dumps(RECONSTRUCTION),
            "[[4" + ",0" * 16 + "],[3" + ",0" * 16 + "]]",
            array([[4] + [-1] * 16], "<i4"),
        ),
        SOLID_WORDS,
    ),
    "fusion360": ((FUSION, json.dumps(RECONSTRUCTION)), SOLID_WORDS),
    "sketchgraphs": (
        (SKETCH, json.dumps(ONSHAPE), json.dumps(OPERATIONS), array([1, 2], "<i8"), REFERENCE_WITHOUT_DIGITS),
        SKETCH_WORDS,
    ),
}
"""By dialect, valid files and words."""

SEEDS = {
    dialect: [seed if isinstance(seed, bytes) else seed.encode() for seed in seeds]
    for dialect, (seeds, _) in DIALECTS.items()
}


@promises.kept(Rejected)
def read(data: bytes, dialect: str) -> None:
    for model in cad.parse_all(data, dialect)[:3]:
        text = model.text()
        again = cad.parse(text, dialect)
        assert again == model and again.text() == text
        if model.flat:
            sketch = again.sketch()
            for constraint in sketch.constraints:
                error = violation(sketch, constraint)
                assert error is None or not math.isnan(error)
            drawing.svg(sketch)
        else:
            again.part()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_cad_reader_reads_valid_files(dialect):
    for seed in SEEDS[dialect]:
        read(seed, dialect)


@pytest.mark.parametrize("case", shape_cases.CAD, ids=lambda case: case.name)
def test_cad_reader_survives_hostile_programs(case):
    text = case.program if isinstance(case.program, str) else case.program()
    read(mutations.encode(text), "deepcad")


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
def test_cad_program_reads_back_to_itself(dialect, data):
    words = [word.encode() for word in DIALECTS[dialect][1].split()]
    read(data.draw(mutations.contents(SEEDS[dialect], words)), dialect)
