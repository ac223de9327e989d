"""The user's cache folder, and JSON files in it that are valid only for the code that wrote them.

Files that cannot be read or written are ignored, and their content is computed again.
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
    """Return `sgpkit` in $XDG_CACHE_HOME or ~/.cache. Raises RuntimeError if the user has no home."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "sgpkit"


def read(name: str) -> Any:
    """Return the value in the file `name`, or None if it is missing or was written by other code."""
    with suppress(OSError, ValueError, KeyError, TypeError, RuntimeError):
        stored = json.loads((folder() / name).read_text(encoding="utf-8"))
        if (key := code_key()) and stored["key"] == key:
            return stored["value"]
    return None


def write(name: str, value: Any) -> None:
    """Store a value in the file `name`."""
    with suppress(OSError, RuntimeError):
        if key := code_key():
            path = folder() / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, json.dumps({"key": key, "value": value}))


def code_key() -> str:
    """Return a hash of the paths, times and sizes of the files of sgpkit and its families; "" if there are families of
    other distributions, whose files are not known without importing them."""
    return "" if plugins.entry_points(plugins.FAMILIES) else stamp(code_folders())


def stamp(paths: Iterable[Path]) -> str:
    """Return a hash of the paths, times and sizes of files, including those in folders, and of the versions of sgpkit
    and Python."""
    digest = hashlib.sha256(f"{sgpkit.__version__} {sys.version}".encode())
    for path in paths:
        for file in [path] if path.is_file() else sources(path):
            status = file.stat()
            digest.update(f"{file}\0{status.st_mtime_ns}\0{status.st_size}\n".encode())
    return digest.hexdigest()


def code_folders() -> tuple[Path, ...]:
    """Return the folders whose files determine the key."""
    return (content.PACKAGE, content.families(), *plugins.folders())


def is_of_code(function: object) -> bool:
    """Return whether a function is defined in a file that determines the key."""
    file = file_of(function)
    return file is not None and any(file.is_relative_to(parent.resolve()) for parent in code_folders())


def file_of(function: object) -> Path | None:
    """Return the file in which a function is defined."""
    while isinstance(function, functools.partial):
        function = function.func
    file = getattr(sys.modules.get(getattr(function, "__module__", "")), "__file__", None)
    return None if file is None else Path(file).resolve()


def sources(parent: Path) -> Iterator[Path]:
    """Yield the source files of a folder, in order."""
    for path, inner, names in os.walk(parent):
        inner[:] = sorted(name for name in inner if name != "__pycache__" and not name.startswith("."))
        yield from (Path(path, name) for name in sorted(names))
