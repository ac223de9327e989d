"""Recognise drawings that this parser certainly interprets as the renderer does. Only their outlines prove visibility.

SVG readers differ on errors, rare units and all but the simplest CSS (`!important`, escapes, pseudo-classes, `NONE`).
If the renderer hides a shape, or draws one over others, and this parser does not know it, the proof would be wrong. So
this module lists the names and values whose meaning is certain; with any other that the renderer may know, visibility
is tested by rendering.
"""

import re
from collections.abc import Mapping

from sgpkit.graphics.svg import paint
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.shape_outlines import READERS

_NUMBER = r"-?(?:\d++\.?\d*+|\.\d++)(?:e-?\d{1,2}+)?"
_LENGTH = re.compile(rf"\s*{_NUMBER}(?:px|pt|mm|cm|in|%)?\s*")
_SIZE = re.compile(r"\s*(?:\d+\.?\d*|\.\d+)(?:e-?\d{1,2})?(?:px|pt|mm|cm|in|%)?\s*")
_FRACTION = re.compile(r"\s*(?:0?\.\d+|[01](?:\.0*)?)\s*")
_TRANSFORM = re.compile(
    rf"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\(\s*{_NUMBER}(?:(?:\s*+,\s*+|\s++(?!,)|(?=-)){_NUMBER})*\s*+\)(?:\s*,\s*|\s*))+"
)
_POINTS = re.compile(rf"\s*{_NUMBER}(?:(?:\s*+,\s*+|\s++(?!,)|(?=-)){_NUMBER})*\s*+")
_PERCENT = r"\s*(?:\d{1,2}(?:\.\d+)?|100)%\s*"
_PAINT = re.compile(
    rf"#(?:[0-9a-fA-F]{{3}}){{1,2}}|[a-z]+|rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)|rgb\({_PERCENT},{_PERCENT},{_PERCENT}\)|url\(#[\w.-]+\)|currentColor"
)
_N = r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE]-?\d{1,2}+)?[\s]*+,?+\s*+"
_PATH = re.compile(
    rf"\s*+(?:[Mm]\s*+(?:{_N}{_N})+"
    rf"(?:[LlMmTt]\s*+(?:{_N}{_N})+|[HhVv]\s*+(?:{_N})+|[Cc]\s*+(?:{_N}{_N}{_N}{_N}{_N}{_N})+"
    rf"|[SsQq]\s*+(?:{_N}{_N}{_N}{_N})+|[Aa]\s*+(?:{_N}{_N}{_N}[01]\s*+,?+\s*+[01]\s*+,?+\s*+{_N}{_N})+|[Zz]\s*+)*)?"
)
_ANY = re.compile(r".*", re.DOTALL)
_REFERENCE = re.compile(r"\s*(?:none|url\(#[\w.-]+\))\s*")
_VALUES: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("x", "y", "x1", "y1", "x2", "y2", "cx", "cy"), _LENGTH),
    **dict.fromkeys(("r", "rx", "ry", "width", "height", "stroke-width", "font-size"), _SIZE),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), _FRACTION),
    **dict.fromkeys(("fill", "stroke", "color"), _PAINT),
    **dict.fromkeys(("clip-path", "mask"), _REFERENCE),
    **dict.fromkeys(
        ("filter", "marker-start", "marker-mid", "marker-end"), re.compile("none")
    ),  # these paint outside of shapes
    **dict.fromkeys(("letter-spacing", "word-spacing"), re.compile("0(?:px)?|normal")),
    "transform": _TRANSFORM,
    "points": _POINTS,
    "d": _PATH,
    "display": re.compile("none|inline|block"),
    "visibility": re.compile("visible|hidden"),
    **dict.fromkeys(("fill-rule", "clip-rule"), re.compile("nonzero|evenodd")),
    "stroke-linecap": re.compile("butt|round|square"),
    "stroke-linejoin": re.compile("miter|round|bevel"),
    "stroke-miterlimit": re.compile(r"[1-9]\d*(?:\.\d+)?"),
    "stroke-dasharray": re.compile(rf"none|{_POINTS.pattern}"),
    "stroke-dashoffset": _LENGTH,
    "isolation": _ANY,  # no change without blending
    "mix-blend-mode": re.compile("normal"),
}
"""Attributes and properties with the values on which readers agree. Dashes and masks never become outlines, whatever
their values."""

_PROPERTIES = _VALUES.keys() - frozenset(
    ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "d", "transform"]
)
"""Names that a style may set; readers differ on sizes and transforms in CSS."""

_AMBIGUOUS = frozenset(
    (
        *("requiredExtensions", "requiredFeatures", "systemLanguage", "transform-origin", "transform-box"),
        *("vector-effect", "paint-order", "marker", "clip", "overflow", "mask-type", "pathLength"),
        *("writing-mode", "baseline-shift", "textLength", "rotate", "font"),
    )
)
"""Attributes that renderers may know and that are not listed above. All others do not affect shapes."""

_UNPAINTED = frozenset(
    ("title", "desc", "metadata", "style", "linearGradient", "radialGradient", "stop", "pattern", "marker", "filter")
) | frozenset(("mask", "clipPath", "symbol"))
"""Elements whose contents are visible only through references, where they are examined if outlines need them."""

_CONTAINERS = frozenset(("g", "a", "defs"))
_TEXTS = frozenset(("text", "tspan", "image"))  # never proven by outlines; they may paint anywhere near
_ROOT = frozenset(("x", "y", "width", "height"))

_DECLARATIONS = re.compile(r"\s*(?:([a-zA-Z-]+)\s*:([^:;{}!\\/\"'@]*)(?:;+\s*|$))*")
_DECLARATION = re.compile(r"([a-zA-Z-]+)\s*:([^;]*)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TEXT_CONTENT = re.compile(r"(?<=>)[^<>]*(?=</(?:title|text|tspan)>)")
_NAME = r"(?:[a-zA-Z][\w-]*|[.#][a-zA-Z_][\w-]*|[a-zA-Z][\w-]*\.[a-zA-Z_][\w-]*)"
_SELECTORS = rf"{_NAME}(?:\s+{_NAME})*(?:\s*,\s*{_NAME}(?:\s+{_NAME})*)*"
_SHEET = re.compile(rf"\s*(?:{_SELECTORS}\s*\{{[^{{}}]*\}}\s*)*")
_BLOCK = re.compile(r"\{([^{}]*)\}")


def is_unambiguous(document: Document) -> bool:
    """Return whether all attributes and styles of a drawing have a certain meaning."""
    code = document.code
    if "&#" in code or "\\" in code:
        # Escapes can hide names from the checks below, except in the text between tags.
        code = _TEXT_CONTENT.sub("", code)
        if "&#" in code or "\\" in code:
            return False
    waiting = [document.root]
    while waiting:
        element = waiting.pop()
        tag = element.tag
        if tag == "style":
            if not _is_plain_sheet(element):
                return False
            continue
        if tag in _UNPAINTED or tag[0] == "{":
            continue
        is_root = element.parent is None
        if not (tag in READERS or tag in _CONTAINERS or tag in _TEXTS or (is_root and tag == "svg")):
            return False
        for name, text in element.attributes.items():
            if is_root and (name in _ROOT or name == "overflow"):
                continue
            if name == "style":
                if not _is_plain_style(text):
                    return False
                continue
            if name in _AMBIGUOUS or not (name.islower() or name[:5] == "xmlns" or name.lower() not in _VALUES):
                return False
            values = _VALUES.get(name)
            if values is not None and not _is_allowed(name, values, text):
                return False
        if is_root and "transform" in element.attributes:
            return False
        waiting += element.children
    return True


def _is_allowed(name: str, values: re.Pattern[str], text: str) -> bool:
    if values is _PAINT:
        text = text.strip()
        if values.fullmatch(text) is None:
            return False
        return not text.isalpha() or text in ("none", "currentColor") or paint.color(text) is not None
    if name == "points" and values.fullmatch(text) is not None:
        return len(re.findall(_NUMBER, text)) % 2 == 0
    return values.fullmatch(text) is not None


def _is_plain_style(text: str) -> bool:
    if _DECLARATIONS.fullmatch(text) is None:
        return False
    for name, value in _DECLARATION.findall(text):
        lowered = name.lower()
        if name != lowered or lowered in _AMBIGUOUS or (lowered in _VALUES and lowered not in _PROPERTIES):
            return False
        if lowered in ("all", "translate", "rotate", "scale") or name.startswith("--"):
            return False
        values = _VALUES.get(name)
        if values is not None and not _is_allowed(name, values, value.strip()):
            return False
    return True


def _is_plain_sheet(element: Element) -> bool:
    if element.attributes.get("type", "text/css") != "text/css" or "media" in element.attributes or element.children:
        return False
    text = _COMMENT.sub("", element.text)
    return _SHEET.fullmatch(text) is not None and all(map(_is_plain_style, _BLOCK.findall(text)))
