"""The column `generator`: the function that made a builtin row's drawing or task."""

import importlib
import itertools

import pytest

from sgpkit.benchmark import Skipped, families
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.naming import dotted_name
from sgpkit.runs.conversation import opening

SECRET = "sgpkit.families.secret"
ROWS = 3
"""The number of rows of a config to check."""

CONFIGS = [benchmark.config for benchmark in families.all_benchmarks() if "builtin" in benchmark.rows.sources]


def imported(name: str) -> object:
    """Return the function with a dotted name, from its module."""
    module, _, function = name.rpartition(".")
    return getattr(importlib.import_module(module), function)


@pytest.mark.parametrize("config", CONFIGS)
def test_the_generator_of_builtin_rows_is_a_function(config: str) -> None:
    benchmark = families.get(config)
    assert benchmark.rows.columns["generator"] == "string"
    for _, row in itertools.islice(benchmark.rows.read(), ROWS):
        if "generator" not in row:  # drawn by `finish`
            assert benchmark.rows.finish is not None
            finished = benchmark.rows.finish(row)
            assert not isinstance(finished, Skipped)
            row = finished
        assert row["generator"].startswith("sgpkit.families."), row["id"]
        assert callable(imported(row["generator"])), row["id"]


def test_generators_of_kinds_are_their_own_functions() -> None:
    kinds = (*catalogue.TEST, *catalogue.TRAIN)
    assert len({kind.generator for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert callable(imported(kind.generator))
        assert kind.generator.rpartition(".")[2] in kind.name.lower().replace(" ", "_").replace("-", "_")


@pytest.mark.parametrize("config", CONFIGS)
def test_no_prompt_names_the_generator(config: str) -> None:
    benchmark = families.get(config)
    _, row = next(benchmark.rows.read())
    blank = {name: b"-" if column == "image" else "-" for name, column in benchmark.rows.columns.items()}
    row = blank | row | {"generator": SECRET}
    examples = [row | {"id": f"example-{number}", "cluster": f"example-{number}"} for number in range(4)]
    for strategy, mode, setting in itertools.product(
        benchmark.prompts.strategies, benchmark.prompts.modes, benchmark.prompts.settings
    ):
        ask = benchmark.prompts.ask(mode, setting, examples=examples)
        assert SECRET not in repr(opening(benchmark.prompts.strategies[strategy](row, ask))[0])


def test_the_dotted_name_of_an_inner_function_is_that_of_the_outer_one() -> None:
    def inner() -> None: ...

    assert dotted_name(inner).endswith("test_the_dotted_name_of_an_inner_function_is_that_of_the_outer_one")
