"""Handling of signals that end a long command."""

import signal
from contextlib import suppress


def as_by_ctrl_c() -> None:
    """Make the signals of a cluster's scheduler end this process as Ctrl-C does."""
    with suppress(ValueError):  # a thread that is not the main one has no signals
        signal.signal(signal.SIGTERM, interrupt)


def interrupt(number: int, frame: object) -> None:
    """Raise KeyboardInterrupt: a signal handler."""
    raise KeyboardInterrupt
