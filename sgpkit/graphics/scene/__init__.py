"""The scene of a drawing: the shapes that a person would see, in one coordinate system.

A shape is in the scene if leaving it out changes the picture: some pixel by more than 8 of 255, at 128 or at 512 px, on
white paper. Clip paths, masks, opacity, filters, covering, the viewBox, `display`, `visibility`, unused definitions and
sizes too small to be seen are all decided by this one rule. Shapes are tried in paint order, the earliest first, and
each that nobody misses stays out; of two equal squares, one on the other, the upper one is in the scene.

Where outlines alone prove a shape visible (its flat opaque paint decides a pixel, and nothing is painted there later),
nothing is painted; `page` does that, `removal` the rest.

scene.read(code, format="svg") -> Scene      scene.read_many(codes, format) -> list[Scene | Rejected]

Try it: python -c "from sgpkit.graphics import scene; print(scene.read('<svg><circle r=\"9\"/></svg>').shapes)"
"""

from collections.abc import Sequence

from sgpkit.graphics import formats, guard, svg
from sgpkit.graphics.compiled import read_each
from sgpkit.graphics.raster.fit import window
from sgpkit.graphics.scene import sandboxed
from sgpkit.graphics.scene.expand import expand
from sgpkit.graphics.scene.looking import Looking, inherited_classes
from sgpkit.graphics.scene.shapes import Scene, Shape
from sgpkit.graphics.svg import style, variables
from sgpkit.graphics.svg.document import Document
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected

__all__ = ["Scene", "Shape", "close", "from_document", "from_svg", "read", "read_many"]

LIMITS = guard.Limits(elements=10_000, points=50_000)
"""Far above any drawing that is graded by its shapes, and far below the sizes that slow a grader down."""


def read(code: str, format: str = "svg") -> Scene:
    """Return the scene of one drawing. Raises Rejected for what cannot be read, compiled, or may not be drawn."""
    (outcome,) = read_many([code], format)
    if isinstance(outcome, Rejected):
        raise outcome
    return outcome


def read_many(codes: Sequence[str], format: str, workers: int | None = None) -> list[Scene | Rejected]:
    """Return the scenes or rejections of many drawings, in their order: several at once."""
    language = formats.get(format)
    if language.convert is None:
        return pool.map_unique(codes, from_svg, workers)
    return read_each(language.convert_many(codes, workers), lambda converted: from_svg(converted.svg), workers)


def from_svg(code: str, limits: guard.Limits = LIMITS) -> Scene:
    """Return the scene of a drawing in SVG. Raises Rejected as `read` does."""
    return from_document(svg.parse(variables.resolved(code), limits), limits)


def from_document(document: Document, limits: guard.Limits = LIMITS) -> Scene:
    """Return the scene of a parsed drawing. Raises Rejected for what may not be drawn."""
    document = expand(document, limits)
    size = svg.root_size(document.root)
    rules = style.sheet(document)
    shown = window(style.declared(document.root, rules))
    shapes = svg.shapes_of(document, limits, rules)
    if size is None or not shapes:
        return Scene((), *(size or (0.0, 0.0)), shown, document, {})
    looking = Looking(document, rules, shown, shapes)
    masks = looking.masks()
    classes = inherited_classes(document.root)
    visible = [
        looking.shape(index, shape, masks[index], classes) for index, shape in enumerate(shapes) if index in masks
    ]
    return Scene(tuple(visible), *size, shown, document, masks)


def close() -> None:
    """End the processes that look at drawings. The next one starts new ones."""
    sandboxed.close()
