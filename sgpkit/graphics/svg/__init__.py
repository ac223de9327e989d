"""SVG: reading, checking, and what a drawing shows. The one place from which other code takes these.

svg.parse(code) -> Document          the tree, each element with its place
svg.shapes(code) -> list[Shape]      every visible primitive in root coordinates, with its paint
svg.validate(code) -> list[Violation]  everything that is against the specification, each with its place
"""

from sgpkit.graphics.svg.document import Document, Element, Place, parse
from sgpkit.graphics.svg.validation import Violation, validate
from sgpkit.graphics.svg.visible import Shape, root_size, shapes, shapes_of

__all__ = [
    "Document",
    "Element",
    "Place",
    "Shape",
    "Violation",
    "parse",
    "root_size",
    "shapes",
    "shapes_of",
    "validate",
]
