"""What becomes of a submission later: rows that turn out wrong, a retraction, a second run of the same model."""

import json
from dataclasses import replace

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
from sgpkit.submissions import package, submission

pytestmark = pytest.mark.process

# --- errata, retraction, a second run ---------------------------------------------------------------------------------


def test_errata_are_shown_with_and_without_and_do_not_break_what_was_submitted_before(home):
    before = submitted(home)
    value = submission.read(before).manifest.score.value
    wrong = ("row-1", "row-5")
    for row, kind in zip(wrong, errata.KINDS, strict=True):
        errata.note(home / "data", errata.Erratum("toy", row, "v1.1.0", kind, "Two answers are right."))
    found = verified(home, before)
    assert found.verified
    values = dict(found.run.responses.select("id", "value").iter_rows())
    kept = [each for row, each in values.items() if row not in wrong]
    assert found.errata["without_any"]["value"] == pytest.approx(sum(kept) / 10)
    gone = [each for row, each in values.items() if row != "row-5"]
    assert found.errata["without_withdrawn"]["value"] == pytest.approx(sum(gone) / 11)
    assert any("1 rows withdrawn, 1 flagged" in remark for remark in found.remarks)
    figures = score.score(Run.open(home / "run"))
    assert figures["errata"] == json.loads(json.dumps(dict(found.errata)))
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
    found = verified(home, folder)
    assert found.verified
    assert found.errata["without_any"]["n"] == 0
    assert "also without flagged rows: no rows left" in " ".join(found.remarks)
    assert "no rows left" in " ".join(terminal.scores(score.score(Run.open(home / "run"))).split())


def test_a_retracted_submission_says_why_and_has_no_rank(home, capsys):
    folder = submitted(home)
    assert main.main(["results", "retract", str(folder), "--reason", "The key leaked."]) == 0
    assert submission.read(folder).retracted == "The key leaked."
    found = verified(home, folder)
    assert found.verified
    assert not found.rankable
    assert "retracted: The key leaked." in found.remarks
    assert main.main(["results", "retract", str(folder), "--reason", "Another reason."]) == 2
    assert "is already retracted: The key leaked." in capsys.readouterr().err


def test_a_second_run_of_the_same_model_confirms_or_contradicts(home, monkeypatch):
    build.build(toy.PLAIN, home / "data", "numbers", "60")
    folder = submitted(home)
    mine = asked(home, name="mine")
    found = verified(home, folder, run=mine)
    assert (found.level, found.again) == ("run again", True)

    class Worse(Guesser):
        def generate(self, requests):
            return ((index, replace(each, text="C")) for index, each in super().generate(requests))

    monkeypatch.setattr(engines, "open_engine", lambda *_: Worse())
    other = asked(home, name="other")
    found = verified(home, folder, run=other)
    values = found.run.responses["value"].sum()
    assert values > 3
    assert not found.again
    assert [each.kind for each in found.findings] == ["again"]
    monkeypatch.setattr(engines, "open_engine", lambda *_: Guesser("another"))
    with pytest.raises(UserError, match="differs from the submission: its identity"):
        verified(home, folder, run=asked(home, name="third"))
