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
    """The part of our scores that the column shows; "" for the headline."""

    part_scale: float = 1.0
    """The factor that makes that part a share: 0.1 for a mark out of ten."""

    offset: float = 0.0
    """A number added to the scaled figure, for a measure that the paper prints with another zero."""

    def share(self, figure: float) -> float:
        """Return a printed figure on the scale of our scores."""
        return figure * self.scale + self.offset


class Baseline(NamedTuple):
    """A rule that answers rows without a model."""

    answer: Callable[[Sequence[Row]], list[str]]
    """Returns one answer per row."""

    chance: bool = False
    """Whether the rule understands nothing. `sgpkit dataset probe` reports what such rules score."""

    reads: str = ""
    """The input that it reads, such as "the caption alone"."""

    standing: float | None = None
    """Its mean score on fresh builtin rows, which reports show if the baseline itself was not run."""


class Variant(NamedTuple):
    """Answers known to be right, or known to be wrong, to measure the errors of a metric."""

    answer: Callable[[Sequence[Row]], list[str]]
    """Returns one answer per row."""

    limit: float = 1.0
    """The least mean score of right answers, or the highest of wrong ones."""

    fits: Callable[[Row], bool] | None = None
    """Whether the answer to a row is of this kind; None if that of every row is."""


@dataclass(frozen=True)
class Adversarial:
    """Functions from which adversarial answers are made; these may score no more than a blank page
    (`sgpkit.baselines.adversarial`).
    """

    caption: "Callable[[Row], str] | None" = None
    """Returns the caption or instruction of a row."""

    start: "Callable[[Row], str] | None" = None
    """Returns the drawing that a row asks to change or complete."""

    drawings: "Drawings | None" = None
    """Makes drawings in the language of the answers, if that is a plug-in's."""

    allowed: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """Names of adversarial answers that may score more than a blank page, with the reason, such as a published rule."""


class Contrast(NamedTuple):
    """Two answers to one row that differ in one property. If the request states the property, one answer is wrong; if
    it leaves the property open, both are right.
    """

    row: Row
    """A row as the config's scorer reads it, with the reference under `code`."""

    prompt: str
    """The request, as a person would read it."""

    right: str
    """A right answer that is not the reference: in other shades, in another order, moved where it may be."""

    wrong: str
    """The same answer with one property changed: a wrong one, or one that the request leaves open."""


@dataclass(frozen=True, kw_only=True)
class Contrasts:
    """A generator of contrasts, on which `sgpkit metrics court` tries metrics."""

    make: Callable[[str, int, random.Random], Contrast | None]
    """Returns a contrast on an axis in a grade, 1 (slight) to 3 (strong), or None if the drawing that was drawn at
    random cannot be changed in this way.
    """

    axes: tuple[str, ...]
    """The axes with wrong answers: the properties that requests of this kind state."""

    equal: tuple[str, ...] = ()
    """The axes on which both answers are right."""

    sees: tuple[str, ...] = ()
    """The axes by which the config's headline ranks answers; `sgpkit family check` tries them. If there are none,
    `Evidence.blind` has the reason."""

    format: str = "svg"
    """The language of the answers."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The evidence that scores mean something."""

    reference: Callable[[Row], str]
    """Returns a right answer to a row, which must get full marks."""

    baselines: Mapping[str, Baseline] = field(default_factory=lambda: NOTHING)
    """Baselines by name, in addition to the general ones (`reference`, `empty`, `random`, …)."""

    adversarial: Adversarial = field(default_factory=Adversarial)
    """The material of adversarial answers, if answers are drawings."""

    right: Mapping[str, Variant] = field(default_factory=lambda: NOTHING)
    """Right answers other than the reference, by name: moved, restyled, reordered, in other primitives or libraries."""

    wrong: Mapping[str, Variant] = field(default_factory=lambda: NOTHING)
    """Plausible wrong answers, by name, in addition to adversarial drawings."""

    contrasts: Contrasts | None = None
    """A generator of pairs of a right and a wrong answer that differ in one property, if answers are drawings."""

    blind: str = ""
    """The reason why a headline of drawings declares no axis in `contrasts`: it ranks by none, or there are no contrast
    pairs for its answers."""

    probe_columns: tuple[str, ...] = ()
    """Columns whose values `sgpkit dataset probe` tries to predict from the programs, in addition to the answers."""

    trivial_groups: Mapping[tuple[str, str], str] = field(default_factory=lambda: NOTHING)
    """Tasks that a shortcut solves by their nature, with the reason: the keys are the name of a shortcut and a value of
    the first of `Rows.groups`. The limits of `sgpkit dataset probe` do not apply to them."""

    published: tuple[Published, ...] = ()
    """The printed figures that reports compare with."""
