"""The builtin source of `sgp-symmetry`: is a drawing its own mirror image about a vertical line? 150 yes, 150 no.

Symmetric drawings are built on one side and mirrored digit by digit; the others start the same way and get one or two
breaks that can be seen (`symmetry_figures.py`). `proven` renders each row and holds the picture against its mirror
image.
"""

import itertools
import random
from collections.abc import Iterator

from sgpkit.benchmark import Row, Skipped
from sgpkit.families.shared.naming import dotted_name
from sgpkit.graphics import raster

from .. import pictures
from ..content import symmetry_figures, symmetry_kinds

LICENSE = "CC0-1.0"
ROWS = 300
OPTIONS = ["Yes", "No"]
KINDS = symmetry_figures.KINDS | symmetry_kinds.KINDS

WORDINGS = (
    "Is the left half of the drawing the mirror image of its right half?",
    "Does the drawing have mirror symmetry about a vertical line?",
    "If the picture were folded along a vertical line through its middle, would the two halves match exactly?",
    "Would the drawing look exactly the same in a mirror, with left and right exchanged?",
    "Is there a vertical line that divides the drawing into two mirror images?",
    "Does every part of the drawing have a counterpart of the same shape and color, mirrored about a vertical axis?",
)

CHECK_SIZE = 256
LEVEL = 72
"""Of 255: a pixel that differs by more from its mirror image is not the work of anti-aliasing."""

SAME = 0.0005
DIFFERENT = 0.006
"""Shares of the pixels: the most in a symmetric drawing, the least in any other."""


def drawings(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """Yield as many rows of each answer for every kind of figure and every wording, in an order that reveals
    nothing."""
    kinds = sorted(KINDS)
    for number in range(ROWS):
        identifier = f"symmetry-{number:03d}"
        pair, first = divmod(number, 2)
        # Every two rows share kind and wording and have both answers, in an order drawn for them.
        swapped = random.Random(f"{seed}:symmetry-pair-{pair}").random() < 0.5
        symmetric = bool(first) is swapped
        # Each kind meets the wordings in turn, and each wording as many kinds.
        kind, wording = kinds[pair % len(kinds)], WORDINGS[(pair + pair // len(kinds)) % len(WORDINGS)]
        yield (
            "test",
            {
                "id": identifier,
                "cluster": identifier,
                "source": pictures.BUILTIN,
                "license": LICENSE,
                "generator": dotted_name(KINDS[kind]),
                "category": kind,
                "type": "symmetry",
                "question": wording,
                "options": OPTIONS,
                "answer": "A" if symmetric else "B",
                "code": code(kind, symmetric, f"{seed}:{identifier}"),
            },
        )


def code(kind: str, symmetric: bool, name: str) -> str:
    """Return the program. A break that cannot be seen, say on a part that lies under others, is drawn again."""
    for attempt in itertools.count():
        drawn = symmetry_figures.draw(KINDS[kind], symmetric, random.Random(f"{name}:{attempt}"))
        if symmetric or unlike_its_mirror_image(drawn) >= DIFFERENT:
            return drawn
    raise AssertionError("counting has no end")


def proven(row: Row) -> Row | Skipped:
    """The row with its picture; raises ValueError if the picture of one of our rows contradicts its key."""
    if row["source"] == pictures.BUILTIN:
        share = unlike_its_mirror_image(row["code"])
        if not (share <= SAME if row["answer"] == "A" else share >= DIFFERENT):
            raise ValueError(f"{row['id']} is keyed {row['answer']}, but {share:.4%} of it is unlike its mirror image")
    return pictures.with_image(row)


def unlike_its_mirror_image(code: str) -> float:
    """The share of the pixels that differ from the pixel across the vertical middle line."""
    pixels = raster.paint(code, CHECK_SIZE).astype(int)
    return float((abs(pixels - pixels[:, ::-1]).max(axis=2) > LEVEL).mean())
