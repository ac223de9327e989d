"""Scores of guessers for a card, kept in the user's cache: unchanged rows are not scored again.

Stored scores are keyed by the content of the rows' files and by everything that scores them: the packages, the
sandbox's limits, and the compilers of the answers' format. The whole file becomes invalid when sgpkit's code changes
(`user_cache`)."""

import functools
import hashlib
import importlib.metadata
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sgpkit import user_cache
from sgpkit.benchmark import Benchmark, Row
from sgpkit.data.card import baselines
from sgpkit.data.card.baselines import GUESSES, Floor
from sgpkit.files import file_digest
from sgpkit.graphics import formats
from sgpkit.graphics.compiled import disk_cache
from sgpkit.sandbox.workers import bubblewrap, settings
from sgpkit.statistics import Estimate

FILE = "card-floors.json"

MOST = 1_000
"""Configs that are kept; the least recently used is dropped."""

COMPILERS = ("dot", "gs", "pdfinfo", "pdflatex", "pdfseparate", "pdftocairo", "pdftotext")


class FloorCache:
    """The stored scores, read once and written once per card."""

    def __init__(self) -> None:
        known = user_cache.read(FILE)
        self.known: dict[str, Any] = known if isinstance(known, dict) else {}
        self.is_new = False

    def floors(self, folder: Path, benchmark: Benchmark, rows: Sequence[Row], examples: Sequence[Row]) -> list[Floor]:
        """Return the scores of guessers on rows of a built folder, stored ones if any."""
        key = key_of(folder, benchmark)
        known = self.known.pop(key, None)
        with suppress(KeyError, TypeError, ValueError):
            floors = [from_json(entry) for entry in known or ()]
            if known is not None:
                self.known[key] = known
                return floors
        computed, all_scored = baselines.tried(benchmark, rows, examples)
        if key and all_scored:  # a guesser that could not be scored here may be scored at the next call
            self.known[key] = [[floor.name, list(floor.estimate), floor.rows] for floor in computed]
            self.is_new = True
        return computed

    def write(self) -> None:
        """Store new entries for later calls."""
        if self.is_new:
            user_cache.write(FILE, dict(list(self.known.items())[-MOST:]))


def from_json(entry: Any) -> Floor:
    """Return a stored score. Raises KeyError, TypeError or ValueError if the entry is invalid."""
    name, estimate, rows = entry
    return Floor(name, GUESSES[name], Estimate(*estimate), rows)


def key_of(folder: Path, benchmark: Benchmark) -> str:
    """Return the name of the scores on a config's rows; "" if that is unknown."""
    if not user_cache.is_of_code(benchmark.scoring.score):
        return ""
    compilers = ""
    if formats.has(benchmark.answer_format) and formats.get(benchmark.answer_format).convert is not None:
        compilers = installed_compilers()
        if not compilers:
            return ""
    files = {path.name: file_digest(path) for path in sorted((folder / benchmark.config).glob("*.parquet"))}
    limits = (settings.seconds(0.0), settings.memory(0))
    content = repr((benchmark.config, files, limits, compilers, packages()))
    return hashlib.sha256(content.encode()).hexdigest()


@functools.cache
def installed_compilers() -> str:
    """Return an identifier of the installed compilers; "" if it is unknown."""
    return disk_cache.identity(tuple(name for name in COMPILERS if shutil.which(name, path=bubblewrap.PATH)))


@functools.cache
def packages() -> tuple[tuple[str, str], ...]:
    """Return the names and versions of sgpkit's installed dependencies."""
    versions = {}
    for requirement in importlib.metadata.requires("sgpkit") or ():
        if name := re.match(r"[\w.-]+", requirement):
            with suppress(importlib.metadata.PackageNotFoundError):
                versions[name[0]] = importlib.metadata.version(name[0])
    return tuple(sorted(versions.items()))
