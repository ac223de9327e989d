"""Heads of arrows that are SVG markers, as figures at the ends of the visible lines that refer to them.

A marker counts if removing all markers changes the picture at the end of its line, outside the line. Round markers are
dots, which do not give a direction.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import raster
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.scene import Scene, Shape
from sgpkit.graphics.svg import style, values
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.outline import Box, Subpath
from sgpkit.metrics.structure.recall.shapes import HEAD, Figure, seen

SIDE = 512
"""The size of the two pictures in pixels."""

CHANGED = 8
"""Maximum change of a channel, of 255, that counts as invisible."""

EDGE = 1.5
"""Distance in pixels from a line within which its anti-aliasing may change."""

ENDS = ("marker-start", "marker-end")
ANGULAR = frozenset(("path", "polygon", "polyline", "line", "rect"))
DEFAULT_SIZE = 3.0
"""The width and height of a marker, in widths of its line."""

_REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)")
_PROPERTY = re.compile(r"\bmarker-(start|mid|end)\b")


def heads(seen_scene: Scene) -> Iterator[Figure]:
    """Yield a figure for each arrow head that a marker paints at an end of a visible line."""
    document = seen_scene.document
    if _PROPERTY.search(document.code) is None:
        return
    ends = list(marked_ends(seen_scene.shapes, document))
    if not ends:
        return
    changed = changed_pixels(document.code)
    window = seen_scene.window
    scale = SIDE / max(window.width, window.height)
    left, top = (SIDE - window.width * scale) / 2, (SIDE - window.height * scale) / 2
    for shape, point, before, size in ends:
        reach = min(max(size, 2 / scale), HEAD * SIDE / scale)
        at, back = ((p.x - window.x) * scale + left + 1j * ((p.y - window.y) * scale + top) for p in (point, before))
        if is_changed(changed, at, back, reach * scale, shape.stroke_width * scale / 2 + EDGE):
            box = Box(point.x - reach / 2, point.y - reach / 2, point.x + reach / 2, point.y + reach / 2)
            yield Figure("polygon", box, Subpath(point, (), True), True, seen(shape.stroke), seen(shape.stroke))


def marked_ends(shapes: Sequence[Shape], document: Document) -> Iterator[tuple[Shape, Point, Point, float]]:
    """Yield each end of a line that has an angular marker, with the point before it and the marker's size."""
    rules = style.sheet(document)
    elements = {element.path: element for element in document.root.subtree()}

    def marker_of(element: Element | None, name: str) -> Element | None:
        while element is not None:
            text = style.declared(element, rules).get(name, "inherit").strip()
            if text != "inherit":
                match = _REFERENCE.match(text)
                return document.identifiers.get(match[1]) if match is not None else None
            element = element.parent
        return None

    for shape in shapes:
        element = elements.get(shape.location.path)
        if element is None or not shape.outline:
            continue
        first, last = points_of(shape.outline[0]), points_of(shape.outline[-1])
        for name, (point, before) in zip(ENDS, (first[:2], last[:-3:-1]), strict=True):
            marker = marker_of(element, name)
            if marker is not None and any(inner.tag in ANGULAR for inner in marker.subtree()):
                yield shape, point, before, marker_size(marker, shape.stroke_width)


def points_of(subpath: Subpath) -> list[Point]:
    """Return the different points of a subpath in order, with its control points; at least two."""
    points = [subpath.start]
    for piece in subpath.pieces:
        points += [part for part in piece if isinstance(part, Point) and part != points[-1]]
    return points if len(points) > 1 else [subpath.start, subpath.start]


def marker_size(marker: Element, stroke_width: float) -> float:
    """Return the longer side of a marker in user units."""
    unit = 1.0 if marker.attributes.get("markerUnits") == "userSpaceOnUse" else stroke_width
    sides = [values.length(marker.attributes.get(name, ""), 0.0, 16.0) for name in ("markerWidth", "markerHeight")]
    return unit * max(DEFAULT_SIZE if side is None else side for side in sides)


def changed_pixels(code: str) -> npt.NDArray[np.bool_]:
    """Return where the picture changes when all markers are removed."""
    pictures = [raster.render(text, SIDE).astype(np.int16) for text in (code, _PROPERTY.sub(r"unmarked-\1", code))]
    changed: npt.NDArray[np.bool_] = np.abs(pictures[0] - pictures[1]).max(axis=2) > CHANGED
    return changed


def is_changed(changed: npt.NDArray[np.bool_], at: complex, back: complex, reach: float, half_width: float) -> bool:
    """Return whether a pixel near the end of a line, but not on it, has changed, since a white head on white paper
    only shortens the line. Points are complex numbers in pixels.
    """
    if not np.isfinite([at, back, reach, half_width]).all():
        return False
    left, top = max(0, int(at.real - reach)), max(0, int(at.imag - reach))
    rows, columns = np.nonzero(changed[top : max(0, int(at.imag + reach)) + 1, left : max(0, int(at.real + reach)) + 1])
    across = (back - at) / abs(back - at) if back != at else 1.0
    beside = ((columns + left + 0.5 + 1j * (rows + top + 0.5) - at) * np.conj(across)).imag
    return bool((np.abs(beside) > half_width).any())
