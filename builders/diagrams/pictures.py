"""The picture of each row's reference, and the proof that the reference is right and a given program is not."""

import json

from sgpkit.benchmark import Completion, Row, Skipped
from sgpkit.graphics import formats, gate, raster
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.scene_match.groups import Drawn

from . import kinds, scoring

SIDE = 512


def finish(row: Row, format: str) -> Row | Skipped:
    """Return the row with its picture, the positions of a translation, and the score of a program to be repaired.

    A published row whose reference does not show what it should is left out."""
    if not row["asserted"]:
        return row | {"positions": "", "start": 0.0, "image": None, "length": 0}
    row = row | {"positions": positions(row, format)}
    own, given = scoring.score(
        [row | {"start": 0.0}] * 2, [Completion(str(row["code"])), Completion(str(row["shown"]))], format
    )
    if not own.parts["exact"] and row["source"] != "builtin":
        return Skipped(str(row["id"]), f"its reference does not show its messages: {own.reason}")
    if not own.parts["exact"]:
        raise RuntimeError(f"{row['id']} ({row['kind']} of {row['cluster']}): {own.reason}")
    start = given.value if row["task"] == "repair" else 0.0
    if start >= scoring.FULL:
        raise RuntimeError(f"{row['id']}: the program that is to be repaired is right")
    picture = raster.render(gate.shown(formats.get(format).to_svg(str(row["code"]))), SIDE)
    return row | {"image": raster.png(picture), "start": start, "length": len(str(row["code"]))}


def positions(row: Row, format: str) -> str:
    """Return where the labels of the program to be translated are, as JSON; "" if a language leaves that to layout."""
    kind = kinds.KINDS[row["kind"]]
    if row["task"] != "translate" or not {format, row["shown_language"]} <= kind.placed:
        return ""
    drawn = Drawn(contents.read(str(row["shown"]), str(row["shown_language"])))
    held = scoring.positions_of(drawn, kind.anchors(kinds.content_of(row)))
    return json.dumps({label: [round(x, 1), round(y, 1)] for label, (x, y) in held.items()}, ensure_ascii=False)
