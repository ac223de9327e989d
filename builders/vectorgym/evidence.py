"""Right and wrong answers other than the references, by task."""

import colorsys
import io
import re
from collections.abc import Mapping, Sequence
from functools import cache

from sgpkit.baselines import variants
from sgpkit.benchmark import Row, Variant

from . import baselines, scoring

HEXADECIMAL = re.compile(r"#[0-9A-Fa-f]{6}\b")
SMEARED = 8
"""The side in squares of a sketch that is copied as a mosaic."""


def hex_of(levels: Sequence[float]) -> str:
    return "#" + "".join(f"{round(level):02x}" for level in levels)


# --- drawings from sketches -------------------------------------------------------------------------------------------


def in_other_hues(row: Row) -> str:
    """Return the drawing in other hues if its sketch shows no colors."""
    code = str(row["code"])
    return code if scoring.shows_colors(row) else HEXADECIMAL.sub(lambda match: hue_rotated(match[0]), code)


def hue_rotated(color: str) -> str:
    hue, light, saturation = colorsys.rgb_to_hls(*(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    return hex_of([255 * level for level in colorsys.hls_to_rgb((hue + 0.4) % 1, light, saturation)])


def smeared(row: Row) -> str:
    """Return the sketch as a few squares of its mean colors."""
    from PIL import Image

    with Image.open(io.BytesIO(row["sketch"])) as opened:
        small = opened.convert("RGB").resize((SMEARED, SMEARED), Image.Resampling.BOX)
    squares = "".join(
        f'<rect x="{x}" y="{y}" width="1.03" height="1.03" fill="{hex_of(small.getpixel((x, y)))}"/>'  # type: ignore[arg-type]
        for y in range(SMEARED)
        for x in range(SMEARED)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SMEARED} {SMEARED}">{squares}</svg>'


SKETCH_RIGHT: Mapping[str, Variant] = {
    "in other hues, where the sketch has none": Variant(lambda rows: [in_other_hues(row) for row in rows], 0.85)
}
SKETCH_WRONG: Mapping[str, Variant] = {"the sketch smeared": Variant(lambda rows: [smeared(row) for row in rows], 0.1)}


# --- captions ---------------------------------------------------------------------------------------------------------


@cache
def training_rows() -> tuple[Row, ...]:
    """Return the training rows of the builtin source with their captions."""
    from .content import rows
    from .sources import builtin

    return tuple(rows.captioned(row) for split, row in builtin.drawings("", 0) if split == "train")


def nearest_caption(rows: Sequence[Row]) -> list[str]:
    """Return the captions of the training rows with the most similar programs."""
    from sgpkit.baselines.shortcuts import others

    return others.nearest(scoring.caption_of, scoring.drawing_of, rows, training_rows())


CAPTION_RIGHT: Mapping[str, Variant] = {
    "in capitals": Variant(variants.changed(scoring.caption_of, str.upper)),
    # Captions are compared with all references: this says nothing of paraphrases by others, which tests try by hand.
    "another of the references": Variant(lambda rows: [str(row["paraphrases"][0]) for row in rows]),
}
CAPTION_WRONG: Mapping[str, Variant] = {
    "one for all rows": Variant(baselines.CAPTION["constant"].answer, 0.05),
    "scraped from the program": Variant(baselines.CAPTION["scraped"].answer, 0.1),
    "the nearest training caption": Variant(nearest_caption, 0.35),
}
