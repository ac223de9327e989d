"""The properties of one element: presentation attributes, style sheets and `style`, in CSS's order of precedence."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.gate import numbers, transforms
from sgpkit.graphics.gate.css import grammar
from sgpkit.graphics.gate.names import BOXES, GEOMETRIC, INITIAL, PRESENTATION, words
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.svg import tables, variables
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.style import Declaration, inline

Variables = Mapping[str, str]
PATH = re.compile(r"path\(\s*(\"[^\"]*\"|'[^']*')\s*\)", re.IGNORECASE)
AUTOMATIC = words("width height rx ry")
FONT = re.compile(
    r"(?P<before>(?:(?:normal|italic|oblique|bold|bolder|lighter|[1-9]00)\s+)*)"
    r"(?P<size>[\d.]+[a-z%]*|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*/\s*[\w.%]+)?\s+(?P<family>.+)",
    re.IGNORECASE | re.DOTALL,
)
PREFIXED = re.compile(r"-(?:moz|ms|o|inkscape|khtml|apple)-")


class Value(NamedTuple):
    """A declared value: canonical text, or a refused one as it was written."""

    text: str
    refused: bool = False


def properties(
    attributes: Mapping[str, str], matched: Iterable[Declaration], above: Variables
) -> tuple[dict[str, Value], Variables]:
    """Return an element's declared properties, without invalid declarations, and its custom properties. CSS overrides
    attributes of geometry under their names, and `transform` under the name `css transform`."""
    text = attributes.get("style", "")
    declared = [(name, value) for name, value, _ in by_precedence([*matched, *_inline(text)])]
    own = {name: value for name, value in declared if name.startswith("--")}
    known = variables.compute(own, above) if own else above
    values: dict[str, Value] = {}
    for name, value in attributes.items():
        if name == "transform-origin":
            word = value.strip().lower()
            if word in grammar.GLOBAL or "(" in word or transforms.origin(word, transforms.ANY_FRAME) is not None:
                values[name] = Value(value)
        elif name in PRESENTATION:
            _resolve(values, name, value, known)
    for name, value in declared:
        if not name.startswith("--"):
            _resolve(values, name, value, known)
    return values, known


def inherited(element: Element, name: str) -> str:
    """Return the value of an inherited property in a rewritten tree."""
    return next((at.attributes[name] for at in (element, *element.ancestors()) if name in at.attributes), INITIAL[name])


@lru_cache(maxsize=1024)
def _inline(text: str) -> tuple[Declaration, ...]:
    if "\\" in text or "{" in text:
        return (("style", text, True),)
    return inline(text) if text else ()


def by_precedence(declarations: list[Declaration]) -> Iterator[Declaration]:
    """Yield declarations with the important ones last."""
    yield from (one for one in declarations if not one[2])
    yield from (one for one in declarations if one[2])


def _resolve(values: dict[str, Value], name: str, text: str, known: Variables) -> None:
    if variables.REFERENCE.search(text) is None:
        _expand(values, name, text)
        return
    replaced = variables.substitute(text, known)
    computed: dict[str, Value] = {}
    if replaced is not None:
        _expand(computed, name, replaced)
    # A value that turns out to be invalid only when it is computed has already overridden earlier declarations.
    values |= computed or {f"css {name}" if name == "transform" else name: Value("unset")}


def _expand(values: dict[str, Value], name: str, text: str) -> None:
    """Declare a property of CSS, or those of a shorthand."""
    if name == "marker":
        for part in ("marker-start", "marker-mid", "marker-end"):
            _declare(values, part, text)
    elif name == "font":
        _font(values, text)
    elif name in grammar.TRANSFORMS:
        if text.strip().lower() in grammar.GLOBAL or transforms.is_valid(name, text):
            values[f"css {name}" if name == "transform" else name] = Value(text)
    elif name in GEOMETRIC:
        _geometry(values, name, text)
    elif PREFIXED.match(name) is None:
        _declare(values, name, text)


def _declare(values: dict[str, Value], name: str, text: str) -> None:
    try:
        read = grammar.read(name, text)
    except Unsupported:
        values[name] = Value(text, True)
        return
    if read is not None:
        values[name] = Value(read)
    elif name in BOXES:  # without effect, except on the root
        values[name] = Value(text)


def _geometry(values: dict[str, Value], name: str, text: str) -> None:
    text = text.strip()
    if text.lower() in grammar.GLOBAL or (text.lower() == "auto" and name in AUTOMATIC):
        values[name] = Value(text.lower())
        return
    try:
        if name == "d":
            match = PATH.fullmatch(text)
            read = numbers.path_data(match[1][1:-1]) if match is not None else "" if text.lower() == "none" else None
            if read is None and "(" in text:
                raise Unsupported(text)
        else:
            read = numbers.length(numbers.without_calc(text), name not in tables.NOT_NEGATIVE)
    except Unsupported:
        values[name] = Value(text, True)
        return
    if read is not None:
        values[name] = Value(read)


def _font(values: dict[str, Value], text: str) -> None:
    match = FONT.fullmatch(text.strip())
    if match is None:
        if text.strip().lower() not in ("inherit", "unset", "revert"):
            values["font"] = Value(text, True)
        return
    style, weight = "normal", "normal"
    for word in match["before"].lower().split():
        if word in ("italic", "oblique"):
            style = word
        elif word != "normal":
            weight = word
    parts = {"font-style": style, "font-weight": weight, "font-size": match["size"], "font-family": match["family"]}
    for name, value in parts.items():
        _declare(values, name, value)
