"""The builtin source of VGen: captions of generated figures of one format, with the program that draws each.

Seed 0 has the paper's numbers of rows (Table 4). No program repeats, and the figures differ from VGQA's.
"""

import itertools
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Reader, Row
from sgpkit.metrics.structure.recall.named import as_text
from sgpkit.metrics.structure.scene_match import asserted

from .. import lengths
from ..content import generators
from ..content.figure import Figure
from ..content.generators import Dealt

SIZES: Mapping[str, int] = {"svg": 2000, "tikz": 2000, "graphviz": 1845}
TRAIN = 3
LICENSE = "CC0-1.0"


def captions(format: str) -> Reader:
    def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        for split, name, count in (("train", f"{seed}:vgen-train", TRAIN), ("test", f"{seed}:vgen", SIZES[format])):
            for dealt in itertools.islice(generators.deck(format, name, captioned=True), count):
                yield split, row(dealt)

    return rows


def row(dealt: Dealt) -> Row:
    figure = dealt.figure
    return {
        "id": dealt.identifier,
        "cluster": dealt.identifier,
        "source": "builtin",
        "license": LICENSE,
        "generator": figure.generator,
        "kind": figure.kind,
        "design": figure.design or figure.kind,
        **spoken(figure),
        "code": figure.code,
        "length": len(figure.code),
        "band": lengths.band(figure.code),
    }


def spoken(figure: Figure) -> Row:
    """Return the caption of a figure, and the assertions that can be checked."""
    return {
        "caption": figure.caption,
        "paraphrases": list(figure.paraphrases),
        "named": [as_text(named) for named in figure.named],
        "asserted": asserted.as_text(figure.asserted),
    }
