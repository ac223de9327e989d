"""Fresh tasks from a seed: a drawing of our own, and one to three changes in order; or a defect, or waste.

The wanted result is constructed, not searched for. Randomness is per row, seeded by its id.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping

from sgpkit.benchmark import Row
from sgpkit.families.shared.naming import dotted_name

from ..content import changes, defects, drawing

SIZES: Mapping[str, Mapping[str, int]] = {
    "edit": {"train": 60, "test": 360},
    "fix": {"train": 20, "test": 120},
    "optimise": {"train": 20, "test": 100},
}
LICENSE = "CC0-1.0"
FIX = "The program below does not draw what it should, because of one defect. Repair it, and change nothing else."
OPTIMISE = "Make the program below shorter without any change to what is drawn."


def source(task: str) -> Callable[[str, int], Iterator[tuple[str, Row]]]:
    """Return the source of one config."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        for split, count in SIZES[task].items():
            for number in range(count):
                identifier = f"{task}-{split}-{number:04d}"
                yield split, common(identifier, "builtin", LICENSE) | MAKERS[task](identifier, number, seed)

    return rows


def common(identifier: str, source: str, license: str) -> Row:
    """Return the columns of every row."""
    return {"id": identifier, "cluster": identifier, "source": source, "license": license, "generator": ""}


def edit(identifier: str, number: int, seed: int) -> Row:
    """Return one drawing with one, two or three changes; kinds take turns."""
    chance = random.Random(f"{identifier} {seed}")
    before = drawing.make(chance, 3 + number % 5)
    steps = 1 + number // len(changes.KINDS) % 3
    while True:
        kinds = changes.chain(chance, changes.KINDS[number % len(changes.KINDS)], steps)
        after, chosen, words = before, [], []
        for kind in kinds:
            chosen.append(changes.choose(chance, after, kind))
            words.append(changes.describe(after, chosen[-1]))
            after = changes.apply(after, chosen[-1])
        if changes.all_matter(before, chosen):
            break
    records = [{"op": change.kind, "part": change.part, "values": list(change.values)} for change in chosen]
    return {
        "task": kinds[0] if steps == 1 else f"{steps} changes",
        "steps": steps,
        "instruction": sentence(words),
        "code": before.code(),
        "target": after.code(),
        "changes": json.dumps(records),
        "generator": dotted_name(edit),
    }


def sentence(words: list[str]) -> str:
    """Return changes as numbered steps, or as one sentence."""
    if len(words) == 1:
        return f"{words[0][0].upper()}{words[0][1:]}."
    steps = " ".join(f"{index}. {text[0].upper()}{text[1:]}." for index, text in enumerate(words, 1))
    return f"Do this, one after the other: {steps}"


def fix(identifier: str, number: int, seed: int) -> Row:
    """Return one drawing with a defect in its program."""
    chance = random.Random(f"{identifier} {seed}")
    whole = drawing.make(chance, 3 + number % 6).code()
    names = list(defects.DEFECTS)
    name = names[number % len(names)]
    defect = defects.DEFECTS[name]
    return fixing(name, whole, defect(whole, chance)) | {"generator": dotted_name(defect)}


def fixing(name: str, whole: str, broken: str) -> Row:
    """Return the columns of a task to fix."""
    return {"task": name, "steps": 1, "instruction": FIX, "code": broken, "target": whole, "changes": ""}


def optimise(identifier: str, number: int, seed: int) -> Row:
    """Return one drawing whose program is longer than it need be."""
    chance = random.Random(f"{identifier} {seed}")
    whole = drawing.make(chance, 3 + number % 6).code()
    return optimising(whole, defects.wasteful(whole, chance)) | {"generator": dotted_name(defects.wasteful)}


def optimising(whole: str, wasteful: str) -> Row:
    """Return the columns of a task to make shorter."""
    return {
        "task": "optimise",
        "steps": 1,
        "instruction": OPTIMISE,
        "code": wasteful,
        "target": whole,
        "changes": "",
    }


MAKERS: Mapping[str, Callable[[str, int, int], Row]] = {"edit": edit, "fix": fix, "optimise": optimise}
