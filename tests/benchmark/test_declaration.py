"""The declaration of a benchmark: mistakes are refused when it is made, and copies differ in the named fields."""

from dataclasses import fields, is_dataclass

import pytest
import toy

from sgpkit.benchmark import (
    Baseline,
    Benchmark,
    Evidence,
    Prompts,
    Rows,
    Scoring,
    Source,
    answer_labels,
    families,
)
from sgpkit.errors import UserError

MISTAKES = {
    "config": ("Two words", "expected words joined by hyphens"),
    "title": ("", "empty"),
    "paper": ("", "empty"),
    "columns": ({"id": "string", "cluster": "string"}, "missing: source, license"),
    "sources": ({}, "empty"),
    "groups": (("paritty",), "no column 'paritty'; did you mean 'parity'"),
    "scored_columns": (("answers",), "no column 'answers'; did you mean 'answer'"),
    "strategies": ({}, "empty"),
    "modes": ((), "empty"),
    "settings": ((), "empty"),
    "headline": ((), "expected with `score`"),
    "baselines": ({"random": Baseline(lambda rows: [])}, "reserved names: random"),
    "probe_columns": (("colour",), "no column 'colour'"),
    "trivial_groups": ({("length", "even"): "why"}, "rows.groups is empty"),
}
PARTS = (Rows, Prompts, Scoring, Evidence)


@pytest.mark.parametrize("field", MISTAKES)
def test_a_mistake_is_refused_with_the_name_of_its_field(field):
    value, message = MISTAKES[field]
    grouped = {} if field != "trivial_groups" else {"groups": ()}
    part = next((part.__name__.lower() for part in PARTS if field in {one.name for one in fields(part)}), "")
    with pytest.raises(UserError) as refused:
        toy.TOY.replacing(**{field: value}, **grouped)
    assert f"{part}.{field}: ".removeprefix(".") in str(refused.value) and message in str(refused.value)


@pytest.mark.parametrize("name", ["judge", "clip"])
def test_a_preferred_part_needs_a_model_that_gives_it(name):
    with pytest.raises(UserError, match=f"scoring.headline: no judge or learned metric '{name}'"):
        toy.TOY.replacing(headline=(name, "accuracy"))
    learned = toy.TOY.replacing(learned={"clip": str}, headline=("clip", "accuracy")).scoring
    assert (learned.preferred, learned.value_name) == (("clip",), "accuracy")


def test_a_copy_differs_in_the_named_fields_only():
    copy = toy.TOY.replacing(title="Other", modes=("text", "image"), sources={"builtin": Source(toy.rows)})
    assert (copy.title, copy.prompts.modes, list(copy.rows.sources)) == ("Other", ("text", "image"), ["builtin"])
    assert copy.rows.columns == toy.TOY.rows.columns and copy.scoring == toy.TOY.scoring
    with pytest.raises(TypeError, match="no field 'mode'; did you mean 'modes'"):
        toy.TOY.replacing(mode="image")


def test_no_part_has_more_than_ten_fields_and_names_are_distinct():
    names = [one.name for part in (Benchmark, *PARTS) for one in fields(part)]
    assert all(is_dataclass(part) and len(fields(part)) <= 10 for part in PARTS)
    assert len(set(names)) == len(names)


def test_build_all_takes_what_is_scored_and_makes_its_own_rows():
    chosen = {benchmark.config for benchmark in families.all_benchmarks() if benchmark.built_with_all}
    assert "sgp-svg" in chosen and "datikz" not in chosen and "sgp-sit-10k" not in chosen


def test_the_labels_of_a_row_are_its_options_letters_or_those_of_its_column():
    assert answer_labels(toy.TOY, {"options": list("pqr")}) == ("A", "B", "C")
    assert answer_labels(toy.TOY, {}) == ("A", "B")
    assert answer_labels(families.get("vgen-svg"), {}) == ()
