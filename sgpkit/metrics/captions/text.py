"""The caption in a completion, without the thinking, programs, a heading and quotation marks."""

import re

from sgpkit.extract.visible import MAX_LENGTH, REFUSAL, unreadable, without_thinking
from sgpkit.status import Rejected, Status

MAX_CAPTION = 20_000
"""Characters: many times the length of a caption."""

HEADING = re.compile(
    r"[\s>#*_]{0,10}(?:the |an? |final |image |svg )?(?:caption|description)[*_ ]{0,4}:[*_]{0,3}\s+", re.I
)
QUOTES = {'"': '"', "“": "”", "'": "'", "«": "»"}
PROGRAM = re.compile(r"(?:```\w{0,9}\s*+)?(?:<\?xml[^>]*+>\s*+)?<svg\b.*?(?:</svg>|\Z)(?:\s*+```)?", re.I | re.S)
WORD = re.compile(r"\w")
BROKEN = re.compile("[\x00\ud800-\udfff]")


def caption(completion: object, finish_reason: str = "stop") -> str:
    """Return the caption in a completion; raise Rejected if there is none.

    A caption that the token limit cut off is used as it is.
    """
    if not isinstance(completion, str) or len(completion) > MAX_LENGTH:
        answer = unreadable(completion)
        raise Rejected(answer.status, answer.reason)
    visible, open_thought = without_thinking(completion)
    prose, programs = PROGRAM.subn(" ", visible)
    if programs and not WORD.search(prose):
        raise Rejected(Status.NO_ANSWER, "an SVG program and no caption")
    text = BROKEN.sub("\ufffd", bare(prose))
    if not text:
        if open_thought:
            raise Rejected(Status.TRUNCATED, "the thinking never ends")
        if finish_reason == "length":
            raise Rejected(Status.TRUNCATED, "cut off by the token limit before any caption")
        missing = finish_reason == "missing"
        raise Rejected(
            Status.NO_ANSWER, "no completion for this row in the replayed file" if missing else "empty answer"
        )
    if len(text) > MAX_CAPTION:
        raise Rejected(Status.TOO_LARGE, f"a caption of {len(text):,} characters; at most {MAX_CAPTION:,} are read")
    if REFUSAL.match(text):
        raise Rejected(Status.REFUSED, f"refusal: {text[:80]!r}")
    return text


def bare(text: str) -> str:
    """Return the text without a heading such as `**Caption:**` and without quotation marks around all of it."""
    text = text.strip()
    heading = HEADING.match(text)
    if heading is not None:
        text = text[heading.end() :].strip()
    if len(text) > 1 and QUOTES.get(text[0]) == text[-1] and text[-1] not in text[1:-1]:
        text = text[1:-1].strip()
    return text
