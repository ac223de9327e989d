"""The promises of every config of every family in `builders/`: a new folder is tested without a new line here."""

import functools

import builtin_rows
import pytest
import tiers

from sgpkit.benchmark import families
from sgpkit.errors import NotInstalled
from sgpkit.graphics import formats
from sgpkit.quality.contract import promises
from sgpkit.quality.contract.promises import Subject

BENCHMARKS = {benchmark.config: benchmark for benchmark in families.all_benchmarks()}

COSTLY = ("sketch", "edit", "text", "caption", "3d", "complex", "script")
"""Endings of configs whose rows are scenes or solids; the family's own tests have the rest."""


PLAYED: dict[str, str] = {}
"""Configs in which adversarial answers score more than a blank page, with the necessary change. It should stay
empty."""


def is_costly(benchmark):
    compiled = formats.has(benchmark.answer_format) and formats.get(benchmark.answer_format).convert is not None
    return compiled or benchmark.config.endswith((*COSTLY, "tikz", "graphviz"))


class Shared(Subject):
    """A config whose rows come from the cache of all tests."""

    @functools.cached_property
    def source_rows(self):
        return list(builtin_rows.of(self.benchmark.config))

    @functools.cached_property
    def rows(self):
        return list(builtin_rows.finished(self.benchmark.config, "test", self.sampled))


@functools.cache
def subject(config):
    benchmark = BENCHMARKS[config]
    return Shared(benchmark, built=6, sampled=6) if is_costly(benchmark) else Shared(benchmark)


@functools.cache
def small_subject(config):
    return Shared(BENCHMARKS[config], built=4, sampled=4, repeated=20, attacked=2)


def cases(configs, quick=False):
    """Yield the promises of configs. Those of a config run in one process, since they share its rows."""
    for config in configs:
        for name, promise in promises.applicable(BENCHMARKS[config]).items():
            marks = [builtin_rows.group(config)]
            if name == "adversarial" and config in PLAYED:
                marks.append(pytest.mark.xfail(strict=True, reason=PLAYED[config]))
            if not tiers.in_full(config) and (not quick or (config, name) == ("cad-script", "scoring")):
                marks.append(pytest.mark.slow)
            yield pytest.param(config, promise, marks=marks, id=f"{config}-{name}")


@pytest.mark.parametrize(("config", "promise"), list(cases(BENCHMARKS)))
def test_config_keeps_its_promises(config, promise):
    check(subject(config), promise)


@pytest.mark.process
@pytest.mark.parametrize(("config", "promise"), list(cases(sorted(tiers.REPRESENTATIVES), quick=True)))
def test_config_keeps_its_promises_on_a_few_rows(config, promise):
    check(small_subject(config), promise)


def check(subject, promise):
    """Fail with a list of all broken promises."""
    try:
        broken = list(promise(subject))
    except NotInstalled as missing:
        pytest.skip(str(missing))
    assert broken == []


def test_configs_are_named_once():
    assert len(families.names()) == len(set(families.names())) > 0
