"""Files that are whole or not there, and folders that one process works in at a time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sgpkit.errors import UserError


def write_atomically(path: Path, content: str | bytes) -> None:
    """The old file or the new one, whenever the process or the machine stops."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def reading(path: Path, mend: str) -> Iterator[None]:
    """What goes wrong inside says that the file is damaged, and what to do. For code that does nothing but read it."""
    try:
        yield
    except (UserError, OSError):
        raise
    except BaseException as error:
        # polars' own mistakes on a damaged file are none of Python's exceptions.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        told = str(error).strip().splitlines() or [type(error).__name__]
        raise UserError(f"{path} is damaged ({told[0]:.120})\n{mend}") from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Work in a folder alone, until the block ends or the process does. A second process is told so."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise UserError(f"another process is working on {folder}; wait for it, or choose another --out") from None
    finally:
        os.close(handle)
