"""A submission whose letters a model read: its readings are included, and valid only for the replies that it read."""

import json
import threading

import polars as pl
import pytest
import toy
from submissions import edit_manifest, settle

from sgpkit import engines, extract, files
from sgpkit.benchmark import Completion, Score, Skipped, Source, families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.reports.leaderboard import board, entries, models, page
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import extract as extract_answers
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, submission, verified_words, verify
from sgpkit.submissions.again import redo
from sgpkit.submissions.boundary import outcome

pytestmark = pytest.mark.process

OPTIONS = ["the even one", "the odd one"]


def rows(path, seed):
    items = (item for item in toy.rows(path, seed) if not isinstance(item, Skipped))
    return ((split, row | {"options": OPTIONS}) for split, row in items)


def judge(rows, completions):
    answers = [extract.answer(completion.text, OPTIONS, completion.finish_reason) for completion in completions]
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
    """A reader with one answer to everything."""

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
    """All replies name the second option in words, which a reader reads as B."""
    monkeypatch.setattr(families, "get", lambda config: TOY)
    build.build(TOY, tmp_path / "data")
    monkeypatch.setattr(engines, "open_engine", lambda *_: Says("talker", "The second of the two."))
    run.run(TOY, str(tmp_path / "data"), tmp_path / "run", run.Options("baseline", "talker"))
    monkeypatch.setattr(engines, "open_engine", lambda *_: Says("reader", "Answer: B"))
    extract_answers.extract(Run.open(tmp_path / "run"), "replay", "reader")
    assert score.score(Run.open(tmp_path / "run"))["value"] == 0.5
    return package.package(ScoredRun.open(tmp_path / "run"), tmp_path / "out").folder


def kinds(folder):
    return {finding.kind for finding in verify.verify(folder, str(folder.parents[2] / "data")).findings}


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
    measurements = json.loads(path.read_text())
    path.write_text(json.dumps(measurements | {"identity": {"model": "a-better-reader"}}))
    settle(folder)
    assert {"scores", "manifest"} <= kinds(folder)
    path.write_text(json.dumps(measurements | {"sampling": "none"}))
    settle(folder)
    assert kinds(folder) == {"submission"}
    path.write_text(json.dumps(measurements))
    settle(folder)
    edit_manifest(folder, judges=[])
    assert kinds(folder) == {"manifest"}


@pytest.fixture
def silent(tmp_path, monkeypatch):
    """Replies without an answer; the submitter's own reader supplies the right letter of every row."""
    monkeypatch.setattr(families, "get", lambda config: TOY)
    monkeypatch.setattr(families, "locate", lambda config: ("toys", TOY))
    monkeypatch.setattr(families, "names", lambda: [TOY.config])
    build.build(TOY, tmp_path / "data")
    for name, text in (("mute", "It is hard to tell."), ("honest", "Answer: A")):
        monkeypatch.setattr(engines, "open_engine", lambda *_, name=name, text=text: Replayed(name, text))
        run.run(TOY, str(tmp_path / "data"), tmp_path / name, run.Options("replay", name))
    monkeypatch.setattr(engines, "open_engine", lambda *_: Whispers("my-own-reader"))
    extract_answers.extract(Run.open(tmp_path / "mute"), "replay", "my-own-reader")
    for name in ("mute", "honest"):
        score.score(Run.open(tmp_path / name))
        package.package(ScoredRun.open(tmp_path / name), tmp_path / "out")
    return tmp_path


class Replayed(Says):
    """A reader with the identity of a replayed file."""

    def identity(self):
        return {"model": self.name, "sha256": "a" * 64}


class Whispers(Says):
    """A reader that gives the right letter for any reply."""

    def __init__(self, name):
        super().__init__(name, "")

    def generate(self, requests):
        return ((index, Completion(f"Answer: {request.row['answer']}")) for index, request in enumerate(requests))


def test_letters_of_a_submitters_reader_rank_nothing(silent):
    assert json.loads((silent / "mute" / "scores.json").read_text())["value"] == 1.0
    (folder,) = (path for path in (silent / "out" / TOY.config).iterdir() if path.name.startswith("mute"))
    verification = verify.verify(folder, str(silent / "data"))
    assert verification.verified
    assert (verification.figures["value"], verification.figures["statuses"]) == (
        0.0,
        {"no_answer": verification.figures["n"]},
    )
    assert submission.read(folder).manifest.score.value == 0.0, "a page of the model shows the figure by rule alone"
    assert [figure.in_words() for figure in verification.self_reported] == [
        "accuracy 100.0%, letters read by my-own-reader"
    ]
    assert "self-reported, not ranked: accuracy 100.0%" in verified_words.as_text(verification, "it")
    edit_manifest(folder, score={"value": 1.0})
    assert kinds(folder) == {"manifest"}


def board_of(home):
    """Return the boards of the submissions, made like those of a verifier's process and the leaderboard."""
    made = []
    for folder in submission.find(home / "out"):
        checked = json.loads(json.dumps(outcome.to_json(verify.verify(folder, str(home / "data")))))
        made.append(entries.entry(outcome.from_json(checked, folder, home / f"{folder.name}.html")))
    boards = board.boards(made)
    return boards, models.models(boards, made)


def test_the_board_ranks_by_rule_and_names_the_reader(silent):
    boards, own = board_of(silent)
    lines = {line["model"]: line for line in json.loads(json.dumps(board.as_facts(boards)))[0]["lines"]}
    assert (lines["honest"]["rank"], lines["honest"]["self_reported"]) == (1, [])
    assert (lines["mute"]["rank"], lines["mute"]["value"]) == (2, 0.0)
    (figure,) = lines["mute"]["self_reported"]
    assert (figure["kind"], figure["by"], figure["value"]) == ("letters", "my-own-reader", 1.0)
    table = board.as_table(boards[0].lines)
    (message,) = table.filter(pl.col("model") == "mute")["self_reported"]
    assert message == "accuracy 100.0%, letters read by my-own-reader"
    (mute,) = (model for model in own if model.name == "mute")
    for text in (page.render(boards, []), page.render_model(mute)):
        assert "self-reported, not ranked: accuracy 100.0%, letters read by my-own-reader" in text


# --- repeated by a verifier -------------------------------------------------------------------------------------------


@pytest.fixture
def results(silent, monkeypatch):
    """A results repository with two models: one that gives no answer, with its own reader, and one that names its
    choice in words."""
    monkeypatch.setattr(engines, "open_engine", lambda *_: Replayed("wordy", "The second of the two."))
    run.run(TOY, str(silent / "data"), silent / "wordy", run.Options("replay", "wordy"))
    score.score(Run.open(silent / "wordy"))
    for name in ("mute", "wordy"):
        package.package(ScoredRun.open(silent / name), silent / "results" / "submissions")
    folders = list((silent / "results" / "submissions" / TOY.config).iterdir())
    return silent, {submission.read(folder).manifest.model.id: folder for folder in folders}


class Careful(Says):
    """A reader that reads the reply correctly."""

    def generate(self, requests):
        for index, request in enumerate(requests):
            text = json.dumps(request.messages)
            yield index, Completion("Answer: B" if "The second of the two." in text else "none")


def checked(home, folder):
    verification = verify.verify(folder, str(home / "data"))
    return outcome.from_json(json.loads(json.dumps(outcome.to_json(verification))), folder)


def read_again(home, folder, monkeypatch, reader="pinned-reader"):
    monkeypatch.setattr(engines, "open_engine", lambda *_: Careful(reader, ""))
    return redo.redo(checked(home, folder), str(home / "data"), redo.Redoing("the maintainers", "replay", reader))


def counted(home, folder):
    """Return the verification that the board makes, with the repeated readings in the results repository."""
    return verify.check(submission.read(folder), str(home / "data"), redone=entries.redone_folder(folder))


def test_letters_that_a_pinned_reader_read_again_rank_and_say_who_did_it(results, monkeypatch):
    home, folders = results
    message = read_again(home, folders["wordy"], monkeypatch)
    assert message[-1] == "annotators.json: extracted is pinned from now on"
    result = counted(home, folders["wordy"])
    assert (result.verified, result.figures["value"]) == (True, 0.5)
    assert [figure.in_words() for figure in result.redone] == ["accuracy 50.0%, letters read by pinned-reader"]
    made = entries.entry(outcome.from_json(json.loads(json.dumps(outcome.to_json(result))), folders["wordy"]))
    assert made.figures["value"] == 0.5
    assert any("letters read by pinned-reader, repeated by the maintainers on 2" in text for text in made.remarks)
    assert len(read_again(home, folders["mute"], monkeypatch)) == 1, "the same model is pinned already"
    result = counted(home, folders["mute"])
    assert (result.verified, result.figures["value"]) == (True, 0.0), "there was no letter to read"
    assert [figure.by for figure in result.self_reported] == ["my-own-reader"]


def test_only_a_pinned_model_and_unchanged_files_count(results, monkeypatch):
    home, folders = results
    read_again(home, folders["wordy"], monkeypatch)
    with pytest.raises(UserError, match=r"annotators.json pins another model for extracted"):
        read_again(home, folders["mute"], monkeypatch, reader="a-kinder-reader")
    assert redo.read(folders["mute"], submission.read(folders["mute"]).manifest) is None
    folder, stated = folders["wordy"], submission.read(folders["wordy"]).manifest
    file_path = home / "results" / "verified" / TOY.config / folder.name
    kept = {path: path.read_bytes() for path in file_path.rglob("*") if path.is_file()}
    pins = home / "results" / "annotators.json"
    for path in (file_path / "extracted" / "responses.parquet", file_path / "redone.json", pins):
        before = path.read_bytes()
        path.write_bytes(before.replace(b"pinned-reader", b"another-model") if path == pins else b"{}")
        assert redo.read(folder, stated) is None, path
        path.write_bytes(before)
    assert redo.read(folder, stated) is not None
    assert kept


def test_verifiers_of_two_submissions_pin_their_models_one_after_the_other(results, monkeypatch):
    home, folders = results
    read_again(home, folders["wordy"], monkeypatch)
    repo = home / "results"
    pins = repo / "annotators.json"
    (target,) = (repo / "verified" / TOY.config).iterdir()
    reader = json.loads(pins.read_text())
    pins.unlink()
    with files.locked(repo):
        waiting = threading.Thread(target=redo.pin, args=(target,))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive() and not pins.exists(), "another verifier is at it"
        pins.write_text(json.dumps({"judged/task": {"identity": {"model": "a-judge"}}}))
    waiting.join()
    assert json.loads(pins.read_text()) == {"judged/task": {"identity": {"model": "a-judge"}}} | reader


def test_annotations_that_the_submitter_made_again_do_not_count(results, monkeypatch):
    home, folders = results
    read_again(home, folders["wordy"], monkeypatch)
    edit_manifest(folders["wordy"], submitter="The Maintainers")
    result = counted(home, folders["wordy"])
    assert (result.figures["value"], result.redone) == (0.0, ()), "by rule"
    made = entries.entry(outcome.from_json(json.loads(json.dumps(outcome.to_json(result))), folders["wordy"]))
    assert any("repeated by 'the maintainers', not by a verifier, and do not count" in text for text in made.remarks)


def test_annotations_are_made_again_in_a_results_repo_only(results, silent, monkeypatch):
    (folder, *_) = (silent / "out" / TOY.config).iterdir()
    with pytest.raises(UserError, match="is not in submissions/CONFIG/NAME of a results repo"):
        read_again(silent, folder, monkeypatch)
