"""A folder or a .zip of SVG files, one folder a category → rows of `sgp-svg` that ask what is shown.

--source svg_folder=icons/      icons/animal/cat.svg is a "cat" in the category "animal"
"""

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.graphics import guard

from . import icon_question
from .icon_question import Icon

SOURCE = "svg-folder"
LICENSE = "unknown: see the files' own"
LOOSE = "uncategorized"


class File(NamedTuple):
    """One file of a folder or archive: its path there, how large it is said to be, and how to read it."""

    path: str
    size: Callable[[], int]
    read: Callable[[], bytes]


def recognises(path: str) -> bool:
    place = Path(path)
    if place.is_dir():
        return next((True for file in place.rglob("*") if file.suffix.lower() == ".svg" and file.is_file()), False)
    return zipfile.is_zipfile(place) if place.is_file() and place.suffix.lower() == ".zip" else False


def svg_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    names: dict[str, list[str]] = {}
    for file in files(path):
        category, name = label(file.path)
        names.setdefault(category, []).append(name)
    number, seen = 0, set()
    for file in files(path):
        category, name = label(file.path)
        identifier = str(PurePosixPath(file.path).with_suffix(""))
        try:
            if identifier in seen:
                raise ValueError("another file of this name was read already")
            icon = Icon(identifier, category, name, text(file))
            row = icon_question.row(icon, names, number, seed, SOURCE, LICENSE)
        except (ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError) as error:
            yield Skipped(file.path, str(error) or type(error).__name__)
        else:
            number += 1
            seen.add(identifier)
            yield "test", row


def files(path: str, endings: tuple[str, ...] = (".svg",)) -> Iterator[File]:
    """Every file below with one of the endings, in order of its path."""
    place, wanted = Path(path), " ".join(f"*{ending}" for ending in endings)
    if place.is_dir():
        found = sorted(file for file in place.rglob("*") if file.suffix.lower() in endings)
        if not any(file.is_file() for file in found):
            kinds = sorted({file.suffix or "no ending" for file in place.rglob("*") if file.is_file()})
            raise UserError(
                f"{path}: expected {wanted} files, a folder a category; found {', '.join(kinds[:8]) or 'nothing'}"
            )
        for file in found:
            yield File(in_text(file.relative_to(place).as_posix()), partial(size_of, file), file.read_bytes)
        return
    if not place.is_file():
        raise UserError(f"no folder or file {path!r}; expected a folder or .zip of {wanted} files, a folder a category")
    try:
        archive = zipfile.ZipFile(place)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        raise UserError(
            f"{path}: expected a folder or .zip of {wanted} files; found a file that is no archive: {error}"
        ) from None
    with archive:
        entries = sorted(
            (entry for entry in archive.infolist() if entry.filename.lower().endswith(endings)),
            key=lambda entry: entry.filename,
        )
        if not entries:
            found_names = ", ".join(archive.namelist()[:5]) or "nothing"
            raise UserError(f"{path}: expected {wanted} files in the archive; found {found_names}")
        for entry in entries:
            yield File(in_text(entry.filename), partial(int, entry.file_size), partial(archive.read, entry))


def label(path: str) -> tuple[str, str]:
    """Category and name, in words."""
    parts = PurePosixPath(path)
    category = parts.parts[-2] if len(parts.parts) > 1 else LOOSE
    return category, icon_question.in_words(parts.stem)


def in_text(path: str) -> str:
    """A name that a log and a dataset can hold: bytes of it that are no text are told by their numbers."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def size_of(file: Path) -> int:
    """ValueError for what has the name of a file and is none: a pipe, for one, would be waited for without end."""
    mode = file.lstat().st_mode
    if stat.S_ISLNK(mode):
        try:
            mode = file.stat().st_mode
        except (OSError, RuntimeError) as error:
            raise ValueError(f"a link that leads nowhere: {error}") from None
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"
        raise ValueError(f"{kind}, not a file")
    return file.stat().st_size


def text(file: File) -> str:
    """ValueError for what is too large to be read at all, or no text."""
    most, size = guard.DEFAULT.characters, file.size()
    if size > 4 * most:  # bytes; the archive's word for it, so its content is measured again
        raise ValueError(f"too_large: {size:,} bytes; at most {most:,} characters are read")
    data = file.read()
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"parse_error: no {encoding} text: {error.reason} at byte {error.start}") from None
