"""The picture of a row's drawing, made in the build's worker processes."""

from functools import cache, lru_cache

from sgpkit.benchmark import Row, Skipped
from sgpkit.families.shared import emoji
from sgpkit.families.shared.sgp_bench_files import SOURCE
from sgpkit.graphics import gate, raster
from sgpkit.status import Rejected

from .content import question_kinds

SIZE = 512
BUILTIN = "builtin"
BLANK = "the drawing shows nothing"


def with_image(row: Row) -> Row | Skipped:
    """Return the row with its picture. Skips a drawing of someone else's that cannot be painted, or that shows nothing;
    a published motion that left nothing to see is kept with its `defect`, since printed figures count it."""
    painted = picture(row["code"], row["source"] == BUILTIN)
    if painted == BLANK and row["source"] == SOURCE and row.get("motion", "none") != "none":
        defects = "; ".join(filter(None, (row["defect"], BLANK)))
        return row | {"image": blank_page(), "defect": defects}
    return Skipped(row["id"], painted) if isinstance(painted, str) else row | {"image": painted}


def with_design(row: Row) -> Row | Skipped:
    """Return the row with its picture, the kind of its question, whether its drawing was public before, and its design
    and tag, which only builtin rows have."""
    known = {"asks": question_kinds.kind(row["question"]), "contamination": emoji.contamination(row["source"])}
    return with_image({"design": "", "tag": "", **known} | row)


@lru_cache(maxsize=8)
def picture(code: str, trusted: bool) -> bytes | str:
    """PNG, or the reason why there is none. The questions about a drawing follow each other, so it is painted once for
    them.

    Our own drawings are painted in this process, anyone else's in the sandbox.
    """
    if trusted:
        return raster.png(raster.paint(gate.shown(code), SIZE))
    try:
        pixels = raster.render(gate.shown(code), SIZE)
    except Rejected as rejected:
        return f"{rejected.status}: {rejected.reason}"
    if (pixels == pixels[0, 0]).all():
        return BLANK
    return raster.png(pixels)


@cache
def blank_page() -> bytes:
    """Return the picture of a blank drawing."""
    return raster.png(raster.paint('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', SIZE))
