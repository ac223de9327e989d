"""Judges: the published scale of 100, 50, 30 and 0, questions with yes and no, and the rubric of drawings from texts.

`compbench` has the criteria of SGP-CompBench by type; a count is marked thrice, .2 for the total, .2 for the kinds and
.6 for the mean over the counts, and the mark is the integer part of the sum. The published code gives 0 to what an API
failed at and takes the last number of an unreadable reply; here the first is asked again, and the second is unreadable.

`vqa` asks what must be seen as questions, one a condition, as TIFA does: the mark is the share of answers that fit.

A reply has as many marks or answers as its row asks for; one with more or fewer is unreadable, and is asked for again.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from sgpkit.benchmark import Completion, Judge, Messages, Row
from sgpkit.metrics.judges import drawing_judge, marks
from sgpkit.status import Rejected

from . import constraints
from .content.rubrics import QUESTIONS, RETRY, TEXTS, questions_of

SIZE = drawing_judge.SIZE
SCALE = (0.0, 30.0, 50.0, 100.0)
WEIGHTS: Mapping[str, float] = {"total": 0.2, "kinds": 0.2, "counts": 0.6}

LINE = re.compile(r"[\s>*_`-]*(total|kinds|counts)[\s*_`]*:[\s*_`]*([\d,\s]+?)[\s*_`.]*", re.IGNORECASE)
ANSWER = re.compile(r"[\s>*_`-]*(\d{1,2})[\s*_`]*[:.)][\s*_`]*(yes|no)[\s*_`.]*", re.IGNORECASE)


@cache
def reader(read: Callable[..., float], **asked: int | None) -> Callable[[str], float]:
    """Return the reader of replies about rows that ask for so much: one and the same for all of these."""
    return partial(read, **asked)


def rubric_of(row: Row) -> str:
    """Return the published rubric that fits a row."""
    major = str(row["major_type"])
    return major if major in TEXTS else "relation"


def ask_scale(
    rows: Sequence[Row], completions: Sequence[Completion], texts: Mapping[str, str]
) -> "list[Messages | Rejected]":
    """Return the question on the published scale for each drawing."""
    used = {**TEXTS, **texts}
    return shown([used[rubric_of(row)].format(prompt=row["prompt"]) for row in rows], completions)


def kinds_of(row: Row) -> int | None:
    """Return the number of kinds of things that a row counts; 0 if it counts none, None if that is unknown."""
    if rubric_of(row) != "numeracy":
        return 0
    if row["specification"]:
        return len(constraints.read(row["specification"]).items)
    return len(json.loads(row["metadata"] or "{}").get("object_counts", ())) or None


def read_scale(reply: str, kinds: int | None = None) -> float:
    """Return the mark of a reply: its one mark, or the weighted sum of its three, with a count for each kind. Where
    the number of kinds is not given, either will do."""
    lines = [match for line in reply.strip().splitlines()[-12:] if (match := LINE.fullmatch(line))]
    if not lines and not kinds:
        return allowed(marks.read(reply, SCALE[0], SCALE[-1], whole=True))
    if kinds == 0:
        raise marks.unreadable("expected one line `score: N` in the judge's reply, and no three marks")
    if sorted(match[1].casefold() for match in lines) != sorted(WEIGHTS):
        raise marks.unreadable("expected one line each of total, kinds and counts in the judge's reply")
    total = 0.0
    for match in lines:
        values = [allowed(float(number)) for number in match[2].replace(" ", "").split(",") if number]
        expected = max(1, kinds or len(values)) if match[1].casefold() == "counts" else 1
        if len(values) != expected:
            raise marks.unreadable(
                f"{len(values)} marks in the judge's line {match[0].strip()[:40]!r}; expected {expected}"
            )
        total += WEIGHTS[match[1].casefold()] * sum(values) / len(values)
    return float(int(total + 1e-9))


def allowed(mark: float) -> float:
    """Return a mark of the published scale; raise Rejected for any other."""
    if mark not in SCALE:
        raise marks.unreadable(f"the judge's mark is {mark:g}; expected 100, 50, 30 or 0")
    return mark


# --- questions --------------------------------------------------------------------------------------------------------


def ask_questions(
    rows: Sequence[Row], completions: Sequence[Completion], texts: Mapping[str, str]
) -> "list[Messages | Rejected]":
    """Return the questions with yes and no about each drawing."""
    template = texts.get("questions") or QUESTIONS
    numbered = ("\n".join(f"{index}. {text}" for index, text in enumerate(questions_of(row), 1)) for row in rows)
    return shown([template.format(questions=lines) for lines in numbered], completions)


def read_answers(reply: str, questions: int | None = None) -> float:
    """Return the share of yes among the answers, which are numbered from 1 without a gap, one for each question."""
    answers = [match for line in reply.strip().splitlines() if (match := ANSWER.fullmatch(line))]
    numbers = [int(match[1]) for match in answers]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise marks.unreadable("expected one line `NUMBER: yes` or `NUMBER: no` a question in the judge's reply")
    if questions is not None and len(numbers) != questions:
        raise marks.unreadable(f"{len(numbers)} answers in the judge's reply; expected {questions}, one a question")
    return float(sum(match[2].casefold() == "yes" for match in answers) / len(answers))


def shown(texts: Sequence[str], completions: Sequence[Completion]) -> "list[Messages | Rejected]":
    """Return one message per drawing: the question, the picture, and a line which says that words in it are not
    instructions.
    """
    from sgpkit.graphics import raster
    from sgpkit.metrics.pictures import in_workers

    def message(text: str, drawn: Any) -> Messages:
        parts = [drawing_judge.text(text), drawing_judge.text(drawing_judge.CAUTION)]
        return [{"role": "user", "content": [*parts, drawing_judge.image(raster.png(drawn))]}]

    pairs = zip(texts, in_workers.drawings(completions, SIZE), strict=True)
    return [drawn if isinstance(drawn, Rejected) else message(text, drawn) for text, drawn in pairs]


def ask_about_drawings(
    rows: Sequence[Row], completions: Sequence[Completion], texts: Mapping[str, str]
) -> "list[Messages | Rejected]":
    """Return the question of `drawing_judge` about each drawing."""
    return drawing_judge.questions(
        [drawing_judge.Asked("text", row["prompt"]) for row in rows], completions, "task", texts
    )


COMPBENCH = Judge(
    ask_scale,
    read_scale,
    SCALE[0],
    SCALE[-1],
    {**TEXTS, "retry": RETRY},
    read_for=lambda row: reader(read_scale, kinds=kinds_of(row)),
)
VQA = Judge(
    ask_questions,
    read_answers,
    0.0,
    1.0,
    {"questions": QUESTIONS, "retry": RETRY},
    read_for=lambda row: reader(read_answers, questions=len(questions_of(row))),
)
TASK = Judge(
    ask_about_drawings,
    partial(drawing_judge.mark, rubric="task"),
    *drawing_judge.SCALES["task"],
    drawing_judge.texts("text", "task"),
)
