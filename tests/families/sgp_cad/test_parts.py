"""Kinds of part and sketch: the known properties of their recipes agree with measurements on their programs."""

import importlib.util
import random
import re

import pytest

from sgpkit.benchmark import Skipped
from sgpkit.cli import main as command_line
from sgpkit.families.sgp_cad import pictures
from sgpkit.families.sgp_cad.sources import builtin, sketch_answers, sketch_questions, solid_answers
from sgpkit.families.shared.cad import drafting, piece, symmetries, variants
from sgpkit.families.shared.cad.flat import symmetry
from sgpkit.graphics import cad
from sgpkit.graphics.cad.model import Line
from sgpkit.graphics.cad.sketch import measurements as sketch_measurements
from sgpkit.graphics.cad.sketch.constraints import violation

SOLIDS = [(builtin.SOLID, kind) for kind in builtin.SOLID.kinds]
CURVED = [(builtin.CURVED, kind) for kind in builtin.CURVED.kinds]
named = lambda value: getattr(value, "__name__", getattr(value, "stem", None))  # noqa: E731


def drawn(collection, kind, number=0):
    draw = random.Random(f"{kind.__name__}:{number}")
    thing = collection.turned(kind(draw), draw)
    return thing, cad.parse(collection.text(thing, draw), collection.dialect)


def solid(model):
    pytest.importorskip("OCP")
    from sgpkit.graphics.cad import solid as cad_solid

    return cad_solid.build_here(model.part())


@pytest.mark.parametrize(("collection", "kind"), SOLIDS + CURVED, ids=named)
def test_what_the_recipe_knows_is_measured_on_the_solid(collection, kind):
    part, model = drawn(collection, kind)
    measurements = solid(model).measurements
    for aspect in solid_answers.MEASURED:
        known, result = solid_answers.expected(part, aspect), solid_answers.measured(measurements, aspect)
        if known is not None and result is not None:
            assert solid_answers.agree(known, result), (aspect, known, result)


def interrupted_bores(text):
    """Return the angles of the arcs of holes that are more than half a circle, but not a whole circle."""
    for outline in text.split("Ext:")[:-1]:
        for hole in outline.split("SOL;")[2:]:
            yield from (int(angle) for angle in re.findall(r"Arc:\(\d+,\d+,(\d+),", hole) if int(angle) > 128)


def test_a_bore_with_a_keyway_is_no_round_hole_to_count_nor_is_it_none():
    interrupted = set()
    for kind in builtin.SOLID.kinds:
        for number in range(3):
            draw = random.Random(f"{kind.__name__}:{number}")
            part = builtin.SOLID.turned(kind(draw), draw)
            if list(interrupted_bores(builtin.SOLID.text(part, draw))):
                interrupted.add(part.name)
                for aspect in ("through-holes", "hole-sizes", "hole-ratio", "hole-axis"):
                    assert solid_answers.expected(part, aspect) is None, (part.name, aspect)
    assert "collar with a keyway" in interrupted


@pytest.mark.parametrize("kind", builtin.FLAT.kinds, ids=named)
def test_what_the_recipe_knows_is_measured_on_the_sketch(kind):
    drawing, model = drawn(builtin.FLAT, kind)
    measurements = sketch_measurements.measure(model.sketch())
    for aspect in sketch_answers.MEASURED:
        known = sketch_answers.expected(drawing, aspect)
        if known is not None:
            assert solid_answers.agree(known, sketch_answers.measured(measurements, aspect)), aspect


@pytest.mark.parametrize("kind", builtin.FLAT.kinds, ids=named)
def test_every_constraint_holds(kind):
    for number in range(3):
        sketch = drawn(builtin.FLAT, kind, number)[1].sketch()
        assert sketch.constraints
        for constraint in sketch.constraints:
            missed = violation(sketch, constraint)
            assert missed is not None and missed < 1e-3, constraint


def test_a_sketch_says_all_that_its_numbers_hold():
    """The sketch is a rectangle with a circle: the corners meet, the sides are horizontal and vertical."""
    loops = drafting.Drawing("plate", builtin.sketches.base_plate(random.Random(1)).loops)
    every = [*drafting.within([drafting.Entity(f"c{n}", c) for n, c in enumerate(loops.loops[0])], random.Random(0))]
    lines = sum(isinstance(curve, Line) for curve in loops.loops[0])
    kinds = [constraint.kind for constraint in every]
    assert kinds.count("Coincident") == len(loops.loops[0])
    assert kinds.count("Horizontal") + kinds.count("Vertical") == lines


@pytest.mark.parametrize("kind", [kind for _, kind in SOLIDS], ids=named)
def test_parts_keep_their_box_and_volume_however_they_are_told(kind):
    draw = random.Random(kind.__name__)
    part = kind(draw)
    longer = variants.lengthened(part, draw, len(part.features) + 2, variants.at_whole(draw))
    assert piece.extents(longer) == piece.extents(part)
    assert piece.volume(longer) == pytest.approx(piece.volume(part))
    assert len(longer.features) == len(part.features) + (0 if part.in_one else 2)


@pytest.mark.parametrize("kind", [kind for _, kind in SOLIDS + CURVED], ids=named)
def test_turning_a_part_turns_what_is_known_of_it(kind):
    part = kind(random.Random(kind.__name__))
    once = piece.turned(part, 1)
    x, y, z = piece.extents(part)
    assert piece.extents(once) == pytest.approx((z, x, y))
    assert once.outlines == (part.outlines[2], part.outlines[0], part.outlines[1])
    for flags in (symmetries.mirrored, symmetries.half_turned):
        x, y, z = flags(part)
        assert flags(once) == (z, x, y)
    assert piece.turned(once, 2) == part


def test_a_knob_turns_by_its_lobes():
    wheel = next(loop for loop in builtin.sketches.lobed_knob(random.Random(0)).loops)
    lobes = len(wheel) // 2
    assert symmetry.positions(wheel) == lobes


def a_row(**changes):
    row = next(row for split, row in builtin.flat_rows("", 0) if row["aspect"] == "corners")
    return row | changes


@pytest.mark.slow
def test_a_wrong_key_is_found_by_measuring():
    right = a_row()
    assert pictures.sketch(right)["image"].startswith(b"\x89PNG")
    wrong = pictures.sketch(a_row(answer="ABCD"[("ABCD".index(right["answer"]) + 1) % 4]))
    assert isinstance(wrong, Skipped)
    assert wrong.reason.startswith("corners: measured")


@pytest.mark.slow
def test_where_measuring_cannot_tell_the_row_asks_what_the_part_is():
    row = a_row()
    asked = pictures.proven(row, sketch_questions.ASPECTS, None)
    assert (asked["aspect"], asked["answer"], asked["code"]) == ("part", row["answer"], row["code"])
    assert asked["options"]["ABCD".index(asked["answer"])] == row["category"]
    assert len(set(asked["options"])) == 4
    assert pictures.sketch(asked)["options"] == asked["options"]


@pytest.mark.slow
def test_a_wrong_key_of_a_solid_is_found_by_measuring_and_a_right_one_gets_its_pictures():
    pytest.importorskip("OCP")
    row = next(row for split, row in builtin.solid_rows("", 0) if row["aspect"] == "faces")
    done = pictures.solid(row)
    assert all(done[column].startswith(b"\x89PNG") for column in ("image", "image_front", "image_back"))
    assert done["image_front"] != done["image_back"]
    others = [letter for letter in "ABCD" if letter != row["answer"]]
    assert all(isinstance(pictures.solid(row | {"answer": letter}), Skipped) for letter in others)


def test_a_program_of_ours_that_builds_nothing_is_an_error_of_ours():
    pytest.importorskip("OCP")
    row = next(row for split, row in builtin.solid_rows("", 0))
    with pytest.raises(ValueError, match="builds no solid"):
        pictures.solid(
            row | {"code": "SOL;Circle:(176,128,0);Ext:(128,128,128,128,128,128,95,140,128,Newbody,One-sided);EOS"}
        )


@pytest.mark.parametrize("name", ["nozzle", "oval_cover"])
def test_bolts_on_a_ring_are_mirror_images_of_each_other_to_the_last_digit(name):
    """`round` decides ties by the rounding error of a product, which moved one of two opposite bolts by a
    thousandth."""
    (kind,) = (kind for kind in builtin.CURVED.kinds if kind.__name__ == name)
    parts = [kind(random.Random(number)) for number in range(200)]
    even = [part for part in parts if len(part.features[0].region.holes) % 2 == 0]
    assert len(even) > 50
    assert all(symmetries.half_turned(part)[2] for part in even)


@pytest.mark.parametrize("config", ["sgp-cad-3d", "cad-script"])
def test_a_build_without_opencascade_says_what_to_install(tmp_path, monkeypatch, capsys, config):
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "OCP" else real(name, *rest))
    assert command_line.main(["build", config, "--limit", "12", "--workers", "1", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "sgpkit: solids need OCP: pip install 'sgpkit[cad]'\n"
