"""The picture of each drawing, made in the build's worker processes, and the proof that a task is one.

The target must look different from the given drawing with both renderers (or, where the program alone is to change, the
same); a given program that is broken must not pass as it is.
"""

from sgpkit.benchmark import Completion, Row, Skipped
from sgpkit.families.shared import emoji
from sgpkit.graphics import gate, raster
from sgpkit.status import Rejected

from . import scoring

SIDE = 512


def finish(row: Row) -> Row | Skipped:
    """Return a row with the picture of its wanted drawing; Skipped if the task is not valid."""
    wanted = scoring.target_of(row)
    score = scoring.optimise if row["instruction"] and is_shortening(row) else scoring.edit
    try:
        image = raster.png(raster.render(gate.shown(wanted), SIDE))
    except Rejected as rejected:
        return Skipped(row["id"], f"the wanted drawing cannot be painted ({rejected.status}: {rejected.reason})"[:300])
    given, right = score([row] * 2, [Completion(row["code"]), Completion(wanted)])
    if given.value:
        return Skipped(row["id"], "the drawing as given is right already")
    if row["target"] and right.value != 1:
        return Skipped(row["id"], f"the wanted drawing cannot be proven: {right.reason}")
    return {"contamination": emoji.contamination(row["source"])} | row | {"image": image}


def is_shortening(row: Row) -> bool:
    """Return whether a row asks for a shorter program."""
    return bool(row["task"] == "optimise")
