"""The builtin source: the scene and the task of each row; `finish` draws them (`content/rows.py`).

    --source builtin[=TOKENIZER]       a tokenizer that counts, by its id on the Hub or its path
    --source training[=TOKENIZER]      the same with 7,000 rows to train on, the first of which are those of builtin

The same scenes serve all four configs, so that a drawing has one cluster in all of them. The paper has 7,000 drawings,
300 of them in the test split, and does not state the sizes of the other two splits. Here these have 600 and 100, enough
for worked examples and for choosing between checkpoints; training uses the source with 7,000. Drawing is slow and is
left to the build's workers. This module chooses the kinds, each once before any repeats, and the seeds, which follow
from the ids of the rows.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sgpkit.benchmark import Row

from ..content.rows import BUILTIN, EDITS, SEED

SINGLE_GENRES = ("icon", "glyph")
EVERY = 7
"""Every seventh drawing of a split is a single icon or glyph. The others are of all other kinds."""

SIZES: Mapping[str, int] = {"train": 600, "validation": 100, "test": 300}
TRAINING: Mapping[str, int] = {**SIZES, "train": 7000}
LICENSE = "CC0-1.0"


class Dealt(NamedTuple):
    """A row's kind. `instead` is the kind whose place a single icon or glyph takes, else ""."""

    split: str
    identifier: str
    kind: str
    instead: str = ""


def deal(seed: int, sizes: Mapping[str, int] = SIZES) -> Iterator[Dealt]:
    singles = single_kinds()
    for split, size in sizes.items():
        several = rounds(other_kinds(), random.Random(f"{seed}:{split}:kinds"))
        single = rounds(singles, random.Random(f"{seed}:{split}:single"))
        for number in range(1, size + 1):
            kind, identifier = next(several), f"vg-{split}-{number:04d}"
            if number % EVERY:
                yield Dealt(split, identifier, kind)
            else:
                yield Dealt(split, identifier, next(single), kind)


def single_kinds() -> tuple[str, ...]:
    from ..content import scenes

    return tuple(kind for kind in scenes.KINDS if scenes.category(kind) in SINGLE_GENRES)


def other_kinds() -> tuple[str, ...]:
    from ..content import scenes

    return tuple(kind for kind in scenes.KINDS if scenes.category(kind) not in SINGLE_GENRES)


def rounds(kinds: Sequence[str], generator: random.Random) -> Iterator[str]:
    """Yield kinds without end, every kind once before any repeats."""
    while True:
        yield from generator.sample(list(kinds), len(kinds))


def common(dealt: Dealt, tokenizer: str, seed: int) -> Row:
    from ..content.scenes.tokens import ESTIMATE

    return {
        "id": dealt.identifier,
        "cluster": dealt.identifier,
        "source": BUILTIN,
        "license": LICENSE,
        "kind": dealt.kind,
        "tokenizer": tokenizer or ESTIMATE,
        SEED: f"{seed}:{dealt.identifier}",
    }


# --- sources ----------------------------------------------------------------------------------------------------------


def drawings(path: str, seed: int, sizes: Mapping[str, int] = SIZES) -> Iterator[tuple[str, Row]]:
    """Yield the rows of descriptions and of captions."""
    for dealt in deal(seed, sizes):
        yield dealt.split, common(dealt, path, seed)


def sketch(path: str, seed: int, sizes: Mapping[str, int] = SIZES) -> Iterator[tuple[str, Row]]:
    from ..content import sketches

    kinds = {split: rounds(sketches.KINDS, random.Random(f"{seed}:{split}:sketches")) for split in sizes}
    for dealt in deal(seed, sizes):
        yield dealt.split, common(dealt, path, seed) | {"sketch_kind": next(kinds[dealt.split])}


def edit(path: str, seed: int, sizes: Mapping[str, int] = SIZES) -> Iterator[tuple[str, Row]]:
    """Yield rows with the kinds of edits in the order in which to try them, the split's rarest first.

    The place that a single icon or glyph takes counts as before, so that the edits of other rows do not depend on it.
    """
    several = {split: Dealer(random.Random(f"{seed}:{split}:edits"), other_kinds()) for split in sizes}
    single = {split: Dealer(random.Random(f"{seed}:{split}:single edits"), single_kinds()) for split in sizes}
    for dealt in deal(seed, sizes):
        order = several[dealt.split].order(dealt.instead or dealt.kind)
        if dealt.instead:
            order = single[dealt.split].order(dealt.kind)
        yield dealt.split, common(dealt, path, seed) | {EDITS: order}


class Dealer:
    """An even distribution of the kinds of edits that fit some kinds of scenes over these scenes of a split."""

    def __init__(self, generator: random.Random, scene_kinds: Sequence[str]) -> None:
        from ..content import edits

        self.generator = generator
        self.usual = {kind: usually_fit()[kind] for kind in scene_kinds}
        self.rarity = Counter(edit for fitting in self.usual.values() for edit in fitting)
        self.edits = [edit for edit in edits.KINDS if edit in self.rarity]
        self.dealt: Counter[str] = Counter()

    def order(self, scene_kind: str) -> list[str]:
        """Return the order in which to try edits: the split's rarest first, then those that fit the fewest kinds of
        scenes. Edits that fitted no sampled scene of the kind come last, for scenes that no other edit fits."""
        usual = self.usual[scene_kind]
        shuffled = self.generator.sample(self.edits, len(self.edits))
        ordered = sorted(shuffled, key=lambda edit: (edit not in usual, self.dealt[edit], self.rarity[edit]))
        self.dealt[ordered[0]] += 1
        return ordered


PROBES = 3


@lru_cache(maxsize=1)
def usually_fit() -> Mapping[str, frozenset[str]]:
    """Return for every kind of scene the edits that fit most of a few such scenes."""
    from ..content import edits, scenes

    usual = {}
    for kind in scenes.KINDS:
        fitting = Counter(
            edit
            for number in range(PROBES)
            for edit in edits.applicable(scenes.draw(kind, random.Random(f"probe:{kind}:{number}")))
        )
        usual[kind] = frozenset(edit for edit, count in fitting.items() if 2 * count > PROBES)
    return usual
