"""The pictures of rows, made in the build's worker processes, and the check that published drawings can be drawn.

Builtin drawings are painted in the process, all others in the sandbox; a published row whose drawing cannot be painted,
or whose sketch cannot be read, is skipped with the reason. Every picture is `SIDE` pixels each way on white.
"""

import random
from functools import lru_cache

from sgpkit.benchmark import Row, Skipped
from sgpkit.graphics import gate, raster
from sgpkit.status import Rejected

from .content import rows
from .content.rows import BUILTIN
from .prompts import SIDE


def of_text(row: Row) -> Row | Skipped:
    return pictured(rows.described(row) if is_ours(row) else row)


def of_caption(row: Row) -> Row | Skipped:
    return pictured(rows.captioned(row) if is_ours(row) else row)


def of_sketch(row: Row) -> Row | Skipped:
    """Return the row with its pictures. A builtin drawing is sketched here; the row contains the bytes of a published
    sketch."""
    if is_ours(row):
        whole = rows.plain(row)
        return whole | {"image": picture(whole["code"], BUILTIN), "sketch": sketched(whole)}
    whole_row = pictured(row)
    if isinstance(whole_row, Skipped):
        return whole_row
    try:
        return whole_row | {"sketch": from_bytes(row["sketch"])}
    except ValueError as error:
        return Skipped(row["id"], f"its sketch cannot be read: {error}"[:200])


def of_edit(row: Row) -> Row | Skipped:
    """Return the row with both pictures, the SSIM of the unedited drawing with the target, and the changes. Those of a
    published edit are the difference of the scenes."""
    from sgpkit.metrics.pictures import edit_changes, edit_list, svg_edit, svg_similarity

    whole = pictured(rows.edited(row) if is_ours(row) else row)
    if isinstance(whole, Skipped):
        return whole
    try:
        target = picture(whole["target"], whole["source"])
    except Rejected as rejected:
        return skipped(whole, "the target", rejected)
    if target == whole["image"]:
        return Skipped(whole["id"], "the target looks as the drawing does")
    (own,) = svg_edit.score([whole["target"]], [whole["code"]], [whole["target"]])
    if own.value < 1:
        return Skipped(whole["id"], f"the change cannot be seen at {svg_edit.SIZE} pixels")
    if not whole["changes"]:
        whole |= {"changes": edit_list.write_changes(edit_changes.between(whole["code"], whole["target"]))}
    (unchanged,) = svg_similarity.score([whole["code"]], [whole["target"]])
    return whole | {"target_image": target, "unchanged": max(0.0, unchanged.parts["ssim"])}


def is_ours(row: Row) -> bool:
    return bool(row["source"] == BUILTIN)


def pictured(row: Row) -> Row | Skipped:
    try:
        return row | {"image": picture(row["code"], row["source"])}
    except Rejected as rejected:
        return skipped(row, "the drawing", rejected)


def skipped(row: Row, what: str, rejected: Rejected) -> Skipped:
    return Skipped(row["id"], f"{what} cannot be painted ({rejected.status}: {rejected.reason})"[:300])


@lru_cache(maxsize=32)
def picture(code: str, source: str) -> bytes:
    paint = raster.paint if source == BUILTIN else raster.render
    return raster.png(paint(gate.shown(code), SIDE))


def sketched(row: Row) -> bytes:
    from .content import sketches

    return sketches.of_kind(row["code"], random.Random(f"sketch:{row['id']}:{row['code']}"), row["sketch_kind"])


def from_bytes(data: bytes) -> bytes:
    """Return any picture as a PNG of our size: rotated by its EXIF data, fitted, on white. ValueError for no
    picture."""
    from sgpkit.metrics import pictures

    (pixels,) = pictures.references([data], SIDE)
    return raster.png(pixels)
