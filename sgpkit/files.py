"""Write files atomically, replace and lock folders."""

import errno
import fcntl
import glob
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sgpkit import append_log
from sgpkit.errors import UserError, first_line


def write_atomically(path: Path, content: str | bytes | memoryview) -> None:
    """Write a file so that it has either its old or its new content, even if the process or machine crashes."""
    with replacing(path) as part, part.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file for the block to write, which replaces `path` at the end of the block. Several
    writers of one path wait for each other."""
    part = path.with_name(f".{path.name}.part")
    try:
        with alone_at(part):
            try:
                yield part
                part.replace(path)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
    except OSError as error:
        error.filename = error.filename or str(path)  # errors of writes have no file name
        raise


@contextmanager
def alone_at(part: Path) -> Iterator[None]:
    """Hold the lock of a file, which is made if it does not exist. A writer who has waited for another finds the file
    moved away, and begins again."""
    while True:
        handle = os.open(part, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            append_log.lock(handle)
            if is_at(handle, part):
                yield
                return
        finally:
            os.close(handle)


def is_at(handle: int, path: Path) -> bool:
    """Return whether an open file is at a path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def replace_folder(folder: Path, new: Path) -> None:
    """Move `new` to `folder`. A folder that exists there is removed only after the move."""
    earlier = new.with_name(f"{new.name}.earlier")
    folder.parent.mkdir(parents=True, exist_ok=True)
    while True:
        shutil.rmtree(earlier, ignore_errors=True)
        with suppress(FileNotFoundError):
            folder.rename(earlier)
        try:
            new.rename(folder)
        except BaseException as error:
            if isinstance(error, OSError) and error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                continue  # another writer has put one there in between
            with suppress(FileNotFoundError):
                earlier.rename(folder)
            raise
        shutil.rmtree(earlier, ignore_errors=True)
        return


@contextmanager
def reading(path: Path, fix: str) -> Iterator[None]:
    """Turn errors of the block, which should only read the file, into a UserError that the file is damaged, with a
    fix."""
    try:
        yield
    except (UserError, OSError):
        raise
    except BaseException as error:
        # polars raises PanicException, which is not a subclass of Exception, for some damaged files.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise UserError(f"{path} is damaged ({first_line(error):.120})\n{fix}") from None


@contextmanager
def locked(folder: Path, wait: bool = False) -> Iterator[None]:
    """Lock a folder for the block, which is made if it does not exist. Raises UserError if another process has locked
    it, unless it is to `wait`."""
    while True:
        handle = open_folder(folder)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            if is_at(handle, folder):  # else it was removed by the one who held the lock
                yield
                return
        except BlockingIOError:
            raise UserError(f"another process is working on {folder}; wait for it, or choose another --out") from None
        finally:
            os.close(handle)


def open_folder(folder: Path) -> int:
    """Open a folder, which is made if it does not exist. Returns its descriptor."""
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # another process has removed it in between
            return os.open(folder, os.O_RDONLY)


@contextmanager
def temporary_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """Yield a new folder in `parent`, which is deleted after the block. Those that killed processes have left are
    deleted first: a running process holds a lock on its own. If `parent` did not exist, it is deleted too unless the
    block has put something else there."""
    missing = [path for path in (parent, *parent.parents) if not path.exists()]
    try:
        with ExitStack() as stack:
            with locked(parent, wait=True):
                for folder in parent.glob(f"{glob.escape(prefix)}*"):
                    with suppress(UserError, OSError), locked(folder):
                        shutil.rmtree(folder)
                own = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix, dir=parent)))
                stack.enter_context(locked(own))
            yield own
    finally:
        if missing:
            with locked(parent, wait=True), suppress(OSError):
                for path in missing:
                    path.rmdir()
