"""Submissions of large runs: made, checked and scored by chunk, with the messages and figures of small ones."""

import json
from dataclasses import asdict, replace

import polars as pl
import pyarrow.parquet as pq
import pytest
from submissions import asked, edit_responses, settle, verified

from sgpkit.api import verification
from sgpkit.errors import UserError
from sgpkit.reports.leaderboard import entries
from sgpkit.runs import folder as run_folder
from sgpkit.runs import parts
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import tables
from sgpkit.submissions import answers, package

pytestmark = pytest.mark.process


@pytest.fixture
def large(monkeypatch):
    for module, name, value in ((parts, "PART_ROWS", 8), (parts, "GROUP_ROWS", 5), (run_folder, "CHUNK_ROWS", 7)):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(answers, "CHUNK_ROWS", 7)


def packed(home, name, **options):
    return package.package(ScoredRun.open(asked(home, name=name, **options), texts=False), home / name / "out").folder


def whole_tables(monkeypatch):
    """Return a list. From now on, the name of each file of responses that is read as a whole is appended to it."""
    heights = []
    read = tables.read
    monkeypatch.setattr(tables, "read", lambda path, *rest: heights.append(path.name) or read(path, *rest))
    return heights


@pytest.mark.parametrize("options", [{}, {"n": 3}, {"strategy": "twice"}])
def test_a_large_run_gives_the_manifest_of_a_small_one_and_verifies_a_piece_at_a_time(
    home, request, monkeypatch, options
):
    small = packed(home, "small", **options)
    request.getfixturevalue("large")
    out = asked(home, name="large", **options)
    assert parts.is_divided(out, "responses")
    read = whole_tables(monkeypatch)
    folder = package.package(ScoredRun.open(out, texts=False), home / "out").folder
    report = verified(home, folder)
    assert "responses.parquet" not in read
    assert (report.findings, report.level, report.rankable) == ((), "scored again", True)
    assert pl.read_parquet(folder / "responses.parquet").equals(pl.read_parquet(small / "responses.parquet"))
    assert pq.ParquetFile(folder / "responses.parquet").num_row_groups > 1
    stated, before = (json.loads((path / "manifest.json").read_text()) for path in (folder, small))
    for manifest in (stated, before):
        (
            manifest.pop("files"),
            manifest.pop("chain"),
            manifest["usage"].pop("seconds"),
            manifest["usage"].pop("gpu_hours"),
        )
        manifest.pop("responses", None)
    assert stated == before
    assert dict(report.run.figures) == dict(verified(home, small).run.figures)
    assert "completion" not in report.run.responses.columns
    again = package.package(ScoredRun.open(out, texts=False), home / "again").folder
    assert (again / "responses.parquet").read_bytes() == (folder / "responses.parquet").read_bytes()


CHEATS = {
    "dropped": lambda table: table[:-1],
    "doubled": lambda table: pl.concat([table, table[:1]]),
    "turned": lambda table: table.reverse(),
    "keys": lambda table: table.with_columns(
        keys=pl.Series([table["keys"][-1].to_list(), *table["keys"].to_list()[:-1]])
    ),
    "not counted": lambda table: table.with_columns(counted=pl.arange(pl.len()) != 9),
    "attempts": lambda table: table.with_columns(attempts=pl.lit(2, pl.Int32)),
    "copies": lambda table: table.with_columns(
        **{name: pl.col(name).first().over("id") for name in ("completion", "thinking", "latency")}
    ),
    "odd": lambda table: table.with_columns(finish_reason=pl.lit("because")),
    "empty": lambda table: table.with_columns(
        completion=pl.when(pl.arange(pl.len()) == 11).then(None).otherwise("completion")
    ),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_what_does_not_hold_is_named_as_it_is_of_a_small_submission(home, request, cheat):
    folder = packed(home, "small", n=3)
    edit_responses(folder, CHEATS[cheat])
    settle(folder)
    expected = [asdict(finding) for finding in verified(home, folder).findings]
    assert expected
    request.getfixturevalue("large")
    assert [asdict(finding) for finding in verified(home, folder).findings] == expected


def test_samples_that_are_the_same_everywhere_are_remarked_on_and_not_where_one_differs(home, large):
    folder = packed(home, "run", n=3)
    same = lambda table: table.with_columns(completion=pl.lit("A"))  # noqa: E731
    edit_responses(folder, same)
    settle(folder)
    remark = "all samples of a row have the same text"
    assert any(remark in line for line in verified(home, folder).remarks)
    edit_responses(folder, lambda table: table.with_columns(
        completion=pl.when(pl.arange(pl.len()) == pl.len() - 1).then(pl.lit("B")).otherwise("completion")
    ))  # fmt: skip
    settle(folder)
    assert not any(remark in line for line in verified(home, folder).remarks)


def test_the_gallery_of_a_large_submission_has_no_pages_beside_it(home, large):
    report = verified(home, packed(home, "run", n=3))
    (home / "kept").mkdir()
    moved = replace(report.run, run=report.run.run.at(home / "kept"))
    entries.write_gallery(moved, home / "gallery.html")
    assert "direct" in (home / "gallery.html").read_text()
    assert not list(home.glob("gallery-responses/*"))


def test_a_large_run_verifies_without_being_packaged(home, large):
    out = asked(home, n=3)
    assert parts.is_divided(out, "responses") and parts.is_divided(out, "scores")
    (outcome,) = verification.verify(out, data=str(home / "data"))
    assert outcome.verified, outcome.as_text()
    assert outcome.submission == str(out)
    (out / "run.json").unlink()
    assert verification.verify(out, data=str(home / "data")).verified


def test_answers_that_were_changed_in_a_part_are_noticed(home, large):
    out = asked(home, n=3)
    path = parts.Table.open(out, "responses").files[1]
    pl.read_parquet(path).with_columns(completion=pl.lit("no answer")).write_parquet(path)
    assert not verification.verify(out, data=str(home / "data")).verified


def test_a_part_that_is_a_link_is_not_read(home, large):
    out = asked(home, n=3)
    path = parts.Table.open(out, "responses").files[0]
    path.rename(home / "elsewhere.parquet")
    path.symlink_to(home / "elsewhere.parquet")
    with pytest.raises(UserError, match="no submission in"):
        verification.verify(out, data=str(home / "data"))


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ("scores.json", "a run without scores.*\nScore it first: sgpkit score "),
        (
            "responses/manifest.json",
            "manifest.json, the list of response shards, is missing\nRun the same sgpkit run command again",
        ),
    ],
)
def test_a_run_that_cannot_be_verified_names_the_command_that_helps(home, large, lost, words):
    out = asked(home, n=3)
    (out / lost).unlink()
    with pytest.raises(UserError, match=words):
        verification.verify(out, data=str(home / "data"))
