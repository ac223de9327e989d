"""Strategies for tables with odd values, and files with a given content, each in a folder of its own."""

import contextlib
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import mutations
import polars as pl
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Row = dict[str, Any]

JSON_WORDS = """null true [] {} "" "id" "completion" 1e999 -1 NaN [[]] {"a":1} "A" "code" "key" "turns" "\\ud800"
    "\\u0000" """
"""Words for mutated JSON."""

ODD_VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(1 << 63), (1 << 64) - 1),
        st.floats(),
        st.sampled_from(("", "A", "\0", "nan", "[", "{", "../../x", "1e999", "<svg>", "# x", "9" * 400)),
        st.text(max_size=8),
        st.binary(max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(("a", "id", "code", "text")), inner, max_size=3)
    ),
    max_leaves=6,
)


class Reader(NamedTuple):
    """A reader of files with one name. `failures` are contents on which it failed earlier."""

    file: str
    read: Callable[[Path], object]
    seeds: Sequence[bytes]
    words: str = ""
    failures: Sequence[bytes] = ()

    def contents(self) -> SearchStrategy[bytes]:
        """Return a strategy for contents of the file."""
        return mutations.contents(self.seeds, [word.encode() for word in self.words.split()])

    def try_content(self, content: bytes) -> None:
        """Read a file with this content."""
        with written(self.file, content) as path:
            self.read(path)


@contextlib.contextmanager
def written(name: str, content: bytes) -> Iterator[Path]:
    """Write a file of this name in a new folder, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="sgpkit-odd-") as folder:
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        yield path


def first(rows: Iterable[object], most: int = 200) -> list[object]:
    """Return the first rows of a reader."""
    return [row for row, _ in zip(rows, range(most), strict=False)]


def documents(*values: object) -> tuple[bytes, ...]:
    """Return each value as JSON."""
    return tuple(json.dumps(value).encode() for value in values)


def parquet(rows: list[Row]) -> bytes:
    """Return a Parquet file."""
    stream = io.BytesIO()
    pl.DataFrame(rows).write_parquet(stream)
    return stream.getvalue()


def parquet_or_nothing(rows: list[Row]) -> bytes | None:
    """Return a Parquet file of rows with odd values, None if Polars cannot make a table of them."""
    stream = io.BytesIO()
    try:
        pl.DataFrame(rows, strict=False, nan_to_null=False).write_parquet(stream)
    except Exception:
        return None
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        return None
    return stream.getvalue()


@st.composite
def tables(draw: st.DrawFn, seeds: Sequence[Row]) -> list[Row]:
    """Draw rows like the seeds, in which some columns are missing, odd in one row, or odd in all rows."""
    rows = [dict(row) for row in draw(st.lists(st.sampled_from(seeds), min_size=1, max_size=3))]
    names = sorted({name for row in seeds for name in row})
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True)):
        change = draw(st.sampled_from(("odd in one row", "odd in all rows", "missing", "another name")))
        value = draw(ODD_VALUES)
        for row in rows[: 1 if change == "odd in one row" else None]:
            old = row.pop(name, None)
            if change == "another name":
                row[name.upper()] = old
            elif change != "missing":
                row[name] = value
    return rows


def zipped(files: dict[str, str]) -> bytes:
    """Return a ZIP archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()
