"""The attributes of elements that are not properties: canonical text, invalid (browsers ignore them), or refused."""

import re
from collections.abc import Mapping
from functools import lru_cache

from sgpkit.graphics.gate import numbers, transforms
from sgpkit.graphics.gate.css import grammar
from sgpkit.graphics.gate.names import (
    IN_STYLE,
    PLACED,
    PLAIN_ATTRIBUTES,
    PRESENTATION,
    PRIMITIVES,
    SERVERS,
    TEXTS,
    words,
)
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.svg import tables, values

UNITS = words(
    "gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits"
)
KEYWORDS: dict[str, frozenset[str]] = {
    **dict.fromkeys(UNITS, words("userSpaceOnUse objectBoundingBox")),
    "spreadMethod": words("pad reflect repeat"),
    "markerUnits": words("strokeWidth userSpaceOnUse"),
    "lengthAdjust": words("spacing spacingAndGlyphs"),
}
REFUSED = {
    "filterRes": "filterRes", "kernelUnitLength": "kernelUnitLength", "path": "path of textPath",
}  # fmt: skip
IGNORED = words("type target viewTarget method spacing title")
MAX_REGION = 20.0
"""The largest filter region and pattern tile, in sizes of the element or the page."""

TRIVIAL = 1e-6
"""Browsers treat shorter sides as 0."""

INPUTS = words("BackgroundImage BackgroundAlpha FillPaint StrokePaint")
LEADING = re.compile(r"[\s,]")
"""The first character of a list of lengths that browsers treat as an error."""

DATA = re.compile(r"\s*data:", re.IGNORECASE)
MEMORY = 1 << 14


@lru_cache(maxsize=MEMORY)
def read(tag: str, name: str, text: str) -> str | None:
    """Return an attribute of an element as canonical text, or None if it has no effect. Raises Unsupported."""
    if name == "d":
        return numbers.path_data(text)
    if name == "xml:space":
        return text
    if name == "points":
        return _points(text)
    if name in ("viewBox", "preserveAspectRatio"):
        _check_box(name, text)
        if tag == "marker" and "slice" in text:
            raise Unsupported(f"{name}: {text}")
        valid = values.view_box(text) is not None if name == "viewBox" else values.FIT.fullmatch(text) is not None
        return text if valid else None
    if name in ("gradientTransform", "patternTransform"):
        return _paint_transform(text)
    if name in KEYWORDS:
        if name == "primitiveUnits" and text == "objectBoundingBox":
            raise Unsupported(f"{name}: {text}")
        return text if text in KEYWORDS[name] else None
    if name in REFUSED:
        raise Unsupported(f"{REFUSED[name]}: {text}")
    if name == "pathLength":
        return text
    if tag in PRIMITIVES or tag.startswith("fe"):
        return _primitive(tag, name, text)
    if name in IGNORED:
        return None
    if name in tables.LENGTHS:
        return _length(tag, name, text)
    if name in ("dx", "dy", "rotate"):
        _check_points(name, text)
        is_valid = numbers.PLAIN_WORD.fullmatch(text) is not None and (name == "rotate" or not LEADING.match(text))
        return text if is_valid else None
    if name == "offset":
        return text.strip() if numbers.number(text) is not None else None
    if name == "orient":
        word = text.strip()
        if word in ("auto", "auto-start-reverse") or values.number(word) is not None:
            return word
        return None if not word or word[0].isalpha() else numbers.write(numbers.angle(word) or 0.0)
    if name == "side":
        if text.strip() == "right":
            raise Unsupported(f"{name}: {text}")
        return None
    raise Unsupported(f"{name}: {text}")


def _check_points(name: str, text: str) -> None:
    if numbers.ENDS_WITH_POINT.search(text):
        raise Unsupported(f"{name}: {text}")


def _check_box(name: str, text: str) -> None:
    sides = values.numbers(text)[0][2:] if name == "viewBox" else []
    if any(0 < side < TRIVIAL for side in sides):
        raise Unsupported(f"{name}: {text}")


def _points(text: str) -> str:
    problem = values.points(text)[1]
    if problem is not None and "the last point has no y" not in problem.message:
        raise Unsupported("points with an error")
    return text


def _paint_transform(text: str) -> str | None:
    by = transforms.attribute(text)
    if by is not None and by.determinant == 0:
        raise Unsupported(f"a transform without an inverse: {text}")
    return None if by is None else text


def _length(tag: str, name: str, text: str) -> str | None:
    word = text.strip()
    if word in tables.LENGTH_WORDS.get(name, ()) and tag != "use":
        return word if name in ("refX", "refY") else None
    if tag in TEXTS and name in ("x", "y"):
        _check_points(name, text)
        is_valid = numbers.PLAIN_WORD.fullmatch(text) is not None and not LEADING.match(text)
        return text if is_valid and any(map(str.isdigit, text)) else None
    if tag == "radialGradient" and name in ("r", "fr") and word.startswith("-"):
        raise Unsupported(f"{name}: {text}")
    if tag == "filter" or tag == "pattern":
        _check_region(name, word)
    if tag in SERVERS and word.lower().endswith("em"):
        raise Unsupported(f"{name}: {text}")
    read = numbers.length(numbers.without_calc(word), name not in tables.NOT_NEGATIVE or name in ("width", "height"))
    if tag == "use" and read is None:  # not the same as none
        raise Unsupported(f"{name}: {text}")
    return read


def _check_region(name: str, word: str) -> None:
    value = numbers.number(word)
    if word.endswith("%") and value is not None and abs(value) > MAX_REGION:
        raise Unsupported(f"{name}: {word}")


def _primitive(tag: str, name: str, text: str) -> str | None:
    if name not in ("in", "in2", "result"):
        _check_points(name, text)
    if name in ("in", "in2") and text.strip() in INPUTS:
        raise Unsupported(f"{name}: {text}")
    if tag == "feTurbulence" and name == "stitchTiles" and text.strip() == "stitch":
        raise Unsupported(f"{name}: {text}")
    if name == "edgeMode" and text.strip() not in ("none", ""):
        raise Unsupported(f"{name}: {text}")
    if name == "kernelUnitLength" or (name == "operator" and text.strip() == "lighter"):
        raise Unsupported(f"{name}: {text}")
    if tag in ("feOffset", "feFlood") and name in PLACED:  # renderers shift or enlarge these regions
        raise Unsupported(f"{name}: {text}")
    return text if re.fullmatch(r"[\w\s.,%#+-]*", text) else None


_PLAIN: set[tuple[str, str, str]] = set()
"""Known attributes, with their tags, that the gate leaves unchanged."""

MOST_PLAIN = 1 << 16


def are_plain(tag: str, attributes: Mapping[str, str]) -> bool:
    """Return whether all attributes of an element stay unchanged."""
    return all(
        name in ("id", "class")
        or (name == "d" and numbers.ENDS_WITH_POINT.search(text) is None)
        or (tag, name, text) in _PLAIN
        or _learn(tag, name, text)
        for name, text in attributes.items()
    )


def _learn(tag: str, name: str, text: str) -> bool:
    try:
        if name in PRESENTATION:
            plain = name in grammar.READERS and name not in IN_STYLE and grammar.read(name, text) == text
            plain = plain and text not in grammar.GLOBAL
        elif name in PLAIN_ATTRIBUTES:
            plain = name != "xmlns:xlink"
        elif name in ("href", "xlink:href", "transform"):
            plain = True
        else:
            plain = name in tables.ELEMENTS.get(tag, ()) and read(tag, name, text) == text
    except Unsupported:
        plain = False
    if plain and len(text) < 100:
        if len(_PLAIN) >= MOST_PLAIN:
            _PLAIN.clear()
        _PLAIN.add((tag, name, text))
    return plain
