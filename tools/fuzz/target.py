"""Targets: some inputs to start from, words of their language, and the promise that is checked."""

import functools
import importlib
import os
import pkgutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sgpkit.status import Rejected

LONGEST = 60_000
"""Bytes of an input. Enough for what is quadratic to be seen, and few enough for many inputs a second."""

SECONDS = 8.0
"""Processor time that one input may take: some ten times what the slowest honest one of this length takes here."""

MEMORY = 2 << 30
"""Bytes of address space that all inputs together may add."""


class Broken(Exception):
    """A promise other than of exceptions and time does not hold: what was read and written again is not the same."""


@dataclass(frozen=True)
class Target:
    name: str
    check: Callable[[bytes], object]
    """Reads one input. May raise what is `promised`, and `Broken` where a round trip does not hold."""
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    promised: tuple[type[Exception], ...] = (Rejected,)


def text(data: bytes) -> str:
    """Any bytes as text; lone surrogates stay, since a model's JSON can hold them."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def of_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: read(text(data))


def seeds(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.encode("utf-8", "surrogatepass") for text in texts)


def words(listed: str) -> tuple[bytes, ...]:
    return tuple(word.encode() for word in listed.split())


def of_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """For readers of files: the input is the content of a file of this name in a folder of its own."""

    def check(data: bytes) -> object:
        path = folder(os.getpid()) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return read(path)

    return check


def drained(rows: Iterable[object], most: int = 200) -> list[object]:
    """The first rows of a reader: enough to see it go wrong."""
    return [row for row, _number in zip(rows, range(most), strict=False)]


@functools.cache
def folder(process: int) -> Path:
    """A folder for this process. Who started us gives TMPDIR and clears it."""
    return Path(tempfile.mkdtemp(prefix=f"fuzz-{process}-"))


def targets() -> dict[str, Target]:
    """All of them, by name."""
    return {target.name: target for target in _each()}


def find(name: str) -> Target:
    """Imports no more than it must to find this one. KeyError for a name that is none."""
    for target in _each():
        if target.name == name:
            return target
    raise KeyError(name)


def _each() -> Iterator[Target]:
    """The listing of tools/fuzz/targets is the registry."""
    import tools.fuzz.targets

    for module in sorted(info.name for info in pkgutil.iter_modules(tools.fuzz.targets.__path__)):
        yield from importlib.import_module(f"tools.fuzz.targets.{module}").TARGETS
