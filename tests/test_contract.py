"""What every family promises, held for whatever is in `builders/`: a new folder is tested without a new line here."""

import dataclasses
import functools
import itertools
from pathlib import Path

import datasets
import pytest

from sgpkit import families
from sgpkit.benchmark import Completion, Skipped
from sgpkit.dataset import build
from sgpkit.status import Status

BENCHMARKS = {benchmark.config: benchmark for benchmark in families.all_benchmarks()}
BUILTIN = {
    config: benchmark
    for config, benchmark in BENCHMARKS.items()
    if "builtin" in benchmark.sources and benchmark.score is not None
}
"""What is trained on has tens of thousands of rows and no test split: its family's own tests hold the same of it."""

LIMIT = 40
"""Rows a split that are built with their pictures; ids and sizes are checked over all."""

AGAIN = 200
"""Source items that are made a second time."""

SAMPLE = 60
"""Test rows, spread over the split, that are finished, asked and scored."""

COSTLY = ("tikz", "eps", "graphviz", "sketch", "edit", "text", "caption", "3d", "complex")
COSTLY_LIMIT = 6
"""The same where every picture takes a run of a compiler, or is a scene or a solid: the family's own tests have the
rest."""


def every(benchmarks):
    """All tests of a config in one process: they share its rows."""
    cases = [
        pytest.param(benchmark, marks=pytest.mark.xdist_group(f"contract-{config}"), id=config)
        for config, benchmark in benchmarks.items()
    ]
    return pytest.mark.parametrize("benchmark", cases)


def rows_of(benchmark):
    """Every row of the builtin source, as the builder gets it, with its split."""
    return (item for item in benchmark.sources["builtin"]("", 0) if not isinstance(item, Skipped))


def is_costly(benchmark):
    return benchmark.config.endswith(COSTLY)


def limit(benchmark):
    return COSTLY_LIMIT if is_costly(benchmark) else LIMIT


def finished(benchmark, rows):
    done = (benchmark.finish(row) if benchmark.finish else row for row in rows)
    return [row for row in done if not isinstance(row, Skipped)]


@functools.cache
def known_rows(config):
    return list(rows_of(BENCHMARKS[config]))


@functools.cache
def sample(config):
    """Whole test rows from everywhere in the split."""
    rows = [row for split, row in known_rows(config) if split == "test"]
    size = COSTLY_LIMIT if is_costly(BENCHMARKS[config]) else SAMPLE
    spread = rows if len(rows) <= size else [rows[place * len(rows) // size] for place in range(size)]
    whole = finished(BENCHMARKS[config], spread)
    assert len(whole) == len(spread), "a builtin row is always fit to be finished"
    return whole


@functools.cache
def examples(config):
    return finished(BENCHMARKS[config], [row for split, row in known_rows(config) if split == "train"][:8])


def test_there_is_a_family():
    assert BENCHMARKS


@every(BENCHMARKS)
def test_the_declaration_is_whole(benchmark):
    assert "builtin" in benchmark.sources or (benchmark.sources and not benchmark.in_all)
    assert benchmark.recognises.keys() <= benchmark.sources.keys()
    assert {"id", "cluster", "source", "license"} <= benchmark.columns.keys()
    assert "image" in benchmark.columns.values()
    assert benchmark.strategies
    assert benchmark.title
    assert benchmark.paper
    assert families.get(benchmark.config) is benchmark
    assert [field.name for field in dataclasses.fields(benchmark)]


def test_configs_are_named_once():
    assert len(families.names()) == len(set(families.names()))


@every(BUILTIN)
def test_ids_are_unique_and_stable(benchmark):
    rows = known_rows(benchmark.config)
    again = itertools.islice(rows_of(benchmark), AGAIN)
    ids = [row["id"] for _, row in rows]
    assert len(set(ids)) == len(ids)
    assert all(row == other for row, other in zip(rows, again, strict=False))
    sizes = {split: sum(1 for each, _ in rows if each == split) for split in benchmark.rows}
    assert sizes == dict(benchmark.rows)


@every(BUILTIN)
def test_two_builds_have_the_same_bytes_and_load_with_their_features(benchmark, tmp_path):
    for name, workers in (("one", 1), ("two", 2)):
        build.build(benchmark, tmp_path / name, limit=limit(benchmark), workers=workers)
    first, second = (
        {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert first == second
    loaded = datasets.load_dataset(
        str(tmp_path / "one"), benchmark.config, split="test", cache_dir=str(tmp_path / "cache")
    )
    assert loaded.features == benchmark.features
    assert 0 < loaded.num_rows <= limit(benchmark)
    assert loaded[0]["image"].size[0] > 0


@every(BUILTIN)
def test_every_strategy_asks_every_row(benchmark):
    rows = sample(benchmark.config)
    options = itertools.product(benchmark.strategies.values(), benchmark.modes, benchmark.settings)
    for strategy, mode, setting in options:
        for row in rows:
            if benchmark.applies is not None and not benchmark.applies(row, mode):
                continue
            asked = strategy(row, benchmark.ask(mode, setting, examples=examples(benchmark.config)))
            messages = asked if isinstance(asked, list) else next(asked)
            assert messages
            assert messages[-1]["role"] == "user"
            assert all(message["content"] for message in messages)


@every(BUILTIN)
def test_the_reference_scores_full_marks_and_an_empty_answer_none(benchmark):
    rows = sample(benchmark.config)
    right = benchmark.score(rows, [Completion(benchmark.reference(row)) for row in rows])
    assert [score.value for score in right] == [1.0] * len(rows)
    assert {score.status for score in right} == {Status.OK}
    empty = benchmark.score(rows, [Completion("")] * len(rows))
    assert [score.value for score in empty] == [0.0] * len(rows)
    assert all(score.status is Status.NO_ANSWER and score.reason for score in empty)


@every(BUILTIN)
def test_a_bad_answer_does_not_touch_its_neighbours(benchmark):
    rows = sample(benchmark.config)[:5]
    answers = [benchmark.reference(row) for row in rows]
    answers[2] = "\x00<svg><use href='#a'/></svg>\ud800" + "(" * 10_000
    scores = benchmark.score(rows, [Completion(answer) for answer in answers])
    assert [score.value for score in scores] == [1.0, 1.0, 0.0, 1.0, 1.0]
    assert scores[2].reason


@every({config: benchmark for config, benchmark in BENCHMARKS.items() if benchmark.baselines})
def test_baselines_do_not_take_the_name_of_a_general_one(benchmark):
    assert benchmark.baselines.keys().isdisjoint({"reference", "empty", "random", "copy-example"})


def test_families_say_what_they_are_on_the_card():
    for family in families.families():
        assert Path(families.__path__[0], family, "card.md").read_text().startswith("# ")
