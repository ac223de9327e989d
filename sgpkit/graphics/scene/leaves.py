"""The painted elements of an expanded drawing: where they may paint, and their serialisation as text."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from sgpkit.graphics.geometry import IDENTITY, Affine, Point
from sgpkit.graphics.raster import direct, fonts
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.scene.page import MITER_LIMIT, SIDE
from sgpkit.graphics.svg import style, values
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.outline import Subpath, transform
from sgpkit.graphics.svg.paint import URL
from sgpkit.graphics.svg.shape_outlines import READERS, Bad
from sgpkit.graphics.svg.visible import Shape

SIMPLE_CLIP = frozenset(["id", "d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "points"])
"""Attributes that the shape in a clip path may have for its outline to be known."""

NEUTRAL = frozenset(("", "none", "normal", "1", "1.0", "100%", "auto", "inherit", "initial", "unset"))
NARROWING = ("mask", "opacity", "mix-blend-mode", "stroke-dasharray", "paint-order", "clip")
"""Properties with which a shape changes fewer pixels than its outline covers, or changes them differently."""

WIDENING = ("filter", "marker", "marker-start", "marker-mid", "marker-end", "vector-effect")
"""Properties with which a shape may change pixels outside its outline."""

_WORDS = ("clip", "mask", "opacity", "blend", "dasharray", "paint-order", "filter", "marker", "vector-effect", "miterl")
_WIDE, _SYMBOLS = "mwMW@%&—", "+=<>~#^|_"
_WIDTHS = {chr(number): 0.8 for number in range(32, 127)}
_WIDTHS |= dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ" + _WIDE, 1.2) | dict.fromkeys(_SYMBOLS, 0.95)
_SPACED = ("letter-spacing", "word-spacing", "writing-mode", "baseline-shift", "unicode-bidi", "direction", "textPath")
_SHORTHAND = re.compile(r"(?<![\w-])font\s*[:=]")
_GENEROUS, _ASCII = (1.4, 0.7, 0.4), (0.9, 0.3, 0.25)
"""Upper bounds in em on how far glyphs extend above the baseline, below it, and sideways beyond their advance: of any
text, and of ASCII text in the pinned fonts (measured: 0.82, 0.24 and 0.19)."""

ANCHORS = {"start": (0.0, 1.0), "middle": (0.5, 0.5), "end": (1.0, 0.0)}
"""By `text-anchor`, the fractions of a text's width before and after its position."""

_UNBOXED = ("rotate", "textLength", "letter-spacing", "word-spacing", "writing-mode", "baseline-shift", "textPath")


@dataclass(frozen=True, slots=True)
class Effects:
    """Effects on one element: `clips` are known outlines that clip it; it is `narrowed` by masks, opacity and other
    clips, and `widened` by filters, markers and long miters."""

    narrowed: bool = False
    widened: bool = False
    clips: tuple[tuple[Subpath, ...], ...] = ()


PLAIN = Effects()


def effects(document: Document, rules: style.Sheet) -> dict[int, Effects]:
    """Return the effects on each element, by `id()`; elements without effects are left out."""
    code = document.code
    if not any(word in code for word in _WORDS) and code.count("<svg") + code.count(":svg") <= 1:
        return {}
    clips = _Clips(document, rules)
    affected: dict[int, Effects] = {}
    waiting: list[tuple[Element, Effects, Affine | None]] = [(document.root, PLAIN, IDENTITY)]
    while waiting:
        element, above, matrix = waiting.pop()
        attributes = style.declared(element, rules)
        nested = element.tag == "svg" and element.parent is not None
        matrix = None if nested else _moved(matrix, attributes)
        narrowed = above.narrowed or nested or _has(attributes, NARROWING)
        widened = above.widened or _has(attributes, WIDENING) or _has_long_miters(attributes)
        outlines = above.clips
        reference = attributes.get("clip-path", "").strip()
        if reference not in NEUTRAL:
            outline = clips.outline(reference, matrix)
            narrowed = narrowed or outline is None
            outlines = outlines if outline is None else (*outlines, outline)
        own = Effects(narrowed, widened, outlines) if narrowed or widened or outlines else PLAIN
        if own is not PLAIN:
            affected[id(element)] = own
        waiting += [(child, own, matrix) for child in element.children]
    return affected


def _moved(matrix: Affine | None, attributes: Mapping[str, str]) -> Affine | None:
    """Return a matrix combined with an element's transform, or None if that is not known."""
    text = attributes.get("transform")
    if matrix is None or not text:
        return matrix
    own = values.transform(text)
    if isinstance(own, values.Problem) or "transform-origin" in attributes or "deg" in text or "px" in text:
        return None
    return matrix @ own


class _Clips:
    """Reads the outlines of clip paths with a single shape in user space."""

    def __init__(self, document: Document, rules: style.Sheet) -> None:
        self.document, self.rules = document, rules

    def outline(self, reference: str, matrix: Affine | None) -> tuple[Subpath, ...] | None:
        """Return the outline of the clip path at `url(#…)`, or None if it is more complex than that."""
        match = URL.fullmatch(reference)
        target = self.document.identifiers.get(match[1].strip("\"'").removeprefix("#")) if match else None
        if matrix is None or target is None or target.tag != "clipPath":
            return None
        children = [child for child in target.children if child.tag not in ("title", "desc")]
        if set(style.declared(target, self.rules)) - {"id"} or len(children) != 1 or children[0].tag not in READERS:
            return None
        attributes = style.declared(children[0], self.rules)
        if set(attributes) - SIMPLE_CLIP:
            return None
        try:
            read = READERS[children[0].tag](attributes, _length)
        except Bad:
            return None
        return None if read is None else tuple([transform(subpath, matrix) for subpath in read[0]])


def _length(attributes: Mapping[str, str], name: str, axis: str) -> float | None:
    text = attributes.get(name)
    if text is None:
        return None
    number = values.number(text)
    if number is None:
        raise Bad
    return number


def _has_long_miters(attributes: Mapping[str, str]) -> bool:
    limit = attributes.get("stroke-miterlimit")
    number = values.number(limit) if limit is not None else 1.0
    return number is None or number > MITER_LIMIT


def _has(attributes: Mapping[str, str], names: tuple[str, ...]) -> bool:
    return any(name in attributes and attributes[name].strip().lower() not in NEUTRAL for name in names)


def has_simple_texts(code: str) -> bool:
    """Return whether a drawing sets no letter spacing, vertical or bidirectional text, or `font` shorthand, which
    elements could inherit."""
    return not any(word in code for word in _SPACED) and _SHORTHAND.search(code) is None


def anchor(element: Element, code: str, rules: style.Sheet) -> str | None:
    """Return the `text-anchor` of a text, or None if its spans set their own."""
    if "text-anchor" not in code:
        return "start"
    if any("text-anchor" in style.declared(span, rules) for span in element.subtree() if span is not element):
        return None
    for above in (element, *element.ancestors()):
        word = style.declared(above, rules).get("text-anchor", "inherit").strip()
        if word in ANCHORS:
            return word
        if word not in ("inherit", "unset"):
            return None
    return "start"


def _width(text: str) -> float:
    """Return an upper bound on the width of a text in em, for the pinned fonts."""
    return sum([_WIDTHS.get(letter, 1.3) for letter in text])


def text_points(element: Element, shape: Shape, code: str, rules: style.Sheet) -> list[Point] | None:
    """Return points whose bounding box contains a text with a margin, or None if its position is not simple."""
    if shape.stroke is not None or not has_simple_texts(code):
        return None
    xs: list[float] = []
    ys: list[float] = []
    shift = 0.0
    sizes = [shape.font_size]
    for part in element.subtree():
        attributes = style.declared(part, rules)
        if part.tag not in ("text", "tspan", "title", "desc") or "font" in attributes:
            return None
        if any(name in attributes for name in _UNBOXED):
            return None
        for name, numbers in (("x", xs), ("y", ys)):
            if name in attributes:
                number = values.length(attributes[name], math.nan, shape.font_size)
                if number is None or not math.isfinite(number):
                    return None
                numbers.append(number)
        for name in ("dx", "dy"):
            if name in attributes:
                number = values.length(attributes[name], math.nan, shape.font_size)
                if number is None or not math.isfinite(number):
                    return None
                shift += abs(number)
        if "font-size" in attributes and part is not element:
            sizes.append(values.length(attributes["font-size"], shape.font_size, shape.font_size) or 0.0)
    size = max(sizes)
    text = element.all_text()
    width = size * _width(text) + shift
    before, after = ANCHORS.get(anchor(element, code, rules) or "", (1.0, 1.0))
    above, below, beside = _ASCII if text.isascii() and "baseline" not in code else _GENEROUS
    left = min(xs, default=0.0) - before * width - beside * size
    right = max(xs, default=0.0) + after * width + beside * size
    top, bottom = min(ys, default=0.0) - above * size - shift, max(ys, default=0.0) + below * size + shift
    return [shape.matrix(Point(x, y)) for x in (left, right) for y in (top, bottom)]


def image_points(element: Element, shape: Shape) -> list[Point] | None:
    """Return the corners of an image, or None if its size is not given in numbers."""
    numbers = [values.length(element.attributes.get(name, "0"), math.nan) for name in ("x", "y", "width", "height")]
    x, y, width, height = (math.nan if number is None else number for number in numbers)
    if not (math.isfinite(x + y + width + height) and width and height):
        return None
    return [shape.matrix(Point(x + dx, y + dy)) for dx in (0.0, width) for dy in (0.0, height)]


@dataclass(frozen=True, slots=True)
class Parts:
    """A drawing as a list of text pieces; joined, they are the drawing in a square of SIDE units."""

    pieces: list[str]
    starts: dict[int, tuple[int, str]]
    """By `id()` of an element: the index of the piece with its start tag, and the start tag that hides it."""

    plain: bool
    """It has only elements of `direct.PLAIN`."""

    lettered: bool
    """It has only elements of `direct.LETTERED`, including texts."""


def serialize(document: Document, window: Window, wanted: frozenset[int]) -> Parts:
    """Serialise a drawing into pieces, with the start tags of the wanted elements (by `id()`) as separate pieces."""
    scale = SIDE / max(window.width, window.height)
    width, height = window.width * scale, window.height * scale
    root = dict(document.root.attributes)
    for name in ("preserveAspectRatio", "overflow", "xmlns"):
        root.pop(name, None)
    root = {name: text for name, text in root.items() if not name.startswith("xmlns:")}
    root |= {
        "x": repr((SIDE - width) / 2),
        "y": repr((SIDE - height) / 2),
        "width": repr(width),
        "height": repr(height),
        "viewBox": " ".join(map(repr, window)),
    }
    pieces: list[str] = []
    plain = lettered = True
    starts: dict[int, tuple[int, str]] = {}
    open_pieces: list[str] = []
    waiting: list[tuple[Element | None, str]] = [(document.root, "")]
    while waiting:
        element, closing = waiting.pop()
        if element is None:
            open_pieces.append(closing)
            continue
        if element.tag.startswith("{"):
            open_pieces.append(escape(element.tail, False))
            continue
        plain = plain and element.tag in direct.PLAIN
        lettered = lettered and element.tag in direct.LETTERED
        attributes = _pinned(root if element.parent is None else element.attributes)
        start = _start(element.tag, attributes)
        if id(element) in wanted:
            # A transparent element, unlike a removed one, keeps the box of its group, on which the anti-aliasing of
            # its siblings depends.
            hiding = "visibility:hidden" if element.tag == "tspan" else "opacity:0"
            style_text = attributes.get("style", "").rstrip(" ;")
            hidden = {**attributes, "style": f"{style_text};{hiding}!important".lstrip(";")}
            pieces.append("".join(open_pieces))
            open_pieces = []
            starts[id(element)] = (len(pieces), _start(element.tag, hidden))
            pieces.append(start)
        else:
            open_pieces.append(start)
        open_pieces.append(escape(fonts.declarations(element.text) if element.tag == "style" else element.text, False))
        waiting.append((None, f"</{element.tag}>{escape(element.tail, False)}"))
        waiting += [(child, "") for child in reversed(element.children)]
    pieces.append("".join(open_pieces))
    return Parts(pieces, starts, plain, lettered and not plain)


def _pinned(attributes: Mapping[str, str]) -> Mapping[str, str]:
    """Return attributes without external references and with pinned fonts, as in `raster`."""
    if not any(name in attributes for name in ("href", "xlink:href", "font-family", "style")):
        return attributes
    result = {
        name: text
        for name, text in attributes.items()
        if name not in ("href", "xlink:href") or text.lstrip().startswith(("#", "data:"))
    }
    if "font-family" in result:
        result["font-family"] = fonts.families(result["font-family"])
    if "style" in result:
        result["style"] = fonts.declarations(result["style"])
    return result


def _start(tag: str, attributes: Mapping[str, str]) -> str:
    written = [
        f' {name}="{escape(text)}"'
        for name, text in attributes.items()
        if ":" not in name or name in ("xlink:href", "xml:space", "xml:lang")
    ]
    return f"<{tag}{''.join(written)}>"
