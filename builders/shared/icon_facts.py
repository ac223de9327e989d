"""Questions about an icon whose answers are proven from the picture: the scene's paints, and the picture's pieces.

An answer that is only just true gives no question: pieces that nearly touch, a symmetry that nearly holds, a position
that is above as well as beside.
"""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.families.shared import tables
from sgpkit.graphics import gate, raster, scene
from sgpkit.graphics.svg.paint import Color
from sgpkit.status import Rejected

WORDS = tables.read(__file__, "icon_facts.toml")

SIZE = 256
INK = 64
"""The least difference from white, of 255, of a pixel that is certainly ink; with half of it, it is certainly not
paper."""

SMALLEST = 0.0015
"""The share of the page that the smallest piece has at least, so that it is seen at 224 pixels."""

GAP = 2
"""Minimum distance in pixels between pieces, and minimum width of openings."""

CLEAR = 6
"""Minimum distance in pixels between two parts of which one lies clearly on one side of the other."""

MOST = 12
SAME, DIFFERENT = 0.0008, 0.01
"""Shares of the page that differ from the mirror image: the most in a symmetric drawing, the least in any other."""

COLORS: dict[str, str] = WORDS["colors"]
ROOT = re.compile(r"<svg\b[^<>]*>")

COLOR_WORDINGS = ("What color is the drawing?", "In which color is the object drawn?")
PIECE_WORDINGS: tuple[str, ...] = WORDS["piece_wordings"]
OPENING_WORDINGS: tuple[str, ...] = WORDS["opening_wordings"]
SYMMETRY_WORDINGS: tuple[str, ...] = WORDS["symmetry_wordings"]
POSITION_WORDINGS: tuple[str, ...] = WORDS["position_wordings"]
AXES = {
    (True, False): "a vertical axis only",
    (False, True): "a horizontal axis only",
    (True, True): "a vertical and a horizontal axis",
    (False, False): "neither a vertical nor a horizontal axis",
}
SIDES = ("above it", "below it", "to the left of it", "to the right of it")

Mask = npt.NDArray[np.bool_]


class Fact(NamedTuple):
    """A question with its right answer and three wrong ones."""

    type: str
    question: str
    answer: str
    alternatives: tuple[str, ...]


def recolored(code: str, draw: random.Random) -> tuple[str, str]:
    """Return the name of a color and the program in that color; ("", program) if it has several colors."""
    name = draw.choice(sorted(COLORS))
    if "currentColor" in code:
        return name, code.replace("currentColor", COLORS[name])
    root = ROOT.search(code)
    if root is None or re.search(r"\b(?:fill|stroke|style|class|color)\s*[=:]", code):
        return "", code
    painted = f'{root[0][:-1]} fill="{COLORS[name]}">'
    return name, code[: root.start()] + painted + code[root.end() :]


def proven(code: str, color: str, draw: random.Random) -> Iterator[tuple[str, Fact]]:
    """Yield the possible questions about a drawing, with the name of its kind. Raises ValueError if it cannot be
    rendered."""
    try:
        yield from colored(code, color, draw)
        pixels = raster.render(gate.shown(code), SIZE)
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    darkness = 255 - pixels.min(axis=2).astype(np.int16)
    ink, touched = darkness > INK, darkness > INK // 2
    if not ink.any():
        raise ValueError("the drawing shows nothing")
    pieces = separate(ink, touched)
    if pieces is not None and 2 <= len(pieces) <= MOST:
        yield "pieces", counted(draw.choice(PIECE_WORDINGS), len(pieces), draw)
    openings = enclosed(ink, touched)
    if openings is not None and 1 <= openings <= MOST:
        yield "openings", counted(draw.choice(OPENING_WORDINGS), openings, draw)
    axes = symmetry(darkness)
    if axes is not None:
        rest = tuple(words for key, words in AXES.items() if key != axes)
        yield "symmetry", Fact("shape", draw.choice(SYMMETRY_WORDINGS), AXES[axes], rest)
    side = position(pieces) if pieces is not None else None
    if side is not None:
        rest = tuple(words for words in SIDES if words != side)
        yield "position", Fact("shape", draw.choice(POSITION_WORDINGS), side, rest)


def colored(code: str, color: str, draw: random.Random) -> Iterator[tuple[str, Fact]]:
    """Yield the question for the color, if the whole scene has it."""
    if not color:
        return
    red, green, blue = (int(COLORS[color][start : start + 2], 16) for start in (1, 3, 5))
    paints = [
        paint for shape in scene.from_svg(code).shapes for paint in (shape.fill, shape.stroke) if paint is not None
    ]
    if paints and all(isinstance(paint, Color) and tuple(paint[:3]) == (red, green, blue) for paint in paints):
        others = tuple(draw.sample(sorted(COLORS.keys() - {color}), 3))
        yield "color", Fact("color", draw.choice(COLOR_WORDINGS), color, others)


def counted(question: str, answer: int, draw: random.Random) -> Fact:
    """Return a question for a number, which is the smallest, the largest or another of four in a row."""
    first = max(1, answer - draw.randrange(4))
    return Fact("count", question, str(answer), tuple(str(n) for n in range(first, first + 4) if n != answer))


def separate(ink: Mask, touched: Mask) -> list[Mask] | None:
    """Return the pieces of a drawing, the largest first; None if some are too small or too near one another."""
    from scipy import ndimage

    labels, count = ndimage.label(ink, np.ones((3, 3)))
    if count > MOST or any(ndimage.label(other, np.ones((3, 3)))[1] != count for other in grown_and_worn(ink, touched)):
        return None
    pieces = sorted((labels == number for number in range(1, count + 1)), key=lambda piece: -int(piece.sum()))
    return pieces if pieces and pieces[-1].mean() >= SMALLEST else None


def grown_and_worn(ink: Mask, touched: Mask) -> tuple[Mask, Mask]:
    """Return the drawing thickened and thinned: parts that nearly touch are joined, and thinly connected parts are
    separated.
    """
    from scipy import ndimage

    wide = np.ones((3, 3))
    return ndimage.binary_dilation(touched, wide, GAP), ndimage.binary_erosion(ink, wide, GAP)


def enclosed(ink: Mask, touched: Mask) -> int | None:
    """Return the number of areas of paper with ink all around; None if one is too small or nearly closed."""
    from scipy import ndimage

    counts = []
    for paper in (~ink, ~touched, *(~other for other in grown_and_worn(ink, touched))):
        labels, count = ndimage.label(np.pad(paper, 1, constant_values=True))
        around = labels[0, 0]
        sizes = [int((labels == number).sum()) for number in range(1, count + 1) if number != around]
        counts.append(len(sizes))
        if sizes and min(sizes) < SMALLEST * SIZE * SIZE / 4:
            return None
    return counts[0] if len(set(counts)) == 1 else None


def symmetry(darkness: npt.NDArray[np.int16]) -> tuple[bool, bool] | None:
    """Return whether the drawing is its mirror image about a vertical and a horizontal axis through the middle of the
    drawing; None if it nearly is."""
    from scipy import ndimage

    ink = darkness > INK // 2
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    cut = darkness[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    held = []
    for mirrored in (cut[:, ::-1], cut[::-1]):
        # Edges that fall between pixels differ by a pixel from their mirror image.
        apart = ndimage.binary_erosion(abs(cut - mirrored) > INK, np.ones((2, 2)))
        share = float(apart.mean())
        if SAME < share < DIFFERENT:
            return None
        held.append(share <= SAME)
    return held[0], held[1]


def position(pieces: list[Mask]) -> str | None:
    """Return on which side of the largest piece the smallest lies; None if it lies on none, on two, or where another
    is as large or as small."""
    from scipy import ndimage

    sizes = [int(piece.sum()) for piece in pieces]
    if len(pieces) < 2 or sizes[0] < 1.3 * sizes[1] or (len(pieces) > 2 and sizes[-1] * 1.3 > sizes[-2]):
        return None
    (large, small) = (ndimage.find_objects(piece.astype(int))[0] for piece in (pieces[0], pieces[-1]))
    gaps = (
        large[0].start - small[0].stop,
        small[0].start - large[0].stop,
        large[1].start - small[1].stop,
        small[1].start - large[1].stop,
    )
    # Within the other's reach along one axis, and clearly past it along the other.
    return SIDES[gaps.index(max(gaps))] if max(gaps) >= CLEAR and sorted(gaps)[-2] < 0 else None
