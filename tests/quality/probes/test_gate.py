"""The release gate: no shortcut gets far with the builtin rows of any config, at its full size.

Figures are compared with those of real rows if these are available (the fixture `fixtures_path`), else with chance. A
config of `ABOVE` is expected to fail until its rows change. Then its test fails until the config is removed from
`ABOVE`.
"""

import functools
import os
from pathlib import Path

import pytest
from paths import ROOT

from sgpkit.benchmark import families
from sgpkit.quality import probes, probing
from sgpkit.quality.probes import solvers

pytestmark = pytest.mark.gate

REAL = os.environ.get("SGPKIT_FIXTURES", str(ROOT.parent / "shared" / "fixtures"))

CONFIGS = [
    benchmark.config
    for benchmark in families.all_benchmarks()
    if benchmark.answer_format == "choice"
    and benchmark.scoring.score is not None
    and "builtin" in benchmark.rows.sources
]

ABOVE: dict[str, str] = {}
"""Configs with a figure above its limit, and the measured figure that exceeds it most. It should stay empty."""


NEED_REAL = ("sgp-svg", "sgp-cad-3d", "sgp-mnist")
"""Configs within the limit that real rows set, since these are guessed more easily, and above the limit without
them."""


@functools.cache
def figures(config):
    """Return the figures of a config's rows as its source makes them, with pictures and without solids."""
    benchmark = families.locate(config)[1]
    rows = probing.source_rows(config, "builtin", "", 0)
    other = probing.another_seed(benchmark, 0)
    real = probing.real_rows(benchmark, str(Path(REAL, "sgp-bench")))
    result = probes.probe(probes.Subject(benchmark, rows["test"], rows.get("train", []), other), real)
    probing.source_rows.cache_clear()
    return probing.Probed(config, result, "real" if real else "")


def cases():
    for config in CONFIGS:
        marks = [pytest.mark.xdist_group(f"gate-{config}")]
        if config in ABOVE:
            marks.append(pytest.mark.xfail(strict=True, raises=AssertionError, reason=ABOVE[config]))
        if config in NEED_REAL and not Path(REAL, "sgp-bench").is_dir():
            marks.append(pytest.mark.skip(reason=f"no real samples at {REAL}; set SGPKIT_FIXTURES"))
        yield pytest.param(config, marks=marks)


@pytest.mark.parametrize("config", list(cases()))
def test_no_shortcut_gets_far(config):
    probed = figures(config)
    assert not probed.failures, probing.as_text(probed)


@pytest.mark.parametrize("config", CONFIGS)
def test_the_probes_apply_to_the_config(config):
    probed = figures(config)
    names = {figure.probe for figure in probed.figures if figure.target == probes.ANSWER}
    assert {"letters", "tags", "boxes", "palette", "length", "option-only", "option-frequency", "nearest"} <= names
    assert {figure.estimate.n for figure in probed.figures if figure.split == probes.OTHER}


def test_configs_above_their_limit_exist():
    assert set(ABOVE) <= set(CONFIGS)


# --- configs without options, whose rows a build completes first ------------------------------------------------------

WRITTEN: dict[str, set[str]] = {
    "cad-script": {"nearest", "frequent", "box"},
    "vgen-svg": {"nearest", "frequent", "listed-grid", "listed-row", "listed-column", "swatches", "labels", "edges"},
    "vectorgym-sketch": {"nearest", "frequent"},
    "vectorgym-edit": {"nearest", "frequent", "substituted", "unchanged"},
    "vectorgym-text": {"nearest", "frequent", "listed-grid", "listed-row", "listed-column"},
}
"""The shortcuts that apply to each config; `test_solvers.py` has the configs that are quick to score."""

FEW = 20


@pytest.mark.sandbox
@pytest.mark.parametrize("config", WRITTEN)
def test_no_shortcut_solves_tasks_that_a_build_completes(config):
    """CAD programs need their library's packages: `make setup-cad`."""
    if config == "cad-script":
        from sgpkit.families.cadscript import environment

        if not environment.installed():
            pytest.skip("CadQuery's packages are not installed: make setup-cad")
    benchmark = families.locate(config)[1]
    rows = probing.source_rows(config, "builtin", "", 0)
    test, train = (probing.finished(benchmark, rows.get(split, []), FEW) for split in ("test", "train"))
    result = solvers.figures(benchmark, test, train, probing.another_seed(benchmark, 0))
    solved = [figure for figure in result if figure.target.startswith(solvers.FULL_MARKS) and not figure.passes]
    assert not solved, probing.as_text(probing.Probed(config, solved))
    assert {figure.probe for figure in result} == WRITTEN[config]
    splits = {figure.split for figure in result if figure.probe == "nearest"}
    assert splits == {solvers.OTHERS, solvers.TRAIN_SPLIT, solvers.OTHER_SEED}
