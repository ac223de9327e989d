"""`vector-effect: non-scaling-stroke` as stroke widths in the element's own units.

Browsers stroke such a shape after all transforms, in pixels of the page at its own size. A uniform scale divides its
width and dashes; under other transforms the width depends on the direction, so a single width cannot express it.
"""

from sgpkit.graphics.gate import numbers
from sgpkit.graphics.gate.css import cascade
from sgpkit.graphics.gate.names import SHAPES, TEXTS, words
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg.document import Element

CONTAINERS = words("g a switch")
MARKERS = words("marker-start marker-mid marker-end")


def rewrite(element: Element, matrix: Affine, page_scale: float | None, is_copied: bool) -> None:
    """Remove the effect, and divide widths and dashes by the scale. `matrix` is the transform to the page, and
    `page_scale` the number of pixels per unit of the page, or None if that depends on the viewer. Raises Unsupported.
    """
    if element.attributes.pop("vector-effect", "none") == "none" or cascade.inherited(element, "stroke") == "none":
        return
    if element.tag in TEXTS:
        raise Unsupported(f"<{element.tag}>")
    if element.tag not in SHAPES:
        return
    scale = matrix.scale * (page_scale or 0.0)
    if not scale or not matrix.is_similarity() or is_copied or not _is_on_page(element):
        raise Unsupported("a scale that depends on the direction or the viewer")
    if any(cascade.inherited(element, name) != "none" for name in MARKERS):
        raise Unsupported("markers")
    for name in ("stroke-width", "stroke-dasharray", "stroke-dashoffset"):
        text = cascade.inherited(element, name)
        if text not in ("none", "0"):
            element.attributes[name] = " ".join(_divided(part, scale) for part in text.split())


def _is_on_page(element: Element) -> bool:
    """Return whether only groups are between an element and the root, so that transforms alone place it."""
    return all(above.tag in CONTAINERS or above.parent is None for above in element.ancestors())


def _divided(part: str, scale: float) -> str:
    try:
        return numbers.write(float(part) / scale)
    except ValueError:
        raise Unsupported(part) from None
