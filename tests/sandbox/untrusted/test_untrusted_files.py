"""Untrusted dataset repos, settings and packed files never stop or slow their reader."""

import gzip
import io
import json
import time

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import toy
import yaml

from sgpkit.api.suites import suite
from sgpkit.data import build, drawings, errata, rows
from sgpkit.data.card import readme
from sgpkit.errors import UserError, nearest
from sgpkit.families.sgp_bench.sources import mnist_files
from sgpkit.runs import data
from sgpkit.sandbox.untrusted import gzip_files, yaml_values

MERGED = "a0: &a0 {k: v}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 40))
LISTED = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
BOMBS = {
    "merged": MERGED,
    "listed": LISTED,
    "nested": "a: " + "[" * 100_000,
    "deep by names": "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 2_000)),
    "in itself": "&a [*a]",
    "in itself, as a mapping": "a: &a {b: {c: *a}}",
    "base 60": "a: " + "1:" * 1_000_000 + "1",
    "long": "a: '" + "x" * 5_000_000 + "'",
    "many": "a: [" + "1," * 1_500_000 + "1]",
}


@pytest.fixture
def folder(tmp_path):
    build.build(toy.PLAIN, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def quickly():
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_yaml_that_stands_for_more_than_it_says_is_refused(text):
    with pytest.raises(ValueError):
        yaml_values.load(text)


def test_yaml_is_read_as_its_own_reader_does(folder):
    texts = [
        "{a: 1, b: [2.5, null, 2026-01-02, 'x'], c: {d: true}}",
        "base: &b {a: 1, b: 2}\nmore:\n  <<: *b\n  c: 3\nlist: [*b, *b]",
        "- |\n  " + "1" * 5_000 + "\n- '" + "9" * 5_000 + "'",
        (folder / "README.md").read_text().split("---")[1],
        "",
    ]
    for text in texts:
        assert yaml_values.load(text) == yaml.safe_load(text)


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_card_and_errata_of_a_strangers_repo_are_refused(text, folder):
    (folder / errata.FILE).write_text(text)
    with pytest.raises(UserError, match=r"damaged|expected"):
        errata.read(folder)
    (folder / errata.FILE).unlink()
    (folder / "README.md").write_text(f"---\n{text}\n---\n# Title\n")
    with pytest.raises(UserError, match="damaged"):
        data.load(str(folder), toy.PLAIN)
    with pytest.raises(UserError, match="damaged"):
        readme.declared_readme(f"---\n{text}\n---\n")


@pytest.mark.process
def test_rows_come_back_as_they_are_in_the_file(folder):
    (path,) = (folder / "toy").glob("test-*.parquet")
    letters = toy.PLAIN.rows.columns["answer"]
    expected = [row | {"answer": letters[row["answer"]]} for row in pl.read_parquet(path).to_dicts()]
    assert list(rows.read(folder, toy.PLAIN, "test")) == expected


@pytest.mark.process
def test_rows_of_a_strangers_repo_that_unfold_are_refused_in_a_process_with_limits(folder, monkeypatch):
    """A small file can name one long text in each of its rows."""
    (path,) = (folder / "toy").glob("test-*.parquet")
    table = pl.read_parquet(path)
    long = pa.array(["x" * 30_000_000]).dictionary_encode()
    column = pa.DictionaryArray.from_arrays(pa.array(np.zeros(40, "int32")), long.dictionary)
    others = {name: [table[name][0]] * 40 for name in table.columns[:1]}
    pq.write_table(pa.table({**others, "question": column}), path)
    assert path.stat().st_size < 10_000_000
    with pytest.raises(UserError, match="damaged"):
        data.load(str(folder), toy.PLAIN)
    with pq.ParquetWriter(path, pa.schema({"answer": pa.int64(), "id": pa.string()})) as writer:
        for _ in range(5):
            writer.write_table(pa.table({"answer": [0] * 10, "id": ["y" * 1_000_000] * 10}))
    monkeypatch.setattr(rows, "LEAST", 30_000_000)
    with pytest.raises(ValueError, match="more than"):
        rows.load(folder, toy.PLAIN, "test")


def test_packed_files_are_unpacked_up_to_a_bound(tmp_path, monkeypatch):
    stream = io.BytesIO()
    with gzip.open(stream, "wb", compresslevel=1) as file:
        for _ in range(50):
            file.write(bytes(1_000_000))
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(stream.getvalue())
    monkeypatch.setattr(gzip_files, "MAX_BYTES", 10_000_000)
    for call in (
        lambda: gzip_files.read(path, 10_000_000),
        lambda: list(gzip_files.lines(path, 10_000_000)),
        lambda: list(gzip_files.lines(path, 1 << 30, 10_000_000)),
    ):
        with pytest.raises(ValueError, match="more than 10,000,000 bytes"):
            call()
    assert gzip_files.read(path) == bytes(50_000_000)
    path.write_bytes(stream.getvalue()[:-20])
    for call in (lambda: gzip_files.read(path), lambda: list(gzip_files.lines(path))):
        with pytest.raises(ValueError, match="damaged or incomplete"):
            call()
    for reader in (
        mnist_files.unpacked,
        lambda path: list(drawings.rows(path)),
    ):
        with pytest.raises(UserError, match=r"gzip"):
            reader(path)


@pytest.mark.process
def test_lines_are_those_of_the_file_packed_or_not(tmp_path):
    content = b"\xef\xbb\xbf" + b"".join(json.dumps({"id": n, "text": "ü" * n}).encode() + b"\n" for n in range(50))
    (tmp_path / "a.jsonl").write_bytes(content)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(content))
    plain, unpacked = (list(drawings.rows(tmp_path / name)) for name in ("a.jsonl", "b.jsonl.gz"))
    assert plain == unpacked == [{"id": n, "text": "ü" * n} for n in range(50)]
    assert b"".join(gzip_files.lines(tmp_path / "b.jsonl.gz")) == gzip_files.read(tmp_path / "b.jsonl.gz") == content


def test_a_strangers_names_are_compared_up_to_a_length_and_a_number():
    assert nearest("metrik", ["metric", "other"]) == "; did you mean 'metric'?"
    long = "ab" * 500_000
    assert len(nearest(long, [long + "c", "x"])) < 1_000
    assert nearest("abcdef", [f"{n}" for n in range(100_000)]).endswith(", and 99,800 more")


CONFIG = '[[configs]]\nconfig = "toy"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CONFIG + "".join(f"{name} = {[f's{n}' for n in range(1_000)]}\n" for name in suite.ASKED.values()), "combine"),
        (CONFIG * 1_001, "at most 1,000"),
        (CONFIG + "temperature = 1" + "0" * 400, "expected a number"),
        (CONFIG + "temperature = nan", "expected a number"),
        (CONFIG + "temperature = inf", "expected a number"),
        (CONFIG + "rows = 1" + "0" * 30, "expected a whole number"),
        (CONFIG + "n = 1" + "0" * 5_000, "damaged"),
        (CONFIG + "rows = " + "[" * 5_000, "damaged"),
        (CONFIG + "# " + "x" * 2_000_000, "damaged"),
        (".".join("a" * 30_000) + " = 1", "dots"),
    ],
)
def test_a_strangers_suite_that_would_never_end_is_refused(text, words, tmp_path):
    path = tmp_path / "theirs.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=words) as caught:
        suite.read(path)
    assert len(str(caught.value)) < 2_000


@pytest.mark.process
def test_only_the_splits_that_are_asked_are_read_whatever_a_card_names(folder):
    external = folder.parent / "other"
    external.mkdir()
    (external / "private-0.parquet").write_bytes(b"no table")
    card = (folder / "README.md").read_text()
    for name in ("../../other/private", "**/", "huge"):
        text = card.replace(
            "  - name: test\n", f"  - name: '{name}'\n    num_bytes: 1\n    num_examples: 1\n  - name: test\n", 1
        )
        assert text != card
        (folder / "README.md").write_text(text)
        loaded = data.load(str(folder), toy.PLAIN)
        assert len(loaded.rows) == len(list(rows.read(folder, toy.PLAIN, "test")))
