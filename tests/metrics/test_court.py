"""The record of the court, by which reports state the axes that a headline may not rank."""

from pathlib import Path

import pytest

from sgpkit.benchmark import families
from sgpkit.metrics import court
from sgpkit.quality.court import captions, metrics
from sgpkit.quality.court.verdict import RANKED
from tools import court_table

MODULES = Path(__file__).parents[2] / "evaluate_metrics"
CONTRASTS = {
    benchmark.config: benchmark.evidence.contrasts
    for benchmark in families.all_benchmarks()
    if benchmark.evidence.contrasts
}


def test_the_record_names_axes_and_configs_that_exist():
    axes = {axis for contrasts in CONTRASTS.values() for axis in contrasts.axes}
    for held in court.record()["metrics"].values():
        assert set(held["axes"]) <= axes
        assert set(held["configs"]) <= {*CONTRASTS, captions.CONFIG}


def test_every_module_is_tried_or_named_with_the_reason():
    named = {name for names in court_table.NOT_TRIED for name in names.split(", ")}
    tried = {name for name in (folder.name for folder in MODULES.iterdir() if folder.is_dir()) if name not in named}
    assert all(any(row.startswith(name) for row in court_table.MODULES) for name in tried)


@pytest.mark.parametrize("config", court_table.HEADLINES)
def test_headlines_declare_the_axes_that_the_record_shows(config):
    (headline,) = metrics.headlines([config])
    held = court.record()["metrics"][headline.name]
    assert {axis for axis in held["axes"] if court.may_rank(held, axis)} <= set(CONTRASTS[config].sees)
    assert all(held["axes"][axis]["value"] >= RANKED for axis in CONTRASTS[config].sees)


def test_every_headline_of_drawings_with_contrasts_is_in_the_table():
    drawing = {config for config in CONTRASTS if metrics.draws(families.get(config))}
    assert drawing == set(court_table.HEADLINES)


def axis(value, may_rank):
    return {"value": value, "low": value - 0.05, "may_rank": may_rank}


RECORD = {
    "metrics": {
        "here: a": {"configs": ["here"], "axes": {"color": axis(1.0, True), "count": axis(0.5, False)}},
        "there: b": {"configs": ["there"], "axes": {"count": axis(1.0, True)}},
        "c": {"configs": ["here", "there"], "axes": {"count": axis(0.96, True), "text": axis(1.0, False)}},
        "d": {"configs": ["here", "there"], "axes": {"count": axis(0.98, True)}},
    }
}


def test_axes_that_a_headline_may_not_rank_have_the_best_metric_of_its_own_drawings(monkeypatch):
    monkeypatch.setattr(court, "record", lambda: RECORD)
    assert court.unranked("here", "a", ("color", "count", "text")) == {"count": "d", "text": ""}
    assert court.unranked("there", "b", ("count",)) == {}
    assert court.unranked("here", "b", ("color",)) is None
