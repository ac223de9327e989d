"""The material for judges: the model's input and its drawing, never the target.

The rubrics and their texts are those of the metrics `drawing_judge` and `caption_judge`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sgpkit.benchmark import Completion, Judge, Messages, Row
from sgpkit.metrics.judges import caption_judge, drawing_judge
from sgpkit.metrics.judges.drawing_judge import Asked, Cost
from sgpkit.status import Rejected


def asked_to_sketch(row: Row) -> Asked:
    return Asked("sketch", picture=row["sketch"])


def asked_to_edit(row: Row) -> Asked:
    """Return the material for edits. The original drawing is painted from its program."""
    return Asked("edit", row["instruction"], row["code"])


def asked_to_draw(row: Row) -> Asked:
    return Asked("text", described(row))


def described(row: Row) -> str:
    """Return the description for the row's mode, or the other one if it is empty."""
    both = (str(row["description_hex"]), str(row["description_names"]))
    return next(filter(None, both if row.get("mode") == "hex" else both[::-1]), "")


def of_drawings(task: str, asked: Callable[[Row], Asked]) -> Mapping[str, Judge]:
    def judge(rubric: str) -> Judge:
        def ask(
            rows: Sequence[Row], completions: Sequence[Completion], texts: Mapping[str, str]
        ) -> "list[Messages | Rejected]":
            return drawing_judge.questions(
                [asked(row) for row in rows],
                completions,
                rubric,
                texts,
                [Cost(completion.latency, completion.completion_tokens) for completion in completions],
            )

        low, high = drawing_judge.SCALES[rubric]
        read = partial(drawing_judge.mark, rubric=rubric)
        return Judge(ask, read, low, high, drawing_judge.texts(task, rubric))

    return {rubric: judge(rubric) for rubric in drawing_judge.SCALES}


def ask_about_captions(
    rows: Sequence[Row], completions: Sequence[Completion], texts: Mapping[str, str]
) -> "list[Messages | Rejected]":
    return caption_judge.questions([row["caption"] for row in rows], completions, texts)


SKETCH = of_drawings("sketch", asked_to_sketch)
EDIT = of_drawings("edit", asked_to_edit)
TEXT = of_drawings("text", asked_to_draw)
CAPTION = {
    "caption": Judge(
        ask_about_captions,
        caption_judge.mark,
        caption_judge.LOW * caption_judge.STEP,
        caption_judge.HIGH * caption_judge.STEP,
        caption_judge.TEXTS,
        blind=False,
    )
}
