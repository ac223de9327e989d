"""The two values that pass through the whole toolkit: a model's completion, and the score that a metric gives it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, ParamSpec

from sgpkit.status import Rejected, Status

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Completion:
    """An engine's answer. `turns` are the earlier replies of the same conversation, oldest first.

    `finish_reason` is "stop", "length" (cut by the token limit), "missing" (a replayed file has no such row),
    "too_large" (the prompt does not fit the model's context, so it was not asked), "content_filter" (the server
    refused), or "error" (engine or network failed: the row becomes `infra_error` and is asked again). `error` says why
    for the last three. `thinking` is what the engine kept apart from the answer; `text` holds the answer only.
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
        """Return how it is pickled: by its fields, in a fifth of the time that dataclasses with slots take."""
        return Completion, COMPLETION_FIELDS(self)


@dataclass(frozen=True, slots=True)
class Score:
    """The verdict on one completion: the headline value in 0-1, named further values and words, and the reason.

    `labels` hold findings in words: the letter that was named (`choice`), the kind of a failure.
    """

    value: float
    parts: Mapping[str, float] = field(default_factory=dict)
    status: Status = Status.OK
    reason: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def rejected(cls, rejected: Rejected, parts: Mapping[str, float] | None = None) -> "Score":
        """Return the score 0, with the status and the reason of the rejection."""
        return cls(0.0, parts or {}, rejected.status, rejected.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is pickled, as `Completion` does."""
        return Score, SCORE_FIELDS(self)


COMPLETION_FIELDS = attrgetter(*(column.name for column in fields(Completion)))
SCORE_FIELDS = attrgetter(*(column.name for column in fields(Score)))


def clean(text: str) -> str:
    """Return a text with lone surrogates replaced, which no table and no Unicode encoding can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def content(prediction: object) -> tuple[object, str]:
    """Return what a metric reads of a prediction, and why it ended there.

    A prediction is a `Completion`, or a bare program or text, which counts as complete. Anything else is returned as
    it is: that it is no text is for the reader to say.
    """
    if isinstance(prediction, Completion):
        return prediction.text, prediction.finish_reason
    return prediction, "stop"


def score_or_rejection(grade: Callable[P, Score], *arguments: P.args, **options: P.kwargs) -> Score:
    """Return the score that a function gives, or that of the rejection which it raises."""
    try:
        return grade(*arguments, **options)
    except Rejected as rejected:
        return Score.rejected(rejected)
