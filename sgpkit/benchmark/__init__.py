"""Benchmarks as values: their rows, sources, prompts and scoring.

Each family declares its configs as `Benchmark` values in `builders/<family>/__init__.py`; everything else in the
toolkit (build, run, score, report, tests) works from these values and knows no family by name.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.status import Rejected
from sgpkit.values import Completion, Score

if TYPE_CHECKING:
    import datasets
    import polars as pl

    from sgpkit.baselines.adversarial.drawings import Drawings
    from sgpkit.metrics.structure.marks import Mark
    from sgpkit.statistics import Estimate

__all__ = [
    "NOTHING",
    "Adversarial",
    "Ask",
    "Benchmark",
    "ColumnType",
    "Completion",
    "Conversation",
    "Finish",
    "Judge",
    "Messages",
    "Published",
    "PublishedData",
    "Row",
    "Score",
    "Skipped",
    "Source",
    "Strategy",
    "Summary",
    "Unit",
    "messages",
]

Row = dict[str, Any]
"""One item of a config: its columns by name. Images are PNG bytes, answers are letters."""

Messages = list[dict[str, Any]]
"""Chat messages: `role`, and `content` as text or as parts (`{"type": "text"|"image", …}`)."""

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ask:
    """The run options that a strategy needs beside the row: which inputs to show, and the texts to show them with."""

    mode: str = "text"
    setting: str = ""
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    examples: Sequence[Row] = ()


class Skipped(NamedTuple):
    """A source item that did not become a row, kept in the build log under its name."""

    name: str
    reason: str


Conversation = Generator[Messages, Completion, None]
Strategy = Callable[[Row, Ask], "Messages | Conversation"]
Source = Callable[[str, int], Iterator["tuple[str, Row] | Skipped"]]
"""(path, seed) -> pairs of split and row, or skipped items. Cheap per item: pictures are added by `finish`."""

Finish = Callable[[Row], "Row | Skipped"]
"""Completes a row in a worker process."""

ColumnType = str | tuple[str, ...]
"""A `datasets` dtype such as "string" or "int64"; "image"; "messages"; "list[dtype]"; or the names of a class label."""


class Published(NamedTuple):
    """The printed figures of a config's headline: a table of `sgpkit.published`, its column, and the factor that makes
    its figures shares (0.01 for per cent). Where the column is of another of our measures, `part` names that, and
    `part_scale` makes it a share (0.1 for a mark of ten)."""

    table: str
    column: str
    scale: float = 1.0
    part: str = ""
    part_scale: float = 1.0


class Unit(NamedTuple):
    """The unit of a figure that is no share: its sign, "" for an index or a count; `bounded` for values of 0 to 1."""

    sign: str = ""
    bounded: bool = True


@dataclass(frozen=True)
class Judge:
    """A rubric by which a model judges completions: the questions to ask it, and the reading of its replies.

    `ask` gets whole batches with the texts to ask with (`texts`, or what the user sets in place of some), since
    pictures are drawn for it in parallel. A completion with nothing to show gives its `Rejected`, and gets the lowest
    mark without a question. `blind` is True where the judge sees the model's prompt and not the right answer: such a
    judge may choose among samples.

    `read` returns the mark of one reply, or raises `Rejected` with `judge_unreadable`. `low` and `high` are the ends of
    the scale; a mark becomes a share of their distance where it is the headline. Where a row decides how many answers
    a reply must have, `read_for` returns the reader of its replies, the same object for rows that are read alike.

    A reply without a mark is followed by `texts["retry"]` where there is one.
    """

    ask: Callable[[Sequence[Row], Sequence[Completion], Mapping[str, str]], "list[Messages | Rejected]"]
    read: Callable[[str], float]
    low: float
    high: float
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    blind: bool = True
    read_for: Callable[[Row], Callable[[str], float]] | None = None

    def reader(self, row: Row) -> Callable[[str], float]:
        """Return the reader of replies about a row."""
        return self.read if self.read_for is None else self.read_for(row)


class PublishedData(NamedTuple):
    """A config's published dataset on the Hub: the repo, a revision of it, the needed files (glob patterns), the source
    that reads them, and the licence that its authors state, in words. A family's `published_data.py` holds
    them by config in `PUBLISHED`."""

    repo: str
    revision: str
    files: tuple[str, ...]
    reader: str
    license: str


@dataclass(frozen=True)
class Summary:
    """Figures over all rows of a run in a form that merges, for `Benchmark.summary`: runs of millions are summed up
    from small columns, a few thousand rows at a time.

    `columns` returns for some rows and their scores columns of numbers and short words, a value a row; `cluster` is
    always one. `figures` makes the figures of the columns of all rows. Called with rows and scores, it does both.
    """

    columns: "Callable[[Sequence[Row], Sequence[Score]], Mapping[str, Sequence[Any]]]"
    figures: "Callable[[pl.DataFrame], Mapping[str, float | Estimate]]"

    def table(self, rows: Sequence[Row], scores: Sequence[Score]) -> "pl.DataFrame":
        """Return the columns of some rows."""
        import polars as pl

        columns = {"cluster": [str(row["cluster"]) for row in rows], **self.columns(rows, scores)}
        return pl.DataFrame(columns, schema_overrides={"cluster": pl.String})

    def __call__(self, rows: Sequence[Row], scores: Sequence[Score]) -> "Mapping[str, float | Estimate]":
        return self.figures(self.table(rows, scores))


@dataclass(frozen=True)
class Adversarial:
    """The material of a benchmark's adversarial answers (`sgpkit.baselines.adversarial`), which may score no more than
    a blank page: `caption` returns the words that a row is asked with, `start` the drawing that it gives to begin with.
    `drawings` are those of the language, where it is none that the toolkit has drawings of.

    `allowed` names answers that may score more all the same, each with the reason: a published rule, for example.
    """

    caption: "Callable[[Row], str] | None" = None
    start: "Callable[[Row], str] | None" = None
    drawings: "Drawings | None" = None
    allowed: Mapping[str, str] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True)
class Benchmark:
    """One dataset configuration and everything that is done with it.

    `columns` is the row type in plain words, so that listing benchmarks imports nothing heavy; `features` is the same
    as `datasets.Features`. `finish` completes a row in a worker process (draws its pictures, proves it) and may return
    `Skipped`; `beside` returns it where it depends on other files in the folder that is built into. `answer_format` is
    the content of a completion: a drawing format such as "svg", or "choice". `compiles` returns for each completion
    whether something can be drawn from it, right or wrong, for `--resample`. `summary` returns the benchmark's further
    figures, with an interval where a figure has one of its own; a `Summary` does so without all rows in memory. `marks`
    returns the wrong parts of drawings that were scored 0, for people to look at; it is no part of a score. `applies`
    returns whether a row has the inputs of a mode, where not every row has them all. Rows that are scored also hold
    `mode` and `setting`.

    Annotations by other models are made apart from scoring and kept in the run. `judges`: by the name of the rubric,
    the first being the default, whose mark is the part "judge". `learned`: by the name of a learned metric ("clip",
    "lpips", "bert_score", …) the part of a row that completions are compared with: a text, a program or PNG bytes.
    `preferred`: parts that replace the headline, the first wins, once every response that counts has one. `graded` is
    True where the headline is a degree and not right or wrong: a sample then passes (pass@k) if it could be read and
    judged, and otherwise only with full marks. `adversarial` is what answers that deserve nothing are made of, where
    answers are drawings. `together` is True where a score depends on the other rows of its batch (n-grams that all
    references share); the scorers of all others judge each completion by itself. `scored_columns`: the columns that
    `score` reads, where it does without most of a row; no others are sent to its workers. `beside_headline`: parts
    that every table shows beside the headline. `probed`: columns whose values `sgpkit dataset probe` tries to read off
    the programs, beside the answers. `unknowing`: those of `baselines` that understand nothing, which it runs beside
    its own shortcuts. `solvable`: by the name of a shortcut and a value of the first column of `by`, why it solves such
    tasks by their nature; its figures of those have no limit. `units`: by the names of parts and of figures of the
    summary, those that are no shares, and so are no per cent. `unavailable` returns why answers cannot be scored on
    this machine, with what to install, beyond compilers; "" where they can. `needs`: extras of sgpkit without which
    no rows are built; answers are scored without them."""

    config: str
    title: str
    paper: str
    columns: Mapping[str, ColumnType]
    sources: Mapping[str, Source]
    strategies: Mapping[str, Strategy]
    reference: Callable[[Row], str]
    score: Callable[[Sequence[Row], Sequence[Completion]], list[Score]] | None
    headline: str
    answer_format: str
    finish: Finish | None = None
    beside: Callable[[Path], Finish] | None = None
    summary: Callable[[Sequence[Row], Sequence[Score]], Mapping[str, "float | Estimate"]] | None = None
    compiles: Callable[[Sequence[Row], Sequence[Completion]], list[bool]] | None = None
    marks: "Callable[[Sequence[Row], Sequence[Completion]], list[list[Mark]]] | None" = None
    recognises: Mapping[str, Callable[[str], bool]] = field(default_factory=lambda: NOTHING)
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    modes: tuple[str, ...] = ("text",)
    applies: Callable[[Row, str], bool] | None = None
    settings: tuple[str, ...] = ("",)
    sampling: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    baselines: Mapping[str, Callable[[Sequence[Row]], list[str]]] = field(default_factory=lambda: NOTHING)
    by: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    needs: tuple[str, ...] = ()
    judges: Mapping[str, Judge] = field(default_factory=lambda: NOTHING)
    learned: Mapping[str, Callable[[Row], Any]] = field(default_factory=lambda: NOTHING)
    preferred: tuple[str, ...] = ()
    graded: bool = False
    rows: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    in_all: bool = True
    together: bool = False
    scored_columns: tuple[str, ...] = ()
    adversarial: Adversarial = field(default_factory=Adversarial)
    beside_headline: tuple[str, ...] = ()
    probed: tuple[str, ...] = ()
    unknowing: tuple[str, ...] = ()
    solvable: Mapping[tuple[str, str], str] = field(default_factory=lambda: NOTHING)
    units: Mapping[str, Unit] = field(default_factory=lambda: NOTHING)
    unavailable: Callable[[], str] | None = None

    def source_rows(self, source: str = "builtin", path: str = "", seed: int = 0) -> Iterator[tuple[str, Row]]:
        """Yield the rows that a source gives, each with its split, without what it skips."""
        return (item for item in self.sources[source](path, seed) if not isinstance(item, Skipped))

    def score_isolated(self, rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
        """Return what `score` does, read in worker processes: what ends one costs its completion a status, and nothing
        else."""
        from sgpkit.metrics import isolated

        assert self.score is not None
        if self.scored_columns:
            rows = [{name: row[name] for name in self.scored_columns if name in row} for row in rows]
        return isolated.benchmark_scores(self.score, rows, completions, self.together)

    def ask(
        self,
        mode: str,
        setting: str = "",
        texts: Mapping[str, str] = NOTHING,
        examples: Sequence[Row] = (),
    ) -> Ask:
        """Return the options that strategies get: the benchmark's own texts, but for those that a user has replaced."""
        return Ask(mode, setting, {**self.texts, **texts}, examples)

    @cached_property
    def features(self) -> "datasets.Features":
        """Return the row type for the Hub."""
        import datasets

        def feature(column: ColumnType) -> Any:
            if isinstance(column, tuple):
                return datasets.ClassLabel(names=list(column))
            if column == "image":
                return datasets.Image()
            if column == "messages":
                return datasets.List({"role": datasets.Value("string"), "content": datasets.Value("string")})
            if column.startswith("list["):
                return datasets.List(feature(column.removeprefix("list[").removesuffix("]")))
            return datasets.Value(column)

        return datasets.Features({name: feature(column) for name, column in self.columns.items()})


def letters_of(benchmark: Benchmark, row: Row) -> tuple[str, ...]:
    """Return the labels that a row can be answered by: a letter for each of its options, or else those of the column
    `answer`; none where there are neither."""
    if options := row.get("options"):
        return tuple(ascii_uppercase[: len(options)])
    names = benchmark.columns.get("answer")
    return names if isinstance(names, tuple) else ()


def messages(text: str) -> Messages:
    """Return one user message: the form of every single-turn strategy."""
    return [{"role": "user", "content": text}]
