"""A folder or a .zip of SVG files, one folder a category → rows of `sgp-svg` that ask what is shown.

--source svg_folder=icons/      icons/animal/cat.svg is a "cat" in the category "animal"
"""

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from builders.sgp_bench import icon_question
from builders.sgp_bench.icon_question import Icon
from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.graphics import guard

SOURCE = "svg-folder"
LICENSE = "unknown: see the files' own"
LOOSE = "uncategorized"


class File(NamedTuple):
    """One SVG file of a folder or archive: its path there, its size, and how to read it."""

    path: str
    size: int
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
        except (ValueError, OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            yield Skipped(file.path, str(error))
        else:
            number += 1
            seen.add(identifier)
            yield "test", row


def files(path: str) -> Iterator[File]:
    """Every .svg below, in order of its path."""
    place = Path(path)
    if place.is_dir():
        found = sorted(file for file in place.rglob("*") if file.suffix.lower() == ".svg" and file.is_file())
        if not found:
            kinds = sorted({file.suffix or "no ending" for file in place.rglob("*") if file.is_file()})
            raise UserError(
                f"{path}: expected *.svg files, a folder a category; found {', '.join(kinds[:8]) or 'nothing'}"
            )
        for file in found:
            yield File(file.relative_to(place).as_posix(), file.stat().st_size, file.read_bytes)
        return
    if not place.is_file():
        raise UserError(f"no folder or file {path!r}; expected a folder or .zip of SVG files, a folder a category")
    try:
        archive = zipfile.ZipFile(place)
    except (zipfile.BadZipFile, OSError) as error:
        raise UserError(
            f"{path}: expected a folder or .zip of SVG files; found a file that is no archive: {error}"
        ) from None
    with archive:
        entries = sorted(
            (entry for entry in archive.infolist() if entry.filename.lower().endswith(".svg")),
            key=lambda entry: entry.filename,
        )
        if not entries:
            found_names = ", ".join(archive.namelist()[:5]) or "nothing"
            raise UserError(f"{path}: expected *.svg files in the archive; found {found_names}")
        for entry in entries:
            yield File(entry.filename, entry.file_size, lambda entry=entry: archive.read(entry))  # type: ignore[misc]


def label(path: str) -> tuple[str, str]:
    """Category and name, in words."""
    parts = PurePosixPath(path)
    category = parts.parts[-2] if len(parts.parts) > 1 else LOOSE
    return category, icon_question.in_words(parts.stem)


def text(file: File) -> str:
    """ValueError for what is too large to be read at all, or no text."""
    most = guard.DEFAULT.characters
    if file.size > 4 * most:  # bytes; the archive's word for it, so its content is measured again
        raise ValueError(f"too_large: {file.size:,} bytes; at most {most:,} characters are read")
    data = file.read()
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"parse_error: no {encoding} text: {error.reason} at byte {error.start}") from None
