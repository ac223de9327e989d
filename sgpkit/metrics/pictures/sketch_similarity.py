"""The similarity of a drawing to the one that a sketch shows, by form and, if the sketch has colours, by colour.

    edges       the share of the boundaries between colours that is drawn, in place and in direction, whatever the two
                colours are; the drawing beyond them counts against it
    layers      the mutual information of the two divisions of the page into areas of one colour, adjusted for chance:
                1 where every area of one is an area of the other, in any colours
    similarity  the visual similarity (`svg_similarity`), by colours

The value is the geometric mean of layers and of edges above `CHANCE`, for a sketch in black and white. For a sketch in
colour it is the geometric mean of that and the similarity. A blank page has no edges, an enlarged sketch has no layers,
and smeared colours have neither.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.errors import nearest
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import isolated, pictures, results
from sgpkit.metrics.paired import same_length
from sgpkit.metrics.pictures import svg_similarity
from sgpkit.status import Rejected
from sgpkit.values import Score

SIZE = svg_similarity.SIZE
PARTS = ("similarity", "edges", "layers")
SKETCHES = ("color", "black-and-white")
"""Kinds of sketches: the form alone counts for the second."""

FULL = 24.0
"""The difference across a boundary, of 255, above which it counts fully, at any contrast."""

LEAST = 4.0
"""The difference below which there is no boundary, such as within a gradient."""

CHANCE = 0.1
"""The share of edges that any drawing may have by chance: twelve swatches have up to 0.07."""

DIRECTIONS = 4
SPREADS = (2.0, 4.0, 8.0)
"""Standard deviations, in pixels, of the blurs under which edges are compared, so that nearly right positions count."""

AREAS = 16
"""Maximum number of areas that are distinguished by colour, the commonest first."""

APART = 24
"""Minimum difference between two of their colours in one channel."""

SMALLEST = 0.0005
"""Minimum share of the page of a separate colour."""

Planes = npt.NDArray[np.float32]
Labels = npt.NDArray[np.intp]


class Form(NamedTuple):
    """The form of a picture: its edges by direction under each blur, and for each pixel the index of its area."""

    edges: tuple[Planes, ...]
    labels: Labels


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    colored: Sequence[bool],
    renderer: str | None = None,
) -> list[Score]:
    """Return a score for each prediction, with the parts of `svg_similarity` and those in `PARTS`.

    `references` are any input of `pictures.references`: programs, images, or rows. `colored` says for each whether the
    sketch shows colours.
    """
    same_length(predictions, colored)
    alike = svg_similarity.score(predictions, references, renderer=renderer)
    drawn = pictures.painted(pictures.svg_programs(predictions), SIZE, raster.ON_WHITE, renderer=renderer)
    expected = pictures.references(references, SIZE, raster.ON_WHITE, renderer=renderer)
    with ThreadPoolExecutor(raster.workers(), "sgpkit-compare") as executor:
        begun = {id(picture): executor.submit(form, picture) for picture in expected}
        forms = executor.map(lambda picture: None if isinstance(picture, Rejected) else form(picture), drawn)
        return [
            graded(score, ours, begun[id(picture)].result(), has_colors)
            for score, ours, picture, has_colors in zip(alike, forms, expected, colored, strict=True)
        ]


def result(
    predictions: Sequence[object],
    references: Sequence[Any],
    sketch: str | Sequence[str] = SKETCHES[0],
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    sketches = [sketch] * len(predictions) if isinstance(sketch, str) else list(sketch)
    colored = [has_colors(kind) for kind in sketches]
    scores = isolated.scores(score, predictions, references, colored, renderer=renderer)
    parts = results.columns(scores, PARTS)
    means = {"sketch_similarity": results.values(scores), **results.mean_names(parts)}
    return {
        **results.means(results.known_clusters(clusters, references, len(scores)), means),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(scores),
    }


def has_colors(sketch: str) -> bool:
    """Return whether a kind of sketch shows colours."""
    if sketch not in SKETCHES:
        raise ValueError(f"unknown sketch {sketch!r}{nearest(sketch, SKETCHES)}; expected one of {', '.join(SKETCHES)}")
    return sketch == SKETCHES[0]


def graded(alike: Score, ours: Form | None, theirs: Form, has_colors: bool) -> Score:
    """Return the score of one drawing from its visual similarity, its form (None if it is rejected) and the form of
    the reference."""
    parts = {"similarity": alike.value, "edges": 0.0, "layers": 0.0}
    if ours is None:
        return replace(alike, value=0.0, parts={**alike.parts, **parts})
    parts |= {"edges": edge_likeness(ours.edges, theirs.edges), "layers": area_likeness(ours.labels, theirs.labels)}
    edges_drawn = max(0.0, parts["edges"] - CHANCE) / (1 - CHANCE)
    value = math.sqrt(edges_drawn * parts["layers"])
    if has_colors:
        value = math.sqrt(value * alike.value)
    reason = ", ".join(f"{name} {parts[name]:.3f}" for name in (PARTS if has_colors else PARTS[1:]))
    return replace(alike, value=value, parts={**alike.parts, **parts}, reason=reason)


def form(laid: Pixels) -> Form:
    """Return the form of a picture from `raster.ON_WHITE`."""
    colors = np.ascontiguousarray(laid[..., :3])
    return Form(edges(np.moveaxis(colors, 2, 0).astype(np.float32)), areas(colors))


# --- edges ------------------------------------------------------------------------------------------------------------


def edges(planes: Planes) -> tuple[Planes, ...]:
    """Return the strength of the boundary in each direction near each pixel, under each blur."""
    from scipy import ndimage

    across, down = ndimage.sobel(planes, axis=2) / 4, ndimage.sobel(planes, axis=1) / 4
    strengths = np.hypot(across, down)
    strongest = strengths.argmax(axis=0)[None]
    strength, x, y = (np.take_along_axis(values, strongest, 0)[0] for values in (strengths, across, down))
    present = np.where(strength < LEAST, 0.0, np.minimum(strength / FULL, 1.0)).astype(np.float32)
    turn = (np.arctan2(y, x) % math.pi) / math.pi * DIRECTIONS
    lower, rest = np.floor(turn).astype(int), turn - np.floor(turn)
    maps = np.stack(
        [
            present * ((lower % DIRECTIONS == index) * (1 - rest) + ((lower + 1) % DIRECTIONS == index) * rest)
            for index in range(DIRECTIONS)
        ]
    ).astype(np.float32)
    return tuple(ndimage.gaussian_filter(maps, (0, spread, spread)) for spread in SPREADS)


def edge_likeness(ours: Sequence[Planes], theirs: Sequence[Planes]) -> float:
    """Return the share of the edges that are drawn, minus those that should not be, as the mean over the blurs."""
    gains = []
    for one, other in zip(ours, theirs, strict=True):
        gains.append(svg_similarity.gain(float(np.abs(one - other).sum()), float(other.sum())))
    return sum(gains) / len(gains)


# --- areas ------------------------------------------------------------------------------------------------------------


def areas(colors: Pixels) -> Labels:
    """Return for each pixel the index of the nearest of the picture's commonest colours."""
    coarse = colors >> 3
    keys = (coarse[..., 0].astype(np.int32) << 10) | (coarse[..., 1].astype(np.int32) << 5) | coarse[..., 2]
    present, counts = np.unique(keys, return_counts=True)
    chosen: list[npt.NDArray[np.int32]] = []
    for index in np.argsort(-counts, kind="stable"):
        if len(chosen) == AREAS or (chosen and counts[index] < SMALLEST * keys.size):
            break
        color = np.array([present[index] >> 10, (present[index] >> 5) & 31, present[index] & 31], np.int32) * 8 + 4
        if all(np.abs(color - other).max() > APART for other in chosen):
            chosen.append(color)
    # Each coarse colour is looked up once: there are far fewer of them than pixels.
    centres = np.stack([present >> 10, (present >> 5) & 31, present & 31], axis=1) * 8 + 4
    nearest = np.square(centres[:, None] - np.stack(chosen)[None]).sum(axis=2).argmin(axis=1)
    labels: Labels = nearest[np.searchsorted(present, keys)]
    return labels


def area_likeness(ours: Labels, theirs: Labels) -> float:
    """Return the adjusted mutual information of two divisions of a page, 0 if it is negative.

    Vinh, Epps and Bailey, "Information Theoretic Measures for Clusterings Comparison" (JMLR 11, 2010), with the mean of
    the entropies, and the expected value by its first-order expansion, since there are many pixels and few areas.
    """
    counts = np.zeros((int(ours.max()) + 1, int(theirs.max()) + 1))
    np.add.at(counts, (ours.ravel(), theirs.ravel()), 1)
    joint = counts / counts.sum()
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    both = entropy(rows) + entropy(columns)
    if both <= 0:
        return 1.0
    chance = (np.count_nonzero(rows) - 1) * (np.count_nonzero(columns) - 1) / (2 * counts.sum())
    information = both - entropy(joint.ravel())
    return float(min(1.0, max(0.0, (information - chance) / max(both / 2 - chance, 1e-9))))


def entropy(shares: npt.NDArray[np.float64]) -> float:
    """Return the entropy of shares, in nats."""
    some = shares[shares > 0]
    return float(-(some * np.log(some)).sum())
