"""Wrong options that a drawing resembles as much as the right one, for a solver that only sees its silhouette and the
sizes of its boxes.

Two readers estimate how much a drawing resembles each kind: one finds the kind's most similar silhouette (`nearest`),
the other is a linear model of the silhouette and of a bag of boxes; both were fitted to drawings of every kind
(`__main__.py`). Wrong kinds are chosen such that the right kind is the likeliest of the four about as often as the
second, third or last, by both readers together. If the silhouette of a drawing nearly determines its kind, no such
options exist.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import raster
from sgpkit.quality.probes import features

from ... import tables
from ..designs import catalogue
from ..kind import Kind
from . import nearest

Numbers = npt.NDArray[np.float64]

WRONG = 3
GROUPS = {"living": ("animal", "human"), "eaten": ("food", "fruit", "dairy", "beverage")}
"""Categories with similar uses: they are not offered against each other."""

FILE = Path(__file__).parent / "weights.npz"
OUTLINE_SHARE = 0.6
"""The weight of the silhouette relative to that of the boxes, which are less informative."""

LINEAR_SHARE = 0.5
"""The weight of the linear model relative to that of the most similar silhouettes."""

SPAN = 6
"""Kinds next above or below the right one from which wrong ones are taken."""

DIGITS = 6
"""Decimals of a score that count, so that it is the same wherever it is computed."""

APART = frozenset(map(frozenset[str], tables.read(__file__, "apart.toml")["pairs"]))
"""Kinds that are never offered together: a person might take a drawing of one for the other, or name it so."""


class Model(NamedTuple):
    """Scores of the kinds `names` are linear in a silhouette, each number of which has a `mean` and a `deviation`, and
    in a bag of boxes, where those in `boxes` count with their `rarity`. `common` is the excess with which each kind
    would be offered."""

    names: tuple[str, ...]
    mean: Numbers
    deviation: Numbers
    of_outline: Numbers
    boxes: tuple[str, ...]
    rarity: Numbers
    of_boxes: Numbers
    common: Mapping[str, float]

    def scores(self, code: str) -> dict[str, float]:
        """Return how much a drawing looks like each kind."""
        outline, boxes = outline_of(code), features.boxes(code)
        columns = {name: number for number, name in enumerate(self.boxes)}
        bag = np.zeros(len(columns))
        for name, count in boxes.items():
            if name in columns:
                bag[columns[name]] = np.log1p(count)
        seen = unit((outline - self.mean) / self.deviation) @ self.of_outline
        sized = unit(bag * self.rarity) @ self.of_boxes
        total = OUTLINE_SHARE * standard(seen) + (1 - OUTLINE_SHARE) * standard(sized)
        return dict(zip(self.names, np.round(total, DIGITS).tolist(), strict=True))


@lru_cache(maxsize=64)
def outline_of(code: str) -> Numbers:
    """Return the silhouette of a drawing, or zeros if nothing is visible."""
    outline = features.silhouette(raster.paint(code, features.PAINTED))
    return np.zeros(features.SIDE**2 + 4) if outline is None else outline


def unit(values: Numbers) -> Numbers:
    """Return values as a vector of unit length."""
    scaled: Numbers = values / max(float(np.linalg.norm(values)), 1e-9)
    return scaled


def standard(values: Numbers) -> Numbers:
    """Return values with a mean of 0 and a deviation of 1."""
    scaled: Numbers = (values - values.mean()) / max(float(values.std()), 1e-9)
    return scaled


@cache
def model() -> Model:
    """Return the fitted model."""
    with np.load(FILE, allow_pickle=False) as stored:
        return read(stored)


def read(stored: Any) -> Model:
    """Return a model from its arrays; weights are bytes, with the size of a step."""
    return Model(
        tuple(stored["names"].tolist()),
        stored["mean"].astype(float),
        stored["deviation"].astype(float),
        stored["of_outline"].astype(float) * float(stored["outline_step"]),
        tuple(stored["boxes"].tolist()),
        stored["rarity"].astype(float),
        stored["of_boxes"].astype(float) * float(stored["boxes_step"]),
        dict(zip(stored["names"].tolist(), stored["common"].tolist(), strict=True)),
    )


@lru_cache(maxsize=64)
def scores(code: str) -> dict[str, float]:
    """Return the similarity of a drawing to each kind, cached because several questions ask about one drawing."""
    return both(model(), nearest.known(), code)


def both(linear: Model, known: nearest.Known, code: str) -> dict[str, float]:
    """Return the similarity of a drawing to each kind by both readers."""
    by_model = linear.scores(code)
    near = standard(known.likeness(outline_of(code)))
    total = near + LINEAR_SHARE * np.array([by_model[name] for name in known.names])
    return dict(zip(known.names, np.round(total, DIGITS).tolist(), strict=True))


def to_name(kind: Kind, code: str, generator: random.Random) -> list[Kind]:
    """Return wrong kinds for a question about the kind of thing that a drawing shows."""
    return chosen(kind, code, split_of(kind), generator)


def to_use(kind: Kind, code: str, generator: random.Random) -> list[Kind]:
    """Return wrong kinds for a question for what it is for: of living things, of what is eaten, or of others."""
    return chosen(kind, code, [other for other in split_of(kind) if group(other) == group(kind)], generator)


def split_of(kind: Kind) -> tuple[Kind, ...]:
    """Return the kinds of the same split."""
    return catalogue.TEST if kind in catalogue.TEST else catalogue.TRAIN


def group(kind: Kind) -> str:
    """Return the name of the group of kinds with similar uses."""
    return next((name for name, categories in GROUPS.items() if kind.category in categories), "")


def chosen(kind: Kind, code: str, others: Sequence[Kind], generator: random.Random) -> list[Kind]:
    """Return wrong kinds out of some; at random where the model does not know them, as those of a train split."""
    if kind.name not in model().names:
        return generator.sample([other for other in others if may_meet(kind, other)], WRONG)
    return among(kind, scores(code), model().common, others, WRONG, generator)


def among(
    kind: Kind,
    likely: Mapping[str, float],
    common: Mapping[str, float],
    others: Sequence[Kind],
    count: int,
    generator: random.Random,
) -> list[Kind]:
    """Return kinds to offer with the right one; the drawing resembles some of them more than the right one, the others
    less.

    The number of those that it resembles more is chosen uniformly, as far as there are enough.
    """
    able = [other for other in others if may_meet(kind, other)]
    own = likely[kind.name]
    above = sorted((other for other in able if likely[other.name] >= own), key=lambda other: likely[other.name])
    below = sorted((other for other in able if likely[other.name] < own), key=lambda other: -likely[other.name])
    wanted = max(min(generator.randrange(count + 1), len(above)), count - len(below))
    picked = []
    for pool, number in ((above, wanted), (below, count - wanted)):
        near = pool[: max(number, SPAN)]
        picked += sorted(near, key=lambda other: common[other.name] + generator.random())[:number]
    return picked


def may_meet(kind: Kind, other: Kind) -> bool:
    """Return whether another kind may be a wrong option for one."""
    return other.use != kind.use and frozenset((kind.name, other.name)) not in APART
