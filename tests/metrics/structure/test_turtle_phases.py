"""Figures at any position between pixels: the same figure is solved at every position, and another one at none."""

import itertools
import json
import random

import numpy as np
import pytest
from PIL import Image

from sgpkit.families.turtlebench import tracing
from sgpkit.families.turtlebench.sources import builtin
from sgpkit.graphics import turtle as turtles
from sgpkit.graphics.geometry import Point, translation
from sgpkit.graphics.turtle.figure import Figure, Fill, Stroke
from sgpkit.graphics.turtle.pixels import black_of
from sgpkit.metrics.structure import turtle
from sgpkit.metrics.structure.turtle import score
from sgpkit.metrics.structure.turtle.predictions import Drawn
from sgpkit.metrics.structure.turtle.references import Expected

pytestmark = pytest.mark.sandbox

EVERY = 13
OFFSETS = ((0.5, 0.5), (0.25, 0.4), (17.3, -8.6), "centred", "random")


def moved(figure, offset):
    if offset == "centred":
        left, bottom, right, top = figure.box()
        offset = -(left + right) / 2, -(bottom + top) / 2
    elif offset == "random":
        rng = random.Random(len(figure.marks))
        offset = rng.uniform(-100, 100), rng.uniform(-100, 100)
    return figure.moved(translation(*offset))


def graded(figure, reference):
    return turtle.score_of(Drawn(figure, figure.black(), "turtle"), Expected(reference.black(), reference))


def against_picture(figure, picture):
    return turtle.score_of(Drawn(figure, figure.black(), "turtle"), Expected(picture))


@pytest.fixture(scope="module")
def figures():
    return [tracing.figure(row["code"]) for _, row in builtin.scratch("", 0)][::EVERY]


@pytest.mark.parametrize("offset", OFFSETS)
def test_same_figure_is_solved_at_every_position(figures, offset):
    for reference in figures:
        verdict = graded(moved(reference, offset), reference)
        assert verdict.value == 1.0 and verdict.parts["strict"] > turtle.THRESHOLD, verdict


@pytest.mark.parametrize("offset", [(0.5, 0.5), (0.25, 0.4)])
def test_other_figures_are_not_solved_by_moving(figures, offset):
    for one, other in itertools.permutations(figures[:8], 2):
        assert graded(moved(one, offset), other).value == 0.0


def cut(figure):
    """Return a figure without the last segment of its program."""
    *marks, last = figure.marks
    shorter = [last._replace(points=last.points[:-1])] if len(last.points) > 2 else []
    return Figure((*marks, *shorter), figure.background)


@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.25, 0.4)])
def test_unfinished_figure_is_not_strictly_solved(figures, offset):
    refused = 0
    for reference in figures:
        unfinished = cut(reference)
        if not unfinished.marks or np.array_equal(unfinished.black(), reference.black()):
            continue
        assert graded(moved(unfinished, offset), reference).parts["strict"] <= turtle.THRESHOLD
        refused += 1
    assert refused >= 5


WHITE = "#ffffff"
UNSEEN = {
    "a white stroke far away": lambda figure: (Stroke((Point(-300.3, 80.0), Point(-250.0, 80.0)), WHITE),),
    "a white page below": lambda figure: (
        Fill((Point(-400.7, -400), Point(400, -400), Point(400, 400), Point(-400, 400)), WHITE),
    ),
    "a guide line that white erases": lambda figure: (
        Stroke((Point(-300.3, 300.1), Point(-250.0, 310.0))),
        Fill((Point(-320, 280), Point(-230, 280), Point(-230, 330), Point(-320, 330)), WHITE),
    ),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_position_is_that_of_the_visible_ink(figures, name):
    for reference in figures[:6]:
        assert graded(moved(Figure((*UNSEEN[name](reference), *reference.marks)), (0.5, 0.5)), reference).value == 1.0


@pytest.mark.parametrize("offset", OFFSETS)
def test_picture_is_matched_at_the_best_of_its_phases(figures, offset):
    for reference in figures[:5]:
        picture = black_of(np.where(np.pad(reference.black(), 7), 0, 255).astype(np.uint8))
        assert against_picture(moved(reference, offset), picture).value == 1.0


def test_own_svg_of_a_figure_is_solved():
    """Its white page, a rectangle, does not count as ink."""
    codes = [row["code"] for _, row in builtin.scratch("", 0)][:: 2 * EVERY]
    exports = [turtles.draw(code).svg() for code in codes]
    assert all("<rect" in export for export in exports)
    verdicts = score(exports, codes, setting="any-language")
    assert [verdict.value for verdict in verdicts] == [1.0] * len(codes)
    others = score(exports, codes[1:] + codes[:1], setting="any-language")
    assert [verdict.value for verdict in others] == [0.0] * len(codes)


def test_turtle_programs_of_any_language_are_moved_too():
    codes = [row["code"] for _, row in builtin.scratch("", 0)][::EVERY]
    shifted = [f"t.penup(); t.setx(0.25); t.sety(0.4); t.pendown()\n{code}" for code in codes]
    relative = [
        (answer, code) for answer, code in zip(shifted, codes, strict=True) if "goto" not in code and "home" not in code
    ]
    answers, references = zip(*relative, strict=True)
    assert len(answers) >= 3
    assert [verdict.value for verdict in score(answers, references, setting="any-language")] == [1.0] * len(answers)


@pytest.mark.slow
@pytest.mark.realdata
def test_published_programs_are_solved_at_every_position(fixtures_path):
    """They are compared with their own geometry and with the authors' pictures."""
    folder = fixtures_path / "turtlebench"
    rows = [json.loads(line) for line in (folder / "dataset.jsonl").read_text().splitlines()]
    names = [folder / "autotest" / "source" / f"{row['id']}_{row['question_number']}.jpg" for row in rows]
    programs = turtles.draw_many([f"{row['variables']}\n{row['base_shape_code']}" for row in rows])
    for figure, name in zip(programs, names, strict=True):
        with Image.open(name) as image:
            picture = black_of(np.asarray(image.convert("L")))
        for offset in OFFSETS:
            there = moved(figure, offset)
            assert graded(there, figure).value == 1.0, (name, offset)
            assert against_picture(there, picture).value == 1.0, (name, offset)
