"""Prompts of VGBench: the texts, and the strategies that put them together.

The protocol is the paper's (appendix 6.1): a system message about the task and the form of answers, then the drawing
with its question. `few-shot` puts three worked examples of the same type of question before it, as earlier turns.
`zero-shot-cot` is a conversation: the question, one turn for each option with the model's own replies kept in the
context, and then the letter. Consecutive user messages of the paper are merged, since many chat templates refuse them.

The words are ours; `--prompts DIR` replaces any text. The mode selects the presentation: the program (`code`), its
picture (`image`), or both (`code+image`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.benchmark import Ask, Completion, Conversation, Messages, Row, Strategy
from sgpkit.errors import UserError

MODES = ("code", "image", "code+image")
LETTERS = "ABCD"
EXAMPLES = 3
FORMAT_NAMES = {"svg": "SVG", "tikz": "TikZ", "graphviz": "Graphviz"}
FENCES = {"svg": "svg", "tikz": "latex", "graphviz": "dot"}

SYSTEM_CODE = (
    "You will be shown a program in {format}. Answer questions about the picture that it draws, judging by it alone."
)
SYSTEM_IMAGE = "You will be shown a picture. Answer questions about it, judging by it alone."
SYSTEM_BOTH = (
    "You will be shown a program in {format} and the picture that it draws. Answer questions about that picture, "
    "judging by them alone."
)
LETTER_ONLY = "Reply with the letter of the right option and with nothing else: no explanation, no punctuation."
STEPS = "Think about each question step by step."
SOME_EXAMPLES = "First you will see some examples with their right answers."

SHOWN_CODE = """\
```{fence}
{code}
```"""
SHOWN_IMAGE = "This is the picture."
SHOWN_BOTH = """\
This is the picture, drawn by the following program:

```{fence}
{code}
```"""

QUESTION = """\
Question: {question}

{options}"""
NOT_YET = "Do not choose yet. The options will be gone through one after another."
PROBE = "Look closely at option {letter}, {option}. Does it answer the question? Say what speaks for it and against it."
CHOOSE = "Which of the four options is the best answer? " + LETTER_ONLY

GENERATE = """\
You draw by writing programs in {format}. The user describes a picture; write the program that draws it. Your reply \
must be one complete program that compiles as it stands, in one code block, and nothing else."""

TEXTS = {
    "system-code": SYSTEM_CODE,
    "system-image": SYSTEM_IMAGE,
    "system-code+image": SYSTEM_BOTH,
    "letter-only": LETTER_ONLY,
    "steps": STEPS,
    "some-examples": SOME_EXAMPLES,
    "shown-code": SHOWN_CODE,
    "shown-image": SHOWN_IMAGE,
    "shown-code+image": SHOWN_BOTH,
    "question": QUESTION,
    "not-yet": NOT_YET,
    "probe": PROBE,
    "choose": CHOOSE,
}
CAPTION_TEXTS = {"generate": GENERATE}


def applies(row: Row, mode: str) -> bool:
    """Return whether the row can be shown in the mode. A published program that does not compile has no picture."""
    return "image" not in mode or row["image"] is not None


def question_strategies(format: str) -> dict[str, Strategy]:
    def zero_shot(row: Row, options: Ask) -> Messages:
        texts = TEXTS | dict(options.texts)
        return [system(format, options.mode, texts, "letter-only"), asked(row, format, options.mode, texts)]

    def few_shot(row: Row, options: Ask) -> Messages:
        texts = TEXTS | dict(options.texts)
        conversation = [system(format, options.mode, texts, "letter-only", "some-examples")]
        for example in worked_examples(row, options.examples, options.mode):
            conversation.append(asked(example, format, options.mode, texts))
            conversation.append({"role": "assistant", "content": str(example["answer"])})
        return [*conversation, asked(row, format, options.mode, texts)]

    def zero_shot_cot(row: Row, options: Ask) -> Conversation:
        texts = TEXTS | dict(options.texts)
        conversation = [system(format, options.mode, texts, "steps")]
        note = texts["not-yet"]
        for letter, option in zip(LETTERS, row["options"], strict=True):
            probe = texts["probe"].format(letter=letter, option=option)
            if note:
                conversation.append(asked(row, format, options.mode, texts, f"{note}\n\n{probe}"))
                note = ""
            else:
                conversation.append({"role": "user", "content": probe})
            reply: Completion = yield list(conversation)
            # Many servers refuse an empty turn, so an empty reply is replaced by a remark.
            conversation.append({"role": "assistant", "content": reply.text.strip() or "(no reply)"})
        yield [*conversation, {"role": "user", "content": texts["choose"]}]

    return {"zero-shot": zero_shot, "few-shot": few_shot, "zero-shot-cot": zero_shot_cot}


def caption_strategies(format: str) -> dict[str, Strategy]:
    def zero_shot(row: Row, options: Ask) -> Messages:
        texts = CAPTION_TEXTS | dict(options.texts)
        return [
            {"role": "system", "content": texts["generate"].format(format=FORMAT_NAMES[format])},
            {"role": "user", "content": row["caption"]},
        ]

    return {"zero-shot": zero_shot}


def worked_examples(row: Row, examples: Sequence[Row], mode: str) -> list[Row]:
    """Return up to three rows of the row's type from the train split, which is never scored. If a small split has none
    of that type, the rows are of other types."""
    known = [example for example in examples if applies(example, mode)]
    if not known:
        raise UserError(
            "few-shot needs worked examples in the train split, and there is none\n"
            "Build the config again, or ask it with --strategy zero-shot"
        )
    return ([example for example in known if example["type"] == row["type"]] or known)[:EXAMPLES]


def system(format: str, mode: str, texts: Mapping[str, str], *guides: str) -> dict[str, Any]:
    shown = texts[f"system-{mode}"].format(format=FORMAT_NAMES[format])
    return {"role": "system", "content": " ".join([shown, *(texts[guide] for guide in guides)])}


def asked(row: Row, format: str, mode: str, texts: Mapping[str, str], then: str = "") -> dict[str, Any]:
    """Return one user message: the program or picture, the question with its options, and the text after it."""
    shown = texts[f"shown-{mode}"].format(fence=FENCES[format], code=row["code"].strip())
    listed = "\n".join(f"{letter}: {option}" for letter, option in zip(LETTERS, row["options"], strict=True))
    question = texts["question"].format(question=row["question"], options=listed)
    text = "\n\n".join(filter(None, (shown, question, then)))
    if "image" not in mode:
        return {"role": "user", "content": text}
    return {"role": "user", "content": [{"type": "image", "image": row["image"]}, {"type": "text", "text": text}]}
