"""Labels that people give to responses: their shares, the agreement on each, and the sample of failures."""

import csv
import json

import pytest
import toy_drawing
import toy_runs

from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.runs.folder import Run
from sgpkit.studies.agreement import labels

HALF = [toy_drawing.row(f"square-{number}")["code"] if number % 2 else "no" for number in range(12)]


@pytest.fixture
def scored(toy_home):
    """A run of twelve squares, of which the odd ones are right."""
    return toy_runs.replayed(toy_home, toy_drawing.DRAWING, HALF, "half")


def written(path, lines):
    path.write_text("\n".join(["id,annotator,label", *lines]) + "\n")
    return path


def test_shares_overlap_and_kappa_is_of_each_label(scored, tmp_path):
    """Two people label six failures. By hand, they agree on `count` in 4 of 6, and never differ on `shape`."""
    first = ["count", "count; shape", "count", "shape", "turned", "Turned ;  COUNT"]
    second = ["count", "shape", "count", "shape", "count", "turned;count"]
    lines = [f"square-{2 * index},{who},{label}" for who, given in (("a", first), ("b", second))
             for index, label in enumerate(given)]  # fmt: skip
    figures = labels.agreement(Run.open(scored), written(tmp_path / "people.csv", [*lines, "square-1,a,"]))
    assert {label: share["value"] for label, share in figures["labels"].items()} == {
        "count": pytest.approx(8 / 12), "shape": pytest.approx(4 / 12), "turned": pytest.approx(3 / 12)
    }  # fmt: skip
    assert figures["labels"]["count"]["low"] < 8 / 12 < figures["labels"]["count"]["high"]
    (pair,) = figures["between"]
    # Both give `count` to 4 of 6: chance is 4/6 * 4/6 + 2/6 * 2/6 = 5/9.
    assert pair["kappa"]["count"]["value"] == pytest.approx((4 / 6 - 5 / 9) / (4 / 9))
    assert pair["kappa"]["shape"]["value"] == 1 and pair["n"] == 6
    text = labels.as_text(figures)
    assert "labels by people (12 judgements)" in text and "1 row without a label" in text
    assert json.loads((scored / "judged/labels.json").read_text()) == figures


def test_failures_are_drawn_for_people_to_label(scored, tmp_path, capsys):
    out = tmp_path / "labels.csv"
    assert main(["annotate", "agreement", str(scored), "--kind", "label", "--draw", "6", "--out", str(out)]) == 0
    lines = list(csv.DictReader(out.open()))
    assert {line["id"] for line in lines} == {f"square-{number}" for number in range(0, 12, 2)}
    assert all(line["label"] == "" for line in lines)
    assert (
        main(
            [
                "annotate",
                "agreement",
                str(scored),
                "--kind",
                "label",
                "--draw",
                "7",
                "--out",
                str(tmp_path / "more.csv"),
            ]
        )
        == 2
    )
    assert "6 failed responses, fewer than 7" in capsys.readouterr().err


def test_a_file_without_labels_is_refused(scored, tmp_path):
    with pytest.raises(UserError, match="has no labels: the column label is blank in all 1 rows"):
        labels.agreement(Run.open(scored), written(tmp_path / "blank.csv", ["square-0,a, "]))
