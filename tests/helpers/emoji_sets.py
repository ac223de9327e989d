"""A small set of drawings, in the form of emoji sets."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ANIMALS = ("cat", "dog-face", "owl", "horse", "frog", "bee")
FOODS = ("pear", "bread", "egg", "rice", "soup", "cake")
TOOLS = ("saw", "axe", "hammer", "drill", "rake", "file")
SPORTS = ("ball", "kite", "sled", "bat", "skate", "skis")


GROUPS = {"Animals": ANIMALS, "Food": FOODS, "Tools": TOOLS, "Sports": SPORTS}
NAMES = tuple(name for names in GROUPS.values() for name in names)


def spots(number: int, x: int = 16) -> str:
    """Return a green square with red discs in a column."""
    discs = "".join(f'<circle cx="{x}" cy="{5 + 7 * at}" r="2.4" fill="#d62828"/>' for at in range(number))
    return f'<path fill="#2a9d3a" d="M2 2h28v28H2z"/>{discs}'


def icon_set(bodies: Mapping[str, str], categories: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {
        "prefix": "test",
        "icons": {name: {"body": body} for name, body in bodies.items()},
        "width": 32,
        "height": 32,
        "categories": categories,
        "info": {"license": {"spdx": "MIT"}},
    }


def write(folder: Path) -> None:
    """Write a set with 24 named drawings in four groups, and with drawings that are left out, into a folder."""
    bodies = {name: spots(1 + at % 4) for names in GROUPS.values() for at, name in enumerate(names)}
    bodies |= {"cat-medium-dark": spots(1), "woman-cook": spots(2), "keycap-3": spots(1), "smirk": spots(3)}
    categories = {group: list(names) for group, names in GROUPS.items()}
    categories |= {
        "Animals": [*ANIMALS, "cat-medium-dark"],
        "Food": [*FOODS, "woman-cook"],
        "Tools": [*TOOLS, "keycap-3"],
    }
    categories["Smileys & Emotion"] = ["smirk"]
    (folder / "icons.json").write_text(json.dumps(icon_set(bodies, categories)))
