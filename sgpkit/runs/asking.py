"""Complete conversations: reuse earlier answers, ask an engine for the rest, and store every answer.

All conversations that are at the same turn are asked in one batch. Those that share a program or a picture are
adjacent, so that the engine can reuse the common start of their prompts.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import le
from pathlib import Path
from typing import NamedTuple

from sgpkit.benchmark import Completion, Row
from sgpkit.engines import Engine, is_instant
from sgpkit.runs.conversation import Answers, Dialogue, Lookup, key_of, take, take_known
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import Response, ResponseLog, drop_invalid_numbers
from sgpkit.runs.store import Log
from sgpkit.values import clean

Renew = Callable[[list[Dialogue]], list[Dialogue]]

HELD = 500
"""Number of answers that are logged together if the engine only reads a file."""


class Asked(NamedTuple):
    """The number of completions that were asked for and of those that failed, and why the engine stopped, if it did."""

    requests: int = 0
    failed: int = 0
    stopped: str = ""


def ask_all(
    engine: Engine,
    parameters: str,
    dialogues: list[Dialogue],
    known: dict[str, Response],
    path: Path,
    renew: Renew = lambda finished: [],
    progress: Progress | None = None,
) -> Asked:
    """Ask the engine for every missing response of the dialogues; each is added to the log at `path` and to `known`.
    `renew` gets the finished dialogues, restarts some of them and returns these."""
    display = progress or Progress(engine)
    with ResponseLog(path) as log:
        try:
            return ask_turns(engine, parameters, dialogues, known, log, renew, display)
        finally:
            display.end()


def ask_turns(
    engine: Engine,
    parameters: str,
    dialogues: list[Dialogue],
    known: Answers,
    log: Log[Response] | None,
    renew: Renew,
    display: Progress,
    others: int = 0,
    total: int | None = None,
) -> Asked:
    """Do the same as `ask_all` for some of the `total` dialogues of a run; `others` of them were already finished.
    Without a log, answers are only stored in `known`."""
    count = failed = 0
    active = dialogues
    while active:
        waiting = [dialogue for dialogue in active if not dialogue.finished]
        if len(known):
            waiting = [dialogue for dialogue in waiting if not take_known(dialogue, parameters, known)]
        finished = len(dialogues) - len(waiting)
        display.begin(total=len(dialogues) if total is None else total, finished=others + finished)
        waiting = sort_by_drawing(waiting)
        requests = [dialogue.request() for dialogue in waiting]
        answered: set[int] = set()
        held: list[Response] = []
        most = HELD if is_instant(engine) else 1
        for index, completion in engine.generate(requests) if requests else ():
            answered.add(index)
            dialogue = waiting[index]
            response = take(dialogue, storable(completion), key_of(dialogue, parameters))
            if log is not None:
                held.append(response)
                if len(held) >= most:
                    log.append(*held)
                    held = []
            known[response.key] = response
            count += 1
            failed += completion.finish_reason == "error"
            display.answered(completion, response.final)
        if held and log is not None:
            log.append(*held)
        display.rest()
        if len(answered) < len(requests):
            if stopped := str(engine.statistics().get("stopped", "")):
                return Asked(count, failed, stopped)
            raise RuntimeError(f"the engine answered {len(answered)} of {len(requests)} requests")
        renew([dialogue for dialogue in active if dialogue.finished])
        active = [dialogue for dialogue in active if not dialogue.finished]
    return Asked(count, failed)


def take_all_known(dialogues: Sequence[Dialogue], parameters: str, known: Lookup, renew: Renew) -> None:
    """Advance dialogues by known responses only; a dialogue on which the engine failed ends with the failure."""
    active = list(dialogues)
    while active:
        active = renew([dialogue for dialogue in active if take_known(dialogue, parameters, known)])
    for dialogue in dialogues:
        if not dialogue.finished and (failure := known.get(key := key_of(dialogue, parameters))):
            take(dialogue, failure.completion, key)


def storable(completion: Completion) -> Completion:
    """Return a completion in the form in which it is read back, without counts that a table cannot hold, so that the
    key of the next turn is the same in a resumed run.
    """
    completion = drop_invalid_numbers(completion)
    if completion.text.isascii() and completion.thinking.isascii() and completion.error.isascii():
        return completion
    text, thinking, error = clean(completion.text), clean(completion.thinking), clean(completion.error)
    if (text, thinking, error) == (completion.text, completion.thinking, completion.error):
        return completion
    return replace(completion, text=text, thinking=thinking, error=error)


def sort_by_drawing(dialogues: Sequence[Dialogue]) -> list[Dialogue]:
    """Sort dialogues by drawing, then by the program and picture that they show; otherwise keep the order of the
    rows."""
    order: dict[object, int] = {}
    ranks: list[tuple[int, int]] = []
    before: object = None
    for dialogue in dialogues:
        row = dialogue.row
        here = (row.get("cluster"), row.get("code"), row.get("image"))
        if here != before:  # comparing long texts is quicker than hashing them
            cluster = order.setdefault(here[0], len(order))
            rank = (cluster, order.setdefault(shown_content(row), len(order)))
            before = here
        ranks.append(rank)
    if all(map(le, ranks, ranks[1:])):
        return list(dialogues)
    return [dialogues[index] for index in sorted(range(len(ranks)), key=ranks.__getitem__)]


def shown_content(row: Row) -> tuple[object, ...]:
    """Return the program and the picture that a row shows, as a key to sort by."""
    return tuple(value for value in (row.get("code"), row.get("image")) if isinstance(value, str | bytes))
