"""The transforms of an element, by CSS and by attribute, as one matrix, and strokes that do not scale with them."""

import math
from collections.abc import Mapping

from sgpkit.graphics.gate import boxes, names, numbers, transforms
from sgpkit.graphics.gate.css import cascade, grammar
from sgpkit.graphics.gate.css.cascade import Value
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.gate.transforms import Frame
from sgpkit.graphics.geometry import IDENTITY, Affine, Point, translation
from sgpkit.graphics.svg.document import Element

NO_BOX = frozenset(("view-box", *grammar.GLOBAL)) - {"inherit"}
"""Values of `transform-box` that refer to the page."""

GROUPS = names.words("g a switch")
MARKERS = names.words("marker-start marker-mid marker-end")


def matrix(
    element: Element, declared: Mapping[str, Value], frame: Frame, has_styles: bool
) -> tuple[Affine | None, bool]:
    """Return the matrix of an element's transforms, and whether it differs from the attribute's; the matrix is None if
    the attribute is invalid. `frame` is the page, and `has_styles` says whether style sheets match any element. Raises
    Unsupported.
    """
    attributes = element.attributes
    for name in ("css transform", *grammar.TRANSFORMS):
        if name in declared and declared[name].text.strip().lower() == "inherit":
            raise Unsupported(f"{name.removeprefix('css ')}: inherit")
    box, needs_box = frame, False
    if declared.get("transform-box", Value("view-box")).text.strip().lower() in ("fill-box", "content-box"):
        if element.tag in ("svg", "clipPath"):
            raise Unsupported("transform-box")
        needs_box = True
        box = boxes.fill_box(element) if element.tag in names.SHAPES else _group_box(element, has_styles)
    elif declared.get("transform-box", Value("view-box")).text.strip().lower() not in NO_BOX:
        raise Unsupported(f"transform-box: {declared['transform-box'].text}")
    by = transforms.attribute(attributes.get("transform", ""))
    is_changed = by is None
    written = declared.get("css transform")
    if written is not None:
        if written.text.strip().lower() in grammar.GLOBAL:
            by, is_changed = IDENTITY, True
        else:
            read = transforms.matrix(written.text, box)
            by, is_changed = (by, is_changed) if read is None else (read, True)
    by = by or IDENTITY
    for name in ("scale", "rotate", "translate"):
        if name in declared and declared[name].text.strip().lower() not in grammar.GLOBAL:
            step = transforms.single(name, declared[name].text, box)
            if step is not None:
                by, is_changed = step @ by, True
    origin = _origin(element, declared, box, needs_box)
    if origin is not None and origin != (0.0, 0.0) and by != IDENTITY:
        by, is_changed = translation(*origin) @ by @ translation(-origin.x, -origin.y), True
    if not all(map(math.isfinite, by)):
        raise Unsupported("percentages in a symbol" if math.isnan(box.width) else "numbers that are too large")
    return by, is_changed


def _origin(element: Element, declared: Mapping[str, Value], box: Frame, needs_box: bool) -> Point | None:
    written = declared.get("transform-origin")
    # The style sheet of browsers has `0 0` for elements of SVG; the initial value is the middle.
    if written is None or written.text.strip().lower() in ("revert", "revert-layer"):
        return Point(box.x, box.y) if needs_box else Point(0.0, 0.0)
    if written.refused:
        raise Unsupported(f"transform-origin: {written.text}")
    # In the coordinate system of the viewBox, percentages start at its origin, not at its corner.
    reference = box if needs_box else Frame(0.0, 0.0, box.width, box.height)
    is_initial = written.text.strip().lower() in ("initial", "unset")
    return transforms.origin("50% 50%" if is_initial else written.text, reference)


def _group_box(element: Element, has_styles: bool) -> Frame:
    if has_styles or any("style" in inner.attributes for inner in element.subtree() if inner is not element):
        raise Unsupported("transform-box of a group with styled contents")
    return boxes.fill_box(element)


def unscale_stroke(element: Element, matrix: Affine, page_scale: float | None, is_copied: bool) -> None:
    """Write `vector-effect: non-scaling-stroke` as a stroke width in the element's own units. Raises Unsupported.

    Browsers stroke such a shape after all transforms, in pixels of the page at its own size. A uniform scale divides
    its width and dashes; under other transforms the width depends on the direction, so a single width cannot express
    it. `matrix` is the transform to the page, and `page_scale` the number of pixels per unit of the page, or None if
    that depends on the viewer.
    """
    if element.attributes.pop("vector-effect", "none") == "none" or cascade.inherited(element, "stroke") == "none":
        return
    if element.tag in names.TEXTS:
        raise Unsupported(f"<{element.tag}>")
    if element.tag not in names.SHAPES:
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
    return all(above.tag in GROUPS or above.parent is None for above in element.ancestors())


def _divided(part: str, scale: float) -> str:
    try:
        return numbers.write(float(part) / scale)
    except ValueError:
        raise Unsupported(part) from None
