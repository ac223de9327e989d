"""Compare a submission with a new run of the same model: the only check of the model's answers."""

from math import sqrt
from pathlib import Path
from typing import NamedTuple

import polars as pl

from sgpkit import statistics
from sgpkit.errors import UserError
from sgpkit.runs.scoring import compare
from sgpkit.runs.scoring.figure_text import no_interval, without_interval
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions.again.fingerprints import is_greedy, of_run, same
from sgpkit.submissions.answers import Finding
from sgpkit.submissions.self_reported import is_annotated

SAME = ("config", "identity", "sampling", "strategy", "mode", "setting", "texts", "n", "resample")
ROWS = ("limit", "lite", "rows")
"""The entries of run.json about the rows."""

LEVEL = 0.01
"""Significance level for a difference to count against a submission; it is low, so that few honest ones are doubted."""

MIN_ROWS = 50
"""Minimum number of rows for the level "run again"."""

MAX_GAIN = 0.25
"""Maximum value of `smallest_gain` for a comparison that earns the level "run again"."""

MIN_SAME = 0.9
"""Minimum share of a greedy submission's answers that must be proven to be the model's, as an alternative to
`MAX_GAIN`.
"""

MIN_POSSIBLE = 0.1
"""Minimum upper end of the share of equal answers of a greedy submission. On other processors rounding changes long
answers, but hardly all of them.
"""

Z_LEVEL, Z_POWER = 2.576, 0.842
"""Normal quantiles: two-sided for `LEVEL`, and for a power of 80 %."""


class Compared(NamedTuple):
    """The outcome of asking a model again: a finding if the scores contradict each other, a remark in words, and
    whether the level "run again" is earned.
    """

    finding: Finding | None
    remark: str
    earned: bool


def check(submitted: ScoredRun, folder: Path) -> Compared:
    """Compare a submission, scored by rule, with a run of all its rows. Raises UserError for another run."""
    mine = ScoredRun.open(folder)
    refuse_other(submitted, mine, (*SAME, *ROWS))
    equal = None
    if is_greedy(mine.metadata):
        equal = same(*(of_run(run.run) for run in (mine, submitted)))
    return compared(compare.pair_rows(mine, submitted), folder.name, equal)


def refuse_other(submitted: ScoredRun, mine: ScoredRun, names: tuple[str, ...]) -> None:
    """Raise UserError if a run is not of the same model on the same rows, or does not answer all of them."""
    folder = mine.folder
    for name in names:
        theirs, ours = submitted.metadata[name], mine.metadata[name]
        if theirs != ours:
            raise UserError(
                f"{folder} differs from the submission: its {name} is {ours!r:.80}, the submission's {theirs!r:.80}"
            )
    if submitted.metadata["data"]["sha256"] != mine.metadata["data"]["sha256"]:
        raise UserError(f"{folder} has different rows from the submission")
    if not mine.complete:
        raise UserError(f"{folder} is incomplete\nRun the same command again, then sgpkit score {folder}")
    if is_annotated(folder):
        raise UserError(f"{folder} has annotations by other models; compare a run that is scored by rules only")


def compared(table: pl.DataFrame, name: str, equal: int | None) -> Compared:
    """Compare the values of the same rows: `value` of the new run, `value_other` of the submission. `equal` is the
    number of equal answers, for greedy decoding."""
    change = compare.difference(table)
    gain = smallest_gain(table)
    interval = without_interval(no_interval(change._asdict())) or f"[{change.low:+.4f}, {change.high:+.4f}]"
    shown = "no gain would have been detected" if gain is None else f"a gain of {gain:.2f} would have been detected"
    summary = f"against {name}: {change.value:+.4f} ({interval}), p = {change.p:.3g}, {change.n:,} rows, {shown}"
    (proven, possible), shares = ((0.0, 1.0), "") if equal is None else agreement(equal, change.n)
    summary = f"{shares}; {summary}" if shares else summary
    if change.p < LEVEL:
        return Compared(
            Finding("again", f"run again, the same model has a different score ({summary})"), summary, False
        )
    if change.n < MIN_ROWS:
        return Compared(None, f"too few rows for the level run again, at least {MIN_ROWS} ({summary})", False)
    if possible < MIN_POSSIBLE:
        return Compared(None, f"too few equal answers for the level run again ({summary})", False)
    if proven < MIN_SAME and (gain is None or gain > MAX_GAIN):
        return Compared(None, f"too little evidence for the level run again ({summary})", False)
    return Compared(None, f"run again: no significant difference ({summary})", True)


def agreement(equal: int, rows: int) -> tuple[tuple[float, float], str]:
    """Return the interval of the share of equal answers, and the share with its interval in words."""
    low, high = statistics.blaker(equal, rows)
    share = equal / max(rows, 1)
    return (low, high), f"{equal:,} of {rows:,} answers are the same ({share:.1%}, {low:.1%} to {high:.1%})"


def smallest_gain(table: pl.DataFrame) -> float | None:
    """Return the smallest gain of a submission over its model that such a comparison detects with a power of 80 %, in
    steps of 0.01; None if it is above 0.5. Drawings are the independent observations, and the variation between the two
    runs is assumed to be the same without a gain.
    """
    count = table["cluster"].n_unique()
    apart = (table["value_other"] - table["value"]).to_numpy()
    noise = float(apart.var()) if len(apart) else 0.0
    for step in range(1, 51):
        gain = step / 100
        needed = Z_LEVEL * sqrt(noise + gain) + Z_POWER * sqrt(max(noise + gain - gain * gain, 0.0))
        if gain * sqrt(count) >= needed:
            return gain
    return None
