"""`CHANGELOG.md` of a dataset repo: a section for each version, newest first, with a subsection for each config.

## v1.1.0

### `toy`

1 row added, 2 changed (`question` in 2 rows). Added: `row-12`. Changed: `row-3`, `row-7`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgpkit import markdown
from sgpkit.data.differences import Difference

NAME = "CHANGELOG.md"
HEAD = "# Changelog"
NAMED = 10
"""Number of ids of each kind in a section; `sgpkit dataset diff` prints all."""


class Section(NamedTuple):
    """The text about one version."""

    version: str
    text: str


def read(text: str) -> list[Section]:
    """Return the sections of a changelog, in its order; text before the first one is not kept."""
    parts = re.split(r"^## (\S+)[^\S\n]*$", text, flags=re.MULTILINE)
    return [Section(version, body.strip("\n")) for version, body in zip(parts[1::2], parts[2::2], strict=True)]


def write(sections: Sequence[Section]) -> str:
    """Return the text of a changelog."""
    return "\n\n".join([HEAD, *(f"## {section.version}\n\n{section.text}" for section in sections)]) + "\n"


def put(text: str, section: Section) -> str:
    """Return the changelog with this section on top, in place of one of the same version."""
    return write([section, *(known for known in read(text) if known.version != section.version)])


def section(
    version: str,
    previous: str | None,
    rows: Mapping[str, Mapping[str, int]],
    differences: Mapping[str, Difference],
    removed: Sequence[str],
) -> Section:
    """Return the section of a version. `rows` are the counts by split of every config; `differences` has the
    configs that are not new."""
    parts = []
    for config, counts in rows.items():
        if config not in differences:
            splits = ", ".join(f"{count:,} {split}" for split, count in counts.items())
            parts.append(f"### `{config}`\n\nNew: {splits}.")
        elif differences[config]:
            parts.append(f"### `{config}`\n\n{in_words(differences[config])}")
    parts += [f"### `{config}`\n\nRemoved." for config in removed]
    nothing = f"No changes from {previous}." if previous else "No row."
    return Section(version, "\n\n".join(parts) or nothing)


def lines(section: Section) -> list[tuple[str, str]]:
    """Return pairs of config and line; a text that is about no config forms a pair with ""."""
    entries = re.findall(r"^### `(.+)`\n\n(.+)$", section.text, re.MULTILINE)
    return [(config, f"{config}: {words}") for config, words in entries] or [("", section.text)]


def in_words(difference: Difference, named: int = NAMED) -> str:
    """Return a difference in words, with up to `named` ids of each kind."""
    columns = ", ".join(
        f"{markdown.code(name)} in {count:,} row{'s' if count > 1 else ''}"
        for name, count in difference.columns.items()
    )
    words = difference.counts() + (f" ({columns})" if columns else "") + "."
    for what in ("added", "removed", "changed"):
        ids: tuple[str, ...] = getattr(difference, what)
        if ids and named:
            more = f" and {len(ids) - named:,} more" if len(ids) > named else ""
            words += f" {what.capitalize()}: {', '.join(map(markdown.code, ids[:named]))}{more}."
    return words
