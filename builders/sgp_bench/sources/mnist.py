"""The builtin source of `sgp-mnist`: handwritten digits as closed outlines with thickness, asked in one of 20 ways.

The digits are scikit-learn's bundled ones (UCI "Optical Recognition of Handwritten Digits", 8×8 counts of ink,
https://doi.org/10.24432/C50P49), enlarged smoothly and traced. One is taken if its outline is of one piece with as
many holes as its digit has. Each is thinned to its strokes, which must keep what the digit is known by, and written
again by another hand and pen for each seed: the samples are known, and so upright and even that the nearest silhouette
reads them better than those of MNIST.
"""

import importlib.util
import math
import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit.benchmark import Row
from sgpkit.errors import UserError
from sgpkit.families.shared.naming import dotted_name
from sgpkit.graphics import thinning, trace
from sgpkit.graphics.geometry import Point

from ..content import digit_shapes, handwriting
from ..content.handwriting import Hand
from . import digit_question

if TYPE_CHECKING:
    import numpy as np

LICENSE = "CC BY 4.0 (UCI Optical Recognition of Handwritten Digits)"
PER_DIGIT = 100

HOLES = {0: (1,), 1: (0,), 2: (0, 1), 3: (0,), 4: (0, 1), 5: (0,), 6: (1,), 7: (0,), 8: (2,), 9: (1,)}
SCALE = 10
"""Pixels of the enlarged picture per pixel of the 8×8 original."""

SIDE, CANVAS, MARGIN = 100, 200, 20
"""Pixels of the enlarged picture with its border, user units of the same, and of the margin around a digit."""

INK = 16.0
ROUNDS = 2
LEVELS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.2)
"""Tried in turn, in addition to the level that keeps the area of the ink."""

FINER = (1.0, 0.8, 0.6, 0.45, 0.3)
"""Shares of a pen's radius that are tried one after another."""

TOLERANCE, COARSE = 0.3, 1.0
SPECK = 15.0
MIN_HOLE = 40.0
"""Areas in square pixels: smaller pieces are left out, and digits with smaller holes are not used."""


def digits(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """100 of each digit, the digits taking turns; other seeds choose and ask otherwise."""
    takes = [legible(digit, seed) for digit in range(10)]
    for number in range(PER_DIGIT):
        for digit, take in enumerate(takes):
            index, code = next(take)
            identifier = f"digit-{digit}-{index:04d}" if seed == 0 else f"digit-{seed}-{digit}-{index:04d}"
            question = digit_question.wording(number, f"{seed}:{digit}")
            made = dotted_name(program)
            yield "test", digit_question.row(identifier, "builtin", LICENSE, question, str(digit), code, made)


def legible(digit: int, seed: int) -> Iterator[tuple[int, str]]:
    """Samples of a digit in a separate order for each seed, with their programs."""
    images, labels = bundled()
    indices = [index for index, label in enumerate(labels) if label == digit]
    random.Random(f"{seed}:digit-{digit}").shuffle(indices)
    for index in indices:
        hand = Hand.choose(random.Random(f"{seed}:hand-{index}"))
        pieces = outline(digit, images[index] / INK, hand.pen)
        if pieces:
            yield index, program(pieces, hand)
    raise ValueError(f"fewer than {PER_DIGIT} samples of the digit {digit} trace to an outline that shows it")


def outline(digit: int, ink: "np.ndarray[Any, Any]", pen: float) -> list[trace.Outline]:
    """Return the outline of a digit written by a pen of this radius, or by the next finer one that leaves its holes
    open; nothing if no level near the one that keeps its area shows it whole."""
    lines = stroked(digit, ink)
    if lines is None or not digit_shapes.clear(digit, lines):
        return []
    for width in (pen * share for share in FINER):
        written = handwriting.inked(lines, max(width, handwriting.PENS[0]))
        pieces = [piece for piece in trace.outlines(written, 0.0, TOLERANCE) if not is_speck(piece)]
        if shows(digit, pieces):
            return pieces
    return []


def stroked(digit: int, ink: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any] | None":
    """Return the strokes of a digit, None if no level near the one that keeps its area shows it whole."""
    import numpy as np

    large = enlarge(ink)
    area = float(np.quantile(large, 1 - ink.sum() * SCALE**2 / large.size))
    for level in (area + change for change in LEVELS):
        if shows(digit, trace.outlines(large, level, COARSE)):
            return thinning.thin(large > level)
    return None


def shows(digit: int, pieces: list[trace.Outline]) -> bool:
    """Return whether this is one piece with as many holes as the digit has, each large enough to be seen."""
    whole = [piece for piece in pieces if not is_speck(piece)]
    holes = [abs(trace.area(hole)) for piece in whole for hole in piece.holes]
    return len(whole) == 1 and len(holes) in HOLES[digit] and all(hole >= MIN_HOLE for hole in holes)


def is_speck(piece: trace.Outline) -> bool:
    return abs(trace.area(piece.outer)) <= SPECK


def program(pieces: list[trace.Outline], hand: Hand) -> str:
    """Return the program of a digit as a hand writes it, with a margin around it."""

    def written(ring: trace.Ring) -> list[Point]:
        return [hand.at(point * (1 / SIDE)) * CANVAS for point in ring]

    rings = [(written(piece.outer), [written(hole) for hole in piece.holes]) for piece in pieces]
    points = [point for outer, _ in rings for point in outer]
    left, top = min(point.x for point in points), min(point.y for point in points)
    width, height = max(point.x for point in points) - left, max(point.y for point in points) - top
    side = max(width, height) + 2 * MARGIN
    shift = Point((side - width) / 2 - left, (side - height) / 2 - top)

    def placed(ring: list[Point]) -> trace.Ring:
        return tuple(point + shift for point in ring)

    data = trace.path_data(
        [trace.Outline(placed(outer), tuple(map(placed, holes))) for outer, holes in rings], decimals=0
    )
    view = f"0 0 {math.ceil(side)} {math.ceil(side)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><path d="{data}" fill-rule="evenodd"/></svg>'


def enlarge(ink: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Bicubic, then corrected until shrinking it gives the original back (Irani and Peleg's back-projection, 1991,
    doi:10.1016/1049-9652(91)90045-L): thin holes stay open."""
    import numpy as np
    from PIL import Image

    padded = np.pad(ink, 1)
    rows, columns = padded.shape
    size = (columns * SCALE, rows * SCALE)

    def grown(pixels: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        return np.asarray(Image.fromarray(pixels.astype(np.float32)).resize(size, Image.Resampling.BICUBIC))

    large = grown(padded)
    for _ in range(ROUNDS):
        shrunk = np.clip(large, 0, 1).reshape(rows, SCALE, columns, SCALE).mean((1, 3))
        large = large + grown(padded - shrunk)
    return large


@lru_cache(maxsize=1)
def bundled() -> tuple[Any, list[int]]:
    """Return the counts of ink and the digits, from scikit-learn's file: importing it takes more than a second."""
    import numpy as np

    package = importlib.util.find_spec("sklearn")
    for folder in (package.submodule_search_locations or ()) if package else ():
        path = Path(folder, "datasets", "data", "digits.csv.gz")
        if path.is_file():
            table = np.loadtxt(path, delimiter=",")
            return table[:, :-1].reshape(-1, 8, 8), table[:, -1].astype(int).tolist()
    raise UserError("the builtin source of sgp-mnist traces scikit-learn's digits: pip install 'sgpkit[digits]'")
