"""A folder or a .zip of SVG files, one folder a category → rows of `sgp-svg` that ask what is shown, for its category,
and for what is proven from the picture: counts, symmetry, positions and, of drawings that state none, the color.

--source svg_folder=icons/      icons/animal/cat.svg is a "cat" in the category "animal"
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit.benchmark import Row, Skipped
from sgpkit.benchmark.sources import program_files

from . import icon_question
from .icon_question import Icon

SOURCE = "svg-folder"
LICENSE = "unknown: see the files' own"


def recognises(path: str) -> bool:
    location = Path(path)
    if location.is_dir():
        return next((True for file in location.rglob("*") if file.suffix.lower() == ".svg" and file.is_file()), False)
    return zipfile.is_zipfile(location) if location.is_file() and location.suffix.lower() == ".zip" else False


def svg_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    names: dict[str, list[str]] = {}
    for file in program_files.files(path):
        category, name = program_files.category_and_name(file.path)
        names.setdefault(category, []).append(name)
    number, proven, seen = 0, 0, set()
    for file in program_files.files(path):
        category, name = program_files.category_and_name(file.path)
        identifier = program_files.identifier(file.path)
        try:
            if identifier in seen:
                raise ValueError("another file of this name was read already")
            icon = Icon(identifier, category, name, program_files.text(file))
            row = icon_question.row(icon, names, number, seed, SOURCE, LICENSE)
            others = list(icon_question.further(icon, names, proven, seed, SOURCE, LICENSE))
        except program_files.READ_ERRORS as error:
            yield Skipped(file.path, str(error) or type(error).__name__)
        else:
            number += 1
            seen.add(identifier)
            proven += len(others)
            yield from (("test", asked) for asked in (row, *others))
