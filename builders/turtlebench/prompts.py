"""Prompts of TurtleBench: the texts, and the strategies that put them together.

The protocol is the paper's (appendices C.2, C.3): a system message that says how to work, and a user message with the
request, the pictures and the beginning of the program with its lengths. `basic` only asks; `v-cot` asks for a
description of what is given, for reasoning step by step, and then for the program, in which the pen's size is never
set. The words are ours; any text can be swapped with `--prompts DIR`.

Modes: what is shown of a figure to draw (its picture, its description, both), and of a change (the figure's picture
and the request in words; the figure's program besides; or the program and the target's picture in place of the words).
Settings: Python's turtle, the same under unfamiliar names (`rabbit`), or whatever language the model likes.
"""

from collections.abc import Mapping

from sgpkit.benchmark import Ask, Messages, Row, Strategy
from sgpkit.errors import UserError

from .content.patterns.pattern import HEAD

SCRATCH_MODES = ("image", "text", "image+text")
TWEAK_MODES = ("image+text", "code+image+text", "code+image+target")
SETTINGS = ("turtle", "rabbit", "any-language")

TURTLE = "a Python program that draws with the standard `turtle` module"
ANY_LANGUAGE = "a program in any graphics language or library you like, for example SVG, TikZ, matplotlib or turtle"
RABBIT = "a Python program that draws with the library `Rabbit`, which is described below, and nothing else"

RABBIT_LIBRARY = """\
The library `Rabbit` has one class, `Rabbit`. A rabbit is an object that moves over the screen and draws a line as it \
goes. `r = Rabbit()` makes one in the middle of the screen, facing up (north), and drawing. It has these methods only:
- `r.aa(length)` moves it forward by `length` pixels, or back if `length` is negative.
- `r.bb(degrees)` turns it to the right by `degrees`, or to the left if `degrees` is negative.
- `r.cc(radius, degrees)` moves it along an arc of that radius over that many degrees; the middle of the circle is to \
the rabbit's left. 360 degrees make a whole circle.
- `r.pp(vanish)`: after `r.pp(True)` it moves without drawing, after `r.pp(False)` it draws again."""

BASIC = """\
You are given an abstract geometric figure or pattern, and a request. Answer the request with {language}. Reply with \
the complete program in one code block."""

V_COT = """\
You are an expert in geometry who sees how a figure is made. You answer a request with {language}.

Work in this order:
1. Describe what is given: list all parts of the figure that matter for the request, how they lie to each other, and \
how large they are.
2. From that description reason step by step towards the program.
3. Write the complete final program in one code block. Never set the pen's size or the width of lines in it."""

SCRATCH_IMAGE = "Write a program that draws exactly the figure in the picture."
SCRATCH_TEXT = "Write a program that draws exactly this figure: {description}"
SCRATCH_BOTH = """\
Write a program that draws exactly the figure in the picture. In words: {description}"""

TWEAK_GENERATE = """\
The picture shows the given shape. Write a program that {instruction}. It draws the changed shape only, whole."""
TWEAK_EDIT = """\
The picture shows the given shape, and the turtle program below draws it. Change it to a program that {instruction}. \
It draws the changed shape only, whole."""
TWEAK_TARGET = """\
The first picture shows the given shape, and the turtle program below draws it. The second picture shows how it is to \
look after a change. Change the program so that it draws exactly the shape in the second picture."""

GIVEN_CODE = """\
The program of the given shape:

```python
{code}
```"""

START = """\
Complete this program:

```python
{start}
```"""

LENGTHS = """\
These lengths, in pixels, are those of the figure that is given:

```python
{variables}
```"""

TEXTS = {
    "turtle": TURTLE,
    "any-language": ANY_LANGUAGE,
    "rabbit": RABBIT,
    "rabbit-library": RABBIT_LIBRARY,
    "basic": BASIC,
    "v-cot": V_COT,
    "scratch-image": SCRATCH_IMAGE,
    "scratch-text": SCRATCH_TEXT,
    "scratch-image+text": SCRATCH_BOTH,
    "tweak-image+text": TWEAK_GENERATE,
    "tweak-code+image+text": TWEAK_EDIT,
    "tweak-code+image+target": TWEAK_TARGET,
    "given-code": GIVEN_CODE,
    "start": START,
    "lengths": LENGTHS,
}

STARTS = {"turtle": HEAD, "rabbit": "from Rabbit import Rabbit\nfrom math import *\n\nr = Rabbit()\n"}


def applies(row: Row, mode: str) -> bool:
    """Return whether the row has the inputs of the mode: not every published figure has a description."""
    return "instruction" in row or "text" not in mode.split("+") or bool(row["description"])


def strategy(guidance: str) -> Strategy:
    def ask(row: Row, options: Ask) -> Messages:
        if not applies(row, options.mode):
            raise UserError(
                f"{row['id']} has no description, which the mode {options.mode!r} shows; ask it in the mode 'image'"
            )
        texts = TEXTS | dict(options.texts)
        parts: list[dict[str, object]] = [{"type": "image", "image": image} for image in pictures(row, options.mode)]
        parts.append({"type": "text", "text": request(row, options, texts)})
        return [
            {"role": "system", "content": system(guidance, options.setting or SETTINGS[0], texts)},
            {"role": "user", "content": parts if len(parts) > 1 else parts[0]["text"]},
        ]

    return ask


def system(guidance: str, setting: str, texts: Mapping[str, str]) -> str:
    text = texts[guidance].format(language=texts[setting])
    return f"{text}\n\n{texts['rabbit-library']}" if setting == "rabbit" else text


def request(row: Row, options: Ask, texts: Mapping[str, str]) -> str:
    task = "tweak" if "instruction" in row else "scratch"
    instruction = (row.get("instruction") or "").rstrip(". ")
    asked = texts[f"{task}-{options.mode}"].format(description=row["description"], instruction=instruction)
    parts = [asked]
    if "code" in options.mode.split("+"):
        parts.append(texts["given-code"].format(code=row["base_code"].strip(), instruction=instruction))
    elif options.setting == "any-language":
        parts.append(texts["lengths"].format(variables=row["variables"]))
    else:
        start = STARTS[options.setting or SETTINGS[0]]
        parts.append(texts["start"].format(start=f"{start}{row['variables']}\n..."))
    return "\n\n".join(filter(None, parts))


def pictures(row: Row, mode: str) -> list[bytes]:
    """A change is always asked of a picture; its target is shown in one mode only."""
    shown = mode.split("+")
    if "instruction" in row:
        return [row["base_image"], row["image"]] if "target" in shown else [row["base_image"]]
    return [row["image"]] if "image" in shown else []


STRATEGIES: dict[str, Strategy] = {"basic": strategy("basic"), "v-cot": strategy("v-cot")}
