"""Fit the model and draw the silhouettes again, after drawings or kinds have changed:
python -m sgpkit.families.shared.drawings.lookalikes"""

import math
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

from sgpkit.quality.probes import features

from ..designs import catalogue
from ..designs.drawing import Unfit, draw
from ..kind import Kind
from ..writing import styling
from . import FILE, WRONG, Model, Numbers, among, both, group, nearest, outline_of, read

DRAWINGS = {"a": 8, "c": 12, "d": 12, "e": 12}
"""Drawings of each kind under each name, each of a different design: the first are used to even out offers, the others
are kept as silhouettes."""

LOOKED_UP = "a"

KINDS = {kind.name: kind for kind in catalogue.TEST}
TRIES = 6
PENALTY = 3.0
MIN_SEEN = 8
"""Drawings that a box must be in to count."""

PROCESSES = 4
STEPS = 127
ROUNDS, STRENGTH, FEW = 30, 0.5, 0.1
"""How often, and how strongly, kinds that come too often are put back; what is added to shares, so that none is 0."""


class Example(NamedTuple):
    """A drawing of a kind, under one of the names of `DRAWINGS`."""

    kind: Kind
    name: str
    code: str


def drawings() -> list[Example]:
    """Return drawings of every kind, made by several processes."""
    with ProcessPoolExecutor(PROCESSES) as processes:
        made = processes.map(of_kind, KINDS, chunksize=4)
        return [Example(KINDS[kind], name, code) for part in made for kind, name, code in part]


def of_kind(kind: str) -> list[tuple[str, str, str]]:
    """Return a kind, a name and a program for each drawing of the kind."""
    made = []
    for name, count in DRAWINGS.items():
        generator = random.Random(f"{name}:{kind}")
        designs = list(catalogue.designs(KINDS[kind]))
        generator.shuffle(designs)
        for number in range(count):
            for _ in range(TRIES):
                try:
                    style = styling.choose(generator, one_color=generator.random() < 0.5)
                    design = designs[number % len(designs)]
                    made.append((kind, name, draw(KINDS[kind], design, generator, style=style).code))
                except Unfit:
                    continue
                break
    return made


def kept(drawn: Sequence[Example]) -> dict[str, np.ndarray]:
    """Return the arrays of the silhouettes of all drawings but those that are looked up."""
    outlines: dict[str, list[Numbers]] = {}
    for example in drawn:
        if example.name != LOOKED_UP:
            outlines.setdefault(example.kind.name, []).append(outline_of(example.code))
    return nearest.packed(outlines)


def fitted(drawn: Sequence[Example]) -> dict[str, np.ndarray]:
    """Return the arrays of a model of drawings."""
    names = sorted({example.kind.name for example in drawn})
    labels = [names.index(example.kind.name) for example in drawn]
    targets = np.eye(len(names))[labels] - 1 / len(names)
    outlines = np.stack([outline_of(example.code) for example in drawn])
    mean, deviation = outlines.mean(axis=0), np.maximum(outlines.std(axis=0), 1e-9)
    bags = [features.boxes(example.code) for example in drawn]
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


def evened(model: Model, known: nearest.Known, drawn: Sequence[Example]) -> Numbers:
    """Return by how much kinds must be put back to be offered about as often as they are right, which all kinds are
    alike often."""
    likely: dict[Kind, list[dict[str, float]]] = {}
    for kind in catalogue.TEST:
        codes = [example.code for example in drawn if example.kind == kind and example.name == LOOKED_UP]
        likely[kind] = [both(model, known, code) for code in codes]
    common = dict.fromkeys(model.names, 0.0)
    for turn in range(ROUNDS):
        generator = random.Random(turn)
        offers = dict.fromkeys(model.names, 0.0)
        for kind, scored in likely.items():
            for scores in scored:
                for pool in (catalogue.TEST, companions(kind)):
                    for other in among(kind, scores, common, pool, WRONG, generator):
                        offers[other.name] += 1 / len(scored)
        for name in common:
            common[name] += STRENGTH * math.log((offers[name] + FEW) / (2 * WRONG + FEW))
    return np.array([common[name] for name in model.names], np.float32)


def companions(kind: Kind) -> list[Kind]:
    """Return the kinds whose uses are offered with that of one."""
    return [other for other in catalogue.TEST if group(other) == group(kind)]


def main() -> None:
    drawn = drawings()
    silhouettes, arrays = kept(drawn), fitted(drawn)
    arrays["common"] = evened(read(arrays), nearest.read(silhouettes), drawn)
    for file, stored in ((FILE, arrays), (nearest.FILE, silhouettes)):
        np.savez_compressed(file, **stored)  # type: ignore[arg-type]  # no array is named allow_pickle
        print(f"{file}: {len(drawn)} drawings of {len(arrays['names'])} kinds, {file.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
