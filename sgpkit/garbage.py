"""Pause the garbage collector while hundreds of thousands of objects are created, which would otherwise take a quarter
of the time to score a run. Objects without reference cycles are still freed."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Pause garbage collection in the block, or in the decorated function."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def paused_and_frozen() -> Iterator[None]:
    """Pause garbage collection in the block, and at its end exclude all existing objects until `gc.unfreeze`."""
    with paused():
        try:
            yield
        finally:
            gc.freeze()
