"""Evidence that a benchmark measures its subject: right answers, wrong answers, published figures."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sgpkit.benchmark.rows import NOTHING, Row

if TYPE_CHECKING:
    from sgpkit.baselines.adversarial.drawings import Drawings


class Published(NamedTuple):
    """Printed figures of a config's headline: a column of a table in `sgpkit.published`."""

    table: str
    column: str

    scale: float = 1.0
    """The factor that makes the figures shares: 0.01 for per cent."""

    part: str = ""
    """The part of our scores that the column is about; "" for the headline."""

    part_scale: float = 1.0
    """The factor that makes that part a share: 0.1 for a mark out of ten."""

    offset: float = 0.0
    """What is added to the scaled figure, for a measure that the paper prints on another scale."""

    def share(self, figure: float) -> float:
        """Return a printed figure on the scale of ours."""
        return figure * self.scale + self.offset


class Baseline(NamedTuple):
    """Answers by a rule in place of a model."""

    answer: Callable[[Sequence[Row]], list[str]]
    """Returns one answer per row."""

    chance: bool = False
    """Whether the rule understands nothing. `sgpkit dataset probe` reports what such rules score."""

    reads: str = ""
    """What it reads, such as "the caption alone"."""

    standing: float | None = None
    """Its mean score on fresh builtin rows, which a page shows where the baseline itself was not run."""


class Variant(NamedTuple):
    """Answers that deserve full marks, or none, to measure the errors of a metric."""

    answer: Callable[[Sequence[Row]], list[str]]
    """Returns one answer per row."""

    limit: float = 1.0
    """The least mean score of right answers, or the highest of wrong ones."""


@dataclass(frozen=True)
class Adversarial:
    """Material of adversarial answers, which may score no more than a blank page (`sgpkit.baselines.adversarial`)."""

    caption: "Callable[[Row], str] | None" = None
    """Returns the words that a row is asked with."""

    start: "Callable[[Row], str] | None" = None
    """Returns the drawing that a row gives to begin with."""

    drawings: "Drawings | None" = None
    """The drawings of the answer's language, if it is a plug-in's."""

    allowed: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """Adversarial answers that may score more, with the reason: a published rule, for example."""


class Contrast(NamedTuple):
    """Two answers to one row that differ in one thing, which the request decides, or leaves open if both are right."""

    row: Row
    """A row as the config's scorer reads it, with the reference under `code`."""

    prompt: str
    """The request, as a person would read it."""

    right: str
    """A right answer that is not the reference: in other shades, in another order, moved where it may be."""

    wrong: str
    """The same answer with one thing wrong, or changed in what the request leaves open."""


@dataclass(frozen=True, kw_only=True)
class Contrasts:
    """A generator of contrasts, by which `sgpkit metrics court` tries metrics."""

    make: Callable[[str, int, random.Random], Contrast | None]
    """Returns a contrast of an axis in a grade, 1 (slight) to 3 (strong), or None where a draw has no room for it."""

    axes: tuple[str, ...]
    """The axes on which it makes wrong answers: what requests of this kind ask about."""

    equal: tuple[str, ...] = ()
    """The axes of which both answers are right."""

    sees: tuple[str, ...] = ()
    """The axes by which the config's headline ranks answers; `sgpkit family check` tries them."""

    format: str = "svg"
    """The language of the answers."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The evidence that scores mean something."""

    reference: Callable[[Row], str]
    """Returns a right answer of a row, which gets full marks."""

    baselines: Mapping[str, Baseline] = field(default_factory=lambda: NOTHING)
    """Answers by rules, by name, besides the general ones (`reference`, `empty`, `random`, …)."""

    adversarial: Adversarial = field(default_factory=Adversarial)
    """What adversarial answers are made of, if answers are drawings."""

    right: Mapping[str, Variant] = field(default_factory=lambda: NOTHING)
    """Right answers other than the reference, by name: moved, restyled, reordered, in other primitives or libraries."""

    wrong: Mapping[str, Variant] = field(default_factory=lambda: NOTHING)
    """Wrong answers that may be taken for right ones, by name, besides adversarial drawings."""

    contrasts: Contrasts | None = None
    """Pairs of a right and a wrong answer that differ in one thing, if answers are drawings."""

    probe_columns: tuple[str, ...] = ()
    """Columns whose values `sgpkit dataset probe` tries to read off the programs, besides the answers."""

    trivial_groups: Mapping[tuple[str, str], str] = field(default_factory=lambda: NOTHING)
    """Tasks that a shortcut solves by their nature, with the reason: the keys are the name of a shortcut and a value of
    the first of `Rows.groups`. The limits of the gate do not apply to them."""

    published: tuple[Published, ...] = ()
    """The printed figures that reports compare with."""
