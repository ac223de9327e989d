"""The agreement of several runs, models or people on the same questions (SGP-Bench §4.4 and appendix B).

For each row, this is the entropy of the distribution of the chosen letters, divided by that of a uniform distribution
over the row's options: 0 if all choose one letter, 1 if they are spread evenly. Answers without a letter are left out
of the distribution and counted. Each figure also has a strict version in which a missing letter is a separate answer,
since a single letter among missing ones is not agreement. People's answers to the same rows get the same figures; the
two sides are compared by their most common answer, as the paper compares people with the key, and by Fleiss' kappa
within each side.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics import isolated, results
from sgpkit.metrics.choices import letters
from sgpkit.metrics.paired import same_length
from sgpkit.statistics.intervals import NO_ROWS
from sgpkit.values import Score


class Row(NamedTuple):
    """One question: the answers of the runs and of people, and the key."""

    answers: tuple[str | None, ...]
    options: int
    humans: tuple[str | None, ...] = ()
    key: str | None = None


class Figures(NamedTuple):
    """Means over rows; None if no row has the required input."""

    entropy: float | None
    human_entropy: float | None
    agreement_with_humans: float | None
    agreement_with_key: float | None
    human_agreement_with_key: float | None
    kappa: float | None
    human_kappa: float | None
    silent: float | None
    strict_entropy: float | None
    strict_human_entropy: float | None
    strict_agreement_with_humans: float | None
    strict_agreement_with_key: float | None
    strict_human_agreement_with_key: float | None
    strict_kappa: float | None
    strict_human_kappa: float | None


def mode(answers: Sequence[str | None], strict: bool = False) -> str | None:
    """Return the most common letter; None if there is none, or if two are equally common. With `strict`, a missing
    letter counts as an answer; if that is the most common one, the result is None too.
    """
    counts = Counter(answer for answer in answers if strict or answer is not None).most_common(2)
    tied = len(counts) == 2 and counts[0][1] == counts[1][1]
    return counts[0][0] if counts and not tied else None


def figures(rows: Sequence[Row]) -> Figures:
    """Return the means over rows. If one side has no most common letter, the sides do not agree. `silent` is the share
    of answers without a letter; `strict_…` are the figures that count a missing letter as a separate answer.
    """
    known = {name: results.mean_of_known(values) for name, values in by_row(rows).items()}
    return Figures(
        **known, **kappas(rows), silent=results.mean_of_known([one for row in rows for one in silences(row)])
    )


def by_row(rows: Sequence[Row]) -> dict[str, list[float | None]]:
    """Return, by name, the values of each row whose mean is the figure; None for a row without a value."""
    strict = {f"strict_{name}": values for name, values in sides(rows, strict=True).items()}
    return {**sides(rows, strict=False), **strict}


def silences(row: Row) -> list[float]:
    """Return, for each answer to a row, 1 if it has no letter, else 0."""
    return [float(answer is None) for answer in row.answers]


def sides(rows: Sequence[Row], strict: bool) -> dict[str, list[float | None]]:
    """Return the figures of both sides, row by row."""
    of_people = [people_answered(row, strict) for row in rows]

    def where(conditions: Iterable[bool], of_row: Callable[[Row], float | None]) -> list[float | None]:
        return [of_row(row) if holds else None for row, holds in zip(rows, conditions, strict=True)]

    keyed = [row.key is not None for row in rows]
    both = [known and people for known, people in zip(keyed, of_people, strict=True)]
    return {
        "entropy": [statistics.entropy(row.answers, row.options, strict) for row in rows],
        "human_entropy": where(of_people, lambda row: statistics.entropy(row.humans, row.options, strict)),
        "agreement_with_humans": where(
            of_people, lambda row: agrees(mode(row.answers, strict), mode(row.humans, strict))
        ),
        "agreement_with_key": where(keyed, lambda row: agrees(mode(row.answers, strict), row.key)),
        "human_agreement_with_key": where(both, lambda row: agrees(mode(row.humans, strict), row.key)),
    }


def people_answered(row: Row, strict: bool) -> bool:
    """Return whether people's answers to a row count: if any has a letter or, with `strict`, if there are any."""
    return any(answer is not None for answer in row.humans) or (strict and bool(row.humans))


def kappas(rows: Sequence[Row]) -> dict[str, float | None]:
    """Return the agreement beyond chance within each side."""
    agreement: dict[str, float | None] = {}
    for name, strict in (("", False), ("strict_", True)):
        people = [row.humans for row in rows if people_answered(row, strict)]
        agreement[f"{name}kappa"] = statistics.fleiss_kappa([row.answers for row in rows], strict)
        agreement[f"{name}human_kappa"] = statistics.fleiss_kappa(people, strict)
    return agreement


def estimates(rows: Sequence[Row], clusters: Sequence[Hashable]) -> dict[str, Any]:
    """Return the figures with their intervals. `clusters` are the drawings of the rows."""
    everything = kappas(rows)
    known = {name: value for name, value in everything.items() if value is not None}

    def chosen(indices: Iterable[int]) -> dict[str, float]:
        part = kappas([rows[index] for index in indices])
        return {name: value for name, value in part.items() if value is not None}

    spread = statistics.jackknife(chosen, clusters, known, no_shares=known)
    missing = {name: statistics.Estimate(0.0, math.nan, math.nan, NO_ROWS, 0, 0) for name in everything}
    of_answers = [(one, cluster) for row, cluster in zip(rows, clusters, strict=True) for one in silences(row)]
    silent, own = zip(*of_answers, strict=True)
    return results.together(
        results.means(clusters, by_row(rows)), results.means(own, {"silent": silent}), results.figures(missing | spread)
    )


def agrees(one: str | None, other: str | None) -> float:
    """Return 1 for the same letter, else 0, also if the first is None."""
    return float(one is not None and one == other)


def rows_of(
    answers: Sequence[str | None],
    names: Sequence[Hashable],
    options: Sequence[int],
    humans: Mapping[Hashable, Sequence[str | None]],
    keys: Sequence[str | None],
) -> dict[Hashable, Row]:
    """Gather aligned answers by the row that they answer, in the order of first appearance."""
    indices: dict[Hashable, list[int]] = {}
    for index, name in enumerate(names):
        indices.setdefault(name, []).append(index)
    return {
        name: Row(
            tuple(answers[index] for index in members),
            max(options[index] for index in members),
            tuple(humans.get(name, ())),
            next((keys[index] for index in members if keys[index] is not None), None),
        )
        for name, members in indices.items()
    }


def score(answers: Sequence[Answer], names: Sequence[Hashable]) -> list[Score]:
    """Return 1 for each answer that is the most common one to its row."""
    members: dict[Hashable, list[str | None]] = {}
    for answer, name in zip(answers, names, strict=True):
        members.setdefault(name, []).append(answer.value)
    modes = {name: mode(letters_of_row) for name, letters_of_row in members.items()}
    return [
        Score(
            agrees(answer.value, modes[name]),
            status=answer.status,
            reason=answer.reason or explanation(answer.value, modes[name]),
        )
        for answer, name in zip(answers, names, strict=True)
    ]


def explanation(answer: str | None, most_common: str | None) -> str:
    """Return the answer and the most common one in words, for a reason."""
    if most_common is None:
        return f"{answer}; no letter is the most common"
    return f"{answer}, as most" if answer == most_common else f"{answer}; the most common answer is {most_common}"


def line(name: Hashable, row: Row) -> dict[str, Any]:
    """Return a line of the table of rows."""
    return {
        "row": name,
        "n": len(row.answers),
        "named": sum(answer is not None for answer in row.answers),
        "most_common": mode(row.answers),
        "entropy": statistics.entropy(row.answers, row.options),
        "strict_entropy": statistics.entropy(row.answers, row.options, strict=True),
        "human_most_common": mode(row.humans),
        "human_entropy": statistics.entropy(row.humans, row.options),
        "key": row.key,
    }


def name_of(reference: object, index: int) -> Hashable:
    """Return the row that was answered: the reference itself, or a row's id."""
    name = reference.get("id") if isinstance(reference, Mapping) else reference
    if name is None or not isinstance(name, Hashable):
        raise ValueError(f"reference {index}: expected a row's id or a row with one under 'id', got {reference!r:.80}")
    return name


def result(
    predictions: Sequence[object],
    references: Sequence[object],
    humans: Mapping[Hashable, Sequence[str | None]] | None = None,
    keys: Mapping[Hashable, str] | None = None,
    options: Sequence[Sequence[str]] | None = None,
    finish_reasons: Sequence[str] | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    same_length(predictions, references)
    names = [name_of(reference, index) for index, reference in enumerate(references)]
    texts = letters.all_options(references, options)
    questions = list(map(letters.question_of, references))
    answers = isolated.scores(letters.read, results.completions(predictions, finish_reasons), texts, questions)
    values = [answer.value for answer in answers]
    known = [
        (keys or {}).get(name) or (reference.get("answer") if isinstance(reference, dict) else None)
        for name, reference in zip(names, references, strict=True)
    ]
    rows = rows_of(values, names, list(map(len, texts)), humans or {}, known)
    scores = score(answers, names)
    drawings = results.known_clusters(clusters, references, len(values))
    of_row = dict(zip(names, names if isinstance(drawings, range) else drawings, strict=True))
    return {
        **estimates(list(rows.values()), [of_row[name] for name in rows]),
        "rows": [line(name, row) for name, row in rows.items()],
        "scores": results.values(scores),
        **results.outcomes(scores),
        "answers": values,
        **results.summary(scores),
    }
