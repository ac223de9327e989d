"""Tracing bitmaps: the outlines are compared with the source pixels and with the renderers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from sgpkit.errors import NotInstalled
from sgpkit.graphics import raster, svg, trace

pytest.importorskip("contourpy")


def bitmap(text):
    return np.array([[float(sign == "#") for sign in line] for line in text.split()])


RING = bitmap("........ .######. .######. .##..##. .##..##. .######. .######. ........")


def test_a_ring_has_one_outline_and_one_hole():
    (piece,) = trace.outlines(RING)
    assert len(piece.holes) == 1
    # Halfway between a dark and a light pixel, with corners cut by half a pixel.
    assert abs(trace.area(piece.outer)) == pytest.approx(36 - 0.5)
    assert abs(trace.area(piece.holes[0])) == pytest.approx(4 - 0.5)
    assert trace.area(piece.outer) * trace.area(piece.holes[0]) < 0


def test_pieces_come_largest_first_and_islands_in_holes_are_pieces():
    island = np.pad(RING, 4, constant_values=1)
    island[:2], island[-2:], island[:, :2], island[:, -2:] = 0, 0, 0, 0
    pieces = trace.outlines(island)
    assert [len(piece.holes) for piece in pieces] == [1, 1]
    areas = [abs(trace.area(piece.outer)) for piece in pieces]
    assert areas == sorted(areas, reverse=True)


def test_ink_at_the_border_is_closed():
    (piece,) = trace.outlines(np.ones((3, 5)))
    assert abs(trace.area(piece.outer)) == pytest.approx(15 - 0.5)


@pytest.mark.parametrize("bad", [np.zeros((0, 4)), np.zeros(4), np.array([[0, np.nan]])])
def test_what_is_no_bitmap_is_refused(bad):
    with pytest.raises(ValueError, match="a bitmap of shape"):
        trace.outlines(bad)


def test_an_empty_bitmap_is_an_empty_drawing():
    code = trace.to_svg(np.zeros((4, 6)))
    assert "<path" not in code and svg.validate(code) == []


blobs = some.lists(some.lists(some.booleans(), min_size=6, max_size=6), min_size=6, max_size=6)


@given(blobs)
def test_the_rendering_is_the_bitmap(rows):
    """The center of every pixel stays dark or light, under both fill rules."""
    pixels = np.array(rows, dtype=float)
    code = trace.to_svg(pixels, tolerance=0.0)
    pictures = [raster.paint(text, 6 * 20) for text in (code, code.replace("evenodd", "nonzero"))]
    middles = [picture[10::20, 10::20, 0] < 128 for picture in pictures]
    assert (middles[0] == pixels.astype(bool)).all()
    assert (pictures[0] == pictures[1]).all()


@given(some.floats(0.1, 3.0), some.integers(0, 5))
def test_no_point_moves_further_than_the_tolerance(tolerance, seed):
    noise = np.random.default_rng(seed).random((8, 8)).astype(np.float32)
    smooth = np.asarray(Image.fromarray(noise).resize((64, 64), Image.Resampling.BICUBIC))
    whole, simple = trace.outlines(smooth, 0.5, 0.0), trace.outlines(smooth, 0.5, tolerance)
    lines = [np.array((*ring, ring[0])) for piece in simple for ring in (piece.outer, *piece.holes)]
    for piece in whole:
        for ring in (piece.outer, *piece.holes):
            if abs(trace.area(ring)) < 12 * tolerance * tolerance + 4:
                continue  # small rings may be left out
            for point in ring[::5]:
                assert min(distance(np.array(point), line) for line in lines) <= tolerance + 1e-6


def distance(point, line):
    along = np.diff(line, axis=0)
    share = (((point - line[:-1]) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-12)).clip(0, 1)
    return np.hypot(*(point - line[:-1] - share[:, None] * along).T).min()


def test_numbers_are_short():
    assert trace.path_data(trace.outlines(RING), decimals=1).startswith("M")
    assert "-0 " not in trace.path_data(trace.outlines(np.ones((2, 2))), decimals=0)
    assert ".0" not in trace.path_data(trace.outlines(RING), decimals=1)


def test_without_contourpy_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "contourpy", None)
    with pytest.raises(NotInstalled, match=r"sgpkit\[digits\]"):
        trace.outlines(RING)
