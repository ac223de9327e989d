"""Additions to cairosvg: separate cached results, and colours without their opacity."""

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics.raster import painting, pixels

CODE = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="50" height="50" fill="teal"/></svg>'


@pytest.fixture(scope="module")
def cairosvg():
    """Return cairosvg with the additions of `painting`."""
    painting.paint(CODE, 8, renderer="cairo")
    import cairosvg

    return cairosvg


@pytest.mark.slow
@given(text=st.one_of(st.none(), st.text("0123456789.,-+eE \n\tMLurl(#a)'\"", max_size=90)))
def test_a_kept_answer_is_cairosvgs_own(cairosvg, text):
    from cairosvg import helpers, url
    from cairosvg import text as texts

    for asked in (url.parse_url, helpers.parse_url):
        assert asked(text) == asked.__wrapped__(text) == asked(text)
    if text is not None:
        for asked in (helpers.normalize, texts.normalize):
            assert asked(text) == asked.__wrapped__(text) == asked(text)


def test_long_texts_are_not_kept(cairosvg):
    from cairosvg import helpers

    (kept,) = [
        cell.cell_contents for cell in helpers.normalize.__closure__ if hasattr(cell.cell_contents, "cache_info")
    ]
    kept.cache_clear()
    before = kept.cache_info().currsize
    assert helpers.normalize("M1-2" * 1_000) == "M1 -2" * 1_000
    assert kept.cache_info().currsize == before
    assert helpers.normalize("a text of its own-1") == "a text of its own -1"
    assert kept.cache_info().currsize == before + 1


def test_a_function_is_kept_once_however_often_is_painted(cairosvg):
    from cairosvg import helpers

    painting.paint(CODE, 9, renderer="cairo")
    assert not hasattr(helpers.normalize.__wrapped__, "__wrapped__")


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), min_size=1, max_size=40))
def test_straight_values_are_the_nearest_ones(pairs):
    """The values are compared with each pixel's exact fraction."""
    painted = np.array([[[min(color, alpha), 0, alpha, alpha] for color, alpha in pairs]], np.uint8)
    straight = pixels.unpremultiply(painted)
    for before, after in zip(painted[0].tolist(), straight[0].tolist(), strict=True):
        alpha = before[3]
        expected = [(2 * 255 * value + alpha) // (2 * alpha) if alpha else 0 for value in before[:3]]
        assert after == [*expected, alpha]


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 4), min_size=1, max_size=40))
def test_pixels_on_white_keep_their_opacity(given_pixels):
    """The pixels are compared with `over`, also for colours above their opacity, which must not carry into the next
    channel."""
    painted = np.array([given_pixels], np.uint8)
    both = pixels.on_white(painted)
    assert np.array_equal(both[..., :3], pixels.composite(painted, "white"))
    assert np.array_equal(both[..., 3], painted[..., 3])


def test_prefixes_that_another_library_registers_change_nothing(monkeypatch):
    """With the empty prefix for the SVG namespace, which many programs register, `x:href` would become `href`."""
    code = (
        '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg">'
        '<linearGradient id="a"><stop stop-color="#080"/></linearGradient><linearGradient id="b" href="#a" x:href="#c"/>'
        '<linearGradient id="c"><stop stop-color="#f00"/></linearGradient><rect width="9" height="9" fill="url(#b)"/></svg>'
    )
    before = painting.paint(code, 9)
    monkeypatch.setitem(ElementTree._namespace_map, "http://www.w3.org/2000/svg", "")
    assert (painting.paint(code, 9) == before).all()
    assert (before == (0, 0x88, 0)).all()
