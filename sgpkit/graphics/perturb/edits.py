"""Edit the text of a document: set or remove attributes, rename elements. All other bytes are preserved.

The text has one character per byte, so that the parser's byte offsets are indices.
"""

import re
from dataclasses import replace
from xml.sax.saxutils import escape

from sgpkit.graphics.perturb.motion import Unsupported
from sgpkit.graphics.svg.document import Document, Element

SPACE = " \t\r\n"
SPECIAL = re.compile('[&<>"]')
Spans = dict[str, tuple[int, int]]


class Edits:
    """Collects changes; `mark` and `undo_to` undo those of a failed attempt."""

    def __init__(self, document: Document) -> None:
        self.is_ascii = document.code.isascii()
        self.text = document.code
        self.document = document
        if not self.is_ascii:
            encoded = document.code.encode()
            self.text = encoded.decode("latin-1")
            self.document = replace(document, code=encoded.decode("ascii", "replace").replace("\ufffd", "?"))
        self.changes: list[tuple[int, int, str]] = []
        self.span_cache: dict[int, Spans] = {}

    def mark(self) -> int:
        """Return the current state, for `undo_to`."""
        return len(self.changes)

    def undo_to(self, mark: int) -> None:
        """Undo all changes since `mark`."""
        del self.changes[mark:]

    def spans(self, element: Element) -> Spans:
        """Return the start and end of each attribute value of an element."""
        spans = self.span_cache.get(id(element))
        if spans is None:
            spans = self.span_cache[id(element)] = self.document.attribute_spans(element)
        return spans

    def raw(self, element: Element, name: str) -> str:
        """Return an attribute's value as it is written, but with escapes resolved."""
        begin, end = self.spans(element)[name]
        text = self.text[begin:end]
        return element.attributes[name] if "&" in text else text

    def put(self, element: Element, name: str, value: str) -> None:
        """Set an attribute; a new one is inserted before the others."""
        span = self.spans(element).get(name)
        if span is not None:
            if self.text[span[0] : span[1]] != value:
                self.changes.append(
                    (*span, escape(value, {'"': "&quot;"}) if '"' in value or "&" in value or "<" in value else value)
                )
        else:
            here = self.name_end(element)
            self.changes.append((here, here, f' {name}="{value}"'))

    def name_end(self, element: Element) -> int:
        """Return the index after the element's name in its start tag."""
        position = element.byte + 1
        while self.text[position] not in " \t\r\n/>":
            position += 1
        return position

    def start_end(self, element: Element) -> int:
        """Return the index of the `>` of the start tag."""
        last = max((end + 1 for _, end in self.spans(element).values()), default=self.name_end(element))
        return self.text.index(">", last)

    def remove(self, element: Element, name: str) -> None:
        """Remove an attribute."""
        begin, end = self._whole(element, name)
        while self.text[begin - 1] in SPACE:
            begin -= 1
        self.changes.append((begin, end, ""))

    def replace_attribute(self, element: Element, name: str, other: str, value: str) -> None:
        """Replace an attribute by another."""
        self.changes.append((*self._whole(element, name), f'{other}="{value}"'))

    def _whole(self, element: Element, name: str) -> tuple[int, int]:
        begin, end = self.spans(element)[name]
        return self.text.rindex(name, element.byte, begin - 1), end + 1

    def rename(self, element: Element, tag: str) -> None:
        """Rename an element, including its end tag."""
        begin, end = element.byte + 1, self.name_end(element)
        name = self.text[begin:end]
        new = name[: len(name) - len(element.tag)] + tag
        self.changes.append((begin, end, new))
        close = self.start_end(element)
        if self.text[close - 1] == "/":
            return
        if any(inner.tag == element.tag for inner in element.subtree() if inner is not element):
            raise Unsupported(element.path, f"a {element.tag} inside a {element.tag}")
        pattern = re.compile(rf"<!--.*?-->|<!\[CDATA\[.*?\]\]>|</({re.escape(name)})[ \t\r\n]*>", re.DOTALL)
        for match in pattern.finditer(self.text, close):
            if match[1]:
                self.changes.append((*match.span(1), new))
                return

    def result(self) -> str:
        """Return the text with all changes."""
        parts = []
        position = 0
        for begin, end, new in sorted(self.changes, key=lambda change: change[:2]):
            parts += [self.text[position:begin], new]
            position = end
        parts.append(self.text[position:])
        return self.decoded("".join(parts))

    def decoded(self, text: str) -> str:
        """Decode a text with one character per byte."""
        return text if self.is_ascii else text.encode("latin-1").decode()
