"""Scores of a run, some thousands of responses at a time, and the columns that its figures are made of.

Texts of responses and rows are in memory for one chunk only. For all responses, only columns are kept: ids, values,
statuses, reasons, parts, what a sample took, and what the benchmark's `Summary` needs. If a judge's mark may become
the value, which requires a mark for every response, scores wait in memory and then in a temporary file.
"""

import pickle
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple, overload

import polars as pl

from sgpkit import bars
from sgpkit.benchmark import Benchmark, Row, Score, Summary
from sgpkit.runs.folder import Chunk, Run
from sgpkit.runs.responses import Response
from sgpkit.runs.scoring import figures, samples
from sgpkit.runs.scoring.annotations import model_annotations
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.scoring.columns import Columns
from sgpkit.runs.scoring.figures import Whole
from sgpkit.runs.scoring.verdicts import Scorer, refuse_odd, score_all
from sgpkit.status import Status
from sgpkit.values import clean

FIRST = {
    "id": pl.String,
    "sample": pl.Int32,
    "cluster": pl.String,
    "value": pl.Float64,
    "status": pl.String,
    "reason": pl.String,
}
"""The columns that every table of scores begins with."""

SPOOLED = 16 << 20
"""Bytes of scores in memory; more go to a temporary file."""


class ScoredChunk(NamedTuple):
    """A chunk of a run with its scores."""

    chunk: Chunk
    responses: Sequence[Response]
    scores: Sequence[Score]


class ScoredChunks:
    """The chunks of a run, scored one after another."""

    def __init__(
        self,
        run: Run,
        letters: ModelAnnotations,
        annotations: Mapping[str, ModelAnnotations],
        scorer: Scorer | None,
    ) -> None:
        self.run, self.letters, self.annotations, self.scorer = run, letters, annotations, scorer
        self.waiting: IO[bytes] | None = None

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks of the run; a single one if scores depend on one another."""
        if self.run.benchmark.scoring.batch_dependent:
            yield Chunk(0, self.run.table, self.run.answered)
        else:
            yield from self.run.chunks()

    def scored(self) -> Iterator[ScoredChunk]:
        """Yield the chunks with the scores of the benchmark and the annotations of models."""
        total = self.run.metadata["rows"] * self.run.metadata["n"]
        with bars.Bar(f"scoring {self.run.benchmark.config}", total, "responses") as bar:
            for chunk in self.chunks():
                yield self.score(chunk)
                bar.update(chunk.table.height)

    def score(self, chunk: Chunk) -> ScoredChunk:
        """Return a chunk with the scores of the benchmark and the annotations of models."""
        stop = chunk.start + chunk.table.height
        responses = chunk.responses()
        letters = self.letters.chunk(chunk.start, stop).answers
        scores = score_all(self.run.benchmark, chunk.rows, responses, letters, self.scorer)
        refuse_odd(responses, scores)
        for kind in self.annotations.values():
            scores = model_annotations.merge(scores, kind.chunk(chunk.start, stop))
        return ScoredChunk(chunk, responses, scores)

    def headline(self) -> str:
        """Return the part that is the value. All responses are scored first if it may be a model's verdict."""
        benchmark = self.run.benchmark
        if not benchmark.scoring.preferred:
            return benchmark.scoring.value_name
        self.waiting = tempfile.SpooledTemporaryFile(SPOOLED)  # noqa: SIM115
        names = []
        for chunk in self.scored():
            names.append(model_annotations.headlines(benchmark, chunk.scores))
            pickle.dump(chunk.scores, self.waiting)
        return model_annotations.headline(benchmark, names)

    def promoted(self, headline: str) -> Iterator[ScoredChunk]:
        """Yield the chunks with the scores that count, whose value is the headline."""
        for scored in self.scored_before():
            stop = scored.chunk.start + len(scored.scores)
            kinds = [kind.chunk(scored.chunk.start, stop) for kind in self.annotations.values()]
            scores = model_annotations.promote(self.run.benchmark, scored.scores, headline, kinds)
            refuse_odd(scored.responses, scores)
            yield scored._replace(scores=scores)

    def scored_before(self) -> Iterator[ScoredChunk]:
        """Yield the chunks as `scored` did, without scoring twice."""
        if self.waiting is None:
            yield from self.scored()
        else:
            self.waiting.seek(0)
            for chunk in self.chunks():
                yield ScoredChunk(chunk, chunk.responses(), pickle.load(self.waiting))

    def close(self) -> None:
        if self.waiting is not None:
            self.waiting.close()


class Gathered(NamedTuple):
    """The columns of a whole run: the table of scores, what figures need of rows and responses, and the names of parts
    and labels. `whole` is None if the benchmark's own figures need all rows, and those are not in memory. What only
    some figures need comes into memory when these are made."""

    table: pl.DataFrame
    details: pl.DataFrame
    costs: Columns
    whole: Whole | None
    parts: tuple[str, ...]
    labels: tuple[str, ...]


def gather(benchmark: Benchmark, chunks: Iterator[ScoredChunk]) -> Gathered:
    """Return the columns of all chunks."""
    tables, details, costs, columns = Columns(), Columns(), Columns(), Columns()
    parts: set[str] = set()
    labels: set[str] = set()
    latest: ScoredChunk | None = None
    for scored in chunks:
        rows, scores = scored.chunk.rows, scored.scores
        parts |= {name for score in scores for name in score.parts}
        labels |= {name for score in scores for name in score.labels}
        tables.add(as_table(benchmark, rows, scored.responses, scores))
        details.add(figures.details(benchmark, rows))
        costs.add(samples.costs(scored.chunk.table))
        if isinstance(benchmark.scoring.summary, Summary):
            columns.add(benchmark.scoring.summary.table(rows, scores))
        is_only, latest = latest is None, scored
    assert latest is not None
    whole: Whole | None = None
    if isinstance(benchmark.scoring.summary, Summary):
        whole = Whole(columns=columns)
    elif is_only:
        whole = Whole(latest.chunk.rows, latest.scores)
    by = [name for name in benchmark.rows.groups if name in tables.names]
    table = tables.table().select(*FIRST, *by, *sorted(parts), *sorted(labels))
    return Gathered(table, details.table(), costs, whole, tuple(sorted(parts)), tuple(sorted(labels)))


def as_table(
    benchmark: Benchmark, rows: Sequence[Row], responses: Sequence[Response], scores: Sequence[Score]
) -> pl.DataFrame:
    """Return the table of scores: one row per response, with the columns that the benchmark reports by."""
    names = sorted({name for score in scores for name in score.parts})
    labels = sorted({name for score in scores for name in score.labels})
    columns = [name for name in benchmark.rows.groups if rows and name in rows[0]]
    return pl.DataFrame(
        {
            "id": [response.id for response in responses],
            "sample": [response.sample for response in responses],
            "cluster": [str(row["cluster"]) for row in rows],
            "value": [score.value for score in scores],
            "status": [str(score.status) for score in scores],
            "reason": [clean(score.reason) for score in scores],
            **{name: [row[name] for row in rows] for name in columns},
            **{name: [score.parts.get(name) for score in scores] for name in names},
            **{name: [score.labels.get(name) for score in scores] for name in labels},
        },
        schema_overrides=FIRST,
    )


class ScoreView(Sequence[Score]):
    """The scores in a table, created on access."""

    def __init__(self, table: pl.DataFrame, parts: Sequence[str], labels: Sequence[str]) -> None:
        self.columns = {name: table[name] for name in ("value", "status", "reason", *parts, *labels)}
        self.parts, self.labels = parts, labels

    def __len__(self) -> int:
        return len(self.columns["value"])

    @overload
    def __getitem__(self, index: int) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> list[Score]: ...
    def __getitem__(self, index: int | slice) -> Score | list[Score]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        values: dict[str, Any] = {name: column[int(index)] for name, column in self.columns.items()}
        return Score(
            values["value"],
            {name: values[name] for name in self.parts if values[name] is not None},
            Status(values["status"]),
            values["reason"],
            {name: values[name] for name in self.labels if values[name] is not None},
        )
