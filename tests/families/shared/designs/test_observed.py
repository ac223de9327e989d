"""Facts observed in a drawing instead of chosen by its designer: words for outlines, counts, colors, positions,
directions."""

import math
import random

import numpy as np
import pytest

from sgpkit.families.shared.drawings import outline_words
from sgpkit.families.shared.drawings.designs import drawing, observed
from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import Form, box, circle, ellipse, line, polygon, regular, ring, shape
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.palette import VIVID
from sgpkit.families.shared.drawings.sketch import Attribute, Sketch
from sgpkit.graphics import raster


@pytest.mark.parametrize(
    ("form", "word"),
    [
        (circle(50, 50, 12), "circle"),
        (ellipse(50, 50, 20, 12), "oval"),
        (box(10, 10, 30, 30), "square"),
        (box(10, 10, 50, 20), "rectangle"),
        (box(10, 10, 50, 25, 3), "rectangle"),
        (polygon((20, 20), (60, 20), (75, 60), (5, 60)), "trapezoid"),
        (polygon((20, 60), (40, 20), (60, 60)), "triangle"),
        (regular(50, 50, 20, 6), "hexagon"),
        (emblem("diamond", 50, 50, 20), "diamond"),
        (shape("M20 50A20 20 0 0 1 60 50Z"), "semicircle"),
        (emblem("star", 50, 50, 20), ""),
        (emblem("heart", 50, 50, 20), ""),
        (emblem("crescent", 50, 50, 20), ""),
        (ring(50, 50, 20, 10), ""),
        (polygon((0, 0), (60, 0), (60, 20), (20, 20), (20, 60), (0, 60)), ""),
        (polygon((0, 0), (40, 0), (60, 30), (20, 30)), ""),
    ],
)
@pytest.mark.parametrize("turn", [0.0, 23.0])
def test_an_outline_has_the_word_that_people_have_for_it(form: Form, word: str, turn: float) -> None:
    assert outline_words.word(form.turned(turn).loops, turn) == word


def test_a_box_a_little_wider_than_high_is_neither_a_square_nor_a_rectangle() -> None:
    assert outline_words.word(box(10, 10, 23, 20).loops) == ""


def kind(*, handle: bool = False, cover: bool = False, side: str = "") -> Kind:
    """Return a lamp with a trapezoid as its shade and a round foot that something may hide. With a side, it has legs
    and faces that side."""

    def draw(s: Sketch) -> None:
        shade, foot, dark = s.hues(3, VIVID)
        s.part("shade", polygon((30, 10), (70, 10), (90, 60), (10, 60)), hue=shade)
        s.part("foot", circle(50, 80, 14), hue=foot)
        if cover:
            s.detail(box(30, 74, 40, 26), hue=dark)
        if handle:
            s.part("handle", box(88, 12, 8, 20), box(4, 12, 8, 20), hue=shade)
        if side:
            s.faces = side  # type: ignore[assignment]
            s.detail(
                box(14, 60, 4, 36), box(26, 60, 4, 36), box(70, 60, 4, 36), box(82, 60, 4, 36), hue=dark, noun="leg"
            )

    return Kind("lamp", "animal" if side else "furniture", draw, "to give light")


def seen(kind: Kind, type_: str, seed: int = 3, style: str = "layered") -> list[Attribute]:
    made = drawing.draw(kind, "0", random.Random(seed), style=style, plates=False)  # type: ignore[arg-type]
    return list(made.observed(type_))


@pytest.mark.parametrize("seed", range(6))
def test_a_part_is_asked_for_its_shape_only_where_its_outline_shows(seed: int) -> None:
    open_, covered = (
        {one.subject: one.answer for one in seen(kind(cover=cover), "shape", seed) if one.aspect == "part shape"}
        for cover in (False, True)
    )
    assert open_.get("foot") == "circle"
    assert "foot" not in covered


def test_handles_and_legs_are_counted_as_they_are_drawn() -> None:
    counts = {one.subject: one.answer for one in seen(kind(handle=True, side="left"), "count")}
    assert counts == {"handles": "2", "legs": "4"}


@pytest.mark.parametrize("seed", range(8))
def test_the_primary_color_is_that_of_most_pixels(seed: int) -> None:
    made = drawing.draw(kind(), "0", random.Random(seed), style="layered", plates=False)
    pixels = raster.paint(made.code, 200).reshape(-1, 3)
    inked = pixels[(pixels < 245).any(axis=1)].astype(int)
    for one in made.observed("color"):
        assert one.subject == "object"
        tints = [paint for paint, name in observed.names_by_paint().items() if name == one.answer]
        near = np.zeros(len(inked), bool)
        for paint in tints:
            channels = np.array([int(paint[at : at + 2], 16) for at in (1, 3, 5)])
            near |= np.abs(inked - channels).sum(axis=1) < 12
        assert near.mean() > 0.45


def test_an_animal_looks_to_the_other_side_in_the_mirror() -> None:
    result = set()
    for seed in range(30):
        made = drawing.draw(kind(side="left"), "0", random.Random(seed), style="layered", plates=False)
        for one in made.observed("reasoning"):
            if one.subject == "gaze":
                assert one.answer == ("to the right" if made.mirrored else "to the left")
                result.add(one.answer)
    assert result == {"to the right", "to the left"}


@pytest.mark.parametrize(
    ("degrees", "answer"), [(0, "horizontal"), (90, "vertical"), (45, "diagonal"), (135, "diagonal"), (20, "")]
)
def test_a_long_thing_lies_as_its_longer_side_does(degrees: int, answer: str) -> None:
    def draw(s: Sketch) -> None:
        x, y = 40 * math.cos(math.radians(degrees)), 40 * math.sin(math.radians(degrees))
        s.strokes("rod", line((50 - x, 50 - y), (50 + x, 50 + y)), hue=s.hue(VIVID), width=8)

    rod = Kind("rod", "tool", draw, "to reach far")
    sketch = drawing.unwarped(rod, "0", random.Random(0))
    assert sketch.parts
    answers = set()
    for seed in range(12):
        made = drawing.draw(rod, "0", random.Random(seed), style="layered", plates=False)
        turned = [one.answer for one in made.observed("reasoning") if one.subject == "orientation"]
        rows, columns = np.nonzero((raster.paint(made.code, 200) < 245).any(axis=2))
        wide, tall = np.ptp(columns), np.ptp(rows)
        for one in turned:
            answers.add(one)
            assert (one == "horizontal") <= (wide > 2 * tall)
            assert (one == "vertical") <= (tall > 2 * wide)
    if answer:
        assert answer in answers


@pytest.mark.parametrize(
    ("x", "y", "position"),
    [(0, -0.8, "at the top"), (0.1, 0.9, "at the bottom"), (-0.8, 0, "on the left"), (0.7, 0.2, "on the right"), (0.7, -0.7, ""), (0.2, 0.2, "")],
)  # fmt: skip
def test_only_what_is_clearly_at_one_side_has_a_place(x: float, y: float, position: str) -> None:
    assert observed.side_of(x, y) == position
