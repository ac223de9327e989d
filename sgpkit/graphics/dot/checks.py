"""Reject Graphviz programs with files, scripts, or sizes that crash `dot`.

A text with a suspicious word is tokenised (https://graphviz.org/doc/info/lang.html), because such words are harmless in
labels. Attributes: https://graphviz.org/doc/info/attrs.html
"""

import math
import re
from collections.abc import Iterator, Mapping

from sgpkit.status import Rejected, Status

# Attributes whose value is a file name.
FILES = frozenset(("image", "shapefile", "imagepath", "fontpath", "stylesheet"))
# Maximum values of attributes, far above real drawings; with larger ones `dot` crashes or runs for hours.
MAX_VALUES: Mapping[str, float] = {
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
# A picture in an HTML-like label.
_PICTURE = re.compile(r"<\s*img\b", re.IGNORECASE)
_RUNNING = re.compile(r"[\x00-\x20]*(?:java|vb|live)script[\x00-\x20]*:", re.IGNORECASE)
_RUNNING_LINK = re.compile(
    r"\b(?:href|title|target|id)\s*=\s*[\"'][\x00-\x20]*(?:java|vb|live)script\s*:", re.IGNORECASE
)
_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?(?:\*/|\Z)|^\#[^\n]*|"((?:[^"\\]|\\.)*)(?:"|\Z)|(<)|([\w.\x80-\U0010ffff-]+)|(\S)',
    re.DOTALL | re.MULTILINE,
)
# Words, or numbers above the smallest of `MAX_VALUES`, without which no check below can match.
_NORMALISE = bytes.maketrans(b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"000000000abcdefghijklmnopqrstuvwxyz")
_WORDS = (b"script", b"img", b"image", b"shapefile", b"fontpath", b"stylesheet", b"peripheries", b"+", b"\\\n")
_LARGE = re.compile(rb"(?<![\w.#])(?:0000|[0.]++e0|inf|nan)")
_CASE_VARIANTS = "\u017f\u0130\u0131\u212a"  # letters that become ASCII letters when their case changes
_FIRST_NUMBER = re.compile(r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?inf|nan)", re.IGNORECASE)


def check(code: str) -> None:
    """Raise Rejected for dangers that can be recognised in the text; the sandbox contains the rest."""
    if not has_sign(code):
        return
    name, assigning = "", False
    for kind, text in _join_strings(_tokens(code)):
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
    text = code.encode("utf-8", "surrogatepass").translate(_NORMALISE)
    if any(map(text.__contains__, _WORDS)) or _LARGE.search(text) is not None:
        return True
    return not code.isascii() and any(map(code.__contains__, _CASE_VARIANTS))


def _attribute(name: str, value: str) -> None:
    if name in FILES and value.strip():
        raise Rejected(Status.UNSAFE, f"{name}={value[:60]!r} is a file name")
    if name.endswith(("url", "href")) and _RUNNING.match(value):
        raise Rejected(Status.UNSAFE, f"{name}={value[:60]!r} runs a script")
    most = MAX_VALUES.get(name)
    if most is None:
        return
    number = _FIRST_NUMBER.match(value)
    size = float(number[1]) if number else 0.0
    if math.isnan(size) or abs(size) > most:
        raise Rejected(Status.TOO_LARGE, f"{name}={value[:40]!r}; at most {most:,g} is allowed")


def _join_strings(tokens: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the tokens, with strings concatenated by + as one token."""
    word, joining = "", False
    for kind, text in tokens:
        if kind == "word" and joining:
            word, joining = word + text, False
            continue
        if kind == "mark" and text == "+" and word:
            joining = True
            continue
        if word:
            yield "word", word
        word, joining = "", False
        if kind == "word" and text:
            word = text
        else:
            yield kind, text
    if word:
        yield "word", word


def _tokens(code: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) without comments; the kind is `word` for names, numbers and quoted strings, `html`, or
    `mark`."""
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
