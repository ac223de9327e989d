"""Pairs of a right drawing and one with a single error, and pairs of two right drawings.

They are made by the generators that families declare in `Evidence.contrasts`. Both drawings of a pair, and the
reference, pass the viewer gate, and a wrong drawing differs visibly from the right one.
"""

import hashlib
import itertools
import json
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sgpkit.benchmark import Contrasts, Row, families
from sgpkit.errors import UserError, nearest
from sgpkit.graphics.raster import Pixels
from sgpkit.status import Rejected

GRADES = (1, 2, 3)
COUNT = 200
"""Number of pairs of each axis and grade."""

SIZE = 224
"""Side in pixels of the pictures by which drawings are compared."""

SEEN, LEAST = 24, 20
"""Minimum difference of a channel, of 255, of a differing pixel, and minimum number of differing pixels between a
right and a wrong drawing.
"""

TRIES = 6
"""Maximum number of attempts per wanted pair, after which an axis has fewer pairs."""

TURTLE = "turtle"


@dataclass(frozen=True)
class Pair:
    """Two drawings for one request. `wrong` is right too in a pair of equivalence, which has no grade (0). `row` holds
    the reference under `code`, and its picture, PNG, under `image`. `change` is the share of pixels that differ.

    Pairs with the same `cluster` have the same scene.
    """

    id: str
    config: str
    format: str
    axis: str
    grade: int
    cluster: str
    prompt: str
    row: Row
    right: str
    wrong: str
    change: float = 0.0

    @property
    def is_equivalence(self) -> bool:
        """True if both drawings are right."""
        return self.grade == 0


def sources(configs: Sequence[str] = ()) -> dict[str, Contrasts]:
    """Return the generators of the given configs, or of all installed families. Raises UserError for a config without
    one."""
    declared = {benchmark.config: benchmark.evidence.contrasts for benchmark in families.all_benchmarks()}
    known = {config: contrasts for config, contrasts in declared.items() if contrasts is not None}
    for config in configs:
        if config not in known:
            raise UserError(
                f"{config} declares no contrasts{nearest(config, known)}; expected one of {', '.join(known)}"
            )
    return {config: known[config] for config in configs} if configs else known


Gate = Callable[[Sequence[Pair]], list[Pair]]
"""Returns the admitted pairs, completed, as `admit` does."""


def pairs(
    made_by: Mapping[str, Contrasts],
    count: int = COUNT,
    seed: int = 0,
    axes: Sequence[str] = (),
    gate: Gate | None = None,
) -> list[Pair]:
    """Return `count` pairs of each axis and grade, and of each axis of equivalence, divided among the generators
    that have the axis. `gate` is `admit`, or a version with a cache.
    """
    named = {axis for contrasts in made_by.values() for axis in (*contrasts.axes, *contrasts.equal)}
    for axis in axes:
        if axis not in named:
            raise UserError(f"unknown axis {axis!r}{nearest(axis, named)}; expected one of {', '.join(sorted(named))}")
    wanted: list[Pair] = []
    for config, contrasts in made_by.items():
        for axis in (*contrasts.axes, *contrasts.equal):
            if axes and axis not in axes:
                continue
            sharing = sum(axis in (*other.axes, *other.equal) for other in made_by.values())
            wanted += of_axis(config, contrasts, axis, math.ceil(count / sharing), seed, gate or admit)
    return wanted


def of_axis(config: str, contrasts: Contrasts, axis: str, count: int, seed: int, gate: Gate) -> list[Pair]:
    """Return pairs of one axis: the wanted number of each grade, or fewer if `TRIES` times that number of attempts
    do not suffice.
    """
    grades = GRADES if axis in contrasts.axes else (0,)
    admitted: list[Pair] = []
    for grade in grades:
        mine: list[Pair] = []
        draws = drawn(config, contrasts, axis, grade, seed, TRIES * count)
        while len(mine) < count:
            candidates = [pair for pair, _ in zip(draws, range(count - len(mine)), strict=False)]
            if not candidates:
                break
            mine += gate(candidates)
        admitted += mine
    return admitted


def sample(made_by: Mapping[str, Contrasts], count: int, seed: int = 0, axes: Sequence[str] = ()) -> list[Pair]:
    """Return some pairs of a right and a wrong drawing, spread over configs, axes and grades in a random order."""
    cells = [
        (config, axis, grade)
        for config, contrasts in made_by.items()
        for axis in contrasts.axes
        for grade in GRADES
        if not axes or axis in axes
    ]
    random.Random(f"{seed} sample").shuffle(cells)
    sampled: list[Pair] = []
    for number, (config, axis, grade) in enumerate(itertools.islice(itertools.cycle(cells), count)):
        draws = drawn(config, made_by[config], axis, grade, seed + number // len(cells), TRIES)
        sampled += next((kept for pair in draws if (kept := admit([pair]))), [])
    return sampled


def drawn(config: str, contrasts: Contrasts, axis: str, grade: int, seed: int, most: int) -> Iterator[Pair]:
    """Yield the pairs of one axis and grade from the generator, each of a different scene."""
    for number in itertools.count():
        if number == most:
            return
        name = f"{config}/{axis}/{grade}/{number}"
        made = contrasts.make(axis, grade or 1, random.Random(f"{seed} {name}"))
        if made is not None:
            row = {"id": name, "cluster": name, **made.row}
            yield Pair(name, config, contrasts.format, axis, grade, name, made.prompt, row, made.right, made.wrong)


def digest(pair: Pair) -> str:
    """Return the key of a pair: a hash of its drawings and of the values of its row that a scorer reads."""
    row = {name: value for name, value in pair.row.items() if name != "image"}
    held = json.dumps([pair.id, pair.prompt, pair.right, pair.wrong, row], sort_keys=True, default=str)
    return hashlib.sha256(held.encode()).hexdigest()[:24]


# --- the gate ---------------------------------------------------------------------------------------------------------


def admit(candidates: Sequence[Pair]) -> list[Pair]:
    """Return the pairs whose drawings and reference pass the viewer gate and whose wrong drawing differs visibly,
    with the picture of the reference added.
    """
    from sgpkit.graphics import raster

    format = candidates[0].format
    codes = [code for pair in candidates for code in (pair.right, pair.wrong, str(pair.row["code"]))]
    painted = pictures(codes, format, SIZE)
    admitted = []
    for index, pair in enumerate(candidates):
        right, wrong, reference = painted[3 * index : 3 * index + 3]
        if isinstance(right, Rejected) or isinstance(wrong, Rejected) or isinstance(reference, Rejected):
            continue
        differing = differences(right, wrong)
        if pair.is_equivalence or differing >= LEAST:
            row = {**pair.row, "image": raster.png(reference)}
            admitted.append(with_values(pair, row=row, change=differing / SIZE**2))
    return admitted


def with_values(pair: Pair, **values: Any) -> Pair:
    """Return a pair with other values."""
    from dataclasses import replace

    return replace(pair, **values)


def pictures(codes: Sequence[str], format: str, size: int) -> list[Pixels | Rejected]:
    """Return the pictures of drawings in a language, past the viewer gate."""
    from sgpkit.metrics import pictures as metric_pictures
    from sgpkit.metrics.pictures import in_workers

    if format != TURTLE:
        return in_workers.drawings(codes, size, format)
    from sgpkit.graphics import turtle

    figures = turtle.draw_many(codes)
    return metric_pictures.painted(
        [figure if isinstance(figure, Rejected) else figure.svg() for figure in figures], size
    )


def differences(one: Pixels, other: Pixels) -> int:
    """Return the number of pixels that differ."""
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    return int((apart > SEEN).sum())
