"""Builtin rows compared with published ones: the order of models, its interval, and the difficulty of types."""

import json
import random
from types import SimpleNamespace

import polars as pl
import pytest
import scipy.stats

from sgpkit.errors import UserError
from sgpkit.quality import calibrate
from sgpkit.quality.calibrate import calibrations


def run(model, source, skill, rows=200, gain=0.0):
    """Return a run with the fields that calibration reads: rows of two types, right with a probability."""
    chance = random.Random(f"{model} {source}")
    table = pl.DataFrame(
        [
            {
                "cluster": f"{source}-{index // 2}",
                "type": ("count", "color")[index % 2],
                "value": float(chance.random() < skill + (gain if index % 2 else 0.0)),
                "status": "ok",
            }
            for index in range(rows)
        ]
    )
    return SimpleNamespace(
        benchmark=SimpleNamespace(config="toy"),
        metadata={"model": model, "strategy": "cot", "mode": "code", "setting": ""},
        run=SimpleNamespace(data=SimpleNamespace(rows=[{"source": source}])),
        responses=table,
        display_path=f"runs/{model}-{source}",
    )


SKILLS = {"a": 0.2, "b": 0.35, "c": 0.5, "d": 0.65, "e": 0.8}


def test_the_same_order_has_a_correlation_of_one_and_types_their_means():
    runs = [run(model, "builtin", skill, gain=0.1) for model, skill in SKILLS.items()]
    runs += [run(model, "sgp-bench", skill) for model, skill in SKILLS.items()]
    (result,) = calibrations(runs)
    means = {name: (published, builtin) for name, published, builtin in result.models}
    assert means["a, cot, code"][1] == pytest.approx(runs[0].responses["value"].mean())
    expected = scipy.stats.spearmanr(*zip(*means.values(), strict=True)).statistic
    assert result.correlation == pytest.approx(expected) == pytest.approx(1.0)
    assert 0.85 < result.low <= result.high <= 1.0
    types = {name: (published, builtin) for name, published, builtin in result.types}
    assert types["color"][1] - types["color"][0] == pytest.approx(0.1, abs=0.06)
    assert types["count"][1] == pytest.approx(types["count"][0], abs=0.06)
    assert "rank correlation 1.00" in calibrate.as_text(result)


def test_models_go_by_their_names_where_they_have_one():
    """A replayed model has different files for published and for builtin rows."""
    runs = []
    for source in ("builtin", "sgp-bench"):
        for model, skill in SKILLS.items():
            asked = run(model, source, skill)
            asked.metadata |= {"model": f"{model}-{source}.jsonl", "name": f"lab/{model}"}
            runs.append(asked)
    (result,) = calibrations(runs)
    assert [name for name, *_ in result.models] == [f"lab/{model}, cot, code" for model in SKILLS]


def test_another_order_is_found_and_few_rows_have_a_wide_interval():
    turned = dict(zip(SKILLS, reversed(SKILLS.values()), strict=True))
    runs = [run(model, "builtin", turned[model], 20) for model in SKILLS]
    runs += [run(model, "sgp-bench", skill, 20) for model, skill in SKILLS.items()]
    (result,) = calibrations(runs)
    assert result.correlation < -0.5 and result.high - result.low > 0.1


def test_too_few_models_or_one_source_are_refused():
    one_source = [run(model, "builtin", skill) for model, skill in SKILLS.items()]
    for runs in (one_source, [*one_source[:2], run("a", "sgp-bench", 0.2), run("b", "sgp-bench", 0.3)]):
        with pytest.raises(UserError, match="at least 3 models"):
            calibrations(runs)


@pytest.mark.parametrize("rows", ["builtin", "sgp-bench"])
def test_two_runs_of_one_model_and_method_over_the_same_rows_are_refused(rows):
    runs = [run(model, source, skill) for source in ("builtin", "sgp-bench") for model, skill in SKILLS.items()]
    warmer = run("b", rows, 0.9)
    warmer.display_path = "runs/warmer"
    kind = "builtin" if rows == "builtin" else "published"
    message = rf"runs/b-{rows} and runs/warmer are both runs of b, cot, code on {kind} rows of toy.*\nLeave one out"
    with pytest.raises(UserError, match=message):
        calibrations([*runs, warmer])
    unpaired = [run("f", rows, 0.5), run("f", rows, 0.6)]
    assert calibrations([*runs, *unpaired]) == calibrations(runs)


def test_kept_figures_are_of_the_rows_that_they_were_kept_with(tmp_path):
    from sgpkit.data.card import render

    runs = [run(model, source, skill) for source in ("builtin", "sgp-bench") for model, skill in SKILLS.items()]
    (result,) = calibrations(runs)
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "build.json").write_text(json.dumps({"sha256": {"test.parquet": "0"}}))
    assert render.calibration(tmp_path, "toy") is None
    calibrate.keep(tmp_path, result)
    kept = render.calibration(tmp_path, "toy")
    assert kept["rank_correlation"]["value"] == pytest.approx(result.correlation) and len(kept["models"]) == 5
    (tmp_path / "toy" / "build.json").write_text(json.dumps({"sha256": {"test.parquet": "1"}}))
    assert render.calibration(tmp_path, "toy") is None
