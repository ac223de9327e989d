"""Untrusted files of people's judgements and of candidates: refused with a message for any content."""

import os

import promises
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_files import Reader

from sgpkit.benchmark.sources import authored
from sgpkit.errors import UserError
from sgpkit.studies.agreement import people
from sgpkit.studies.review import candidates

pytestmark = pytest.mark.process


@promises.kept(UserError)
def read_judgements(path):
    people.read_judgements(path, "verdict", {("a", 0): (1.0, "ok")})


JUDGEMENTS = Reader(
    "a.csv",
    read_judgements,
    (b"id,sample,verdict\na,0,1\n", b"id,verdict\na,yes\n"),
    'id sample verdict , " yes no 1',
)


@given(data=st.data())
def test_judgements_survive_odd_files(data):
    JUDGEMENTS.try_content(data.draw(JUDGEMENTS.contents()))


def test_valid_judgements_are_read():
    for content in JUDGEMENTS.seeds:
        JUDGEMENTS.try_content(content)


@pytest.mark.parametrize("text", [
    'id,verdict\na,"' + "x" * 300_000, "id,verdict\n\0\0,right\n" + "x" * 200_000, "id,verdict\na,\"b\"c\n",
], ids=["a quote that is never closed", "a field that never ends", "a quote within"])  # fmt: skip
def test_invalid_csv_is_refused(text, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(text)
    with pytest.raises(UserError, match="CSV"):
        people.read_judgements(path, "verdict", {("a", 0): (1.0, "a")})


def test_large_csv_is_refused_before_it_is_read(tmp_path):
    """A file with a hole of a gigabyte costs nothing on the disk."""
    path = tmp_path / "a.csv"
    path.write_text('id,verdict\na,"')
    os.truncate(path, 2**30)
    with pytest.raises(UserError, match="more than"):
        people.read_judgements(path, "verdict", {})


def bomb(path, columns):
    """Write a table of some kilobytes that takes gigabytes, since every row names one text of a dictionary."""
    text = "x" * 20_000_000
    indices = pa.array([0] * 200, pa.int32())
    pq.write_table(
        pa.table({name: pa.DictionaryArray.from_arrays(indices, pa.array([text])) for name in columns}),
        path,
        compression="zstd",
    )
    assert path.stat().st_size < 100_000


COLUMNS = [*candidates.SHOWN, *(name for name in candidates.DETAILS if name not in candidates.SHOWN)]


@pytest.mark.slow
@pytest.mark.parametrize("read", [
    candidates.read,
    lambda folder: candidates.write_spool(folder / candidates.FILE),
    lambda folder: authored.read(folder / candidates.FILE),
    lambda folder: authored.read(folder / candidates.FILE, ("id", "code")),
], ids=["review", "spool", "source", "columns"])  # fmt: skip
def test_candidates_that_unfold_are_refused(read, tmp_path):
    bomb(tmp_path / candidates.FILE, dict.fromkeys(["id", *COLUMNS]))
    with pytest.raises(UserError, match="MiB of memory"):
        read(tmp_path)
