"""Marks point only at changed elements."""

import re

import pytest

from sgpkit.families.ssvg_bench.sources import geometry
from sgpkit.graphics import molecule
from sgpkit.graphics.raster.fit import Window, fit
from sgpkit.metrics.structure import marks
from sgpkit.metrics.structure.marks import Drawing

BUTANAL = molecule.draw("CCCC=O")


def marked(result, on, kind):
    return [mark.points[0] for mark in result if (mark.on, mark.kind) == (on, kind)]


def centres(code, color):
    (root,) = re.findall(r'viewBox="([^"]*)"', code)
    drawing = Drawing(code, fit(Window(*map(float, root.split())), 1))
    circles = re.findall(r'<circle cx="([^"]*)" cy="([^"]*)"[^>]*fill="([^"]*)"', code)
    return [drawing.share(float(x), float(y)) for x, y, fill in circles if fill.upper() == color]


def test_an_atom_of_another_element_is_missing_here_and_extra_there():
    answer = BUTANAL.replace("#FF0000", "#0000FF")
    (result,) = marks.molecules([answer], [{"code": BUTANAL}], "svg")
    assert marked(result, "reference", "missing") == centres(BUTANAL, "#FF0000") != []
    assert marked(result, "answer", "extra") == centres(answer, "#0000FF") != []
    # The adjacent carbon has a wrong neighbour; all others are unchanged.
    assert len(marked(result, "answer", "other")) == len(marked(result, "reference", "other")) == 1


def test_atoms_whose_bond_is_missing_are_ringed_in_both():
    lines = re.findall(r"<line[^>]*>", BUTANAL)
    (result,) = marks.molecules([BUTANAL.replace(lines[0], "")], [{"code": BUTANAL}], "svg")
    assert {mark.kind for mark in result} == {"other"}
    assert {mark.on for mark in result} == {"reference", "answer"}


@pytest.mark.parametrize("answer", [molecule.draw("O=CCCC"), "no drawing", "<svg", ""])
def test_what_is_right_or_cannot_be_read_has_no_marks(answer):
    assert marks.molecules([answer], [{"code": BUTANAL}], "svg") == [[]]


def test_answers_keep_their_places():
    wrong = BUTANAL.replace("#FF0000", "#0000FF")
    result = marks.molecules(["", wrong, BUTANAL, wrong], [{"code": BUTANAL}] * 4, "svg")
    assert [bool(item) for item in result] == [False, True, False, True]
    assert result[1] == result[3]


@pytest.fixture(scope="module")
def construction():
    rows = (row for split, row in geometry.rows("svg")("", 0) if split == "test" and not row["rule"])
    return next(row for row in rows if len(re.findall(r"<line[^>]*output_object[^>]*>", row["code"])) > 1)


@pytest.mark.process
def test_a_line_that_is_not_drawn_is_marked_on_the_reference(construction):
    line = re.findall(r"<line[^>]*output_object[^>]*>", construction["code"])[0]
    (result,) = marks.constructions([construction["code"].replace(line, "")], [construction], "svg")
    assert [(mark.on, mark.kind) for mark in result] == [("reference", "missing")]
    assert len(result[0].points) == 2


@pytest.mark.process
def test_a_line_that_nobody_asked_for_is_marked_on_the_answer(construction):
    stray = '<line x1="3" y1="4" x2="140" y2="9" stroke="red" class="output_object"/></svg>'
    (result,) = marks.constructions([construction["code"].replace("</svg>", stray)], [construction], "svg")
    assert [(mark.on, mark.kind) for mark in result] == [("answer", "extra")]
    assert all(0 <= value <= 1 for point in result[0].points for value in point)


@pytest.mark.sandbox
def test_compiled_drawings_are_marked_on_their_cropped_pages():
    right = molecule.draw("CCO", "tikz")
    wrong = right.replace("FF0000", "0000FF")
    assert right != wrong
    (result,) = marks.molecules([wrong], [{"code": right}], "tikz")
    assert {(mark.on, mark.kind) for mark in result} >= {("reference", "missing"), ("answer", "extra")}
    assert all(0 <= value <= 1 for mark in result for point in mark.points for value in point)
