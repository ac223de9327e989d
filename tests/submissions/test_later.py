"""Submissions over time: rows found to be wrong, a retraction, a second run of the same model."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import toy
from submissions import Guesser, asked, caught, settle, submitted, verified

from sgpkit import engines
from sgpkit.cli import main
from sgpkit.data import build, errata
from sgpkit.errors import UserError
from sgpkit.reports import terminal
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.statistics.differences import mcnemar
from sgpkit.submissions import package, submission
from sgpkit.submissions.again import compared

pytestmark = pytest.mark.process

# --- errata, retraction, a second run ---------------------------------------------------------------------------------


def test_errata_are_shown_with_and_without_and_do_not_break_what_was_submitted_before(home):
    before = submitted(home)
    value = submission.read(before).manifest.score.value
    wrong = ("row-1", "row-5")
    for row, kind in zip(wrong, errata.KINDS, strict=True):
        errata.note(home / "data", errata.Erratum("toy", row, "v1.1.0", kind, "Two answers are right."))
    result = verified(home, before)
    assert result.verified
    values = dict(result.run.responses.select("id", "value").iter_rows())
    kept = [item for row, item in values.items() if row not in wrong]
    assert result.errata["without_any"]["value"] == pytest.approx(sum(kept) / 10)
    gone = [item for row, item in values.items() if row != "row-5"]
    assert result.errata["without_withdrawn"]["value"] == pytest.approx(sum(gone) / 11)
    assert any("1 rows withdrawn, 1 flagged" in remark for remark in result.remarks)
    figures = score.score(Run.open(home / "run"))
    assert figures["errata"] == json.loads(json.dumps(dict(result.errata)))
    assert figures["value"] == value
    after = package.package(ScoredRun.open(home / "run"), home / "later").folder
    assert verified(home, after).verified
    scores = json.loads((after / "scores.json").read_text())
    scores["errata"]["without_any"]["value"] = 1.0
    (after / "scores.json").write_text(json.dumps(scores))
    settle(after)
    assert "errata.without_any.value: 1.0" in caught(home, after, "scores")
    (home / "data" / errata.FILE).unlink()
    assert verified(home, before).verified


def test_errata_may_leave_nothing(home):
    folder = submitted(home, limit=2)
    for row in ("row-0", "row-1"):
        errata.note(home / "data", errata.Erratum("toy", row, "v1.1.0", "withdrawn", "No answer is right."))
    result = verified(home, folder)
    assert result.verified
    assert result.errata["without_any"]["n"] == 0
    assert "also without flagged rows: no rows left" in " ".join(result.remarks)
    assert "no rows left" in " ".join(terminal.scores(score.score(Run.open(home / "run"))).split())


def test_a_retracted_submission_says_why_and_has_no_rank(home, capsys):
    folder = submitted(home)
    assert main.main(["results", "retract", str(folder), "--reason", "The key leaked."]) == 0
    assert submission.read(folder).retracted == "The key leaked."
    result = verified(home, folder)
    assert result.verified
    assert not result.rankable
    assert "retracted: The key leaked." in result.remarks
    assert main.main(["results", "retract", str(folder), "--reason", "Another reason."]) == 2
    assert "is already retracted: The key leaked." in capsys.readouterr().err


def test_a_second_run_of_the_same_model_confirms_or_contradicts(home, monkeypatch):
    build.build(toy.PLAIN, home / "data", "numbers", "140")
    folder = submitted(home)
    mine = asked(home, name="mine")
    result = verified(home, folder, run=mine)
    assert (result.level, result.again) == ("run again", True)

    class Worse(Guesser):
        def generate(self, requests):
            return ((index, replace(finding, text="C")) for index, finding in super().generate(requests))

    monkeypatch.setattr(engines, "open_engine", lambda *_: Worse())
    other = asked(home, name="other")
    result = verified(home, folder, run=other)
    values = result.run.responses["value"].sum()
    assert values > 3
    assert not result.again
    assert [finding.kind for finding in result.findings] == ["again"]
    assert " rows, a gain of 0.1" in " ".join(verified(home, folder, run=mine).remarks)
    monkeypatch.setattr(engines, "open_engine", lambda *_: Guesser("another"))
    with pytest.raises(UserError, match="differs from the submission: its identity"):
        verified(home, folder, run=asked(home, name="third"))


class Silent(Guesser):
    """The same model with only wrong answers."""

    def generate(self, requests):
        return ((index, replace(item, text="C")) for index, item in super().generate(requests))


@pytest.mark.parametrize("rows", [1, 6])
def test_a_second_run_of_a_few_rows_does_not_earn_the_level(home, monkeypatch, rows):
    """All rows contradict, but they are too few for any test."""
    folder = submitted(home, limit=rows)
    monkeypatch.setattr(engines, "open_engine", lambda *_: Silent())
    result = verified(home, folder, run=asked(home, name="mine", limit=rows))
    assert not result.again
    assert result.level != "run again"


def test_a_second_run_of_other_rows_is_refused(home, monkeypatch):
    folder = submitted(home)
    monkeypatch.setattr(engines, "open_engine", lambda *_: Silent())
    for name, other in (("limit", {"limit": 6}), ("lite", {"lite": 6})):
        with pytest.raises(UserError, match=f"differs from the submission: its {name}"):
            verified(home, folder, run=asked(home, name=name, **other))


def test_a_second_run_that_lost_rows_is_refused(home, monkeypatch):
    folder = submitted(home)
    mine = asked(home, name="mine")
    metadata = json.loads((mine / "run.json").read_text())
    (mine / "run.json").write_text(json.dumps(metadata | {"complete": False}))
    with pytest.raises(UserError, match="is incomplete"):
        verified(home, folder, run=mine)


def test_greedy_answers_are_compared_one_by_one(home, monkeypatch):
    build.build(toy.PLAIN, home / "data", "numbers", "60")
    folder = submitted(home, temperature=0.0)
    result = verified(home, folder, run=asked(home, name="mine", temperature=0.0))
    count = result.run.responses.height
    assert f"{count} of {count} answers are the same (100.0%, 9" in " ".join(result.remarks)
    assert result.again


@pytest.mark.parametrize(
    "rows, differing, equal, earned",
    [
        (49, 0, 49, False),  # too few rows, although the answers are the same
        (49, 0, None, False),  # although a gain of 0.25 would have been seen
        (50, 0, 50, True),
        (50, 0, None, True),
        (60, 30, None, False),  # enough rows, but no gain of 0.25 would have been seen
        (60, 30, 60, True),
        (60, 30, 50, False),  # nor are 90 % of the answers the same
        (50, 0, 0, False),  # equal scores of quite different answers
        (50, 0, 10, True),
    ],
)
def test_each_condition_of_the_level_is_needed(rows, differing, equal, earned):
    names = [f"row-{number}" for number in range(rows)]
    after = [number % 2 if number < differing else 1.0 for number in range(rows)]
    before = [1.0 - value if number < differing else value for number, value in enumerate(after)]
    table = pl.DataFrame({"id": names, "cluster": names, "value": after, "value_other": before}, strict=False)
    result = compared.compared(table, "mine", equal)
    assert result.finding is None
    assert result.earned is earned, result.remark


@pytest.mark.parametrize(
    "rows, differing, gain, most",
    [(200, 60, 0.15, 0.2), (200, 0, 0.05, 0.1), (50, 0, 0.2, 0.25), (8, 0, None, None)],
)
def test_the_smallest_gain_is_one_that_the_test_finds(rows, differing, gain, most):
    """In a simulation, a gain of the printed size is found in most tries, and half of it in few."""
    generator = np.random.default_rng(0)
    before = generator.integers(0, 2, rows).astype(float)
    after = before.copy()
    after[:differing] = 1 - after[:differing]
    names = [str(row) for row in range(rows)]
    table = pl.DataFrame({"id": names, "cluster": names, "value": before, "value_other": after})
    result = compared.smallest_gain(table)
    if gain is None:
        assert result is None
        return
    assert gain <= result <= most

    def share_found(size):
        hits = 0
        for _ in range(300):
            noise, faked = (differing / rows + size), size
            odd = generator.random(rows) < noise
            up = generator.random(rows) < (noise + faked) / (2 * noise)
            gained, lost = int((odd & up).sum()), int((odd & ~up).sum())
            hits += mcnemar(gained, lost) < compared.LEVEL
        return hits / 300

    assert share_found(result) > 0.65
    assert share_found(result / 2) < 0.6
