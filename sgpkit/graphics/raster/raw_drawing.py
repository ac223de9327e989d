"""Recognise drawings whose text can be passed to resvg unchanged except for the root, without parsing and serialising.

Such a text uses only a subset of XML on which all parsers agree (ASCII tags, attributes and text, without entities,
comments and carriage returns), and has nothing that `resvg.paint` would drop or rewrite: no style sheets, external
references, visible text, or attributes with other prefixes. So resvg reads the same tree either way.
"""

import re
from typing import NamedTuple
from xml.etree import ElementTree

from sgpkit.graphics.raster import direct

_KEY = r"[ \t\n]+[A-Za-z_][\w.-]*(?::[\w.-]+)?[ \t\n]*=[ \t\n]*"
_VALUE = r"""(?:"[^"<&\x00-\x08\x0b-\x1f]*"|'[^'<&\x00-\x08\x0b-\x1f]*')"""
_ATTRIBUTE = _KEY + _VALUE
_TEXT = r"[^<&>\x00-\x08\x0b-\x1f]*"
_ROOT = re.compile(rf"[ \t\n]*<svg((?:{_ATTRIBUTE})*)[ \t\n]*>", re.ASCII)
_REST = re.compile(rf"{_TEXT}(?:<(?:/[A-Za-z]+[ \t\n]*|[A-Za-z]+(?:{_ATTRIBUTE})*[ \t\n]*/?)>{_TEXT})*", re.ASCII)
_PAIR = re.compile(rf"({_KEY})({_VALUE})", re.ASCII)
_NAME = re.compile(r"<([A-Za-z]+)")
_END = re.compile(r"</svg[ \t\n]*>[ \t\n]*\Z")
_PREFIXED = re.compile(r"[ \t\n]([\w.-]+:[\w.-]+)[ \t\n]*=", re.ASCII)
_SPACE = str.maketrans("\t\n", "  ")

_SVG = "http://www.w3.org/2000/svg"
_NAMESPACES = {"xmlns": _SVG, "xmlns:xlink": "http://www.w3.org/1999/xlink"}
_UNCHANGED = direct.PLAIN - {"style"}


class RawDrawing(NamedTuple):
    """The root of a drawing as an element without children, and the text after its start tag."""

    root: ElementTree.Element
    rest: str

    def text(self) -> str:
        """Return the drawing's text with the current root."""
        return ElementTree.tostring(self.root, "unicode").removesuffix("/>") + ">" + self.rest


def read(text: str) -> RawDrawing | None:
    """Return a drawing that can be passed to resvg unchanged; None for all others and for malformed ones."""
    begin = _ROOT.match(text)
    if begin is None or not text.isascii() or _END.search(text, len(text) - 40 if len(text) > 40 else 0) is None:
        return None
    pairs = [(key.strip(" \t\n="), value[1:-1].translate(_SPACE)) for key, value in _PAIR.findall(begin[1])]
    attributes = dict(pairs)
    if len(attributes) < len(pairs) or not all(map(_is_usual, attributes, attributes.values())):
        return None
    rest = text[begin.end() :]
    if "xmlns" in rest or not _refers_inside(rest, "xmlns:xlink" in attributes):
        return None
    if not _UNCHANGED.issuperset(_NAME.findall(rest)) or _REST.fullmatch(rest) is None:
        return None
    attributes.pop("xmlns", None)
    return RawDrawing(ElementTree.Element("svg", attributes), rest)


def _is_usual(name: str, value: str) -> bool:
    """Return whether an attribute of the root has the same meaning for every parser."""
    if name in _NAMESPACES:
        return value == _NAMESPACES[name]
    return name == "xml:space" or (":" not in name and name != "href")


def _refers_inside(rest: str, declared: bool) -> bool:
    """Return whether all references are internal, and no other attribute has a prefix."""
    count = rest.count("href")
    linked = rest.count('xlink:href="#')
    if count != (linked or rest.count(' href="#')):
        return False
    return set(_PREFIXED.findall(rest)) <= ({"xlink:href"} if declared else set())
