"""`family check`: a headline ranks pairs of the axes that it declares."""

from dataclasses import replace

from sgpkit.benchmark import families
from sgpkit.quality.contract import promises
from sgpkit.quality.contract.promises import Subject


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


def test_only_headlines_that_declare_axes_are_tried():
    assert "ranking" in promises.applicable(families.get("gen-composition"))
    assert "ranking" not in promises.applicable(declaring(()))
    assert "ranking" not in promises.applicable(families.get("gen-scene"))
    assert "ranking" not in promises.applicable(families.get("sgp-cad-2d"))
