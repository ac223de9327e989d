"""Remove the thinking from a completion, and recognise refusals."""

import re
from typing import NamedTuple

from sgpkit.status import Status


class Answer(NamedTuple):
    """An extracted answer, or the reason why there is none; `value` is None unless `status` is ok."""

    value: str | None
    status: Status
    reason: str = ""


MAX_LENGTH = 8_000_000
"""Maximum length in characters of a completion."""

END = 250_000
"""Number of characters at the start and at the end of a reply that are searched for an answer."""

# The tags that reasoning models wrap their thoughts in, as their chat templates write them.
THOUGHT_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning|seed:think)>", re.IGNORECASE)

REFUSAL = re.compile(
    r"\W{0,20}(?:(?:unfortunately|sorry),? )?(?:as an ai\b|sorry,"
    r"|i(?: am|['’]m) (?:sorry|unable|not able)|i (?:cannot|can ?not|can['’]t|won['’]t|will not|am not able)\b)",
    re.IGNORECASE,
)


def without_thinking(text: str) -> tuple[str, bool]:
    """Return the text after the thinking, and whether the thinking is unclosed (then there is no answer).

    If the chat template contains the opening tag, a completion has only the closing one; the text before it is thinking
    too.
    """
    begin, opened = 0, None
    for tag in THOUGHT_TAG.finditer(text):
        if tag[1]:
            begin, opened = tag.end(), None
        elif opened is None:
            opened = tag.start()
    return (text[begin:], False) if opened is None else (text[begin:opened], True)


def ends(text: str) -> str:
    """Return the start and the end of a very long reply, cut between words; a shorter one unchanged."""
    if len(text) <= 2 * END:
        return text
    head = text[:END].rpartition("\n")[0] or text[:END].rpartition(" ")[0]
    tail = text[-END:].partition("\n")[2] or text[-END:].partition(" ")[2]
    return f"{head}\n{tail}"


def unreadable(text: object) -> Answer:
    """Return the answer for a completion that is not text or longer than `MAX_LENGTH`."""
    if not isinstance(text, str):
        return Answer(None, Status.NO_ANSWER, f"expected text, got {type(text).__name__}")
    return Answer(None, Status.TOO_LARGE, f"{len(text):,} characters; at most {MAX_LENGTH:,} are read")


def unanswered(visible: str, open_thought: bool, cut: bool, stated: str, what: str) -> Answer:
    """Return the answer for a completion without one, with the reason; `stated` is the text that it announces as
    answer."""
    if open_thought:
        return Answer(None, Status.TRUNCATED, "the thinking never ends")
    if cut:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit before any answer")
    if not visible.strip():
        return Answer(None, Status.NO_ANSWER, "empty answer")
    if REFUSAL.match(visible) or REFUSAL.match(stated):
        return Answer(None, Status.REFUSED, f"refusal: {visible.strip()[:80]!r}")
    if stated:
        return Answer(None, Status.NO_ANSWER, f"the answer does not name any {what}: {stated[:60]!r}")
    return Answer(None, Status.NO_ANSWER, f"no {what} found: {visible.strip()[-60:]!r}")
