"""Parse SVG into a tree of elements with locations, in one pass of expat that includes the guard's checks.

Parsing follows https://www.w3.org/TR/xml/, except that a root `svg` without namespace declaration is accepted, because
it is often forgotten.
"""

import re
import xml.parsers.expat as expat
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sgpkit.graphics import guard
from sgpkit.status import Rejected, Status

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
KNOWN_PREFIXES = {"xml": XML}
LONGEST_NAME = 40  # in a location; only hostile documents have longer names
TAG_NAME = re.compile(r"<[^ \t\r\n/>]*+")
ATTRIBUTE = re.compile(r"[ \t\r\n]*+([^\s=/>]+)\s*=\s*(\"[^\"]*\"|'[^']*')")


class Location(NamedTuple):
    """The position of an element's start tag: line and column, counted from 1, and path from the root."""

    line: int
    column: int
    path: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column} {self.path}"


@dataclass(slots=True, eq=False)
class Element:
    """An element. `tag` has no prefix for SVG elements and is `{namespace}name` for others. Attributes keep their
    names, except that any prefix bound to XLink becomes `xlink:`. `text` and `tail` are as in ElementTree. `index`
    counts siblings with the same tag from 1."""

    tag: str
    attributes: dict[str, str]
    parent: "Element | None"
    index: int
    line: int
    column: int
    byte: int
    children: list["Element"] = field(default_factory=list)
    text: str = ""
    tail: str = ""
    _path: str | None = None

    @property
    def path(self) -> str:
        """The path from the root, such as /svg/g[1]/path[2]."""
        if self._path is None:
            name = self.tag.rpartition("}")[2][:LONGEST_NAME]
            self._path = f"{self.parent.path}/{name}[{self.index}]" if self.parent is not None else f"/{name}"
        return self._path

    @property
    def location(self) -> Location:
        """The position of the start tag, with the path."""
        return Location(self.line, self.column, self.path)

    def subtree(self) -> Iterator["Element"]:
        """Yield this element and its descendants in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))

    def derive(self, tag: str, attributes: dict[str, str], parent: "Element | None" = None) -> "Element":
        """Return a new element with the position of this one in the text. Its index is 0, so that no element of the
        text has the same path."""
        return Element(tag, attributes, parent, 0, self.line, self.column, self.byte)

    def ancestors(self) -> Iterator["Element"]:
        """Yield the parent, its parent, and so on up to the root."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def all_text(self) -> str:
        """Return the character data of this element and its descendants."""
        parts = [self.text]
        for child in self.children:
            parts += [child.all_text(), child.tail]
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed drawing and its text."""

    root: Element
    code: str
    identifiers: dict[str, Element]  # the first element of each id
    styled: bool  # whether there is a `style` element
    namespaced: bool  # False if the SVG namespace declaration is missing

    def attribute_spans(self, element: Element) -> dict[str, tuple[int, int]]:
        """Return the start and end in `code` of each attribute value of an element, without quotes."""
        begin = element.byte if self.code.isascii() else len(self.code.encode()[: element.byte].decode())
        spans: dict[str, tuple[int, int]] = {}
        match = TAG_NAME.match(self.code, begin)
        while match is not None:
            position = match.end()
            match = ATTRIBUTE.match(self.code, position)
            if match is not None:
                spans[match[1]] = (match.start(2) + 1, match.end() - 1)
        return spans


class Broken(NamedTuple):
    """The position and reason at which parsing stopped."""

    line: int
    column: int
    message: str


def parse(code: str, limits: guard.Limits = guard.DEFAULT) -> Document:
    """Parse a drawing. Raises Rejected if it is empty, malformed, or refused by guard."""
    document, broken = read(code, limits)
    if broken is not None or document is None:
        where = f" at line {broken.line}, column {broken.column}" if broken and broken.line else ""
        raise Rejected(Status.PARSE_ERROR, f"{broken.message if broken else 'no element'}{where}")
    return document


def read(code: str, limits: guard.Limits = guard.DEFAULT) -> tuple[Document | None, Broken | None]:
    """Return the parsed part of a drawing, and the error that stopped parsing, if any."""
    watch = guard.Watch(code, limits)
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    watch.attach(parser)
    reader = _Reader(parser, watch)
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    broken = None
    try:
        parser.Parse(code.encode(), True)
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        broken = Broken(error.lineno, error.offset + 1, message)
    except _Unreadable as error:
        broken = Broken(parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, str(error))
    root = reader.root
    if root is None:
        return None, broken
    if broken is None:
        watch.finish()
    return Document(root, code, reader.identifiers, reader.styled, reader.namespaced), broken


class _Unreadable(Exception):
    """Well-formed XML that is not a drawing: a wrong root, or an undeclared prefix."""


class _Reader:
    """The three expat handlers and their state. Namespaces are resolved only for names with a prefix or if one is
    declared below the root, so that ordinary drawings do not pay for it."""

    def __init__(self, parser: expat.XMLParserType, watch: guard.Watch) -> None:
        self.parser = parser
        self.watch_start = watch.start
        self.watch_end = watch.end
        self.watch_style = watch.stylesheet
        self.root: Element | None = None
        self.identifiers: dict[str, Element] = {}
        self.styled = False
        self.namespaced = True
        self.open: list[Element] = []
        self.counts: list[dict[str, int]] = [{}]
        self.prefixes: list[dict[str, str]] = [KNOWN_PREFIXES]
        self.plain = True  # no declared namespaces to consider

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.watch_start(name, attributes)
        parser = self.parser
        # Joining all names is faster than testing each of them.
        if self.root is None or not self.plain or ":" in name or "xmlns" in attributes or ":" in "".join(attributes):
            name, attributes = self._resolve(name, attributes)
        else:
            self.prefixes.append(self.prefixes[-1])
        counts = self.counts[-1]
        index = counts[name] = counts.get(name, 0) + 1
        parent = self.open[-1] if self.open else None
        element = Element(
            name,
            attributes,
            parent,
            index,
            parser.CurrentLineNumber,
            parser.CurrentColumnNumber + 1,
            parser.CurrentByteIndex,
        )
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        if "id" in attributes:
            self.identifiers.setdefault(attributes["id"], element)
        self.open.append(element)
        self.counts.append({})

    def end(self, name: str) -> None:
        self.watch_end()
        element = self.open.pop()
        self.counts.pop()
        self.prefixes.pop()
        if element.tag == "style":
            self.styled = True
            self.watch_style(element.all_text())

    def characters(self, data: str) -> None:
        element = self.open[-1]
        if element.children:
            element.children[-1].tail += data
        else:
            element.text += data

    def _resolve(self, name: str, attributes: dict[str, str]) -> tuple[str, dict[str, str]]:
        prefixes = self.prefixes[-1]
        declared = {key[6:]: value for key, value in attributes.items() if key == "xmlns" or key.startswith("xmlns:")}
        if declared:
            prefixes = {**prefixes, **declared}
        self.prefixes.append(prefixes)
        if self.root is None and "" not in prefixes and ":" not in name:
            self.namespaced = False
            prefixes = self.prefixes[-1] = {**prefixes, "": SVG}
        prefix, _, local = name.rpartition(":")
        namespace = prefixes.get(prefix)
        if namespace is None and prefix:
            raise _Unreadable(f"prefix {prefix[:40]!r} of element {name[:60]!r} is not declared")
        tag = local if namespace == SVG else f"{{{namespace or ''}}}{local}"
        if prefixes.get("") != SVG:
            self.plain = False
        if self.root is None and tag != "svg":
            raise _Unreadable(_wrong_root(local, namespace))
        if ":" not in "".join(attributes):
            return tag, attributes
        renamed: dict[str, str] = {}
        for key, value in attributes.items():
            before, colon, after = key.partition(":")
            if colon and before != "xmlns":
                if before not in prefixes:
                    raise _Unreadable(f"prefix {before[:40]!r} of attribute {key[:60]!r} is not declared")
                if prefixes[before] == XLINK:
                    key = f"xlink:{after}"
            renamed[key] = value
        return tag, renamed


def _wrong_root(local: str, namespace: str | None) -> str:
    if local == "svg":
        return f"root is svg of namespace {(namespace or '')[:60]!r}, expected {SVG!r}"
    return f"root element is {local[:40]!r}, expected 'svg'"
