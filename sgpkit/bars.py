"""Progress of long work: a bar on a terminal, else a line on standard error every 30 seconds."""

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Item = TypeVar("Item")

EVERY = 30.0
"""Seconds between two lines."""

_HIDDEN: ContextVar[bool] = ContextVar("hidden", default=False)


@contextmanager
def hidden() -> Iterator[None]:
    """Show no progress within the block, for a caller that shows its own."""
    token = _HIDDEN.set(True)
    try:
        yield
    finally:
        _HIDDEN.reset(token)


class Bar:
    """A count of what is done, of `total` if that is known. Off terminals, a thread prints it, so that work in which
    nothing is counted for long does not look dead. Close it, or use it in a `with` block."""

    def __init__(self, label: str, total: int | None = None, unit: str = "rows", shown: bool = True) -> None:
        self.label, self.total, self.unit = label, total, unit
        self.count = 0
        self.started = time.monotonic()
        self.bar: Any = None
        self.done = threading.Event()
        self.thread: threading.Thread | None = None
        if not shown or _HIDDEN.get():
            return
        if sys.stderr.isatty():
            from tqdm import tqdm

            self.bar = tqdm(total=total, desc=label, unit=f" {unit}", leave=False, smoothing=0.05)
        else:
            self.thread = threading.Thread(target=self.report, name="bar", daemon=True)
            self.thread.start()

    def report(self) -> None:
        """Print a line at intervals."""
        while not self.done.wait(EVERY):
            of = "" if self.total is None else f" of {self.total:,}"
            seconds = time.monotonic() - self.started
            print(f"{self.label}: {self.count:,}{of} {self.unit}, {seconds:.0f} s", file=sys.stderr, flush=True)

    def update(self, count: int = 1) -> None:
        """Count what was done."""
        self.count += count
        if self.bar is not None:
            self.bar.update(count)

    def close(self) -> None:
        """Stop showing it."""
        self.done.set()
        if self.bar is not None:
            self.bar.close()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def counted(items: Iterable[Item], label: str, total: int | None = None, unit: str = "rows") -> Iterator[Item]:
    """Yield the items, and show how many there were."""
    with Bar(label, total, unit) as bar:
        for item in items:
            yield item
            bar.update()
