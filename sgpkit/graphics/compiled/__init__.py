"""Compilation of programs in a page language, once for each program: shared by TikZ, EPS and Graphviz.

Identical programs are compiled once: the result of a program, or its rejection, is kept in memory as long as there is
room.
"""

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

LONGEST_SVG = 32 << 20
"""Bytes; far above what any reader here takes."""

ROOM = 1 << 30
"""Bytes of memory for one compiler."""

_KEPT = 64 << 20
_LONGEST_REASON = 300
_LOOK = 'for program in {programs}; do type -P "$program" >&2 || {{ echo "$program"; exit 127; }}; done 2>/dev/null\n'
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


class Word(NamedTuple):
    """A word on a page and the box that it stands in, in the drawing's units, y down."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Converted:
    """A compiled program's last page. The user unit is 1 bp (1/72 inch), whatever units the program counted in."""

    svg: str
    pages: int = 1
    notes: tuple[str, ...] = ()
    """Remarks for a reader of the verdict: several pages, the preamble that was put around an incomplete program."""
    origin: tuple[float, float] | None = None
    """The page's lower left corner in the program's own coordinates, where that is known."""
    words: tuple[Word, ...] = ()
    """The words on a page, in the order of its program, where text has become outlines (TikZ)."""


_Read = TypeVar("_Read")


def read_each(
    outcomes: Sequence[Converted | Rejected], read: Callable[[Converted], _Read], workers: int | None = None
) -> list[_Read | Rejected]:
    """Return, aligned with `outcomes`, what `read` makes of the compiled drawings, several at once; a rejection by it
    or by the compiler stays one."""
    drawings = [outcome for outcome in outcomes if not isinstance(outcome, Rejected)]
    results = iter(pool.map_unique(drawings, read, workers))
    return [outcome if isinstance(outcome, Rejected) else next(results) for outcome in outcomes]


class Memory:
    """A cache of the last programs' results. Threads that ask for the same one wait for the first of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.forget()
        os.register_at_fork(after_in_child=self.forget)  # what was under way in another thread never ends in a copy

    def forget(self) -> None:
        """Drop all results."""
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[object, ...], Future[Converted | Rejected]] = OrderedDict()
        self._held = 0

    def holds(self, key: tuple[object, ...]) -> bool:
        """Return whether a result is here, or under way."""
        with self._lock:
            return key in self._known

    def get(self, key: tuple[object, ...], compile: Callable[[], Converted]) -> Converted:
        """Return or raise the result or rejection of `compile`. Other exceptions are not kept, nor are rejections that
        say nothing about the program."""
        with self._lock:
            known = self._known.get(key)
            if known is None:
                future = self._known[key] = Future()
            else:
                self._known.move_to_end(key)
        if known is None:
            try:
                outcome: Converted | Rejected = compile()
            except Rejected as rejected:
                outcome = rejected
            except BaseException as error:
                with self._lock:
                    self._known.pop(key, None)
                future.set_exception(error)
                raise
            future.set_result(outcome)
            if isinstance(outcome, Rejected) and outcome.status is Status.INFRA_ERROR:
                with self._lock:
                    self._known.pop(key, None)
            else:
                self._hold(key, outcome)
        else:
            outcome = known.result()
        if isinstance(outcome, Rejected):
            raise Rejected(outcome.status, outcome.reason)  # a new one: the old one's traceback keeps frames alive
        return outcome

    def _hold(self, key: tuple[object, ...], outcome: Converted | Rejected) -> None:
        with self._lock:
            self._held += _weight(key, outcome)
            for old in list(self._known):
                if self._held <= self._size:
                    break
                if old != key and self._known[old].done():
                    self._held -= _weight(old, self._known.pop(old).result())


def _weight(key: tuple[object, ...], outcome: Converted | Rejected) -> int:
    text = outcome.svg if isinstance(outcome, Converted) else outcome.reason
    return len(text) + sum(len(part) for part in key if isinstance(part, str)) + 200


MEMORY = Memory(_KEPT)


def run(
    script: str,
    arguments: Sequence[str],
    files: Mapping[str, bytes],
    limits: sandbox.Limits,
    *,
    programs: Mapping[str, str],
    **options: Any,
) -> sandbox.Result:
    """Run a bash script in the sandbox. Raises Unavailable where one of its `programs` (names → packages) is
    missing."""
    script = f"{_LOOK.format(programs=' '.join(programs))}{script}"
    result = sandbox.run(["bash", "-c", script, "bash", *arguments], files, limits, can_kill=False, **options)
    if result.exit_status in (126, 127):
        missing = result.stdout.decode(errors="replace").strip()
        if missing in programs:
            raise sandbox.Unavailable(f"{missing!r} is not installed; install it with: apt install {programs[missing]}")
        raise sandbox.Unavailable(f"{' or '.join(programs)} does not start: {result.stderr.decode(errors='replace')}")
    return result


def stopped(result: sandbox.Result, program: str, limits: sandbox.Limits) -> Rejected:
    """Return the rejection for a program that did not end by itself, with the limit that stopped it."""
    shown = replace(limits, memory=sandbox.memory(limits.memory))
    return Rejected(result.ended.status, f"{program}: {result.ended.reason(shown)}")


def sentence(text: str) -> str:
    """Return a compiler's message as one short line without control characters, since programs choose its words."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return line if len(line) <= _LONGEST_REASON else line[: _LONGEST_REASON - 1] + "…"


def decoded(svg: bytes, program: str) -> str:
    """Return the text of an SVG file. Raises Rejected for what is not UTF-8."""
    try:
        return svg.decode()
    except UnicodeDecodeError:
        raise Rejected(Status.COMPILE_ERROR, f"{program}: what it wrote is no text") from None


def page_notes(pages: int, what: str = "pages") -> tuple[str, ...]:
    """Return the remark that only the last of several pages is drawn; nothing for one page."""
    return () if pages == 1 else (f"{pages} {what}; only the last is drawn",)
