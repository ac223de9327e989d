"""Added elements that a construction does not need. If one answer is right, these are the elements that it does not
contain. If many are, a rule judges the whole: the needed elements are a minimal set for which the rule holds, and the
elements along them.

The published rule ignores all other elements. Here every visible element counts, of any colour and size, except:

- a dot of a radius up to `DOT` on a line of the figure, or at the centre of one of its circles: it marks a point;
- an area whose edges run along the figure's lines: it is shaded. An area that fills the page is the paper if it is
  behind everything, and opaque or white;
- areas and dots in white, and texts.

Elements under a translucent area that fills the page do not count as drawn.

More than `TIMES` times as many dots, or texts, as the figure has elements, and `MORE`, are crowded too.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from sgpkit.graphics.elements import NEARLY_WHITE, AnyItem, Elements
from sgpkit.graphics.geometry import Circle
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure.geometry import distances, overlap
from sgpkit.metrics.structure.geometry.alignment import DOT, is_dot, same_circle
from sgpkit.metrics.structure.geometry.published import MIN_OVERLAP, lines, outlines

TIMES, MORE = 2, 5
"""The factor and the number of additional elements above which an answer is crowded."""


def crowded(added: int, needed: int) -> bool:
    """Return whether an answer adds many more elements than are needed: it may hit by chance."""
    return added > TIMES * needed + MORE


def crowded_marks(output: Elements, figure: Elements) -> bool:
    """Return whether an answer has many more dots, or texts, than its figure has elements."""
    dots = sum(is_dot(item.geometry) for item in output.circles)
    return crowded(max(dots, len(output.texts)), figure.count)


def apart(output: Elements, by: Elements, tolerance: float) -> Elements:
    """Return the elements of an output that are none of the others, and lie along none of their segments and curves."""
    covered = distances.covered([item.geometry for item in output.segments], lines(by), tolerance)
    along = distances.along([item.geometry for item in output.curves], outlines(by), tolerance) if output.curves else ()
    return replace(
        output,
        segments=tuple(item for item, lies in zip(output.segments, covered, strict=True) if not lies),
        circles=tuple(
            item
            for item in output.circles
            if not any(same_circle(item.geometry, other.geometry, tolerance) for other in by.circles)
        ),
        ellipses=tuple(
            item
            for item in output.ellipses
            if not any(overlap.of_ellipses(item.geometry, other.geometry) >= MIN_OVERLAP for other in by.ellipses)
        ),
        curves=tuple(item for item, lies in zip(output.curves, along, strict=True) if not lies),
    )


def counted(drawn: Elements, figure: Elements, tolerance: float) -> Elements:
    """Return the elements that count as drawn: without dots and shading on the figure, and white areas."""
    areas = apart(drawn.where(_is_area), figure, tolerance)
    dots = drawn.where(_is_dot)
    free = _on_figure([item.geometry for item in dots.circles], figure)
    counting = {id(item) for item, is_free in zip(dots.circles, free, strict=True) if not is_free and is_seen(item)}
    counting |= {id(item) for item in areas.items if is_seen(item)}
    return drawn.where(lambda item: id(item) in counting or not (_is_dot(item) or _is_area(item)))


def _on_figure(dots: Sequence[Circle], figure: Elements) -> list[bool]:
    """Return for each dot whether it touches a line of a figure, or the centre of a circle or a dot."""
    if not dots:
        return []
    chains = [*map(list, lines(figure)), *map(list, outlines(figure))]
    centres = [item.geometry.centre for item in figure.circles] + [item.geometry.centre for item in figure.ellipses]
    at = np.array([dot.centre for dot in dots], float)
    away = np.full(len(dots), np.inf)
    if chains:
        away = distances.to_chains(at, chains)
    if centres:
        away = np.minimum(away, np.hypot(*(at[:, None] - np.array(centres, float)).transpose(2, 0, 1)).min(axis=1))
    return [bool(near) for near in away <= DOT]


def lined(drawn: Elements) -> Elements:
    """Return the elements of a figure: those with a stroke, without the dots that mark points."""
    return drawn.where(lambda item: not (_is_dot(item) or _is_area(item)))


def is_seen(item: AnyItem) -> bool:
    """Return whether an element is visible on white."""
    paint = item.fill if item.stroke is None else item.stroke
    return not isinstance(paint, Color) or min(paint[:3]) < NEARLY_WHITE


def _is_dot(item: AnyItem) -> bool:
    return isinstance(item.geometry, Circle) and is_dot(item.geometry)


def _is_area(item: AnyItem) -> bool:
    return item.stroke is None and not _is_dot(item)


def fewest(holds: Callable[[Elements], bool], drawn: Elements) -> Elements:
    """Return a minimal subset of elements for which a rule holds, given that it holds for all of them. Halves are
    removed first, then smaller parts, so that many strays need few trials.
    """
    kept: list[AnyItem] = list(drawn.items)
    size = len(kept) // 2
    while size:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            if holds(_only(drawn, rest)):
                kept = rest
            else:
                start += size
        size //= 2
    return _only(drawn, kept)


def _only(drawn: Elements, items: Sequence[AnyItem]) -> Elements:
    """Return a drawing with only these elements."""
    kept = {id(item) for item in items}
    return drawn.where(lambda item: id(item) in kept)
