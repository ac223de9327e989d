"""Questions of form: a recipe's properties agree with measurements in any rotation, and options are images of one
form."""

import itertools
import random

import pytest

from sgpkit.families.sgp_cad.sources import (
    builtin,
    questions,
    sketch_answers,
    sketch_questions,
    solid_answers,
    solid_questions,
)
from sgpkit.families.shared.cad import drafting, flips, loops, occupancy, piece, symmetries
from sgpkit.families.shared.cad.flat import form, hollow, nearness
from sgpkit.graphics import cad
from sgpkit.graphics.cad.model import Circle, Line, Region
from sgpkit.graphics.cad.sketch import measurements as sketch_measurements
from sgpkit.graphics.geometry import Point

FLAT = ("cells", "fullest-half", "emptiest-quarter", "opening", "inward-corners")
SOLID = ("cells-x", "cells-y", "cells-z", "heavy-side")
TO_THE_LEFT = {"left": "lower", "lower": "right", "right": "upper", "upper": "left"}


def test_forms_known_of_sketches_are_measured_on_them():
    known = dict.fromkeys(FLAT, 0)
    for kind in builtin.FLAT.kinds:
        draw = random.Random(f"form:{kind.__name__}")
        drawing = builtin.FLAT.turned(kind(draw), draw)
        measures = sketch_measurements.measure(cad.parse(builtin.FLAT.text(drawing, draw), "sketchgraphs").sketch())
        for aspect in FLAT:
            value = sketch_answers.expected(drawing, aspect)
            known[aspect] += value is not None
            assert value is None or value == sketch_answers.measured(measures, aspect), (kind.__name__, aspect)
    assert min(known.values()) >= 4


def test_a_quarter_turn_turns_the_form():
    for kind in builtin.FLAT.kinds:
        drawing = kind(random.Random(kind.__name__))
        after = drafting.quarter_turned(drawing)
        for side in (form.fullest_half, form.opening):
            assert side(after) == TO_THE_LEFT.get(side(drawing)) or side(drawing) is None, kind.__name__
        rows = form.cells(drawing)
        if rows is not None:
            lines = rows.split()
            assert form.cells(after) == " ".join("".join(column) for column in list(zip(*lines, strict=True))[::-1])


@pytest.mark.parametrize("number", range(4))
def test_questions_for_the_open_side_hold_for_a_row_of_hollows_too(number):
    """A rack has a gap between any two of its teeth, a channel has one hollow: both are asked."""
    draw = random.Random(number)
    asked = [builtin.sketches.channel_section(draw), hollow.rack(draw), builtin.sketches.heat_sink(draw)]
    assert all(form.opening(drawing) for drawing in asked)
    teeth = [(0, 0), (40, 0), (40, 30), (30, 10), (20, 30), (10, 10), (0, 30)]
    lips = [(0, 0), (40, 0), (40, 30), (30, 30), (30, 10), (10, 10), (10, 30), (0, 30)]
    assert form.opening(outlined(teeth)) == form.opening(outlined(lips)) == "upper"
    assert all("hollow" in text and "whether one or more" in text for text in sketch_questions.QUESTIONS["opening"])


def outlined(corners):
    """Return a drawing of one polygon."""
    points = [Point(float(x), float(y)) for x, y in corners]
    edges = (Line(one, other) for one, other in zip(points, [*points[1:], points[0]], strict=True))
    return drafting.Drawing("plate", (tuple(edges),))


def test_a_sketch_is_near_itself_turned_and_mirrored_and_not_one_of_other_proportions():
    base, other = (builtin.sketches.channel_section(random.Random(number)) for number in (1, 2))
    assert nearness.near(base, drafting.quarter_turned(base))
    assert nearness.near(base, drafting.mapped(base, lambda point: Point(-point.x, point.y), 1.0))
    assert nearness.near(base, drafting.scaled(base, 1.7))
    assert not nearness.near(base, other)
    assert not nearness.near(base, builtin.sketches.angle_section(random.Random(1)))


@pytest.mark.parametrize("aspect", ["corners", "smooth-joints", "inward-corners"])
def test_corners_are_not_asked_of_a_sketch_where_some_are_hardly_seen(aspect):
    draw = random.Random(1)
    assert sketch_answers.expected(builtin.sketches.lobed_knob(draw), aspect) is None
    assert sketch_answers.expected(builtin.sketches.angle_section(draw), aspect) is not None
    turned = [Line(Point(0.0, 0.0), Point(10.0, 0.0)), Line(Point(10.0, 0.0), Point(20.0, 3.0))]
    faint = (*turned, Line(Point(20.0, 3.0), Point(5.0, 20.0)), Line(Point(5.0, 20.0), Point(0.0, 0.0)))
    assert sketch_answers.expected(drafting.Drawing("plate", (faint,)), aspect) is None


def test_sizes_of_circles_that_are_hard_to_distinguish_are_not_asked():
    def known(*radii):
        discs = tuple((Circle(Point(20.0 * number, 0.0), radius),) for number, radius in enumerate(radii))
        drawing = drafting.Drawing("row of separate discs", discs, separate=True)
        return [sketch_answers.expected(drawing, aspect) for aspect in ("circle-sizes", "equal-circles")]

    assert known(3.0, 3.2, 3.0) == [None, None]
    assert known(3.0, 3.5, 3.0) == [2, 2]
    assert known(3.0, 3.0, 3.0) == [1, 3]
    assert known() == [0, 0]


def test_names_that_are_alike_of_parts_are_alike_of_sketches():
    pairs = [{*pair} for alike in solid_questions.PART_ALIKE for pair in itertools.combinations(alike, 2)]
    shared = [pair for pair in pairs if pair <= set(builtin.names("sketchgraphs"))]
    assert len(shared) > 3
    assert all(any(pair <= alike for alike in sketch_questions.PART_ALIKE) for pair in shared)


def test_the_other_grids_are_all_images_of_the_right_one():
    assert len(form.images("XX... X.... X.... X.... X....")) == 7
    assert len(form.images("X...X X...X X...X X...X XXXXX")) == 3
    assert form.images("XXXXX XXXXX XX.XX XXXXX XXXXX") == []
    draw = random.Random(1)
    asked = sketch_questions.ASPECTS["cells"]
    assert questions.ask(asked, "XXXXX XXXXX XX.XX XXXXX XXXXX", (), draw) is None
    question = questions.ask(asked, "X...X X...X X...X X...X XXXXX", (), draw)
    assert question is not None and len({question.answer, *question.wrong}) == 4


@pytest.mark.parametrize("collection", [builtin.SOLID, builtin.CURVED], ids=lambda collection: collection.stem)
def test_forms_known_of_parts_are_measured_on_them(collection):
    pytest.importorskip("OCP")
    from sgpkit.graphics.cad import solid

    for kind in collection.kinds[::4]:
        draw = random.Random(f"form:{kind.__name__}")
        part = collection.turned(kind(draw), draw)
        measures = solid.build_here(cad.parse(collection.text(part, draw), collection.dialect).part()).measurements
        for aspect in SOLID:
            known, result = solid_answers.expected(part, aspect), solid_answers.measured(measures, aspect)
            assert None in (known, result) or known == result, (kind.__name__, aspect)


def test_symmetries_are_not_asked_of_a_part_that_is_nearly_symmetric():
    def known(radius):
        block = piece.Feature(Region(loops.rectangle(-10, -10, 10, 10)), 0, 20)
        hole = piece.Feature(Region(loops.circle(0, 6, radius)), 10, 20, operation="cut")
        part = piece.Piece("block", (block, hole) if radius else (block,))
        return [solid_answers.expected(part, aspect) for aspect in ("half-turns", "mirrors")]

    assert known(0) == ["all three", "all three"]
    assert known(1) == [None, None]
    assert known(3.5) == ["none", "x"]


def test_sizes_of_holes_that_are_hard_to_distinguish_are_not_asked():
    def known(*diameters):
        bores = tuple(piece.Bore(2, diameter) for diameter in diameters)
        return solid_answers.expected(piece.Piece("plate", (), bores=bores), "hole-sizes")

    assert known(3.0, 3.1, 3.0) is None
    assert known(3.0, 3.5, 3.0) == 2
    assert known() == 0


@pytest.mark.parametrize("axis", range(3))
def test_half_a_turn_keeps_a_part_and_turns_its_heavy_side(axis):
    seen = 0
    for kind in builtin.SOLID.kinds + builtin.CURVED.kinds:
        part = kind(random.Random(kind.__name__))
        other = flips.flipped(part, axis)
        assert piece.extents(other) == pytest.approx(piece.extents(part))
        assert symmetries.mirrored(other) == symmetries.mirrored(part)
        before, after = occupancy.heavy_side(part), occupancy.heavy_side(other)
        if before is not None:
            seen += 1
            same = before[1] == "xyz"[axis]
            assert after == (before if same else before.translate(str.maketrans("+-", "-+"))), kind.__name__
    assert seen >= 10
