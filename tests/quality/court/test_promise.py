"""`family check`: a headline ranks pairs of the axes that it declares."""

from dataclasses import replace

import pytest

from sgpkit.baselines import adversarial
from sgpkit.benchmark import families
from sgpkit.quality.contract import promises
from sgpkit.quality.contract.promises import Subject

DRAWN = [benchmark.config for benchmark in families.all_benchmarks() if "ranking" in promises.applicable(benchmark)]


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
    assert problem.startswith("expected axes in `contrasts.sees`")
    benchmark = families.get("vectorgym-text")
    assert list(promises.ranking(Subject(benchmark))) == []
    silent = replace(benchmark, evidence=replace(benchmark.evidence, blind=""))
    assert list(promises.ranking(Subject(silent))) == [problem]


def test_a_headline_of_drawings_without_pairs_says_so():
    benchmark = families.get("edit-svg")
    assert "ranking" in promises.applicable(benchmark)
    assert list(promises.ranking(Subject(benchmark))) == []
    silent = replace(benchmark, evidence=replace(benchmark.evidence, blind=""))
    assert len(list(promises.ranking(Subject(silent)))) == 1


def test_axes_and_a_reason_for_none_contradict_each_other():
    both = declaring(("color",))
    both = replace(both, evidence=replace(both.evidence, blind="there are no pairs"))
    (problem,) = promises.ranking(Subject(both))
    assert problem.startswith("`blind` says why")


@pytest.mark.parametrize("config", DRAWN)
def test_every_headline_of_drawings_declares_its_axes(config):
    evidence = families.get(config).evidence
    assert bool(evidence.contrasts and evidence.contrasts.sees) != bool(evidence.blind)


def test_all_headlines_of_drawings_are_asked_and_no_others():
    benchmarks = [one for one in families.all_benchmarks() if one.built_with_all]
    assert set(DRAWN) == {one.config for one in benchmarks if adversarial.draws(one)}
    assert {"gen-scene", "edit-svg", "diagrams-typst", "turtle-tweak"} <= set(DRAWN)
    assert not {"sgp-cad-2d", "sgp-svg", "vectorgym-caption"} & set(DRAWN)
