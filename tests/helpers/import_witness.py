"""A module that knows which process imported it."""

import os

IMPORTER = os.getpid()


def importer(_: object) -> int:
    """Return the process that imported this module."""
    return IMPORTER
