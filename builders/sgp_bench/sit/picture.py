"""The picture of a pair, and proof that its program draws one; copies of test drawings are left out.

A pair is text, and is trained on as text; its picture is there to be looked at, on the Hub and in a review, and to show
that the program can be drawn. So it is small: 128 pixels in 64 colours are a tenth of 512 pixels in full colour, which
would be 1.5 GB of pictures beside 72,000 programs.
"""

import io
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sgpkit.benchmark import Finish, Row, Skipped
from sgpkit.graphics import gate, raster
from sgpkit.graphics.raster import Pixels
from sgpkit.sandbox.untrusted import tables
from sgpkit.status import Rejected

from ..sources import svg_objects

if TYPE_CHECKING:
    from sgpkit.graphics.near_copies import Drawing, Index

SIZE, COLORS = 128, 64
BUILTIN = "builtin"
TESTS = ("sgp-svg", "sgp-svg-invariance", "sgp-symmetry", "vgqa-svg", "vgen-svg")
"""The configs of everyday drawings whose test splits are looked for in the folder that is built into."""

STANDARD = TESTS[:2]
OTHER_GRAMMAR = TESTS[2:3]
"""Those whose builtin rows at seed 0 every row was or is compared with anyway, and those whose builtin rows are no
drawings of objects."""


class Split(NamedTuple):
    """A built test split, as it was when the build began; `of_objects`: whether the grammar may draw copies of it."""

    path: str
    digest: str
    of_objects: bool


def in_folder(folder: Path) -> Finish:
    """Return the finishing step for rows of this folder, which knows the test splits built there."""
    return partial(finished, others=tuple(split for config in TESTS if (split := test_split(folder, config))))


def test_split(folder: Path, config: str) -> Split | None:
    """Return the test split of a config in a folder, None if none needs a comparison."""
    from sgpkit.data import record

    files = sorted((folder / config).glob("test-*.parquet"))
    if not files or not (folder / config / record.NAME).is_file():
        return None
    metadata = record.read(folder, config)
    is_builtin = metadata.get("source") == BUILTIN
    if config in STANDARD and is_builtin and metadata.get("seed") == 0:
        return None
    digest = " ".join(metadata["sha256"].get(file.name, "") for file in files)
    return Split(str(folder / config), digest, not (is_builtin and config in OTHER_GRAMMAR))


def finished(row: Row, others: tuple[Split, ...] = ()) -> Row | Skipped:
    """The row with its picture."""
    is_builtin = row["source"] == BUILTIN
    try:
        pixels = (raster.paint if is_builtin else raster.render)(gate.shown(row["code"]), SIZE)
    except Rejected as rejected:
        return Skipped(row["id"], f"{rejected.status}: {rejected.reason}")
    if (pixels == pixels[0, 0]).all():
        return Skipped(row["id"], "the drawing shows nothing")
    beside = tuple(split for split in others if split.of_objects or not is_builtin)
    if beside or not is_builtin:
        from sgpkit.graphics import near_copies
        from sgpkit.graphics.near_copies.signature import signature

        drawing = near_copies.Drawing(row["id"], row["code"], "svg", trusted=is_builtin)
        copy = known(beside, is_builtin).copies([signature(drawing)])[0]
        if copy is not None:
            return Skipped(row["id"], f"a near copy of {copy.of}, a test program: {copy.how}")
    return row | {"image": png(pixels)}


@lru_cache(maxsize=4)
def known(beside: tuple[Split, ...], is_builtin: bool) -> "Index":
    """Return the drawings to compare rows with: the grammar's own were compared with its test programs already."""
    from sgpkit.graphics.near_copies import Index
    from sgpkit.graphics.near_copies.signature import signature

    drawings = [] if is_builtin else list(standard())
    for split in beside:
        drawings += stored(Path(split.path))
    return Index(map(signature, drawings))


def standard() -> "Iterator[Drawing]":
    from sgpkit.graphics.near_copies import Drawing

    for program in svg_objects.programs("0"):
        yield Drawing(program.identifier, program.drawing.code, "svg", trusted=True)


def stored(path: Path) -> "Iterator[Drawing]":
    """Each program of a built test split once, by its own picture."""
    from sgpkit.graphics.near_copies import Drawing

    for file in sorted(path.glob("test-*.parquet")):
        codes: set[str] = set()
        for row in tables.rows(file, ("id", "code", "image")):
            identifier, code, image = row["id"], row["code"], row["image"]
            if code in codes:
                continue
            codes.add(code)
            yield Drawing(f"{identifier} of {path.name}", code, "svg", (image or {}).get("bytes") or b"")


def png(pixels: Pixels) -> bytes:
    """Return a PNG in few colours: the same bytes for the same pixels."""
    from PIL import Image

    stream = io.BytesIO()
    few = Image.fromarray(np.ascontiguousarray(pixels)).quantize(
        COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    few.save(stream, "PNG")
    return stream.getvalue()
