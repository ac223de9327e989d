"""Prompts of SGP-Bench: the texts, and the strategies that put them together.

The protocol is the authors' (paper appendix F.2 and their code): the program stands in the question, four options,
thinking step by step, and a last line `Answer: X`. The words are ours; any text can be swapped with `--prompts DIR`.
The mode says what is shown: the program (`code`), its picture (`image`), or both (`code+image`).
"""

from collections.abc import Mapping
from functools import cache, partial

from sgpkit import extract
from sgpkit.benchmark import Ask, Conversation, Messages, Row, Strategy
from sgpkit.graphics import cad
from sgpkit.metrics import isolated
from sgpkit.status import Rejected

MODES = ("code", "image", "code+image")

SHOWN_CODE = """\
Read this SVG program and imagine the picture that it draws. The question is about that picture.

```svg
{code}
```"""

SHOWN_IMAGE = "Look at the picture. The question is about what it shows."

SHOWN_BOTH = """\
Look at the picture, and at the SVG program that draws it. The question is about what they show.

```svg
{code}
```"""

CHOICE = """\
Question: {question}

{options}"""

DIGIT = "Question: {question}"

SHOWN_CAD_CODE = """\
Read this CAD program and imagine {thing}. The question is about that {short}.

{code}

How such a program is to be read:

{hint}"""

SHOWN_CAD_IMAGE = "Look at {pictures}. The question is about {what}."

SHOWN_CAD_BOTH = """\
Look at {pictures}, and at the CAD program that makes {what}. The question is about {what}.

{code}

How such a program is to be read:

{hint}"""

COT = "Let's think step by step. End your reply with one line of the form `Answer: X`, where X is {form}."

DIRECT = "Reply with one line only, of the form `Answer: X`, where X is {form}."

REDRAW = """\
Write an SVG program that draws this picture as exactly as you can: the same shapes with the same sizes, places, \
angles and colors. Reply with the complete program in one code block, and with nothing else."""

OWN_CODE = """\
Earlier you were shown a picture, and you wrote this SVG program to draw it. Use the program to answer a question \
about the picture.

```svg
{code}
```"""

TEXTS = {
    "shown-code": SHOWN_CODE,
    "shown-image": SHOWN_IMAGE,
    "shown-both": SHOWN_BOTH,
    "choice": CHOICE,
    "cot": COT,
    "direct": DIRECT,
}
DIGIT_TEXTS = {name: text for name, text in TEXTS.items() if name != "choice"} | {"digit": DIGIT}
ALL_TEXTS = TEXTS | DIGIT_TEXTS
CAD_TEXTS = TEXTS | {"shown-code": SHOWN_CAD_CODE, "shown-image": SHOWN_CAD_IMAGE, "shown-both": SHOWN_CAD_BOTH}
ILLUSION_TEXTS = TEXTS | {"redraw": REDRAW, "own-code": OWN_CODE}

SHOWN = {"code": "shown-code", "image": "shown-image", "code+image": "shown-both"}


def strategy(guidance: str) -> Strategy:
    """One user message: what is shown, the question with its options, and how to answer."""

    def ask(row: Row, options: Ask) -> Messages:
        texts = {**ALL_TEXTS, **options.texts}
        shown = texts[SHOWN[options.mode]].format(code=row["code"])
        text = f"{shown}\n\n{question(row, texts)}\n\n{guide(row, texts, guidance)}"
        return with_picture(text, row) if "image" in options.mode else [{"role": "user", "content": text}]

    return ask


SOLID_WORDS = {
    "thing": "the part that it builds",
    "short": "part",
    "what": "the part",
    "pictures": "the two pictures of a part, from the upper right in front and from the opposite side",
}
SKETCH_WORDS = {
    "thing": "the sketch that it draws",
    "short": "sketch",
    "what": "the sketch",
    "pictures": "the picture of a flat sketch",
}


def cad_strategy(guidance: str) -> Strategy:
    """Return the same as `strategy`, with a hint on the dialect's syntax, and the part shown from both sides."""

    def ask(row: Row, options: Ask) -> Messages:
        texts = {**CAD_TEXTS, **options.texts}
        flat = row["dialect"] == "sketchgraphs"
        words = SKETCH_WORDS if flat else SOLID_WORDS
        hint = cad.syntax_hint(row["dialect"])
        shown = texts[SHOWN[options.mode]].format(code=row["code"], hint=hint, **words)
        text = f"{shown}\n\n{question(row, texts)}\n\n{guide(row, texts, guidance)}"
        if "image" not in options.mode:
            return [{"role": "user", "content": text}]
        sides = ("image_front",) if flat else ("image_front", "image_back")
        shown_sides = [{"type": "image", "image": row[side]} for side in sides]
        return [{"role": "user", "content": [*shown_sides, {"type": "text", "text": text}]}]

    return ask


PROGRAM_IN = isolated.reading(partial(extract.code, format="svg"))
"""The program in a model's reply, which a worker process reads."""


def own_program(row: Row, options: Ask) -> Conversation:
    """Paper §3, figure 6: from the picture the model writes a program, and answers from that, the picture taken away
    again (in the mode `code+image` it stays in view). A reply without a program ends the conversation."""
    texts = {**ILLUSION_TEXTS, **options.texts}
    reply = yield with_picture(texts["redraw"], row)
    try:
        written = PROGRAM_IN(reply.text)
    except Rejected:  # reading it exceeds a limit, or crashes
        return
    if written is None:
        return
    text = f"{texts['own-code'].format(code=written)}\n\n{question(row, texts)}\n\n{guide(row, texts, 'cot')}"
    yield with_picture(text, row) if options.mode == "code+image" else [{"role": "user", "content": text}]


def question(row: Row, texts: Mapping[str, str]) -> str:
    if "options" not in row:
        return texts["digit"].format(question=row["question"])
    options = row["options"]
    return texts["choice"].format(question=row["question"], options=lettered(len(options)) % tuple(options[:4]))


def guide(row: Row, texts: Mapping[str, str], guidance: str) -> str:
    if "options" not in row:
        return texts[guidance].format(form="the digit")
    return texts[guidance].format(form=form(len(row["options"])))


@cache
def lettered(count: int) -> str:
    """Return a pattern for so many options, a line each."""
    return "\n".join(f"{letter}) %s" for letter in "ABCD"[:count])


@cache
def form(count: int) -> str:
    """Return the letters of so many options, as an answer's form."""
    letters = "ABCD"[:count]
    return f"{', '.join(letters[:-1])} or {letters[-1]}"


def with_picture(text: str, row: Row) -> Messages:
    return [{"role": "user", "content": [{"type": "image", "image": row["image"]}, {"type": "text", "text": text}]}]


STRATEGIES: dict[str, Strategy] = {"cot": strategy("cot"), "direct": strategy("direct")}
CAD_STRATEGIES: dict[str, Strategy] = {"cot": cad_strategy("cot"), "direct": cad_strategy("direct")}
ILLUSION_STRATEGIES: dict[str, Strategy] = {**STRATEGIES, "own-program": own_program}
