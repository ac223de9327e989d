"""Compute the visible colours of shapes under translucent areas as large as the page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sgpkit.graphics import scene
from sgpkit.graphics.svg.paint import Color, Paint
from sgpkit.metrics.structure.recall.shapes import seen


def as_seen(drawn: scene.Scene) -> Iterator[scene.Shape]:
    """Yield the visible shapes except the veils, each with its colours as seen through the veils above it.
    Gradients are unchanged, both under a veil and as one.
    """
    veils = {shape.order: tint for shape in drawn.veils for tint in [_tint(shape)]}
    for shape in drawn.shapes:
        tints = [tint for order, tint in veils.items() if order > shape.order and tint is not None]
        if shape.order not in veils:
            yield (
                replace(
                    shape,
                    fill=_tinted(shape.fill, shape.opacity, tints),
                    stroke=_tinted(shape.stroke, shape.opacity, tints),
                    opacity=1.0,
                )
                if tints
                else shape
            )


def _tint(veil: scene.Shape) -> Color | None:
    """Return the color of a veil, with its total opacity as alpha, or None for a gradient."""
    paint = veil.fill if veil.fill is not None else veil.stroke
    return paint._replace(alpha=min(1.0, paint.alpha * veil.opacity)) if isinstance(paint, Color) else None


def _tinted(paint: Paint, opacity: float, tints: Sequence[Color]) -> Paint:
    """Return a paint as seen through veils, which are listed from the lowest."""
    below = seen(paint, opacity)
    for veil in tints if isinstance(below, Color) else ():
        assert isinstance(below, Color)
        red, green, blue = (
            round(own + (over - own) * veil.alpha) for own, over in zip(below[:3], veil[:3], strict=True)
        )
        below = Color(red, green, blue, 1.0)
    return below
