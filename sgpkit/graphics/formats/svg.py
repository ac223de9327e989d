"""SVG: outermost `<svg>` elements, rendered without conversion."""

import re
from collections.abc import Iterator

from sgpkit.graphics.formats.format import Format, Program
from sgpkit.status import Rejected

TAG = re.compile(r"<(/?)(?:[\w.-]{1,40}:)?svg(?=[\s/>])([^<>]*)>|<(?:[\w.-]{1,40}:)?svg(?=[\s/>])")


def find(text: str) -> Iterator[Program]:
    """Yield outermost `<svg>` elements with the XML prologue before them; the last one may be unclosed.

    An unclosed `<svg>` without attributes that is not directly followed by another tag is prose about SVG.
    """
    opened: list[re.Match[str]] = []
    closed: list[tuple[int, int]] = []
    for tag in TAG.finditer(text):
        if not tag[1] and not (tag[2] or "").endswith("/"):
            opened.append(tag)
            continue
        if tag[1] and not opened:
            continue
        start = (opened.pop() if tag[1] else tag).start()
        while closed and closed[-1][0] > start:  # nested elements
            closed.pop()
        closed.append((start, tag.end()))
    unfinished = next((tag.start() for tag in opened if begins_program(text, tag)), None)
    low = 0
    for start, end in closed:
        if unfinished is None or end <= unfinished:
            yield Program(text[prologue(text, low, start) : end], True)
            low = end
    if unfinished is not None:
        yield Program(text[prologue(text, low, unfinished) :].rstrip(), False)


def begins_program(text: str, tag: re.Match[str]) -> bool:
    """Return whether an opening tag begins a drawing rather than naming the element in prose."""
    return tag[2] is None or bool(tag[2].strip()) or text[tag.end() : tag.end() + 200].lstrip().startswith("<")


def prologue(text: str, low: int, svg: int) -> int:
    """Return the start of the document with this `<svg`: its XML declaration or DOCTYPE, if any."""
    for opening in ("<?xml", "<!DOCTYPE"):
        begin = text.find(opening, low, svg)
        if begin >= 0:
            return begin
    return svg


def check(code: str) -> None:
    """Reject a drawing with external references, or one that would crash a renderer."""
    from sgpkit.graphics import guard

    guard.check_svg(code)


NAMING = re.compile(r"(?:^|:)(?:id|class|label|name|title|alt|desc)$|^(?:aria|data)-", re.IGNORECASE)
"""Attributes whose values are words."""

STYLE_NAME = re.compile(r"[.#]([A-Za-z][\w-]*)\s*(?=[,{:.>\s])")


def texts(code: str) -> Iterator[str]:
    """Yield the names, labels and visible text of a drawing, or nothing if it cannot be read."""
    from sgpkit.graphics import svg

    try:
        root = svg.parse(code).root
    except Rejected:
        return
    for element in root.subtree():
        for name, value in element.attributes.items():
            if NAMING.search(name):
                yield value
        if element.tag == "style":
            yield from STYLE_NAME.findall(element.text)
        else:
            yield from (text for text in (element.text, element.tail) if text.strip())


def normalise(code: str) -> str:
    """Return the drawing's text without the parts that do not affect its picture."""
    from sgpkit.graphics.likeness import code as likeness_code

    return likeness_code.svg(code)


FORMAT = Format(
    "svg",
    "SVG",
    find=find,
    fences=("svg", "xml", "html"),
    check=check,
    lexer=("pygments.lexers.html", "XmlLexer"),
    comments=re.compile(r"<!--(.*?)-->", re.DOTALL),
    texts=texts,
    suffixes=(".svg",),
    opening=re.compile(r"\s*(<\?xml|<!--|<!DOCTYPE|<svg\b)"),
    normalise=normalise,
    classes=True,
    modality="svg",
)
