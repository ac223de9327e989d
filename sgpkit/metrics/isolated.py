"""Metrics in worker processes, which parse the untrusted completions and return only verdicts.

    isolated.scores(geometry.score, predictions, references, format="svg")

returns the same as `geometry.score(predictions, references, format="svg")`, for a function that scores each prediction
independently. If the function raises, crashes or exceeds a limit on a prediction, the prediction gets the score of an
empty answer, with the status and the reason of the failure. If the function also fails on the empty answer, the error
is raised, since the prediction is not its cause. The error of a missing package, compiler or sandbox is raised too.
`whole` does the same for a function whose verdicts depend on the whole batch.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar, cast

from sgpkit import extract
from sgpkit.errors import NotInstalled
from sgpkit.metrics.paired import same_length
from sgpkit.sandbox.untrusted import workers
from sgpkit.sandbox.untrusted.workers import Failure, Limits
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected
from sgpkit.values import Completion, Score

Verdict = TypeVar("Verdict")

BLANK = Completion("")
ITEM = Limits()
BATCH = Limits(cpu_seconds=600.0, memory=4 << 30, output=256 << 20)
"""The limits of a batch that is scored in one call."""

OF_THE_MACHINE = (NotInstalled, sandbox.Unavailable, ImportError)
"""Errors that no prediction causes: a program that runs or compiles it is not installed."""

log = logging.getLogger(__name__)


def scores(
    function: Callable[..., Sequence[Verdict]],
    *columns: Sequence[Any],
    answers: int = 0,
    limits: Limits = ITEM,
    **options: Any,
) -> list[Verdict]:
    """Return a verdict for each prediction, by a function that scores each independently. `columns` are its aligned
    arguments; `answers` is the position of the predictions among them."""
    count = len(columns[0])
    if not count or not workers.in_use():
        return list(function(*columns, **options))
    for column in columns[1:]:
        same_length(columns[0], column)
    items = list(zip(*columns, strict=True))
    work = partial(score_items, renderer(), function, options)
    try:
        outcomes = workers.run(work, items, limits, pool.workers())
    except workers.NotPicklable as error:
        log.warning("scoring without worker processes: %s cannot be sent to one (%s)", function, error)
        return list(function(*columns, **options))
    raise_own(outcomes)
    failed = [index for index, outcome in enumerate(outcomes) if outcome.failure is not None]
    if not failed:
        return [outcome.value for outcome in outcomes]
    empty = [with_blank(items[index], answers) for index in failed]
    blanks = workers.run(work, empty, limits, pool.workers())
    verdicts = [outcome.value for outcome in outcomes]
    for index, blank in zip(failed, blanks, strict=True):
        failure = outcomes[index].failure
        assert failure is not None
        if blank.failure is not None:
            # The error is in another column; a call with the whole batch reports the right row number.
            function(*columns[:answers], [BLANK] * count, *columns[answers + 1 :], **options)
            raise failure.error or RuntimeError(failure.reason)
        verdicts[index] = failed_verdict(blank.value, failure)
    return verdicts


def raise_own(outcomes: Iterable[workers.Outcome]) -> None:
    """Raise the first error that is caused by the machine."""
    for outcome in outcomes:
        if outcome.failure is not None and isinstance(outcome.failure.error, OF_THE_MACHINE):
            error = outcome.failure.error
            raise NotInstalled(str(error)) if isinstance(error, ImportError) else error


def renderer() -> str:
    """Return the renderer of the context."""
    from sgpkit.graphics import raster

    return raster.current_renderer()


def using(painter: str) -> AbstractContextManager[str]:
    """Return a context in which this renderer paints."""
    from sgpkit.graphics import raster

    return raster.using(painter)


def score_items(
    painter: str, function: Callable[..., Sequence[Any]], options: dict[str, Any], items: list[tuple[Any, ...]]
) -> Sequence[Any]:
    """Return the verdicts on some predictions, in a worker."""
    with using(painter):
        return function(*map(list, zip(*items, strict=True)), **options)


def with_blank(item: tuple[Any, ...], answers: int) -> tuple[Any, ...]:
    """Return an item with an empty answer."""
    return (*item[:answers], BLANK, *item[answers + 1 :])


def failed_verdict(blank: Any, failure: Failure) -> Any:
    """Return the verdict on an empty answer with the status and reason of a failure."""
    if isinstance(blank, extract.Answer):
        return extract.Answer(None, failure.status, failure.reason)
    if hasattr(blank, "score"):
        return replace(blank, score=failed_verdict(blank.score, failure))
    return replace(blank, value=0.0, status=failure.status, reason=failure.reason, labels={})


def benchmark_scores(
    function: Callable[[Sequence[Any], Sequence[Completion]], list[Score]],
    rows: Sequence[Any],
    completions: Sequence[Completion],
    together: bool = False,
) -> list[Score]:
    """Return the scores of a benchmark's scorer; with `together`, they depend on the whole batch."""
    if together:
        return whole(partial(as_batch, function), rows, completions, answers=1).scores
    return scores(function, rows, completions, answers=1)


class Batch(NamedTuple):
    """The scores of a batch."""

    scores: list[Score]


def as_batch(function: Callable[..., list[Score]], *columns: Sequence[Any]) -> Batch:
    """Return the scores of a batch as an object with a list `scores`, as `whole` expects."""
    return Batch(function(*columns))


def whole(
    function: Callable[..., Verdict],
    *columns: Sequence[Any],
    answers: int = 0,
    limits: Limits = BATCH,
    **options: Any,
) -> Verdict:
    """Return the result for a whole batch, by a function whose result has a list `scores`. An answer on which it fails
    counts as an empty one, with the status and reason of the failure."""
    if not len(columns[0]) or not workers.in_use():
        return function(*columns, **options)
    for column in columns[1:]:
        same_length(columns[0], column)
    work = partial(score_batches, renderer(), function, options)
    try:
        (outcome,) = workers.run(work, [columns], limits)
    except workers.NotPicklable as error:
        log.warning("scoring without worker processes: %s cannot be sent to one (%s)", function, error)
        return function(*columns, **options)
    raise_own([outcome])
    if outcome.failure is None:
        result: Verdict = outcome.value
        return result
    singles = [tuple([value] for value in item) for item in zip(*columns, strict=True)]
    failures = {
        index: single.failure
        for index, single in enumerate(workers.run(work, singles, max_workers=pool.workers()))
        if single.failure is not None
    }
    kept = list(columns)
    kept[answers] = [BLANK if index in failures else value for index, value in enumerate(columns[answers])]
    (outcome,) = workers.run(work, [tuple(kept)], limits)
    if outcome.failure is not None:
        raise outcome.failure.error or RuntimeError(outcome.failure.reason)
    result = outcome.value
    verdicts: list[Any] = list(getattr(result, "scores"))  # noqa: B009
    for index, failure in failures.items():
        verdicts[index] = failed_verdict(verdicts[index], failure)
    if isinstance(result, Batch):
        return result._replace(scores=verdicts)
    changed: Verdict = replace(cast(Any, result), scores=verdicts)
    return changed


class Reader(Generic[Verdict]):
    """A reader of single texts that runs in a worker; `known` are the outcomes of texts read in advance."""

    def __init__(self, read: Callable[[str], Verdict], known: Mapping[str, workers.Outcome]) -> None:
        self.read, self.known = read, known

    def __call__(self, text: str) -> Verdict:
        outcome = self.known.get(text) or self.outcome(text)
        if outcome is None:
            return self.read(text)
        raise_own([outcome])
        if outcome.failure is not None:
            raise Rejected(outcome.failure.status, outcome.failure.reason)
        verdict: Verdict = outcome.value
        return verdict

    def outcome(self, text: str) -> workers.Outcome | None:
        """Return the outcome of a text, or None if it cannot be read in a worker."""
        if not workers.in_use():
            return None
        try:
            (outcome,) = workers.run(partial(read_all, self.read), [text])
        except workers.NotPicklable:
            return None
        return outcome


def reading(read: Callable[[str], Verdict], texts: Iterable[str] = ()) -> Reader[Verdict]:
    """Return a function that runs a reader of single texts in a worker, and raises Rejected if the reader fails.
    `texts` are read in advance in batches, which takes a tenth of the time of single reads."""
    if isinstance(read, Reader):
        return read
    ahead = list(dict.fromkeys(texts))
    if not ahead or not workers.in_use():
        return Reader(read, {})
    try:
        outcomes = workers.run(partial(read_all, read), ahead, max_workers=pool.workers())
    except workers.NotPicklable:
        return Reader(read, {})
    return Reader(read, dict(zip(ahead, outcomes, strict=True)))


def read_all(read: Callable[[str], Verdict], texts: list[str]) -> list[Verdict]:
    """Return the reader's result for each text, in a worker."""
    return [read(text) for text in texts]


def score_batches(
    painter: str, function: Callable[..., Any], options: dict[str, Any], batches: list[tuple[Any, ...]]
) -> list[Any]:
    """Return the verdict on each batch, in a worker."""
    with using(painter):
        return [function(*columns, **options) for columns in batches]
