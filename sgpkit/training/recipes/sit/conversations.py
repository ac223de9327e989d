"""Convert a row of an instruction dataset with any of the usual columns into a conversation.

`messages` (chat), `prompt` with `completion` (TRL), `instruction` with `output` and perhaps `input` (Alpaca), or
`instruction` with `response` (open-instruct).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

ROLES = ("system", "user", "assistant")


class Turn(NamedTuple):
    """One message of a conversation: its role, one of `ROLES`, and its text."""

    role: str
    content: str


Conversation = tuple[Turn, ...]

FORMS = (
    ("messages",),
    ("prompt", "completion"),
    ("instruction", "output"),
    ("instruction", "response"),
)
"""The supported sets of columns; the first whose columns a dataset all has is used."""

EXPECTED = "; ".join(", ".join(form) for form in FORMS)


class Unusable(ValueError):
    """A row that cannot be used for training; the message has the reason."""


def form_of(columns: Sequence[str]) -> tuple[str, ...] | None:
    """Return the first of `FORMS` whose columns all exist, None without one."""
    return next((form for form in FORMS if set(form) <= set(columns)), None)


def columns_of(form: tuple[str, ...], columns: Sequence[str]) -> list[str]:
    """Return the columns to read: those of the form, and its optional one."""
    return [*form, *(["input"] if form == ("instruction", "output") and "input" in columns else [])]


def conversation(row: Mapping[str, Any], form: tuple[str, ...]) -> Conversation:
    """Return a row of the given form as a conversation. Raises Unusable for a row without one."""
    if form == ("messages",):
        turns = turns_of(row["messages"], "messages")
    elif form == ("prompt", "completion"):
        turns = side(row["prompt"], "user", "prompt") + side(row["completion"], "assistant", "completion")
    else:
        asked = text_of(row["instruction"], "instruction")
        if row.get("input") is not None and (given := text_of(row["input"], "input")).strip():
            asked = f"{asked}\n\n{given}"
        turns = (Turn("user", asked), Turn("assistant", text_of(row[form[1]], form[1])))
    check(turns)
    return turns


def side(value: Any, role: str, name: str) -> Conversation:
    """Return a prompt or a completion as turns: a text is one turn of `role`, a list holds its own roles."""
    return (Turn(role, value),) if isinstance(value, str) else turns_of(value, name)


def turns_of(value: Any, name: str) -> Conversation:
    """Return a list of chat messages as turns. Raises Unusable, with the column's name, for any other value."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Unusable(f"{name} is not a list of turns")
    turns = []
    for item in value:
        if not isinstance(item, Mapping) or item.get("role") not in ROLES:
            raise Unusable(f"a turn has no role of {', '.join(ROLES)}")
        turns.append(Turn(item["role"], text_of(item.get("content"), "content")))
    return tuple(turns)


def text_of(value: Any, name: str) -> str:
    """Return a value that is a text. Raises Unusable, with the column's name, for any other value."""
    if not isinstance(value, str):
        raise Unusable(f"{name} is not a text")
    return value


def check(turns: Conversation) -> None:
    """Raise Unusable unless the user asks first, the assistant answers last, and no answer is empty."""
    if not turns or turns[-1].role != "assistant":
        raise Unusable("the last turn is not from the assistant")
    if turns[0].role == "assistant":
        raise Unusable("no user turn before the answer of the assistant")
    if not all(turn.content.strip() for turn in turns if turn.role == "assistant"):
        raise Unusable("an answer is empty")
    if not any(turn.content.strip() for turn in turns if turn.role == "user"):
        raise Unusable("the question is empty")
