"""How a command that takes long is ended from outside."""

import signal
from contextlib import suppress


def as_by_ctrl_c() -> None:
    """From now on a job that is taken off its node ends as by Ctrl-C."""
    with suppress(ValueError):  # a thread that is not the main one has no signals
        signal.signal(signal.SIGTERM, interrupt)


def interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt
