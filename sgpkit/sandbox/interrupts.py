"""Handling of signals that end a long command."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def as_by_ctrl_c() -> None:
    """Make the signals of a cluster's scheduler end this process as Ctrl-C does."""
    with suppress(ValueError):  # a thread that is not the main one has no signals
        signal.signal(signal.SIGTERM, interrupt)


def interrupt(number: int, frame: object) -> None:
    """Raise KeyboardInterrupt: a signal handler."""
    raise KeyboardInterrupt


@contextmanager
def held_back() -> Iterator[None]:
    """Hold back Ctrl-C, and what ends this process like it, until the block has ended."""
    if threading.current_thread() is not threading.main_thread():  # others have no signals
        yield
        return
    held: list[int] = []
    handlers = {
        number: signal.signal(number, lambda number, frame: held.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        if held:
            signal.raise_signal(held[0])
