"""Untrusted tables are read in a worker. The result equals the file's content, and a file that ends its reader affects
no other file."""

import datetime
import os
import random
import resource
import signal
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sgpkit.benchmark.sources import authored
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import parquet, tables, workers

pytestmark = pytest.mark.process

ROWS = [
    {
        "id": f"row-{number}",
        "text": None if number % 5 == 0 else "Ü" * (number % 40),
        "parts": [str(number), None] if number % 3 else [],
        "number": number - 500 if number % 2 else None,
        "picture": bytes([number % 256]) * 9,
        "record": {"a": number / 7, "b": [number]},
        "day": datetime.date(2026, 1, 1 + number % 28),
    }
    for number in range(1_000)
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "table.parquet"
    pq.write_table(pa.Table.from_pylist(ROWS), path, row_group_size=300)
    return path


def test_what_comes_back_is_what_is_in_the_file(file):
    assert tables.read(file).to_dicts() == ROWS
    assert list(tables.rows(file)) == ROWS
    assert list(tables.rows(file, ("number", "id", "none"))) == [
        {name: row[name] for name in ("id", "number")} for row in ROWS
    ]
    assert (tables.height(file), tables.columns(file)) == (1_000, list(ROWS[0]))
    assert tables.head(file, 3).to_dicts() == ROWS[:3]


def test_a_worker_and_this_process_read_alike(file, tmp_path, monkeypatch):
    broken = tmp_path / "broken.parquet"
    content = file.read_bytes()
    broken.write_bytes(content[:2_000] + bytes(500) + content[2_500:])

    def outcomes():
        yield tables.read(file).to_dicts()
        for path in (broken, tmp_path / "none.parquet", tmp_path):
            for read in (tables.read, tables.height, tables.columns, lambda path: list(tables.rows(path))):
                try:
                    yield read(path)
                except (ValueError, OSError) as error:
                    yield type(error), str(error)

    isolated = list(outcomes())
    monkeypatch.setattr(tables, "in_confined_process", True)
    for one, other in zip(isolated, outcomes(), strict=True):
        if isinstance(one, pl.DataFrame):
            assert one.equals(other)
        else:
            assert one == other


@pytest.mark.parametrize(("name", "content", "kind"), [
    ("a.csv", 'a,b\n1,"x\ny"\n,2\n', "csv"),
    ("a.json", '[{"a": "1", "b": "x\\ny"}, {"a": null, "b": "2"}]', "json"),
    ("a.jsonl", '{"a": "1", "b": "x\\ny"}\n{"a": null, "b": "2"}\n', "jsonl"),
])  # fmt: skip
def test_text_tables(name, content, kind, tmp_path):
    path = tmp_path / name
    path.write_text(content)
    assert tables.read_text(path, kind).to_dicts() == [{"a": "1", "b": "x\ny"}, {"a": None, "b": "2"}]
    with pytest.raises(ValueError, match="at most 5 are read"):
        tables.read_text(path, kind, max_bytes=5)
    path.write_bytes(b'{"a": [\xff\x00\xfe')
    with pytest.raises(ValueError, match=r"\S"):
        tables.read_text(path, kind)


def hungry(*_):
    kept = bytearray(8 << 30)
    return len(kept)


def busy(*_):
    signal.setitimer(signal.ITIMER_PROF, 0.2)
    while True:
        pass


def test_a_reader_that_crashes_or_takes_too_much_is_an_error_of_its_file(file):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, function in (("SIGABRT", os.abort), ("GiB of memory", hungry), ("processor time", busy)):
        with pytest.raises(ValueError, match=name):
            tables.table_of(function)
        with pytest.raises(UserError, match=name), reading(file, "Get another."):
            tables.value_of(function)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kB"
    assert tables.read(file).to_dicts() == ROWS


def shown(names):
    return [os.environ.get(name) for name in names]


def test_a_reader_sees_no_secret(monkeypatch):
    hidden = {"HF_TOKEN": "hf_secret", "PGPASS": "secret", "HTTPS_PROXY": "http://me:secret@127.0.0.1:1"}
    for name, value in {**hidden, "HTTP_PROXY": "http://127.0.0.1:1"}.items():
        monkeypatch.setenv(name, value)
    workers.close()
    assert tables.value_of(shown, [*hidden, "HTTP_PROXY"]) == [None, None, None, "http://127.0.0.1:1"]


def test_no_handle_stays_open(file):
    tables.read(file)
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    kept = [tables.read(file) for _ in range(5)]
    assert [table.height for table in kept] == [1_000] * 5
    del kept
    assert len(list(Path("/proc/self/fd").iterdir())) <= open_before + 1


def test_a_source_that_is_no_table_is_looked_at_elsewhere(tmp_path):
    path = tmp_path / "candidates.parquet"
    path.write_bytes(b"PAR1" + bytes(1_000) + b"PAR1")
    assert authored.table_of(str(path)) is None


def test_pictures_are_read_in_small_batches_and_texts_in_larger_ones_with_the_same_rows(tmp_path, monkeypatch):
    sizes = []

    class Witness(pq.ParquetFile):
        def iter_batches(self, rows, **options):
            sizes.append(rows)
            return super().iter_batches(rows, **options)

    picture = {"bytes": random.Random(0).randbytes(20_000)}
    texts = {"id": [f"row-{number}" for number in range(300)], "code": ["<svg/>" * 2_000] * 300}
    pictures = [picture | {"bytes": picture["bytes"] + bytes([number % 256, number // 256])} for number in range(300)]
    for name, columns, rows in (
        ("texts", texts, parquet.MANY),
        ("pictures", texts | {"image": pictures}, parquet.FEW),
    ):
        pq.write_table(pa.table(columns), tmp_path / name)
        with monkeypatch.context() as patched:
            patched.setattr(pq, "ParquetFile", Witness)
            table = parquet.read_selection(tmp_path / name, (0,), None)
        assert sizes.pop() == rows
        assert table.to_pylist() == pq.read_table(tmp_path / name).to_pylist()
