"""Read the programs of a folder or .zip in which each folder is a category, such as `icons/animal/cat.svg`."""

import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from sgpkit.errors import UserError
from sgpkit.graphics import guard
from sgpkit.sandbox.untrusted.texts import escape_bytes

UNCATEGORIZED = "uncategorized"
READ_ERRORS = (ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError)
"""Exceptions that reading one file may raise; other files can still be read."""


class File(NamedTuple):
    """One file of a folder or archive: its path there, and functions that return its declared size and its content."""

    path: str
    size: Callable[[], int]
    read: Callable[[], bytes]


def files(path: str, endings: tuple[str, ...] = (".svg",)) -> Iterator[File]:
    """Yield every file below the path with one of the endings, in order of its path."""
    root, wanted = Path(path), " ".join(f"*{ending}" for ending in endings)
    if root.is_dir():
        paths = sorted(file for file in root.rglob("*") if file.suffix.lower() in endings)
        if not any(file.is_file() for file in paths):
            kinds = sorted({file.suffix or "no ending" for file in root.rglob("*") if file.is_file()})
            raise UserError(
                f"{path}: expected {wanted} files, one folder per category; found {', '.join(kinds[:8]) or 'nothing'}"
            )
        for file in paths:
            yield File(escape_bytes(file.relative_to(root).as_posix()), partial(file_size, file), file.read_bytes)
        return
    if not root.is_file():
        raise UserError(
            f"no folder or file {path!r}; expected a folder or .zip of {wanted} files, one folder per category"
        )
    try:
        archive = zipfile.ZipFile(root)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        raise UserError(
            f"{path}: expected a folder or .zip of {wanted} files; found a file that is not an archive: {error}"
        ) from None
    with archive:
        entries = sorted(
            (entry for entry in archive.infolist() if entry.filename.lower().endswith(endings)),
            key=lambda entry: entry.filename,
        )
        if not entries:
            names = ", ".join(archive.namelist()[:5]) or "nothing"
            raise UserError(f"{path}: expected {wanted} files in the archive; found {names}")
        for entry in entries:
            yield File(escape_bytes(entry.filename), partial(int, entry.file_size), partial(archive.read, entry))


def identifier(path: str) -> str:
    """Return the path of a file without its ending, which names its program."""
    return str(PurePosixPath(path).with_suffix(""))


def category_and_name(path: str) -> tuple[str, str]:
    """Return the category and the name of a file, the name in words."""
    pure = PurePosixPath(path)
    category = pure.parts[-2] if len(pure.parts) > 1 else UNCATEGORIZED
    return category, in_words(pure.stem)


def in_words(name: str) -> str:
    """Return a file's name in words: `alarm-clock_2` becomes "alarm clock 2"."""
    return re.sub(r"[\s_-]+", " ", name).strip()


def file_size(file: Path) -> int:
    """Return the size of a regular file. Raises ValueError for anything else; reading a pipe, for example, would block
    forever.
    """
    mode = file.lstat().st_mode
    if stat.S_ISLNK(mode):
        try:
            mode = file.stat().st_mode
        except (OSError, RuntimeError) as error:
            raise ValueError(f"a broken link: {error}") from None
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"
        raise ValueError(f"{kind}, not a file")
    return file.stat().st_size


def text(file: File) -> str:
    """Return the text of a file. Raises ValueError if it is too large or not a text."""
    max_characters, size = guard.DEFAULT.characters, file.size()
    if size > 4 * max_characters:  # bytes; an archive only declares the size, so the content is measured when parsed
        raise ValueError(f"too_large: {size:,} bytes; at most {max_characters:,} characters are read")
    data = file.read()
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"parse_error: not {encoding} text: {error.reason} at byte {error.start}") from None
