"""The scene of a drawing: its visible shapes, in one coordinate system.

The drawing first passes the gate (`sgpkit.graphics.gate`), so that it is what browsers show.

A shape is visible if removing it changes a pixel of the picture, on white, by more than 16 of 255, at 128 or 512 px.
This one rule covers faint paint, clip paths, masks, opacity, filters, occlusion, the viewBox, `display`, `visibility`,
unused definitions and tiny shapes. Shapes are tried in paint order and stay removed if the picture does not change; so
of two equal squares on top of each other, the upper one is in the scene.

Most shapes are proven visible from their outlines, without rendering (`page`): a flat opaque paint determines a pixel,
and nothing is painted over it. The others are tested by rendering (`removal`).

scene.read(code, format="svg") -> Scene      scene.read_many(codes, format) -> list[Scene | Rejected]

Try it: python -c "from sgpkit.graphics import scene; print(scene.read('<svg><circle r=\"9\"/></svg>').shapes)"
"""

from collections.abc import Sequence
from functools import partial

from sgpkit.graphics import formats, gate, guard, svg
from sgpkit.graphics.compiled import read_each
from sgpkit.graphics.raster.fit import window
from sgpkit.graphics.scene import sandboxed
from sgpkit.graphics.scene.expand import expand
from sgpkit.graphics.scene.page import SIDE
from sgpkit.graphics.scene.shapes import Scene, Shape
from sgpkit.graphics.scene.visibility import VisibilityPass, inherited_classes
from sgpkit.graphics.svg import style
from sgpkit.graphics.svg.document import Document
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected

__all__ = ["SIDE", "Scene", "Shape", "close", "from_document", "from_svg", "read", "read_many"]

LIMITS = guard.Limits(elements=10_000, points=50_000)
"""Well above drawings whose shapes are scored, and well below sizes that make scoring slow."""


def read(code: str, format: str = "svg", allowed: gate.Allowed = gate.NOTHING) -> Scene:
    """Return the scene of one drawing. Raises Rejected if it cannot be read or compiled, is unsafe to render, or has
    constructs that the gate refuses and that are not allowed."""
    (outcome,) = read_many([code], format, allowed=allowed)
    if isinstance(outcome, Rejected):
        raise outcome
    return outcome


def read_many(
    codes: Sequence[str], format: str, workers: int | None = None, allowed: gate.Allowed = gate.NOTHING
) -> list[Scene | Rejected]:
    """Return the scenes or rejections of many drawings, in order, processing several in parallel."""
    language = formats.get(format)
    if language.convert is None:
        return pool.map_unique(codes, partial(from_svg, allowed=allowed), workers)
    return read_each(language.convert_many(codes, workers), lambda converted: from_svg(converted.svg), workers)


def from_svg(code: str, limits: guard.Limits = LIMITS, allowed: gate.Allowed = gate.NOTHING) -> Scene:
    """Return the scene of an SVG drawing. Raises Rejected as `read` does."""
    return from_document(gate.read(code, limits, allowed), limits)


def from_document(document: Document, limits: guard.Limits = LIMITS) -> Scene:
    """Return the scene of a drawing that the gate has read. Raises Rejected if it is unsafe to render."""
    document = expand(document, limits)
    size = svg.root_size(document.root)
    rules = style.sheet(document)
    view = window(style.declared(document.root, rules))
    shapes = svg.shapes_of(document, limits, rules)
    if size is None or not shapes:
        return Scene((), *(size or (0.0, 0.0)), view, document, {})
    visibility = VisibilityPass(document, rules, view, shapes)
    masks = visibility.masks()
    classes = inherited_classes(document.root)
    visible = [
        visibility.shape(index, shape, masks[index], classes) for index, shape in enumerate(shapes) if index in masks
    ]
    return Scene(tuple(visible), *size, view, document, masks)


def close() -> None:
    """End the sandboxed processes. The next drawing starts new ones."""
    sandboxed.close()
