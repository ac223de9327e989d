"""Fresh parts from a seed, each asked for twice: abstract, without a measure, and detailed."""

import json
import random
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Row
from sgpkit.families.shared.naming import dotted_name

from ..content import pieces, programs
from ..content.parts import KINDS

SIZES: Mapping[str, int] = {"train": 12, "test": 122}
"""In the test split, two prompts of each kind."""


def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """Yield each row with its split; two rows of one part share its cluster."""
    for split, count in SIZES.items():
        for number in range(count):
            yield split, row(split, number, seed)


def row(split: str, number: int, seed: int) -> Row:
    """Return one prompt: kinds take turns, an abstract and a detailed prompt follow each other. Of most kinds the text
    and the predicates are made in `solids.finish`, from the built part."""
    kinds = [*KINDS, *pieces.recipes()]
    name = kinds[number // 2 % len(kinds)]
    cluster = f"cad-{split}-{number // 2:04d}"
    detailed = bool(number % 2)
    draw = f"{cluster} {seed}"
    maker = KINDS[name].program if name in KINDS else pieces.recipes()[name][0]
    common = {
        "id": f"{cluster}-{'detailed' if detailed else 'abstract'}",
        "cluster": cluster,
        "source": "builtin",
        "license": "CC0-1.0",
        "generator": dotted_name(maker),
        "kind": name,
        "partition": "detailed" if detailed else "abstract",
        "prompt": "",
        "predicates": "",
        "tests": "",
        "tests_hash": "",
    }
    if name not in KINDS:
        return {**common, "code": programs.cadquery(pieces.make(name, random.Random(draw))), "draw": draw}
    kind = KINDS[name]
    values = kind.draw(random.Random(draw))
    wanted = (kind.predicates if detailed else kind.loose)(values)
    return {
        **common,
        "prompt": (kind.detailed if detailed else kind.abstract)(values),
        "predicates": json.dumps(list(wanted)),
        "code": kind.program(values),
    }
