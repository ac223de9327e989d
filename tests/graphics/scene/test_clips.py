"""Clip paths that are read as outlines, without painting."""

import pytest

from sgpkit.graphics import scene

CLIPS = {
    "left": '<clipPath id="left"><rect width="50" height="100"/></clipPath>',
    "top": '<clipPath id="top"><rect width="100" height="60"/></clipPath>',
    "right": '<clipPath id="right"><rect x="60" width="40" height="100"/></clipPath>',
}


def clipped(outer, inner):
    square = '<rect x="10" y="10" width="80" height="80" fill="red"/>'
    return scene.from_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(CLIPS.values())}'
        f'<g clip-path="url(#{outer})"><g clip-path="url(#{inner})">{square}</g></g></svg>'
    )


@pytest.mark.parametrize(("outer", "inner"), [("left", "top"), ("top", "left")])
def test_a_shape_in_two_clips_is_visible_in_both_alone(outer, inner):
    (shape,) = clipped(outer, inner).shapes
    assert shape.painted == pytest.approx((10, 10, 50, 60), abs=0.5)
    assert shape.area == pytest.approx(0.4 * 0.5, abs=0.01)


def test_a_shape_in_two_clips_that_do_not_meet_is_not_seen():
    assert clipped("left", "right").blank
    assert clipped("right", "left").blank
