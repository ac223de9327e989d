"""The completions of a file of any size, in a temporary table: a few thousand are in memory at a time.

A worker process reads the file once, refuses malformed lines, and writes the table. Requested completions are read from
it by number; the order of the file does not matter, though one in the order of the rows is read fastest.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import polars as pl

from sgpkit.benchmark import Completion
from sgpkit.engines.replay import reading
from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import workers
from sgpkit.values import clean

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_ROWS = 5_000
BATCH_BYTES = 32 << 20
"""Maximum number of completions, and approximate maximum of their bytes, that are in memory together."""

LARGEST = 2**62
"""The largest sample number that is accepted."""

COLUMNS = (
    "text", "finish_reason", "turns", "thinking", "prompt_tokens", "completion_tokens", "latency", "error"
)  # fmt: skip
"""The fields of a `Completion` that a file can have, in its order."""


BARE = tuple(getattr(Completion("", finish_reason="stop"), name) for name in COLUMNS[1:])
"""The default values of the other fields of a completion, if only its text is given."""


def convert(path: Path) -> "Converted":
    """Return the completions of a file. Raises UserError if it is malformed."""
    table = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        if workers.in_use():
            out = f"/proc/{os.getpid()}/fd/{table.fileno()}"
            (outcome,) = workers.run(write_tables, [(path, out)], reading.FILE)
            if outcome.failure is not None:
                if isinstance(outcome.failure.error, UserError | OSError):
                    raise outcome.failure.error
                raise UserError(f"{path} cannot be read: {outcome.failure.reason}")
        else:
            write_table(path, table)
        return Converted(path, table)
    except BaseException:
        table.close()
        raise


def write_tables(jobs: Sequence[tuple[Path, str]]) -> list[int]:
    """Write the table of each file: in a worker."""
    return [write_table(path, out) for path, out in jobs]


def write_table(path: Path, out: "str | IO[bytes]") -> int:
    """Write the completions of a file as a table of Arrow's, and return their number."""
    import pyarrow as pa

    layout = schema()
    count = 0
    sink = pa.OSFile(out, "wb") if isinstance(out, str) else pa.PythonFile(out, "w")
    with pa.ipc.new_file(sink, layout) as writer:
        for rows in batches(path):
            arrays = [
                pa.array(column, field.type) for column, field in zip(zip(*rows, strict=True), layout, strict=True)
            ]
            writer.write_batch(pa.record_batch(arrays, schema=layout))
            count += len(rows)
    sink.flush()
    return count


def schema() -> "pa.Schema":
    """Return the columns of the table."""
    import pyarrow as pa

    text = pa.large_string()
    kinds = {"turns": pa.large_list(text), "latency": pa.float64()}
    kinds |= dict.fromkeys(("sample", "prompt_tokens", "completion_tokens"), pa.int64())
    return pa.schema([(name, kinds.get(name, text)) for name in ("id", "sample", "position", *COLUMNS)])


def batches(path: Path) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of the table, some thousands at a time. Raises UserError for an invalid item."""
    rows: list[tuple[Any, ...]] = []
    size = 0
    for position, item in reading.items(path):
        row = checked(path, position, item)
        rows.append(row)
        size += len(row[3]) + len(row[6])
        if len(rows) == BATCH_ROWS or size > BATCH_BYTES:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def checked(path: Path, position: str, item: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return an item of a file as a row of the table."""
    identifier, sample = item.get("id"), item.get("sample")
    if not isinstance(identifier, str) or "completion" not in item:
        contents = ", ".join(f"{name} ({type(value).__name__})" for name, value in sorted(item.items()))
        raise UserError(f"{path}, {position}: expected the columns id (str) and completion, found {contents:.200}")
    if sample is not None and (isinstance(sample, bool) or not isinstance(sample, int)):
        raise UserError(f"{path}, {position}: sample must be a whole number, found {sample!r}")
    number = min(max(sample, -LARGEST), LARGEST) if sample else 0
    name = identifier if identifier.isascii() else identifier.encode("utf-8", "backslashreplace").decode()
    if len(item) == 2 and isinstance(text := item["completion"], str):
        return (name, number, position, clean(text), *BARE)
    text, finish, turns, thinking, *counts, error = reading.fields(item)
    replies = [clean(turn) for turn in turns]
    return (name, number, position, clean(text), clean(finish), replies, clean(thinking), *counts, clean(error))


class Converted:
    """The completions of a file, in a temporary table; `ids` are hashes of their rows' ids."""

    def __init__(self, path: Path, table: IO[bytes]) -> None:
        import pyarrow as pa

        self.table = table
        table.seek(0)
        self.source = pa.PythonFile(table, "r")
        self.file = pa.ipc.open_file(self.source)
        keys = pa.ipc.open_file(self.source, options=pa.ipc.IpcReadOptions(included_fields=[0, 1]))
        self.starts = [0]
        ids: list[pl.Series] = [hashes(pl.Series(dtype=pl.String))]
        samples: list[pl.Series] = [pl.Series(dtype=pl.Int64)]
        for number in range(keys.num_record_batches):
            frame = as_frame(keys.get_batch(number))
            ids.append(hashes(frame["id"]))
            samples.append(pl.Series(frame["sample"].to_numpy().copy()))  # a view would keep the texts of the batch
            self.starts.append(self.starts[-1] + frame.height)
        self.ids, self.samples = pl.concat(ids), pl.concat(samples)
        combined = combine(self.ids, self.samples)
        self.order = np.argsort(combined, kind="stable").astype(np.int64)
        self.sorted = combined[self.order]
        self.refuse_second(path)

    def __len__(self) -> int:
        return self.starts[-1]

    def refuse_second(self, path: Path) -> None:
        """Raise UserError if two completions have the same id and sample."""
        second = self.order[1:][self.sorted[1:] == self.sorted[:-1]]
        if len(second):
            number = int(second.min())
            row = self.rows([number]).row(0, named=True)
            raise UserError(
                f"{path}, {row['position']}: duplicate completion for {row['id']!r}, sample {row['sample']}"
            )

    def rows(self, numbers: "Sequence[int] | np.ndarray") -> pl.DataFrame:
        """Return rows of the table, by their numbers in rising order."""
        wanted = np.asarray(numbers)
        bounds = np.searchsorted(wanted, self.starts)
        pieces = []
        for batch in np.flatnonzero(bounds[1:] > bounds[:-1]).tolist():
            record = self.file.get_batch(batch)
            record.validate(full=True)
            pieces.append(as_frame(record)[wanted[bounds[batch] : bounds[batch + 1]] - self.starts[batch]])
        return pl.concat(pieces)

    def get(self, ids: Sequence[str], samples: Sequence[int]) -> list[Completion | None]:
        """Return the completion with each id and sample; None if there is none."""
        asked = combine(hashes(pl.Series(ids, dtype=pl.String)), pl.Series(samples, dtype=pl.Int64))
        at = np.searchsorted(self.sorted, asked)
        held = at < len(self.sorted)
        held[held] = self.sorted[at[held]] == asked[held]
        items: list[Completion | None] = [None] * len(ids)
        positions = np.flatnonzero(held)
        if not len(positions):
            return items
        numbers = self.order[at[positions]]
        rising = np.argsort(numbers, kind="stable")
        chosen, inverse = np.unique(numbers, return_inverse=True)
        table = self.rows(chosen)
        known = list(zip(table["id"].to_list(), table["sample"].to_list(), completions(table), strict=True))
        for position, number in zip(positions[rising].tolist(), inverse[rising].tolist(), strict=True):
            identifier, sample, item = known[number]
            if identifier == ids[position] and sample == samples[position]:  # different ids may have the same hash
                items[position] = item
        return items

    def close(self) -> None:
        """Remove the table."""
        self.source.close()
        self.table.close()


def completions(table: pl.DataFrame) -> Iterator[Completion]:
    """Yield the completions in rows of the table."""
    for text, finish, turns, *rest in zip(*(table[name].to_list() for name in COLUMNS), strict=True):
        yield Completion(text, finish, tuple(turns), *rest)


def hashes(ids: pl.Series) -> pl.Series:
    """Return a number of eight bytes for each id."""
    return ids.rename("").hash(seed=0)


def combine(ids: pl.Series, samples: pl.Series) -> np.ndarray:
    """Return a number of eight bytes for each pair of a hashed id and a sample."""
    mixed = samples.cast(pl.Int64).to_numpy().astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    combined: np.ndarray = ids.to_numpy() ^ mixed
    return combined


def as_frame(batch: "pa.RecordBatch") -> pl.DataFrame:
    """Return a batch of Arrow's as a table of Polars'."""
    frame = pl.from_arrow(batch)
    assert isinstance(frame, pl.DataFrame)
    return frame
