"""The visible part of a completion: thinking is removed, and refusals are recognised."""

import re
from typing import NamedTuple

from sgpkit.status import Status


class Answer(NamedTuple):
    """An answer that was read, or why there is none: `value` is None unless `status` is ok."""

    value: str | None
    status: Status
    reason: str = ""


MAX_LENGTH = 8_000_000
"""The longest completion in characters that is read."""

END = 250_000
"""The number of characters at either end of a reply that are searched for an answer in words."""

# The tags that reasoning models wrap their thoughts in, as their chat templates write them.
THOUGHT_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning|seed:think)>", re.IGNORECASE)

REFUSAL = re.compile(
    r"\W{0,20}(?:(?:unfortunately|sorry),? )?(?:as an ai\b|sorry,"
    r"|i(?: am|['’]m) (?:sorry|unable|not able)|i (?:cannot|can ?not|can['’]t|won['’]t|will not|am not able)\b)",
    re.IGNORECASE,
)


def without_thinking(text: str) -> tuple[str, bool]:
    """Return the text after the thinking, and whether a thought was left open (then nothing after it is an answer).

    Templates that open the thought themselves leave only the closing tag in the completion: what comes before it is
    thinking too.
    """
    begin, opened = 0, None
    for tag in THOUGHT_TAG.finditer(text):
        if tag[1]:
            begin, opened = tag.end(), None
        elif opened is None:
            opened = tag.start()
    return (text[begin:], False) if opened is None else (text[begin:opened], True)


def ends(text: str) -> str:
    """Return the beginning and the end of a very long reply, cut between words; a shorter one unchanged."""
    if len(text) <= 2 * END:
        return text
    head = text[:END].rpartition("\n")[0] or text[:END].rpartition(" ")[0]
    tail = text[-END:].partition("\n")[2] or text[-END:].partition(" ")[2]
    return f"{head}\n{tail}"


def unreadable(text: object) -> Answer:
    """Return the answer for a completion that is no text, or longer than `MAX_LENGTH`."""
    if not isinstance(text, str):
        return Answer(None, Status.NO_ANSWER, f"expected text, got {type(text).__name__}")
    return Answer(None, Status.TOO_LARGE, f"{len(text):,} characters; at most {MAX_LENGTH:,} are read")


def unanswered(visible: str, open_thought: bool, cut: bool, stated: str, what: str) -> Answer:
    """Return the answer for a completion that names none, with the reason; `stated` is the text that it announces."""
    if open_thought:
        return Answer(None, Status.TRUNCATED, "the thinking never ends")
    if cut:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit before any answer")
    if not visible.strip():
        return Answer(None, Status.NO_ANSWER, "empty answer")
    if REFUSAL.match(visible) or REFUSAL.match(stated):
        return Answer(None, Status.REFUSED, f"refusal: {visible.strip()[:80]!r}")
    if stated:
        return Answer(None, Status.NO_ANSWER, f"the answer names no {what}: {stated[:60]!r}")
    return Answer(None, Status.NO_ANSWER, f"no {what} is named: {visible.strip()[-60:]!r}")
