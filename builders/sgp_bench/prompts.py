"""Prompts of SGP-Bench: the texts, and the strategies that put them together.

The protocol is the authors' (paper appendix F.2 and their code): the program is in the question, four options,
thinking step by step, and a last line `Answer: X`. The words are ours; any text can be swapped with `--prompts DIR`.
The mode says what is shown: the program (`code`), its picture (`image`), or both (`code+image`).
"""

from functools import partial

from sgpkit import extract
from sgpkit.benchmark import Ask, Conversation, Messages, Row, Strategy
from sgpkit.families.shared.choices.asking import GUIDES, SHOWN, guide, question, with_picture
from sgpkit.metrics import isolated
from sgpkit.status import Rejected

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

DIGIT = "Question: {question}"

REDRAW = """\
Write an SVG program that draws this picture as exactly as you can: the same shapes with the same sizes, places, \
angles and colors. Reply with the complete program in one code block, and with nothing else."""

OWN_CODE = """\
Earlier you were shown a picture, and you wrote this SVG program to draw it. Use the program to answer a question \
about the picture.

```svg
{code}
```"""

TEXTS = {"shown-code": SHOWN_CODE, "shown-image": SHOWN_IMAGE, "shown-both": SHOWN_BOTH} | GUIDES
DIGIT_TEXTS = {name: text for name, text in TEXTS.items() if name != "choice"} | {"digit": DIGIT}
ALL_TEXTS = TEXTS | DIGIT_TEXTS
ILLUSION_TEXTS = TEXTS | {"redraw": REDRAW, "own-code": OWN_CODE}


def strategy(guidance: str) -> Strategy:
    """One user message: the drawing, the question with its options, and the form of the answer."""

    def ask(row: Row, options: Ask) -> Messages:
        texts = {**ALL_TEXTS, **options.texts}
        shown = texts[SHOWN[options.mode]].format(code=row["code"])
        text = "\n\n".join(filter(None, (shown, question(row, texts), guide(row, texts, guidance))))
        return with_picture(text, row) if "image" in options.mode else [{"role": "user", "content": text}]

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


STRATEGIES: dict[str, Strategy] = {"cot": strategy("cot"), "direct": strategy("direct")}
ILLUSION_STRATEGIES: dict[str, Strategy] = {**STRATEGIES, "own-program": own_program}
