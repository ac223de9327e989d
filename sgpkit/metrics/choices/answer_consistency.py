"""The consistency of a model's answers to the same question when the drawing's program is moved (SGP-Bench §4.3).

As published: for each group of perturbed programs (one question, one kind of motion) the number of the most common
answers divided by the number of programs, averaged over the groups, whether the answers are right or wrong. In the
paper an unreadable answer counts as a separate class, so a model that never answers is perfectly consistent. `strict`
is the same number, except that a missing answer is never the majority.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics import isolated, results
from sgpkit.metrics.choices import letters
from sgpkit.metrics.paired import same_length
from sgpkit.statistics import Estimate
from sgpkit.values import Score


def consistency(answers: Sequence[str | None], groups: Sequence[Hashable], strict: bool = False) -> float:
    """Return the mean over the groups of the share of their most common answer; 0 if there are no answers."""
    return estimate(answers, groups, groups, strict).value


def estimate(
    answers: Sequence[str | None], groups: Sequence[Hashable], clusters: Sequence[Hashable], strict: bool = False
) -> Estimate:
    """Return the consistency with its interval. `clusters` are the drawings of the answers; all answers of a group have
    the same one.
    """
    shares = {group: share(members, strict) for group, members in grouped(answers, groups).items()}
    drawings = dict(zip(groups, clusters, strict=True))
    return statistics.mean_estimate(list(shares.values()), [drawings[group] for group in shares])


def grouped(answers: Sequence[str | None], groups: Sequence[Hashable]) -> dict[Hashable, list[str | None]]:
    """Return the answers of each group."""
    if len(answers) != len(groups):
        raise ValueError(f"{len(answers)} predictions and {len(groups)} references; expected the same number of each")
    members: dict[Hashable, list[str | None]] = {}
    for answer, group in zip(answers, groups, strict=True):
        members.setdefault(group, []).append(answer)
    return members


def share(members: Sequence[str | None], strict: bool = False) -> float:
    """Return the share of a group that gave its most common answer."""
    counts = Counter(answer for answer in members if answer is not None or not strict)
    return max(counts.values(), default=0) / len(members)


def majority(members: Sequence[str | None], strict: bool = False) -> str | None:
    """Return the most common answer of a group; among equally common ones, the first letter of the alphabet."""
    counts = Counter(answer for answer in members if answer is not None or not strict)
    return min(counts, key=lambda answer: (-counts[answer], answer is None, answer or ""), default=None)


def score(answers: Sequence[Answer], groups: Sequence[Hashable]) -> list[Score]:
    """Return 1 for each answer that is its group's most common one, as published.

    The part `strict` is the same, except that a missing answer is never the most common.
    """
    members = grouped([answer.value for answer in answers], groups)
    published = {group: majority(answers_of_group) for group, answers_of_group in members.items()}
    named = {group: majority(answers_of_group, strict=True) for group, answers_of_group in members.items()}
    return [
        Score(
            float(answer.value == published[group]),
            {"strict": float(answer.value is not None and answer.value == named[group])},
            answer.status,
            answer.reason or explanation(answer.value, named[group]),
        )
        for answer, group in zip(answers, groups, strict=True)
    ]


def explanation(answer: str | None, most_common: str | None) -> str:
    """Return the answer and the most common one in words, for a reason."""
    return f"{answer}, as most" if answer == most_common else f"{answer}; the most common answer is {most_common}"


def group_of(reference: object, index: int) -> Hashable:
    """Return the group of a reference: itself, or a row's program, motion and question with its options."""
    if isinstance(reference, Mapping):
        missing = [name for name in ("program", "motion", "question") if name not in reference]
        if missing:
            raise ValueError(
                f"reference {index}: expected a row with program, motion and question; {missing[0]!r} is missing"
            )
        options = letters.options_of(reference, None)
        return (str(reference["program"]), str(reference["motion"]), str(reference["question"]), *options)
    if reference is None or not isinstance(reference, Hashable):
        raise ValueError(
            f"reference {index}: expected a group's name or a row of sgp-svg-invariance, got {reference!r:.80}"
        )
    return reference


def result(
    predictions: Sequence[object],
    references: Sequence[object],
    options: Sequence[Sequence[str]] | None = None,
    finish_reasons: Sequence[str] | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    same_length(predictions, references)
    groups = [group_of(reference, index) for index, reference in enumerate(references)]
    texts = letters.all_options(references, options)
    questions = list(map(letters.question_of, references))
    answers = isolated.scores(letters.read, results.completions(predictions, finish_reasons), texts, questions)
    scores = score(answers, groups)
    values = [answer.value for answer in answers]
    drawings = results.known_clusters(clusters, references, len(values))
    if isinstance(drawings, range):
        drawings = groups  # at least the motions of one drawing are clustered
    estimates = {
        "consistency": estimate(values, groups, drawings),
        "strict_consistency": estimate(values, groups, drawings, strict=True),
    }
    return {
        **results.figures(estimates),
        "groups": len(set(groups)),
        "scores": results.values(scores),
        "strict": results.part(scores, "strict"),
        **results.outcomes(scores),
        "answers": values,
        **results.summary(scores),
    }
