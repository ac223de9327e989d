"""Fresh parts from a seed, each asked for twice: abstract, without a measure, and detailed."""

import json
import random
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Row

from ..content.parts import KINDS

SIZES: Mapping[str, int] = {"train": 6, "test": 60}


def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """Yield each row with its split; two rows of one part share its cluster."""
    for split, count in SIZES.items():
        for number in range(count):
            yield split, row(split, number, seed)


def row(split: str, number: int, seed: int) -> Row:
    """Return one prompt: kinds take turns, an abstract and a detailed prompt follow each other."""
    name = list(KINDS)[number // 2 % len(KINDS)]
    cluster = f"cad-{split}-{number // 2:04d}"
    kind = KINDS[name]
    values = kind.draw(random.Random(f"{cluster} {seed}"))
    detailed = bool(number % 2)
    return {
        "id": f"{cluster}-{'detailed' if detailed else 'abstract'}",
        "cluster": cluster,
        "source": "builtin",
        "license": "CC0-1.0",
        "kind": name,
        "partition": "detailed" if detailed else "abstract",
        "prompt": (kind.detailed if detailed else kind.abstract)(values),
        "predicates": json.dumps(list((kind.predicates if detailed else kind.loose)(values))),
        "tests": "",
        "tests_hash": "",
        "code": kind.program(values),
    }
