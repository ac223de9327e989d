"""The pictures of rows, made in the build's worker processes from what the formats' compilers make of the programs.

A builtin program must compile, and what its caption names must be found in its drawing. A published program that does
not compile stays a row: its question can be asked of the code, and `defect` says why it has no picture.
"""

from functools import lru_cache

from sgpkit.benchmark import Row
from sgpkit.graphics import raster
from sgpkit.graphics.compiled import Converted
from sgpkit.status import Rejected

from .content import generators, svg_caption

SIZE = 512
BUILTIN = "builtin"
ANSWER_FORMATS = {"svg": "svg", "tikz": "tikz", "graphviz": "dot"}
"""Names of the formats by which programs are read out of answers."""


def of_question(row: Row, format: str) -> Row:
    """A count in TikZ is counted again in what was compiled; the generator raises where it meant another."""
    trusted = row["source"] == BUILTIN
    if trusted and format == "tikz" and row["type"] == "counting":
        figure = generators.redrawn(format, row["cluster"], row["kind"], row["code"])
        generators.generator_of(format).counted(figure, converted(row["code"], format).svg)
    return row | pictured(row["code"], format, trusted)


def of_caption(row: Row, format: str) -> Row:
    """Return the row with its picture and the original's own structural recall, the upper bound of answers."""
    from sgpkit.metrics.structure import recall

    if row["source"] == BUILTIN and format == "svg":
        row = svg_caption.with_counts(row)
    (own,) = recall.score([row["code"]], [row], ANSWER_FORMATS[format])
    if row["source"] == BUILTIN and own.value < 1:
        raise RuntimeError(f"{row['id']} ({row['kind']}): {own.reason}")
    return row | pictured(row["code"], format, row["source"] == BUILTIN) | {"recall": own.value}


@lru_cache(maxsize=8)
def pictured(code: str, format: str, trusted: bool) -> Row:
    """Return `image` and `defect`. Questions about one figure follow each other, so it is painted once for them.

    Our own drawings are painted in this process, anyone else's in the sandbox.
    """
    try:
        drawn = converted(code, format).svg
        paint = raster.paint if trusted else raster.render
        return {"image": raster.png(paint(drawn, SIZE)), "defect": ""}
    except Rejected as rejected:
        if trusted:
            raise
        return {"image": None, "defect": f"no picture: {rejected.status}: {rejected.reason}"}


def converted(code: str, format: str) -> Converted:
    if format == "svg":
        return Converted(code)
    from sgpkit.graphics import dot, tex

    return tex.convert(code) if format == "tikz" else dot.convert(code)
