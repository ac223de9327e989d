"""Large runs: asked and stored by chunk, with the same result as small runs."""

import json
from dataclasses import replace
from itertools import pairwise

import polars as pl
import pytest
import toy

from sgpkit import engines
from sgpkit.benchmark import Benchmark, Completion, families
from sgpkit.data import build
from sgpkit.data import rows as stored_rows
from sgpkit.runs import folder as run_folder
from sgpkit.runs import parts, responses, run
from sgpkit.runs.folder import Run
from sgpkit.runs.lock import Share
from sgpkit.runs.scoring import score
from sgpkit.runs.streamed.known import Stored

CHANGING = ("finished", "started", "sessions", "responses_sha256")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    build.build(toy.PLAIN, tmp_path / "data", path="70")
    return tmp_path / "data"


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(parts, "PART_ROWS", 10)
    monkeypatch.setattr(parts, "GROUP_ROWS", 4)
    monkeypatch.setattr(run_folder, "CHUNK_ROWS", 7)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)


class Counting:
    """An engine that answers with the row's key, fails at some rows, may stop early, and records its requests."""

    def __init__(self, break_after=None, failing=()):
        self.asked, self.break_after, self.failing = [], break_after, failing

    def identity(self):
        return {"model": "counting"}

    def statistics(self):
        return {}

    def close(self):
        """Holds nothing."""

    def generate(self, requests):
        for index, request in enumerate(requests):
            if self.break_after is not None and len(self.asked) >= self.break_after:
                raise ConnectionError("gone")
            self.asked.append((request.row["id"], request.sample, request.turn))
            if request.row["id"] in self.failing:
                yield index, Completion("", "error", error="failed")
            else:
                yield index, Completion(request.row["answer"], prompt_tokens=3, completion_tokens=1, latency=0.5)


def asked(folder, out, monkeypatch, engine, **options):
    monkeypatch.setattr(engines, "open_engine", lambda name, setup: engine)
    return run.run(toy.PLAIN, str(folder), out, run.Options("baseline", "reference", **options))


def stable(out):
    metadata = json.loads((out / "run.json").read_text())
    return {name: value for name, value in metadata.items() if name not in CHANGING}


@pytest.mark.parametrize("options", [{"n": 2}, {"strategy": "twice"}])
def test_it_holds_what_a_small_run_holds(folder, tmp_path, monkeypatch, options):
    if options.get("strategy", "plain") not in toy.PLAIN.prompts.strategies:
        strategies = {**toy.PLAIN.prompts.strategies, "twice": toy.ask_twice}
        monkeypatch.setattr(toy, "PLAIN", toy.PLAIN.replacing(strategies=strategies))
    asked(folder, tmp_path / "small", monkeypatch, Counting(failing=("row-3",)), **options)
    for name, value in (("PART_ROWS", 10), ("GROUP_ROWS", 4)):
        monkeypatch.setattr(parts, name, value)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)
    large = asked(folder, tmp_path / "large", monkeypatch, Counting(failing=("row-3",)), **options)
    assert len(parts.Table.open(tmp_path / "large", "responses").files) > 3
    assert not list((tmp_path / "large").glob("*.jsonl"))
    assert responses.read_counted(responses.open_table(tmp_path / "large")).equals(
        responses.read_counted(responses.open_table(tmp_path / "small"))
    )
    assert stable(tmp_path / "large") == stable(tmp_path / "small")
    assert large.metadata["failed"] > 0
    clusters = [
        set(pl.read_parquet(path)["id"].str.extract(r"(\d+)").cast(pl.Int32) // 2)
        for path in parts.Table.open(tmp_path / "large", "responses").files
    ]
    assert not any(one & other for one, other in pairwise(clusters)), "no drawing is divided"


def test_a_run_that_broke_off_asks_only_for_the_rest(folder, tmp_path, monkeypatch, small_parts):
    whole = asked(folder, tmp_path / "whole", monkeypatch, Counting()).table
    first = Counting(break_after=33)
    with pytest.raises(ConnectionError):
        asked(folder, tmp_path / "run", monkeypatch, first)
    assert not parts.Table.open(tmp_path / "run", "responses").files, "nothing is seen before all is there"
    with (tmp_path / "run" / "responses.jsonl").open("ab") as log:
        log.write(b'{"torn')
    second = Counting()
    asked(folder, tmp_path / "run", monkeypatch, second)
    assert len(second.asked) == whole.height - 33
    assert not set(first.asked) & set(second.asked)
    assert responses.read_counted(responses.open_table(tmp_path / "run")).equals(whole)
    third = Counting()
    assert asked(folder, tmp_path / "run", monkeypatch, third).metadata["complete"]
    assert third.asked == []


def test_a_large_file_that_is_replayed_needs_no_log_and_ends_the_same(folder, tmp_path, monkeypatch, small_parts):
    whole = asked(folder, tmp_path / "whole", monkeypatch, Counting()).table

    class Reading(Counting):
        instant = True

    with pytest.raises(ConnectionError):
        asked(folder, tmp_path / "run", monkeypatch, Reading(break_after=33))
    assert not list((tmp_path / "run").glob("*.jsonl"))
    assert not run_folder.read_metadata(tmp_path / "run")["complete"]
    second = Reading()
    assert asked(folder, tmp_path / "run", monkeypatch, second).table.equals(whole)
    assert len(second.asked) == whole.height
    files = [[path.name for path in parts.Table.open(tmp_path / name, "responses").files] for name in ("whole", "run")]
    assert files[0] == files[1], "the same parts, though fewer rows are in memory together"


def test_failures_are_asked_again_and_answers_are_not(folder, tmp_path, monkeypatch, small_parts):
    failing = ("row-1", "row-40")
    assert asked(folder, tmp_path / "run", monkeypatch, Counting(failing=failing)).metadata["failed"] == 2
    again = Counting()
    assert asked(folder, tmp_path / "run", monkeypatch, again).metadata["complete"]
    assert [identifier for identifier, _, _ in again.asked] == list(failing)


def test_responses_that_do_not_count_now_are_kept(folder, tmp_path, monkeypatch, small_parts):
    asked(folder, tmp_path / "run", monkeypatch, Counting(), n=2)
    fewer = asked(folder, tmp_path / "run", monkeypatch, Counting(), n=1)
    assert fewer.table["sample"].unique().to_list() == [0]
    more = Counting()
    both = asked(folder, tmp_path / "run", monkeypatch, more, n=2)
    assert more.asked == []
    assert both.table.height == 2 * fewer.table.height
    small = Counting()
    assert asked(folder, tmp_path / "run", monkeypatch, small, n=1, limit=4).table.height == 4
    assert small.asked == []
    assert len(Stored(tmp_path / "run")) == both.table.height


def test_shares_are_merged_a_chunk_at_a_time(folder, tmp_path, monkeypatch, small_parts):
    whole = asked(folder, tmp_path / "whole", monkeypatch, Counting(), n=2)
    engines_of = [Counting() for _ in range(3)]
    runs = [
        asked(folder, tmp_path / "run", monkeypatch, engine, n=2, share=Share(number, 3))
        for number, engine in enumerate(engines_of, 1)
    ]
    assert [run.metadata["complete"] for run in runs] == [False, False, True]
    assert sum(len(engine.asked) for engine in engines_of) == whole.table.height
    assert not list((tmp_path / "run").glob("*.jsonl"))
    files = [[path.name for path in parts.Table.open(tmp_path / name, "responses").files] for name in ("whole", "run")]
    assert files[0] == files[1] and len(files[0]) > 3
    assert stable(tmp_path / "run") == stable(tmp_path / "whole")


class Stubborn(Counting):
    """An engine whose answers to every third row compile at the second attempt only."""

    def generate(self, requests):
        for index, completion in super().generate(requests):
            number = int(requests[index].row["id"].partition("-")[2])
            compiles = number % 3 or requests[index].attempt
            yield index, replace(completion, text="compiles" if compiles else "does not")


def test_attempts_that_do_not_compile_are_kept_a_chunk_at_a_time(folder, tmp_path, monkeypatch):
    drawing = toy.PLAIN.replacing(answer_format="svg")
    compiles = lambda benchmark, completions: [completion.text == "compiles" for completion in completions]  # noqa: E731
    monkeypatch.setattr(Benchmark, "compiles", compiles)
    monkeypatch.setattr(toy, "PLAIN", drawing)
    options = {"resample": 2, "temperature": 0.8}
    asked(folder, tmp_path / "small", monkeypatch, Stubborn(), **options)
    for name, value in (("PART_ROWS", 10), ("GROUP_ROWS", 4)):
        monkeypatch.setattr(parts, name, value)
    first = Stubborn(break_after=33)
    with pytest.raises(ConnectionError):
        asked(folder, tmp_path / "large", monkeypatch, first, **options)
    second = Stubborn()
    asked(folder, tmp_path / "large", monkeypatch, second, **options)
    kept = [parts.Table.open(tmp_path / name, "responses").read() for name in ("small", "large")]
    assert kept[0].filter(~pl.col("counted")).height > 20
    assert kept[0].sort("id", "attempts").equals(kept[1].sort("id", "attempts"))
    assert len(first.asked) + len(second.asked) == kept[0].height
    assert len(parts.Table.open(tmp_path / "large", "responses").files) > 3
    assert stable(tmp_path / "large") == stable(tmp_path / "small")


def test_what_is_torn_of_a_log_is_no_part_of_what_a_command_prints(tmp_path, capsys):
    (tmp_path / "responses.jsonl").write_text('no\n{"key"')
    assert len(Stored(tmp_path)) == 0
    printed = capsys.readouterr()
    assert "the last line is incomplete and 1 lines are unreadable" in printed.err and printed.out == ""


@pytest.mark.process
def test_it_is_scored_as_a_small_one(folder, tmp_path, monkeypatch):
    def scores(out):
        score.score(Run.open(out))
        return (out / "scores.json").read_bytes()

    asked(folder, tmp_path / "small", monkeypatch, Counting(failing=("row-3",)), n=2)
    small = scores(tmp_path / "small")
    for name, value in (("PART_ROWS", 10), ("GROUP_ROWS", 4)):
        monkeypatch.setattr(parts, name, value)
    monkeypatch.setattr(run_folder, "CHUNK_ROWS", 7)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)
    asked(folder, tmp_path / "large", monkeypatch, Counting(failing=("row-3",)), n=2)
    assert scores(tmp_path / "large") == small


def test_a_damaged_part_is_named(folder, tmp_path, monkeypatch, small_parts):
    asked(folder, tmp_path / "run", monkeypatch, Counting())
    path = parts.Table.open(tmp_path / "run", "responses").files[2]
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(Exception, match=path.name):
        score.score(Run.open(tmp_path / "run"))
