"""Several samples per row: the value of one, the best one by selector, and the cost of a sample."""

import json
from itertools import combinations
from statistics import mean, median

import polars as pl
import pytest
from toy_judging import DRAWN, by_redness

from sgpkit.reports import terminal
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import samples, score
from sgpkit.runs.scoring.annotations import judge

pytestmark = pytest.mark.process

SCORES = [[share or 0.0 for share in item] for item in DRAWN]


def close(share):
    """Return the expected share, within a tolerance for the 255 steps of a colour."""
    return pytest.approx(share, abs=2e-3)


def test_one_sample_comes_first_and_the_oracle_has_its_name(sketched):
    figures = score.score(Run.open(sketched / "run"))
    message = figures["samples"]
    assert (message["n"], message["temperature"]) == (2, 0.7)
    assert list(message["lines"]) == ["mean@2", "oracle best-of-2"]
    assert message["lines"]["mean@2"]["value"] == close(mean(map(mean, SCORES)))
    assert message["lines"]["mean@2"].items() >= {name: figures[name] for name in ("value", "low", "high", "n")}.items()
    assert message["lines"]["oracle best-of-2"]["value"] == close(mean(map(max, SCORES)))
    assert all(line["of"] == "ssim" and line["clusters"] == 3 for line in message["lines"].values())
    # Drawings that can be painted pass: one of two of square-2.
    assert message["pass"] == "a drawing that can be read and painted"
    assert figures["pass_at"]["1"]["value"] == pytest.approx(11 / 12)
    assert figures["pass_at"]["2"]["value"] == 1
    assert "oracle best-of-2" in terminal.scores(figures) and "2 samples at temperature 0.7" in terminal.scores(figures)


def test_a_judge_chooses_without_the_answer(sketched, marker):
    # The judge prefers the first sample, unless both are equal.
    def say(identifier, sample, turn):
        return "score: 5" if identifier == "square-5" else f"score: {9 - 5 * sample}"

    marker(say)
    judge.judge(Run.open(sketched / "run"), "replay", "marker")
    message = score.score(Run.open(sketched / "run"))["samples"]["lines"]
    chosen = [item[0] for item in SCORES]
    chosen[2] = SCORES[2][1]  # its first sample draws nothing, and has the lowest mark
    chosen[5] = mean(SCORES[5])
    assert message["ssim of best-of-2 by marker-task"]["value"] == close(mean(chosen))
    assert message["ssim of best-of-2 by marker-task"]["own"] is False
    own = message["best-of-2 by marker-task"]
    assert own["own"] is True and own["value"] == pytest.approx(mean([8 / 9, 8 / 9, 3 / 9, 8 / 9, 8 / 9, 4 / 9]))
    assert message["oracle best-of-2"]["value"] == close(mean(map(max, SCORES))), (
        "the oracle knows the answer, not the judge"
    )
    assert own["of"] == "judge" and message["oracle best-of-2"]["of"] == "ssim"


def test_another_judge_may_choose(sketched, marker):
    marker(by_redness)
    judge.judge(Run.open(sketched / "run"), "replay", "first")
    marker(lambda identifier, sample, turn: f"score: {sample}", model="other")
    judge.judge(Run.open(sketched / "run"), "replay", "second", rubric="unified")
    figures = score.score(Run.open(sketched / "run"))
    message = figures["samples"]["lines"]
    last = [round(9 * item[1]) / 9 for item in SCORES]
    assert message["best-of-2 by second-unified"]["value"] == pytest.approx(mean(last))
    assert message["best-of-2 by second-unified"]["own"] is False
    assert message["best-of-2 by first-task"]["own"] is True


def test_a_judge_that_sees_the_answer_may_not_choose(sketched, marker, monkeypatch):
    from dataclasses import replace

    import toy_sketches

    from sgpkit.benchmark import families

    judges = {name: replace(item, blind=False) for name, item in toy_sketches.SKETCHES.scoring.judges.items()}
    monkeypatch.setattr(families, "get", lambda config: toy_sketches.SKETCHES.replacing(judges=judges))
    marker(by_redness)
    judge.judge(Run.open(sketched / "run"), "replay", "marker")
    assert list(score.score(Run.open(sketched / "run"))["samples"]["lines"]) == ["mean@2", "oracle best-of-2"]


def test_every_k_is_told_as_a_mean_over_all_choices(tmp_path):
    values = {"a": [0.1, 0.5, 0.5, 0.9], "b": [0.0, 0.0, 1.0, 0.2]}
    table = pl.DataFrame(
        [(name, position, f"of {name}", value) for name, item in values.items() for position, value in enumerate(item)],
        schema=["id", "sample", "cluster", "value"],
        orient="row",
    )
    import toy_sketches

    message = samples.lines(toy_sketches.SKETCHES, table, "ssim", {})
    assert list(message) == ["mean@4", "oracle best-of-2", "oracle best-of-4"]
    pairs = mean(mean(max(pair) for pair in combinations(item, 2)) for item in values.values())
    assert message["oracle best-of-2"]["value"] == pytest.approx(pairs)
    assert message["oracle best-of-4"]["value"] == pytest.approx(mean(map(max, values.values())))


def cost(responses, clusters):
    return samples.cost(samples.costs(responses), pl.DataFrame({"cluster": clusters}))


def test_what_a_sample_took(sketched):
    responses = Run.open(sketched / "run").table
    seconds = [float(item * item) for item in range(12)]
    earlier = json.dumps([{"latency": 2.0, "completion_tokens": 30, "prompt_tokens": None}])
    taken = responses.with_columns(
        latency=pl.Series(seconds),
        completion_tokens=pl.Series([100] * 12),
        prompt_tokens=pl.Series([7] * 12),
        earlier=pl.Series([earlier] + [""] * 11),
    )
    clusters = [f"of {item // 4}" for item in range(12)]
    message = cost(taken, clusters)
    seconds[0] += 2
    assert message["seconds"]["p50"] == median(seconds)
    assert message["seconds"]["value"] == pytest.approx(mean(seconds))
    assert message["seconds"]["method"] == "none: 3 drawings; at least 5 are needed"
    single = cost(taken, [str(item) for item in range(12)])["seconds"]
    assert 0 < single["low"] < single["value"] < single["high"]
    assert single["method"].startswith("gamma")
    assert (
        message["completion_tokens"]["value"] == pytest.approx(100 + 30 / 12)
        and message["completion_tokens"]["p50"] == 100
    )
    assert message["prompt_tokens"]["n"] == 11, "what an earlier turn took is not known"
    assert cost(responses, clusters) == {}, "a replayed file does not say"


def test_the_tables_hold_them_too(sketched):
    score.score(Run.open(sketched / "run"))
    table = pl.read_parquet(sketched / "run" / "figures.parquet")
    assert table.filter(pl.col("table") == "samples")["line"].to_list() == ["mean@2", "oracle best-of-2"]
