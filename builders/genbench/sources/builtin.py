"""Fresh prompts from a seed, of graded difficulty: 2 to 12 figures, and their constraints.

Every row has a drawing that satisfies it, which `finish` proves. Randomness is per row, seeded by its id.
"""

import random
from collections.abc import Callable, Iterator, Mapping

from sgpkit.benchmark import Row
from sgpkit.families.shared.naming import dotted_name

from ..content import kinds

SIZES: Mapping[str, Mapping[str, int]] = {
    "composition": {"train": 60, "test": 400},
    "object": {"train": 20, "test": 150},
    "scene": {"train": 20, "test": 150},
}


def source(part: str) -> Callable[[str, int], Iterator[tuple[str, Row]]]:
    """Return the source of one config."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        for split, count in SIZES[part].items():
            for number in range(count):
                yield split, row(part, f"gen-{part}-{split}-{number:04d}", number, seed)

    return rows


def row(part: str, identifier: str, number: int, seed: int) -> Row:
    """Return one prompt with its specification and a drawing of it: kinds and sizes take turns."""
    chance = random.Random(f"{identifier} {seed}")
    makers = list(kinds.MAKERS[part].items())
    (major, minor), maker = makers[number % len(makers)]
    fewest, most = kinds.FITTING.get(minor, (kinds.FEWEST, kinds.MOST))
    figures = fewest + number // len(makers) % (most - fewest + 1)
    draft = maker(chance, figures)
    return {
        "id": identifier,
        "cluster": identifier,
        "source": "builtin",
        "license": "CC0-1.0",
        "generator": dotted_name(maker),
        "prompt": draft.prompt,
        "major_type": major,
        "minor_type": minor,
        "gen_type": "builtin",
        "figures": len(draft.placed),
        "level": level(len(draft.placed), len(draft.constraints)),
        "specification": draft.specification.to_json(),
        "metadata": "",
        "code": draft.code,
        "copy_of": "",
        "flags": "",
    }


def level(figures: int, constraints: int) -> int:
    """Return the difficulty, 1 to 5, by the number of requirements."""
    return min(5, 1 + (figures + constraints - 2) // 4)
