"""Read and write files in a folder or at any address that fsspec supports (s3://…, hf://…)."""

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sgpkit.errors import UserError

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem


def is_url(path: Path | str) -> bool:
    """Return whether a path is an address rather than a folder of this machine."""
    return isinstance(path, str) and "://" in path


def folder(path: Path | str) -> Path:
    """Return the local folder of a path or a file:// address. Raises UserError for other addresses, because a run
    appends to its log."""
    if not is_url(path):
        return Path(path)
    files, root = open_store(str(path))
    if not is_local(files):
        raise UserError(
            f"{path}: a run appends to its files, which object stores do not support\n"
            "Use a folder, or the file:// address of a folder that all nodes share: file:///nfs/runs/NAME"
        )
    return Path(root)


def open_store(base: str) -> "tuple[AbstractFileSystem, str]":
    """Return the file system of an address and the path in it. Raises UserError if no installed package supports it."""
    import fsspec

    try:
        files, root = fsspec.core.url_to_fs(base)
    except (ImportError, ValueError) as error:
        raise UserError(f"{base} cannot be read: {error}") from None
    return files, str(root)


def is_local(files: "AbstractFileSystem") -> bool:
    """Return whether a file system is the local one."""
    from fsspec.implementations.local import LocalFileSystem

    return isinstance(files, LocalFileSystem)


def write(files: "AbstractFileSystem", path: str, content: bytes | memoryview) -> None:
    """Write a file atomically: a local file is written under a temporary name, then renamed, because other processes
    may read it, and two tasks may write the same file."""
    files.makedirs(path.rpartition("/")[0], exist_ok=True)
    if not is_local(files):
        files.pipe_file(path, bytes(content))
        return
    target = Path(path)
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def local_copy(files: "AbstractFileSystem", path: str) -> Iterator[Path]:
    """Yield the path of a local copy of a file, which is deleted afterwards; a local file is not copied."""
    if is_local(files):
        yield Path(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.parquet"
        files.get_file(path, str(copy))
        yield copy
