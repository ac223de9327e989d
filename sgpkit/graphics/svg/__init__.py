"""Parse and validate SVG, and list the shapes of a drawing.

svg.parse(code) -> Document          the tree, each element with its location
svg.shapes(code) -> list[Shape]      all painted primitives in root coordinates
svg.validate(code) -> list[Violation]  all violations of the specification, with locations
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
