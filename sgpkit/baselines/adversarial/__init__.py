"""Adversarial answers: drawings that deserve no marks, on which every metric and benchmark of drawings is tested.

    answers(benchmark)      by name, a function that returns an answer to each row

    blank          a white page: the maximum score for all others
    hidden-WAY     the row's own reference, hidden in one way, and `hidden`, each row's in another
    palette        twelve swatches               spray       lines all over the page
    words          the row's caption as text     unchanged   the drawing given in the task
    bitmap         the reference's picture, as an image with its bytes inside

They are baselines of every benchmark whose answers are drawings (`sgpkit run CONFIG --engine baseline --model hidden`),
and a promise of every such benchmark (`sgpkit.quality.contract`). A benchmark declares the material in
`Evidence.adversarial`; each language has a module, listed in `DRAWINGS`; for a plug-in's language, that declaration has
the drawings.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from sgpkit.baselines.adversarial import dot, eps, svg, tikz, turtle
from sgpkit.baselines.adversarial.drawings import Drawings
from sgpkit.benchmark import Benchmark, Row
from sgpkit.graphics import formats
from sgpkit.status import Rejected

__all__ = ["BITMAP_SIZE", "BLANK", "DRAWINGS", "HIDDEN", "Drawings", "answers", "drawings_of", "draws"]

Answers = Callable[[Sequence[Row]], list[str]]

DRAWINGS: Mapping[str, Drawings] = MappingProxyType(
    {
        "svg": svg.DRAWINGS,
        "tikz": tikz.DRAWINGS,
        "eps": eps.DRAWINGS,
        "dot": dot.DRAWINGS,
        "turtle": turtle.DRAWINGS,
    }
)
"""Adversarial drawings by answer format."""

BLANK, HIDDEN = "blank", "hidden"

BITMAP_SIZE = 64
"""Side in pixels of an embedded bitmap."""


def draws(benchmark: Benchmark) -> bool:
    """Return whether answers to a benchmark are drawings that are scored."""
    return benchmark.scoring.score is not None and (
        drawings_of(benchmark) is not None or formats.has(benchmark.answer_format)
    )


def drawings_of(benchmark: Benchmark) -> Drawings | None:
    """Return the adversarial drawings in the language of a benchmark's answers; None if there are none."""
    return benchmark.evidence.adversarial.drawings or DRAWINGS.get(benchmark.answer_format)


def answers(benchmark: Benchmark) -> dict[str, Answers]:
    """Return the adversarial answers to a benchmark; none if its answers are not drawings, or in a language without
    any."""
    drawings, material = drawings_of(benchmark), benchmark.evidence.adversarial
    if drawings is None or benchmark.scoring.score is None:
        return {}
    by_name: dict[str, Answers] = {
        BLANK: partial(always, drawings.blank),
        "palette": partial(always, drawings.palette),
        "spray": partial(always, drawings.spray),
        HIDDEN: partial(hidden_in_turn, drawings, benchmark),
    }
    for way in drawings.hidings:
        by_name[f"{HIDDEN}-{way}"] = partial(hidden, drawings, benchmark, way)
    if material.caption is not None:
        caption = material.caption
        by_name["words"] = lambda rows: [drawings.words(caption(row)) for row in rows]
    if material.start is not None:
        start = material.start
        by_name["unchanged"] = lambda rows: [start(row) for row in rows]
    if drawings.bitmap is not None:
        by_name["bitmap"] = partial(bitmaps, drawings, benchmark)
    return by_name


def always(answer: str, rows: Sequence[Row]) -> list[str]:
    """Answer every row with the same text."""
    return [answer] * len(rows)


def hidden(drawings: Drawings, benchmark: Benchmark, way: str, rows: Sequence[Row]) -> list[str]:
    """Answer with the references, hidden in one way."""
    return [drawings.hidings[way](benchmark.evidence.reference(row)) for row in rows]


def hidden_in_turn(drawings: Drawings, benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Answer with the references, each hidden in a way chosen by its row's id."""
    ways = list(drawings.hidings.values())
    return [ways[zlib.crc32(str(row["id"]).encode()) % len(ways)](benchmark.evidence.reference(row)) for row in rows]


def bitmaps(drawings: Drawings, benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Answer with the references' pictures; with a blank page if a reference cannot be rendered."""
    from sgpkit.graphics import gate, raster

    assert drawings.bitmap is not None
    language = formats.get(benchmark.answer_format)
    compiled = language.convert_many([benchmark.evidence.reference(row) for row in rows])
    return [
        drawings.blank
        if isinstance(outcome, Rejected)
        else drawings.bitmap(raster.render(gate.shown(outcome.svg), BITMAP_SIZE))
        for outcome in compiled
    ]
