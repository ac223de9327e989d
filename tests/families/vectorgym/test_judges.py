"""The input of a judge for each task: the request of the model, in its mode, and never the target."""

import pytest
import toy_drawing

from sgpkit.benchmark import Completion
from sgpkit.families import vectorgym
from sgpkit.status import Rejected

RED, BLUE, GREEN = (toy_drawing.square(color) for color in ("#ff0000", "#0000ff", "#00ff00"))
ROW = {
    "description_hex": "Draw a red (#FF0000) square.",
    "description_names": "Draw a red square.",
    "instruction": "Make room for a hat.",
    "code": BLUE,
    "image": toy_drawing.png("#0000ff", (40, 40)),
    "sketch": toy_drawing.png("#777777", (40, 80)),
    "target": GREEN,
    "target_image": toy_drawing.png("#00ff00", (40, 40)),
    "caption": "A square that is blue.",
}
DRAWINGS = {benchmark.config.removeprefix("vectorgym-"): benchmark for benchmark in vectorgym.BENCHMARKS[:3]}


def asked(task, rubric="task", mode="hex", code=RED):
    [question] = DRAWINGS[task].scoring.judges[rubric].ask([ROW | {"mode": mode}], [Completion(code)], {})
    return question


def words(question):
    return "\n".join(part["text"] for part in question[0]["content"] if part["type"] == "text")


def colors(question):
    import io

    from PIL import Image

    pictures = [part["image"] for part in question[0]["content"] if part["type"] == "image"]
    middles = [Image.open(io.BytesIO(png)).convert("RGB").getpixel((256, 256)) for png in pictures]
    return [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in middles]


@pytest.mark.parametrize("rubric", ["task", "unified"])
def test_the_right_pictures_are_in_the_right_places(rubric):
    assert colors(asked("sketch", rubric)) == ["#777777", "#ff0000"]
    assert colors(asked("edit", rubric)) == ["#0000ff", "#ff0000"]
    assert colors(asked("text", rubric)) == ["#ff0000"]


def test_the_words_are_those_that_the_model_had():
    assert ROW["instruction"] in words(asked("edit"))
    assert ROW["description_hex"] in words(asked("text", mode="hex"))
    assert ROW["description_names"] in words(asked("text", mode="names"))
    assert "#FF0000" not in words(asked("text", mode="names"))
    for task in DRAWINGS:
        assert ROW["caption"] not in words(asked(task)), "a reference is nothing that the model was asked"


def test_only_the_unified_judge_sees_the_program():
    for task in DRAWINGS:
        assert "<rect" not in words(asked(task, "task"))
        assert '<rect width="10" height="10" fill="#ff0000"/>' in words(asked(task, "unified"))


def test_captions_are_set_beside_the_true_one_and_such_a_judge_may_not_choose():
    judge = vectorgym.CAPTION.scoring.judges["caption"]
    right, empty = judge.ask([ROW, ROW], [Completion("A blue square."), Completion("")], {})
    assert "> A square that is blue." in right[0]["content"] and "> A blue square." in right[0]["content"]
    assert isinstance(empty, Rejected)
    assert (judge.low, judge.high, judge.read("score: 3")) == (0, 100, 60)
    assert not judge.blind
    assert all(item.blind for benchmark in DRAWINGS.values() for item in benchmark.scoring.judges.values())


def test_the_mark_of_the_task_is_the_headline_of_drawings():
    for benchmark in DRAWINGS.values():
        assert (
            next(iter(benchmark.scoring.judges)) == "task"
            and benchmark.scoring.preferred == ("judge",)
            and benchmark.scoring.gradual
        )
    assert vectorgym.CAPTION.scoring.preferred == ()
