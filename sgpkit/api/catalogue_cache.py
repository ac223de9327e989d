"""The catalogue of the last call, kept in this user's cache: to import every family takes more than a second.

It counts only for the very files that it was made from, by their paths, times and sizes.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit import content, families, plugins
from sgpkit.files import write_atomically

FILE = "catalogue.json"


def path() -> Path:
    """Return the file of this user's cache."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "sgpkit" / FILE


def read() -> list[dict[str, Any]] | None:
    """Return the entries of the catalogue, None where there are none that hold."""
    with suppress(OSError, ValueError, KeyError, TypeError, RuntimeError):
        stored = json.loads(path().read_text(encoding="utf-8"))
        if (known := key()) and stored["key"] == known:
            return list(stored["configs"])
    return None


def write(configs: Sequence[dict[str, Any]]) -> None:
    """Keep a catalogue; a folder that cannot be written to has none."""
    with suppress(OSError, RuntimeError):
        if known := key():
            path().parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path(), json.dumps({"key": known, "configs": list(configs)}))


def key() -> str:
    """Return the hash of all that the catalogue depends on; "" with families of other distributions, whose files are
    not known without importing them."""
    if plugins.entry_points(plugins.FAMILIES):
        return ""
    digest = hashlib.sha256(f"{sgpkit.__version__} {sys.version}".encode())
    for folder in (content.PACKAGE, Path(families.BUILTIN), *plugins.folders()):
        for file in sources(folder):
            status = file.stat()
            digest.update(f"{file}\0{status.st_mtime_ns}\0{status.st_size}\n".encode())
    return digest.hexdigest()


def sources(folder: Path) -> Iterator[Path]:
    """Yield the Python files of a folder, in order."""
    for parent, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if name != "__pycache__" and not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if name.endswith(".py"))
