"""Prompts of VectorGym: the texts, and the strategies that put them together.

The protocol is the paper's (appendix C, prompts 5 to 7): a system message with the steps, and a user message with the
input. The steps are the paper's: look at the input, turn it into a small and clear program of basic shapes, and answer
with the program only. The paper prints no prompt for captions; ours asks for what its annotators were asked to write
(appendix A.1.4). The words are ours; `--prompts DIR` replaces any text.

`zero-shot` is the published way. `few-shot` puts worked examples from the train split before the row, as earlier turns,
of the same kind of drawing if possible. A request for an edit always contains the program to be changed. Pictures are
PNG, `SIDE` pixels each way, and the texts say so.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit.benchmark import Ask, Messages, Row, Strategy
from sgpkit.errors import UserError

SIDE = 512
"""The width and the height in pixels of every picture in a prompt."""

EXAMPLES = 2
"""The number of examples. Programs are long: two examples with their answers fill a large part of a small context."""

SKETCH_MODES = ("image",)
EDIT_MODES = ("code", "code+image")
TEXT_MODES = ("hex", "names")
CAPTION_MODES = ("code", "image", "code+image")

ONLY_SVG = (
    "Reply with one complete SVG document, from its opening <svg> tag to the closing </svg>, and with nothing else: no "
    "explanation, no comments."
)

SKETCH_TASK = """\
You turn sketches made by hand into clean vector graphics. Work in this order:
1. Look at the sketch: find the things that are drawn, their outlines, and how they lie to each other.
2. Write each as an SVG element that fits it: <path>, <circle>, <ellipse>, <rect>, <line>, <polygon> or <text>.
3. Draw what was meant, not the wobble of the hand, and leave out what is not of the drawing: paper, table, shadows. The
   drawing fills the viewBox. Keep the program simple without losing accuracy.
4. If the sketch is in color, use its colors. If it is in black and white, give areas that differ colors that differ;
   which colors does not matter.
{only_svg}"""

EDIT_TASK = """\
You change SVG drawings as you are told in words. Work in this order:
1. Read the drawing and the instruction, and find the elements that it is about.
2. Make the change. What the instruction states is checked: things, numbers, colors, words, places. What it leaves open
   you may choose: a size, an exact place, how a thing is designed. Draw things so that they can be recognized.
3. Everything else stays as it is: the elements, their order, their attributes, the viewBox.
4. Check that the result is well-formed, valid SVG.
{only_svg}"""

TEXT_TASK = """\
You draw what a text describes, as SVG. Work in this order:
1. Read the text and list the things it names, with their colors and places.
2. Draw each with basic shapes: <rect>, <circle>, <ellipse>, <line>, <polygon>, <path> or <text>. Keep the program
   small and clear.
3. See to it that the drawing is simple, can be scaled, and shows what the text says and nothing else.
{only_svg}"""

CAPTION_TASK = """\
You describe vector graphics in words, for somebody who cannot see them. Say what is drawn as a whole, then the things \
in it: what they are, how many, their colors, where they are and how they lie to each other, and any text that can be \
read. Say what is seen, not how it is written. Reply with one paragraph and nothing else."""

SKETCH = "This is the sketch, a picture of {side} x {side} pixels. Write the SVG."
EDIT = """\
This is the drawing:

```svg
{code}
```

The instruction: {instruction}"""
EDIT_IMAGE = "The picture shows how it looks, fitted into {side} x {side} pixels."
TEXT = "{description}"
CAPTION_CODE = """\
Describe the drawing that this SVG program makes:

```svg
{code}
```"""
CAPTION_IMAGE = "Describe the drawing in this picture of {side} x {side} pixels."
CAPTION_BOTH = """\
Describe the drawing in this picture of {side} x {side} pixels, which was made by this SVG program:

```svg
{code}
```"""

SKETCH_TEXTS = {"sketch-task": SKETCH_TASK, "only-svg": ONLY_SVG, "sketch": SKETCH}
EDIT_TEXTS = {"edit-task": EDIT_TASK, "only-svg": ONLY_SVG, "edit": EDIT, "edit-image": EDIT_IMAGE}
TEXT_TEXTS = {"text-task": TEXT_TASK, "only-svg": ONLY_SVG, "text": TEXT}
CAPTION_TEXTS = {
    "caption-task": CAPTION_TASK,
    "caption-code": CAPTION_CODE,
    "caption-image": CAPTION_IMAGE,
    "caption-code+image": CAPTION_BOTH,
}

Asker = Callable[[Row, str, Mapping[str, str]], str | list[dict[str, Any]]]
"""The user message of a row in a mode, from the prompt texts."""


def has_description(row: Row, mode: str) -> bool:
    """Return whether the row has a description for the mode. Some published rows name colours in one style only."""
    return bool(row[f"description_{mode}"])


def has_picture(row: Row, mode: str) -> bool:
    return "image" not in mode.split("+") or row["image"] is not None


# --- strategies -------------------------------------------------------------------------------------------------------


def strategies(
    task: str,
    defaults: Mapping[str, str],
    asker: Asker,
    answer: Callable[[Row], str],
    applies: Callable[[Row, str], bool],
) -> dict[str, Strategy]:
    def zero_shot(row: Row, options: Ask) -> Messages:
        texts = dict(defaults) | dict(options.texts)
        return [system(task, texts), user(asker(row, options.mode, texts))]

    def few_shot(row: Row, options: Ask) -> Messages:
        texts = dict(defaults) | dict(options.texts)
        conversation = [system(task, texts)]
        for example in worked_examples(
            row, [candidate for candidate in options.examples if applies(candidate, options.mode)]
        ):
            conversation.append(user(asker(example, options.mode, texts)))
            conversation.append({"role": "assistant", "content": answer(example).strip()})
        return [*conversation, user(asker(row, options.mode, texts))]

    return {"zero-shot": zero_shot, "few-shot": few_shot}


def worked_examples(row: Row, examples: Sequence[Row]) -> list[Row]:
    """Return examples of other drawings, each drawing once; those of the row's kind of drawing come first."""
    others = [example for example in examples if example["cluster"] != row["cluster"]]
    if not others:
        raise UserError(
            "few-shot needs worked examples in the train split, and there is none\n"
            "Build the config again with its train split, or ask it with --strategy zero-shot"
        )
    drawings: dict[str, Row] = {}
    for example in others:
        drawings.setdefault(example["cluster"], example)
    return sorted(drawings.values(), key=lambda example: bool(example["kind"] != row["kind"]))[:EXAMPLES]


def system(task: str, texts: Mapping[str, str]) -> dict[str, Any]:
    return {"role": "system", "content": texts[f"{task}-task"].format(only_svg=texts.get("only-svg", ""))}


def user(content: str | list[dict[str, Any]]) -> dict[str, Any]:
    return {"role": "user", "content": content}


def image(png: bytes) -> dict[str, Any]:
    return {"type": "image", "image": png}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def sketch(row: Row, mode: str, texts: Mapping[str, str]) -> list[dict[str, Any]]:
    return [image(row["sketch"]), text(texts["sketch"].format(side=SIDE))]


def edit(row: Row, mode: str, texts: Mapping[str, str]) -> str | list[dict[str, Any]]:
    asked = texts["edit"].format(code=row["code"].strip(), instruction=row["instruction"].strip())
    if "image" not in mode.split("+"):
        return asked
    return [image(row["image"]), text(f"{asked}\n\n{texts['edit-image'].format(side=SIDE)}")]


def description(row: Row, mode: str, texts: Mapping[str, str]) -> str:
    if not has_description(row, mode):
        raise UserError(f"{row['id']} has no description for the mode {mode!r}; ask it in the other one")
    return texts["text"].format(description=row[f"description_{mode}"].strip())


def caption(row: Row, mode: str, texts: Mapping[str, str]) -> str | list[dict[str, Any]]:
    asked = texts[f"caption-{mode}"].format(code=row["code"].strip(), side=SIDE)
    return [image(row["image"]), text(asked)] if "image" in mode.split("+") else asked


SKETCH_STRATEGIES = strategies("sketch", SKETCH_TEXTS, sketch, lambda row: row["code"], lambda row, mode: True)
EDIT_STRATEGIES = strategies("edit", EDIT_TEXTS, edit, lambda row: row["target"], has_picture)
TEXT_STRATEGIES = strategies("text", TEXT_TEXTS, description, lambda row: row["code"], has_description)
CAPTION_STRATEGIES = strategies("caption", CAPTION_TEXTS, caption, lambda row: row["caption"], has_picture)
