"""The picture of each row's reference, made in the build's worker processes, and the proof of builtin rows."""

from pathlib import Path

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.graphics import gate, raster
from sgpkit.status import Rejected

from . import constraints, figures

SIDE = 512


def finish(row: Row) -> Row | Skipped:
    """Return a row with its picture; Skipped for a drawing that cannot be painted or that its own prompt refuses."""
    from sgpkit.graphics import scene

    whole = {name: value for name, value in row.items() if name != "picture"}
    if row["source"] == "builtin":
        verdict = constraints.check(constraints.read(row["specification"]), figures.of(scene.read(row["code"])))
        if not verdict.satisfied:
            return Skipped(row["id"], f"its own drawing does not satisfy it: {'; '.join(verdict.failures)}")
        return whole | {"image": raster.png(raster.paint(gate.shown(row["code"]), SIDE))}
    if row["code"]:
        try:
            return whole | {"image": raster.png(raster.render(gate.shown(row["code"]), SIDE))}
        except Rejected as rejected:
            return Skipped(row["id"], f"its drawing cannot be painted ({rejected.status}: {rejected.reason})"[:300])
    return whole | {"image": photograph(row["picture"]) if row.get("picture") else None}


def photograph(path: str) -> bytes | None:
    """Return a photograph as PNG of our size; None for a file that cannot be read."""
    from sgpkit.metrics import pictures

    try:
        (pixels,) = pictures.references([Path(path)], SIDE)
    except (ValueError, OSError):
        return None
    return raster.png(pixels)


def reference_of(row: Row) -> bytes:
    """Return the picture that drawings are compared with."""
    if row["image"] is None:
        raise UserError(
            f"{row['id']} has no reference picture\nPut COCO's photographs into val2017 next to the captions, and "
            "build again"
        )
    return bytes(row["image"])
