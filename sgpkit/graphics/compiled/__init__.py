"""Compile programs in page languages (TikZ, EPS, Graphviz): common helpers and an in-memory cache.

Identical programs are compiled once; results and rejections are cached up to a limit on memory.
"""

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

LONGEST_SVG = 32 << 20
"""Maximum bytes of an SVG, far above the limits of its readers."""

ROOM = 1 << 30
"""Memory limit of one compiler in bytes."""

_MAX_MEMORY = 64 << 20
_LONGEST_REASON = 300
_CHECK_INSTALLED = (
    'for program in {programs}; do type -P "$program" >&2 || {{ echo "$program"; exit 127; }}; done 2>/dev/null\n'
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


class Word(NamedTuple):
    """A word on a page and its bounding box, in the drawing's units, y down."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Converted:
    """The last page of a compiled program, in user units of 1 bp (1/72 inch)."""

    svg: str
    pages: int = 1
    notes: tuple[str, ...] = ()
    """Remarks for the user: several pages, a preamble added to an incomplete program."""
    origin: tuple[float, float] | None = None
    """The page's lower left corner in the program's coordinates, if known."""
    words: tuple[Word, ...] = ()
    """The words on the page, in the program's order, if text has become outlines (TikZ)."""


_Read = TypeVar("_Read")
_Result = TypeVar("_Result")


def read_each(
    outcomes: Sequence[Converted | Rejected], read: Callable[[Converted], _Read], workers: int | None = None
) -> list[_Read | Rejected]:
    """Apply `read` to the compiled drawings, several in parallel, and return one result or rejection per outcome."""
    drawings = [outcome for outcome in outcomes if not isinstance(outcome, Rejected)]
    results = iter(pool.map_unique(drawings, read, workers))
    return [outcome if isinstance(outcome, Rejected) else next(results) for outcome in outcomes]


class Memory(Generic[_Result]):
    """A cache of recent results and rejections, up to `size` bytes; `weigh` returns those of a result. Threads that
    request the same result wait for the first one to compute it."""

    def __init__(self, size: int, weigh: Callable[[_Result], int]) -> None:
        self._size, self._weigh = size, weigh
        self.forget()
        os.register_at_fork(after_in_child=self.forget)  # compilations in other threads never end in a forked process

    def forget(self) -> None:
        """Clear the cache."""
        self._lock = threading.Lock()
        self._results: OrderedDict[tuple[object, ...], Future[_Result | Rejected]] = OrderedDict()
        self._total = 0

    def holds(self, key: tuple[object, ...]) -> bool:
        """Return whether a result is cached or being computed."""
        with self._lock:
            return key in self._results

    def get(self, key: tuple[object, ...], compute: Callable[[], _Result]) -> _Result:
        """Return the result of `compute`, or raise its rejection, from the cache if possible. Infrastructure errors and
        other exceptions are not cached."""
        with self._lock:
            future = self._results.get(key)
            is_new = future is None
            if future is None:
                future = self._results[key] = Future()
            else:
                self._results.move_to_end(key)
        if is_new:
            try:
                outcome: _Result | Rejected = compute()
            except Rejected as rejected:
                outcome = rejected
            except BaseException as error:
                with self._lock:
                    self._results.pop(key, None)
                future.set_exception(error)
                raise
            future.set_result(outcome)
            if isinstance(outcome, Rejected) and outcome.status is Status.INFRA_ERROR:
                with self._lock:
                    self._results.pop(key, None)
            else:
                self._trim(key, outcome)
        else:
            outcome = future.result()
        if isinstance(outcome, Rejected):
            raise Rejected(
                outcome.status, outcome.reason
            )  # a new exception, because the cached one's traceback would keep frames alive
        return outcome

    def _trim(self, key: tuple[object, ...], outcome: _Result | Rejected) -> None:
        with self._lock:
            self._total += self._weight(key, outcome)
            for old in list(self._results):
                if self._total <= self._size:
                    break
                if old != key and self._results[old].done():
                    self._total -= self._weight(old, self._results.pop(old).result())

    def _weight(self, key: tuple[object, ...], outcome: _Result | Rejected) -> int:
        own = len(outcome.reason) if isinstance(outcome, Rejected) else self._weigh(outcome)
        return own + sum(len(part) for part in key if isinstance(part, str)) + 200


MEMORY: Memory[Converted] = Memory(_MAX_MEMORY, lambda converted: len(converted.svg))


def run(
    script: str,
    arguments: Sequence[str],
    files: Mapping[str, bytes],
    limits: sandbox.Limits,
    *,
    programs: Mapping[str, str],
    **options: Any,
) -> sandbox.Result:
    """Run a bash script in the sandbox. Raises Unavailable if one of its `programs` (names → packages) is missing."""
    script = f"{_CHECK_INSTALLED.format(programs=' '.join(programs))}{script}"
    result = sandbox.run(["bash", "-c", script, "bash", *arguments], files, limits, can_kill=False, **options)
    if result.exit_status in (126, 127):
        missing = result.stdout.decode(errors="replace").strip()
        if missing in programs:
            raise sandbox.Unavailable(f"{missing!r} is not installed; install it with: apt install {programs[missing]}")
        raise sandbox.Unavailable(f"{' or '.join(programs)} does not start: {result.stderr.decode(errors='replace')}")
    return result


def stop_rejection(result: sandbox.Result, program: str, limits: sandbox.Limits) -> Rejected:
    """Return the rejection for a program that a limit stopped."""
    shown = replace(limits, memory=sandbox.memory(limits.memory))
    return Rejected(result.ended.status, f"{program}: {result.ended.reason(shown)}")


def sentence(text: str) -> str:
    """Return a compiler's message, which is untrusted, as one short line without control characters."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return line if len(line) <= _LONGEST_REASON else line[: _LONGEST_REASON - 1] + "…"


def decode_svg(svg: bytes, program: str) -> str:
    """Decode an SVG file. Raises Rejected if it is not UTF-8."""
    try:
        return svg.decode()
    except UnicodeDecodeError:
        raise Rejected(Status.COMPILE_ERROR, f"{program}: its output is not UTF-8") from None


def page_notes(pages: int, what: str = "pages") -> tuple[str, ...]:
    """Return the remark that only the last of several pages is drawn, or () for one page."""
    return () if pages == 1 else (f"{pages} {what}; only the last is drawn",)
