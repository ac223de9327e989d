"""A module that records the process that imported it."""

import os
import time

IMPORTER = os.getpid()


def importer(_: object) -> int:
    """Return the process that imported this module."""
    return IMPORTER


def worker(seconds: float) -> int:
    """Return the current process, after a short wait."""
    time.sleep(seconds)
    return os.getpid()
