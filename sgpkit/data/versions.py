"""Versions of a dataset repo are tags `v1.2.3`, or `v1.2.3-rc.1`, in the order of https://semver.org (11)."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sgpkit.errors import UserError

FORM = re.compile(r"v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?", re.ASCII)

LONGEST = 250
"""Maximum length of a tag, as of file names."""


class Version(NamedTuple):
    """Sorts by precedence: pre-releases before their release, numbers by value and before words."""

    major: int
    minor: int
    patch: int
    released: bool
    before: tuple[tuple[int, int, str], ...]

    def next(self) -> str:
        """Return the version after this one."""
        return f"v{self.major}.{self.minor}.{self.patch + self.released}"


def read(tag: str) -> Version | None:
    """Return the version of a tag, None if it is not one."""
    match = FORM.fullmatch(tag)
    if not match or len(tag) > LONGEST:
        return None
    major, minor, patch = (int(text) for text in match.groups()[:3])
    parts = (match[4] or "").split(".") if match[4] else []
    before = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)
    return Version(major, minor, patch, not parts, before)


def parse(tag: str) -> Version:
    """Return the version of a tag. Raises UserError if it is not one."""
    version = read(tag)
    if version is None:
        numbers = [*re.findall(r"\d+", tag[:LONGEST]), "0", "0", "0"][:3]
        near = "v" + ".".join(str(int(number)) for number in numbers) if re.search(r"\d", tag) else "v1.0.0"
        raise UserError(f"{tag!r:.100} is not a version; expected vMAJOR.MINOR.PATCH, such as {near}")
    return version


def newest(tags: Iterable[str]) -> str | None:
    """Return the highest version among tags; others are ignored."""
    known = {tag: version for tag in tags if (version := read(tag))}
    return max(known, key=lambda tag: known[tag], default=None)
