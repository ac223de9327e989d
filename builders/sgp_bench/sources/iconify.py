"""Iconify JSON icon sets → rows of `sgp-svg` that ask what is shown, for its category, and for what is proven
from the picture: color, counts, symmetry and positions.

    --source iconify=node_modules/@iconify-json/tabler      (or its icons.json, or a folder of sets)

`shared/icon_sets.py` reads the format, `emoji.py` asks about sets in many colors.
"""

from collections.abc import Iterator
from pathlib import Path

from sgpkit.benchmark import Row, Skipped
from sgpkit.benchmark.sources import program_files
from sgpkit.errors import UserError
from sgpkit.families.shared import icon_sets

from . import icon_question
from .icon_question import Icon

SOURCE = "iconify"


def recognises(path: str) -> bool:
    location = Path(path)
    return location.exists() and any(icon_sets.looks_like_a_set(file) for file in icon_sets.candidates(location)[:50])


def svg_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    location = Path(path)
    if not location.exists():
        raise UserError(f"no file or folder {path!r}; expected an Iconify JSON icon set")
    files = [file for file in icon_sets.candidates(location) if icon_sets.looks_like_a_set(file)]
    if not files:
        present = ", ".join(file.name for file in icon_sets.candidates(location)[:5]) or "no .json file"
        raise UserError(f"{path}: expected Iconify JSON, an object with 'prefix' and 'icons'; found {present}")
    number, proven, seen = 0, 0, set()
    for file in files:
        icons = icon_sets.icon_set(file)
        if isinstance(icons, Skipped):
            yield icons
            continue
        prefix, license = icons["prefix"], icon_sets.licence(file, icons)
        every = [*icons["icons"], *(icons.get("aliases") or {})]
        category_of = icon_sets.categories(file, icons)
        names: dict[str, list[str]] = {}
        for name in every:
            names.setdefault(category_of.get(name, prefix), []).append(program_files.in_words(name))
        for name in every:
            category = category_of.get(name, prefix)
            try:
                if (prefix, name) in seen:
                    raise ValueError(f"another icon of this name was read already, from a set before {file.name}")
                icon = Icon(f"{prefix}-{name}", category, program_files.in_words(name), icon_sets.program(icons, name))
                row = icon_question.row(icon, names, number, seed, SOURCE, license)
                others = list(icon_question.further(icon, names, proven, seed, SOURCE, license))
            except ValueError as error:
                yield Skipped(f"{prefix}:{name}", str(error))
            else:
                number += 1
                seen.add((prefix, name))
                proven += len(others)
                yield from (("test", asked) for asked in (row, *others))
