"""Answers without a model, in addition to the general and the adversarial ones: references for this family's scores.

`same-kind` answers with another drawing, or caption, of the same kind. `constant` gives one caption for all drawings,
`scraped` one with the colours and texts of the program. `trace` follows the lines of a sketch, one shade at a time, as
tracing programs do.
"""

import io
import re
from collections.abc import Mapping, Sequence

from sgpkit.benchmark import Baseline, Row

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#ffffff"/></svg>'
SURROUNDINGS = 15.0
"""Side in pixels of the area over which the paper's brightness is averaged. Photographs are darker in the corners, and
strokes are thin."""

DARKER = 0.10
"""Minimum difference between a stroke and the paper around it, as a share of white."""


def same_kind(rows: Sequence[Row], column: str) -> list[str]:
    """Answer with the next drawing of the row's kind among the rows, or else with the next of any kind."""
    return [following(rows, index)[column] for index in range(len(rows))]


def following(rows: Sequence[Row], index: int) -> Row:
    row = rows[index]
    others = [rows[(index + step) % len(rows)] for step in range(1, len(rows))]
    others = [other for other in others if other["cluster"] != row["cluster"]] or [row | {"code": BLANK, "caption": ""}]
    return next((other for other in others if other["kind"] == row["kind"]), others[0])


CONSTANT = """\
A drawing with a title in bold navy letters, under a sky that fades from blue at the top to white. It shows a yellow
sun with orange rays; two white clouds; a green field in front; a red house with a brown door; a tree with a brown trunk
and green leaves; and a blue car with black wheels. The background is pale blue."""
"""Generic statements about drawings, in the words of captions."""

TEXT_NODE = re.compile(r">([^<>\s][^<>]*)<")
HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")


def scraped(code: str) -> str:
    """Return sentences with the colours and texts that regular expressions find in a program."""
    from .content.scenes.colors import name_of

    colors = dict.fromkeys(name_of(color) for color in HEX.findall(code))
    texts = dict.fromkeys(TEXT_NODE.findall(code))
    sentences = [*(f"There is {color}." for color in colors), *(f"It reads “{text}”." for text in texts)]
    return " ".join(["The drawing depicts a scene.", *sentences])


def trace(rows: Sequence[Row]) -> list[str]:
    return [traced(row["sketch"]) for row in rows]


def traced(png: bytes) -> str:
    import numpy as np
    from PIL import Image
    from scipy import ndimage

    from sgpkit.graphics import trace

    with Image.open(io.BytesIO(png)) as opened:
        grey = np.asarray(opened.convert("L"), dtype=np.float64) / 255
    around = ndimage.gaussian_filter(grey, SURROUNDINGS)
    darker = ndimage.gaussian_filter(around - grey, 0.7)
    return trace.to_svg(darker, level=DARKER, tolerance=0.6)


SKETCH: Mapping[str, Baseline] = {"trace": Baseline(trace)}
TEXT: Mapping[str, Baseline] = {"same-kind": Baseline(lambda rows: same_kind(rows, "code"))}
CAPTION: Mapping[str, Baseline] = {
    "same-kind": Baseline(lambda rows: same_kind(rows, "caption")),
    "constant": Baseline(lambda rows: [CONSTANT] * len(rows), chance=True),
    "scraped": Baseline(lambda rows: [scraped(row["code"]) for row in rows], chance=True),
}
