"""The agreement of several runs, models or people on the same questions (SGP-Bench §4.4 and appendix B).

For each row the entropy of the distribution of the letters that were named, divided by that of an even distribution
over its options: 0 where all name one letter, 1 where they scatter evenly. Answers that name no letter are left out of
the distribution and counted; each figure has a strict twin in which silence is an answer of its own, since one letter
among silent runs is no agreement. People's answers to the same rows get the same numbers; the two sides are compared by
their most common answer, as the paper compares people with the key, and by Fleiss' kappa within each side.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics import isolated, results
from sgpkit.metrics.choices import letters
from sgpkit.metrics.paired import same_length
from sgpkit.values import Score


class Row(NamedTuple):
    """One question: the answers of the runs and of people, and the key."""

    answers: tuple[str | None, ...]
    options: int
    humans: tuple[str | None, ...] = ()
    key: str | None = None


class Figures(NamedTuple):
    """Means over rows; None where no row has what they need."""

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
    """Return the most common letter; None if none was named, or if two are equally common. With `strict`, silence may
    be the most common answer, and no letter then is."""
    counts = Counter(answer for answer in answers if strict or answer is not None).most_common(2)
    tied = len(counts) == 2 and counts[0][1] == counts[1][1]
    return counts[0][0] if counts and not tied else None


def figures(rows: Sequence[Row]) -> Figures:
    """Return the means over rows. Where one side has no most common letter, the sides do not agree. `silent` is the
    share of the answers that name no letter; `strict_…` are the figures in which silence is an answer of its own."""
    published, strict = sides(rows, strict=False), sides(rows, strict=True)
    named = {f"strict_{name}": value for name, value in strict.items()}
    silent = [float(answer is None) for row in rows for answer in row.answers]
    return Figures(**published, silent=results.mean_of_known(silent), **named)


def sides(rows: Sequence[Row], strict: bool) -> dict[str, float | None]:
    """Return the means over rows of both sides, by name."""
    with_humans = [row for row in rows if any(answer is not None for answer in row.humans) or (strict and row.humans)]
    keyed = [row for row in rows if row.key is not None]
    keyed_humans = [row for row in with_humans if row.key is not None]
    mean = results.mean_of_known
    return {
        "entropy": mean([statistics.entropy(row.answers, row.options, strict) for row in rows]),
        "human_entropy": mean([statistics.entropy(row.humans, row.options, strict) for row in with_humans]),
        "agreement_with_humans": mean(
            [agrees(mode(row.answers, strict), mode(row.humans, strict)) for row in with_humans]
        ),
        "agreement_with_key": mean([agrees(mode(row.answers, strict), row.key) for row in keyed]),
        "human_agreement_with_key": mean([agrees(mode(row.humans, strict), row.key) for row in keyed_humans]),
        "kappa": statistics.fleiss_kappa([row.answers for row in rows], strict),
        "human_kappa": statistics.fleiss_kappa([row.humans for row in with_humans], strict),
    }


def agrees(one: str | None, other: str | None) -> float:
    """Return 1 for the same letter, 0 for others and where the first is none."""
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
    """Return the answer beside the one that is most common, for a reason."""
    if most_common is None:
        return f"{answer}; no letter is the most common"
    return f"{answer}, as most" if answer == most_common else f"{answer}, where most say {most_common}"


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
) -> dict[str, Any]:
    """Return what the `evaluate` module gives."""
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
    return {
        **figures(list(rows.values()))._asdict(),
        "rows": [line(name, row) for name, row in rows.items()],
        "scores": results.values(scores),
        **results.outcomes(scores),
        "answers": values,
        **results.summary(scores),
    }
