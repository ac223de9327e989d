"""TurtleBench's builtin tasks: the paper's numbers, every change seen, no target twice, and the same from every seed."""

import itertools
from collections import Counter

import pytest

from sgpkit.families.turtlebench import complexity, likeness, pictures, tracing
from sgpkit.families.turtlebench.content.patterns.pattern import TWEAKS
from sgpkit.families.turtlebench.sources import builtin
from sgpkit.metrics.structure.turtle import ink


@pytest.fixture(scope="module", params=[0, 5])
def tasks(request):
    seed = request.param
    return [row for _, row in builtin.scratch("", seed)], [row for _, row in builtin.tweak("", seed)]


def test_sizes_and_spread_are_the_papers(tasks):
    scratch, tweak = tasks
    assert len(scratch) == len(tweak) == 130
    shown = [row["complexity"] for row in scratch], [row["complexity"].split(" to ")[0] for row in tweak]
    for levels in shown:
        assert Counter(levels) == {"simple": 33, "medium": 52, "complex": 45}
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
    assert min(likeness.difference(*pair) for pair in itertools.combinations(codes, 2)) >= likeness.EQUAL


def test_both_changes_of_a_combined_tweak_are_seen():
    for figure, change, code in builtin.chosen_tweaks(0):
        if change.midway:
            assert len(change.kinds) == 2
            halfway = builtin.program(figure.pattern.variables, change.midway)
            assert likeness.difference(halfway, code) >= likeness.UNCHANGED


def test_another_seed_gives_other_tasks():
    first, second = ([row["code"] for _, row in builtin.scratch("", seed)] for seed in (0, 5))
    assert len(set(first) & set(second)) < 40


def test_pictures_of_a_tweak_have_one_scale():
    import io

    import numpy as np
    from PIL import Image

    small, large = "t.forward(50)", "t.forward(200)"
    drawn = [np.asarray(Image.open(io.BytesIO(png)).convert("L")) < 128 for png in pictures.painted(small, large)]
    lengths = [np.ptp(np.nonzero(black)[1]) for black in drawn]
    assert lengths[1] / lengths[0] == pytest.approx(205 / 55, rel=0.05)
    heights = [np.ptp(np.nonzero(black)[0]) for black in drawn]
    assert heights[0] == pytest.approx(heights[1], abs=1)
