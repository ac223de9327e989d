"""Scoring of a benchmark: its metric, further figures, and annotations by other models."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.benchmark.prompts import Messages
from sgpkit.benchmark.rows import NOTHING, Row
from sgpkit.status import Rejected
from sgpkit.values import Completion, Score

if TYPE_CHECKING:
    import polars as pl

    from sgpkit.metrics.structure.marks import Mark
    from sgpkit.statistics import Estimate

Scorer = Callable[[Sequence[Row], Sequence[Completion]], list[Score]]


READABLE = "readable answers"
"""Responses from which an answer could be read, for `Part.among`."""


class Unit(NamedTuple):
    """The unit of a figure that is not a share."""

    sign: str = ""
    """Its sign; "" for an index or a count."""

    bounded: bool = True
    """Whether there is a greatest value."""

    highest: float = 1.0
    """The greatest value, if any. The least is 0."""


class Less(NamedTuple):
    """Another name for the headline of a run whose rows make it weaker than its usual name says."""

    name: str
    """The name to use instead. A headline with this name is never compared with printed figures."""

    reason: str
    """The reason, and what to do about it."""


class Part(NamedTuple):
    """The presentation of a part of the scores, or of a figure of the summary."""

    unit: Unit | None = None
    """Its unit; None for a share, which is shown in per cent."""

    shown: bool = False
    """Whether every table shows it next to the headline."""

    among: str = ""
    """The responses that have it, if not all to its rows: a size has no worst value, so that a 0 for unreadable answers
    would improve its mean. The figure is named by them, such as "bytes of readable answers"."""

    less: Callable[[Row], Less | None] | None = None
    """For the headline: returns its weaker name if a run with this row does not deserve the usual one; else None."""


@dataclass(frozen=True)
class Judge:
    """A rubric by which a model judges completions: the questions to ask it, and the reading of its replies."""

    ask: Callable[[Sequence[Row], Sequence[Completion], Mapping[str, str]], "list[Messages | Rejected]"]
    """Returns the messages for each completion, given the texts to ask with. It gets whole batches, since pictures are
    drawn in parallel. A completion without a drawing gives its `Rejected`, and the lowest mark without a question."""

    read: Callable[[str], float]
    """Returns the mark of one reply, or raises `Rejected` with the status `judge_unreadable`."""

    low: float
    """The lowest mark."""

    high: float
    """The highest mark. As a headline, a mark is its share of the distance from `low` to `high`."""

    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """The words of the rubric by name. A reply without a mark is followed by the text "retry", if any."""

    blind: bool = True
    """Whether the judge sees the model's prompt and not the right answer, so that it may choose among samples."""

    read_for: Callable[[Row], Callable[[str], float]] | None = None
    """Returns the reader of replies about a row, for rubrics whose replies have one mark per item of the row. Equal
    readers must be the same object."""

    def reader(self, row: Row) -> Callable[[str], float]:
        """Return the reader of replies about a row."""
        return self.read if self.read_for is None else self.read_for(row)


@dataclass(frozen=True)
class Summary:
    """Figures over all rows of a run, for `Scoring.summary`, computed from small columns a few thousand rows at a time.

    Called with rows and scores, it returns the figures.
    """

    columns: "Callable[[Sequence[Row], Sequence[Score]], Mapping[str, Sequence[Any]]]"
    """Returns columns of numbers and short words, one value per row. `cluster` is added."""

    figures: "Callable[[pl.DataFrame], Mapping[str, float | Estimate]]"
    """Returns the figures, given the columns of all rows."""

    def table(self, rows: Sequence[Row], scores: Sequence[Score]) -> "pl.DataFrame":
        """Return the columns of some rows."""
        import polars as pl

        columns = {"cluster": [str(row["cluster"]) for row in rows], **self.columns(rows, scores)}
        return pl.DataFrame(columns, schema_overrides={"cluster": pl.String})

    def __call__(self, rows: Sequence[Row], scores: Sequence[Score]) -> "Mapping[str, float | Estimate]":
        return self.figures(self.table(rows, scores))


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """The scoring of completions."""

    score: Scorer | None = None
    """Scores a batch of completions; None for a dataset that is not scored. Rows have `mode` and `setting` too."""

    headline: tuple[str, ...] = ()
    """The name of the value of `score`, which tables show first. Parts named before it (a judge's mark) replace it
    once every response that counts has them; the first such part wins."""

    summary: "Callable[[Sequence[Row], Sequence[Score]], Mapping[str, float | Estimate]] | None" = None
    """Returns further figures of a run. A `Summary` does so without all rows in memory."""

    parts: Mapping[str, Part] = field(default_factory=lambda: NOTHING)
    """How parts and figures of the summary are shown, by name, if not as plain shares."""

    judges: Mapping[str, Judge] = field(default_factory=lambda: NOTHING)
    """Rubrics of judge models by name. The first is the default, and its mark is the part "judge"."""

    learned: Mapping[str, Callable[[Row], Any]] = field(default_factory=lambda: NOTHING)
    """Learned metrics ("clip", "lpips", …) by name. Each function returns the value of a row that completions are
    compared with: a text, a program or PNG bytes."""

    gradual: bool = False
    """Whether the headline is a degree instead of right or wrong. For pass@k a sample then passes if it could be read
    and judged; otherwise only full marks pass."""

    batch_dependent: bool = False
    """Whether a score depends on the other rows of its batch (n-grams that all references share)."""

    mistakes: "Callable[[Sequence[Row], Sequence[Completion]], list[list[Mark]]] | None" = None
    """Returns the wrong parts of each drawing, for pages to point at. They are not part of a score."""

    unavailable: Callable[[], str] | None = None
    """Returns why completions cannot be scored on this machine, with what to install, or "". Compilers are checked
    elsewhere."""

    @property
    def value_name(self) -> str:
        """The name of the value that `score` returns; "" if nothing is scored."""
        return self.headline[-1] if self.headline else ""

    def less(self, rows: Iterable[Row]) -> Less | None:
        """Return the weaker name of the headline over these rows; None if its usual name is right."""
        part = self.parts.get(self.value_name)
        if part is None or part.less is None:
            return None
        return next((less for row in rows if (less := part.less(row))), None)

    @property
    def preferred(self) -> tuple[str, ...]:
        """The parts that replace the value of `score` as headline, once all responses have them."""
        return self.headline[:-1]

    @property
    def shown_parts(self) -> tuple[str, ...]:
        """The parts that every table shows next to the headline."""
        return tuple(name for name, part in self.parts.items() if part.shown)

    def figure_names(self) -> dict[str, str]:
        """Return the names of figures over parts that only some responses have, by part."""
        return {name: f"{name} of {part.among}" for name, part in self.parts.items() if part.among}

    @property
    def units(self) -> dict[str, Unit]:
        """The units of parts and figures that are not shares."""
        return {name: part.unit for name, part in self.parts.items() if part.unit is not None}
