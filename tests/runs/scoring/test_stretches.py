"""Large runs are scored in chunks, with the same bytes as at once."""

import json
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import rewritten
import toy

from sgpkit import statistics
from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.data import rows as stored_rows
from sgpkit.errors import UserError
from sgpkit.families.shared.choices import guessing
from sgpkit.runs import folder, parts
from sgpkit.runs import run as runs
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun


@pytest.fixture(scope="module")
def answered(tmp_path_factory) -> Path:
    """A finished run of 60 rows with two samples each, in the folder `run`."""
    home = tmp_path_factory.mktemp("answered")
    benchmark = families.get("sgp-svg")
    build.build(benchmark, home / "data", limit=60, workers=1)
    runs.run(benchmark, str(home / "data"), home / "run", Options("baseline", "random", n=2))
    score.score(Run.open(home / "run"))
    return home


@pytest.fixture
def small_stretches(monkeypatch):
    monkeypatch.setattr(parts, "PART_ROWS", 20)
    monkeypatch.setattr(parts, "GROUP_ROWS", 8)
    monkeypatch.setattr(folder, "CHUNK_ROWS", 13)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)


def copied(run: Path, to: Path) -> Path:
    to.mkdir()
    (to / "run.json").write_bytes((run / "run.json").read_bytes())
    shutil.copytree(run / "responses", to / "responses")
    return to


def test_figures_of_stretches_are_those_of_the_whole(answered, tmp_path, small_stretches):
    again = copied(answered / "run", tmp_path / "run")
    opened = Run.open(again)
    assert [chunk.table.height for chunk in opened.chunks()] == [14] * 8 + [8]
    score.score(Run.open(again))
    assert (again / "scores.json").read_bytes() == (answered / "run" / "scores.json").read_bytes()
    files = parts.Table.open(again, "scores").files
    assert len(files) == 6
    assert pl.concat(map(pl.read_parquet, files)).equals(
        pl.read_parquet(answered / "run" / "scores" / "part-*.parquet")
    )
    assert ScoredRun.open(again).responses.equals(ScoredRun.open(answered / "run").responses)


def test_rows_of_a_large_split_are_those_of_a_small_one(answered, small_stretches, monkeypatch):
    benchmark = families.get("sgp-svg")
    large = stored_rows.load(answered / "data", benchmark, "test")
    assert isinstance(large, stored_rows.Rows)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 1_000)
    small = stored_rows.load(answered / "data", benchmark, "test")
    assert isinstance(small, list)
    assert list(large) == small == list(large[:]) == [large[index] for index in range(len(large))]
    assert large[-1] == small[-1]
    with pytest.raises(IndexError):
        large[len(small)]


@pytest.mark.parametrize("together", [1, 17, 40, 1_000])
def test_small_row_groups_of_a_file_are_read_in_one_go(tmp_path, monkeypatch, together):
    (tmp_path / "small").mkdir()
    named = dict.fromkeys(("cluster", "source", "license"), "")
    answers = families.get("sgp-svg").rows.columns["answer"]
    benchmark = toy.TOY.replacing(
        config="small", groups=(), columns={"id": "string", **dict.fromkeys(named, "string"), "answer": answers}
    )
    table = pl.DataFrame([{"id": f"row-{number}", **named, "answer": number % 4} for number in range(100)])
    for number, part in enumerate((table[:45], table[45:46], table[46:])):
        part.write_parquet(tmp_path / "small" / f"test-{number}.parquet", row_group_size=7)
    expected = [{"id": f"row-{number}", **named, "answer": "ABCD"[number % 4], "image": None} for number in range(100)]
    monkeypatch.setattr(stored_rows, "TOGETHER_ROWS", together)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)
    shards = stored_rows.Shards(tmp_path, benchmark, "test")
    spans = list(shards.spans())
    assert [number for span in spans for number in span] == list(range(len(shards.counts)))
    assert all(len(span) == 1 or sum(shards.counts[number] for number in span) <= together for span in spans)
    assert len(spans) < len(shards.counts) or together < 14
    assert [row | {"image": None} for row in stored_rows.Rows(shards)] == expected
    shards.counts[3] += 1
    with pytest.raises(ValueError, match="its metadata states"):
        list(stored_rows.Rows(shards))


def test_a_response_to_a_row_that_is_not_there_is_refused(answered, tmp_path, small_stretches):
    again = copied(answered / "run", tmp_path / "run")
    table = pl.read_parquet(again / "responses" / "part-*.parquet").with_columns(id=pl.lit("nobody"))
    rewritten.responses(again, table)
    with pytest.raises(UserError, match="there is a response to 'nobody', which is not a row of the run"):
        score.score(Run.open(again))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *((lambda table, name=name: table.drop(name), f"missing column {name}") for name in ("keys", "latency")),
        (lambda table: table.with_columns(completion=pl.lit(None, pl.String)), "column completion has empty cells"),
        (lambda table: table.with_columns(earlier=pl.lit("{not json")), "Expecting property name"),
        (lambda table: table.with_columns(earlier=pl.lit("[1]")), "column earlier does not contain turns"),
    ],
)
def test_a_table_that_no_run_wrote_is_damaged(answered, tmp_path, change, words):
    again = copied(answered / "run", tmp_path / "run")
    rewritten.responses(again, change(pl.read_parquet(again / "responses" / "part-*.parquet")))
    with pytest.raises(UserError, match=f".parquet is damaged .{words}"):
        score.score(Run.open(again))


def test_parts_are_seen_when_they_are_committed(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "PART_ROWS", 4)
    writer = parts.Writer(tmp_path, "scores")
    for number in range(3):
        writer.add(pl.DataFrame({"id": [f"{number}-{row}" for row in range(4)]}))
    assert parts.Table.open(tmp_path, "scores").files == ()
    writer.commit()
    files = parts.Table.open(tmp_path, "scores").files
    assert pl.concat(map(pl.read_parquet, files))["id"].to_list() == [
        f"{n}-{row}" for n in range(3) for row in range(4)
    ]
    smaller = parts.Writer(tmp_path, "scores")
    smaller.add(pl.DataFrame({"id": ["one"]}))
    smaller.commit()
    (only,) = parts.Table.open(tmp_path, "scores").files
    assert pl.read_parquet(only)["id"].to_list() == ["one"]
    assert sorted(path.name for path in (tmp_path / "scores").iterdir()) == sorted([only.name, "manifest.json"])


def test_a_manifest_names_no_file_elsewhere(tmp_path):
    (tmp_path / "scores").mkdir()
    for name in ("../../other.parquet", ".hidden"):
        entry = {"file": name, "rows": 1, "sha256": ""}
        (tmp_path / "scores" / "manifest.json").write_text(json.dumps({"parts": [entry]}))
        with pytest.raises(Exception, match="outside its folder"):
            parts.Table.open(tmp_path, "scores")


def test_clusters_by_rank_give_the_digits_of_clusters_by_name():
    generator = np.random.default_rng(3)
    names = [f"drawing {number}" for number in generator.integers(0, 400, 2_000)]
    values = generator.random(2_000)
    ranks = pl.Series(names).rank("dense").to_numpy()
    for kept in (np.arange(2_000), np.flatnonzero(values > 0.7)):
        by_name = statistics.mean_estimate(values[kept], [names[index] for index in kept])
        assert statistics.mean_estimate(values[kept], ranks[kept]) == by_name


def test_guessing_by_columns_is_guessing_by_counting():
    """`text-only` by its definition, row by row."""
    generator = np.random.default_rng(5)
    rows = []
    for number in range(300):
        question = f"question {generator.integers(6)}"
        options = [f"option {value}" for value in generator.permutation(5)[:4]]
        options = [f"option {value}" for value in range(4)] if question == "question 0" else options
        answer = "ABCD"[generator.integers(4)]
        rows.append({"cluster": str(number // 3), "question": question, "options": options, "answer": answer})

    def right(row):
        return row["options"]["ABCD".index(row["answer"])]

    def likely(row):
        same = [other for other in rows if other["question"] == row["question"]]
        sets = {frozenset(other["options"]) for other in same}
        is_closed = len(sets) == 1 and len({other["cluster"] for other in same}) >= 10

        def marks(option):
            others = [other for other in same if is_closed or other["cluster"] != row["cluster"]]
            anywhere = [other for other in rows if other["cluster"] != row["cluster"]]
            asked = [others] if is_closed else [others, anywhere]
            return tuple(sum(right(other) == option for other in among) for among in asked)

        return "Answer: " + max("ABCD", key=lambda letter: marks(row["options"]["ABCD".index(letter)]))

    assert guessing.text_only(rows) == [likely(row) for row in rows]


def test_a_run_in_parts_is_reported_compared_packaged_and_verified(answered, tmp_path, small_stretches, capsys):
    benchmark, out = families.get("sgp-svg"), tmp_path / "run"
    runs.run(benchmark, str(answered / "data"), out, Options("baseline", "random", n=2))
    score.score(Run.open(out))
    assert len(parts.Table.open(out, "responses").files) == 5, "four rows of a drawing are never divided"
    assert (out / "scores.json").read_bytes() == (answered / "run" / "scores.json").read_bytes()
    assert main(["report", str(out), "--out", str(tmp_path / "page.html")]) == 0
    assert (tmp_path / "page.html").stat().st_size > 100_000
    assert main(["compare", str(out), str(answered / "run")]) == 0
    assert main(["submit", str(out), "--out", str(tmp_path / "packaged")]) == 0
    assert "reproduced exactly" in capsys.readouterr().out
