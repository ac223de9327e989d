"""Building a dataset folder: the same bytes every time, atomically, and resumed after an interruption."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import datasets
import pyarrow.parquet as pq
import pytest
import toy

from sgpkit.benchmark import Source
from sgpkit.data import build, shards
from sgpkit.data.card import readme
from sgpkit.errors import UserError
from sgpkit.files import locked

HELPERS = Path(toy.__file__).parent


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def load(folder: Path, split: str, cache: Path) -> datasets.Dataset:
    return datasets.load_dataset(str(folder), "toy", split=split, cache_dir=str(cache))


def test_what_is_built_loads_with_its_features(tmp_path):
    report = build.build(toy.TOY, tmp_path / "out", workers=1)
    assert report.rows == {"train": 1, "test": 10}
    test = load(tmp_path / "out", "test", tmp_path / "cache")
    assert test.features == toy.TOY.rows.features
    assert test["id"] == [f"row-{number}" for number in range(12) if number % 5 != 4]
    assert test.features["answer"].int2str(test["answer"][1]) == "B"
    undecoded = test.cast_column("image", datasets.Image(decode=False))
    assert undecoded[2]["image"]["bytes"] == b"\x89PNG2"
    assert load(tmp_path / "out", "train", tmp_path / "cache")["id"] == ["example"]


def test_the_default_config_loads_by_the_folder_alone(tmp_path):
    build.build(toy.TOY, tmp_path / "out")
    assert datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))["test"].num_rows == 10


def test_sgp_svg_becomes_the_default_once_it_is_there(tmp_path):
    build.build(toy.PLAIN.replacing(config="aaa"), tmp_path)
    build.build(toy.PLAIN.replacing(config="sgp-svg"), tmp_path)
    build.build(toy.PLAIN.replacing(config="zzz"), tmp_path)
    assert readme.open_readme(tmp_path).configs == ["aaa", "sgp-svg", "zzz"]
    defaults = [entry["config_name"] for entry in readme.read(tmp_path).data["configs"] if entry.get("default")]
    assert defaults == ["sgp-svg"]


@pytest.mark.parametrize("workers", [2, 3])
def test_the_bytes_do_not_depend_on_the_workers(tmp_path, workers, monkeypatch):
    monkeypatch.setattr(shards, "FINISHED_SHARD_ROWS", 8)
    monkeypatch.setattr(shards, "GROUP_ROWS", 4)
    build.build(toy.TOY, tmp_path / "one", path="60", workers=1)
    build.build(toy.TOY, tmp_path / "many", path="60", workers=workers)
    assert contents(tmp_path / "one") == contents(tmp_path / "many")
    assert len(list((tmp_path / "one" / "toy").glob("test-*-of-00008.parquet"))) == 8


def test_files_are_compressed_and_chunked_by_content(tmp_path):
    build.build(toy.TOY, tmp_path)
    file = pq.ParquetFile(tmp_path / "toy" / "test-00000-of-00001.parquet")
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    assert b"huggingface" in file.schema_arrow.metadata


BUILD_SCRIPT = """
import sys
from sgpkit.data import build, shards
import toy
shards.FINISHED_SHARD_ROWS = 10
shards.GROUP_ROWS = 5
build.build(toy.TOY, __import__("pathlib").Path(sys.argv[1]), path="60", workers=1)
"""


def build_in_a_process(out: Path, log: Path, die_at: str = "") -> int:
    environment = os.environ | {
        "PYTHONPATH": str(HELPERS),
        "TOY_LOG": str(log),
        "TOY_DIE_AT": die_at,
    }
    return subprocess.run([sys.executable, "-c", BUILD_SCRIPT, str(out)], env=environment, check=False).returncode


@pytest.mark.slow
def test_a_killed_build_leaves_nothing_half_and_is_taken_up_again(tmp_path):
    out, undisturbed = tmp_path / "out", tmp_path / "undisturbed"
    assert build_in_a_process(undisturbed, tmp_path / "log") == 0
    assert build_in_a_process(out, tmp_path / "first", die_at="row-37") < 0
    assert not (out / "README.md").exists(), "a build that died must not be announced"
    assert build_in_a_process(out, tmp_path / "second") == 0
    assert contents(out) == contents(undisturbed)
    first, second = ((tmp_path / name).read_text().split() for name in ("first", "second"))
    assert len(second) < 60 - 20, "the rows of closed shards are not finished again"
    assert set(first) | set(second) == set((tmp_path / "log").read_text().split())


def test_a_source_that_was_mended_does_not_go_on_with_the_rows_of_the_one_that_failed(tmp_path, monkeypatch):
    program, out = tmp_path / "mended_rows.py", tmp_path / "out"
    once = "import toy\n\n\ndef rows(path, seed):\n    yield from toy.rows('5', seed)\n"
    program.write_text(once + "    yield from toy.rows('5', seed)\n")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("mended_rows")
    with pytest.raises(ValueError, match="two rows have the id"):
        build.build(toy.TOY.replacing(sources={"builtin": Source(module.rows)}), out)
    program.write_text(once)
    report = build.build(toy.TOY.replacing(sources={"builtin": Source(importlib.reload(module).rows)}), out)
    assert report.rows["test"] == len(set(load(out, "test", tmp_path / "cache")["id"])) > 0


def test_a_build_by_another_seed_does_not_go_on_with_the_rows_of_the_one_that_failed(tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "FINISHED_SHARD_ROWS", 4)

    def rows(path, seed):
        yield from toy.rows("12", seed)
        if seed == 1:
            raise OSError("the disk went away")

    benchmark = toy.TOY.replacing(sources={"builtin": Source(rows)})
    with pytest.raises(OSError, match="went away"):
        build.build(benchmark, tmp_path / "out", seed=1)
    build.build(benchmark, tmp_path / "out", seed=2)
    files = sorted((tmp_path / "out" / "toy").glob("test-*.parquet"))
    questions = [question for file in files for question in pq.read_table(file)["question"].to_pylist()]
    assert questions == [f"What follows {number + 2}?" for number in range(12) if number % 5 != 4]


def test_a_failed_rebuild_leaves_the_old_version(tmp_path):
    build.build(toy.TOY, tmp_path / "out")
    before = contents(tmp_path / "out")

    def broken(path, seed):
        yield from list(toy.rows("5", seed))
        raise OSError("the disk went away")

    with pytest.raises(OSError, match="went away"):
        build.build(toy.TOY.replacing(sources={"builtin": Source(broken)}), tmp_path / "out", seed=1)
    assert {name: content for name, content in contents(tmp_path / "out").items() if ".build" not in name} == before
    assert load(tmp_path / "out", "test", tmp_path / "cache").num_rows == 10


def test_a_rebuild_replaces_the_config_and_leaves_the_others(tmp_path):
    build.build(toy.TOY, tmp_path / "out")
    build.build(toy.PLAIN.replacing(config="other"), tmp_path / "out")
    build.build(toy.TOY, tmp_path / "out", path="30", seed=3)
    test = load(tmp_path / "out", "test", tmp_path / "cache")
    assert (test.num_rows, test["question"][0]) == (24, "What follows 3?")
    assert readme.open_readme(tmp_path / "out").configs == ["other", "toy"]
    assert not (tmp_path / "out" / ".build").exists()


def test_what_is_skipped_is_logged_with_its_name_and_reason(tmp_path):
    report = build.build(toy.TOY, tmp_path, path="9")
    log = [json.loads(line) for line in (tmp_path / "toy" / "build-log.jsonl").read_text().splitlines()]
    assert log == [
        {"name": "item-6", "reason": "the source says no"},
        {"name": "row-4", "reason": "unfit"},
    ]
    assert report.skipped == 2


def test_limit_takes_the_first_rows_of_each_split(tmp_path):
    assert build.build(toy.TOY, tmp_path, path="60", limit=3).rows == {"train": 1, "test": 3}


def test_the_body_and_other_keys_of_the_card_stay(tmp_path):
    (tmp_path / "README.md").write_text("---\nlicense: mit\n---\n\n# Mine\n")
    build.build(toy.TOY, tmp_path)
    card = readme.read(tmp_path)
    assert (card.data.license, card.text.strip()) == ("mit", "# Mine")


def test_one_build_a_folder(tmp_path):
    with locked(tmp_path), pytest.raises(UserError, match="another process"):
        build.build(toy.TOY, tmp_path)


def test_ids_are_unique(tmp_path):
    def twice(path, seed):
        yield from [("test", toy.row("row-1", 0))] * 2

    with pytest.raises(ValueError, match="two rows have the id 'row-1'"):
        build.build(toy.TOY.replacing(sources={"builtin": Source(twice)}), tmp_path)


def test_a_row_with_other_columns_is_refused(tmp_path):
    def odd(path, seed):
        yield "test", toy.row("row-1", 0) | {"colour": "red"}

    with pytest.raises(ValueError, match=r"row 'row-1': columns \['colour'\]"):
        build.build(toy.TOY.replacing(sources={"builtin": Source(odd)}), tmp_path)


def test_a_source_without_rows_says_so(tmp_path):
    def nothing(path, seed):
        yield build.Skipped("a.json", "not a record")

    with pytest.raises(
        UserError, match=r"no test rows from source builtin, 1 skipped; the first: a\.json: not a record"
    ):
        build.build(toy.TOY.replacing(sources={"builtin": Source(nothing)}), tmp_path)


@pytest.mark.parametrize(
    ("argument", "chosen"),
    [
        (None, ("builtin", "")),
        ("17", ("numbers", "17")),
        ("numbers=x/y", ("numbers", "x/y")),
        ("builtin", ("builtin", "")),
    ],
)
def test_the_source_is_named_or_recognised(argument, chosen):
    assert build.choose_source(toy.TOY, argument) == chosen


@pytest.mark.parametrize(
    ("argument", "message"), [("seven", "no reader recognises 'seven'"), ("nmbers=7", "did you mean 'numbers'")]
)
def test_an_unknown_source_is_the_users_to_mend(argument, message):
    with pytest.raises(UserError, match=message):
        build.choose_source(toy.TOY, argument)


def test_arrow_form_loads_from_disk(tmp_path):
    build.build(toy.PLAIN, tmp_path / "out")
    path = build.save_arrow(tmp_path / "out", "toy")
    assert datasets.load_from_disk(str(path))["test"].num_rows == 12
