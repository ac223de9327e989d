"""How far a model answers the same question alike when the drawing's program is moved (SGP-Bench §4.3).

As published: for each group of perturbed programs (one question, one kind of motion) the number of the most common
answers divided by the number of programs, averaged over the groups, right or wrong. There an unread answer counts as a
class of its own, so that a model that says nothing is perfectly consistent. `strict` is the same number where no answer
is never the majority.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from sgpkit.extract import Answer
from sgpkit.metrics.choices import letters
from sgpkit.metrics.verdict import Verdict


def consistency(answers: Sequence[str | None], groups: Sequence[Hashable], strict: bool = False) -> float:
    """The mean over the groups of the share of their most common answer; 0 where there are no answers."""
    shares = [share(members, strict) for members in grouped(answers, groups).values()]
    return sum(shares) / len(shares) if shares else 0.0


def grouped(answers: Sequence[str | None], groups: Sequence[Hashable]) -> dict[Hashable, list[str | None]]:
    if len(answers) != len(groups):
        raise ValueError(f"{len(answers)} predictions and {len(groups)} references; expected as many of each")
    members: dict[Hashable, list[str | None]] = {}
    for answer, group in zip(answers, groups, strict=True):
        members.setdefault(group, []).append(answer)
    return members


def share(members: Sequence[str | None], strict: bool = False) -> float:
    """How many of a group gave its most common answer."""
    counts = Counter(answer for answer in members if answer is not None or not strict)
    return max(counts.values(), default=0) / len(members)


def majority(members: Sequence[str | None], strict: bool = False) -> str | None:
    """The most common answer of a group; of equally common ones the first letter, so that it does not hang on order."""
    counts = Counter(answer for answer in members if answer is not None or not strict)
    return min(counts, key=lambda answer: (-counts[answer], answer is None, answer or ""), default=None)


def score(answers: Sequence[Answer], groups: Sequence[Hashable]) -> list[Verdict]:
    """For each answer whether it is its group's most common one, as published; the part `strict` likewise, where no
    answer is never the most common."""
    members = grouped([answer.value for answer in answers], groups)
    published = {group: majority(each) for group, each in members.items()}
    named = {group: majority(each, strict=True) for group, each in members.items()}
    return [
        Verdict(
            float(answer.value == published[group]),
            answer.status,
            answer.reason or explained(answer.value, named[group]),
            {"strict": float(answer.value is not None and answer.value == named[group])},
        )
        for answer, group in zip(answers, groups, strict=True)
    ]


def explained(answer: str | None, most_common: str | None) -> str:
    return f"{answer}, as most" if answer == most_common else f"{answer}, where most say {most_common}"


def group_of(reference: object, place: int) -> Hashable:
    """Which answers belong together: the reference itself, or a row's program, motion and question with its options."""
    if isinstance(reference, Mapping):
        missing = [name for name in ("program", "motion", "question") if name not in reference]
        if missing:
            raise ValueError(
                f"reference {place}: expected a row with program, motion and question; {missing[0]!r} is missing"
            )
        options = letters.options_of(reference, None)
        return (str(reference["program"]), str(reference["motion"]), str(reference["question"]), *options)
    if reference is None or not isinstance(reference, Hashable):
        raise ValueError(
            f"reference {place}: expected a group's name or a row of sgp-svg-invariance, got {reference!r:.80}"
        )
    return reference
