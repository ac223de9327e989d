"""Fit the model and keep drawings of all kinds again, after drawings or kinds have changed; it takes some minutes:
python -m sgpkit.families.shared.drawings.recognition"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.graphics import raster
from sgpkit.graphics.likeness import forms
from sgpkit.graphics.likeness.forms import Numbers

from ..designs import catalogue
from ..designs.drawing import Unfit, draw, draw_plain
from ..kind import Kind
from ..looks import Mark, Marks
from ..writing.styling import Style
from . import FILE

STYLES: tuple[Style, ...] = ("layered", "flattened", "solid", "line", "layered")
"""The styles of the drawings of each design to which the model is fitted."""

KEPT = 3
"""The number of drawings of each design that are kept, in the first styles."""

DIMENSIONS = 64
SHRINKAGE = 0.3
"""What is added to the variance of drawings of one kind in all directions, as a share of the mean."""

STEPS = 127


class Example(NamedTuple):
    """A description of a drawing of a kind, and the index of its style in `STYLES`."""

    kind: int
    style: int
    description: Numbers


def examples() -> Iterator[Example]:
    """Yield drawings of every design of every kind."""
    for number, kind in enumerate(catalogue.TEST):
        yield from of_kind(number, kind)


def of_kind(number: int, kind: Kind) -> Iterator[Example]:
    """Yield the drawings of one kind."""
    generator = random.Random(f"forms:{kind.name}")
    for design in catalogue.designs(kind):
        for index, style in enumerate(STYLES):
            try:
                code = draw(kind, design, generator, style=style, plates=False).code
            except Unfit:
                continue
            description = forms.describe(raster.paint(code, forms.PAINTED))
            if description is not None:
                yield Example(number, index, description)


# --- what plain shapes in the places of the parts look like -----------------------------------------------------------

Bounds = tuple[float, float, float, float]
"""Left, top, width and height."""

BOX = '<rect x="{0}" y="{1}" width="{2}" height="{3}" fill="{6}"/>'
ELLIPSE = '<ellipse cx="{4}" cy="{5}" rx="{7}" ry="{8}" fill="{6}"/>'
MARGIN = 5.0


def crude(number: int, kind: Kind) -> Iterator[Example]:
    """Yield boxes and ellipses at the positions of the parts of a drawing of each design of a kind."""
    generator = random.Random(f"crude:{kind.name}")
    for design in catalogue.designs(kind):
        drawing = draw_plain(kind, design, generator)
        bounds: dict[int, Bounds] = {}
        for mark in members(drawing.marks):
            if mark.part >= 0:
                box = mark.form.box
                own = (box.left, box.top, box.right - box.left, box.bottom - box.top)
                bounds[mark.part] = around(bounds.get(mark.part, own), own)
        placed = [(bounds[part], drawing.parts[part].hue.tint.main) for part in bounds]
        for index, shape in enumerate((BOX, ELLIPSE)):
            description = forms.describe(raster.paint(page(placed, shape), forms.PAINTED)) if placed else None
            if description is not None:
                yield Example(number, index, description)


def members(group: Marks) -> Iterator[Mark]:
    """Yield all marks of a drawing."""
    for member in group.members:
        if isinstance(member, Mark):
            yield member
        else:
            yield from members(member)


def around(one: Bounds, other: Bounds) -> Bounds:
    """Return the bounds of two boxes."""
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, bottom = max(one[0] + one[2], other[0] + other[2]), max(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top


def page(placed: Sequence[tuple[Bounds, str]], shape: str) -> str:
    """Return an SVG drawing of a shape within each of some bounds in a colour, the largest first."""
    left, top, width, height = placed[0][0]
    for bounds, _ in placed:
        left, top, width, height = around((left, top, width, height), bounds)
    lines = [
        shape.format(x, y, wide, high, x + wide / 2, y + high / 2, color, wide / 2, high / 2)
        for (x, y, wide, high), color in sorted(placed, key=lambda one: -one[0][2] * one[0][3])
    ]
    view = f"{left - MARGIN} {top - MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{"".join(lines)}</svg>'


# --- the model --------------------------------------------------------------------------------------------------------


def fitted(descriptions: Numbers, kinds: np.ndarray) -> tuple[Numbers, Numbers]:
    """Return the mean and the projection in which kinds are farthest apart, measured by how far drawings of one kind
    are (linear discriminant analysis, with shrinkage)."""
    values = np.concatenate([descriptions, forms.mirrored(descriptions)]).astype(np.float64)
    labels = np.concatenate([kinds, kinds])
    mean = values.mean(axis=0)
    values -= mean
    within = values - np.stack([values[labels == kind].mean(axis=0) for kind in range(labels.max() + 1)])[labels]
    scatter = within.T @ within / len(within)
    scatter += SHRINKAGE * np.trace(scatter) / len(scatter) * np.eye(len(scatter))
    sizes, axes = np.linalg.eigh(scatter)
    whitening = axes @ np.diag(sizes**-0.5) @ axes.T
    _, directions = np.linalg.eigh(whitening @ (values.T @ values / len(values)) @ whitening)
    return mean.astype(np.float32), (whitening @ directions[:, ::-1][:, :DIMENSIONS]).astype(np.float32)


def as_bytes(values: Numbers) -> np.ndarray:
    """Return values as bytes, except for a factor."""
    rounded: np.ndarray = np.round(values / np.abs(values).max() * STEPS).astype(np.int8)
    return rounded


def arrays(drawn: Sequence[Example], plain: Sequence[Example]) -> dict[str, np.ndarray]:
    """Return the arrays of a model of drawings and of plain shapes, both in the order of their kinds."""
    descriptions = np.stack([one.description for one in drawn])
    kinds = np.array([one.kind for one in drawn])
    mean, projection = fitted(descriptions, kinds)
    stored: dict[str, np.ndarray] = {}
    for name, some in (("", [one for one in drawn if one.style < KEPT]), ("crude_", plain)):
        lines = (np.stack([one.description for one in some]) - mean) @ projection
        stored[f"{name}lines"] = as_bytes(lines / np.linalg.norm(lines, axis=1, keepdims=True))
        starts = np.searchsorted([one.kind for one in some], np.arange(len(catalogue.TEST)))
        stored[f"{name}starts"] = starts.astype(np.int32)
    return stored | {
        "names": np.array([kind.name for kind in catalogue.TEST]),
        "mean": mean.astype(np.float16),
        "projection": as_bytes(projection),
    }


def main() -> None:
    drawn = list(examples())
    plain = [one for number, kind in enumerate(catalogue.TEST) for one in crude(number, kind)]
    np.savez_compressed(FILE, **arrays(drawn, plain))  # type: ignore[arg-type]  # no array is named allow_pickle
    print(f"{FILE}: {len(drawn)} drawings of {len(catalogue.TEST)} kinds, {FILE.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
