"""Reject drawings with dangerous contents, before they are rendered or fully parsed.

External references and active content (files, URLs, scripts, entities) are `unsafe`. Contents that would crash a
renderer or take minutes are `too_large`. Circular references are a `parse_error`, as in the SVG specification
(https://www.w3.org/TR/SVG2/linking.html#TermCircularReference).

A `Watch` receives every start and end tag from the caller's XML parser, so that parsing and checking are one pass. It
first searches the raw text for suspicious signs (`signs.py`), and checks elements only for those that occur.
"""

import re
import xml.parsers.expat as expat
from collections.abc import Mapping
from functools import lru_cache

from sgpkit.graphics.guard import references, selectors, values
from sgpkit.graphics.guard import signs as guard_signs
from sgpkit.graphics.guard.limits import Limits
from sgpkit.graphics.guard.values import words
from sgpkit.status import Rejected, Status

__all__ = ["DEFAULT", "Limits", "Watch", "check_svg", "check_text", "position"]

DEFAULT = Limits()

BROKEN = re.compile("[\x00\ud800-\udfff]")
# Elements and attributes with these names are checked only if their values may be harmful.
PLAIN_TAGS = words(
    "svg g path circle ellipse rect line polyline polygon text tspan textPath defs title desc metadata style symbol "
    "use switch a image linearGradient radialGradient stop clipPath mask pattern marker view"
)
PLAIN_ATTRIBUTES = words(
    "id class style d cx cy r rx ry fx fy x y x1 y1 x2 y2 dx dy width height points transform viewBox "
    "preserveAspectRatio fill stroke stroke-width opacity fill-opacity stroke-opacity fill-rule clip-rule color "
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset font-size font-family "
    "font-weight font-style text-anchor letter-spacing offset stop-color stop-opacity gradientUnits gradientTransform "
    "spreadMethod clip-path clipPathUnits mask patternUnits patternTransform enable-background display visibility "
    "overflow type version xmlns xmlns:xlink xml:space data-name sodipodi:nodetypes inkscape:connector-curvature"
)
NAMED_ATTRIBUTES = PLAIN_ATTRIBUTES | {"href", "xlink:href"}
TEXTUAL = words("text textPath a")
UNEXAMINED = PLAIN_TAGS - TEXTUAL
NOTHING: frozenset[str] = frozenset()
RUNNING = words("script foreignobject iframe object embed img meta link base video audio handler listener include")
RUNNING_ANYWHERE = RUNNING - {"meta", "link", "base", "object"}  # harmless names in metadata vocabularies
LONGEST_NAME = 200
TAGS = re.compile(r"<([^\s/<>]+)")
NAMES = re.compile(r"(?<=\s)([A-Za-z_:][\w:.-]*+)\s*+=", re.ASCII)
"""Possible names of attributes: a superset of the actual ones."""

SVG_DOCUMENT_TYPE = re.compile(r"https?://www\.w3\.org/[\w./-]+\.dtd")


def check_text(code: str, limits: Limits = DEFAULT) -> None:
    """Raise Rejected for a program, in any language, that is empty, too long, or has invalid characters."""
    if len(code) > limits.characters:
        raise Rejected(
            Status.TOO_LARGE, f"the program has {len(code):,} characters; at most {limits.characters:,} are read"
        )
    if not code or code.isspace():
        raise Rejected(Status.NO_ANSWER, "the program is empty")
    broken = None if code.isascii() and "\0" not in code else BROKEN.search(code)
    if broken is not None:
        name = "a NUL character" if broken[0] == "\0" else "half of a surrogate pair"
        raise Rejected(Status.PARSE_ERROR, f"the program has {name} at character {broken.start()}")


class Watch:
    """Checks one SVG document while it is parsed: `attach`, then `start`, `end` and `stylesheet`, then `finish`."""

    __slots__ = (
        "_depth",
        "_elements",
        "_limits",
        "_plain",
        "_points",
        "_references",
        "_selectors",
        "_textual",
        "_values",
        "styled",
    )

    def __init__(self, code: str, limits: Limits = DEFAULT) -> None:
        check_text(code, limits)
        self._limits = limits
        self._depth = 0
        self._textual: list[int] = []  # depths of the open elements in TEXTUAL
        self._elements = 0
        signs = guard_signs.find_signs(code, limits)
        self._references = references.References(limits, signs.styled) if signs.refers else None
        self._selectors = selectors.Selectors(limits) if signs.styled else None
        self._values = values.Values(limits, signs)
        # Attributes with harmless names and values.
        self._plain = NOTHING if signs.values else PLAIN_ATTRIBUTES if signs.links else NAMED_ATTRIBUTES
        self._points = signs.long
        self.styled = signs.styled

    def can_skip(self, code: str) -> bool:
        """Return whether `start`, `end` and `finish` cannot reject this text, if it is well-formed: all its elements
        and attributes are harmless and within the limits."""
        return (
            self._references is None
            and self._selectors is None
            and not self._points
            and code.isascii()
            and "<!" not in code
            and "<?" not in code
            and code.count("<") <= self._limits.elements
            and code.count("</") <= self._limits.depth - 1
            and code.count("=") <= self._limits.attributes
            and self._plain.issuperset(NAMES.findall(code))
            and UNEXAMINED.issuperset(TAGS.findall(code))
        )

    def attach(self, parser: expat.XMLParserType) -> None:
        """Make a parser reject entities, other document types than SVG, and external style sheets."""
        parser.StartDoctypeDeclHandler = self._document_type
        parser.EntityDeclHandler = _no_entity
        parser.AttlistDeclHandler = _no_attribute_list
        parser.NotationDeclHandler = _no_entity
        parser.ProcessingInstructionHandler = _instruction
        parser.SkippedEntityHandler = _unknown_entity
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    @staticmethod
    def _document_type(name: str, system: str | None, public: str | None, internal: int) -> None:
        if system and not SVG_DOCUMENT_TYPE.fullmatch(system):
            raise Rejected(Status.UNSAFE, f"external document type: {system[:80]!r}")

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Check a start tag. Raises Rejected."""
        limits = self._limits
        self._depth += 1
        self._elements += 1
        if self._depth > limits.depth:
            raise Rejected(Status.TOO_LARGE, f"elements are nested more than {limits.depth} deep")
        if self._elements > limits.elements:
            raise Rejected(Status.TOO_LARGE, f"more than {limits.elements:,} elements")
        if len(attributes) > limits.attributes:
            raise Rejected(
                Status.TOO_LARGE, f"an element has {len(attributes):,} attributes; limit {limits.attributes:,}"
            )
        if tag in TEXTUAL or (":" in tag and tag.rpartition(":")[2] in TEXTUAL):
            self._textual.append(self._depth)
            if len(self._textual) > limits.text_depth:
                raise Rejected(Status.TOO_LARGE, f"text, textPath and a are nested more than {limits.text_depth} deep")
        if self._selectors is not None:
            self._selectors.start()
        if self._references is not None:
            self._references.start(tag, attributes)
        if (
            tag in PLAIN_TAGS
            and attributes.keys() <= self._plain
            and not (self._points and not values.LENGTHY.isdisjoint(attributes))
        ):
            return
        _check_name(tag)
        self._values.element(tag, attributes)

    def end(self, tag: str = "") -> None:
        """Record an end tag."""
        if self._textual and self._textual[-1] == self._depth:
            self._textual.pop()
        self._depth -= 1
        if self._selectors is not None:
            self._selectors.end()
        if self._references is not None:
            self._references.end()

    def stylesheet(self, text: str) -> None:
        """Check the text of a `style` element. Raises Rejected."""
        self._values.stylesheet(text)
        if self._selectors is not None:
            self._selectors.stylesheet(text)
        if self._references is not None:
            self._references.stylesheet(text)

    def finish(self) -> None:
        """Check the whole document for circular references and for its size after expanding `use`. Raises Rejected."""
        self._values.finish()
        if self._selectors is not None:
            self._selectors.finish()
        if self._references is not None:
            self._references.finish()


def _check_name(tag: str) -> None:
    if len(tag) > LONGEST_NAME:
        raise Rejected(Status.TOO_LARGE, f"an element's name has {len(tag):,} characters")
    if _runs(tag):
        raise Rejected(Status.UNSAFE, f"element {tag!r} is not allowed in a drawing")


@lru_cache(maxsize=1024)
def _runs(tag: str) -> bool:
    prefix, _, local = tag.lower().rpartition(":")
    return local in (RUNNING_ANYWHERE if prefix else RUNNING)


def _no_entity(*declaration: object) -> None:
    raise Rejected(Status.UNSAFE, f"entity declaration {str(declaration[0])[:80]!r}")


def _no_attribute_list(element: str, attribute: str, *rest: object) -> None:
    raise Rejected(Status.UNSAFE, f"document type that declares attribute {attribute!r} of {element!r}")


def _instruction(target: str, data: str) -> None:
    if target.lower() == "xml-stylesheet":
        raise Rejected(Status.UNSAFE, f"external style sheet: {data[:80]!r}")


def _unknown_entity(name: str, is_parameter: int) -> None:
    raise Rejected(Status.PARSE_ERROR, f"entity &{name}; is not declared")


def position(error: expat.ExpatError) -> str:
    """Return the position of an XML error for messages."""
    return f"line {error.lineno}, column {error.offset + 1}"


def check_svg(code: str, limits: Limits = DEFAULT) -> None:
    """Check a drawing by parsing it once, without building a tree. Raises Rejected."""
    watch = Watch(code, limits)
    parser = expat.ParserCreate("utf-8")
    if not watch.can_skip(code):
        parser.buffer_text = True
        watch.attach(parser)
        parser.StartElementHandler, parser.EndElementHandler = watch.start, watch.end
        if watch.styled:
            _watch_styles(parser, watch)
    try:
        parser.Parse(code.encode(), True)
    except expat.ExpatError as error:
        reason = f"not well-formed XML at {position(error)}: {expat.ErrorString(error.code)}"
        raise Rejected(Status.PARSE_ERROR, reason) from None
    watch.finish()


def _watch_styles(parser: expat.XMLParserType, watch: Watch) -> None:
    """Make the parser pass the text of style elements to the watch."""
    style: list[str] = []
    inside = 0  # number of open style elements

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal inside
        watch.start(tag, attributes)
        if tag.rpartition(":")[2] == "style":
            inside += 1
            parser.CharacterDataHandler = style.append

    def end(tag: str) -> None:
        nonlocal inside
        watch.end()
        if inside and tag.rpartition(":")[2] == "style":
            inside -= 1
            watch.stylesheet("".join(style))
            if not inside:
                style.clear()
                parser.CharacterDataHandler = None

    parser.StartElementHandler, parser.EndElementHandler = start, end
