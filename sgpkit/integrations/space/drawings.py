"""The pictures shown next to the scores of a demo: the drawing of each program, or the reason why there is none."""

import json

from sgpkit import extract
from sgpkit.graphics import formats, gate, raster
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.structure import turtle as turtle_match
from sgpkit.metrics.structure.turtle import predictions
from sgpkit.status import Rejected, Status

SIZE = 320


def draw(text: str, format: str, size: int = SIZE) -> Pixels | Rejected:
    """Return a completion or program as a picture, painted in the sandbox."""
    try:
        if format in turtle_match.SETTINGS:
            return turtle(text, format, size)
        code = formats.get(format).to_svg(extract.require_code(program(text), format, "stop"))
        return raster.render(gate.text(code), size)
    except Rejected as rejected:
        return rejected


def turtle(text: str, setting: str, size: int) -> Pixels | Rejected:
    """Return the picture of a turtle program."""
    (drawn,) = predictions.draw([program(text)], setting)
    if isinstance(drawn, predictions.Failed):
        return drawn.rejected
    if drawn.figure.box() is None:
        return Rejected(Status.OK, "nothing is drawn")
    return drawn.figure.image(size)


def program(text: str) -> str:
    """Return the text, or a row's code."""
    if text.lstrip().startswith("{"):
        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if isinstance(row, dict) and isinstance(row.get("code"), str):
            return str(row["code"])
    return text
