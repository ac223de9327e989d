"""The figures of a scored run: their meaning and their sample, and their printed and written forms."""

import csv
import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import toy

from sgpkit import statistics
from sgpkit.benchmark import Part, Score
from sgpkit.reports import terminal
from sgpkit.runs.scoring import figures, score
from sgpkit.runs.scoring.figures import Whole
from sgpkit.status import Status

FACTS = {"complete": True, "limit": None, "lite": None, "n": 1, "resample": 1, "data": {}}


def row(number, answer="A", **columns):
    return {"id": f"row-{number}", "cluster": f"c{number // 2}", "answer": answer, "options": list("pqrs"), **columns}


def verdict(letter, right, **more):
    labels = {"choice": letter} if letter else {}
    return Score(float(right), status=Status.OK if letter else Status.NO_ANSWER, labels=labels, **more)


def figures_of(rows, scores, samples=1, **changes):
    benchmark = toy.PLAIN.replacing(
        answer_format="choice", columns=toy.PLAIN.rows.columns | {"type": "string"}, groups=("type",), **changes
    )
    table = pl.DataFrame(
        {
            "id": [this_row["id"] for this_row in rows],
            "sample": [item % samples for item in range(len(rows))],
            "cluster": [this_row["cluster"] for this_row in rows],
            "value": [this_row.value for this_row in scores],
            "status": [str(this_row.status) for this_row in scores],
            "reason": "",
            "type": [this_row.get("type", "all") for this_row in rows],
            **{name: [this_row.parts.get(name) for this_row in scores] for name in scores[0].parts},
            "choice": [this_row.labels.get("choice") for this_row in scores],
        }
    )
    details, whole = figures.details(benchmark, rows), Whole(rows, scores)
    return figures.figures(benchmark, FACTS | {"n": samples}, figures.verdicts(table), details, whole)


def test_every_number_says_what_it_rests_on():
    rows = [row(number, "AB"[number % 2], type="count" if number < 4 else "shape") for number in range(10)]
    scores = [verdict("A", number % 2 == 0, parts={"iou": number / 10}) for number in range(10)]

    def own(rows, scores):
        return {"own": statistics.mean_estimate([1.0], "a"), "bare": len(rows) / 10}

    message = figures_of(rows, scores, summary=own)
    numbers = [message, message["parts"]["iou"], *message["by"]["type"], *message["summary"].values()]
    for number in numbers:
        assert {"value", "low", "high", "n", "clusters", "method"} <= number.keys()
        assert np.isnan(number["low"]) if number["clusters"] < 5 else number["low"] <= number["value"] <= number["high"]
    assert (message["n"], message["clusters"], message["value"]) == (10, 5, 0.5)
    assert message["parts"]["iou"]["value"] == pytest.approx(0.45)
    assert "choice" not in message["parts"]
    shape = message["by"]["type"][1]
    assert (shape["type"], shape["n"], shape["clusters"], shape["statuses"]) == ("shape", 6, 3, {"ok": 6})
    assert message["summary"]["bare"]["method"] == "bound of the unseen", "the same without any of the drawings"


def test_parts_beside_the_headline_are_in_every_group():
    rows = [row(number, type="count" if number < 4 else "shape") for number in range(10)]
    scores = [verdict("A", True, parts={"strict": float(number % 4 == 0), "iou": 1.0}) for number in range(10)]
    message = figures_of(rows, scores, parts={"strict": Part(shown=True), "unknown": Part(shown=True)})
    beside = [group["beside"] for group in message["by"]["type"]]
    assert [set(item) for item in beside] == [{"strict"}] * 2
    assert [(item["strict"]["value"], item["strict"]["n"]) for item in beside] == [(1 / 4, 4), (2 / 6, 6)]
    assert "    strict" in terminal.scores({"config": "toy", "parts": {}, **message}, full=True)
    assert all("beside" not in group for group in figures_of(rows, scores)["by"]["type"])


def test_programs_of_several_lengths_are_told_apart_in_the_published_bands():
    lengths = [10, 999, 1_000, 3_999, 4_000, 90_000]
    rows = [row(number, code="x" * length) for number, length in enumerate(lengths)]
    message = figures_of(rows, [verdict("A", number % 2) for number in range(6)])["by"]["code length"]
    assert [(item["code length"], item["n"]) for item in message] == [
        ("0-999", 2),
        ("1000-1999", 1),
        ("3000-3999", 1),
        ("4000+", 2),
    ]
    assert "code length" not in figures_of(rows[:2], [verdict("A", True)] * 2)["by"]


def test_letters_show_a_lazy_model_and_an_uneven_key():
    rows = [row(number, "AAAB"[number % 4]) for number in range(8)]
    message = figures_of(rows, [verdict("A" if number else None, number % 4 != 3 and number) for number in range(8)])
    assert message["key"]["counts"] == {"A": 6, "B": 2, "C": 0, "D": 0}
    assert message["key"]["constant"] == 0.75
    letters = message["letters"]
    assert (letters["A"]["keyed"], letters["A"]["right"], letters["A"]["named"]) == (6, 5, 7)
    assert (letters["B"]["right"], letters["B"]["named"]) == (0, 0)


def test_the_key_is_as_even_with_several_samples_as_with_one():
    rows = [row(number, "A" if number < 30 else "B", options=["p", "q"]) for number in range(50)]
    one = figures_of(rows, [verdict("A", number < 30) for number in range(50)])
    repeated = [this_row for this_row in rows for _ in range(5)]
    five = figures_of(repeated, [verdict("A", this_row["answer"] == "A") for this_row in repeated], samples=5)
    assert five["key"] == one["key"]
    assert one["key"]["counts"] == {"A": 30, "B": 20}
    assert one["key"]["p"] == pytest.approx(0.157, abs=5e-4)
    assert five["letters"]["A"]["keyed"] == 150, "of answers, not of rows"


def test_several_samples_are_told_by_chance_and_by_majority():
    rows = [row(0)] * 3 + [row(2)] * 3
    scores = [verdict(letter, letter == "A") for letter in ("A", "A", "B", "B", None, "B")]
    message = figures_of(rows, scores, samples=3)
    assert list(message["pass_at"]) == ["1", "2", "3"]
    assert [item["value"] for item in message["pass_at"].values()] == pytest.approx([1 / 3, 1 / 2, 1 / 2])
    assert [message["majority_at"][k]["value"] for k in "123"] == pytest.approx([1 / 3, (1 + 0.5 + 0.5) / 3 / 2, 0.5])
    assert message["pass_at"]["2"]["n"] == 2
    partly = figures_of(rows, [replace(item, value=0.9 * item.value) for item in scores], samples=3)
    assert partly["pass_at"]["3"]["value"] == 0, "only full marks pass"


def test_rows_whose_engine_failed_are_only_counted():
    rows = [row(number) for number in range(4)]
    scores = [*(verdict("A", True) for _ in range(3)), Score(0.0, status=Status.INFRA_ERROR)]
    message = figures_of(rows, scores)
    assert (message["value"], message["n"], message["complete"]) == (1.0, 3, False)
    assert message["statuses"] == {"ok": 3, "infra_error": 1}
    assert message["key"]["counts"]["A"] == 3


def test_a_figure_that_one_drawing_alone_makes_has_no_interval(tmp_path):
    rows = [row(number, type="rare" if number == 0 else "common") for number in range(40)]

    def rare(rows, scores):
        return {"rare": 1.0} if any(this_row["type"] == "rare" for this_row in rows) else {}

    message = score.finite(figures_of(rows, [verdict("A", True)] * 40, summary=rare))
    assert message["summary"]["rare"]["low"] is None
    score.write(tmp_path, pl.DataFrame({"id": ["a"], "tags": [["x", "y"]]}), message)
    assert json.loads((tmp_path / "scores.json").read_text()) == message
    lines = list(csv.DictReader((tmp_path / "figures.csv").open()))
    assert [(line["table"], line["line"]) for line in lines] == [
        ("headline", "accuracy"), ("by type", "rare"), ("by type", "common"), ("summary", "rare"),
    ]  # fmt: skip
    assert pl.read_parquet(tmp_path / "figures.parquet")["value"].to_list() == [1.0] * 4
    assert (tmp_path / "scores.csv").read_text() == "id,tags\na,x|y\n"
    assert "–" in terminal.scores(message)


def test_the_table_fits_a_terminal_of_eighty_columns():
    names = ["a type whose name goes on and on and on", "b"]
    rows = [row(number, type=names[number % 2]) for number in range(30) for _ in range(2)]
    scores = [verdict("A", number % 3, parts={"length": 12345.678 * number}) for number in range(60)]
    message = figures_of(rows, scores, samples=2, summary=lambda rows, scores: {"x" * 90: 0.5, "wide": 1e7})
    assert max(map(len, terminal.scores(score.finite(message)).splitlines())) <= 80
    text = terminal.scores(score.finite(message), full=True)
    assert max(map(len, text.splitlines())) <= 80
    for words in ("accuracy", "by type", "pass@2", "majority@2", "by correct letter", "always the most common"):
        assert words in text
