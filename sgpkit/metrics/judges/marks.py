"""The mark in a judge's reply, read strictly: one line `score: N`, within the scale, or nothing.

A number anywhere else is not a mark, since a judge that repeats its task ("a score from 1 to 10") has not judged. A
reply that is only a number counts too, since some rubrics ask for just that.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sgpkit import extract
from sgpkit.metrics import isolated
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

Messages = list[dict[str, Any]]
Answer = Callable[[Sequence[int], Sequence[Messages]], Sequence[str]]
"""Return a reply to each question, given the indices of the predictions and the questions."""

SCORE_LINE = re.compile(r"[\s>#*_`-]*score[\s*_`]*[:=][\s*_`]*(.*?)[\s*_`.]*", re.IGNORECASE)
NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)(?:\s*/\s*(\d+))?")
MAX_LENGTH = 20_000
"""Maximum number of characters of a reply that are read, from its end."""


def read(reply: str, low: float, high: float, whole: bool = False) -> float:
    """Return the mark of one reply; raise Rejected with `judge_unreadable`. With `whole`, only whole numbers are
    accepted.
    """
    visible, _ = extract.without_thinking(reply)
    lines = visible[-MAX_LENGTH:].strip().splitlines()
    written = [match[1] for line in lines if (match := SCORE_LINE.fullmatch(line))]
    if not written and len(lines) == 1 and NUMBER.fullmatch(lines[0].strip(" *_`.")):
        written = [lines[0].strip(" *_`.")]
    if len(written) != 1:
        count = f"{len(written)} lines" if written else "no line"
        raise unreadable(f"{count} `score: N` in the judge's reply: {' '.join(lines)[-80:]!r}")
    number = NUMBER.fullmatch(written[0])
    mark = float(number[1]) if number else math.nan
    if number is None or (number[2] and float(number[2]) != high):
        raise unreadable(f"the judge's score is not a number on its scale: {written[0][:60]!r}")
    if not low <= mark <= high or (whole and not mark.is_integer()):
        wanted = "a whole number" if whole else "a number"
        raise unreadable(f"the judge's score is {mark:g}; expected {wanted} from {low:g} to {high:g}")
    return mark


def unreadable(reason: str) -> Rejected:
    """Return the rejection of a reply without a mark."""
    return Rejected(Status.JUDGE_UNREADABLE, reason)


def judged(
    questions: Sequence[Messages | Rejected], answer: Answer, low: float, high: float, whole: bool = False
) -> list[Score]:
    """Return a score for each question: the mark as a share of its scale, and unscaled under `mark`. Questions are sent
    to `answer`. A Rejected in place of a question, which is not sent, and a reply without a mark have the lowest mark.
    """
    asked = {index: question for index, question in enumerate(questions) if not isinstance(question, Rejected)}
    replies = dict(zip(asked, answer(list(asked), list(asked.values())) if asked else [], strict=True))
    mark = isolated.reading(partial(read, low=low, high=high, whole=whole), replies.values())
    return [
        Score.rejected(question, {"mark": low})
        if isinstance(question, Rejected)
        else score_of(replies[index], mark, low, high)
        for index, question in enumerate(questions)
    ]


def score_of(reply: str, mark_in: Callable[[str], float], low: float, high: float) -> Score:
    """Return the score of the prediction that a reply is about."""
    try:
        mark = mark_in(reply)
    except Rejected as rejected:
        return Score.rejected(rejected, {"mark": low})
    share = (mark - low) / (high - low)
    return Score(share, {"mark": mark}, reason=f"the judge's mark is {mark:g} of {high:g}")
