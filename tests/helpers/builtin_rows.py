"""The rows of a config's builtin source with seed 0, made once for all test processes that run the same code.

They are kept in the user's cache, under a hash of the code, and made under a lock. The contract makes the first rows
again and compares them, so sharing does not hide differences between builds.
"""

import contextlib
import fcntl
import functools
import hashlib
import pickle
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import durations
import pytest
import tiers
from paths import ROOT

from sgpkit import user_cache
from sgpkit.benchmark import Row, Skipped, families
from sgpkit.files import write_atomically
from sgpkit.quality.contract.promises import spread

CODE = ("sgpkit", "builders", "requirements/dev.lock")
"""The files that rows depend on."""

Value = TypeVar("Value")

DAY = 24 * 3600
"""Caches of other code that are older, in seconds, are removed."""


COSTLY = frozenset({"sgp-cad-2d", "sgp-cad-3d", "sgp-cad-3d-complex", "sgp-svg", "vgqa-svg"})
"""Configs whose rows together take more than 20 seconds of processor time."""


def group(config: str) -> pytest.MarkDecorator:
    """Return the mark by which tests run in the process that has the rows of a config."""
    return pytest.mark.xdist_group(f"contract-{config}")


def all_rows(config: str) -> pytest.MarkDecorator:
    """Return the mark of tests that use all rows of a config: `slow` if these are expensive to make."""
    return pytest.mark.slow if config in COSTLY and not tiers.in_full(config) else group(config)


@functools.cache
def of(config: str) -> tuple[tuple[str, Row], ...]:
    """Return each row of the source with its split."""
    return cached(f"{config}-source", lambda: tuple(families.get(config).rows.read()))


@functools.cache
def finished(config: str, split: str = "test", count: int = 60) -> tuple[Row, ...]:
    """Return rows of a split as a build finishes them: `count`, spread evenly over the split, without skipped ones."""

    def make() -> tuple[Row, ...]:
        finish = families.get(config).rows.finish
        rows = spread([row for name, row in of(config) if name == split], count)
        done = (finish(row) if finish else row for row in rows)
        return tuple(row for row in done if not isinstance(row, Skipped))

    return cached(f"{config}-{split}-{count}", make)


def cached(name: str, make: Callable[[], Value]) -> Value:
    """Return a cached value, computing it first unless a test process with the same code has done so."""
    folder = user_cache.folder() / "tests" / code_hash()
    path = folder / f"{name}.pickle"
    with durations.shared():
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / f"{name}.lock"):
            if not path.is_file():
                write_atomically(path, pickle.dumps(make()))
            value: Value = pickle.loads(path.read_bytes())
    return value


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock on a file, for which other processes wait."""
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@functools.cache
def code_hash() -> str:
    """Return a hash of all files that rows depend on, and remove old caches of other code."""
    digest = hashlib.sha256()
    for name in CODE:
        paths = sorted((ROOT / name).rglob("*")) if (ROOT / name).is_dir() else [ROOT / name]
        for path in paths:
            if path.is_file() and path.suffix not in (".pyc", ".md"):
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    name = digest.hexdigest()[:16]
    for old in (user_cache.folder() / "tests").glob("*/"):
        if old.name != name and time.time() - old.stat().st_mtime > DAY:
            shutil.rmtree(old, ignore_errors=True)
    return name
