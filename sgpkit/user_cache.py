"""This user's cache: its folder, and JSON files that hold only as long as the code that they were made by.

A file that cannot be read or written is as good as none: what it would hold is made again.
"""

import functools
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit import content, plugins
from sgpkit.files import write_atomically


def folder() -> Path:
    """Return the folder: `sgpkit` in $XDG_CACHE_HOME, or in ~/.cache. Raises RuntimeError for a user without a home."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "sgpkit"


def read(name: str) -> Any:
    """Return what the file `name` holds; None where there is none that the code of now has written."""
    with suppress(OSError, ValueError, KeyError, TypeError, RuntimeError):
        stored = json.loads((folder() / name).read_text(encoding="utf-8"))
        if (key := code_key()) and stored["key"] == key:
            return stored["value"]
    return None


def write(name: str, value: Any) -> None:
    """Keep a value for the calls to come."""
    with suppress(OSError, RuntimeError):
        if key := code_key():
            path = folder() / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, json.dumps({"key": key, "value": value}))


def code_key() -> str:
    """Return a hash of sgpkit and its families: of the paths, times and sizes of their files. "" with families of other
    distributions, whose files are not known without importing them."""
    return "" if plugins.entry_points(plugins.FAMILIES) else stamp(parents())


def stamp(paths: Iterable[Path]) -> str:
    """Return a hash of the paths, times and sizes of files and of those in folders, and of sgpkit's version and
    Python's."""
    digest = hashlib.sha256(f"{sgpkit.__version__} {sys.version}".encode())
    for path in paths:
        for file in [path] if path.is_file() else sources(path):
            status = file.stat()
            digest.update(f"{file}\0{status.st_mtime_ns}\0{status.st_size}\n".encode())
    return digest.hexdigest()


def parents() -> tuple[Path, ...]:
    """Return the folders whose files the key is of."""
    return (content.PACKAGE, content.families(), *plugins.folders())


def is_of_code(function: object) -> bool:
    """Return whether the key changes with a function: whether it was defined in a file of sgpkit or its families."""
    file = file_of(function)
    return file is not None and any(file.is_relative_to(parent.resolve()) for parent in parents())


def file_of(function: object) -> Path | None:
    """Return the file in which a function was defined."""
    while isinstance(function, functools.partial):
        function = function.func
    file = getattr(sys.modules.get(getattr(function, "__module__", "")), "__file__", None)
    return None if file is None else Path(file).resolve()


def sources(parent: Path) -> Iterator[Path]:
    """Yield the files of a folder that somebody wrote, in order."""
    for path, inner, names in os.walk(parent):
        inner[:] = sorted(name for name in inner if name != "__pycache__" and not name.startswith("."))
        yield from (Path(path, name) for name in sorted(names))
