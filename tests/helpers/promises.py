"""The promise of a reader of untrusted input: it returns, or raises what its callers expect, within bounds."""

import contextlib
import functools
import resource
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import ParamSpec

SECONDS = 8.0
"""Processor time for one input: about ten times the time of the slowest honest input of this length."""

MEMORY = 2 << 20
"""The increase of the process's peak memory, in kibibytes, that one input may cause."""

Parameters = ParamSpec("Parameters")


class Overtime(BaseException):
    """Raised if an input takes too much processor time. `except Exception` in the code under test does not catch it."""


def kept(
    *accepted: type[Exception], seconds: float = SECONDS
) -> Callable[[Callable[Parameters, object]], Callable[Parameters, None]]:
    """Return a decorator of a function that reads one input and makes assertions about the result.

    The `accepted` exceptions are a valid outcome. Panics of Rust libraries and broken bounds become AssertionErrors.
    """

    def decorate(read: Callable[Parameters, object]) -> Callable[Parameters, None]:
        @functools.wraps(read)
        def checked(*arguments: Parameters.args, **options: Parameters.kwargs) -> None:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            try:
                with bounded(seconds):
                    read(*arguments, **options)
            except accepted:
                pass
            except BaseException as error:
                if isinstance(error, Overtime) or type(error).__name__ == "PanicException":
                    raise AssertionError(f"{type(error).__name__}: {error}") from error
                raise
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            assert used < MEMORY, f"{used >> 10:,} MiB more memory"

        return checked

    return decorate


@contextlib.contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `Overtime` after an amount of processor time, which does not depend on the load of the machine."""
    inside = True

    def stop(number: int, frame: FrameType | None) -> None:
        if inside:
            raise Overtime(f"more than {seconds:g} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    # Again every second, in case Python drops the first exception (in a destructor, for instance).
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield
    finally:
        inside = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
