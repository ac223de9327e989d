"""The pictures of rows, made in the build's worker processes from the compiled programs.

A builtin program must compile, and its drawing must show the things that its caption names. A published program that
does not compile keeps its row, since the question can be asked about the code; `defect` states why there is no picture.
"""

import random
from functools import lru_cache

from sgpkit.benchmark import Row
from sgpkit.families.shared import emoji
from sgpkit.graphics import gate, raster
from sgpkit.graphics.compiled import Converted
from sgpkit.metrics.structure import recall, scene_match
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.recall.named import as_text
from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.status import Rejected

from .content import generators
from .legibility import SIZE, legible_size
from .sources import captions

BUILTIN = "builtin"

NEARLY = 0.85
"""The minimum share of named things that are visible in the original. The others are hidden behind other things."""

FULL = 0.95
"""The minimum score of an original against the assertions of its caption."""

ANSWER_FORMATS = {"svg": "svg", "tikz": "tikz", "graphviz": "dot"}
"""By format of rows: the format of answers, by which programs are extracted."""


def of_question(row: Row, format: str) -> Row:
    """Return the row with its picture. A count in TikZ is checked against the compiled drawing; the generator raises if
    they differ."""
    row = with_origin(row)
    trusted = row["source"] == BUILTIN
    if trusted and format == "tikz" and row["type"] == "counting":
        figure = generators.redrawn(format, row["cluster"], row)
        generators.generator_of(format).counted(figure, converted(row["code"], format).svg)
    return row | pictured(row["code"], format, trusted, legible=True)


def of_caption(row: Row, format: str) -> Row:
    """Return the row with its picture and the original's own scores, the upper bound of answers.

    Assertions that the original does not satisfy are left out; nearly all must hold.
    """
    row = with_origin(row)
    trusted = row["source"] == BUILTIN
    (drawn,) = contents.read_answers([row["code"]], [row], ANSWER_FORMATS[format])
    if trusted:
        if isinstance(drawn, Rejected):
            raise drawn
        row = seen(described(row, format, drawn), drawn)
    (own,) = scene_match.scores([drawn], [row])
    if trusted and own.value < FULL:
        raise RuntimeError(f"{row['id']} ({row['kind']}): {own.reason}")
    bounds = {"match": own.value, "recall": own.parts.get("structural_recall", 0.0)}
    return row | pictured(row["code"], format, trusted) | bounds


def seen(row: Row, drawn: contents.Contents) -> Row:
    """Return the row with only the visible ones of its named things, which must be nearly all."""
    things = recall.things(row, 0)
    there = recall.matches(drawn, things) if things else []
    if sum(there) < NEARLY * len(there):
        raise RuntimeError(f"{row['id']} ({row['kind']}): {recall.score_of(drawn, things).reason}")
    return row | {"named": [as_text(thing) for thing, is_there in zip(things, there, strict=True) if is_there]}


def described(row: Row, format: str, drawn: contents.Contents) -> Row:
    """Return the row with a caption, if captions of the format need the drawing, and with the assertions that the
    original satisfies."""
    made = generators.generator_of(format)
    if hasattr(made, "captioned"):
        figure = generators.redrawn(format, row["id"], row, captioned=True)
        figure = made.captioned(figure, drawn, random.Random(f"{row['id']}:caption"))
        row = row | captions.spoken(figure)
    settled = scene_match.settled(drawn, asserted.from_text(row["asserted"]))
    return row | {"asserted": asserted.as_text(settled)}


def with_origin(row: Row) -> Row:
    """Return the row with its design, which only builtin rows have, and with the earlier publication of its drawing, if
    any."""
    return {"design": "", "contamination": emoji.contamination(row["source"])} | row


@lru_cache(maxsize=8)
def pictured(code: str, format: str, trusted: bool, legible: bool = False) -> Row:
    """Return `image` and `defect`.

    Questions about one figure are adjacent, so the figure is painted once for all of them. If `legible`, the picture is
    large enough for its labels. Builtin drawings are painted in this process, all others in the sandbox.
    """
    try:
        drawn = converted(code, format)
        size = legible_size(drawn, format) if legible else SIZE
        paint = raster.paint if trusted else raster.render
        return {"image": raster.png(paint(gate.shown(drawn.svg), size)), "defect": ""}
    except Rejected as rejected:
        if trusted:
            raise
        return {"image": None, "defect": f"no picture: {rejected.status}: {rejected.reason}"}


def converted(code: str, format: str) -> Converted:
    if format == "svg":
        return Converted(code)
    from sgpkit.graphics import dot, tex

    return tex.convert(code) if format == "tikz" else dot.convert(code)
