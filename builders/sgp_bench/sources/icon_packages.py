"""Icons of installed packages → rows of `sgp-svg`, without an outside model: names and groups from the package's own
metadata; colors, counts, symmetry and positions proven from the picture (`icon_facts.py`).

    --source fontawesome      Font Awesome Free, solid and regular (CC BY 4.0), as the package fontawesomefree has it
    --source tabler           Tabler Icons (MIT), as the package pytablericons has it

Both come with `pip install 'sgpkit[icons]'`. The packages are not imported: their files are read. Brands are left out,
which are trademarks, and so are letters and digits, whose name is the answer.
"""

import importlib.util
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from sgpkit.benchmark import Row, Skipped
from sgpkit.benchmark.sources import program_files
from sgpkit.errors import UserError
from sgpkit.families.shared import icon_facts
from sgpkit.families.shared.choices import keys
from sgpkit.graphics import guard
from sgpkit.sandbox.untrusted import documents, yaml_values

from . import icon_question

DRAWINGS = 1_085
"""Icons that become questions: as many as the paper has drawings."""

STYLES = ("solid", "regular")
FRONT = re.compile(r"\s*<!--(.*?)-->", re.DOTALL)
NAMELESS = re.compile(r"\b(?:letter|number|brand|math|currency|sign|[a-z]|\d+)\b")
"""Names by which an icon is a letter, a digit or a brand."""

TERM_WORDINGS = (
    "Which word would lead somebody who looks for this drawing to it?",
    "Which of these words goes with the drawing?",
)
MAX_SHARE = 0.35
"""The most that one answer may have of the questions of one kind."""

ICONS_MISSING = "pip install 'sgpkit[icons]'"


class PackagedIcon(NamedTuple):
    """An icon with the metadata of its package."""

    identifier: str
    name: str
    groups: tuple[str, ...]
    terms: tuple[str, ...]
    code: str


def package_folder(package: str, path: str) -> Path:
    """Return the folder of an installed package, or `path` if given. Raises UserError if there is none."""
    if path:
        folder = Path(path)
        if not folder.is_dir():
            raise UserError(f"no folder {path!r}; expected the files of the package {package}")
        return folder
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise UserError(f"the package {package} is not installed\n{ICONS_MISSING}")
    return Path(next(iter(spec.submodule_search_locations)))


def fontawesome(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the questions about Font Awesome's icons."""
    folder = package_folder("fontawesomefree", path)
    folder = next((inner for inner in (folder / "static" / "fontawesomefree",) if inner.is_dir()), folder)
    try:
        families = documents.read_json(folder / "metadata" / "icon-families.json")
        groups = yaml_values.read(folder / "metadata" / "categories.yml")
        if not isinstance(families, dict) or not isinstance(groups, dict):
            raise ValueError("expected objects")
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise UserError(f"{folder}: the metadata of Font Awesome cannot be read: {error}") from None
    icons = awesome(folder, families, groups)
    yield from questions("fontawesome", "CC BY 4.0 (Font Awesome Free, recolored)", seed, icons)


def awesome(folder: Path, families: Mapping[str, Any], groups: Mapping[str, Any]) -> Iterator[PackagedIcon | Skipped]:
    """Yield Font Awesome's icons, one style each: the solid one if any."""
    of: dict[str, list[str]] = {}
    for group in groups.values():
        for name in group.get("icons", ()) if isinstance(group, dict) else ():
            of.setdefault(str(name), []).append(str(group.get("label", "")))
    for key, entry in sorted(families.items()):
        file = next((folder / "svgs" / style / f"{key}.svg" for style in STYLES if is_file(folder, style, key)), None)
        if file is None or not isinstance(entry, dict):
            continue
        search = entry.get("search")
        terms = search.get("terms") if isinstance(search, dict) else None
        known = [str(term).lower() for term in terms if isinstance(term, str)] if isinstance(terms, list) else []
        yield from read(file, f"{file.parent.name}-{key}", str(entry.get("label", key)), of.get(key, ()), known)


def is_file(folder: Path, style: str, key: str) -> bool:
    """Return whether a key is an icon of this style; a path is not."""
    return re.fullmatch(r"[\w-]+", key) is not None and (folder / "svgs" / style / f"{key}.svg").is_file()


def tabler(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the questions about Tabler's icons."""
    folder = package_folder("pytablericons", path)
    folder = next((inner for inner in (folder / "icons",) if inner.is_dir()), folder)
    files = sorted((folder / "outline").glob("*.svg"))
    if not files:
        raise UserError(f"{folder}: expected a folder outline with the icons of Tabler")
    yield from questions("tabler", "MIT (Tabler Icons, recolored)", seed, strokes(files))


def strokes(files: Sequence[Path]) -> Iterator[PackagedIcon | Skipped]:
    """Yield Tabler's icons, whose files begin with their metadata."""
    for file in files:
        stated: object = {}
        try:
            head = FRONT.match(file.read_text(encoding="utf-8")[:4_096])
            stated = yaml_values.load(head[1]) if head else {}
        except (OSError, ValueError, yaml.YAMLError, RecursionError):
            yield Skipped(file.name, "what it says of itself cannot be read")
            continue
        known = stated if isinstance(stated, dict) else {}
        tags, group = known.get("tags"), known.get("category")
        terms = [str(tag).lower() for tag in tags] if isinstance(tags, list) else []
        groups = [str(group)] if group else []
        yield from read(file, f"outline-{file.stem}", program_files.in_words(file.stem), groups, terms)


def read(
    file: Path, identifier: str, name: str, groups: Sequence[str], terms: Sequence[str]
) -> Iterator[PackagedIcon | Skipped]:
    """Yield the icon of a file, or the reason why there is none."""
    if NAMELESS.search(name.lower()):
        return
    try:
        if file.stat().st_size > guard.DEFAULT.characters:
            raise ValueError("too_large")
        code = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        yield Skipped(identifier, str(error))
    else:
        yield PackagedIcon(identifier, name.lower(), tuple(filter(None, groups)), tuple(terms), code)


def questions(
    source: str, license: str, seed: int, icons: Iterator[PackagedIcon | Skipped]
) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the rows of as many icons as the paper has drawings, those that a seed draws."""
    known = []
    for icon in icons:
        if isinstance(icon, Skipped):
            yield icon
        else:
            known.append(icon)
    names: dict[str, list[str]] = {}
    for icon in known:
        names.setdefault(first_group(icon), []).append(icon.name)
    groups = sorted({group for icon in known for group in icon.groups})
    terms = sorted({term for icon in known for term in icon.terms})
    random.Random(f"{seed}:{source}").shuffle(known)
    given: Counter[tuple[str, str]] = Counter()
    number = drawings = 0
    for icon in known:
        if drawings == DRAWINGS:
            return
        try:
            asked = list(about(icon, names, groups, terms, seed, source))
        except ValueError as error:
            yield Skipped(icon.identifier, str(error))
            continue
        drawings += 1
        for aspect, fact, code in asked:
            if is_common(given, aspect, fact):
                continue
            given[aspect, fact.answer if len(fact.alternatives) == 3 and aspect in BALANCED else ""] += 1
            key = keys.letter(number, f"{seed}:{source}")
            number += 1
            named = f"{source}-{icon.identifier}-{aspect}"
            yield (
                "test",
                {
                    "id": named,
                    "cluster": f"{source}-{icon.identifier}",
                    "source": source,
                    "license": license,
                    "generator": "",
                    "category": first_group(icon),
                    "type": fact.type,
                    "question": fact.question,
                    "options": keys.ordered(fact.answer, fact.alternatives, key, f"{seed}:{named}:options"),
                    "answer": key,
                    "code": code,
                },
            )


BALANCED = ("symmetry", "position")
"""Kinds of questions that always offer the same four answers."""


def is_common(given: Counter[tuple[str, str]], aspect: str, fact: icon_facts.Fact) -> bool:
    """Return whether an answer that is one of the same four each time was right too often already."""
    if aspect not in BALANCED:
        return False
    total = sum(count for (kind, _), count in given.items() if kind == aspect)
    return given[aspect, fact.answer] >= 5 + MAX_SHARE * total


def first_group(icon: PackagedIcon) -> str:
    """Return the group that an icon is listed under first."""
    return icon.groups[0] if icon.groups else program_files.UNCATEGORIZED


def about(
    icon: PackagedIcon,
    names: Mapping[str, Sequence[str]],
    groups: Sequence[str],
    terms: Sequence[str],
    seed: int,
    source: str,
) -> Iterator[tuple[str, icon_facts.Fact, str]]:
    """Yield the questions about an icon, each with the name of its kind and the program. ValueError where the icon
    cannot be asked about."""
    draw = random.Random(f"{seed}:{source}:{icon.identifier}")
    code = icon_question.bare(icon.code, icon.name)
    color, code = icon_facts.recolored(code, draw)
    drawn = icon_question.Icon(icon.identifier, first_group(icon), icon.name, code)
    others = icon_question.distractors(drawn, names, draw)
    yield "name", icon_facts.Fact("semantics", draw.choice(icon_question.WORDINGS), icon.name, tuple(others)), code
    if icon.groups:
        rest = [group for group in groups if group not in icon.groups]
        if len(rest) >= 3:
            chosen = draw.sample(rest, 3)
            wording = draw.choice(icon_question.GROUP_WORDINGS)
            yield "group", icon_facts.Fact("reasoning", wording, draw.choice(icon.groups), tuple(chosen)), code
    own = [term for term in icon.terms if not set(term.split()) & set(icon.name.split()) and term.isascii()]
    if own:
        strange = [term for term in terms if term not in icon.terms]
        if len(strange) >= 3:
            answer, chosen = draw.choice(own), draw.sample(strange, 3)
            yield "term", icon_facts.Fact("reasoning", draw.choice(TERM_WORDINGS), answer, tuple(chosen)), code
    for aspect, fact in icon_facts.proven(code, color, draw):
        yield aspect, fact, code
