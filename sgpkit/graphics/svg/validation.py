"""Validate a drawing against the SVG specification, reporting all violations with locations.

The rules are those of SVG 2 (https://www.w3.org/TR/SVG2/); features of SVG 1.1 are accepted too. The tables are in
`tables.py`. CSS values in `style` are not checked, since CSS ignores unknown ones.
"""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sgpkit.graphics.svg import paint, path, tables, values
from sgpkit.graphics.svg.document import Document, Element, Location, read
from sgpkit.graphics.svg.paint import Reference
from sgpkit.status import Rejected, Status

MAX_CACHED = 200
"""Maximum length of a value whose problems are cached."""

URL = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)", re.IGNORECASE)


class Problem(NamedTuple):
    """A violation in the value of an attribute, with its character offset."""

    message: str
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of the rules. `offset` is the character offset in the attribute's value, from 0."""

    location: Location
    message: str
    attribute: str | None = None
    offset: int | None = None

    def __str__(self) -> str:
        where = f"@{self.attribute}" if self.attribute is not None else ""
        at = f"+{self.offset}" if self.offset is not None else ""
        return f"{self.location}{where}{at}: {self.message}"


def validate(code: str) -> list[Violation]:
    """Return all violations in document order. Raises Rejected only if guard refuses the drawing as unsafe or too
    large; a text that cannot be parsed is itself a violation."""
    return examine(code)[0]


def examine(code: str) -> tuple[list[Violation], bool]:
    """Return all violations as `validate` does, and whether the drawing can be parsed."""
    try:
        document, broken = read(code)
    except Rejected as refusal:
        if refusal.status in (Status.NO_ANSWER, Status.PARSE_ERROR):
            return [Violation(Location(1, 1, "/"), refusal.reason)], False
        raise
    violations: list[Violation] = []
    if document is not None:
        violations += _document(document, whole=broken is None)
    if broken is not None:
        violations.append(Violation(Location(broken.line, broken.column, "/"), broken.message))
    return violations, document is not None and broken is None


def _document(document: Document, whole: bool) -> Iterator[Violation]:
    root = document.root
    if not document.namespaced:
        yield Violation(root.location, 'no namespace declared; expected xmlns="http://www.w3.org/2000/svg"', "xmlns")
    skipped: set[int] = set()
    for element in root.subtree():
        parent = element.parent
        if element.tag.startswith("{") or (parent is not None and id(parent) in skipped):
            skipped.add(id(element))  # foreign content has its own rules
            continue
        if element.tag in tables.ELEMENTS:
            yield from _check_known_element(element)
        else:
            right = tables.NAMES_BY_SMALL_LETTERS.get(element.tag.lower())
            hint = f"; did you mean {right!r}?" if right else ""
            yield Violation(element.location, f"unknown element {element.tag[:60]!r}{hint}")
        identifier = element.attributes.get("id")
        if identifier is not None and document.identifiers.get(identifier) is not element:
            first = document.identifiers[identifier].location
            yield Violation(element.location, f"id {identifier[:60]!r} is already used at {first}", "id")
        if whole:
            yield from _references(element, document)


def _check_known_element(element: Element) -> Iterator[Violation]:
    tag, attributes = element.tag, element.attributes
    parent = element.parent
    if parent is not None and parent.tag in tables.ELEMENTS:
        allowed = tables.CHILDREN.get(parent.tag, tables.DESCRIPTIVE | tables.ANIMATION)
        if parent.tag not in ("foreignObject", "metadata", "title", "desc") and tag not in allowed:
            yield Violation(element.location, f"{tag} is not allowed inside {parent.tag}")
    if tag not in tables.HOLDS_TEXT:
        loose = (element.text + "".join([child.tail for child in element.children])).strip()
        if loose:
            yield Violation(element.location, f"text {loose[:30]!r} inside {tag} is not drawn")
    own = tables.ELEMENTS[tag]
    for name, value in attributes.items():
        if name in own or name in tables.CORE or name in tables.PRESENTATION:
            for problem in _problems(tag, name, value) if len(value) <= MAX_CACHED else _value(tag, name, value):
                yield Violation(element.location, problem.message, name, problem.offset)
        elif name == "xmlns" or name.startswith(("xmlns:", "data-", "aria-", "on")):
            continue
        elif ":" in name:
            if name.startswith("xlink:") and name not in tables.XLINK:
                yield Violation(element.location, f"unknown attribute {name[:60]!r}", name)
        else:
            right = tables.ATTRIBUTES_BY_SMALL_LETTERS.get(name.lower())
            hint = f"; did you mean {right!r}?" if right and right != name else ""
            yield Violation(element.location, f"unknown attribute {name[:60]!r} of {tag}{hint}", name)
    for name in tables.NEEDED.get(tag, ()):
        if name not in attributes and f"xlink:{name}" not in attributes and not _is_styled(element, name):
            yield Violation(element.location, f"{tag} without {name} draws nothing", name)


def _is_styled(element: Element, name: str) -> bool:
    """Return whether CSS may set the attribute, by a `style` attribute or a class."""
    return name in ("r", "width", "height", "d") and ("style" in element.attributes or "class" in element.attributes)


@functools.lru_cache(maxsize=1 << 14)
def _problems(tag: str, name: str, value: str) -> tuple[Problem, ...]:
    """Return the problems of an attribute value, cached because drawings repeat values."""
    return tuple(_value(tag, name, value))


def _value(tag: str, name: str, value: str) -> Iterator[Problem]:
    word = value.strip()
    if word in tables.GLOBAL_WORDS and name in tables.PRESENTATION:
        return
    if name == "d":
        for violation in path.parse(value).violations:
            yield Problem(violation.message, violation.offset)
    elif name == "points":
        problem = values.points(value)[1]
        if problem is not None:
            yield Problem(problem.message, problem.offset)
    elif name in tables.TRANSFORMS:
        transform = values.transform(value)
        if isinstance(transform, values.Problem):
            yield Problem(transform.message, transform.offset)
    elif name == "viewBox":
        yield from _view_box(value)
    elif name == "preserveAspectRatio":
        if values.FIT.fullmatch(value) is None:
            yield Problem(f"{word[:40]!r} is not an alignment such as 'xMidYMid meet'")
    elif name in tables.PAINTS and tag not in tables.ANIMATION:
        if paint.specified(value) == "invalid":
            yield Problem(f"{word[:40]!r} is not a colour, 'none' or url(#id)")
    elif name in tables.COLORS:
        if paint.color(word) is None and word.lower() != "currentcolor":
            yield Problem(f"{word[:40]!r} is not a colour")
    elif name in tables.OPACITIES:
        if values.number(word.removesuffix("%")) is None:
            yield Problem(f"{word[:40]!r} is not a number")
    elif name in tables.LENGTHS:
        yield from _length(tag, name, value)
    elif name in tables.PLAIN_NUMBERS:
        number = values.number(word)
        if number is None:
            yield Problem(f"{word[:40]!r} is not a number")
        elif name == "pathLength" and number < 0:
            yield Problem(f"{word[:40]} is negative")
    elif name in tables.KEYWORDS and word not in tables.KEYWORDS[name]:
        choices = ", ".join(sorted(tables.KEYWORDS[name]))
        yield Problem(f"{word[:40]!r} is not one of {choices}")


def _length(tag: str, name: str, value: str) -> Iterator[Problem]:
    word = value.strip()
    if word in tables.LENGTH_WORDS.get(name, ()):
        return
    # Text takes lists of lengths, one per letter; light sources and filters take plain numbers, which are valid too.
    parts = re.split(r"[\s,]+", word) if tag in ("text", "tspan", "tref") else [value]
    for part in parts:
        length = values.split_length(part)
        if length is None:
            yield Problem(f"{part.strip()[:40]!r} is not a length", value.find(part))
        elif length[0] < 0 and name in tables.NOT_NEGATIVE:
            yield Problem(f"{name} is negative: {part.strip()[:40]}", value.find(part))


def _view_box(value: str) -> Iterator[Problem]:
    numbers, spans, problem = values.numbers(value)
    if problem is not None:
        yield Problem(problem.message, problem.offset)
    elif len(numbers) != 4:
        yield Problem(f"viewBox takes 4 numbers, {len(numbers)} found")
    else:
        for label, index in (("width", 2), ("height", 3)):
            if numbers[index] < 0:
                yield Problem(f"{label} of the viewBox is negative", spans[index][0])
            elif numbers[index] == 0:
                yield Problem(f"{label} of the viewBox is 0: nothing is drawn", spans[index][0])


def _references(element: Element, document: Document) -> Iterator[Violation]:
    known = document.identifiers
    for name, value in element.attributes.items():
        if name in ("href", "xlink:href"):
            target = value.strip()
            if target.startswith("#") and target[1:] not in known:
                yield Violation(element.location, f"no element has the id {target[1:61]!r}", name)
        elif "(" in value and (name in tables.PRESENTATION or name == "style"):
            for match in URL.finditer(value):
                if match[1] not in known and not _has_fallback(name, value):
                    yield Violation(element.location, f"no element has the id {match[1][:60]!r}", name, match.start(1))


def _has_fallback(name: str, value: str) -> bool:
    specified = paint.specified(value) if name in tables.PAINTS else None
    return isinstance(specified, Reference) and specified.fallback is not None
