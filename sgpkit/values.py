"""The two values that the whole toolkit uses: a model's completion, and its score."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, ParamSpec

from sgpkit.status import Rejected, Status

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Completion:
    """An engine's answer.

    `text` is the answer without `thinking`, if the engine returns that separately. `turns` are the earlier replies of
    the same conversation, oldest first. `finish_reason` is "stop", "length" (cut off by the token limit), "missing" (a
    replayed file has no such row), "too_large" (the prompt does not fit the model's context, so it was not sent),
    "content_filter" (the server refused), or "error" (engine or network failed: the row becomes `infra_error` and is
    requested again). `error` is the reason for the last three.
    """

    text: str
    finish_reason: str = "stop"
    turns: tuple[str, ...] = ()
    thinking: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    latency: float | None = None
    error: str = ""
    cached_tokens: int | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by fields, which takes a fifth of the time of the default for dataclasses with slots."""
        return Completion, COMPLETION_FIELDS(self)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one completion: the headline value from 0 to 1, further named values, status and reason.

    `labels` are findings in words, such as the chosen letter (`choice`) or the kind of failure.
    """

    value: float
    parts: Mapping[str, float] = field(default_factory=dict)
    status: Status = Status.OK
    reason: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def rejected(cls, rejected: Rejected, parts: Mapping[str, float] | None = None) -> "Score":
        """Return the score 0 with the status and reason of a rejection."""
        return cls(0.0, parts or {}, rejected.status, rejected.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by fields, as `Completion` does."""
        return Score, SCORE_FIELDS(self)


COMPLETION_FIELDS = attrgetter(*(column.name for column in fields(Completion)))
SCORE_FIELDS = attrgetter(*(column.name for column in fields(Score)))


def clean(text: str) -> str:
    """Replace lone surrogates, which tables and Unicode encodings cannot represent."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def content(prediction: object) -> tuple[object, str]:
    """Return the text of a prediction and its finish reason.

    A prediction is a `Completion`, or a plain text, which counts as complete. Other values are returned unchanged, for
    the reader to reject.
    """
    if isinstance(prediction, Completion):
        return prediction.text, prediction.finish_reason
    return prediction, "stop"


def ramp(value: float, none: float, full: float) -> float:
    """Return 0 at `none` and beyond, 1 at `full` and beyond, and a linear share between them; either may be larger."""
    return min(1.0, max(0.0, (value - none) / (full - none)))


def score_or_rejection(grade: Callable[P, Score], *arguments: P.args, **options: P.kwargs) -> Score:
    """Return a function's score, or the score of the rejection that it raises."""
    try:
        return grade(*arguments, **options)
    except Rejected as rejected:
        return Score.rejected(rejected)
