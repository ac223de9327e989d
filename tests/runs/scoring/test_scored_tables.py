"""Scores and responses that belong together: others are refused, and damage is detected."""

import json

import polars as pl
import pytest
import toy

from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.runs import parts, run
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun

pytestmark = pytest.mark.process


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    benchmark = toy.PLAIN.replacing(config="toy", answer_format="code")
    monkeypatch.setattr(families, "locate", lambda config: ("toyfamily", benchmark))
    build.build(benchmark, tmp_path / "data", path="30")
    return tmp_path


def replayed(home, completion):
    ids = pl.read_parquet(next((home / "data").rglob("test*.parquet")))["id"]
    lines = [json.dumps({"id": name, "completion": completion}) + "\n" for name in ids]
    (home / "answers.jsonl").write_text("".join(lines))
    benchmark = families.get("toy")
    return run.run(benchmark, "data", home / "run", Options("replay", "answers.jsonl")).folder


def flipped(path, position):
    """Flip a bit of a file, without changing its size."""
    content = bytearray(path.read_bytes())
    content[position] ^= 1
    path.write_bytes(content)


def test_scores_of_earlier_answers_are_not_shown_beside_new_ones(home):
    out = replayed(home, "A")
    score.score(Run.open(out))
    before = ScoredRun.open(out).figures["value"]
    replayed(home, "nothing")
    with pytest.raises(UserError, match="older than its responses\nScore it again: sgpkit score"):
        ScoredRun.open(out)
    score.score(Run.open(out))
    assert ScoredRun.open(out).figures["value"] != before


def test_scores_without_the_note_of_their_tables_are_refused(home):
    out = replayed(home, "A")
    score.score(Run.open(out))
    (out / "scored.json").unlink()
    with pytest.raises(UserError, match=r"scored\.json is missing\nScore it again: sgpkit score"):
        ScoredRun.open(out)


def test_asking_once_more_leaves_scores_as_they_are(home):
    score.score(Run.open(replayed(home, "A")))
    assert ScoredRun.open(replayed(home, "A")).figures["n"] > 0


def test_a_scoring_that_fails_leaves_no_figures_of_another(home, monkeypatch):
    out = replayed(home, "A")
    score.score(Run.open(out))

    def full(*arguments):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(parts, "encoded", full)
        with pytest.raises(OSError, match="No space"):
            score.score(Run.open(out))
    with pytest.raises(UserError, match="is not scored"):
        ScoredRun.open(out)


@pytest.mark.parametrize("name", ["scores.csv", "figures.csv"])
def test_a_table_that_cannot_be_written_is_named(home, monkeypatch, name):
    written = pl.DataFrame.write_csv

    def full(self, file):
        if name in file.name:
            file.write_text("half of it")
            raise OSError(28, "No space left on device")
        written(self, file)

    monkeypatch.setattr(pl.DataFrame, "write_csv", full)
    out = replayed(home, "A")
    with pytest.raises(OSError, match=f"No space left on device: '.*/{name}'"):
        score.score(Run.open(out))
    assert not list(out.glob(".*.part"))


@pytest.mark.parametrize("is_large", [False, True])
def test_a_flipped_bit_is_seen(home, monkeypatch, is_large):
    if is_large:
        monkeypatch.setattr(parts, "PART_ROWS", 5)
    out = replayed(home, "A")
    files = parts.Table.open(out, "responses").files
    assert (len(files) > 1) == is_large
    flipped(files[-1], files[-1].stat().st_size // 2)
    for reading in (lambda: score.score(Run.open(out)), lambda: replayed(home, "A")):
        with pytest.raises(UserError, match="damaged"):
            reading()


def test_a_part_that_is_listed_twice_or_is_missing_is_seen(home, monkeypatch):
    monkeypatch.setattr(parts, "PART_ROWS", 5)
    out = replayed(home, "A")
    manifest = out / "responses" / parts.MANIFEST
    listed = json.loads(manifest.read_text())["parts"]
    for changed in ([*listed, listed[0]], listed[:1]):
        manifest.write_text(json.dumps({"parts": changed}))
        with pytest.raises(UserError, match="damaged or were edited"):
            score.score(Run.open(out))
    manifest.write_text(json.dumps({"parts": listed}))
    (out / "responses" / listed[1]["file"]).unlink()
    with pytest.raises(UserError, match=r"missing\nRestore it"):
        score.score(Run.open(out))
