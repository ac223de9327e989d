"""Coverage of judges' means that are corrected by people's labels, and of the naive means, by simulation."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.statistics import powered_mean

TRUTHS = (0.1, 0.5, 0.9)
JUDGES = (("unbiased", 0.9, 0.1), ("lenient", 0.95, 0.4), ("strict", 0.6, 0.05), ("blind", 0.6, 0.6))
"""Names of judges, with the shares of right and of wrong answers that they accept."""

LABELS = ((10, 300), (30, 300), (100, 1000))
"""Numbers of labels and of rows."""

REPEATS = 400


class Corrected(NamedTuple):
    """One setting: the share of samples whose interval covers the truth, corrected and naive, and the corrected
    interval's width by that of the labels alone."""

    judge: str
    labels: int
    rows: int
    truth: float
    coverage: float
    naive: float
    width: float


def corrected(repeats: int = REPEATS) -> Iterator[Corrected]:
    """Yield every setting."""
    for number, (name, right, wrong) in enumerate(JUDGES):
        for labels, rows in LABELS:
            for truth in TRUTHS:
                generator = np.random.default_rng([number, labels, rows, round(100 * truth)])
                yield simulated(generator, (name, right, wrong), labels, rows, truth, repeats)


def simulated(
    generator: np.random.Generator,
    judge: tuple[str, float, float],
    labels: int,
    rows: int,
    truth: float,
    repeats: int,
) -> Corrected:
    """Return the figures of one setting."""
    name, right, wrong = judge
    covered, naive, widths, alone = 0, 0, 0.0, 0.0
    for _ in range(repeats):
        people = (generator.random(rows) < truth).astype(float)
        marks = (generator.random(rows) < np.where(people == 1, right, wrong)).astype(float)
        given = [float(value) if index < labels else None for index, value in enumerate(people)]
        powered = powered_mean(marks, given, range(rows))
        covered += powered.estimate.low <= truth <= powered.estimate.high
        naive += abs(powered.naive - truth) <= 1.96 * float(np.sqrt(marks.var() / rows))
        widths += powered.estimate.high - powered.estimate.low
        only = powered_mean(np.zeros(rows), given, range(rows)).estimate
        alone += only.high - only.low
    return Corrected(name, labels, rows, truth, covered / repeats, naive / repeats, widths / alone)


def table(settings: Sequence[Corrected]) -> str:
    """Return the settings as a table: a line for each judge and number of labels."""
    columns = [f"{truth:g}" for truth in TRUTHS]
    head = ["judge", "labels", "rows", *columns, *(f"naive, {column}" for column in columns), "width"]
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    for judge, labels, rows in dict.fromkeys((one.judge, one.labels, one.rows) for one in settings):
        mine = [one for one in settings if (one.judge, one.labels, one.rows) == (judge, labels, rows)]
        shares = [f"{100 * one.coverage:.1f}" for one in mine] + [f"{100 * one.naive:.1f}" for one in mine]
        width = sum(one.width for one in mine) / len(mine)
        lines.append(f"| {judge} | {labels} | {rows} | {' | '.join(shares)} | {width:.2f} |")
    return "\n".join(lines) + "\n"


def section(settings: Sequence[Corrected]) -> str:
    """Return the section of the page."""
    text = (
        "## Judges' means corrected by labels, approximate\n\n"
        "Columns are true means: the coverage of the corrected intervals (prediction-powered inference), and of the\n"
        "naive intervals around the judge's mean. `width` is the width of the corrected interval,\n"
        "divided by that of the interval from labels alone.\n"
    )
    return f"{text}\n{table(settings)}"
