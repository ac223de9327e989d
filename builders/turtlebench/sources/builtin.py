"""The builtin source: 130 figures to draw, and 130 changes of figures, each with program, numbers and words.

A figure is drawn during selection (`tracing.py`), so that the complexity of every picture is measured, no change
leaves its figure as it was, and no two of the 260 tasks have the same target, whatever its size. The paper's numbers:
25, 40 and 35 % of the figures to draw are simple, medium and complex by their contours, changes lead from one level to
another as often as Table 6 counts, and a tenth of them are two in one (appendices C.4, C.5).

No motif has more than `MOTIF_ROWS` of the 260 rows. A target in which some stroke is less of the ink than the published
rule forgives is refused, so that no answer that leaves a stroke out is solved.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sgpkit.benchmark import Row
from sgpkit.families.shared.naming import dotted_name
from sgpkit.graphics.turtle import contours as turtle_contours

from .. import complexity, likeness, tracing, weights
from ..content.patterns import KINDS
from ..content.patterns.pattern import Pattern, Tweak, assignments, program
from . import changes

BUILTIN = "builtin"
LICENSE = "CC0-1.0"

FIGURES = {"simple": 33, "medium": 52, "complex": 45}
ROWS = sum(FIGURES.values())

MOTIF_ROWS = 2
"""Rows of both configs together that may be of one motif (`Pattern.kind`)."""

COMBINED = "combined"
CHANGES = {
    ("simple", "simple"): {
        "deletion": 4,
        "insertion": 1,
        "generalisation": 2,
        "rotation": 4,
        "reflection": 4,
        COMBINED: 5,
    },
    ("simple", "medium"): {"insertion": 8, COMBINED: 2},
    ("simple", "complex"): {"insertion": 3, COMBINED: 1},
    ("medium", "simple"): {"deletion": 5},
    ("medium", "medium"): {
        "deletion": 6,
        "insertion": 5,
        "generalisation": 6,
        "rotation": 7,
        "reflection": 6,
        COMBINED: 3,
    },
    ("medium", "complex"): {"insertion": 6, "generalisation": 7},
    ("complex", "simple"): {"deletion": 5},
    ("complex", "medium"): {"deletion": 10, "generalisation": 7, COMBINED: 2},
    ("complex", "complex"): {"deletion": 3, "insertion": 8, "generalisation": 1, "rotation": 5, "reflection": 4},
}
"""The number of changes from level to level, by kind. The sums over kinds are the paper's (Table 6); of kinds it only
states that a tenth combines two."""

RARE = 5
"""Changes from level to level of which there are no more than this are chosen first: few figures have them."""


class Wanted(NamedTuple):
    before: str
    after: str
    kind: str


@dataclass(frozen=True)
class Figure:
    pattern: Pattern
    name: str
    code: str
    contours: int
    generator: str
    """The dotted name of the function that makes the pattern."""

    @property
    def level(self) -> str:
        return complexity.level(self.contours)


def scratch(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    for number, figure in enumerate(chosen_figures(seed)):
        pattern = figure.pattern
        yield (
            "test",
            {
                "id": f"scratch-{number:03d}",
                "cluster": figure.name,
                "source": BUILTIN,
                "license": LICENSE,
                "generator": figure.generator,
                "kind": pattern.kind,
                "contours": figure.contours,
                "complexity": figure.level,
                "variables": assignments(pattern.variables),
                "description": pattern.description,
                "code": figure.code,
                "defect": "",
            },
        )


def tweak(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    for number, (figure, change, code) in enumerate(chosen_tweaks(seed)):
        pattern = figure.pattern
        after = contours(code)
        yield (
            "test",
            {
                "id": f"tweak-{number:03d}",
                "cluster": figure.name,
                "source": BUILTIN,
                "license": LICENSE,
                "generator": figure.generator,
                "kind": pattern.kind,
                "tweak": kind_of(change),
                "tweaks": list(change.kinds),
                "base_contours": figure.contours,
                "contours": after,
                "complexity": f"{figure.level} to {complexity.level(after)}",
                "variables": assignments(pattern.variables),
                "description": pattern.description,
                "instruction": change.instruction,
                "base_code": figure.code,
                "code": code,
                "defect": "",
            },
        )


@lru_cache(maxsize=4096)
def contours(code: str) -> int:
    return turtle_contours.contours(tracing.board(code).pixels)


def kind_of(change: Tweak) -> str:
    return change.kinds[0] if len(change.kinds) == 1 else COMBINED


def figures(purpose: str, seed: int) -> Iterator[Figure]:
    """All variants of all kinds, in turn: one of every kind before the second of any."""
    shuffled: list[list[tuple[str, Pattern, str]]] = []
    for kind, variants in KINDS.items():
        draw = random.Random(f"{seed}:{purpose}:{kind}")
        made = dotted_name(variants)
        named = [(f"{kind}, {index}", pattern, made) for index, pattern in enumerate(variants(draw))]
        shuffled.append(draw.sample(named, len(named)))
    random.Random(f"{seed}:{purpose}").shuffle(shuffled)
    for turn in itertools.zip_longest(*shuffled):
        for name, pattern, made in filter(None, turn):
            code = program(pattern.variables, pattern.body)
            yield Figure(pattern, name, code, contours(code), made)


def chosen_figures(seed: int) -> Iterator[Figure]:
    """Yield the figures to draw, each as soon as it is chosen."""
    wanted = dict(FIGURES)
    chosen: list[Figure] = []
    for figure in figures("scratch", seed):
        if figure.pattern.kind in {other.pattern.kind for other in chosen} or not wanted[figure.level]:
            continue
        if is_new(figure.code, [other.code for other in chosen]) and not weights.has_faint_stroke(figure.code):
            wanted[figure.level] -= 1
            chosen.append(figure)
            yield figure
            if not any(wanted.values()):
                return
    raise ValueError(f"seed {seed}: too few different figures, {wanted} are missing")


def chosen_tweaks(seed: int) -> Iterator[tuple[Figure, Tweak, str]]:
    """Changes of the levels and kinds of `CHANGES`, in an order of the seed's; the figures take turns."""
    every = [
        Wanted(*levels, kind)
        for levels, kinds in CHANGES.items()
        for kind, count in kinds.items()
        for _ in range(count)
    ]
    order = random.Random(f"{seed}:tweak-kinds").sample(every, ROWS)
    rare = [wanted for wanted in order if sum(CHANGES[wanted[:2]].values()) <= RARE]
    choose = Chooser(seed)
    early = [(wanted, choose(wanted)) for wanted in rare]
    for wanted in order:
        if early and wanted == early[0][0]:
            yield early.pop(0)[1]
        else:
            yield choose(wanted)


class Chooser:
    """Finds changes that fit the requirements and differ from all earlier figures and changes."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        to_draw = list(chosen_figures(seed))
        self.codes = [figure.code for figure in to_draw]
        self.motifs = Counter(figure.pattern.kind for figure in to_draw)
        self.queue = Queue(figures("tweak", seed))

    def __call__(self, wanted: Wanted) -> tuple[Figure, Tweak, str]:
        for figure in self.queue.of(wanted.before):
            if self.motifs[figure.pattern.kind] >= MOTIF_ROWS:
                continue
            for change in shuffled_tweaks(figure, wanted.kind, self.seed):
                code = program(figure.pattern.variables, change.body)
                if complexity.level(contours(code)) == wanted.after and self.is_good(figure, change, code):
                    self.queue.used(figure)
                    self.motifs[figure.pattern.kind] += 1
                    self.codes.append(code)
                    return figure, change, code
        raise ValueError(f"seed {self.seed}: too few different tweaks, one is missing: {wanted}")

    def is_good(self, figure: Figure, change: Tweak, code: str) -> bool:
        return changes_enough(figure, change, code) and is_new(code, self.codes) and not weights.has_faint_stroke(code)


class Queue:
    """Figures by complexity, drawn when they are wanted; those that were used come again after all others."""

    def __init__(self, source: Iterator[Figure]) -> None:
        self.source = source
        self.fresh: dict[str, list[Figure]] = {level: [] for level in FIGURES}
        self.asked: dict[str, list[Figure]] = {level: [] for level in FIGURES}

    def of(self, level: str) -> Iterator[Figure]:
        yield from list(self.fresh[level])
        for figure in self.source:
            self.fresh[figure.level].append(figure)
            if figure.level == level:
                yield figure
        yield from list(self.asked[level])

    def used(self, figure: Figure) -> None:
        for waiting in (self.fresh[figure.level], self.asked[figure.level]):
            if figure in waiting:
                waiting.remove(figure)
        self.asked[figure.level].append(figure)


def shuffled_tweaks(figure: Figure, kind: str, seed: int) -> list[Tweak]:
    options = tweaks_of(figure.pattern, kind)
    return random.Random(f"{seed}:{figure.name}:{kind}").sample(options, len(options))


def tweaks_of(pattern: Pattern, kind: str) -> list[Tweak]:
    match kind:
        case "rotation":
            return changes.rotations(pattern)
        case "reflection":
            return changes.reflections(pattern) + [tweak for tweak in pattern.tweaks if kind_of(tweak) == kind]
        case "combined":
            return [both for tweak in pattern.tweaks for both in changes.combined(tweak)]
        case _:
            return [tweak for tweak in pattern.tweaks if kind_of(tweak) == kind]


def changes_enough(figure: Figure, change: Tweak, code: str) -> bool:
    """Return whether a change shows; of two changes in one, both must."""
    between = [program(figure.pattern.variables, change.midway)] if change.midway else []
    steps = itertools.pairwise((figure.code, *between, code))
    unlike_both_ends = likeness.difference(figure.code, code) >= likeness.UNCHANGED
    return unlike_both_ends and all(likeness.difference(*step) >= likeness.UNCHANGED for step in steps)


def is_new(code: str, known: Sequence[str]) -> bool:
    return bool((likeness.differences(code, known) >= likeness.EQUAL).all())
