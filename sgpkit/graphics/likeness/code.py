"""Normalise programs to find copies, by removing everything that does not affect the drawing.

For SVG this removes comments, metadata, elements and attributes of editors, titles, white space, and groups without
effect, and unifies the order of attributes and style declarations, the notation of numbers and colours, and ids. For
other programs, it removes comments and white space and unifies the notation of numbers. Programs with equal normalised
text draw the same; programs that draw the same may have different texts (see `likeness` for those).

`round_numbers` then rounds fractions to three digits, which optimisers that round coordinates mostly preserve.
"""

import io
import json
import re
import tokenize
from collections.abc import Iterator, Mapping

from sgpkit.graphics.guard.values import words
from sgpkit.graphics.svg import document, paint, path
from sgpkit.graphics.svg.document import Document, Element

LONGEST = 1_000_000
"""Maximum characters; longer programs are not drawn either."""

UNDRAWN = words("metadata title desc")
UNDRAWN_ATTRIBUTES = words("id version baseProfile role enable-background xml:space zoomAndPan contentScriptType xmlns")
PAINTS = words("fill stroke color stop-color flood-color lighting-color")
KEPT_PREFIX = "xlink:"

NUMBER = re.compile(r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?")
TOKEN = re.compile(rf"({NUMBER.pattern})(?:px)?|[^\s,+.\d-]++|[^\s,]")
PATH_TOKEN = re.compile(rf"{NUMBER.pattern}|[A-Za-z]")
PLAIN_NUMBER = re.compile(r"(?<![\w.#])[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?(?![\w.])")
LONG_NUMBER = re.compile(rf"(?<![\w.#])(?=[\d.eE+-]{{4}}){NUMBER.pattern}(?![\w.])")
LONE_NUMBER = re.compile(rf"({NUMBER.pattern})(?:px)?")
CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
REFERENCE = re.compile(r"(?:url\(\s*[\"']?|href\s*=\s*[\"']\s*)#([^\"')\s]+)")
INSIDE_URL = re.compile(r"url\(\s*[\"']?#([^\"')]{1,200}+)[\"']?\s*\)")  # longer ids would take quadratic time

LAYOUT = {tokenize.NEWLINE: ";", tokenize.INDENT: "{", tokenize.DEDENT: "}"}
UNDRAWN_TOKENS = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}

TEX_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*\n?[ \t]*")
EPS_COMMENT = re.compile(r"%[^\n]*")
DOT_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?(?:\*/|\Z)|^#[^\n]*', re.DOTALL | re.MULTILINE)
BETWEEN_WORDS = re.compile(r"(?<=\w)\s+(?=\w)")
SPACE = re.compile(r"\s+")


def round_numbers(text: str) -> str:
    """Round the fractions in a normalised text to three digits, or to an integer from 100. Integers stay, since they
    may be labels."""
    return LONG_NUMBER.sub(_three_digits, text)


def _three_digits(number: re.Match[str]) -> str:
    text = number[0]
    if "." not in text and "e" not in text:
        return text
    value = float(text)
    return f"{value:.3g}" if abs(value) < 99.95 or abs(value) > 1e15 else str(round(value))


def collapse_space(text: str) -> str:
    """Remove all white space except a single space between two words."""
    return SPACE.sub("", BETWEEN_WORDS.sub("\0", text.strip())).replace("\0", " ")


def svg(code: str) -> str:
    """Normalise SVG. Raises Rejected if it cannot be parsed."""
    read = document.parse(code)
    return "".join(_element(read.root, _names(read), read.styled))


def _names(read: Document) -> dict[str, str]:
    """Return the normalised ids: referenced ids are numbered in order and others dropped; with a style sheet, which may
    use them, all stay unchanged."""
    if read.styled:
        return {identifier: identifier for identifier in read.identifiers}
    used = set(REFERENCE.findall(read.code))
    return {name: f"id{number}" for number, name in enumerate(name for name in read.identifiers if name in used)}


def _element(element: Element, names: Mapping[str, str], styled: bool) -> Iterator[str]:
    tag = element.tag
    if tag.startswith("{") or tag in UNDRAWN:
        return
    attributes = _attributes(element, names, styled)
    inside = [part for child in element.children for part in _content(child, names, styled)]
    if (tag == "g" and not attributes) or (tag == "defs" and not inside):
        yield from inside
        return
    text = _stylesheet(element.text) if tag == "style" else collapse_space(element.text)
    listed = " ".join(f"{name}={value}" for name, value in sorted(attributes.items()))
    yield f"<{tag} {listed}>{text}"
    yield from inside
    yield "<>"


def _content(child: Element, names: Mapping[str, str], styled: bool) -> Iterator[str]:
    yield from _element(child, names, styled)
    if tail := child.tail.strip():
        yield collapse_space(tail)


def _attributes(element: Element, names: Mapping[str, str], styled: bool) -> dict[str, str]:
    kept: dict[str, str] = {}
    root = element.parent is None
    unused = ("x", "y", "width", "height") if "viewBox" in element.attributes else ("x", "y")
    for name, written in element.attributes.items():
        if name == "style":
            continue
        if name in UNDRAWN_ATTRIBUTES or name.startswith(("data-", "aria-", "xmlns:", "on")):
            if name == "id" and written in names:
                kept["id"] = names[written]
            continue
        if (name == "class" and not styled) or (root and name in unused):
            continue
        if ":" in name:
            if not name.startswith(KEPT_PREFIX):
                continue
            name = name.removeprefix(KEPT_PREFIX)
        kept[name] = _value(name, written, names)
    # A declaration in `style` overrides the attribute with its name.
    for declaration in element.attributes.get("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        name = name.strip()
        if colon and name != "enable-background" and not name.startswith("-"):
            kept[name] = _value(name, value, names)
    return kept


def _value(name: str, written: str, names: Mapping[str, str]) -> str:
    lone = LONE_NUMBER.fullmatch(written)
    if lone is not None:
        return _number(lone[1])
    if name in PAINTS:
        color = paint.color(written.strip())
        if color is not None:
            return color.hex if color.alpha == 1 else f"{color.hex}/{color.alpha:.3g}"
    if name == "d":
        if "a" in written or "A" in written:  # arc flags need no separators
            return path.write_commands(path.parse(written).commands)
        return " ".join(token if token.isalpha() else _number(token) for token in PATH_TOKEN.findall(written))
    if "#" in written:
        if name == "href" and written.startswith("#"):
            return f"#{names.get(written[1:])}"
        written = INSIDE_URL.sub(lambda match: f"url(#{names.get(match[1])})", written)
    return " ".join(_number(match[1]) if match[1] else match[0] for match in TOKEN.finditer(written))


def _number(text: str) -> str:
    if text.isdigit() and (text[0] != "0" or text == "0"):
        return text
    value = float(text)
    return f"{value:.10g}" if value else "0"  # avoids -0


def _stylesheet(text: str) -> str:
    return collapse_space(CSS_COMMENT.sub(" ", text)).replace(";}", "}")


def tex(code: str) -> str:
    """Normalise TikZ, without comments."""
    return _plain(TEX_COMMENT.sub(r"\1", code))


def eps(code: str) -> str:
    """Normalise EPS, without comments."""
    return _plain(EPS_COMMENT.sub(" ", code))


def graphviz(code: str) -> str:
    """Normalise Graphviz, without comments."""
    return _plain(DOT_COMMENT.sub(lambda match: match[1] or " ", code))


def cad(code: str) -> str:
    """Normalise CAD sequences, as text or as JSON with sorted keys."""
    if code.lstrip()[:1] in ("{", "["):
        return json.dumps(json.loads(code), sort_keys=True, separators=(",", ":"))
    return _plain(code)


def turtle(code: str) -> str:
    """Normalise Python's tokens, with braces for indentation; a program may be incomplete."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return " ".join(LAYOUT.get(token.type, token.string) for token in tokens if token.type not in UNDRAWN_TOKENS)


def _plain(code: str) -> str:
    return collapse_space(PLAIN_NUMBER.sub(lambda match: _number(match[0]), code))
