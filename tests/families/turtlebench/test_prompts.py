"""The content of TurtleBench prompts in each mode and setting, and its limits."""

import itertools

import pytest

from sgpkit.benchmark import Ask
from sgpkit.errors import UserError
from sgpkit.families.turtlebench import BENCHMARKS, prompts

SCRATCH = {
    "id": "s",
    "description": "A circle of radius `radius`.",
    "variables": "radius = 80",
    "code": "SECRET",
    "image": b"target",
}
TWEAK = SCRATCH | {"base_code": "t.circle(radius)", "base_image": b"base", "instruction": "adds a diameter."}
MODES = {benchmark.config: benchmark.prompts.modes for benchmark in BENCHMARKS}


def asked(row, mode, setting="turtle", strategy="basic", texts=prompts.TEXTS):
    system, user = prompts.STRATEGIES[strategy](row, Ask(mode, setting, texts))
    assert (system["role"], user["role"]) == ("system", "user")
    content = user["content"]
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    images = [part["image"] for part in parts if part["type"] == "image"]
    return images, "\n".join(part["text"] for part in parts if part["type"] == "text"), system["content"]


def test_a_scratch_mode_shows_its_inputs_and_no_other():
    shown = {mode: asked(SCRATCH, mode) for mode in MODES["turtle-scratch"]}
    assert {mode: images for mode, (images, _, _) in shown.items()} == {
        "image": [b"target"],
        "text": [],
        "image+text": [b"target"],
    }
    described = {mode: "A circle of radius" in text for mode, (_, text, _) in shown.items()}
    assert described == {"image": False, "text": True, "image+text": True}
    assert all(text.rstrip().endswith("t = turtle.Turtle()\nradius = 80\n...\n```") for _, text, _ in shown.values())


def test_a_tweak_mode_shows_its_inputs_and_no_other():
    shown = {mode: asked(TWEAK, mode) for mode in MODES["turtle-tweak"]}
    assert {mode: images for mode, (images, _, _) in shown.items()} == {
        "image+text": [b"base"],
        "code+image+text": [b"base"],
        "code+image+target": [b"base", b"target"],
    }
    assert {mode: "t.circle(radius)" in text for mode, (_, text, _) in shown.items()} == {
        "image+text": False,
        "code+image+text": True,
        "code+image+target": True,
    }
    assert {mode: "adds a diameter" in text for mode, (_, text, _) in shown.items()} == {
        "image+text": True,
        "code+image+text": True,
        "code+image+target": False,
    }


def test_the_answer_is_never_shown():
    for row, config in ((SCRATCH, "turtle-scratch"), (TWEAK, "turtle-tweak")):
        for mode, setting, name in itertools.product(MODES[config], prompts.SETTINGS, prompts.STRATEGIES):
            _, text, system = asked(row, mode, setting, name)
            assert "SECRET" not in text + system


def test_settings_say_in_what_to_draw():
    _, text, system = asked(SCRATCH, "image", "rabbit")
    assert "from Rabbit import Rabbit" in text
    assert all(f"`r.{method}(" in system for method in ("aa", "bb", "cc", "pp"))
    assert "import turtle" not in text + system
    _, text, system = asked(SCRATCH, "image", "any-language")
    assert "import turtle" not in text
    assert "radius = 80" in text
    assert "TikZ" in system


def test_v_cot_asks_to_describe_to_reason_and_to_leave_the_pen_alone():
    basic, reasoned = (asked(SCRATCH, "image", strategy=name)[2] for name in ("basic", "v-cot"))
    assert "1. Describe" in reasoned and "step by step" in reasoned and "Never set the pen" in reasoned
    assert "step by step" not in basic


def test_texts_can_be_swapped():
    _, text, system = asked(SCRATCH, "text", texts={"basic": "Use {language}.", "scratch-text": "Draw: {description}"})
    assert system == f"Use {prompts.TURTLE}."
    assert text.startswith("Draw: A circle")


def test_a_row_without_a_description_has_no_text_mode():
    bare = SCRATCH | {"description": ""}
    assert [mode for mode in MODES["turtle-scratch"] if prompts.applies(bare, mode)] == ["image"]
    assert all(prompts.applies(TWEAK | {"description": ""}, mode) for mode in MODES["turtle-tweak"])
    with pytest.raises(UserError, match="no description"):
        asked(bare, "text")
