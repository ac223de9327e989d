"""A module that knows which process imported it."""

import os
import time

IMPORTER = os.getpid()


def importer(_: object) -> int:
    """Return the process that imported this module."""
    return IMPORTER


def worker(seconds: float) -> int:
    """Return the process that this runs in, after a while."""
    time.sleep(seconds)
    return os.getpid()
