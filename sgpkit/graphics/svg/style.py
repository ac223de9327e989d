"""Compute the style of elements from presentation attributes, style sheets and `style` attributes, with inheritance.

https://www.w3.org/TR/css-cascade-4/ defines the order of declarations; a presentation attribute is an author
declaration of specificity 0 (https://www.w3.org/TR/SVG2/styling.html). tinycss2 parses and cssselect2 matches; the
cascade is implemented here so that equal declarations share one resolved style.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar
from xml.etree import ElementTree

from sgpkit.graphics import guard
from sgpkit.graphics.guard.values import refuse_deep_nesting
from sgpkit.graphics.svg import paint, values
from sgpkit.graphics.svg.document import SVG, Document, Element
from sgpkit.graphics.svg.paint import BLACK, CURRENT, Color, Paint, Specified
from sgpkit.status import Rejected, Status

# `resolve` takes the texts of these properties as one tuple in this order.
PROPERTIES = (
    "fill",
    "stroke",
    "stroke-width",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
    "color",
    "visibility",
    "display",
    "font-size",
    "transform-origin",
    "transform",
    "stroke-linecap",
)
# In SVG 2 these are CSS properties too, so a style sheet can move or resize a shape.
GEOMETRY = frozenset(("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"))
NAMED_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0,
    "large": 18.0, "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
MAX_NESTING = guard.DEFAULT.css_depth
"""Maximum nesting of brackets in CSS; real style sheets have fewer than ten levels."""

COMBINATOR = re.compile(r"\s*([>+~,])\s*")
UPWARD = re.compile(r"\s+")
SIDEWAYS = re.compile(r"~(?!=)|:(?:nth|first|last|only|has)\b")
MOST_MATCHES = 5_000_000
SHARED_LENGTH = 5_000  # maximum length of a style sheet that is cached for other drawings
LINE_CAPS = frozenset(("butt", "round", "square"))
VISIBILITY = frozenset(("visible", "hidden", "collapse"))
SCREEN = frozenset(("", "all", "screen"))

T = TypeVar("T")

Declaration = tuple[str, str, bool]
"""A property in lower case, the text of its value, and whether it is important."""

Rule = tuple[str, Sequence[object], list[Declaration]]
"""A rule of a style sheet: its selectors as text and compiled, and its declarations."""


class Style(NamedTuple):
    """The inherited properties. Paints are kept as specified, because `currentColor` is resolved where it is used."""

    fill: Specified = BLACK
    fill_opacity: float = 1.0
    stroke: Specified = None
    stroke_opacity: float = 1.0
    stroke_width: str = "1"
    color: Color = BLACK
    is_visible: bool = True
    font_size: float = 16.0
    line_cap: str = "butt"


class Resolved(NamedTuple):
    """An element's style, and its properties that are not inherited: opacity, display, transform."""

    style: Style
    fill: Paint
    stroke: Paint
    opacity: float
    is_displayed: bool
    transform: str | None
    origin: str | None


INITIAL = Style()


def _alpha(text: str) -> float | None:
    text = text.strip()
    value = values.number(text[:-1] if text.endswith("%") else text)
    if value is None:
        return None
    return min(1.0, max(0.0, value / 100 if text.endswith("%") else value))


def _size(text: str, above: float) -> float | None:
    named = NAMED_SIZES.get(text.strip().lower())
    if named is not None:
        return named
    size = {"smaller": above / 1.2, "larger": above * 1.2}.get(text.strip().lower())
    size = values.length(text, above, above) if size is None else size
    return size if size is not None and size >= 0 else None


def is_valid(name: str, text: str) -> bool:
    """Return whether a declaration is valid. Invalid ones are dropped before the cascade, so that earlier ones
    apply."""
    if (
        text.strip().lower() in ("inherit", "initial", "unset", "revert")
        or name.startswith("--")
        or "var(" in text.lower()
    ):
        return True  # https://www.w3.org/TR/css-variables-1/#using-variables: `var()` is valid until it is computed
    if name in ("fill", "stroke"):
        return paint.specified(text) != "invalid"
    if name == "color":
        return paint.color(text.strip()) is not None or text.strip().lower() == "currentcolor"
    if name.endswith("opacity"):
        return _alpha(text) is not None
    if name == "stroke-width" or name in GEOMETRY:
        return values.split_length(text) is not None or (name in GEOMETRY and text.strip() == "auto")
    return True


def resolve(above: Style, texts: tuple[str | None, ...]) -> Resolved:
    """Return the style of an element with the parent style `above` and the declarations `texts`, in the order of
    PROPERTIES."""
    fill_text, stroke_text, width, opacity_text, fill_alpha, stroke_alpha, color_text, seen, display, size = texts[:10]
    own = above
    if color_text is not None:
        chosen = _inherited(color_text, above.color, BLACK, paint.color)
        own = own._replace(color=chosen)
    if size is not None:
        own = own._replace(font_size=_inherited(size, above.font_size, 16.0, lambda text: _size(text, above.font_size)))
    fill, stroke = above.fill, above.stroke
    if fill_text is not None:
        fill = _paint(fill_text, above.fill, BLACK)
    if stroke_text is not None:
        stroke = _paint(stroke_text, above.stroke, None)
    if width is not None:
        lowered = width.strip().lower()
        if lowered == "initial":
            width = "1"
        elif lowered in ("inherit", "unset", "revert") or not _is_width(width):
            width = above.stroke_width
        elif values.split_length(width)[1] in values.FONT_UNITS:  # type: ignore[index]  # _is_width has read it
            # Font units refer to the declaring element, not to elements that inherit the width.
            width = repr(values.length(width, 0.0, own.font_size))
    else:
        width = above.stroke_width
    is_visible = above.is_visible
    if seen is not None:
        word = seen.strip().lower()
        is_visible = word == "visible" if word in VISIBILITY else True if word == "initial" else above.is_visible
    line_cap = above.line_cap
    if texts[12] is not None:
        word = texts[12].strip().lower()
        line_cap = word if word in LINE_CAPS else "butt" if word == "initial" else above.line_cap
    own = Style(
        fill,
        above.fill_opacity if fill_alpha is None else _inherited(fill_alpha, above.fill_opacity, 1.0, _alpha),
        stroke,
        above.stroke_opacity if stroke_alpha is None else _inherited(stroke_alpha, above.stroke_opacity, 1.0, _alpha),
        width,
        own.color,
        is_visible,
        own.font_size,
        line_cap,
    )
    if own == above:
        own = above  # return the same object, since callers cache by identity
    opacity = 1.0 if opacity_text is None else _alpha(opacity_text)
    return Resolved(
        own,
        _used(fill, own.color, own.fill_opacity),
        _used(stroke, own.color, own.stroke_opacity),
        1.0 if opacity is None else opacity,
        display is None or display.strip().lower() != "none",
        texts[11],
        texts[10],
    )


def _is_width(text: str) -> bool:
    parts = values.split_length(text)
    return parts is not None and parts[0] >= 0


def _inherited(text: str, above: T, initial: T, read: Callable[[str], T | None]) -> T:
    word = text.strip().lower()
    if word in ("inherit", "unset", "revert", "currentcolor"):
        return above
    if word == "initial":
        return initial
    value = read(text)
    return above if value is None else value


def _paint(text: str, above: Specified, initial: Specified) -> Specified:
    word = text.strip().lower()
    if word in ("inherit", "unset", "revert"):
        return above
    if word == "initial":
        return initial
    value = paint.specified(text)
    return above if value == "invalid" else value


def _used(specified: Specified, current: Color, opacity: float) -> Paint:
    chosen = current if specified == CURRENT else specified
    if isinstance(chosen, Color):
        alpha = chosen.alpha * opacity
        if alpha <= 0:
            return None
        return chosen if alpha == chosen.alpha else Color(chosen.red, chosen.green, chosen.blue, alpha)
    if isinstance(chosen, str):
        return None
    return chosen if opacity > 0 else None


@lru_cache(maxsize=1024)
def _inline(text: str) -> tuple[tuple[str, str, bool], ...]:
    import tinycss2

    refuse_deep_nesting(text, MAX_NESTING)
    blocks = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return tuple(_declarations(blocks))


def _declarations(nodes: list[object]) -> list[Declaration]:
    valid = []
    for node in nodes:
        if getattr(node, "type", "") == "declaration":
            read = declaration(node)
            if is_valid(*read[:2]):
                valid.append(read)
    return valid


def declaration(node: object) -> Declaration:
    """Return a declaration that tinycss2 has parsed, which may be invalid."""
    import tinycss2

    return _name(node), tinycss2.serialize(node.value).strip(), bool(node.important)  # type: ignore[attr-defined]


@lru_cache(maxsize=1024)
def inline(text: str) -> tuple[Declaration, ...]:
    """Return the declarations of a `style` attribute, including invalid ones."""
    import tinycss2

    refuse_deep_nesting(text, MAX_NESTING)
    nodes = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return tuple([declaration(node) for node in nodes if node.type == "declaration"])


def _name(node: object) -> str:
    """Return the name of a declaration in lower case, except for custom properties."""
    written: str = node.name  # type: ignore[attr-defined]
    return written if written.startswith("--") else written.lower()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The declarations of a document's style sheets by `id()` of the element."""

    matches: dict[int, list[tuple[str, str, bool]]]


NOTHING = Sheet({})


def sheet(document: Document) -> Sheet:
    """Match the rules of all `style` elements, if any, against the tree."""
    if not document.styled:
        return NOTHING
    rules: list[Rule] = []
    for element in document.root.subtree():
        kind = element.attributes.get("type", "text/css").strip().lower()
        if element.tag == "style" and kind in ("", "text/css") and _applies(element.attributes.get("media", "")):
            text = element.all_text()
            rules += _shared_rules(text) if len(text) <= SHARED_LENGTH else _rules(text)
    by_element = match(document, rules)
    return Sheet({key: [one for declarations in lists for one in declarations] for key, lists in by_element.items()})


def match(document: Document, rules: Sequence[tuple[str, Sequence[object], T]]) -> dict[int, list[T]]:
    """Return the third parts of the rules that match each element, by its `id()`, by increasing precedence; elements
    that none matches are left out. Raises Rejected if that takes too long."""
    import cssselect2

    elements = list(document.root.subtree())
    matcher, effort = cssselect2.Matcher(), _Effort(elements)
    for prelude, selectors, payload in rules:
        effort.add(prelude)
        for selector in selectors:
            matcher.add_selector(selector, payload)
    wrapped = cssselect2.ElementWrapper.from_xml_root(_mirror(document.root))
    matches = {}
    for element, mirrored in zip(elements, wrapped.iter_subtree(), strict=True):
        matched = [one[3] for one in matcher.match(mirrored) if one[2] is None]
        if matched:
            matches[id(element)] = matched
    return matches


class _Effort:
    """A bound on the cost of matching: elements times selectors, times the elements that each combinator has to search.

    A selector such as `a b c` searches for `b` among all ancestors, and for `a` among the ancestors of each of these.
    """

    def __init__(self, elements: Sequence[Element]) -> None:
        depths = {id(elements[0]): 1}
        for element in elements[1:]:
            depths[id(element)] = depths[id(element.parent)] + 1
        self.elements = len(elements)
        self.ancestors = float(max(2, *depths.values()))
        self.siblings = float(max(2, *(len(element.children) for element in elements)))
        self.spent = 0.0

    def add(self, selectors: str) -> None:
        for selector in COMBINATOR.sub(r"\1", selectors.strip()).split(","):
            upward, sideways = len(UPWARD.findall(selector)), len(SIDEWAYS.findall(selector))
            self.spent += self.elements * self.ancestors ** min(upward, 20) * self.siblings ** min(sideways, 20)
        if self.spent > MOST_MATCHES:
            raise Rejected(Status.TOO_LARGE, f"matching the style sheets takes more than {MOST_MATCHES:,} steps")


@lru_cache(maxsize=64)
def _shared_rules(text: str) -> list[Rule]:
    """Return the rules of a style sheet, cached because many drawings of a dataset share one."""
    return list(_rules(text))


def _rules(text: str) -> Iterator[Rule]:
    """Yield the rules of a style sheet."""
    import cssselect2
    import tinycss2

    refuse_deep_nesting(text, MAX_NESTING)
    waiting = list(reversed(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))
    while waiting:
        rule = waiting.pop()
        if rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content is not None:
            if _applies(tinycss2.serialize(rule.prelude)):
                inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
                waiting.extend(reversed(inner))
        elif rule.type == "qualified-rule":
            prelude = tinycss2.serialize(rule.prelude)
            declarations = _declarations(tinycss2.parse_blocks_contents(rule.content))
            selectors: Sequence[object] = ()
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                pass
            except (SyntaxError, RecursionError, MemoryError):
                # cssselect2 compiles selectors to Python expressions, whose nesting is limited.
                raise Rejected(Status.TOO_LARGE, "a CSS selector has too many parts") from None
            yield prelude, selectors, declarations


def _applies(media: str) -> bool:
    """Return whether a list of media contains `screen` or `all`; conditions are not evaluated."""
    return any(part.strip().lower() in SCREEN for part in media.split(","))


def _mirror(root: Element) -> ElementTree.Element:
    """Return the tree as an ElementTree for cssselect2."""

    def mirror(element: Element) -> ElementTree.Element:
        tag = element.tag if element.tag.startswith("{") else f"{{{SVG}}}{element.tag}"
        mirrored = ElementTree.Element(tag, element.attributes)
        mirrored.text = element.text
        return mirrored

    mirrored = mirror(root)
    waiting = [(root, mirrored)]
    while waiting:
        element, copy = waiting.pop()
        for child in element.children:
            copied = mirror(child)
            copy.append(copied)
            waiting.append((child, copied))
    return mirrored


def declared(element: Element, rules: Sheet) -> Mapping[str, str]:
    """Return the element's attributes, overridden by declarations of style sheets and its `style` attribute."""
    attributes = element.attributes
    matched = rules.matches.get(id(element))
    if matched is None and "style" not in attributes:
        return attributes
    result = {name: text for name, text in attributes.items() if name != "style"}
    ordered = [*(matched or ()), *_inline(attributes.get("style", ""))]
    for is_important in (False, True):
        for name, text, important in ordered:
            if important == is_important:
                result[name] = text
    return result


def inline_text(element: Element, rules: Sheet) -> str:
    """Return the text of a `style` attribute that combines an element's style sheets and its own `style`."""
    ordered = [*rules.matches.get(id(element), ()), *_inline(element.attributes.get("style", ""))]
    return ";".join(
        f"{name}:{text}"
        for is_important in (False, True)
        for name, text, important in ordered
        if important == is_important
    )


def plain_declarations(text: str) -> list[str]:
    """Return the declarations of a `style` attribute that neither set nor use custom properties."""
    valid = [one for one in _inline(text) if not one[0].startswith("--") and "var(" not in one[1].lower()]
    return [f"{name}:{value}{'!important' if important else ''}" for name, value, important in valid]
