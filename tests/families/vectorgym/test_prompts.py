"""Prompts of rows: the content of each mode, and its limits."""

import io
import string

import pytest
from PIL import Image

from sgpkit.benchmark import Ask, families
from sgpkit.errors import UserError
from sgpkit.families.vectorgym import prompts

TASKS = ("sketch", "edit", "text", "caption")


def png(level):
    stream = io.BytesIO()
    Image.new("L", (8, 8), level).save(stream, "PNG")
    return stream.getvalue()


IMAGE, TARGET_IMAGE, SKETCH = png(10), png(20), png(30)


def row(name="test-1", kind="face", **changed):
    return {
        "id": name,
        "cluster": name,
        "kind": kind,
        "code": f"<svg><!-- {name} source --></svg>",
        "image": IMAGE,
        "sketch": SKETCH,
        "instruction": f"Make {name} smile.",
        "wordings": ["SECRET wording"],
        "target": f"<svg>{name} TARGET</svg>",
        "target_image": TARGET_IMAGE,
        "description_hex": f"Draw {name} in red (#FF0000).",
        "description_names": f"Draw {name} in red.",
        "caption": f"CAPTION of {name}",
    } | changed


def asked(task, mode, strategy="zero-shot", examples=(), texts=(), **changed):
    benchmark = families.get(f"vectorgym-{task}")
    return benchmark.prompts.strategies[strategy](row(**changed), Ask(mode, "", dict(texts), examples))


def words(message):
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def images(message):
    content = message["content"]
    return [] if isinstance(content, str) else [part["image"] for part in content if part["type"] == "image"]


ANSWERS = {"sketch": ("code",), "edit": ("target",), "text": ("code",), "caption": ("caption",)}
SHOWN = [
    ("sketch", "image", [SKETCH], ()),
    ("edit", "code", [], ("code", "instruction")),
    ("edit", "code+image", [IMAGE], ("code", "instruction")),
    ("text", "hex", [], ("description_hex",)),
    ("text", "names", [], ("description_names",)),
    ("caption", "code", [], ("code",)),
    ("caption", "image", [IMAGE], ()),
    ("caption", "code+image", [IMAGE], ("code",)),
]


@pytest.mark.parametrize(("task", "mode", "pictures", "columns"), SHOWN)
def test_a_mode_shows_what_it_says_and_never_the_answer(task, mode, pictures, columns):
    system, user = asked(task, mode)
    assert (system["role"], user["role"]) == ("system", "user")
    assert images(user) == pictures
    everything = words(system) + words(user)
    for column in columns:
        assert row()[column] in words(user)
    hidden = {"code", "instruction", "target", "description_hex", "description_names", "caption"} - set(columns)
    for column in hidden | set(ANSWERS[task]):
        assert row()[column] not in everything, column
    if pictures:
        assert "512 x 512" in words(user)
    assert "{" not in everything


def test_every_mode_is_tested():
    known = {(task, mode) for task in TASKS for mode in families.get(f"vectorgym-{task}").prompts.modes}
    assert {(task, mode) for task, mode, *_ in SHOWN} == known


@pytest.mark.parametrize("task", TASKS)
def test_worked_examples_come_with_their_inputs_and_answers(task):
    benchmark = families.get(f"vectorgym-{task}")
    examples = [row("train-1", "chart"), row("train-2"), row("train-3", "chart"), row("train-4"), row("test-1")]
    mode = benchmark.prompts.modes[-1]
    conversation = asked(task, mode, "few-shot", examples)
    assert [message["role"] for message in conversation] == ["system", "user", "assistant", "user", "assistant", "user"]
    shown = [message["content"] for message in conversation if message["role"] == "assistant"]
    assert shown == [benchmark.evidence.reference(row("train-2")), benchmark.evidence.reference(row("train-4"))], (
        "of its own kind first"
    )
    assert conversation[-1] == asked(task, mode)[-1]
    if task == "sketch":
        assert all(images(message) == [SKETCH] for message in conversation[1::2])


def test_examples_of_other_kinds_help_out_and_none_at_all_is_told():
    conversation = asked("caption", "code", "few-shot", [row("train-1", "chart")])
    assert len(conversation) == 4
    with pytest.raises(UserError, match="--strategy zero-shot"):
        asked("caption", "code", "few-shot", [row("test-1")])
    silent = row("train-1", description_names="")
    with pytest.raises(UserError, match="worked examples"):
        asked("text", "names", "few-shot", [silent])


def test_a_description_that_is_not_there_is_told():
    benchmark = families.get("vectorgym-text")
    assert not benchmark.prompts.has_inputs(row(description_hex=""), "hex") and benchmark.prompts.has_inputs(
        row(), "hex"
    )
    with pytest.raises(UserError, match="no description for the mode 'hex'"):
        asked("text", "hex", description_hex="")


@pytest.mark.parametrize("task", TASKS)
def test_every_text_can_be_swapped_and_is_used(task):
    benchmark = families.get(f"vectorgym-{task}")
    for name, text in benchmark.prompts.texts.items():
        fields = {field for _, field, _, _ in string.Formatter().parse(text) if field}
        swapped = {name: f"SWAPPED {name} " + " ".join(f"{{{field}}}" for field in sorted(fields))}
        used = [
            f"SWAPPED {name} " in "".join(map(words, asked(task, mode, texts=swapped.items())))
            for mode in benchmark.prompts.modes
        ]
        assert any(used), name


def test_code_with_braces_is_shown_as_it_is():
    code = "<svg><style>.a{fill:red}</style></svg>"
    assert code in words(asked("edit", "code", code=code)[-1])
    assert code in words(asked("caption", "code", code=code)[-1])


def test_prompts_say_that_only_svg_is_wanted():
    for task in ("sketch", "edit", "text"):
        system, _ = asked(task, families.get(f"vectorgym-{task}").prompts.modes[0])
        assert prompts.ONLY_SVG in system["content"]
