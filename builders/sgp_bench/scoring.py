"""Completions of SGP-Bench rows → scores, by the functions of `choice_accuracy` and `answer_consistency`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from builders.sgp_bench import guessing, keys
from sgpkit import extract
from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics import answer_consistency, choice_accuracy

CHOICE = "choice"
"""The metric's part that says which option was named: 0 for A, 1 for B, …; -1 where none was."""

PERTURBED = ("T", "SE2")


def reference(row: Row) -> str:
    return f"Answer: {row['answer']}"


def choices(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    verdicts = choice_accuracy.score(
        [completion.text for completion in completions],
        rows,
        finish_reasons=[completion.finish_reason for completion in completions],
    )
    return [Score(verdict.value, verdict.parts, verdict.status, verdict.reason) for verdict in verdicts]


def digits(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    return [digit(row, completion) for row, completion in zip(rows, completions, strict=True)]


def digit(row: Row, completion: Completion) -> Score:
    answer = extract.number_answer(completion.text, completion.finish_reason)
    if answer.value is None:
        return Score(0.0, status=answer.status, reason=answer.reason)
    return Score(float(answer.value == row["answer"]), reason=f"{answer.value} is named; the digit is {row['answer']}")


# --- tables -----------------------------------------------------------------------------------------------------------


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float]:
    """What guessing gets on these rows."""
    floors = {name: guess(rows) for name, guess in guessing.BASELINES.items()} if rows else {}
    return {f"{name} baseline": guessing.share_right(rows, answers) for name, answers in floors.items()}


def invariance_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float]:
    """Paper §4.3: the mean accuracy over perturbed programs, and the consistency, for T and SE(2) apart."""
    found: dict[str, float] = {}
    samples = occurrences(rows)
    for motion in PERTURBED:
        places = [place for place, row in enumerate(rows) if row["motion"] == motion]
        if not places:
            continue
        answers = [letter_of(scores[place]) for place in places]
        groups = [(answer_consistency.group_of(rows[place], place), samples[place]) for place in places]
        found[f"accuracy, {motion}"] = sum(scores[place].value for place in places) / len(places)
        found[f"consistency, {motion}"] = answer_consistency.consistency(answers, groups)
        found[f"consistency, {motion}, no answer never a majority"] = answer_consistency.consistency(
            answers, groups, strict=True
        )
    return found | dict(summary(rows, scores))


def illusion_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float]:
    """How often the answer is the illusion's, where the illusion is wrong."""
    pairs = zip(rows, scores, strict=True)
    deceived = [letter_of(score) == row["lure"] for row, score in pairs if row["lure"] != row["answer"]]
    found = {"follows the illusion, where it is wrong": sum(deceived) / len(deceived)} if deceived else {}
    return found | dict(summary(rows, scores))


def letter_of(score: Score) -> str | None:
    place = int(score.parts.get(CHOICE, -1))
    return keys.LETTERS[place] if place >= 0 else None


def occurrences(rows: Sequence[Row]) -> list[int]:
    """For each row the how many-th of its id it is: several samples a row come as several rows."""
    seen: Counter[str] = Counter()
    numbers = []
    for row in rows:
        numbers.append(seen[row["id"]])
        seen[row["id"]] += 1
    return numbers
