"""Completions of SGP-Bench rows → scores, by the functions of `choice_accuracy` and `answer_consistency`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sgpkit import extract
from sgpkit.benchmark import Completion, Row, Score
from sgpkit.families.shared.choices.scoring import mean, summary
from sgpkit.metrics.choices import answer_consistency
from sgpkit.metrics.choices.choice_accuracy import CHOICE
from sgpkit.statistics import Estimate

PERTURBED = ("T", "SE2")


def digits(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    return [digit(row, completion) for row, completion in zip(rows, completions, strict=True)]


def digit(row: Row, completion: Completion) -> Score:
    answer = extract.number_answer(completion.text, completion.finish_reason)
    if answer.value is None:
        return Score(0.0, status=answer.status, reason=answer.reason)
    reason = f"{answer.value} is named; the digit is {row['answer']}"
    return Score(float(answer.value == row["answer"]), reason=reason, labels={CHOICE: answer.value})


# --- tables -----------------------------------------------------------------------------------------------------------


def invariance_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Paper §4.3: the mean accuracy over perturbed programs, and the consistency, separately for T and SE(2)."""
    figures: dict[str, float | Estimate] = {}
    samples = occurrences(rows)
    for motion in PERTURBED:
        indices = [index for index, row in enumerate(rows) if row["motion"] == motion]
        if not indices:
            continue
        answers = [letter_of(scores[index]) for index in indices]
        groups = [(answer_consistency.group_of(rows[index], index), samples[index]) for index in indices]
        perturbed = [rows[index] for index in indices]
        figures[f"accuracy, {motion}"] = mean([scores[index].value for index in indices], perturbed)
        drawings = [str(row["cluster"]) for row in perturbed]
        figures[f"consistency, {motion}"] = answer_consistency.estimate(answers, groups, drawings)
        figures[f"consistency, {motion}, no answer never a majority"] = answer_consistency.estimate(
            answers, groups, drawings, strict=True
        )
    return figures | dict(summary(rows, scores))


def illusion_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return how often the answer is the illusion's, where the illusion is wrong."""
    pairs = [(row, score) for row, score in zip(rows, scores, strict=True) if row["lure"] != row["answer"]]
    deceived = [float(letter_of(score) == row["lure"]) for row, score in pairs]
    figures = {"follows the illusion, where it is wrong": mean(deceived, [row for row, _ in pairs])} if pairs else {}
    return {**figures, **summary(rows, scores)}


def letter_of(score: Score) -> str | None:
    return score.labels.get(CHOICE)


def occurrences(rows: Sequence[Row]) -> list[int]:
    """Return each row's number among the rows of its id: several samples of a row come as several rows."""
    seen: Counter[str] = Counter()
    numbers = []
    for row in rows:
        numbers.append(seen[row["id"]])
        seen[row["id"]] += 1
    return numbers
