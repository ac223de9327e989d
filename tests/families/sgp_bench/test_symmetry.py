"""Mirror symmetry: a second renderer, and the numbers in the programs, against the keys."""

import functools
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from sgpkit.families.sgp_bench.content import symmetry_figures
from sgpkit.families.sgp_bench.sources import symmetry
from sgpkit.families.shared.choices import guessing
from sgpkit.graphics import raster, svg


@functools.cache
def rows(seed=0):
    return [row for _, row in symmetry.drawings("", seed)]


def test_as_many_of_each_answer_for_every_kind_and_wording():
    assert Counter(row["answer"] for row in rows()) == {"A": 150, "B": 150}
    for column in ("category", "question"):
        counts = Counter((row[column], row["answer"]) for row in rows())
        assert all(counts[name, "A"] == counts[name, "B"] for name, _ in counts)
    assert guessing.share_right(rows(), guessing.constant(rows())) == 0.5
    assert guessing.share_right(rows(), guessing.text_only(rows())) <= 0.5


def test_the_order_tells_nothing():
    answers = "".join(row["answer"] for row in rows())
    assert 40 < sum(a != b for a, b in zip(answers[::2], answers[2::2], strict=False)) < 110


@pytest.mark.parametrize("seed", [0, 3])
def test_another_renderer_sees_what_is_keyed(seed):
    for row in rows(seed)[:: 6 if seed else 3]:
        pixels = raster.paint(row["code"], 200, renderer="resvg").astype(int)
        share = (np.abs(pixels - pixels[:, ::-1]).max(axis=2) > 60).mean()
        # Edges of boxes may be on either of two columns of pixels.
        assert share < 0.008 if row["answer"] == "A" else share > 0.002, row["id"]


def test_symmetric_programs_are_symmetric_to_the_digit():
    """Checked for figures of polygons and circles: each element has its mirror image among the elements."""
    seen = 0
    for row in rows():
        parts = [element.attrib for element in ElementTree.fromstring(row["code"])][1:]
        if any("d" in part for part in parts):
            continue
        seen += 1
        flat = Counter(mirrorable(part, 1) for part in parts)
        mirrored = Counter(mirrorable(part, -1) for part in parts)
        assert (flat == mirrored) is (row["answer"] == "A"), row["id"]
    assert seen > 80


def mirrorable(part, side):
    if "cx" in part:
        x = round(symmetry_figures.AXIS + side * (float(part["cx"]) - symmetry_figures.AXIS), 3)
        return ("circle", x, part["cy"], part["r"], part["fill"])
    points = [tuple(map(float, pair.split(","))) for pair in part["points"].split()]
    axis = symmetry_figures.AXIS
    return ("polygon", frozenset((round(axis + side * (x - axis), 3), y) for x, y in points), part["fill"])


def test_rows_are_valid_and_proven_when_they_are_finished():
    row = rows()[0]
    assert svg.validate(row["code"]) == []
    assert symmetry.proven(row)["image"].startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=f"{row['id']} is keyed"):
        symmetry.proven(row | {"answer": "AB".replace(row["answer"], "")})
