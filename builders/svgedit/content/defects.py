"""Defects to fix and waste to remove, written into a program of anybody's; the program before it is the reference."""

import random
import re
from collections.abc import Callable, Mapping

TAG = re.compile(r"<(?!/|\?|!)([a-zA-Z]+)")
QUOTED = re.compile(r'(?<==)"[^"]*(")')
LEAF = re.compile(r"/>")
END = re.compile(r"</[a-zA-Z]+>")
NAMES = re.compile(r"\b(fill|points|width|height|transform|stroke-width|opacity|cx|cy)(?==)")
TAGS: Mapping[str, str] = {
    "rect": "rectangle",
    "circle": "cirlce",
    "ellipse": "elipse",
    "polygon": "polygone",
    "path": "pth",
    "g": "group",
}
"""Misspelt tags: an element of such a name is not painted."""


def cut(code: str, chance: random.Random, pattern: re.Pattern[str], group: int = 0, length: int | None = None) -> str:
    """Return a program without one of a pattern's matches, or without the first characters of it."""
    matches = list(pattern.finditer(code))
    if not matches:
        return code
    match = chance.choice(matches)
    start = match.start(group)
    return code[:start] + code[start + length if length else match.end(group) :]


def without_opening(code: str, chance: random.Random) -> str:
    """Return a program with one tag that lacks its first character."""
    return cut(code, chance, TAG, length=1)


def without_quote(code: str, chance: random.Random) -> str:
    """Return a program with one attribute value that lacks its last quote."""
    return cut(code, chance, QUOTED, group=1)


def left_open(code: str, chance: random.Random) -> str:
    """Return a program with one element that is not closed."""
    return cut(code, chance, LEAF, length=1)


def without_end(code: str, chance: random.Random) -> str:
    """Return a program without one of its end tags."""
    return cut(code, chance, END)


def misspelt(code: str, chance: random.Random) -> str:
    """Return a program with one tag misspelt."""
    matches = [match for match in TAG.finditer(code) if match[1] in TAGS]
    if not matches:
        return code
    match = chance.choice(matches)
    return code[: match.start(1)] + TAGS[match[1]] + code[match.end(1) :]


def misnamed(code: str, chance: random.Random) -> str:
    """Return a program with one attribute that lacks its last letter."""
    matches = list(NAMES.finditer(code))
    if not matches:
        return code
    match = chance.choice(matches)
    name = match[1]
    return code[: match.start(1)] + name[:-1] + code[match.end(1) :]


DEFECTS: Mapping[str, Callable[[str, random.Random], str]] = {
    "a missing <": without_opening,
    "a missing quote": without_quote,
    "an open element": left_open,
    "a missing end tag": without_end,
    "a misspelt tag": misspelt,
    "a misspelt attribute": misnamed,
}
"""Ways to break a program, by name: each returns it unchanged if there is nothing to break."""


def wasteful(code: str, chance: random.Random) -> str:
    """Return a program that draws the same with more bytes: comments, groups without a purpose, defaults, long
    numbers, metadata, and definitions that nothing uses."""
    head = re.search(r"<svg\b[^>]*>", code)
    if head is None:
        return code
    body, tail = code[head.end() : code.rfind("</svg>")], code[code.rfind("</svg>") :]
    body = LEAF.sub(lambda match: f"{chance.choice(DEFAULTS)}/>", body)
    body = re.sub(r"(?<=[\"\s,])(\d+)(?=[\"\s,])(?![^<>]*#)", lambda match: f"{match[1]}.000000", body)
    body = re.sub(r"\n\s*(?=<)", lambda match: f"\n      <!-- layer {chance.randint(1, 99)} -->\n      ", body)
    extra = f"<metadata>exported by an editor, revision {chance.randint(100, 999)}</metadata>"
    extra += f'<defs><linearGradient id="unused-{chance.randint(1, 99)}"><stop offset="0"/></linearGradient></defs>'
    return f"{code[: head.end()]}\n  {extra}\n  <g>\n    <g>{body}    </g>\n  </g>\n{tail}"


DEFAULTS = (
    ' stroke-linecap="butt" stroke-miterlimit="4" stroke-dashoffset="0"',
    ' fill-opacity="1" stroke-opacity="1" display="inline"',
    ' clip-rule="nonzero" fill-rule="nonzero" visibility="visible"',
)
