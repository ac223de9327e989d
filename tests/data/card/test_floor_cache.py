"""Scores of guessers are reused for unchanged rows only."""

import json

import pytest

from sgpkit import user_cache
from sgpkit.benchmark import Score, families
from sgpkit.data import build
from sgpkit.data import rows as stored_rows
from sgpkit.data.card import baselines, floor_cache, render
from sgpkit.status import Status

CONFIG = "sgp-symmetry"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "sgpkit" / floor_cache.FILE


@pytest.fixture
def folder(tmp_path):
    build.build(families.get(CONFIG), tmp_path / "sgp-bench", limit=6, workers=1)
    return tmp_path / "sgp-bench"


@pytest.fixture
def tried(monkeypatch):
    """The configs whose guessers were scored."""
    configs = []
    known = baselines.tried
    monkeypatch.setattr(
        baselines, "tried", lambda benchmark, *rest: configs.append(benchmark.config) or known(benchmark, *rest)
    )
    return configs


def test_a_card_of_the_same_rows_is_the_same_and_scores_nothing(folder, tried):
    first = render.render(folder).read_bytes()
    assert tried == [CONFIG]
    assert render.render(folder).read_bytes() == first
    assert tried == [CONFIG]
    rows = list(stored_rows.read(folder, families.get(CONFIG), "test"))
    kept = floor_cache.FloorCache().floors(folder, families.get(CONFIG), rows, [])
    assert kept == baselines.floors(families.get(CONFIG), rows, []) and len(kept) > 1


def test_other_rows_are_scored(folder, tried):
    first = render.render(folder).read_text()
    build.build(families.get(CONFIG), folder, limit=8, workers=1)
    assert render.render(folder).read_text() != first
    assert tried == [CONFIG, CONFIG]


def test_other_code_packages_and_limits_score_again(folder, tried, monkeypatch):
    render.render(folder)
    monkeypatch.setenv("SGPKIT_SECONDS", "7")
    render.render(folder)
    assert len(tried) == 2
    monkeypatch.setattr(floor_cache, "packages", lambda: (("numpy", "0"),))
    render.render(folder)
    assert len(tried) == 3
    monkeypatch.setattr(user_cache, "code_key", lambda: "other")
    render.render(folder)
    assert len(tried) == 4


def test_a_scorer_from_elsewhere_is_never_kept(folder, tried, cache):
    own = families.get(CONFIG).replacing(score=lambda rows, completions: [Score(1.0, {}, Status.OK) for _ in rows])
    rows = list(stored_rows.read(folder, own, "test"))
    for _ in range(2):
        kept = floor_cache.FloorCache()
        assert all(floor.estimate.value == 1 for floor in kept.floors(folder, own, rows, []))
        kept.write()
    assert len(tried) == 2 and not cache.exists()


def test_what_a_machine_could_not_score_is_not_kept(folder, cache, monkeypatch):
    monkeypatch.setattr(baselines, "floor", lambda *given: None)
    render.render(folder)
    assert not cache.exists()


@pytest.mark.parametrize("entry", [3, [["nobody", [0.0] * 6, 1]], [["random", [0.0], 1]], "x", {"a": 1}])
def test_a_damaged_entry_is_scored_again(folder, tried, cache, entry):
    first = render.render(folder).read_bytes()
    stored = json.loads(cache.read_text())
    cache.write_text(json.dumps(stored | {"value": dict.fromkeys(stored["value"], entry)}))
    assert render.render(folder).read_bytes() == first
    assert len(tried) == 2
