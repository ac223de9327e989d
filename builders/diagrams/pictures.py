"""The picture of each row's reference, and the proof that the reference is right and a given program is not."""

from sgpkit.benchmark import Completion, Row
from sgpkit.graphics import formats, gate, raster

from . import scoring

SIDE = 512


def finish(row: Row, format: str) -> Row:
    """Return the row with its picture and the score of the program that is to be repaired."""
    own, given = scoring.score(
        [row | {"start": 0.0}] * 2, [Completion(str(row["code"])), Completion(str(row["shown"]))], format
    )
    if not own.parts["exact"]:
        raise RuntimeError(f"{row['id']} ({row['kind']} of {row['cluster']}): {own.reason}")
    start = given.value if row["task"] == "repair" else 0.0
    if start >= scoring.FULL:
        raise RuntimeError(f"{row['id']}: the program that is to be repaired is right")
    picture = raster.render(gate.shown(formats.get(format).to_svg(str(row["code"]))), SIDE)
    return row | {"image": raster.png(picture), "start": start, "length": len(str(row["code"]))}
