"""Measure shortcuts (`sgpkit.baselines.shortcuts`) on rows that ask for programs, by the benchmark's scorer.

"full marks" is the share of rows that a shortcut solves, compared with 0 for chance; if the headline is a degree,
"score" is its mean, compared with that of a blank page. Tasks that the benchmark declares solvable by this shortcut
(`Evidence.trivial_groups`: a published task that names both literals of a substitution, say) have figures of their own,
and are left out of its others."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sgpkit.baselines import adversarial, shortcuts
from sgpkit.benchmark import Benchmark, Completion, Row, Score
from sgpkit.errors import NotInstalled
from sgpkit.graphics import formats
from sgpkit.quality.probes.figures import NONE, Figure, Hits
from sgpkit.status import Status

MAX_SOLVED = 150
"""Maximum number of rows of a config on which shortcuts are tried, since every answer is scored like a model's."""

MAX_RUN = 40
"""The same for configs whose answers must be compiled or run."""

FEWEST_SOLVED = 20
"""Minimum number of rows for trying shortcuts."""

FEWEST_OF_TYPE = 5
"""The minimum number of rows of a type for separate figures."""

FULL_MARKS, SCORE = "full marks", "score"
NOTHING_LEARNED, OTHERS, TRAIN_SPLIT, OTHER_SEED = "nothing", "random", "train", "another seed"
FULL = 1 - 1e-9


class Tried(NamedTuple):
    """The scores of one shortcut that learned from a split."""

    name: str
    split: str
    values: Sequence[float]


def figures(
    benchmark: Benchmark, rows: Sequence[Row], train: Sequence[Row] = (), other: Sequence[Row] = ()
) -> list[Figure]:
    """Return the figures of all shortcuts that apply; none if answers are choices, there are few rows, or a tool is
    missing.
    """
    chosen = list(rows[:: max(1, -(-len(rows) // most_rows(benchmark)))])
    if not shortcuts.answers(benchmark) or len(chosen) < FEWEST_SOLVED or benchmark.scoring.batch_dependent:
        return []
    try:
        blank = blank_values(benchmark, chosen) if benchmark.scoring.gradual else [0.0] * len(chosen)
        tried = list(solved(benchmark, chosen, {OTHERS: rows, TRAIN_SPLIT: train, OTHER_SEED: other}))
    except NotInstalled:
        return []
    return [figure for result in tried for figure in of_one(benchmark, chosen, result, blank)]


def most_rows(benchmark: Benchmark) -> int:
    """Return the maximum number of rows on which shortcuts are tried."""
    known = formats.has(benchmark.answer_format)
    runs = formats.get(benchmark.answer_format).convert is not None if known else benchmark.answer_format != "text"
    return MAX_RUN if runs else MAX_SOLVED


def solved(benchmark: Benchmark, rows: Sequence[Row], known: Mapping[str, Sequence[Row]]) -> Iterator[Tried]:
    """Yield the scores of each shortcut, and of each split that it can learn from."""
    answered: dict[tuple[str, str], Sequence[str]] = {}
    for name, rule in shortcuts.answers(benchmark).items():
        if name not in shortcuts.LEARNING:
            answered[name, NOTHING_LEARNED] = rule(rows, ())
            continue
        answered |= {(name, split): rule(rows, others) for split, others in known.items() if others}
    fixed = {name: one.answer for name, one in benchmark.evidence.baselines.items() if one.chance}
    if "unchanged" in (deserving_nothing := adversarial.answers(benchmark)):
        fixed["unchanged"] = deserving_nothing["unchanged"]
    answered |= {(name, NOTHING_LEARNED): answer(rows) for name, answer in fixed.items()}
    for (name, split), own in zip(answered, values_of_all(benchmark, rows, list(answered.values())), strict=True):
        yield Tried(name, split, own)


def values_of_all(
    benchmark: Benchmark, rows: Sequence[Row], answered: Sequence[Sequence[str]]
) -> Iterator[Sequence[float]]:
    """Yield the scores of several answers to each row. All are scored together, row by row, equal ones once, so
    that a scorer's work for a row is shared by its answers.
    """
    pairs = list(dict.fromkeys((index, answers[index]) for index in range(len(rows)) for answers in answered))
    scored = values(benchmark, [rows[index] for index, _ in pairs], [answer for _, answer in pairs])
    known = dict(zip(pairs, scored, strict=True))
    for answers in answered:
        yield [known[pair] for pair in enumerate(answers)]


def blank_values(benchmark: Benchmark, rows: Sequence[Row]) -> list[float]:
    """Return the score of a blank page for each row; 0 if the language has none."""
    answer = adversarial.answers(benchmark).get(adversarial.BLANK)
    return values(benchmark, rows, answer(rows)) if answer else [0.0] * len(rows)


def values(benchmark: Benchmark, rows: Sequence[Row], answers: Sequence[str]) -> list[float]:
    """Return the benchmark's own scores of answers; 0 if a tool failed."""
    asked = {"mode": benchmark.prompts.modes[0], "setting": benchmark.prompts.settings[0]}
    scores = benchmark.score_isolated([row | asked for row in rows], [Completion(answer) for answer in answers])
    return list(map(value_of, scores))


def value_of(score: Score) -> float:
    """Return the value of a score; 0 if it has none."""
    return 0.0 if score.status is Status.INFRA_ERROR else score.value


def of_one(benchmark: Benchmark, rows: Sequence[Row], tried: Tried, blank: Sequence[float]) -> Iterator[Figure]:
    """Yield the figures of one shortcut: of all rows except those of tasks that are inherently solvable by it, and
    by type.
    """
    types = list(map(str, types_of(benchmark, rows)))
    clusters = [str(row["cluster"]) for row in rows]
    full = Hits([float(value >= FULL) for value in tried.values], clusters, types, [0.0] * len(rows))
    reasons = {
        kind: reason
        for (rule, kind), reason in benchmark.evidence.trivial_groups.items()
        if tried.name.split("-")[0] == rule
    }
    whole = without(full, reasons)
    if whole.values:
        yield Figure(tried.name, FULL_MARKS, tried.split, whole.estimate, whole.chance)
    degree = without(Hits(tried.values, clusters, types, blank), reasons)
    if benchmark.scoring.gradual and degree.values:
        yield Figure(tried.name, SCORE, tried.split, degree.estimate, degree.chance)
    counts = Counter(types)
    for name in sorted(counts):
        reason = reasons.get(name, "")
        if (counts[name] >= FEWEST_OF_TYPE and len(counts) > 1) or reason:
            part = full.only(name)
            yield Figure(tried.name, f"{FULL_MARKS}: {name}", tried.split, part.estimate, 0.0, reason=reason)


def types_of(benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Return the type of each row: its value of the first column that figures are split by."""
    column = next((name for name in benchmark.rows.groups if name in benchmark.rows.columns), "")
    return [str(row.get(column) or "") for row in rows]


def without(hits: Hits, names: Mapping[str, str]) -> Hits:
    """Return the hits of all strata but those named."""
    whole = NONE
    for name in dict.fromkeys(hits.strata):
        if name not in names:
            whole = whole.joined(hits.only(name))
    return whole
