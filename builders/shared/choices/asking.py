"""Questions with options: the columns and prompts that the configs of SGP-Bench share.

The protocol is the authors' (paper appendix F.2 and their code): the program is part of the question, four options,
thinking step by step, and a last line `Answer: X`.
"""

from collections.abc import Mapping
from functools import cache

from sgpkit.benchmark import ColumnType, Messages, Row
from sgpkit.families.shared.choices import keys

COLUMNS: dict[str, ColumnType] = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "category": "string",
    "type": "string",
    "question": "string",
    "options": "list[string]",
    "answer": keys.LETTERS,
    "code": "string",
    "image": "image",
}
"""Columns of rows with questions about a drawing."""

MODES = ("code", "image", "code+image")

CHOICE = """\
Question: {question}

{options}"""

COT = "Let's think step by step. End your reply with one line of the form `Answer: X`, where X is {form}."

DIRECT = "Reply with one line only, of the form `Answer: X`, where X is {form}."

GUIDES = {"choice": CHOICE, "cot": COT, "direct": DIRECT}
"""Texts that every config with options has, by the names under which `--prompts DIR` replaces them."""

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
    """Return a pattern for a number of options, one per line."""
    return "\n".join(f"{letter}) %s" for letter in "ABCD"[:count])


@cache
def form(count: int) -> str:
    """Return the form of an answer: the letters of a number of options."""
    letters = "ABCD"[:count]
    return f"{', '.join(letters[:-1])} or {letters[-1]}"


def with_picture(text: str, row: Row) -> Messages:
    return [{"role": "user", "content": [{"type": "image", "image": row["image"]}, {"type": "text", "text": text}]}]
