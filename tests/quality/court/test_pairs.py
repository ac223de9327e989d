"""Pairs past the viewer gate, from the generators of families."""

import random

import pytest

from sgpkit.benchmark import Contrast, Contrasts
from sgpkit.errors import UserError
from sgpkit.quality.court import metrics, pairs
from sgpkit.quality.court.verdict import verdict

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{0}</svg>'


def box(x, fill="#ff0000", more=""):
    return PAGE.format(f'<rect x="{x}" y="10" width="40" height="40" fill="{fill}"{more}/>')


def toy(wrong, right=None):
    def make(axis, grade, chance):
        x = chance.randint(5, 40)
        return Contrast({"code": box(x)}, "a red square", right or box(x), wrong(x, grade))

    return Contrasts(make=make, axes=("color",))


def test_pairs_that_browsers_may_show_differently_are_left_out():
    unsafe = toy(lambda x, grade: box(x, more=' style="offset-path:none"' if grade == 2 else ' opacity="0.3"'))
    made = pairs.pairs({"toy": unsafe}, 3)
    assert sorted({pair.grade for pair in made}) == [1, 3]
    assert len(made) == 6


def test_pairs_that_nobody_can_see_to_differ_are_left_out():
    assert pairs.pairs({"toy": toy(lambda x, grade: box(x, "#fe0000"))}, 2) == []
    made = pairs.pairs({"toy": toy(lambda x, grade: box(x, "#0000ff"))}, 2)
    assert all(abs(pair.change - 0.16) < 0.01 for pair in made)


def test_equal_pairs_may_look_the_same():
    same = Contrasts(
        make=lambda axis, grade, chance: Contrast({"code": box(9)}, "", box(9), box(9)), axes=(), equal=("tool",)
    )
    made = pairs.pairs({"toy": same}, 4)
    assert [pair.grade for pair in made] == [0] * 4
    assert all(pair.is_equivalence for pair in made)


def test_a_generator_without_room_ends():
    none = Contrasts(make=lambda axis, grade, chance: None, axes=("color",))
    assert pairs.pairs({"toy": none}, 5) == []


def test_pairs_depend_on_the_seed_alone():
    source = {"toy": toy(lambda x, grade: box(x, "#0000ff"))}
    first, again, other = (pairs.pairs(source, 4, seed) for seed in (1, 1, 2))
    assert [pair.right for pair in first] == [pair.right for pair in again]
    assert [pair.right for pair in first] != [pair.right for pair in other]


def test_each_pair_has_a_scene_of_its_own():
    made = pairs.pairs({"toy": toy(lambda x, grade: box(x, "#0000ff"))}, 5)
    assert len({pair.cluster for pair in made}) == len(made) == 15


def test_unknown_axes_and_configs_are_named():
    with pytest.raises(UserError, match="unknown axis 'colour'; did you mean 'color'"):
        pairs.pairs({"toy": toy(lambda x, grade: box(x))}, 1, axes=("colour",))
    with pytest.raises(UserError, match="sgp-mnist declares no contrasts"):
        pairs.sources(["sgp-mnist"])


def test_every_config_of_contrasts_makes_pairs_of_each_axis():
    made_by = pairs.sources(["gen-composition", "sgp-cad-2d"])
    made = pairs.pairs(made_by, 2, axes=("count", "symmetry", "reordered"))
    assert {(pair.config, pair.axis) for pair in made} == {
        (config, axis) for config in made_by for axis in ("count", "symmetry", "reordered")
    }
    assert all(pair.row["image"].startswith(b"\x89PNG") for pair in made)


def test_metrics_that_are_known_to_see_or_not_to_see():
    made = pairs.pairs(pairs.sources(["gen-composition"]), 3, axes=("color", "count"))
    held = {}
    for metric in (*metrics.modules(), *metrics.headlines(["gen-composition"])):
        if metric.name in ("svg_validity", "svg_similarity", "gen-composition: all_right"):
            held[metric.name] = verdict(metrics.marks(metric, made))
    assert held["svg_validity"].overall.value == 0.0
    assert held["gen-composition: all_right"].overall.value == 1.0
    assert held["svg_similarity"].axes["color"].right.value > 0.6
    assert all(one.seconds > 0 for one in held.values())


def test_a_judge_that_reads_the_picture_is_tried_like_a_metric():
    made = pairs.pairs({"toy": toy(lambda x, grade: box(x, "#0000ff"))}, 3)

    def ask(messages):
        from io import BytesIO

        import numpy as np
        from PIL import Image

        shown = [next(part["image"] for part in one[0]["content"] if part["type"] == "image") for one in messages]
        means = [np.asarray(Image.open(BytesIO(png)).convert("RGB")).mean(axis=(0, 1)) for png in shown]
        return [f"score: {9 if mean[0] > mean[2] else 2}" for mean in means]

    held = verdict(metrics.marks(metrics.judge("red", ask), made))
    assert held.overall.value == 1.0
    assert held.axes["color"].gaps[1] == pytest.approx(7 / 9)


def test_random_scores_rank_nothing():
    made = pairs.pairs({"toy": toy(lambda x, grade: box(x, "#0000ff"))}, 10)
    chance = random.Random(3)
    guess = metrics.Metric("guess", lambda given, answers: [chance.random() for _ in answers], lambda pair: True)
    held = verdict(metrics.marks(guess, made))
    assert 0.2 < held.overall.value < 0.8
    assert held.ranks == ()
