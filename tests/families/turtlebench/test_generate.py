"""TurtleBench's builtin tasks: the paper's numbers, visible changes, distinct targets, for every seed."""

import io
from collections import Counter

import builtin_rows
import numpy as np
import pytest
from PIL import Image

from sgpkit.families.turtlebench import complexity, likeness, pictures, tracing, weights
from sgpkit.families.turtlebench.content.patterns.pattern import TWEAKS
from sgpkit.families.turtlebench.sources import builtin
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.turtle.figure import Figure, Stroke
from sgpkit.graphics.turtle.pixels import black_of
from sgpkit.metrics.structure import turtle
from sgpkit.metrics.structure.turtle import ink
from sgpkit.metrics.structure.turtle.predictions import Drawn
from sgpkit.metrics.structure.turtle.references import Expected

pytestmark = builtin_rows.group("turtle-tweak")


@pytest.fixture(scope="module", params=[0, 5])
def tasks(request):
    if request.param == 0:
        return tuple([row for _, row in builtin_rows.of(f"turtle-{task}")] for task in ("scratch", "tweak"))
    seed = request.param
    return [row for _, row in builtin.scratch("", seed)], [row for _, row in builtin.tweak("", seed)]


def test_sizes_and_spread_are_the_papers(tasks):
    scratch, tweak = tasks
    assert len(scratch) == len(tweak) == 130
    assert Counter(row["complexity"] for row in scratch) == {"simple": 33, "medium": 52, "complex": 45}
    table_6 = {"simple": (20, 10, 4), "medium": (5, 33, 13), "complex": (5, 19, 21)}
    levels = Counter(row["complexity"] for row in tweak)
    assert levels == {
        f"{before} to {after}": count
        for before, counts in table_6.items()
        for after, count in zip(table_6, counts, strict=True)
    }
    assert sum(levels[f"{level} to {level}"] for level in table_6) == 74
    assert len({row["kind"] for row in scratch}) >= 40
    kinds = Counter(row["tweak"] for row in tweak)
    assert kinds.keys() == {*TWEAKS, "combined"}
    assert kinds["combined"] == 13
    assert all(len(row["tweaks"]) == (2 if row["tweak"] == "combined" else 1) for row in tweak)


def test_contours_are_those_of_the_drawing(tasks):
    scratch, tweak = tasks
    for row in scratch[::10]:
        assert tracing.figure(row["code"]).contours() == row["contours"]
    for row in tweak[::10]:
        before, after = (tracing.figure(row[name]).contours() for name in ("base_code", "code"))
        assert (before, after) == (row["base_contours"], row["contours"])
        assert row["complexity"] == f"{complexity.level(before)} to {complexity.level(after)}"


def test_no_tweak_would_be_graded_as_solved_without_the_change(tasks):
    for row in tasks[1]:
        before, after = (tracing.figure(row[name]).black() for name in ("base_code", "code"))
        assert ink.iou(before, after) < 0.94, row["instruction"]


def test_no_two_targets_are_the_same(tasks):
    codes = [row["code"] for rows in tasks for row in rows]
    for index, code in enumerate(codes):
        assert likeness.differences(code, codes[:index]).min(initial=1) >= likeness.EQUAL


def test_no_motif_has_more_than_two_rows(tasks):
    counts = Counter(row["kind"] for rows in tasks for row in rows)
    assert max(counts.values()) <= 2 and len(counts) >= 130


@pytest.mark.slow
def test_an_answer_without_one_of_the_strokes_is_not_solved(tasks):
    """Every stroke, a straight line or an arc, has more ink than the published rule tolerates."""
    for rows in tasks:
        for row in rows[::11]:
            strokes = weights.different(tracing.moves(row["code"]))
            whole = drawn(strokes)
            for left_out in range(len(strokes)):
                rest = drawn(strokes[:left_out] + strokes[left_out + 1 :])
                lost = np.count_nonzero(whole.black()) - np.count_nonzero(rest.black()) if rest.marks else 0
                if rest.marks and lost >= 2 * weights.VISIBLE:
                    verdict = turtle.score_of(Drawn(rest, rest.black(), "turtle"), Expected(whole.black(), whole))
                    assert (verdict.value, verdict.parts["strict"]) == (0.0, 0.0), (row["id"], left_out)


def drawn(strokes):
    return Figure(tuple(Stroke(tuple(Point(point.real, point.imag) for point in stroke)) for stroke in strokes))


def test_the_smallest_stroke_is_measured():
    square = "\n".join(["t.forward(100)\nt.left(90)"] * 4)
    assert weights.smallest_stroke(square) == pytest.approx(0.25, abs=0.02)
    assert weights.smallest_stroke(f"{square}\n{square}") == weights.smallest_stroke(square)
    assert weights.smallest_stroke(f"{square}\nt.left(45)\nt.forward(12)") < 0.04
    assert not weights.has_faint_stroke(square)
    assert weights.has_faint_stroke(f"{square}\nt.left(45)\nt.forward(12)")
    assert weights.has_faint_stroke("for _ in range(30):\n    t.forward(30)\n    t.left(12)")


@pytest.mark.slow
def test_both_changes_of_a_combined_tweak_are_seen():
    for figure, change, code in builtin.chosen_tweaks(0):
        if change.midway:
            assert len(change.kinds) == 2
            halfway = builtin.program(figure.pattern.variables, change.midway)
            assert likeness.difference(halfway, code) >= likeness.UNCHANGED


def test_another_seed_gives_other_tasks():
    first, second = ([row["code"] for _, row in builtin.scratch("", seed)] for seed in (0, 5))
    assert len(set(first) & set(second)) < 40


def black(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("L")) < 128


def test_pictures_of_a_tweak_have_one_scale_and_one_origin():
    small, large = map(black, pictures.painted("t.forward(50)", "t.left(90)\nt.forward(200)"))
    assert small.shape == large.shape == pictures.PAGE
    row, column = pictures.ORIGIN
    assert np.argwhere(small).min(0).tolist() == [row - 3, column - 3]
    assert np.argwhere(small).max(0).tolist() == [row + 2, column + 52]
    assert np.argwhere(large).min(0).tolist() == [row - 203, column - 3]


def test_a_page_grows_with_a_figure_that_leaves_it():
    wide, small = map(black, pictures.painted("t.forward(700)", "t.forward(50)"))
    assert wide.shape == small.shape and wide.shape[0] == pictures.PAGE[0] and wide.shape[1] > 435 + 700
    assert wide.sum(1).max() == pytest.approx(707, abs=2) and not wide[:, -5:].any()


def test_a_picture_is_graded_as_its_program(tasks):
    """The picture is painted at scale 1, so that the column `image` of a row can replace its program as the
    reference."""
    for rows in tasks:
        for row in rows[::9]:
            figure = tracing.figure(row["code"])
            picture = Expected(black_of(np.asarray(Image.open(io.BytesIO(pictures.painted(row["code"])[0])))))
            verdict = turtle.score_of(Drawn(figure, figure.black(), "turtle"), picture)
            assert (verdict.value, verdict.parts["strict"], verdict.parts["strokes"]) == (1.0, 1.0, 1.0)
