"""Move the coordinates of shapes and texts. A rotated `rect` or `ellipse` becomes a path."""

import re

from sgpkit.graphics.geometry import Affine, Circle, Ellipse
from sgpkit.graphics.perturb import path
from sgpkit.graphics.perturb.frame import Frame
from sgpkit.graphics.perturb.grammar import BadData
from sgpkit.graphics.perturb.motion import Unsupported
from sgpkit.graphics.svg import shape_outlines
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.outline import Arc, Line, Subpath, bounding_box
from sgpkit.graphics.svg.shape_outlines import Attributes

BOX = {
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
}
DASHES = "stroke-dasharray"
WORD = re.compile(r"[^\s,]+")


def move(frame: Frame, element: Element, decimals: int) -> None:
    """Move the coordinates of a shape."""
    tag = element.tag
    try:
        if tag == "path":
            if "d" in element.attributes:
                data = frame.edits.raw(element, "d")
                frame.edits.put(element, "d", path.move_path(data, frame.matrix, decimals, frame.degrees))
        elif tag in ("polyline", "polygon"):
            if "points" in element.attributes:
                data = frame.edits.raw(element, "points")
                frame.edits.put(element, "points", path.move_points(data, frame.matrix, decimals, frame.degrees))
        elif tag == "line":
            frame.move_point(element, ("x1", "y1"), decimals)
            frame.move_point(element, ("x2", "y2"), decimals)
        elif tag == "rect":
            if frame.degrees:
                to_path(frame, element, decimals)
            else:
                frame.move_point(element, ("x", "y"), decimals)
        elif frame.degrees and (is_dashed(frame, element) or (tag == "ellipse" and not is_round(frame, element))):
            # Dashes begin at the outline's first point, which must be rotated too.
            to_path(frame, element, decimals)
        else:
            frame.move_point(element, ("cx", "cy"), decimals)
    except BadData as bad:
        raise Unsupported(element.path, str(bad)) from None


def is_dashed(frame: Frame, element: Element) -> bool:
    """Return whether the element may have a dashed outline; any element may inherit one from a `use`."""
    if not frame.dashed:
        return False
    if any(DASHES in frame.declared(above) for above in (element, *element.ancestors())):
        return True
    return any(other.tag == "use" for other in frame.document.root.subtree())


def is_round(frame: Frame, element: Element) -> bool:
    """Return whether the shape is a circle, which a rotation does not change."""
    outline = shape_outlines.ellipse(element.attributes, _length(frame, element))
    return outline is None or (isinstance(outline[1], Ellipse) and outline[1].radius_x == outline[1].radius_y)


def _length(frame: Frame, element: Element) -> shape_outlines.Length:
    def length(attributes: Attributes, name: str, axis: str) -> float | None:
        text = attributes.get(name)
        return None if text is None or text.strip() == "auto" else frame.user_units(element, name, text)

    return length


def outline_of(frame: Frame, element: Element) -> tuple[tuple[Subpath, ...], Circle | Ellipse | None] | None:
    """Return a shape's outline before the motion, in its own coordinates."""
    return shape_outlines.READERS[element.tag](element.attributes, _length(frame, element))


def to_path(frame: Frame, element: Element, decimals: int) -> None:
    """Rewrite a shape as a moved path."""
    outline = outline_of(frame, element)
    if outline is None:
        return  # it has no size and is not drawn
    data = path.move_path(_data(outline[0][0]), frame.matrix, decimals, frame.degrees)
    first, *rest = [name for name in BOX[element.tag] if name in element.attributes]
    if "d" in element.attributes:
        raise Unsupported(element.path, f"a {element.tag} with path data")
    frame.edits.replace_attribute(element, first, "d", data)
    for name in rest:
        frame.edits.remove(element, name)
    frame.edits.rename(element, "path")
    frame.became_paths.append(element)


def _data(subpath: Subpath) -> str:
    """Return the outline as path data in full precision; moving rounds it."""
    words = [f"M{subpath.start.x!r} {subpath.start.y!r}"]
    for piece in subpath.pieces:
        if isinstance(piece, Line):
            words.append(f"L{piece.end.x!r} {piece.end.y!r}")
        elif isinstance(piece, Arc):
            x, y = piece.end
            sizes = f"{piece.radius_x!r} {piece.radius_y!r}".replace(".0 ", " ").removesuffix(".0")
            words.append(f"A{sizes} 0 {int(piece.large)} {int(piece.sweep)} {x!r} {y!r}")
    return "".join(words) + "Z"


def move_text(frame: Frame, element: Element, decimals: int, is_first: bool) -> None:
    """Shift the positions of a `text` or `tspan`; a `text` without a position is at 0."""
    for name, shift in (("x", frame.matrix.e), ("y", frame.matrix.f)):
        text = element.attributes.get(name)
        if not shift:
            continue
        if text is None or not text.strip():
            if is_first:
                frame.edits.put(element, name, frame.number(shift, None, decimals))
            continue

        def moved(match: re.Match[str], name: str = name, shift: float = shift) -> str:
            value = frame.user_units(element, name, match[0])
            return frame.number(value + shift, match[0], decimals)

        frame.edits.put(element, name, WORD.sub(moved, text))


def box_map(frame: Frame, element: Element) -> Affine | None:
    """Return the matrix from the unit square to a shape's bounding box before the motion, or None if it has no area."""
    outline = outline_of(frame, element) if element.tag in shape_outlines.READERS else None
    box = bounding_box(outline[0]) if outline is not None else None
    if box is None or box.right <= box.left or box.bottom <= box.top:
        return None
    return Affine(box.right - box.left, 0.0, 0.0, box.bottom - box.top, box.left, box.top)
