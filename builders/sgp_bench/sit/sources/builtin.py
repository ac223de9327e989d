"""The builtin programs of the instruction data: drawings of the grammar, numbered, each with its description.

Drawing number n is the same in every build of a seed. Left out, and told, are drawings whose code was drawn before, and
near copies of test programs. The first 72,000 of the rest are the 72k. The short ones among them, and the short ones
that are drawn after them, make one row of which 25k, 40k and 55k are the beginnings, and 10k a sample. How short that
is (the longest of the 25k) shows only when all 72,000 are drawn; for seed 0 it is written down here, so that the first
rows of a short size do not wait for that.
Try it: python -m sgpkit.families.sgp_bench.sit 0     which computes it afresh, in minutes
"""

import hashlib
import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sgpkit import bars
from sgpkit.benchmark import Row, Skipped
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import draw_plain
from sgpkit.families.shared.drawings.drawing import Drawing

from ...sources.svg_objects import LICENSE
from .. import pairs
from ..content.describe import describe
from ..pairs import DESCRIBE, DRAW, Pair
from ..sizes import SAMPLE, SHORT, SIZES, WHOLE, Sizes, halves, sample
from . import screen


class Numbered(NamedTuple):
    number: int
    identifier: str
    drawing: Drawing


class Cut(NamedTuple):
    """The longest of the 25k: the length of its code and its number; of others as long, those with a smaller number
    belong too. `last` is the number of the last of the 72,000."""

    length: int
    number: int
    last: int


KINDS = catalogue.TRAIN
PROBED = 2 * len(KINDS)
KNOWN = {(0, "37723143fa246975"): Cut(length=1381, number=65341, last=72000)}
"""By seed and digest of the grammar, see `grammar`. To be computed again as well when the definition of a
near copy changes: it moves by the few drawings that are then left out or not."""


def rows(path: str, seed: int, size: str, directions: str, sizes: Sizes = SIZES) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the rows of a size. `directions`: describe, draw, or mixed. `path` is not used."""
    turned = halves(f"{seed}:{size}", sizes[size]) if directions == "mixed" else frozenset()
    index = 0
    for item in chosen(seed, size, sizes):
        if isinstance(item, Skipped):
            yield item
            continue
        direction = directions if directions != "mixed" else DRAW if index in turned else DESCRIBE
        index += 1
        yield "train", pairs.row(pair(item, seed), direction)


def pair(item: Numbered, seed: int) -> Pair:
    generator = random.Random(f"{seed}:{item.identifier}:description")
    text = describe(item.drawing, generator)
    kind, code = item.drawing.kind, item.drawing.code
    identifier = item.identifier
    return Pair(identifier, identifier, "builtin", LICENSE, kind.category, code, text, generator=kind.generator)


def chosen(seed: int, size: str, sizes: Sizes = SIZES) -> Iterator[Numbered | Skipped]:
    """The programs of a size, in order, and the items left out."""
    taken = 0
    indices = set(sample(seed, sizes)) if size == SAMPLE else None
    wanted = sizes[SHORT] if indices is not None else sizes[size]
    for item in numbered(seed) if size == WHOLE else short(seed, sizes):
        if isinstance(item, Skipped):
            yield item
            continue
        if indices is None or taken in indices:
            yield item
        taken += 1
        if taken == wanted:
            return


def short(seed: int, sizes: Sizes = SIZES) -> Iterator[Numbered | Skipped]:
    """The short ones of the 72k in their order, and after them, without an end, the further ones."""
    return numbered(seed, cut(seed, sizes[WHOLE], sizes[SHORT]))


def numbered(seed: int, edge: Cut | None = None) -> Iterator[Numbered | Skipped]:
    """Drawings of all kinds, each as likely as any other, without an end; of these the short ones, if it says so."""
    codes: dict[bytes, str] = {}
    for number in itertools.count(1):
        identifier = f"sit-{number:06d}" if seed == 0 else f"sit-{seed}-{number:06d}"
        drawing = drawn(identifier, seed)
        if edge is not None and not is_short(number, len(drawing.code), edge):
            continue
        code = hashlib.blake2b(drawing.code.encode(), digest_size=16).digest()
        if code in codes:
            yield Skipped(identifier, f"the same program as {codes[code]}")
            continue
        codes[code] = identifier
        known = screen.tests(seed) if drawing.kind.name in screen.TEST_KINDS else {}
        if copy := screen.copied(identifier, drawing, known):
            yield Skipped(identifier, f"a near copy of {copy.of}, a test program: {copy.how}")
        else:
            yield Numbered(number, identifier, drawing)


def is_short(number: int, length: int, edge: Cut) -> bool:
    return length < edge.length or (length == edge.length and not edge.number < number <= edge.last)


def drawn(identifier: str, seed: int) -> Drawing:
    generator = random.Random(f"{seed}:{identifier}")
    kind = generator.choice(KINDS)
    return draw_plain(kind, generator.choice(catalogue.designs(kind)), generator)


@cache
def cut(seed: int, whole: int, short: int) -> Cut:
    """Return the longest of the `short` shortest of the first `whole` programs."""
    standard = (whole, short) == (SIZES[WHOLE], SIZES[SHORT])
    return (KNOWN.get((seed, grammar())) if standard else None) or measured(seed, whole, short)


@cache
def grammar() -> str:
    """A digest of two drawings of every kind: a cut is known for one grammar, and another has its own."""
    digest = hashlib.sha256()
    for number in range(PROBED):
        kind = KINDS[number % len(KINDS)]
        design = catalogue.designs(kind)[number % catalogue.DESIGNS % len(catalogue.designs(kind))]
        digest.update(draw_plain(kind, design, random.Random(f"probe:{number}")).code.encode())
    return digest.hexdigest()[:16]


def measured(seed: int, whole: int, short: int) -> Cut:
    """Return the cut by drawing all programs."""
    drawings = (item for item in numbered(seed) if not isinstance(item, Skipped))
    first = bars.counted(itertools.islice(drawings, whole), "which are the short ones", whole, "drawings")
    lengths = [(len(item.drawing.code), item.number) for item in first]
    return Cut(*sorted(lengths)[short - 1], lengths[-1][1])
