"""A submission whose letters a model read: what it said comes along, and holds only for the replies that it was shown."""

import json

import polars as pl
import pytest
import toy
from submissions import edit_manifest, settle

from sgpkit import engines, extract
from sgpkit.benchmark import Completion, Score, Skipped, Source, families
from sgpkit.data import build
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import extract as extract_answers
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, submission, verify

OPTIONS = ["the even one", "the odd one"]


def rows(path, seed):
    items = (item for item in toy.rows(path, seed) if not isinstance(item, Skipped))
    return ((split, row | {"options": OPTIONS}) for split, row in items)


def judge(rows, completions):
    answers = [extract.answer(each.text, OPTIONS, each.finish_reason) for each in completions]
    return [
        Score(float(answer.value == row["answer"]), {}, answer.status, answer.reason)
        for row, answer in zip(rows, answers, strict=True)
    ]


TOY = toy.PLAIN.replacing(
    columns=toy.PLAIN.rows.columns | {"options": "list[string]"},
    sources={"builtin": Source(rows)},
    score=judge,
    reference=lambda row: f"Answer: {row['answer']}",
)


class Says:
    """One answer to everything."""

    def __init__(self, name, text):
        self.name, self.text = name, text

    def identity(self):
        return {"model": self.name}

    def statistics(self):
        return {}

    def close(self):
        """Holds nothing."""

    def generate(self, requests):
        return ((index, Completion(self.text)) for index in range(len(requests)))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """All replies name the second option in words; a reader says that this is B."""
    monkeypatch.setattr(families, "get", lambda config: TOY)
    build.build(TOY, tmp_path / "data")
    monkeypatch.setattr(engines, "open_engine", lambda *_: Says("talker", "The second of the two."))
    run.run(TOY, str(tmp_path / "data"), tmp_path / "run", run.Options("baseline", "talker"))
    monkeypatch.setattr(engines, "open_engine", lambda *_: Says("reader", "Answer: B"))
    extract_answers.extract(Run.open(tmp_path / "run"), "replay", "reader")
    assert score.score(Run.open(tmp_path / "run"))["value"] == 0.5
    return package.package(ScoredRun.open(tmp_path / "run"), tmp_path / "out").folder


def kinds(folder):
    return {each.kind for each in verify.verify(folder, str(folder.parents[2] / "data")).findings}


def test_what_the_reader_said_comes_along_and_is_scored_again(folder):
    (judge,) = submission.read(folder).manifest.judges
    assert (judge.folder, judge.id, judge.identity) == ("extracted", "reader", {"model": "reader"})
    assert kinds(folder) == set()


@pytest.mark.slow
def test_a_reading_of_another_reply_does_not_count(folder):
    path = folder / "responses.parquet"
    pl.read_parquet(path).with_columns(pl.lit("I like the odd ones.").alias("completion")).write_parquet(path)
    settle(folder)
    assert "scores" in kinds(folder), "the readings' keys cover the replies"


def test_readings_without_which_the_score_would_not_stand_cannot_be_left_out(folder):
    (folder / "extracted" / "responses.parquet").unlink()
    assert kinds(folder) == {"files"}
    settle(folder)
    assert "scores" in kinds(folder)


def test_another_reader_in_its_place_is_told(folder):
    path = folder / "extracted" / "run.json"
    facts = json.loads(path.read_text())
    path.write_text(json.dumps(facts | {"identity": {"model": "a-better-reader"}}))
    settle(folder)
    assert {"scores", "manifest"} <= kinds(folder)
    path.write_text(json.dumps(facts | {"sampling": "none"}))
    settle(folder)
    assert kinds(folder) == {"submission"}
    path.write_text(json.dumps(facts))
    settle(folder)
    edit_manifest(folder, judges=[])
    assert kinds(folder) == {"manifest"}
