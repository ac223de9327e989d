"""Files of a stranger's folder, opened only where they are plain files: no links, devices, pipes or folders."""

import os
import stat
from pathlib import Path

from sgpkit.errors import UserError

KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def kind(path: Path) -> str:
    """Return what an entry is, in words, without following it; "" for a regular file, and "missing" for nothing."""
    try:
        return named(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"


def named(mode: int) -> str:
    """Return the kind of a file by its mode, in words; "" for a regular file."""
    return "" if stat.S_ISREG(mode) else KINDS.get(stat.S_IFMT(mode), "no file")


def refuse_endless(path: Path) -> None:
    """Raise ValueError for what a path leads to, by links too, if reading it may never end: a pipe, a socket or a
    device."""
    mode = path.stat().st_mode
    if not stat.S_ISDIR(mode) and (odd := named(mode)):
        raise ValueError(f"it is {odd}; expected a regular file")


def read_linked(path: Path, max_bytes: int) -> bytes:
    """Return the content of a regular file, to which links may lead. Raises ValueError for anything else, which is
    never read from, and for a file that is larger; an OSError where there is none."""
    refuse_endless(path)
    with path.open("rb") as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise ValueError(f"it has more than {max_bytes:,} bytes, which are not read")
    return content


def read(path: Path, max_bytes: int) -> bytes:
    """Return the content of a regular file. Raises UserError for anything else, which is never read from, and for a
    file that is larger."""
    if odd := kind(path):
        raise UserError(f"{path} is {odd}; expected a regular file")
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(handle, "rb") as file:  # noqa: PTH123  # opened already
        about = os.fstat(handle)
        if odd := named(about.st_mode):
            raise UserError(f"{path} is {odd}; expected a regular file")
        content = file.read(max_bytes + 1) if about.st_size <= max_bytes else b""
        if about.st_size > max_bytes or len(content) > max_bytes:
            raise UserError(f"{path} has {about.st_size:,} bytes; at most {max_bytes:,} are read")
        return content
