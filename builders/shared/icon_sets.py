"""Icon sets in the format IconifyJSON (https://iconify.design/docs/types/iconify-json.html): their icons as programs.

Bodies have a width, height, left and top, defaults from the set, and aliases with a rotation in quarter turns and
flips. Categories and the license are in the set itself, or in the package's metadata.json and info.json.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Skipped
from sgpkit.graphics import guard
from sgpkit.sandbox.untrusted import documents

SIZE = 16.0
"""The format's own default."""

MAX_DEPTH = 8
"""Aliases of aliases; a circle of them is deeper."""

OTHER_FILES = ("info.json", "metadata.json", "chars.json", "package.json")
_USE = re.compile(r'<use id="([^"]+)" (?:xlink:)?href="#([^"]+)"\s*/>')
_CLIP = re.compile(r"<clipPath\b.*?</clipPath>", re.DOTALL)
_REFERENCE = re.compile(r'(href="#)([^"]+)(")')


def icon_set(file: Path) -> dict[str, Any] | Skipped:
    try:
        icons = documents.read_json(file)
    except (ValueError, RecursionError) as error:
        return Skipped(file.name, f"no JSON: {error}")
    kinds = {"prefix": str, "icons": dict, "aliases": dict}
    if isinstance(icons, dict) and all(
        isinstance(({"aliases": {}} | icons).get(key), kind) for key, kind in kinds.items()
    ):
        return icons
    return Skipped(file.name, "no icon set: expected an object with 'prefix' and 'icons'")


def program(icons: Mapping[str, Any], name: str) -> str:
    """An icon as a whole SVG. ValueError where the set does not define it."""
    icon = resolved(icons, name)
    left, top, width, height = (number(icon, icons, key, default) for key, default in BOX)
    body = icon.get("body")
    if not isinstance(body, str) or not body.strip():
        raise ValueError("an empty body")
    if len(body) > guard.DEFAULT.characters:
        raise ValueError(f"too_large: a body of {len(body):,} characters")
    if width <= 0 or height <= 0:
        raise ValueError(f"a size of {width:g} × {height:g}")
    body = direct(body)
    x, y = left + width / 2, top + height / 2
    steps = []
    turns = quarters(icon)
    if turns:
        steps.append(f"rotate({90 * turns} {x:g} {y:g})")
    # Flips are applied first, so they are written last: about the middle, the box remains in place.
    if icon.get("hFlip"):
        steps.append(f"translate({2 * x:g} 0) scale(-1 1)")
    if icon.get("vFlip"):
        steps.append(f"translate(0 {2 * y:g}) scale(1 -1)")
    if turns % 2:
        left, top, width, height = x - height / 2, y - width / 2, height, width
    if steps:
        body = f'<g transform="{" ".join(steps)}">{body}</g>'
    names = 'xmlns="http://www.w3.org/2000/svg"'
    if "xlink:" in body:
        names += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="{left:g} {top:g} {width:g} {height:g}">{body}</svg>'


BOX = (("left", 0.0), ("top", 0.0), ("width", SIZE), ("height", SIZE))


def direct(body: str) -> str:
    """Return a body in which clip paths use shapes themselves: browsers draw no `use` of a `use` there, and other
    renderers do."""
    if "<clipPath" not in body or "<use" not in body:
        return body
    ends = dict(_USE.findall(body))

    def shape(match: re.Match[str]) -> str:
        name, seen = match[2], set()
        while name in ends and name not in seen:
            seen.add(name)
            name = ends[name]
        return f"{match[1]}{name}{match[3]}"

    return _CLIP.sub(lambda clip: _REFERENCE.sub(shape, clip[0]), body)


def resolved(icons: Mapping[str, Any], name: str, depth: int = 0) -> dict[str, Any]:
    """An icon with the changes of its aliases: rotations add up, flips cancel, other values are replaced."""
    known, aliases = icons["icons"], icons.get("aliases") or {}
    if isinstance(known.get(name), dict):
        return dict(known[name])
    alias = aliases.get(name)
    if not isinstance(alias, dict) or depth > MAX_DEPTH:
        raise ValueError(f"alias without an icon: {name!r}" if depth <= MAX_DEPTH else "aliases in a circle")
    parent = resolved(icons, str(alias.get("parent")), depth + 1)
    changed = {
        "rotate": (quarters(parent) + quarters(alias)) % 4,
        "hFlip": bool(parent.get("hFlip")) != bool(alias.get("hFlip")),
        "vFlip": bool(parent.get("vFlip")) != bool(alias.get("vFlip")),
    }
    return parent | {key: value for key, value in alias.items() if key != "parent"} | changed


def quarters(icon: Mapping[str, Any]) -> int:
    turns = icon.get("rotate") or 0
    if not isinstance(turns, int):
        raise ValueError(f"rotate is {turns!r:.40}, expected a number of quarter turns")
    return turns % 4


def number(icon: Mapping[str, Any], icons: Mapping[str, Any], key: str, default: float) -> float:
    value = icon.get(key, icons.get(key, default))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{key} is {value!r:.40}, expected a number")
    if not abs(value) <= guard.DEFAULT.coordinate:
        raise ValueError(f"too_large: {key} is {value!r:.40}")
    return float(value)


def categories(file: Path, icons: Mapping[str, Any]) -> dict[str, str]:
    """The first category that names each icon."""
    listed = icons.get("categories")
    if not isinstance(listed, dict):
        listed = alongside(file, "metadata.json").get("categories")
    result: dict[str, str] = {}
    for category, members in (listed or {}).items() if isinstance(listed, dict) else ():
        for name in members if isinstance(members, list) else ():
            result.setdefault(str(name), str(category))
    return result


def licence(file: Path, icons: Mapping[str, Any]) -> str:
    """The license that a set states, or its package; "unknown" where neither does."""
    info = icons.get("info")
    if not isinstance(info, dict):
        info = alongside(file, "info.json")
        if info.get("prefix") != icons["prefix"]:
            return "unknown"
    stated = info.get("license")
    if isinstance(stated, dict):
        stated = stated.get("spdx") or stated.get("title")
    return str(stated or "unknown")


def alongside(file: Path, name: str) -> dict[str, Any]:
    """Return the object in another file of a set's package, empty if there is none."""
    other = file.with_name(name)
    try:
        content = documents.read_json(other) if other.is_file() else {}
    except (ValueError, RecursionError):
        content = {}
    return content if isinstance(content, dict) else {}


def candidates(location: Path) -> list[Path]:
    if location.is_file():
        return [location] if location.suffix.lower() == ".json" else []
    return sorted(file for file in location.rglob("*.json") if file.name not in OTHER_FILES and file.is_file())


def looks_like_a_set(file: Path) -> bool:
    """Return whether a file is an icon set, by its first lines, so that a folder of many is read quickly."""
    with file.open("rb") as opened:
        head = opened.read(4096)
    return head.lstrip()[:1] == b"{" and b'"prefix"' in head
