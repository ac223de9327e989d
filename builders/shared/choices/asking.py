"""Prompts of questions with options: the texts that the configs of SGP-Bench share, and how they are put together.

The protocol is the authors' (paper appendix F.2 and their code): the program stands in the question, four options,
thinking step by step, and a last line `Answer: X`.
"""

from collections.abc import Mapping
from functools import cache

from sgpkit.benchmark import Messages, Row

MODES = ("code", "image", "code+image")

CHOICE = """\
Question: {question}

{options}"""

COT = "Let's think step by step. End your reply with one line of the form `Answer: X`, where X is {form}."

DIRECT = "Reply with one line only, of the form `Answer: X`, where X is {form}."

SHOWN = {"code": "shown-code", "image": "shown-image", "code+image": "shown-both"}


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
