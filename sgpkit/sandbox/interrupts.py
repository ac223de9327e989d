"""Handle the signals that end a long command."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def treat_sigterm_as_ctrl_c() -> None:
    """Make SIGTERM, which cluster schedulers send, raise KeyboardInterrupt."""
    with suppress(ValueError):  # only the main thread can set handlers
        signal.signal(signal.SIGTERM, interrupt)


def interrupt(number: int, frame: object) -> None:
    """Raise KeyboardInterrupt, as a signal handler."""
    raise KeyboardInterrupt


@contextmanager
def blocked() -> Iterator[None]:
    """Hold SIGINT back until the end of the block, and from processes that are started in it until they call
    `end_silently`: a terminal sends Ctrl-C to all processes, and each would print a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_silently() -> None:
    """Let SIGINT end this process without a traceback, from now on, unless it is ignored (`command &` in a script)."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer SIGINT and SIGTERM until the end of the block."""
    if threading.current_thread() is not threading.main_thread():  # signals arrive in the main thread only
        yield
        return
    pending: list[int] = []
    handlers = {
        number: signal.signal(number, lambda number, frame: pending.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        if pending:
            signal.raise_signal(pending[0])
