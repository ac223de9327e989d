"""SVG: reading, checking, and the visible shapes of a drawing. Other code imports these from here.

svg.parse(code) -> Document          the tree, each element with its location
svg.shapes(code) -> list[Shape]      every visible primitive in root coordinates, with its paint
svg.validate(code) -> list[Violation]  everything that is against the specification, with locations
"""

from sgpkit.graphics.svg.document import Document, Element, Location, parse
from sgpkit.graphics.svg.validation import Violation, validate
from sgpkit.graphics.svg.visible import DRAWN, Shape, root_size, shapes, shapes_of

__all__ = [
    "DRAWN",
    "Document",
    "Element",
    "Location",
    "Shape",
    "Violation",
    "parse",
    "root_size",
    "shapes",
    "shapes_of",
    "validate",
]
