"""Refusal of Graphviz programs that ask for files, scripts, or sizes that crash `dot`.

A text with a suspicious word is read with the language's own tokens (https://graphviz.org/doc/info/lang.html), since
the words of a label are harmless.
Attributes: https://graphviz.org/doc/info/attrs.html
"""

import math
import re
from collections.abc import Iterator, Mapping

from sgpkit.status import Rejected, Status

# Attributes whose value is the name of a file.
FILES = frozenset(("image", "shapefile", "imagepath", "fontpath", "stylesheet"))
# The largest values of attributes, far above those of real drawings: beyond them `dot` crashes or runs for hours.
MOST: Mapping[str, float] = {
    "sides": 1_000,
    "peripheries": 100,
    "width": 1_000,
    "height": 1_000,
    "dpi": 2_400,
    "resolution": 2_400,
    "fontsize": 10_000,
    "penwidth": 10_000,
    "margin": 1_000,
    "pad": 1_000,
    "nodesep": 1_000,
    "ranksep": 1_000,
    "minlen": 1_000,
    "samplepoints": 10_000,
}
# In an HTML-like label: a picture, or a table's border of any width.
_PICTURE = re.compile(r"<\s*img\b", re.IGNORECASE)
_RUNNING = re.compile(r"[\x00-\x20]*(?:java|vb|live)script[\x00-\x20]*:", re.IGNORECASE)
_RUNNING_LINK = re.compile(
    r"\b(?:href|title|target|id)\s*=\s*[\"'][\x00-\x20]*(?:java|vb|live)script\s*:", re.IGNORECASE
)
_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?(?:\*/|\Z)|^\#[^\n]*|"((?:[^"\\]|\\.)*)(?:"|\Z)|(<)|([\w.\x80-\U0010ffff-]+)|(\S)',
    re.DOTALL | re.MULTILINE,
)
# Without one of these nothing below can match: a word, or a number above the smallest of `MOST`.
_SIGHT = bytes.maketrans(b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"000000000abcdefghijklmnopqrstuvwxyz")
_WORDS = (b"script", b"img", b"image", b"shapefile", b"fontpath", b"stylesheet", b"peripheries", b"+", b"\\\n")
_LARGE = re.compile(rb"(?<![\w.#])(?:0000|[0.]++e0|inf|nan)")
_ALIKE = "\u017f\u0130\u0131\u212a"  # letters that change to ASCII ones with their case
_FIRST_NUMBER = re.compile(r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?inf|nan)", re.IGNORECASE)


def check(code: str) -> None:
    """Raise Rejected for what can be recognised in advance; the sandbox contains the rest."""
    if not has_sign(code):
        return
    name, assigning = "", False
    for kind, text in _joined(_tokens(code)):
        if kind == "mark":
            assigning = text == "=" and bool(name)
            name = name if assigning else ""
            continue
        if kind == "html" and _PICTURE.search(text):
            raise Rejected(Status.UNSAFE, "a picture from a file: IMG in an HTML-like label")
        if kind == "html" and _RUNNING_LINK.search(text):
            raise Rejected(Status.UNSAFE, "a link that runs a script in an HTML-like label")
        if assigning:
            _attribute(name.lower(), text)
            name, assigning = "", False
        else:
            name = text if kind == "word" else ""


def has_sign(code: str) -> bool:
    """Return whether the text has to be read at all."""
    text = code.encode("utf-8", "surrogatepass").translate(_SIGHT)
    if any(map(text.__contains__, _WORDS)) or _LARGE.search(text) is not None:
        return True
    return not code.isascii() and any(map(code.__contains__, _ALIKE))


def _attribute(name: str, value: str) -> None:
    if name in FILES and value.strip():
        raise Rejected(Status.UNSAFE, f"{name}={value[:60]!r} is a file's name")
    if name.endswith(("url", "href")) and _RUNNING.match(value):
        raise Rejected(Status.UNSAFE, f"{name}={value[:60]!r} runs a script")
    most = MOST.get(name)
    if most is None:
        return
    number = _FIRST_NUMBER.match(value)
    size = float(number[1]) if number else 0.0
    if math.isnan(size) or abs(size) > most:
        raise Rejected(Status.TOO_LARGE, f"{name}={value[:40]!r}; at most {most:,g} is drawn")


def _joined(tokens: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the tokens, strings with + between them joined to one."""
    held, joining = "", False
    for kind, text in tokens:
        if kind == "word" and joining:
            held, joining = held + text, False
            continue
        if kind == "mark" and text == "+" and held:
            joining = True
            continue
        if held:
            yield "word", held
        held, joining = "", False
        if kind == "word" and text:
            held = text
        else:
            yield kind, text
    if held:
        yield "word", held


def _tokens(code: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text): `word` for names, numbers and quoted strings, `html`, or `mark`. Comments are left out."""
    position = 0
    while (match := _TOKEN.search(code, position)) is not None:
        position = match.end()
        if match[1] is not None:
            yield "word", match[1].replace('\\"', '"').replace("\\\n", "")
        elif match[2]:
            position = _html_end(code, match.end())
            yield "html", code[match.end() : position]
        elif match[3] is not None:
            yield "word", match[3]
        elif match[4] is not None:
            yield "mark", match[4]


def _html_end(code: str, position: int) -> int:
    """Return the index after the `>` that closes an HTML-like string."""
    depth = 1
    for bracket in re.compile("[<>]").finditer(code, position):
        depth += 1 if bracket[0] == "<" else -1
        if not depth:
            return bracket.end()
    return len(code)
