"""A run, on disk and as a value. `run.json` records the settings, and responses are stored as they arrive: each
completion is one line of a log, and when every row has one, the log becomes a table in `responses/part-*.parquet`. No
response is discarded: those that the current options do not ask for (because of another limit or other prompts) remain
in the table but do not count.
"""

import copy
import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from sgpkit.benchmark import Benchmark, Row, families
from sgpkit.data.rows import Picked, Rows
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.runs import data, lock, moved_rows, responses
from sgpkit.runs.data import Data
from sgpkit.runs.parts import Table
from sgpkit.runs.responses import Response
from sgpkit.sandbox.untrusted import json_values

# Settings that must not change between two calls on one folder, since other settings make a different run.
NEEDED = ("config", "engine", "model", "strategy", "mode", "setting", "sampling", "data")
FIXED = (*NEEDED, "name")
METADATA = (*NEEDED, "identity", "texts", "n", "resample", "limit", "lite", "rows", "complete")
FORMS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("config", "engine", "model", "strategy", "mode", "setting"), (str,)),
    **dict.fromkeys(("sampling", "data", "identity", "texts"), (dict,)),
    **dict.fromkeys(("n", "resample", "rows"), (int,)),
    "limit": (int, type(None)),
    "lite": (dict, type(None)),
    "complete": (bool,),
}
"""The types of the values of run.json."""
DATA = ("place", "commit", "sha256")

WRITTEN = "responses_sha256"
"""The key of run.json with the SHA-256 of the table of responses; absent during a call."""

RESTORE = "Restore them, or remove them and run the same command again to ask these rows again."

CHUNK_ROWS = 5_000
"""Number of responses in memory at a time."""

MAX_PASSES = 3
"""Passes over rows on disk for responses in another order, before all rows are loaded into memory."""


class Chunk(NamedTuple):
    """Consecutive responses of a run: the position of the first, their table, and the row of each. All samples of a row
    are in one chunk."""

    start: int
    table: pl.DataFrame
    rows: Sequence[Row]

    def responses(self) -> list[Response]:
        """Return the responses."""
        return [response for response in responses.from_table(self.table) if response.final]


class Run:
    """A run: its folder, the metadata of run.json, the rows, and the responses. All except the metadata is read on
    first use, once. `source` is the present location of the rows, if they were moved; `session` has the counts and
    times of the call that returned this run; it is empty for a run that was only opened.
    """

    def __init__(
        self,
        folder: Path,
        metadata: Mapping[str, Any],
        source: str | None = None,
        session: Mapping[str, Any] | None = None,
    ) -> None:
        self.folder = folder
        self.metadata = metadata
        self.source = source
        self.session = session or {}

    @classmethod
    def open(cls, folder: Path, data: str | None = None) -> "Run":
        """Open the run of a folder. `data` is where its rows are now (a built folder, or ORG/NAME[@REVISION]), if they
        moved since."""
        return cls(folder, read_metadata(folder), data)

    @classmethod
    def assemble(
        cls, folder: Path, metadata: Mapping[str, Any], benchmark: Benchmark, data: Data, table: pl.DataFrame | None
    ) -> "Run":
        """Create a run from parts that are already read. Only annotations are read from `folder`, and the responses if
        there is no table."""
        run = cls(folder, metadata)
        run.benchmark, run.data = benchmark, data
        if table is not None:
            run.table = table
        return run

    def at(self, folder: Path) -> "Run":
        """Return the same run with the annotations of another folder."""
        moved = copy.copy(self)
        moved.folder, moved.stored = folder, self.stored
        return moved

    @property
    def model(self) -> str:
        """The model's name in reports. A replayed file is named without its folder, which may hold a user's name."""
        name: str = self.metadata.get("name") or self.file_name
        return name

    @property
    def file_name(self) -> str:
        """The model as it was given, a replayed file without its folder."""
        given: str = self.metadata["model"]
        return Path(given).name if self.metadata["engine"] == "replay" else given

    @cached_property
    def benchmark(self) -> Benchmark:
        return families.get(self.metadata["config"])

    @cached_property
    def location(self) -> tuple[str, str]:
        """The present location of the rows (a dataset on the Hub at its commit, or a folder, which may have moved), and
        the hash of their files if it was computed to find them, else ""."""
        pinned = self.metadata["data"]
        if self.source:
            return self.source, ""
        if pinned["commit"]:
            return f"{pinned['place']}@{pinned['commit']}", ""
        moved = moved_rows.find(pinned["sha256"], self.metadata["config"], Path(pinned["place"]), self.folder)
        return (str(moved), pinned["sha256"]) if moved else (pinned["place"], "")

    @cached_property
    def data(self) -> Data:
        """The data that was asked. Raises UserError if the rows are no longer the same."""
        pinned = self.metadata["data"]
        source, digest = self.location
        loaded = data.load(source, self.benchmark, digest)
        if loaded.digest != pinned["sha256"]:
            raise UserError(
                f"{source}: {self.benchmark.config} is not the data of the run (sha256 {loaded.digest[:12]}…, "
                f"expected {pinned['sha256'][:12]}…)\nBuild that version again, or give its location with --data."
            )
        return loaded

    @cached_property
    def rows(self) -> dict[str, Row]:
        """The rows of the data by id, each with the mode and the setting in which it was asked."""
        return {str(row["id"]): row | self.asked for row in self.data.rows}

    @property
    def asked(self) -> dict[str, Any]:
        """The mode and the setting in which every row was asked."""
        return {"mode": self.metadata["mode"], "setting": self.metadata["setting"]}

    @cached_property
    def stored(self) -> Table:
        """The responses on disk. Raises UserError if they changed since the run wrote them."""
        return refuse_changed(responses.open_table(self.folder), self.metadata)

    @cached_property
    def table(self) -> pl.DataFrame:
        """The responses that count, one per row, in the order of the rows. Raises UserError while unfinished."""
        return responses.read_counted(self.stored)

    def tables(self) -> Iterator[pl.DataFrame]:
        """Yield the responses that count in tables of some thousands, which never divide the samples of a row."""
        if "table" in vars(self):
            yield from responses.regroup([self.table], CHUNK_ROWS)
            return
        yield from responses.regroup(responses.counted_groups(self.stored), CHUNK_ROWS)

    def columns(self, names: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Yield the named columns of the responses that count, some thousands at a time. Other columns are not read."""
        if "table" in vars(self):
            yield self.table.select(names)
            return
        for table in self.stored.columns((*names, "counted")):
            yield table.filter(pl.col("counted")).select(names)

    def chunks(self) -> Iterator[Chunk]:
        """Yield the responses with their rows, a few thousand at a time."""
        start = 0
        rows = self.in_passes() if isinstance(self.data.rows, Rows) else self.in_memory()
        next(rows)
        for table in self.tables():
            yield Chunk(start, table, [rows.send(identifier) for identifier in table["id"]])
            start += table.height

    def in_memory(self) -> Generator[Row, str, None]:
        """Return the row of each id that is sent."""
        row: Row = {}
        while True:
            identifier = yield row
            if identifier not in self.rows:
                raise unknown_row(self.stored.folder, identifier)
            row = self.rows[identifier]

    def in_passes(self) -> Generator[Row, str, None]:
        """Return the row of each id that is sent, in passes over the rows: one where ids come in their order."""
        identifier = yield {}
        for _ in range(MAX_PASSES):
            for row in self.data.rows:
                if str(row["id"]) == identifier:
                    asked = row | self.asked
                    while str(row["id"]) == identifier:
                        identifier = yield asked
        others = self.in_memory()
        next(others)
        while True:
            identifier = yield others.send(identifier)

    @cached_property
    def answered(self) -> Sequence[Row]:
        """The row of each response, in the order of the responses."""
        ids = pl.concat([table["id"] for table in self.columns(["id"])])
        if isinstance(self.data.rows, Rows):
            return Picked(self.data.rows, self.positions(ids), self.asked)
        try:
            return [self.rows[identifier] for identifier in ids]
        except KeyError as error:
            raise unknown_row(self.stored.folder, str(error.args[0])) from None

    def positions(self, ids: pl.Series) -> np.ndarray:
        """Return the position of the row of each response among the rows of the data."""
        assert isinstance(self.data.rows, Rows)
        known = pl.DataFrame({"id": self.data.rows.ids}).with_row_index("position")
        positions = pl.DataFrame({"id": ids}).join(known, on="id", how="left", maintain_order="left")["position"]
        if positions.null_count():
            raise unknown_row(self.stored.folder, ids[int(positions.is_null().arg_true()[0])])
        indices: np.ndarray = positions.to_numpy()
        return indices

    def responses(self) -> Iterator[Response]:
        """Yield the counted responses of the run: the last turn of each conversation, in the order of the rows."""
        for table in self.tables():
            for response in responses.from_table(table):
                if response.final:
                    yield response

    def alone(self) -> AbstractContextManager[None]:
        """Lock the run in the `with` block. Raises `lock.Busy` if another process uses it."""
        return lock.lock_run(self.folder)


# --- run.json ---------------------------------------------------------------------------------------------------------


def read_metadata(folder: Path, needed: Sequence[str] = METADATA) -> dict[str, Any]:
    """Read run.json. Raises UserError if it is missing or damaged, or lacks one of the `needed` keys."""
    path = folder / "run.json"
    if not path.exists():
        below = sorted(path.parent for deep in ("*", "*/*", "runs/*/*") for path in folder.glob(f"{deep}/run.json"))
        remedy = f"Name one of the runs in it, such as {below[0]}" if below else "Create one: sgpkit run CONFIG …"
        raise UserError(f"{folder} is not a run folder: run.json is missing\n{remedy}")
    with reading(path, "Restore it, or run again with another --out."):
        metadata = json_values.read_small(path)
        if missing := [name for name in needed if name not in metadata]:
            raise ValueError(f"missing keys: {', '.join(missing)}")
        for name in needed:
            if not isinstance(metadata[name], FORMS.get(name, (object,))):
                raise ValueError(f"{name}: found {metadata[name]!r:.60}")
        if "data" in needed and not all(isinstance(metadata["data"].get(name), str) for name in DATA):
            raise ValueError(f"data: found {metadata['data']!r:.60}")
    return metadata


def read_earlier(folder: Path) -> dict[str, Any]:
    """Return the run.json of an earlier call; empty if there was none."""
    return read_metadata(folder) if (folder / "run.json").exists() else {}


def write_metadata(folder: Path, metadata: Mapping[str, Any]) -> None:
    """Write run.json in one step, so that no half-written file is ever seen."""
    write_atomically(folder / "run.json", json.dumps(metadata, indent=1, ensure_ascii=False) + "\n")


def refuse_other_run(folder: Path, earlier: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
    """Raise UserError if the folder contains a different run, or if its responses are damaged. `earlier` is the
    run.json of the folder, empty if there is none."""
    if not earlier:
        return
    changed = [name for name in FIXED if fingerprint(earlier.get(name)) != fingerprint(metadata.get(name))]
    if changed:
        details = "; ".join(line for name in changed for line in changes(name, earlier.get(name), metadata.get(name)))
        raise UserError(f"{folder} contains a different run: {details}\nChoose another --out.")
    refuse_other_prompts(folder, earlier, metadata)
    refuse_changed(responses.open_table(folder), earlier)


def changes(name: str, was: Any, now: Any) -> Iterator[str]:
    """Yield the differences between two values of run.json, in words."""
    if name == "data":
        versions = (
            f"{data['place']}{data['commit'] and '@'}{data['commit'][:12]} (sha256 {data['sha256'][:12]}…)"
            for data in (was, now)
        )
        yield "data was {}, now {}".format(*versions)
        return
    for path, before, after in json_values.differences({name: was}, {name: now}):
        yield f"{path} was {before!r:.80}, now {after!r:.80}"


def refuse_other_prompts(folder: Path, earlier: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
    """Raise UserError if the prompts of the run are now rendered or worded differently."""
    was, now = (metadata_of["identity"].get("rendered") for metadata_of in (earlier, metadata))
    if was and now and was != now:
        raise UserError(
            f"{folder} contains answers to different prompts: the chat template renders the same messages differently "
            f"(hash {was[:12]}…, now {now[:12]}…)\n"
            "Use the versions and the template that the run was started with, or choose another --out."
        )
    same = all(earlier[name] == metadata[name] for name in ("texts", "rows", "limit", "lite"))
    was, now = earlier.get("prompts"), metadata.get("prompts")
    if same and was and now and was != now:
        raise UserError(
            f"{folder} contains answers to different prompts: the hash of the messages was {was[:12]}…, "
            f"now {now[:12]}…\nResume with the version of sgpkit that the run was started with "
            f"({earlier.get('sgpkit')}), or choose another --out."
        )


def start(folder: Path, metadata: Mapping[str, Any], started: str) -> None:
    """Record the settings of this call; the sessions of earlier calls are kept."""
    earlier = read_earlier(folder)
    refuse_other_run(folder, earlier, metadata)
    kept = {"started": earlier.get("started", started), "sessions": earlier.get("sessions", [])}
    write_metadata(folder, {**metadata, **kept, "complete": False})


def add_session(folder: Path, session: Mapping[str, Any]) -> None:
    """Append the record of one call of the command to the sessions in run.json."""
    metadata = read_metadata(folder)
    write_metadata(folder, metadata | {"sessions": [*metadata.get("sessions", []), session]})


def refuse_changed(table: Table, metadata: Mapping[str, Any]) -> Table:
    """Return the table of responses. Raises UserError if it changed since the last finished call, since a flipped bit
    in a Parquet file would be read as another answer.
    """
    written = metadata.get(WRITTEN)
    if not written or not table.files:
        return table
    table.require_whole()
    if table.digest() != written:
        raise UserError(
            f"{table.folder}: its responses are damaged or were edited: their hash differs from the recorded one\n"
            f"{RESTORE}"
        )
    return table


def unknown_row(folder: Path, identifier: str) -> UserError:
    """Return the error to raise for a response to a row that the data does not have."""
    return UserError(
        f"{folder}: there is a response to {identifier!r:.80}, which is not a row of the run; the file is damaged "
        f"or was edited\n{RESTORE}"
    )


def fingerprint(value: object) -> object:
    """Return the part of a value of run.json that must not change: of data, the content and not the location."""
    return value.get("sha256") if isinstance(value, dict) and "sha256" in value else value
