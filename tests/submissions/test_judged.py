"""Submissions of runs that a model judged: they verify, and irregularities are findings instead of crashes."""

import json
import shutil

import polars as pl
import pytest
from submissions import settle
from toy_judging import DRAWN, answer, by_redness

from sgpkit.benchmark import families
from sgpkit.errors import UserError
from sgpkit.reports import leaderboard
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import judge
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted.json_values import read_object
from sgpkit.submissions import package, submission, verify
from sgpkit.submissions.again import redo
from sgpkit.submissions.boundary import outcome


@pytest.fixture
def submitted(sketched, marker):
    marker(by_redness)
    judge.judge(Run.open(sketched / "run"), "replay", "/home/somebody/marks.jsonl", name="strict")
    score.score(Run.open(sketched / "run"))
    return package.package(ScoredRun.open(sketched / "run"), sketched / "submissions").folder


def findings(sketched, folder):
    return verify.verify(folder, str(sketched / "data")).findings


def test_what_a_judge_said_goes_along_and_is_verified(sketched, submitted):
    assert findings(sketched, submitted) == ()
    assert read_object(submitted / "scores.json")["headline"] == "judge"
    assert [item["folder"] for item in read_object(submitted / "manifest.json")["judges"]] == ["judged/strict"]


def test_no_place_of_this_machine_goes_along(submitted):
    for path in submitted.rglob("*.json"):
        assert "/home/somebody" not in path.read_text(), path


def test_an_edited_verdict_is_found(sketched, submitted):
    path = submitted / "judged" / "strict" / "responses.parquet"
    table = pl.read_parquet(path)
    table.with_columns(completion=pl.lit("Perfect.\nscore: 10")).write_parquet(path)
    settle(submitted)
    assert any(finding.kind == "scores" for finding in findings(sketched, submitted))


@pytest.mark.parametrize(
    "odd",
    [
        {"rubric": ["task"]},
        {"rubric": "taste"},
        {"begun": 5},
        {"texts": {"task": 7}},
        {"identity": "marker"},
        {"sampling": None},
        {"model": []},
    ],
)
def test_odd_facts_of_a_judge_are_a_finding(sketched, submitted, odd):
    path = submitted / "judged" / "strict" / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | odd))
    settle(submitted)
    (result,) = findings(sketched, submitted)
    assert result.kind == "submission"
    assert next(iter(odd)) in result.message or "taste" in result.message


def test_odd_replies_of_a_judge_are_a_finding(sketched, submitted):
    path = submitted / "judged" / "strict" / "responses.parquet"
    table = pl.read_parquet(path)
    noted = table.with_columns(finish_reason=pl.lit("nothing_shown"), error=pl.lit("bogus: x"))
    for odd in (noted, table.drop("error"), pl.concat([table] * 300)):
        odd.write_parquet(path)
        settle(submitted)
        (result,) = findings(sketched, submitted)
        assert "responses.parquet" in result.message


def test_many_rows_in_a_small_file_are_not_opened(sketched, submitted):
    path = submitted / "responses.parquet"
    table = pl.read_parquet(path)
    pl.concat([table] * 300).write_parquet(path)
    settle(submitted)
    (result,) = findings(sketched, submitted)
    assert "rows; expected at most 1,000" in result.message


@pytest.mark.slow
def test_marks_of_judges_are_shown_under_their_names_and_rank_nothing(sketched, marker, monkeypatch):
    monkeypatch.setattr(families, "locate", lambda config: ("toys", families.get(config)))
    monkeypatch.setattr(families, "names", lambda: ["toy-sketches"])
    answer(sketched, [item[::-1] for item in DRAWN], out="kind")
    for out, name, say in (("run", "strict", by_redness), ("kind", "lenient", lambda *_: "score: 10")):
        marker(say, model=name)
        judge.judge(Run.open(sketched / out), "replay", name, name=name)
        score.score(Run.open(sketched / out))
        package.package(ScoredRun.open(sketched / out), sketched / "submissions")
    leaderboard.write([sketched / "submissions"], sketched / "site", str(sketched / "data"))
    (board,) = json.loads((sketched / "site" / "leaderboard.json").read_text())
    assert {line["measure"] for line in board["lines"]} == {families.get("toy-sketches").scoring.value_name}
    reported = {figure["by"]: figure for line in board["lines"] for figure in line["self_reported"]}
    assert reported.keys() == {"strict", "lenient"}
    assert (reported["lenient"]["kind"], reported["lenient"]["scale"]) == ("marks", [1.0, 10.0])
    by_rank = sorted(board["lines"], key=lambda line: line["rank"])
    assert [line["value"] for line in by_rank] == sorted((line["value"] for line in by_rank), reverse=True)


@pytest.mark.process
def test_marks_that_a_pinned_judge_gave_again_rank_under_its_name(sketched, submitted, marker):
    folder = sketched / "results" / "submissions" / "toy-sketches" / submitted.name
    shutil.copytree(submitted, folder)
    verification = verify.verify(folder, str(sketched / "data"))
    assert (verification.verified, verification.ruled.headline) == (True, verification.run.benchmark.scoring.value_name)
    marker(lambda *_: "score: 1", model="pinned-judge")
    checked = outcome.from_json(json.loads(json.dumps(outcome.to_json(verification))), folder)
    redo.redo(checked, str(sketched / "data"), redo.Redoing("the maintainers", "replay", judge="pinned-judge"))
    stated = submission.read(folder)
    again = verify.check(stated, str(sketched / "data"), redone=redo.read(folder, stated.manifest).folder)
    assert again.verified
    assert again.ruled.headline.startswith("judge (pinned-judge")
    assert again.figures["value"] == 0.0, "the lowest mark of the scale"
    assert next(figure.by for figure in again.self_reported).endswith("(strict)"), "the submitter's judge stays marked"


def test_rows_that_a_submitter_put_into_a_folder_are_nobodys(sketched, submitted):
    manifest = json.loads((submitted / "manifest.json").read_text())
    manifest["dataset"] |= {"repo": "data", "commit": "v1"}
    (submitted / "manifest.json").write_text(json.dumps(manifest))
    (sketched / "data").rename(sketched / "data@v1")
    with pytest.raises(UserError, match="not a commit of a dataset on the Hub"):
        verify.verify(submitted)
