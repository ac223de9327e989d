"""Everything in a drawing that is against SVG's specification, each with its place.

The rules are those of SVG 2 (https://www.w3.org/TR/SVG2/), with what only SVG 1.1 has let through; the tables are in
`svg_tables.py`. Values of CSS in `style` are left to CSS, which drops what it does not know.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sgpkit.graphics.svg import paint, path, values
from sgpkit.graphics.svg import tables as svg_tables
from sgpkit.graphics.svg.document import Document, Element, Place, read
from sgpkit.graphics.svg.paint import Reference
from sgpkit.status import Rejected, Status

URL = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing against the rules. `offset` counts characters into the attribute's value, from 0."""

    place: Place
    message: str
    attribute: str | None = None
    offset: int | None = None

    def __str__(self) -> str:
        where = f"@{self.attribute}" if self.attribute is not None else ""
        at = f"+{self.offset}" if self.offset is not None else ""
        return f"{self.place}{where}{at}: {self.message}"


def validate(code: str) -> list[Violation]:
    """Every violation in document order; none for a valid drawing. Raises Rejected only for what guard refuses
    as unsafe or too large: text that cannot be read at all is itself a violation."""
    try:
        document, broken = read(code)
    except Rejected as refusal:
        if refusal.status in (Status.NO_ANSWER, Status.PARSE_ERROR):
            return [Violation(Place(1, 1, "/"), refusal.reason)]
        raise
    found: list[Violation] = []
    if document is not None:
        found += _document(document, whole=broken is None)
    if broken is not None:
        found.append(Violation(Place(broken.line, broken.column, "/"), broken.message))
    return found


def _document(document: Document, whole: bool) -> Iterator[Violation]:
    root = document.root
    if not document.namespaced:
        yield Violation(root.place, 'no namespace declared; expected xmlns="http://www.w3.org/2000/svg"', "xmlns")
    skipped: set[int] = set()
    for element in root.subtree():
        parent = element.parent
        if element.tag.startswith("{") or (parent is not None and id(parent) in skipped):
            skipped.add(id(element))  # foreign content, and all inside it, has rules of its own
            continue
        if element.tag in svg_tables.ELEMENTS:
            yield from _known(element)
        else:
            right = svg_tables.NAMES_BY_SMALL_LETTERS.get(element.tag.lower())
            hint = f"; names are written with these letters: {right!r}" if right else ""
            yield Violation(element.place, f"unknown element {element.tag[:60]!r}{hint}")
        identifier = element.attributes.get("id")
        if identifier is not None and document.identifiers.get(identifier) is not element:
            first = document.identifiers[identifier].place
            yield Violation(element.place, f"id {identifier[:60]!r} is already that of {first}", "id")
        if whole:
            yield from _references(element, document)


def _known(element: Element) -> Iterator[Violation]:
    tag, attributes = element.tag, element.attributes
    parent = element.parent
    if parent is not None and parent.tag in svg_tables.ELEMENTS:
        allowed = svg_tables.CHILDREN.get(parent.tag, svg_tables.DESCRIPTIVE | svg_tables.ANIMATION)
        if parent.tag not in ("foreignObject", "metadata", "title", "desc") and tag not in allowed:
            yield Violation(element.place, f"{tag} may not stand inside {parent.tag}")
    if tag not in svg_tables.HOLDS_TEXT:
        loose = (element.text + "".join([child.tail for child in element.children])).strip()
        if loose:
            yield Violation(element.place, f"text {loose[:30]!r} inside {tag} is not drawn")
    own = svg_tables.ELEMENTS[tag]
    for name, value in attributes.items():
        if name in own or name in svg_tables.CORE or name in svg_tables.PRESENTATION:
            yield from _value(element, name, value)
        elif name == "xmlns" or name.startswith(("xmlns:", "data-", "aria-", "on")):
            continue
        elif ":" in name:
            if name.startswith("xlink:") and name not in svg_tables.XLINK:
                yield Violation(element.place, f"unknown attribute {name[:60]!r}", name)
        else:
            right = svg_tables.ATTRIBUTES_BY_SMALL_LETTERS.get(name.lower())
            hint = f"; names are written with these letters: {right!r}" if right and right != name else ""
            yield Violation(element.place, f"unknown attribute {name[:60]!r} of {tag}{hint}", name)
    for name in svg_tables.NEEDED.get(tag, ()):
        if name not in attributes and f"xlink:{name}" not in attributes and not _is_styled(element, name):
            yield Violation(element.place, f"{tag} without {name} draws nothing", name)


def _is_styled(element: Element, name: str) -> bool:
    """Whether CSS may give the attribute: a style of its own or a class."""
    return name in ("r", "width", "height", "d") and ("style" in element.attributes or "class" in element.attributes)


def _value(element: Element, name: str, value: str) -> Iterator[Violation]:
    tag, place = element.tag, element.place
    word = value.strip()
    if word in svg_tables.GLOBAL_WORDS and name in svg_tables.PRESENTATION:
        return
    if name == "d":
        for violation in path.parse(value).violations:
            yield Violation(place, violation.message, name, violation.offset)
    elif name == "points":
        problem = values.points(value)[1]
        if problem is not None:
            yield Violation(place, problem.message, name, problem.offset)
    elif name in svg_tables.TRANSFORMS:
        found = values.transform(value)
        if isinstance(found, values.Problem):
            yield Violation(place, found.message, name, found.offset)
    elif name == "viewBox":
        yield from _view_box(place, value)
    elif name == "preserveAspectRatio":
        if values.FIT.fullmatch(value) is None:
            yield Violation(place, f"{word[:40]!r} is no alignment such as 'xMidYMid meet'", name)
    elif name in svg_tables.PAINTS and tag not in svg_tables.ANIMATION:
        if paint.specified(value) == "invalid":
            yield Violation(place, f"{word[:40]!r} is no colour, 'none' or url(#id)", name)
    elif name in svg_tables.COLORS:
        if paint.color(word) is None and word.lower() != "currentcolor":
            yield Violation(place, f"{word[:40]!r} is no colour", name)
    elif name in svg_tables.OPACITIES:
        if values.number(word.removesuffix("%")) is None:
            yield Violation(place, f"{word[:40]!r} is no number", name)
    elif name in svg_tables.LENGTHS:
        yield from _length(element, name, value)
    elif name in svg_tables.PLAIN_NUMBERS:
        number = values.number(word)
        if number is None:
            yield Violation(place, f"{word[:40]!r} is no number", name)
        elif name == "pathLength" and number < 0:
            yield Violation(place, f"{word[:40]} is negative", name)
    elif name in svg_tables.KEYWORDS and word not in svg_tables.KEYWORDS[name]:
        choices = ", ".join(sorted(svg_tables.KEYWORDS[name]))
        yield Violation(place, f"{word[:40]!r} is none of {choices}", name)


def _length(element: Element, name: str, value: str) -> Iterator[Violation]:
    word = value.strip()
    if word in svg_tables.LENGTH_WORDS.get(name, ()):
        return
    # Text takes lists of lengths, one for each letter; light sources and filters take plain numbers, which pass.
    parts = re.split(r"[\s,]+", word) if element.tag in ("text", "tspan", "tref") else [value]
    for part in parts:
        found = values.split_length(part)
        if found is None:
            yield Violation(element.place, f"{part.strip()[:40]!r} is no length", name, value.find(part))
        elif found[0] < 0 and name in svg_tables.NOT_NEGATIVE:
            yield Violation(element.place, f"{name} is negative: {part.strip()[:40]}", name, value.find(part))


def _view_box(place: Place, value: str) -> Iterator[Violation]:
    found, spans, problem = values.numbers(value)
    if problem is not None:
        yield Violation(place, problem.message, "viewBox", problem.offset)
    elif len(found) != 4:
        yield Violation(place, f"viewBox takes 4 numbers, {len(found)} found", "viewBox")
    else:
        for label, index in (("width", 2), ("height", 3)):
            if found[index] < 0:
                yield Violation(place, f"{label} of the viewBox is negative", "viewBox", spans[index][0])
            elif found[index] == 0:
                yield Violation(place, f"{label} of the viewBox is 0: nothing is drawn", "viewBox", spans[index][0])


def _references(element: Element, document: Document) -> Iterator[Violation]:
    known = document.identifiers
    for name, value in element.attributes.items():
        if name in ("href", "xlink:href"):
            target = value.strip()
            if target.startswith("#") and target[1:] not in known:
                yield Violation(element.place, f"no element has the id {target[1:61]!r}", name)
        elif "(" in value and (name in svg_tables.PRESENTATION or name == "style"):
            for match in URL.finditer(value):
                if match[1] not in known and not _has_fallback(name, value):
                    yield Violation(element.place, f"no element has the id {match[1][:60]!r}", name, match.start(1))


def _has_fallback(name: str, value: str) -> bool:
    found = paint.specified(value) if name in svg_tables.PAINTS else None
    return isinstance(found, Reference) and found.fallback is not None
