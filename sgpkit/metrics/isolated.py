"""Metrics in worker processes: what models wrote is parsed there, and only verdicts come back.

    isolated.scores(geometry.score, predictions, references, format="svg")

returns what `geometry.score(predictions, references, format="svg")` returns, for a function that scores each prediction
by itself. A prediction at which the function raises, crashes or exceeds a limit gets the score of an empty answer, with
the status and the reason; what an empty answer raises too is the caller's mistake or the machine's fault, and is
raised. `whole` does the same for a function whose verdicts depend on the whole batch.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar, cast

from sgpkit import extract
from sgpkit.metrics.paired import same_length
from sgpkit.sandbox.untrusted import workers
from sgpkit.sandbox.untrusted.workers import Failure, Limits
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected
from sgpkit.values import Completion, Score

Verdict = TypeVar("Verdict")

BLANK = Completion("")
ITEM = Limits()
BATCH = Limits(cpu_seconds=600.0, memory=4 << 30, output=256 << 20)
"""The limits of a batch that is scored as one."""

log = logging.getLogger(__name__)


def scores(
    function: Callable[..., Sequence[Verdict]],
    *columns: Sequence[Any],
    answers: int = 0,
    limits: Limits = ITEM,
    **options: Any,
) -> list[Verdict]:
    """Return a verdict for each prediction, by a function that judges each by itself. `columns` are its aligned
    arguments; that at the position `answers` holds the predictions."""
    count = len(columns[0])
    if not count or not workers.in_use():
        return list(function(*columns, **options))
    for column in columns[1:]:
        same_length(columns[0], column)
    items = list(zip(*columns, strict=True))
    work = partial(many, renderer(), function, options)
    try:
        outcomes = workers.run(work, items, limits, pool.workers())
    except workers.NotPicklable as error:
        log.warning("scoring without worker processes: %s cannot be sent to one (%s)", function, error)
        return list(function(*columns, **options))
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
            # The mistake is in what goes with the answers; said of the whole batch, it names the right row.
            function(*columns[:answers], [BLANK] * count, *columns[answers + 1 :], **options)
            raise failure.error or RuntimeError(failure.reason)
        verdicts[index] = refused(blank.value, failure)
    return verdicts


def renderer() -> str:
    """Return the renderer of the context."""
    from sgpkit.graphics import raster

    return raster.current_renderer()


def using(painter: str) -> AbstractContextManager[str]:
    """Return a context in which this renderer paints."""
    from sgpkit.graphics import raster

    return raster.using(painter)


def many(
    painter: str, function: Callable[..., Sequence[Any]], options: dict[str, Any], items: list[tuple[Any, ...]]
) -> Sequence[Any]:
    """Return the verdicts on some predictions: in a worker."""
    with using(painter):
        return function(*map(list, zip(*items, strict=True)), **options)


def with_blank(item: tuple[Any, ...], answers: int) -> tuple[Any, ...]:
    """Return an item with an empty answer."""
    return (*item[:answers], BLANK, *item[answers + 1 :])


def refused(blank: Any, failure: Failure) -> Any:
    """Return the verdict on an empty answer, with another status and reason."""
    if isinstance(blank, extract.Answer):
        return extract.Answer(None, failure.status, failure.reason)
    if hasattr(blank, "score"):
        return replace(blank, score=refused(blank.score, failure))
    return replace(blank, value=0.0, status=failure.status, reason=failure.reason, labels={})


def benchmark_scores(
    function: Callable[[Sequence[Any], Sequence[Completion]], list[Score]],
    rows: Sequence[Any],
    completions: Sequence[Completion],
    together: bool = False,
) -> list[Score]:
    """Return the scores of a benchmark's scorer, which depend on the whole batch where it scores `together`."""
    if together:
        return whole(partial(batch, function), rows, completions, answers=1).scores
    return scores(function, rows, completions, answers=1)


class Batch(NamedTuple):
    """The scores of a batch."""

    scores: list[Score]


def batch(function: Callable[..., list[Score]], *columns: Sequence[Any]) -> Batch:
    """Return the scores of a batch as a value of its own."""
    return Batch(function(*columns))


def whole(
    function: Callable[..., Verdict],
    *columns: Sequence[Any],
    answers: int = 0,
    limits: Limits = BATCH,
    **options: Any,
) -> Verdict:
    """Return the verdict on a whole batch, by a function whose result has a list `scores`. An answer at which it fails
    counts as an empty one, with its own status and reason."""
    if not len(columns[0]) or not workers.in_use():
        return function(*columns, **options)
    for column in columns[1:]:
        same_length(columns[0], column)
    work = partial(all_of, renderer(), function, options)
    try:
        (outcome,) = workers.run(work, [columns], limits)
    except workers.NotPicklable as error:
        log.warning("scoring without worker processes: %s cannot be sent to one (%s)", function, error)
        return function(*columns, **options)
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
        verdicts[index] = refused(verdicts[index], failure)
    if isinstance(result, Batch):
        return result._replace(scores=verdicts)
    changed: Verdict = replace(cast(Any, result), scores=verdicts)
    return changed


class Reader(Generic[Verdict]):
    """A reader of single texts, which reads in a worker; `known` are the outcomes of texts that went there together."""

    def __init__(self, read: Callable[[str], Verdict], known: Mapping[str, workers.Outcome]) -> None:
        self.read, self.known = read, known

    def __call__(self, text: str) -> Verdict:
        outcome = self.known.get(text) or self.outcome(text)
        if outcome is None:
            return self.read(text)
        if outcome.failure is not None:
            raise Rejected(outcome.failure.status, outcome.failure.reason)
        verdict: Verdict = outcome.value
        return verdict

    def outcome(self, text: str) -> workers.Outcome | None:
        """Return the outcome of a text; None where no worker can have it."""
        if not workers.in_use():
            return None
        try:
            (outcome,) = workers.run(partial(read_all, self.read), [text])
        except workers.NotPicklable:
            return None
        return outcome


def reading(read: Callable[[str], Verdict], texts: Iterable[str] = ()) -> Reader[Verdict]:
    """Return a function that does what a reader of single texts does, in a worker. A text at which the reader fails is
    Rejected, with the status and the reason. Known `texts` travel together, which costs a tenth of one after another.
    """
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
    """Return what a reader makes of each text: in a worker."""
    return [read(text) for text in texts]


def all_of(
    painter: str, function: Callable[..., Any], options: dict[str, Any], batches: list[tuple[Any, ...]]
) -> list[Any]:
    """Return the verdict on each batch: in a worker."""
    with using(painter):
        return [function(*columns, **options) for columns in batches]
