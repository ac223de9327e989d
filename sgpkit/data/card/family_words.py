"""The text about a family for a card, restricted to the built configs, with headings below the card's title."""

import fnmatch
import re
from collections.abc import Collection
from importlib import resources

from sgpkit.benchmark import families

ITEM = re.compile(r"^- (`[^`\n]+`(?:, `[^`\n]+`)*):")
"""The start of a list item about configs: their names, or patterns of them, before a colon."""

HEADING = re.compile(r"^(#+ )", re.MULTILINE)


def text(family: str, built: Collection[str]) -> str:
    """Return the text about a family, which its folder holds, without the items about configs that were not built."""
    written = resources.files(families.module_name(family)).joinpath("card.md").read_text("utf-8")
    configs = [benchmark.config for benchmark in families.benchmarks(family)]
    return lower_headings(without_unbuilt(written, configs, built))


def without_unbuilt(written: str, configs: Collection[str], built: Collection[str]) -> str:
    """Return a text without the list items that name only configs of the family that were not built."""
    kept: list[str] = []
    dropping = False
    blank = ""
    for line in written.splitlines(keepends=True):
        if dropping and not line.strip():  # inside an item, or after it
            blank = line
            continue
        if match := ITEM.match(line):
            patterns = [name.strip("`") for name in match[1].split(", ")]
            named = {config for config in configs for pattern in patterns if fnmatch.fnmatchcase(config, pattern)}
            dropping, blank = bool(named) and not named & set(built), ""
        elif not line.startswith(" "):
            if dropping:
                kept.append(blank)
            dropping = False
        if not dropping:
            kept.append(line)
    return "".join(kept)


def lower_headings(text: str) -> str:
    """Return Markdown whose headings are one level lower: a page has one title."""
    return HEADING.sub(r"#\1", text)
