"""The verdict on a metric: how often it ranks a right drawing above a wrong one, and how often it distinguishes two
right ones.

A pair is ranked right if the right drawing scores more than the wrong one by more than `MARGIN` of the metric's range,
as in the published study of contrast pairs. A false alarm is a pair of two right drawings whose scores differ by more
than that. A metric may rank an axis if the lower bound of its share ranked right is above `RANKED`, and its share of
false alarms below `ALARMED`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sgpkit import statistics
from sgpkit.quality.court.pairs import Pair
from sgpkit.statistics import Estimate

MARGIN = 0.01
RANKED, ALARMED = 0.9, 0.05


@dataclass(frozen=True)
class Marks:
    """The scores of a metric for the drawings of some pairs, scaled to its range, higher is better."""

    name: str
    pairs: Sequence[Pair]
    right: Sequence[float]
    wrong: Sequence[float]
    seconds: float = 0.0
    """Seconds per drawing."""

    def gaps(self) -> list[tuple[Pair, float]]:
        """Return, for each pair, the score of the right drawing minus that of the wrong one."""
        return [(pair, one - other) for pair, one, other in zip(self.pairs, self.right, self.wrong, strict=True)]


@dataclass(frozen=True)
class Ranking:
    """A metric's ranking of the pairs of one axis: the share ranked right, and the mean gap of each grade."""

    right: Estimate
    by_grade: Mapping[int, Estimate]
    gaps: Mapping[int, float]
    reversed: float
    """The share of pairs whose wrong drawing has the higher score."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a metric. `alarms` are by axis of equivalence, `all_alarms` over all of them.

    `calibration` is Spearman's correlation of the gap with the grade, and `visible` that with the share of pixels that
    differ.
    """

    name: str
    axes: Mapping[str, Ranking]
    overall: Estimate
    alarms: Mapping[str, Estimate]
    all_alarms: Estimate | None
    calibration: float
    visible: float
    seconds: float
    pairs: int
    configs: tuple[str, ...]
    """The configs that its pairs come from."""

    def may_rank(self, axis: str) -> bool:
        """Return whether the metric may rank drawings by an axis."""
        ranking = self.axes.get(axis)
        few_alarms = self.all_alarms is not None and self.all_alarms.value < ALARMED
        return ranking is not None and few_alarms and ranking.right.low > RANKED

    @property
    def ranks(self) -> tuple[str, ...]:
        """The axes that it may rank."""
        return tuple(axis for axis in self.axes if self.may_rank(axis))

    @property
    def smallest_cell(self) -> int:
        """The smallest number of pairs of any axis and grade, 0 without any."""
        return min((share.n for ranking in self.axes.values() for share in ranking.by_grade.values()), default=0)

    def in_grade(self, grade: int) -> float:
        """Return the share of the pairs of a grade that are ranked right, over all axes; NaN without pairs."""
        shares = [ranking.by_grade[grade] for ranking in self.axes.values() if grade in ranking.by_grade]
        return sum(one.value * one.n for one in shares) / sum(one.n for one in shares) if shares else math.nan


def verdict(marks: Marks) -> Verdict:
    """Return the verdict on a metric from its scores."""
    gaps = marks.gaps()
    contrasts = [(pair, gap) for pair, gap in gaps if not pair.is_equivalence]
    equal = [(pair, gap) for pair, gap in gaps if pair.is_equivalence]
    axes = {axis: ranking([entry for entry in contrasts if entry[0].axis == axis]) for axis in names(contrasts)}
    alarms = {axis: alarmed([entry for entry in equal if entry[0].axis == axis]) for axis in names(equal)}
    return Verdict(
        name=marks.name,
        axes=axes,
        overall=ranked(contrasts),
        alarms=alarms,
        all_alarms=alarmed(equal) if equal else None,
        calibration=correlation([(float(pair.grade), gap) for pair, gap in contrasts]),
        visible=correlation([(pair.change, gap) for pair, gap in contrasts]),
        seconds=marks.seconds,
        pairs=len(gaps),
        configs=tuple(dict.fromkeys(pair.config for pair in marks.pairs)),
    )


Gaps = Sequence[tuple[Pair, float]]


def names(gaps: Gaps) -> list[str]:
    """Return the axes of some pairs, in their order."""
    return list(dict.fromkeys(pair.axis for pair, _ in gaps))


def ranking(gaps: Gaps) -> Ranking:
    """Return the ranking of the pairs of one axis."""
    grades = sorted({pair.grade for pair, _ in gaps})
    by_grade = {grade: [entry for entry in gaps if entry[0].grade == grade] for grade in grades}
    return Ranking(
        right=ranked(gaps),
        by_grade={grade: ranked(mine) for grade, mine in by_grade.items()},
        gaps={grade: sum(gap for _, gap in mine) / len(mine) for grade, mine in by_grade.items()},
        reversed=sum(gap < -MARGIN for _, gap in gaps) / len(gaps),
    )


def ranked(gaps: Gaps) -> Estimate:
    """Return the share of pairs that are ranked right; pairs of one scene are a cluster."""
    return share([float(gap > MARGIN) for _, gap in gaps], gaps)


def alarmed(gaps: Gaps) -> Estimate:
    """Return the share of pairs of two right drawings that are distinguished."""
    return share([float(abs(gap) > MARGIN) for _, gap in gaps], gaps)


def share(values: Sequence[float], gaps: Gaps) -> Estimate:
    """Return a share with its interval."""
    if not values:
        return Estimate(math.nan, math.nan, math.nan, "none: no pairs", 0, 0)
    return statistics.mean_estimate(values, [pair.cluster for pair, _ in gaps])


def correlation(points: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's correlation, 0 if one side has a single value."""
    if len({one for one, _ in points}) < 2 or len({other for _, other in points}) < 2:
        return 0.0
    return float(statistics.spearman([one for one, _ in points], [other for _, other in points]))


def best(verdicts: Sequence[Verdict], axis: str) -> str:
    """Return the name of the metric that may rank an axis and ranks it best, "" if there is none."""
    able = [one for one in verdicts if one.may_rank(axis)]
    return max(able, key=lambda one: (one.axes[axis].right.value, one.axes[axis].right.low)).name if able else ""
