"""The surroundings of TikZ figures, and the drawing of their links."""

import random
import re
from collections import Counter

import pytest

from sgpkit.families.vgbench.content import tikz_figures
from sgpkit.families.vgbench.content.tikz_figures import compiled, margins, ways
from sgpkit.families.vgbench.content.tikz_figures.concepts import paper, points
from sgpkit.families.vgbench.content.tikz_figures.pen import Pen
from sgpkit.graphics import tex
from sgpkit.graphics.svg import Shape, shapes
from sgpkit.graphics.svg.outline import bounding_box
from sgpkit.status import Rejected


def pen(seed: int = 0) -> Pen:
    return Pen(random.Random(seed), 0.5, 0, True)


@pytest.mark.parametrize("mark", margins.MARKS, ids=lambda mark: mark.draw.__name__)
def test_nothing_is_added_that_a_question_asks_for(mark: margins.Mark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margins, "SHARE", 1.0)
    monkeypatch.setattr(margins, "MARKS", (mark,))
    free, asked = pen(), pen()
    asked.counted(f"{mark.like[0]} pieces", 2, "circle", fill="#ff0000")
    for one in (free, asked):
        margins.add(one)
    assert len(free.caption) == 1
    assert not asked.caption


def test_what_counts_all_of_a_shape_keeps_that_shape_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margins, "SHARE", 1.0)
    for seed in range(60):
        one = pen(seed)
        one.counted("regions", 3, "rectangle")
        margins.add(one)
        text = " ".join(one.caption)
        assert "frame" not in text and "stamp" not in text


def test_nothing_stands_around_a_figure_whose_lines_are_all_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margins, "SHARE", 1.0)
    one = pen()
    one.counted("strokes", 3, "line")
    margins.add(one)
    assert not one.caption


@pytest.mark.slow
@pytest.mark.sandbox
def test_marks_stand_outside_the_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A red square fills the figure, and no gray outline is inside it."""
    monkeypatch.setattr(margins, "SHARE", 1.0)
    codes = []
    for index, mark in enumerate(margins.MARKS):
        for seed in range(3):
            monkeypatch.setattr(margins, "MARKS", (mark,))
            one = pen(100 * index + seed)
            one.needs("plain")
            one.line("\\fill[red] (0,0) rectangle (4,4);")
            margins.add(one)
            codes.append((mark.draw.__name__, one.program()))
        monkeypatch.undo()
        monkeypatch.setattr(margins, "SHARE", 1.0)
    seen = Counter()
    for (name, code), drawn in zip(codes, tex.convert_many([code for _, code in codes]), strict=True):
        assert not isinstance(drawn, Rejected), (name, drawn)
        boxes = [(shape, bounding_box(shape.outline)) for shape in shapes(drawn.svg) if shape.outline]
        squares = [box for shape, box in boxes if getattr(shape.fill, "hex", "") == "#ff0000"]
        assert len(squares) == 1
        left, top, right, bottom = squares[0]
        for shape, box in boxes:
            if box is None or getattr(shape.fill, "hex", "") == "#ff0000":
                continue
            inside = left + 1 < box.left and box.right < right - 1 and top + 1 < box.top and box.bottom < bottom - 1
            assert not inside, (name, code)
            seen[name] += 1
    assert len(seen) == len(margins.MARKS)


def test_half_of_the_links_are_curved() -> None:
    for run in ("across", "down", "any"):
        drawn = [ways.way(run, random.Random(seed)) for seed in range(400)]
        assert 0.4 < sum(map(bool, drawn)) / len(drawn) < 0.6
        assert len({way.path for way in drawn}) > 3


@pytest.mark.sandbox
def test_curved_links_are_counted_as_straight_ones_are() -> None:
    """A graph has the recorded number of curves, and no open arrow head counts as one."""
    figures = [tikz_figures.draw("directed-graph", random.Random(f"ways:{seed}")) for seed in range(8)]
    shapes_seen = set()
    for figure, drawn in zip(figures, tex.convert_many([figure.code for figure in figures]), strict=True):
        assert not isinstance(drawn, Rejected)
        tikz_figures.counted(figure, drawn.svg)
        (arrows,) = (count for count in tikz_figures.known(figure).counts if count.noun == "arrows")
        shapes_seen.add(arrows.seen.shape)
        assert compiled.count(compiled.marks(drawn.svg), arrows.seen) == arrows.number
        assert f"{'curved' if arrows.seen.shape == 'curve' else 'straight'} arrows" in figure.caption
    assert shapes_seen == {"line", "curve"}


@pytest.mark.slow
@pytest.mark.sandbox
def test_squared_paper_and_points_are_the_same_however_they_are_written() -> None:
    papers, clouds = [], []
    for way in dict.fromkeys(paper.WAYS):
        one = pen()
        way(one, "red", 3, "1")
        papers.append(one.program())
    for write in points.WAYS:
        for seed in range(8):
            one = pen(seed)
            write(one, [("0", "0"), ("3", "2"), ("2", "3")], "red", "2pt")
            clouds.append(one.program())
    for codes, side in ((papers, 6 / 2.54 * 72), (clouds, 3 / 2.54 * 72)):
        for code, drawn in zip(codes, tex.convert_many(codes), strict=True):
            assert not isinstance(drawn, Rejected), (code, drawn)
            assert any(is_red(shape) for shape in shapes(drawn.svg)), code
            view = re.search(r'viewBox="\S+ \S+ ([\d.]+) ', drawn.svg)
            assert view is not None
            assert abs(float(view[1]) - side - 10) < 10, code


def is_red(shape: Shape) -> bool:
    return "#ff0000" in (getattr(shape.fill, "hex", ""), getattr(shape.stroke, "hex", ""))
