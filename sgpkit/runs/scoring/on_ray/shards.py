"""Score large runs in place: a task reads one part of the responses and its rows, scores them, and writes the columns
of its scores next to it. No text is transferred; only the name of the written file is returned.

Parts and scores are in the run's folder, which the nodes share, or at any address that fsspec knows (s3://…, hf://…),
where parts are put first.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import polars as pl

import sgpkit
from sgpkit.benchmark import Benchmark, Row, Summary
from sgpkit.data.rows import Picked, Rows
from sgpkit.graphics import raster
from sgpkit.runs import data, parts, responses
from sgpkit.runs.folder import Run
from sgpkit.runs.parts import Part, Table
from sgpkit.runs.scoring import figures, samples, scored_chunks
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.scoring.columns import Columns
from sgpkit.runs.scoring.figures import Whole
from sgpkit.runs.scoring.scored_chunks import Gathered
from sgpkit.runs.scoring.verdicts import refuse_odd, score_all
from sgpkit.sandbox.cluster import shared_work, stores
from sgpkit.sandbox.cluster.shared_work import Made, Store
from sgpkit.sandbox.untrusted import tables as untrusted_tables

FOLDER = "scores-by-part"
"""The folder of the tasks' output; it is removed when the scores are written."""

KINDS = {"t": "table", "p": "parts", "l": "labels", "d": "details", "c": "costs", "s": "summary"}
"""The tables whose columns a task writes into one file, by the prefix of their names."""


@dataclass(frozen=True)
class PartTask:
    """Scores a part of the responses. Holds the benchmark, how the rows were asked, where they are and the hash that
    they must have, the renderer, and the address of the parts. The note has the number of scores."""

    benchmark: Benchmark
    asked: Mapping[str, Any]
    source: str
    digest: str
    renderer: str | None
    base: str

    def name(self, part: Part) -> str:
        """Return the name of a part's scores: a hash of all their dependencies."""
        basis = [sgpkit.__version__, self.benchmark.config, dict(self.asked), self.digest, self.renderer, part.sha256]
        return hashlib.sha256(json.dumps(basis, sort_keys=True).encode()).hexdigest()[:32]

    def make(self, part: Part) -> Made:
        """Read the responses that count and their rows, and score them."""
        files, root = stores.open_store(self.base)
        with stores.local_copy(files, f"{root}/responses/{part.file}") as file:
            counted = pl.concat(group.filter(pl.col("counted")) for group in untrusted_tables.groups(file))
        if not counted.height:
            return Made({"rows": 0}, None)
        with raster.using(self.renderer):
            content = side_by_side(score_table(self, counted))
        return Made({"rows": content.height}, parts.encoded(content).getbuffer())


def suits(run: Run, annotations: Sequence[ModelAnnotations]) -> bool:
    """Return whether a run is scored part by part: it has several parts, and its scores depend only on single
    responses. A single part would only use one worker."""
    benchmark = run.benchmark
    annotated = any(kind.parts or kind.labels or kind.answers or kind.figures for kind in annotations)
    if len(run.stored.files) < 2:
        return False
    return not (annotated or benchmark.scoring.batch_dependent or benchmark.scoring.preferred)


def gather(run: Run, address: str, base: str | None = None) -> Gathered:
    """Do the same as `scored_chunks.gather` on the cluster at an address. `base` is the location of parts and scores,
    if not in the run's folder.
    """
    listed = run.stored.listed
    root = base or str(run.folder.resolve())
    put_missing(run.stored, root)
    task = PartTask(
        run.benchmark, run.asked, run.location[0], run.metadata["data"]["sha256"], raster.current_renderer(), root
    )
    store = store_of(root)
    notes = shared_work.notes(store, task, listed, address)
    written = [task.name(part) for part, note in zip(listed, notes, strict=True) if note["rows"]]
    return joined(run.benchmark, (columns(store, name) for name in written))


def store_of(base: str) -> Store:
    """Return the store of the scores, next to the responses at a folder or address."""
    return Store(
        f"{base}/{FOLDER}",
        f"{base}\nMove the run to a folder that all nodes share, or give a URL (s3://…, hf://…) as --shards",
    )


def score_table(work: PartTask, table: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return the columns that figures are made of, of some responses."""
    benchmark = work.benchmark
    rows = rows_of(work, table["id"])
    answers = [response for response in responses.from_table(table) if response.final]
    scores = score_all(benchmark, rows, answers)
    refuse_odd(answers, scores)
    whole = scored_chunks.as_table(benchmark, rows, answers, scores)
    named = {"parts": {name for score in scores for name in score.parts}}
    named["labels"] = {name for score in scores for name in score.labels}
    tables = {kind: whole.select(sorted(names)) for kind, names in named.items()}
    tables["table"] = whole.drop(*named["parts"], *named["labels"])
    tables["details"], tables["costs"] = figures.details(benchmark, rows), samples.costs(table)
    summary = benchmark.scoring.summary
    tables["summary"] = summary.table(rows, scores) if isinstance(summary, Summary) else pl.DataFrame()
    return tables


def rows_of(work: PartTask, ids: pl.Series) -> Sequence[Row]:
    """Return the row of each response."""
    rows, known = open_rows(work.source, work.digest, work.benchmark.config, work.benchmark)
    positions = pl.DataFrame({"id": ids}).join(known, on="id", how="left", maintain_order="left")["position"]
    if positions.null_count():
        raise KeyError(ids[int(positions.is_null().arg_true()[0])])
    return list(Picked(rows, positions.to_numpy(), dict(work.asked)))


def open_rows(source: str, digest: str, config: str, benchmark: Benchmark) -> tuple[Sequence[Row], pl.DataFrame]:
    """Return the rows at an address, and the position of each by its id; read once in a process. Raises ValueError for
    other rows than those that were asked."""
    return open_rows_once(source, digest, config, Hidden(benchmark))


class Hidden(NamedTuple):
    """A benchmark that is left out of the comparison of cached calls."""

    benchmark: Benchmark

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=2)
def open_rows_once(source: str, digest: str, config: str, hidden: Hidden) -> tuple[Sequence[Row], pl.DataFrame]:
    """As `open_rows`."""
    loaded = data.load(source, hidden.benchmark)
    if loaded.digest != digest:
        raise ValueError(f"{source}: {config} on this node differs from the data of the run")
    rows = loaded.rows
    ids = rows.ids if isinstance(rows, Rows) else pl.Series([str(row["id"]) for row in rows], dtype=pl.String)
    return rows, pl.DataFrame({"id": ids}).with_row_index("position")


# --- what tasks write -------------------------------------------------------------------------------------------------


def side_by_side(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the columns of all tables as one, each name after the letter of its table."""
    named = [
        tables[kind].rename({name: f"{letter}:{name}" for name in tables[kind].columns})
        for letter, kind in KINDS.items()
        if kind in tables and tables[kind].width
    ]
    return pl.concat(named, how="horizontal")


def columns(store: Store, name: str) -> dict[str, pl.DataFrame]:
    """Return the tables of a part's scores."""
    files, root = stores.open_store(store.base)
    with stores.local_copy(files, f"{root}/{name}.parquet") as path:
        content = untrusted_tables.read(path)
    return {
        kind: content.select(pl.col(f"^{letter}:.*$").name.map(lambda name: name[2:])) for letter, kind in KINDS.items()
    }


def joined(benchmark: Benchmark, read: Iterable[Mapping[str, pl.DataFrame]]) -> Gathered:
    """Return the columns of all parts, in the form of `scored_chunks.gather`."""
    own = ("table", "parts", "labels")
    named: dict[str, set[str]] = {kind: set() for kind in own}
    whole, details, costs, summary = Columns(), Columns(), Columns(), Columns()
    for tables in read:
        for kind in own:
            named[kind] |= set(tables[kind].columns)
        whole.add(pl.concat([tables[kind] for kind in own if tables[kind].width], how="horizontal"))
        details.add(tables["details"])
        costs.add(tables["costs"])
        summary.add(tables["summary"])
    parts, labels = tuple(sorted(named["parts"])), tuple(sorted(named["labels"]))
    by = [name for name in benchmark.rows.groups if name in whole.names]
    table = whole.table().select(*scored_chunks.FIRST, *by, *parts, *labels)
    summed = Whole(columns=summary) if isinstance(benchmark.scoring.summary, Summary) else None
    return Gathered(table, details.table(), costs, summed, parts, labels)


# --- files, wherever they are -----------------------------------------------------------------------------------------


def put_missing(table: Table, base: str) -> None:
    """Put the parts of the responses where tasks read them, unless they are there."""
    files, root = stores.open_store(base)
    for path in table.files:
        target = f"{root}/responses/{path.name}"
        if not files.exists(target):
            files.makedirs(f"{root}/responses", exist_ok=True)
            files.put_file(str(path), target)


def remove(run: Run, base: str | None) -> None:
    """Remove the tasks' output; the scores are in the run."""
    files, root = stores.open_store(store_of(base or str(run.folder.resolve())).base)
    if files.exists(root):
        files.rm(root, recursive=True)
