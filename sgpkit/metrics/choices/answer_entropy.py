"""How much several runs, models or people agree on the same questions (SGP-Bench §4.4 and appendix B).

For each row the entropy of the distribution of the letters that were named, divided by that of an even distribution
over its options: 0 where all name one letter, 1 where they scatter evenly. Answers that name no letter are left out of
the distribution and counted. People's answers to the same rows get the same numbers; the two sides are compared by
their most common answer, as the paper compares people with the key, and by Fleiss' kappa within each side.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics.verdict import Verdict


class Row(NamedTuple):
    """What is known of one question: the answers of the runs, of people, and the key."""

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


def mode(answers: Sequence[str | None]) -> str | None:
    """The most common letter; None if none was named, or if two are equally common."""
    counts = Counter(answer for answer in answers if answer is not None).most_common(2)
    tied = len(counts) == 2 and counts[0][1] == counts[1][1]
    return counts[0][0] if counts and not tied else None


def figures(rows: Sequence[Row]) -> Figures:
    """The means over rows. Where one side has no most common letter, the sides do not agree."""
    with_humans = [row for row in rows if any(answer is not None for answer in row.humans)]
    keyed = [row for row in rows if row.key is not None]
    return Figures(
        entropy=mean([statistics.entropy(row.answers, row.options) for row in rows]),
        human_entropy=mean([statistics.entropy(row.humans, row.options) for row in with_humans]),
        agreement_with_humans=mean([agrees(mode(row.answers), mode(row.humans)) for row in with_humans]),
        agreement_with_key=mean([agrees(mode(row.answers), row.key) for row in keyed]),
        human_agreement_with_key=mean(
            [agrees(mode(row.humans), row.key) for row in with_humans if row.key is not None]
        ),
        kappa=statistics.fleiss_kappa([row.answers for row in rows]),
        human_kappa=statistics.fleiss_kappa([row.humans for row in with_humans]),
    )


def agrees(one: str | None, other: str | None) -> float:
    return float(one is not None and one == other)


def mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def rows_of(
    answers: Sequence[str | None],
    names: Sequence[Hashable],
    options: Sequence[int],
    humans: Mapping[Hashable, Sequence[str | None]],
    keys: Sequence[str | None],
) -> dict[Hashable, Row]:
    """Aligned answers gathered by the row that they answer, in the order of first appearance."""
    places: dict[Hashable, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    return {
        name: Row(
            tuple(answers[place] for place in members),
            max(options[place] for place in members),
            tuple(humans.get(name, ())),
            next((keys[place] for place in members if keys[place] is not None), None),
        )
        for name, members in places.items()
    }


def score(answers: Sequence[Answer], names: Sequence[Hashable]) -> list[Verdict]:
    """For each answer whether it is the most common one to its row."""
    members: dict[Hashable, list[str | None]] = {}
    for answer, name in zip(answers, names, strict=True):
        members.setdefault(name, []).append(answer.value)
    modes = {name: mode(each) for name, each in members.items()}
    return [
        Verdict(agrees(answer.value, modes[name]), answer.status, answer.reason or explained(answer.value, modes[name]))
        for answer, name in zip(answers, names, strict=True)
    ]


def explained(answer: str | None, most_common: str | None) -> str:
    if most_common is None:
        return f"{answer}; no letter is the most common"
    return f"{answer}, as most" if answer == most_common else f"{answer}, where most say {most_common}"


def line(name: Hashable, row: Row) -> dict[str, Any]:
    """What is known of a row, for a table."""
    return {
        "row": name,
        "n": len(row.answers),
        "named": sum(answer is not None for answer in row.answers),
        "most_common": mode(row.answers),
        "entropy": statistics.entropy(row.answers, row.options),
        "human_most_common": mode(row.humans),
        "human_entropy": statistics.entropy(row.humans, row.options),
        "key": row.key,
    }


def name_of(reference: object, place: int) -> Hashable:
    """Which row was answered: the reference itself, or a row's id."""
    name = reference.get("id") if isinstance(reference, Mapping) else reference
    if name is None or not isinstance(name, Hashable):
        raise ValueError(f"reference {place}: expected a row's id or a row with one under 'id', got {reference!r:.80}")
    return name
