"""`family check`: a headline ranks pairs of the axes that it declares."""

from dataclasses import replace

import pytest

from sgpkit.benchmark import families
from sgpkit.quality.contract import promises
from sgpkit.quality.contract.promises import Subject

CONTRASTS = [benchmark.config for benchmark in families.all_benchmarks() if "ranking" in promises.applicable(benchmark)]


def declaring(sees):
    benchmark = families.get("gen-composition")
    contrasts = replace(benchmark.evidence.contrasts, sees=sees, equal=("primitives",))
    return replace(benchmark, evidence=replace(benchmark.evidence, contrasts=contrasts))


def problems(sees):
    return list(promises.ranking(Subject(declaring(sees))))


def test_declared_axes_that_the_headline_ranks_are_no_problem():
    assert problems(("color", "relation")) == []


def test_an_axis_that_the_headline_does_not_see_is_named():
    assert problems(("color", "text")) == ["the headline ranks 0% of the pairs of the axis text right"]


def test_an_axis_without_pairs_is_named():
    assert problems(("taste",)) == ["`contrasts.sees` names axes without pairs: taste"]


def test_a_headline_declares_its_axes_or_says_why_it_has_none():
    (problem,) = problems(())
    assert problem.startswith("`contrasts.sees` is empty")
    benchmark = families.get("vectorgym-text")
    assert "ranking" in promises.applicable(benchmark)
    assert list(promises.ranking(Subject(benchmark))) == []


@pytest.mark.parametrize("config", CONTRASTS)
def test_every_headline_of_drawings_declares_its_axes(config):
    contrasts = families.get(config).evidence.contrasts
    assert bool(contrasts.sees) != bool(contrasts.blind)


def test_only_headlines_that_score_the_drawings_of_contrasts_are_tried():
    assert "ranking" in promises.applicable(families.get("gen-composition"))
    assert "ranking" not in promises.applicable(families.get("gen-scene"))
    assert "ranking" not in promises.applicable(families.get("sgp-cad-2d"))
