"""Files wherever they are: in a folder, or at any address that fsspec knows (s3://…, hf://…)."""

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
    """Return whether a path is an address, and no folder of this machine."""
    return isinstance(path, str) and "://" in path


def folder(path: Path | str) -> Path:
    """Return the folder of a path, or of an address of this machine's files (file:///nfs/runs). Raises UserError for
    other addresses, where a log cannot grow."""
    if not is_url(path):
        return Path(path)
    files, root = opened(str(path))
    if not is_local(files):
        raise UserError(
            f"{path}: a run is written as answers come, which a store of whole files cannot do\n"
            "Give a folder, or one that all nodes share by its address: file:///nfs/runs/NAME"
        )
    return Path(root)


def opened(base: str) -> "tuple[AbstractFileSystem, str]":
    """Return the file system of an address, and the path there. Raises UserError where no package reads it."""
    import fsspec

    try:
        files, root = fsspec.core.url_to_fs(base)
    except (ImportError, ValueError) as error:
        raise UserError(f"{base} cannot be read: {error}") from None
    return files, str(root)


def is_local(files: "AbstractFileSystem") -> bool:
    """Return whether a file system is that of this machine's folders."""
    from fsspec.implementations.local import LocalFileSystem

    return isinstance(files, LocalFileSystem)


def put(files: "AbstractFileSystem", path: str, content: bytes | memoryview) -> None:
    """Write a file in one step. In a folder it is first written under a name of its own, since others could see half of
    it, and two tasks may write the same."""
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
    """Give the path of a file on this machine with the content of one elsewhere, for the time of the block."""
    if is_local(files):
        yield Path(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.parquet"
        files.get_file(path, str(copy))
        yield copy
