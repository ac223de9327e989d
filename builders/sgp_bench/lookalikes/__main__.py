"""Fit the model again, after drawings or kinds have changed: python -m sgpkit.families.sgp_bench.lookalikes"""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from sgpkit.probes import features

from ..content.designs import catalogue
from ..content.designs.drawing import Unfit, draw
from ..content.objects.kind import Kind
from ..content.writing import styling
from . import FILE, WRONG, Model, Numbers, among, group, outline_of, read

DRAWINGS = 2
"""Drawings of each design."""

TRIES = 6
PENALTY = 3.0
MIN_SEEN = 8
"""Drawings that a box must be in to count."""

STEPS = 127
ROUNDS, STRENGTH = 40, 0.5
"""How often, and how strongly, kinds that come too often are put back."""


def drawings() -> Iterator[tuple[str, str]]:
    """Yield the names of kinds with programs of drawings of them, of every design."""
    for design in catalogue.all_designs(catalogue.TEST):
        kind = next(kind for kind in catalogue.TEST if kind.name == design.rsplit("/", 1)[0])
        for number in range(DRAWINGS):
            generator = random.Random(f"lookalikes:{design}:{number}")
            for _ in range(TRIES):
                try:
                    style = generator.choice(list(styling.SHARES))
                    yield kind.name, draw(kind, design.rsplit("/", 1)[1], generator, style=style).code
                except Unfit:
                    continue
                break


def fitted(drawn: Sequence[tuple[str, str]]) -> dict[str, np.ndarray]:
    """Return the arrays of a model of drawings."""
    names = sorted({name for name, _ in drawn})
    labels = [names.index(name) for name, _ in drawn]
    targets = np.eye(len(names))[labels] - 1 / len(names)
    outlines = np.stack([outline_of(code) for _, code in drawn])
    mean, deviation = outlines.mean(axis=0), np.maximum(outlines.std(axis=0), 1e-9)
    bags = [features.boxes(code) for _, code in drawn]
    seen: dict[str, int] = {}
    for bag in bags:
        for name in bag:
            seen[name] = seen.get(name, 0) + 1
    boxes = sorted(name for name, count in seen.items() if count >= MIN_SEEN)
    rarity = np.array([np.log((1 + len(bags)) / (1 + seen[name])) + 1 for name in boxes])
    counts = np.array([[np.log1p(bag.get(name, 0)) for name in boxes] for bag in bags])
    of_outline, outline_step = stepped(weights((outlines - mean) / deviation, targets))
    of_boxes, boxes_step = stepped(weights(counts * rarity, targets))
    return {
        "names": np.array(names),
        "mean": mean.astype(np.float32),
        "deviation": deviation.astype(np.float32),
        "of_outline": of_outline,
        "outline_step": outline_step,
        "boxes": np.array(boxes),
        "rarity": rarity.astype(np.float32),
        "of_boxes": of_boxes,
        "boxes_step": boxes_step,
        "common": np.zeros(len(names), np.float32),
    }


def weights(values: Numbers, targets: Numbers) -> Numbers:
    """Return the weights of a ridge regression on lines of unit length."""
    lines = values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-9)
    solved: Numbers = np.linalg.solve(lines.T @ lines + PENALTY * np.eye(lines.shape[1]), lines.T @ targets)
    return solved


def stepped(values: Numbers) -> tuple[np.ndarray, np.ndarray]:
    """Return values as bytes, and the size of a step."""
    step = np.abs(values).max() / STEPS
    return np.round(values / step).astype(np.int8), np.array(step)


def evened(model: Model, drawn: Sequence[tuple[str, str]]) -> Numbers:
    """Return by how much kinds must be put back to be offered about as often as they are right."""
    kinds = {kind.name: kind for kind in catalogue.TEST}
    likely = [(kinds[name], model.scores(code)) for name, code in drawn]
    common = dict.fromkeys(model.names, 0.0)
    for turn in range(ROUNDS):
        generator = random.Random(turn)
        offers: Counter[str] = Counter()
        for kind, scores in likely:
            for pool in (catalogue.TEST, companions(kind)):
                offers.update(other.name for other in among(kind, scores, common, pool, WRONG, generator))
        right = Counter(name for name, _ in drawn)
        for name in common:
            common[name] += STRENGTH * math.log((offers[name] + 1) / (2 * WRONG * right[name] + 1))
    return np.array([common[name] for name in model.names], np.float32)


def companions(kind: Kind) -> list[Kind]:
    """Return the kinds whose uses are offered with that of one."""
    return [other for other in catalogue.TEST if group(other) == group(kind)]


def main() -> None:
    drawn = list(drawings())
    arrays = fitted(drawn)
    arrays["common"] = evened(read(arrays), drawn)
    np.savez_compressed(FILE, **arrays)  # type: ignore[arg-type]  # no array is named allow_pickle
    print(f"{FILE}: {len(drawn)} drawings of {len(arrays['names'])} kinds, {FILE.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
