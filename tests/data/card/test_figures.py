"""The picture of a config's questions shows the counts that its rows have."""

import io
import xml.etree.ElementTree as ET

import numpy as np
import polars as pl
from PIL import Image

from sgpkit.benchmark import families
from sgpkit.data.card import figures

WORDS = [("color", [("red", 0.5), ("blue", 0.25)], 0.25), ("odd <\x07>", [("four", 1.0)], 0.0)]
LENGTHS = [0, 199, 200, 4_999, 5_000, 90_000]


def bars(drawing, fill):
    return [element for element in ET.fromstring(drawing).iter() if element.get("fill") == fill]


def test_each_length_is_in_one_bar_and_the_last_is_open():
    counts = figures.bins(LENGTHS)
    assert (counts[0], counts[1], counts[24], counts[25]) == (2, 1, 1, 2) and sum(counts) == len(LENGTHS)


def test_bars_have_the_proportions_of_the_shares():
    drawing = figures.drawing(WORDS, LENGTHS)
    red, blue, four = [float(one.get("width")) for one in bars(drawing, figures.BAR)[:3]]
    assert abs(red - 2 * blue) < 0.11 and abs(four - 2 * red) < 0.11
    heights = [float(one.get("height")) for one in bars(drawing, figures.BAR)[3:]]
    assert len(heights) == len(figures.bins(LENGTHS)) and heights[0] == heights[25] == max(heights) == 2 * heights[1]
    others = [float(one.get("width")) for one in bars(drawing, figures.OTHERS)]
    assert abs(others[0] - blue) < 0.11 and others[1] == 0


def test_the_picture_is_written_for_questions_about_programs_alone(tmp_path):
    rows = pl.LazyFrame({"code": ["x" * length for length in LENGTHS]})
    path = figures.write(tmp_path, families.get("vgqa-svg"), WORDS, rows)
    pixels = np.asarray(Image.open(io.BytesIO((tmp_path / path).read_bytes())).convert("RGB"))
    assert pixels.shape == (figures.SIZE, figures.SIZE, 3) and 0.02 < (pixels < 200).any(axis=2).mean() < 0.5
    assert figures.write(tmp_path, families.get("vgqa-svg"), [], rows) == ""
    assert figures.write(tmp_path, families.get("ssvg-molecule-svg"), [], rows) == ""
