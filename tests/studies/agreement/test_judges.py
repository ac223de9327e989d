"""Judges compared with people: agreement overall and by group, and differences."""

import json
import math
import re

import numpy as np
import pytest
from scipy import stats
from toy_judging import DRAWN, by_redness

from sgpkit import reports as report
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import judge
from sgpkit.studies.agreement import judges
from sgpkit.studies.agreement import people as agreement

PEOPLE = [
    (number, sample, None if share is None else 2 + 7 * share)
    for number, samples in enumerate(DRAWN)
    for sample, share in enumerate(samples)
]


@pytest.fixture
def judged(sketched, marker):
    marker(by_redness)
    judge.judge(Run.open(sketched / "run"), "replay", "red")
    marker(lambda identifier, sample, turn: f"score: {3 + sample}", model="other")
    judge.judge(Run.open(sketched / "run"), "replay", "place", name="by-place")
    score.score(Run.open(sketched / "run"))
    return sketched


def written(position, lines, header="id,sample,annotator,rating,kind"):
    path = position / "people.csv"
    path.write_text("\n".join([header, *lines]) + "\n")
    return path


def rated(position, people=("A",), shift=0.0):
    return written(
        position,
        [
            f"square-{number},{sample},{name},{(rating or 1) + shift * order:.4f},{'first' if sample == 0 else 'second'}"
            for order, name in enumerate(people)
            for number, sample, rating in PEOPLE
        ],
    )


def test_each_judge_is_set_beside_people(judged):
    red, position = judges.agreement_of(Run.open(judged / "run"), rated(judged))
    assert (red["judge"], position["judge"]) == ("red-task", "by-place")
    marks = [1 if share is None else 1 + round(9 * share) for samples in DRAWN for share in samples]
    given = [rating or 1 for _, _, rating in PEOPLE]
    assert red["pearson"]["value"] == pytest.approx(np.corrcoef(marks, given)[0, 1], abs=1e-4)
    assert red["spearman"]["value"] == pytest.approx(stats.spearmanr(marks, given).statistic, abs=1e-4)
    # Cohen's weighted kappa by its definition, over every pair of a mark and a rating.
    apart = np.mean((np.array(marks) - given) ** 2)
    chance = np.mean([(one - other) ** 2 for one in marks for other in given])
    assert red["weighted kappa"]["value"] == pytest.approx(1 - apart / chance, abs=1e-3)
    for name in ("pearson", "spearman", "weighted kappa"):
        assert red[name]["low"] is None and red[name]["high"] is None, "three drawings are too few for an interval"
    assert red["clusters"] == 3 and red["n"] == 12
    assert position["pearson"]["value"] < red["pearson"]["value"]


def test_people_count_as_their_mean_and_groups_stand_apart(judged):
    path = rated(judged, people=("A", "B"), shift=1.0)
    [red] = judges.agreement_of(Run.open(judged / "run"), path, ["red-task"], ["kind"])
    assert red["people"] == "the mean of 2 people"
    assert [(group["kind"], group["n"]) for group in red["by"]["kind"]] == [("first", 6), ("second", 6)]
    [alone] = judges.agreement_of(Run.open(judged / "run"), rated(judged), ["red-task"])
    assert red["pearson"]["value"] == pytest.approx(alone["pearson"]["value"]), "a shift is no disagreement in order"
    assert red["weighted kappa"]["value"] < alone["weighted kappa"]["value"], "but one in size"
    given = [rating or 1 for _, sample, rating in PEOPLE if sample == 1]
    marks = [1 + round(9 * samples[1]) for samples in DRAWN]
    second = red["by"]["kind"][1]
    assert second["pearson"]["value"] == pytest.approx(np.corrcoef(marks, given)[0, 1], abs=1e-4)


def test_the_calibration_curve(judged):
    [position] = judges.agreement_of(Run.open(judged / "run"), rated(judged), ["by-place"])
    curve = position["calibration"]
    assert [point["mark"] for point in curve] == [1, 3, 4]
    assert [point["n"] for point in curve] == [1, 5, 6]
    second = [rating for _, sample, rating in PEOPLE if sample == 1]
    assert curve[2]["rating"] == pytest.approx(sum(second) / 6, abs=1e-4)
    assert curve[2]["low"] is None, "three drawings"
    assert json.loads(json.dumps(position, allow_nan=False)) == position
    kept = json.loads((judged / "run" / "judged" / "by-place" / "agreement.json").read_text())
    assert kept == position


def test_broken_marks_are_put_into_bins():
    curve = judges.calibration([1.0, 1.5, 5.5, 10.0], [2.0, 4.0, 5.0, 9.0], list("abcd"), (1.0, 10.0))
    assert [point["n"] for point in curve] == [2, 1, 1]
    assert curve[0]["mark"] == 1.25 and curve[0]["rating"] == 3


def test_broken_marks_on_a_scale_of_ten_have_ten_bins():
    marks = [0.5, *map(float, range(11))]
    curve = judges.calibration(marks, marks, [str(number) for number in range(12)], (0.0, 10.0))
    assert [point["n"] for point in curve] == [2, *[1] * 8, 2]


def test_the_report_draws_the_curve(judged):
    judges.agreement_of(Run.open(judged / "run"), rated(judged))
    page = report.write([judged / "run"], judged / "report.html").read_text()
    curves = re.findall(r'<figure class="curve">(.*?)</figure>', page, re.DOTALL)
    assert len(curves) == 2
    kept = json.loads((judged / "run" / "judged" / "red-task" / "agreement.json").read_text())
    assert curves[0].count("<circle") == len(kept["calibration"])
    assert "style=" not in curves[0], "the page lets no style in that is not its own"
    assert "judge (red-task)" in page, "the figures' name says whose marks they are"


def test_from_the_command_line(judged, capsys):
    path = rated(judged)
    assert (
        main(["annotate", "agreement", "run", str(path), "--kind", "rating", "--judge", "red-task", "--by", "kind"])
        == 0
    )
    output = capsys.readouterr().out
    assert "A and the judge red-task (n = 12, 3 clusters)" in output
    assert "weighted kappa" in output and "kind first (n = 6, 3 clusters)" in output and "by-place" not in output
    assert main(["annotate", "agreement", "run", str(path), "--kind", "rating", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["judges"]) == 2
    assert main(["annotate", "agreement", "run", str(path), "--kind", "verdict", "--judge", "red-task"]) == 2
    assert "--judge and --by only apply to ratings" in capsys.readouterr().err


def test_ratings_on_another_scale_have_no_kappa(judged, capsys):
    path = written(judged, [f"square-{number},1,A,{10 * number},x" for number in range(6)])
    [red] = judges.agreement_of(Run.open(judged / "run"), path, ["red-task"])
    assert "weighted kappa" not in red and red["pearson"]["value"] is not None
    assert "no weighted kappa: some ratings are outside the scale of the judge, 0 to 10" in judges.as_text([red])


def test_mistakes_are_told(judged):
    path = rated(judged)
    with pytest.raises(UserError, match="no judge 'red-taks'; did you mean 'red-task'"):
        judges.agreement_of(Run.open(judged / "run"), path, ["red-taks"])
    with pytest.raises(UserError, match="--by knd: neither the CSV nor the run has such a column; did you mean 'kind'"):
        judges.agreement_of(Run.open(judged / "run"), path, by=["knd"])


@pytest.mark.process
def test_a_run_without_judges_has_none_beside_people(sketched):
    score.score(Run.open(sketched / "run"))
    assert judges.agreement_of(Run.open(sketched / "run"), rated(sketched)) == []
    [entry] = agreement.agreement(Run.open(sketched / "run"), rated(sketched), "rating")["annotators"]
    assert not math.isnan(entry["pearson"]["value"])
