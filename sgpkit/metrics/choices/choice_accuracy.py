"""Accuracy on multiple-choice questions, as SGP-Bench (§4, appendix A) and VGBench take it.

Every prediction counts: one from which no letter can be read is wrong, with its status and reason.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics.choices import letters
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Status


def score(
    predictions: Sequence[object],
    references: Sequence[letters.Reference],
    options: Sequence[Sequence[str]] | None = None,
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction, in their order; the part `choice` is the place of the named option, -1 where none is.

    `predictions` are completions; anything that is not text is wrong. `references` are letters, or rows with `answer`
    and `options`. `options` are the option texts of each question, where the references do not hold them.
    """
    letters.same_length(predictions, references)
    keys = [letters.key_of(reference, place) for place, reference in enumerate(references)]
    texts = letters.all_options(references, options)
    for place, (key, own) in enumerate(zip(keys, texts, strict=True)):
        if ord(key) - ord("A") >= len(own):
            raise ValueError(f"reference {place}: the key {key} is none of its {len(own)} options")
    answers = letters.read(predictions, texts, finish_reasons)
    return [verdict(answer, key) for answer, key in zip(answers, keys, strict=True)]


def verdict(answer: Answer, key: str) -> Verdict:
    if answer.value is None:
        return Verdict(0.0, answer.status, answer.reason, {"choice": -1.0})
    right = answer.value == key
    reason = f"{key} is right" if right else f"{answer.value} instead of {key}"
    return Verdict(float(right), Status.OK, reason, {"choice": float(ord(answer.value) - ord("A"))})


def letter(verdict: Verdict) -> str | None:
    """The letter that was named."""
    place = int(verdict.parts["choice"])
    return chr(ord("A") + place) if place >= 0 else None


def table(scores: Sequence[float], groups: Sequence[Hashable]) -> list[dict[str, Any]]:
    """Accuracy by group, in the order of their first appearance, each with its Wilson interval."""
    if len(scores) != len(groups):
        raise ValueError(f"{len(scores)} predictions and {len(groups)} groups in `by`; expected as many of each")
    members: dict[Hashable, list[float]] = {}
    for value, group in zip(scores, groups, strict=True):
        members.setdefault(group, []).append(value)
    lines = []
    for group, values in members.items():
        low, high = statistics.wilson(round(sum(values)), len(values))
        lines.append(
            {"group": group, "n": len(values), "accuracy": sum(values) / len(values), "low": low, "high": high}
        )
    return lines


def tables(
    scores: Sequence[float], references: Sequence[letters.Reference], by: str | Sequence[Hashable] | Mapping[str, Any]
) -> dict[str, list[dict[str, Any]]]:
    """Accuracy by one or more groupings. `by` names a column of the rows, lists a group for each prediction, or maps
    names to such columns or lists."""
    named = by if isinstance(by, Mapping) else {by if isinstance(by, str) else "by": by}
    found = {}
    for name, groups in named.items():
        if isinstance(groups, str):
            groups = [column(reference, groups, place) for place, reference in enumerate(references)]
        found[str(name)] = table(scores, list(groups))
    return found


def column(reference: letters.Reference, name: str, place: int) -> Hashable:
    if not isinstance(reference, Mapping) or name not in reference:
        raise ValueError(f"reference {place}: expected a row with the column {name!r} to group by")
    value = reference[name]
    return value if isinstance(value, Hashable) else str(value)
