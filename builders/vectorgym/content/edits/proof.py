"""The check that an edit is not merely a rotation, a recolouring, a restyling, a scaling, a removal or a move.

These are the edits that VectorGym's annotators were forbidden (paper, appendix A: "Rotation, color changes, scaling,
basic shape removal"). The elements of both scenes are compared as multisets, without those that both have.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.svg.outline import steps

from ..scenes.ink import Ink
from ..scenes.scene import Part, Scene

GRID = 2  # decimals at which two coordinates are the same
NEAR = 0.02  # maximum error of a mapped point, in units of the canvas


class Element(NamedTuple):
    """A painted element. Elements with equal `frame` may be images of each other: kinds of pieces, or a text's
    words."""

    points: tuple[Point, ...]
    frame: tuple[str, ...]
    paint: tuple[object, ...]

    @property
    def shape(self) -> tuple[object, ...]:
        return (tuple((round(point.x, GRID), round(point.y, GRID)) for point in self.points), self.frame)

    @property
    def whole(self) -> tuple[object, ...]:
        return (*self.shape, self.paint)


def elements(scene: Scene) -> list[Element]:
    """Return all painted elements, in the canvas's coordinates."""
    return [element for part in scene.parts for element in elements_of(part)]


def elements_of(part: Part) -> list[Element]:
    """Return the painted elements of a part, in the canvas's coordinates."""
    return [_element(ink) for ink in part.painted]


def _element(ink: Ink) -> Element:
    paint = (ink.fill, ink.stroke, round(ink.width, GRID), ink.ramp, ink.opacity, ink.dashes, ink.holes)
    if ink.text is not None:
        text = ink.text
        # A second point on the line of writing, so that size and direction count.
        along = Point(text.x, text.y - text.size) if text.turned else Point(text.x + text.size, text.y)
        return Element(
            (Point(text.x, text.y), along), ("text", text.words), (*paint, text.anchor, text.bold, text.face)
        )
    points: list[Point] = []
    frame: list[str] = []
    for loop in ink.form.loops if ink.form is not None else ():
        points.append(loop.start)
        frame.append("M")
        for _, piece in steps(loop):
            points += [piece.end] if len(piece) == 1 else [point for point in piece if isinstance(point, Point)]
            frame.append(type(piece).__name__)
    return Element(tuple(points), tuple(frame), paint)


def simple(before: Scene, after: Scene) -> str:
    """Return the forbidden simple change that the edit amounts to, "" if none."""
    old, new = elements(before), elements(after)
    gone = _only(old, new)
    come = _only(new, old)
    if not gone and not come:
        return "nothing changes but the order"
    if not come:
        return "nothing but a removal"
    if Counter(element.shape for element in gone) == Counter(element.shape for element in come):
        return "nothing but colours and styles"
    if len(come) <= len(gone) and _are_images(gone, come):
        return "nothing but a move, turn or scaling" + (" and a removal" if len(come) < len(gone) else "")
    return ""


def _only(some: Sequence[Element], others: Sequence[Element]) -> list[Element]:
    """Return the multiset difference: elements of `some` that `others` do not have."""
    left = Counter(element.whole for element in others)
    elements = []
    for element in some:
        if left[element.whole]:
            left[element.whole] -= 1
        else:
            elements.append(element)
    return elements


def _are_images(gone: Sequence[Element], come: Sequence[Element]) -> bool:
    """Return whether one affine map takes elements of `gone` onto all of `come`."""
    anchor = max(come, key=lambda element: _spread(element.points))
    for element in gone:
        if element.frame != anchor.frame or len(element.points) != len(anchor.points):
            continue
        by = _map_between(element.points, anchor.points)
        if by is not None and _covers(gone, come, by):
            return True
    return False


def _covers(gone: Sequence[Element], come: Sequence[Element], by: Affine) -> bool:
    images = [(tuple(by(point) for point in element.points), element.frame) for element in gone]
    for element in come:
        match = next((index for index, image in enumerate(images) if _same(image, element)), None)
        if match is None:
            return False
        del images[match]
    return True


def _same(image: tuple[tuple[Point, ...], tuple[str, ...]], element: Element) -> bool:
    points, frame = image
    return (
        frame == element.frame
        and len(points) == len(element.points)
        and all(one.distance(other) <= NEAR for one, other in zip(points, element.points, strict=True))
    )


def _spread(points: Sequence[Point]) -> float:
    """Return twice the area of the largest triangle with the first point. Its corners determine an affine map."""
    first = points[0]
    return max((abs((one - first).cross(other - first)) for one in points for other in points), default=0.0)


def _map_between(points: Sequence[Point], images: Sequence[Point]) -> Affine | None:
    """Return the affine map of three distant points to their images; for points on a line, a similarity."""
    first = points[0]
    pairs = [(one, other) for one in range(len(points)) for other in range(one)]
    if not pairs:
        return None
    one, other = max(pairs, key=lambda pair: abs((points[pair[0]] - first).cross(points[pair[1]] - first)))
    u, v = points[one] - first, points[other] - first
    area = u.cross(v)
    if abs(area) < 1e-6:
        return _similarity(points, images)
    to_u, to_v = images[one] - images[0], images[other] - images[0]
    a = (to_u.x * v.y - to_v.x * u.y) / area
    c = (to_v.x * u.x - to_u.x * v.x) / area
    b = (to_u.y * v.y - to_v.y * u.y) / area
    d = (to_v.y * u.x - to_u.y * v.x) / area
    return Affine(a, b, c, d, images[0].x - a * first.x - c * first.y, images[0].y - b * first.x - d * first.y)


def _similarity(points: Sequence[Point], images: Sequence[Point]) -> Affine | None:
    far = max(range(len(points)), key=lambda index: points[0].distance(points[index]))
    u, w = points[far] - points[0], images[far] - images[0]
    size = u.x * u.x + u.y * u.y
    if math.isclose(size, 0, abs_tol=1e-9):
        return None
    a, b = (u.x * w.x + u.y * w.y) / size, (u.x * w.y - u.y * w.x) / size
    x, y = points[0]
    return Affine(a, b, -b, a, images[0].x - a * x + b * y, images[0].y - b * x - a * y)


def changed(before: Scene, after: Scene) -> tuple[Part, ...]:
    """Return the parts that are in only one of the scenes, or differ. Pixels may differ only there."""
    return tuple(_differing(before, after)) + tuple(_differing(after, before))


def _differing(one: Scene, other: Scene) -> Iterator[Part]:
    painted = {part.name: part.painted for part in other.parts}
    for part in one.parts:
        if painted.get(part.name) != part.painted:
            yield part
