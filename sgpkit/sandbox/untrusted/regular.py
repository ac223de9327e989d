"""Open files of untrusted folders only if they are regular files: not links, devices, pipes or folders."""

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
    """Return the kind of a path in words, without following links: "" for a regular file, "missing" if it does not
    exist."""
    try:
        return kind_of_mode(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"


def kind_of_mode(mode: int) -> str:
    """Return the kind of a file with a mode, in words: "" for a regular file."""
    return "" if stat.S_ISREG(mode) else KINDS.get(stat.S_IFMT(mode), "not a file")


def refuse_endless(path: Path) -> None:
    """Raise ValueError if a path leads, directly or by links, to a pipe, socket or device, from which reading might
    never end."""
    mode = path.stat().st_mode
    if not stat.S_ISDIR(mode) and (odd := kind_of_mode(mode)):
        raise ValueError(f"it is {odd}; expected a regular file")


def read_linked(path: Path, max_bytes: int) -> bytes:
    """Return the content of a regular file, following links. Raises ValueError if it is not a regular file or is larger
    than `max_bytes`, and OSError if it does not exist."""
    refuse_endless(path)
    with path.open("rb") as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise ValueError(f"it has more than {max_bytes:,} bytes")
    return content


def read(path: Path, max_bytes: int) -> bytes:
    """Return the content of a regular file, without following links. Raises UserError if it is not a regular file or is
    larger than `max_bytes`."""
    if odd := kind(path):
        raise UserError(f"{path} is {odd}; expected a regular file")
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(handle, "rb") as file:  # noqa: PTH123  # opened already
        about = os.fstat(handle)
        if odd := kind_of_mode(about.st_mode):
            raise UserError(f"{path} is {odd}; expected a regular file")
        content = file.read(max_bytes + 1) if about.st_size <= max_bytes else b""
        if about.st_size > max_bytes or len(content) > max_bytes:
            raise UserError(f"{path} has {about.st_size:,} bytes; at most {max_bytes:,} are read")
        return content
