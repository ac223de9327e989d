"""A benchmark is a value: what its rows are, where they come from, how they are asked and how they are scored.

Each family declares its configs as `Benchmark` values in `builders/<family>/__init__.py`; everything else in the
toolkit (build, run, score, report, tests) works from these values and knows no family by name.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.status import Rejected, Status

if TYPE_CHECKING:
    import datasets

    from sgpkit.metrics.structure.marks import Mark
    from sgpkit.statistics import Estimate

Row = dict[str, Any]
"""One item of a config: its columns by name. Images are PNG bytes, answers are letters."""

Messages = list[dict[str, Any]]
"""Chat messages: `role`, and `content` as text or as parts (`{"type": "text"|"image", …}`)."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ask:
    """The run options that a strategy needs beside the row: which inputs to show, and the texts to show them with."""

    mode: str = "text"
    setting: str = ""
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    examples: Sequence[Row] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What an engine answered. `turns` are the earlier replies of the same conversation, oldest first.

    `finish_reason` is "stop", "length" (cut by the token limit), "missing" (a replayed file has no such row),
    "too_large" (the prompt does not fit the model's context, so it was not asked), "content_filter" (the server
    refused), or "error" (engine or network failed: the row becomes `infra_error` and is asked again). `error` says why
    for the last three. `thinking` is what the engine kept apart from the answer; `text` holds the answer only.
    """

    text: str
    finish_reason: str = "stop"
    turns: tuple[str, ...] = ()
    thinking: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    latency: float | None = None
    error: str = ""
    cached_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The verdict on one completion: the headline value in 0-1, named further values and words, and why.

    `labels` say what a verdict found in a word: the letter that was named (`choice`), the kind of a failure.
    """

    value: float
    parts: Mapping[str, float] = field(default_factory=lambda: NOTHING)
    status: Status = Status.OK
    reason: str = ""
    labels: Mapping[str, str] = field(default_factory=lambda: NOTHING)


class Skipped(NamedTuple):
    """A source item that did not become a row, kept in the build log under its name."""

    name: str
    reason: str


Conversation = Generator[Messages, Completion, None]
Strategy = Callable[[Row, Ask], "Messages | Conversation"]
Source = Callable[[str, int], Iterator["tuple[str, Row] | Skipped"]]
"""(path, seed) -> pairs of split and row, or what was skipped. Cheap per item: pictures are added by `finish`."""

Finish = Callable[[Row], "Row | Skipped"]
"""Completes a row in a worker process."""

ColumnType = str | tuple[str, ...]
"""A `datasets` dtype such as "string" or "int64"; "image"; "messages"; "list[dtype]"; or the names of a class label."""


class Published(NamedTuple):
    """Where a paper printed this config's headline: a table of `sgpkit.published`, its column, and what makes a share
    of its figures (0.01 for per cent). Where the column is of another of our measures, `part` names that, and
    `part_scale` makes a share of it (0.1 for a mark of ten)."""

    table: str
    column: str
    scale: float = 1.0
    part: str = ""
    part_scale: float = 1.0


@dataclass(frozen=True)
class Judge:
    """How a model judges completions: what it is asked about each, and what mark its reply gives.

    `ask` gets whole batches with the texts to ask with (`texts`, or what the user sets in place of some), since
    pictures are drawn for it in parallel. A completion of which there is nothing to show gives its `Rejected`, and has
    the lowest mark without being asked about. `blind` says that it shows what the model was asked and not the answer
    that it was to find: such a judge may choose among samples.

    `read` gives the mark of one reply, or raises `Rejected` with `judge_unreadable`. `low` and `high` are the ends of
    the scale; a mark becomes a share of what lies between them where it is the headline.
    """

    ask: Callable[[Sequence[Row], Sequence[Completion], Mapping[str, str]], "list[Messages | Rejected]"]
    read: Callable[[str], float]
    low: float
    high: float
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    blind: bool = True


class PublishedData(NamedTuple):
    """A config's published dataset on the Hub: the repo, a revision of it, the files that are wanted (glob patterns),
    the source that reads them, and the licence that its authors state, in words. A family's `published_data.py` holds
    them by config in `PUBLISHED`."""

    repo: str
    revision: str
    files: tuple[str, ...]
    reader: str
    license: str


@dataclass(frozen=True)
class Benchmark:
    """One dataset configuration and everything that is done with it. See DESIGN words: config, mode, setting, strategy.

    `columns` is the row type in plain words, so that listing benchmarks imports nothing heavy; `features` is the same
    as `datasets.Features`. `finish` completes a row in a worker process (draws its pictures, proves it) and may
    return `Skipped`; `beside` gives it where it depends on what else lies in the folder that is built into.
    `answer_format` says what a completion holds: a drawing format such as "svg", or "choice".
    `compiles` says of each completion whether something can be drawn from it, right or wrong; `--resample` asks it.
    `summary` gives the benchmark's further figures, each with its interval where it has one of its own.
    `marks` says where drawings that were scored 0 are wrong, for people to look at; it is no part of a score.
    `applies` says whether a row has the inputs that a mode shows, where not every row has them all. The rows that are
    scored also hold how they were asked, under `mode` and `setting`.

    What outside models say of completions is asked apart from scoring and kept in the run. `judges`: by the name of
    the rubric, the first being the usual one, whose mark is the part "judge". `learned`: by the name of a learned
    measure ("clip", "lpips", "bert_score", …) what of a row completions are compared with: a text, a program or PNG
    bytes. `preferred`: parts that stand in for the headline, the first wins, once every response that counts has one.
    `graded` says that the headline is a degree and not right or wrong: a sample then passes (pass@k) that could be
    read and judged, where else it passes with full marks.
    """

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
        """The row type as the Hub knows it."""
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


def messages(text: str) -> Messages:
    """One user message: the form of every single-turn strategy."""
    return [{"role": "user", "content": text}]
