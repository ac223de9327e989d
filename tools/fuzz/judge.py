"""The check that one input keeps a target's promise, in bounded time."""

import contextlib
import signal
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tools import ROOT
from tools.fuzz.target import SECONDS, Target

OURS = tuple(f"{ROOT / name}/" for name in ("sgpkit", "builders", "tools/fuzz/targets"))


class Overtime(BaseException):
    """More processor time than the target may take. No `except Exception` in the code under test hides it."""


@dataclass(frozen=True)
class Fault:
    """A broken promise. Two with the same key are one defect."""

    kind: str
    where: str
    traceback: str

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.where}"


def judged(target: Target, data: bytes, seconds: float = SECONDS) -> Fault | None:
    try:
        with bounded(seconds):
            target.check(data)
    except target.promised:
        return None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Fault(type(error).__name__, _where(error), "".join(traceback.format_exception(error, limit=-12)))
    return None


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Processor time, not time on the clock: the verdict is the same on a machine that is busy."""
    inside = True

    def over(number: int, frame: FrameType | None) -> None:
        if inside:
            raise Overtime(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, over)
    # Again every second, in case the first one was raised where Python drops it.
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield
    finally:
        inside = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _where(error: BaseException) -> str:
    """The innermost function of ours: file and name, which stay when lines move."""
    frames = traceback.extract_tb(error.__traceback__)
    mine = [frame for frame in frames if frame.filename.startswith(OURS)]
    if not mine:
        return "elsewhere"
    # Deep recursion ends anywhere: its first function says which it is. Overtime likewise.
    frame = mine[-1] if not isinstance(error, RecursionError | Overtime | MemoryError) else mine[min(2, len(mine) - 1)]
    return f"{Path(frame.filename).stem}.{frame.name.strip('<>')}"
