"""The distance between a program's text and the document that it was written from: every dialect rounds numbers."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad import Model
from sgpkit.graphics.cad.dialects.deepcad_write import normalising_factor
from sgpkit.graphics.cad.model import Part, Sketch
from sgpkit.graphics.cad.sketch.curves import outline, sample
from sgpkit.graphics.geometry import Point

Points = npt.NDArray[np.float64]

PER_TURN = 36
"""Points per full turn. Both models have them at the same angles, so that sampling adds no error."""


def rounding_error(model: Model) -> float:
    """Return the largest distance of an edge of the exact model from that of the text, as a share of the largest
    extent; 0 for a model that was read from a text. Raises Rejected if the rounded text has no geometric meaning.
    """
    if model.exact is None:
        return 0.0
    if isinstance(model.exact, Sketch):
        exact, written = _of_sketch(model.exact), _of_sketch(model.as_text().sketch())
    else:
        scale = normalising_factor(model.exact) if model.dialect == "deepcad" else 1.0
        exact, written = _of_part(model.exact, scale), _of_part(model.as_text().part(), 1.0)
    size = max(float(np.ptp(np.concatenate(exact), axis=0).max()), 1e-300)
    return max(_farthest(exact, written), _farthest(written, exact)) / size


def _of_sketch(sketch: Sketch) -> list[Points]:
    shapes = (entity.shape for entity in sketch.entities)
    return [
        np.array([(*point, 0.0) for point in ([shape] if isinstance(shape, Point) else sample(shape, PER_TURN))])
        for shape in shapes
    ]


def _of_part(part: Part, scale: float) -> list[Points]:
    """Return the outlines at both ends of every extrusion."""
    edges = []
    for extrusion in part.extrusions:
        for region in extrusion.regions:
            for loop in (region.outer, *region.holes):
                points = outline(loop, PER_TURN)
                for height in (extrusion.start, extrusion.end):
                    edge = [extrusion.frame.to_space(point, height) for point in (*points, points[0])]
                    edges.append(np.array(edge, dtype=float) * scale)
    return edges


def _farthest(of: Sequence[Points], on: Sequence[Points]) -> float:
    """Return the largest distance from a point of the first to the nearest piece of the second."""
    starts = np.concatenate([edge[:-1] if len(edge) > 1 else edge for edge in on])
    steps = np.concatenate([np.diff(edge, axis=0) if len(edge) > 1 else np.zeros((1, 3)) for edge in on])
    squares = np.maximum(np.einsum("ij,ij->i", steps, steps), 1e-300)
    farthest = 0.0
    for block in np.array_split(np.concatenate(list(of)), max(1, sum(map(len, of)) // 64)):
        apart = block[:, None, :] - starts[None, :, :]
        share = np.clip(np.einsum("ijk,jk->ij", apart, steps) / squares, 0, 1)
        apart -= share[:, :, None] * steps[None, :, :]
        farthest = max(farthest, float(np.sqrt(np.einsum("ijk,ijk->ij", apart, apart).min(axis=1)).max()))
    return farthest
