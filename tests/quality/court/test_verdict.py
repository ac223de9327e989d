"""Verdicts on metrics whose behaviour is known."""

import math

import pytest

from sgpkit.quality.court import report
from sgpkit.quality.court.pairs import Pair
from sgpkit.quality.court.verdict import Marks, best, verdict


def pair(axis, grade, number, change=0.1):
    return Pair(
        f"{axis}/{number}/{grade}", "toy", "svg", axis, grade, f"{axis}/{number}", "a request", {}, "", "", change
    )


def tried(axes, equal, score, name="metric", count=40):
    """Return the marks of a metric that gives a right drawing 1, and another one the value of `score` for the pair."""
    pairs = [pair(axis, grade, number) for axis in axes for grade in (1, 2, 3) for number in range(count)]
    pairs += [pair(axis, 0, number) for axis in equal for number in range(count)]
    return Marks(name, pairs, [1.0] * len(pairs), [score(one) for one in pairs])


def test_a_metric_that_ranks_all_pairs_and_no_equal_ones_may_rank():
    held = verdict(tried(("color", "count"), ("style",), lambda one: 1.0 if one.is_equivalence else 1 - one.grade / 4))
    assert held.ranks == ("color", "count")
    assert held.overall.value == 1.0
    assert held.axes["color"].right.low > 0.9
    assert held.calibration > 0.9
    assert held.axes["color"].gaps == pytest.approx({1: 0.25, 2: 0.5, 3: 0.75})


def test_few_scenes_are_not_enough():
    held = verdict(tried(("color",), ("style",), lambda one: float(one.is_equivalence), count=8))
    assert held.axes["color"].right.value == 1.0
    assert held.ranks == ()


def test_a_metric_that_tells_equal_drawings_apart_may_not_rank():
    held = verdict(
        tried(("color",), ("style", "tool"), lambda one: 0.9 if one.axis == "style" else float(one.axis == "tool"))
    )
    assert held.axes["color"].right.low > 0.9
    assert held.all_alarms.value == 0.5
    assert held.alarms["style"].value == 1.0
    assert held.ranks == ()


def test_a_difference_below_the_margin_ranks_nothing():
    held = verdict(tried(("color",), ("style",), lambda one: 0.995))
    assert held.overall.value == 0.0
    assert held.all_alarms.value == 0.0
    assert held.axes["color"].reversed == 0.0
    assert held.calibration == 0.0


def test_a_metric_that_prefers_the_wrong_drawing_is_reversed():
    held = verdict(tried(("color",), (), lambda one: 1.5))
    assert held.axes["color"].reversed == 1.0
    assert held.all_alarms is None
    assert not held.may_rank("color")


def test_grades_of_one_scene_are_one_cluster():
    held = verdict(tried(("color",), (), lambda one: 0.0, count=10))
    assert (held.axes["color"].right.n, held.axes["color"].right.clusters) == (30, 10)


def test_the_best_metric_of_an_axis_is_one_that_may_rank_it():
    good = verdict(tried(("color",), ("style",), lambda one: float(one.is_equivalence), "good"))
    alarmed = verdict(tried(("color",), ("style",), lambda one: 0.0, "alarmed"))
    blind = verdict(tried(("color",), ("style",), lambda one: 1.0, "blind"))
    assert best([alarmed, blind, good], "color") == "good"
    assert best([alarmed, blind], "color") == ""


def test_the_table_and_the_figure_show_what_may_rank(tmp_path):
    good = verdict(tried(("color",), ("style",), lambda one: float(one.is_equivalence), "good & plain"))
    other = verdict(tried(("count",), ("style",), lambda one: 1.0, "blind"))
    lines = report.markdown([good, other]).splitlines()
    assert lines[0] == "| metric | pairs | each | color | count | false alarms | calibration | ms |"
    assert lines[2].startswith("| good & plain | 160 | 40 | **100** | – | 0 |")
    assert lines[3].startswith("| blind | 160 | 40 | – | 0 | 0 |")
    held = report.write(tmp_path, [good, other], {"seed": 0})
    assert held["best"] == {"color": "good & plain", "count": ""}
    assert held["metrics"]["good & plain"]["axes"]["color"]["may_rank"] is True
    drawn = (tmp_path / "court.svg").read_text()
    assert "good &amp; plain" in drawn
    assert drawn.count('stroke="#000000"') == 1


def test_no_pairs_give_no_figures():
    held = verdict(Marks("nothing", [], [], []))
    assert held.pairs == 0
    assert math.isnan(held.overall.value)
    assert held.ranks == ()
