"""Solids of published parts: valid, and of the size that their files state."""

import csv
import gzip
import json
import re
from pathlib import Path

import pytest

from sgpkit.graphics import cad
from sgpkit.graphics.cad import solid
from sgpkit.status import Rejected

pytest.importorskip("OCP", reason="solids need OpenCASCADE: pip install 'sgpkit[cad]'")
pytestmark = pytest.mark.realdata

BOX_DISAGREES = {"00633023.json": 0.002}
"""A part with a step of 5 mm and one of 7 mm on it is 12 mm high, but 14 mm in the file's `properties`."""


@pytest.mark.slow
@pytest.mark.sandbox
def test_published_texts_build(fixtures_path):
    with gzip.open(fixtures_path / "sgp-bench" / "cad.csv.gz", "rt", encoding="utf-8") as file:
        texts = [re.search(r"SOL;.*?EOS", row["Question"], re.S)[0] for row in csv.DictReader(file)]
    built = solid.build_many([cad.parse(text, "deepcad").part() for text in texts], seconds=60)
    refused = [
        (text, outcome.reason) for text, outcome in zip(texts, built, strict=True) if isinstance(outcome, Rejected)
    ]
    assert len(texts) == 225 and len(refused) <= 0.01 * len(texts), refused
    for outcome in built:
        if not isinstance(outcome, Rejected):
            measurements = outcome.measurements
            assert 0 < measurements.fullness <= 1 + 1e-6 and measurements.bodies >= 1 and measurements.faces.total >= 3


@pytest.mark.slow
def test_deepcad_documents_fill_the_box_that_they_name(fixtures_path):
    for path in sorted((fixtures_path / "deepcad").glob("*.json")):
        measurements = solid.build_here(cad.parse(path.read_text(), "deepcad").part()).measurements
        box = json.loads(path.read_text())["properties"]["bounding_box"]
        messages = [box["max_point"][axis] - box["min_point"][axis] for axis in "xyz"]
        off = max(abs(one - other) for one, other in zip(measurements.extents, messages, strict=True))
        assert off == pytest.approx(BOX_DISAGREES.get(path.name, 0.0), abs=1e-9), path.name


def test_fusion_documents_are_what_their_properties_say(fixtures_path):
    for name in ("Couch.json", "Hexagon.json"):
        document = (fixtures_path / "fusion360" / name).read_text()
        measurements = solid.build_here(cad.parse(document, "fusion360").part()).measurements
        output = json.loads(document)["properties"]
        assert (measurements.volume, measurements.area) == pytest.approx((output["volume"], output["area"]), rel=1e-9)
        for result, key in ((measurements.lower, "min_point"), (measurements.upper, "max_point")):
            assert tuple(result) == pytest.approx([output["bounding_box"][key][axis] for axis in "xyz"], abs=1e-9)
        assert tuple(measurements.centroid) == pytest.approx(
            [output["center_of_mass"][axis] for axis in "xyz"], abs=1e-9
        )
        counted = (measurements.faces.total, measurements.edges.total, measurements.vertices, measurements.bodies)
        assert counted == tuple(output[f"{thing}_count"] for thing in ("face", "edge", "vertex", "body"))


def test_couch_is_its_step_file(fixtures_path):
    from OCP.BRepGProp import BRepGProp
    from OCP.GProp import GProp_GProps
    from OCP.STEPControl import STEPControl_Reader

    reader = STEPControl_Reader()
    reader.ReadFile(str(fixtures_path / "fusion360" / "Couch.step"))
    reader.TransferRoots()
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(reader.OneShape(), properties)
    document = (fixtures_path / "fusion360" / "Couch.json").read_text()
    measurements = solid.build_here(cad.parse(document, "fusion360").part()).measurements
    assert measurements.volume * 1000 == pytest.approx(properties.Mass())  # centimetres there, millimetres in STEP
    center = properties.CentreOfMass()
    assert [10 * value for value in measurements.centroid] == pytest.approx([center.X(), center.Y(), center.Z()])


def test_the_invalid_document_is_refused(fixtures_path):
    path: Path = fixtures_path / "fusion360" / "SingleSketchExtrude_Invalid.json"
    with pytest.raises(Rejected, match="missing"):
        cad.parse(path.read_text(), "fusion360")
