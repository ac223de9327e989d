"""Accuracy on multiple-choice questions, as in SGP-Bench (§4, appendix A) and VGBench.

Every prediction counts: one without a readable letter is wrong, with its status and reason.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics import isolated, results
from sgpkit.metrics.choices import letters
from sgpkit.metrics.paired import same_length
from sgpkit.status import Status
from sgpkit.values import Score

CHOICE = "choice"
"""The label that contains the chosen letter."""


def score(
    predictions: Sequence[object],
    references: Sequence[letters.Reference],
    options: Sequence[Sequence[str]] | None = None,
) -> list[Score]:
    """Return a score for each prediction; the label `choice` is the letter of the named option, if any.

    `predictions` are completions; anything that is not text is wrong. `references` are letters, or rows with `answer`
    and `options`, and with `question` if a reply may repeat it as a statement. `options` are the option texts of each
    question, if the references do not contain them.
    """
    same_length(predictions, references)
    keys = [letters.key_of(reference, index) for index, reference in enumerate(references)]
    texts = letters.all_options(references, options)
    for index, (key, own) in enumerate(zip(keys, texts, strict=True)):
        if ord(key) - ord("A") >= len(own):
            raise ValueError(f"reference {index}: the key {key} is not one of its {len(own)} options")
    answers = letters.read(predictions, texts, list(map(letters.question_of, references)))
    return [score_of(answer, key) for answer, key in zip(answers, keys, strict=True)]


def score_of(answer: Answer, key: str) -> Score:
    """Return the score of one answer against the right letter."""
    if answer.value is None:
        return Score(0.0, status=answer.status, reason=answer.reason)
    right = answer.value == key
    reason = f"{key} is right" if right else f"{answer.value} instead of {key}"
    return Score(float(right), status=Status.OK, reason=reason, labels={CHOICE: answer.value})


def table(scores: Sequence[float], groups: Sequence[Hashable], clusters: results.Clusters) -> list[dict[str, Any]]:
    """Return the accuracy of each group with its interval, in the order of their first appearance."""
    if len(scores) != len(groups):
        raise ValueError(
            f"{len(scores)} predictions and {len(groups)} groups in `by`; expected the same number of each"
        )
    members: dict[Hashable, list[int]] = {}
    for index, group in enumerate(groups):
        members.setdefault(group, []).append(index)
    lines = []
    for group, indices in members.items():
        estimate = statistics.mean_estimate(
            [scores[index] for index in indices], [clusters[index] for index in indices]
        )
        lines.append({"group": group, "accuracy": estimate.value, **results.interval(estimate)})
    return lines


def tables(
    scores: Sequence[float],
    references: Sequence[letters.Reference],
    by: str | Sequence[Hashable] | Mapping[str, Any],
    clusters: results.Clusters,
) -> dict[str, list[dict[str, Any]]]:
    """Return the accuracy by one or more groupings.

    `by` names a column of the rows, lists a group for each prediction, or maps names to such columns or lists.
    """
    named = by if isinstance(by, Mapping) else {by if isinstance(by, str) else "by": by}
    by_name = {}
    for name, groups in named.items():
        if isinstance(groups, str):
            groups = [column(reference, groups, index) for index, reference in enumerate(references)]
        by_name[str(name)] = table(scores, list(groups), clusters)
    return by_name


def column(reference: letters.Reference, name: str, index: int) -> Hashable:
    """Return a row's value in the column to group by."""
    if not isinstance(reference, Mapping) or name not in reference:
        raise ValueError(f"reference {index}: expected a row with the column {name!r} to group by")
    value = reference[name]
    return value if isinstance(value, Hashable) else str(value)


def result(
    predictions: Sequence[object],
    references: Sequence[letters.Reference],
    options: Sequence[Sequence[str]] | None = None,
    by: str | Sequence[Hashable] | Mapping[str, Any] | None = None,
    finish_reasons: Sequence[str] | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    columns = [references] if options is None else [references, options]
    scores = isolated.scores(score, results.completions(predictions, finish_reasons), *columns)
    values = results.values(scores)
    drawings = results.known_clusters(clusters, references, len(values))
    return {
        **results.means(drawings, {"accuracy": values}),
        "scores": values,
        **results.outcomes(scores),
        "answers": [score.labels.get(CHOICE) for score in scores],
        "by": tables(values, references, by, drawings) if by is not None else {},
        **results.summary(scores),
    }
