"""What a drawing may not hold: refused before anything draws it or reads it in earnest.

Two kinds of refusal. Whatever reaches outside the drawing or could run (files, addresses, scripts, entities) is
`unsafe`; whatever would take a renderer down or keep it busy for minutes is `too_large`. References in a circle are
a `parse_error`: SVG calls such a document in error (https://www.w3.org/TR/SVG2/linking.html#TermCircularReference).

A `Watch` is told of each start and end tag by whoever runs the XML parser, so that reading and checking are one pass.
It first looks once over the raw text; plain elements of a drawing without a sign of trouble then cost next to nothing.
"""

import re
import xml.parsers.expat as expat
from collections.abc import Mapping

from sgpkit.graphics import guard_references, guard_values
from sgpkit.graphics.guard_values import Limits, words
from sgpkit.status import Rejected, Status

__all__ = ["DEFAULT", "Limits", "Watch", "check_svg", "check_text", "position"]

DEFAULT = Limits()

BROKEN = re.compile("[\x00\ud800-\udfff]")
# Names that by themselves cannot do harm. The values of these attributes are looked at only where the raw text has a
# sign of trouble somewhere: a reference, an escape that could hide one, a very large number, a dash pattern.
PLAIN_TAGS = words("svg g path circle ellipse rect line polyline polygon text tspan defs title desc")
PLAIN_ATTRIBUTES = words(
    "id class d cx cy r rx ry x y x1 y1 x2 y2 width height points transform viewBox fill stroke stroke-width opacity "
    "fill-opacity stroke-opacity fill-rule clip-rule stroke-linecap stroke-linejoin stroke-miterlimit font-size "
    "font-family font-weight text-anchor xmlns xmlns:xlink version"
)
SIGNS = ("&", "\\", "href", "url", "dash", "0000000000", "0e0", "0e+", ".e0", ".e+")
COLOUR = re.compile(r"[\":] ?#[0-9a-fA-F]{3,8}(?=[\";}])")
SIGHT = {**{ord(digit): "0" for digit in "123456789"}, **{ord(letter): letter.lower() for letter in "EUHRLFDAS"}}
RUNNING = words("script foreignobject iframe object embed img meta link base video audio handler listener include")
RUNNING_ANYWHERE = RUNNING - {"meta", "link", "base", "object"}  # harmless names in metadata vocabularies
SVG_DOCUMENT_TYPE = re.compile(r"https?://www\.w3\.org/[\w./-]+\.dtd")


def check_text(code: str, limits: Limits = DEFAULT) -> None:
    """Refuses text that is empty, too long, or holds what no text file can: for programs in any language."""
    if len(code) > limits.characters:
        raise Rejected(
            Status.TOO_LARGE, f"the program has {len(code):,} characters; at most {limits.characters:,} are read"
        )
    if not code or code.isspace():
        raise Rejected(Status.NO_ANSWER, "the program is empty")
    broken = None if code.isascii() and "\0" not in code else BROKEN.search(code)
    if broken is not None:
        name = "a NUL character" if broken[0] == "\0" else "half of a surrogate pair"
        raise Rejected(Status.PARSE_ERROR, f"the program holds {name} at character {broken.start()}")


class Watch:
    """Checks one SVG document while it is parsed: `attach`, then `start`, `end` and `stylesheet`, then `finish`."""

    __slots__ = ("_careful", "_depth", "_elements", "_limits", "_references", "_values")

    def __init__(self, code: str, limits: Limits = DEFAULT) -> None:
        check_text(code, limits)
        self._limits = limits
        self._depth = 0
        self._elements = 0
        # A document shorter than the limits on one attribute, or on points, cannot go over them.
        short = len(code) <= min(limits.attribute_characters, limits.points, 2 * limits.edges)
        self._careful = not short or _has_sign(code)
        self._references = guard_references.References(limits)
        self._values = guard_values.Values(limits, "dash" in code)

    def attach(self, parser: expat.XMLParserType) -> None:
        """Refuses entities, foreign document types and processing instructions from this parser."""
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
            raise Rejected(Status.UNSAFE, f"document type from outside: {system[:80]!r}")

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
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
        if self._careful:
            self._references.start(tag, attributes)
        elif tag in PLAIN_TAGS and attributes.keys() <= PLAIN_ATTRIBUTES:
            return
        _check_name(tag)
        self._values.element(tag, attributes)

    def end(self) -> None:
        self._depth -= 1
        if self._careful:
            self._references.end()

    def stylesheet(self, text: str) -> None:
        """The text of a `style` element."""
        self._values.stylesheet(text)
        if self._careful:
            self._references.stylesheet(text)

    def finish(self) -> None:
        """What only the whole document shows: circles of references, and how much `use` makes of it."""
        if self._careful:
            self._values.finish()
            self._references.finish()


def _has_sign(code: str) -> bool:
    # Every digit as 0, and the letters of the signs as small ones. Colours such as #12E3A4 only look like powers.
    seen = COLOUR.sub("", code).translate(SIGHT)
    return any(map(seen.__contains__, SIGNS))


def _check_name(tag: str) -> None:
    if len(tag) > 200:
        raise Rejected(Status.TOO_LARGE, f"an element's name has {len(tag):,} characters")
    prefix, _, local = tag.lower().rpartition(":")
    if local in (RUNNING_ANYWHERE if prefix else RUNNING):
        raise Rejected(Status.UNSAFE, f"element {tag!r} may not be in a drawing")


def _no_entity(*declaration: object) -> None:
    raise Rejected(Status.UNSAFE, f"entity declaration {str(declaration[0])[:80]!r}")


def _no_attribute_list(element: str, attribute: str, *rest: object) -> None:
    raise Rejected(Status.UNSAFE, f"document type that declares attribute {attribute!r} of {element!r}")


def _instruction(target: str, data: str) -> None:
    if target.lower() == "xml-stylesheet":
        raise Rejected(Status.UNSAFE, f"style sheet from outside: {data[:80]!r}")


def _unknown_entity(name: str, is_parameter: int) -> None:
    raise Rejected(Status.PARSE_ERROR, f"entity &{name}; is not declared")


def position(error: expat.ExpatError) -> str:
    return f"line {error.lineno}, column {error.offset + 1}"


def check_svg(code: str, limits: Limits = DEFAULT) -> None:
    """Refuses a drawing that goes straight to a renderer: parses it once, keeps nothing of it."""
    watch = Watch(code, limits)
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    watch.attach(parser)
    style: list[str] | None = None

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal style
        watch.start(tag, attributes)
        if tag.rpartition(":")[2] == "style":
            style = []

    def end(tag: str) -> None:
        nonlocal style
        watch.end()
        if style is not None and tag.rpartition(":")[2] == "style":
            watch.stylesheet("".join(style))
            style = None

    def text(data: str) -> None:
        if style is not None:
            style.append(data)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    try:
        parser.Parse(code.encode(), True)
    except expat.ExpatError as error:
        reason = f"not well-formed XML at {position(error)}: {expat.ErrorString(error.code)}"
        raise Rejected(Status.PARSE_ERROR, reason) from None
    watch.finish()
