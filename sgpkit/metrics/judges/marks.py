"""The mark in a judge's reply, read strictly: one line `score: N`, within the scale, or nothing.

A number anywhere else is no mark: a judge that repeats its task ("a score from 1 to 10") has not judged. A reply that
is nothing but a number counts too, since rubrics exist that ask for no more.
"""

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from sgpkit import extract
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

Messages = list[dict[str, Any]]
Answer = Callable[[Sequence[int], Sequence[Messages]], Sequence[str]]
"""The replies to questions about the predictions at these places."""

SCORE_LINE = re.compile(r"[\s>#*_`-]*score[\s*_`]*[:=][\s*_`]*(.*?)[\s*_`.]*", re.IGNORECASE)
NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)(?:\s*/\s*(\d+))?")
LONGEST = 20_000
"""Characters of a reply that are read, from its end."""


def read(reply: str, low: float, high: float, whole: bool = False) -> float:
    """The mark of one reply; raises Rejected with `judge_unreadable`. `whole` takes whole numbers only."""
    visible, _ = extract.without_thinking(reply)
    lines = visible[-LONGEST:].strip().splitlines()
    written = [match[1] for line in lines if (match := SCORE_LINE.fullmatch(line))]
    if not written and len(lines) == 1 and NUMBER.fullmatch(lines[0].strip(" *_`.")):
        written = [lines[0].strip(" *_`.")]
    if len(written) != 1:
        found = f"{len(written)} lines" if written else "no line"
        raise unreadable(f"{found} `score: N` in the judge's reply: {' '.join(lines)[-80:]!r}")
    number = NUMBER.fullmatch(written[0])
    mark = float(number[1]) if number else math.nan
    if number is None or (number[2] and float(number[2]) != high):
        raise unreadable(f"the judge's score is no number on its scale: {written[0][:60]!r}")
    if not low <= mark <= high or (whole and not mark.is_integer()):
        wanted = "a whole number" if whole else "a number"
        raise unreadable(f"the judge's score is {mark:g}; expected {wanted} from {low:g} to {high:g}")
    return mark


def unreadable(reason: str) -> Rejected:
    return Rejected(Status.JUDGE_UNREADABLE, reason)


def judged(
    questions: Sequence[Messages | Rejected], answer: Answer, low: float, high: float, whole: bool = False
) -> list[Verdict]:
    """Aligned with the questions: the mark as a share of its scale, and as it stands under `mark`. Of what could not be
    shown (a Rejected) nobody is asked; that and a reply without a mark have the lowest."""
    places = [place for place, question in enumerate(questions) if not isinstance(question, Rejected)]
    asked = [question for question in questions if not isinstance(question, Rejected)]
    replies = dict(zip(places, answer(places, asked) if places else [], strict=True))
    return [
        Verdict(0.0, question.status, question.reason, {"mark": low})
        if isinstance(question, Rejected)
        else verdict(replies[place], low, high, whole)
        for place, question in enumerate(questions)
    ]


def verdict(reply: str, low: float, high: float, whole: bool) -> Verdict:
    try:
        mark = read(reply, low, high, whole)
    except Rejected as rejected:
        return Verdict(0.0, rejected.status, rejected.reason, {"mark": low})
    return Verdict(
        (mark - low) / (high - low), reason=f"the judge's mark is {mark:g} of {high:g}", parts={"mark": mark}
    )
