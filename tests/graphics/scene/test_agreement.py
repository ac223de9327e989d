"""Drawings that readers of SVG read differently: a scene agrees with the renderer instead of with its reader."""

import numpy as np
import pytest

from sgpkit.graphics import gate, raster, scene, svg
from sgpkit.graphics.scene import removal
from sgpkit.graphics.scene.unambiguous import is_unambiguous
from sgpkit.status import Rejected, Status

RED = '<rect id="t" x="20" y="20" width="60" height="60" fill="red"/>'
HIDING = {
    "a mask by shorthand": '<mask id="m"><rect width="100" height="100"/></mask><g style="mask:url(#m) center">{}</g>',
    "an escape in CSS": "<style>#t{{op\\61city:0.001}}</style>{}",
    "a style that is important": "<style>rect{{display:none!important}}</style>{}",
    "a variable": "<style>:root{{--h:none}} #t{{display:var(--h)}}</style>{}",
    "a variable as a cover": '<g style="--w:white">{}<path d="M0 0H100V100H0Z" fill="var(--w)"/></g>',
    "an extension": '<g requiredFeatures="http://x">{}</g>',
    "a cover in a unit of the window": '{}<rect width="110vw" height="110vh" fill="white"/>',
    "a cover at a place in error": '{}<rect x="none" y="-" width="100" height="100" fill="white"/>',
    "a cover with a radius in error": '{}<rect width="100" height="100" rx="none" fill="white"/>',
    "a cover sized in CSS": '{}<rect height="100" style="width:100px" fill="white"/>',
    "a cover with a fallback": '{}<rect width="100" height="100" fill="url(#nope) white"/>',
    "a cover displayed in capitals": '{}<rect width="100" height="100" fill="white" display="NONE"/>',
    "a cover shown in error": '{}<rect width="100" height="100" fill="white" visibility="hidden " />',
    "a cover moved twice (in plain text)": '{}<rect width="100" height="100" fill="white" transform="translate(300,0),translate(-300 0)"/>',
    "a cover by text": '{}<text x="48" y="50" font-size="4" fill="white" stroke="white" stroke-width="190">x</text>',
    "a marker without a line": '{}<marker id="m" markerWidth="300" markerHeight="300" overflow="visible"><rect x="-100" y="-100"'
    ' width="200" height="200" fill="white"/></marker><path d="M50 50h.01" fill="none" stroke="none" style="marker:url(#m)"/>',
    "a marker alone": '{}<marker id="m" markerWidth="300" markerHeight="300" overflow="visible"><rect x="-100" y="-100"'
    ' width="200" height="200" fill="white"/></marker><path d="M50 50L51 50" fill="none" marker-start="url(#m)"/>',
    "a filter on nothing": '{}<filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse"><feFlood'
    ' flood-color="white"/></filter><g filter="url(#f)"/>',
    "a filter on what is hidden": '{}<filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse"><feFlood'
    ' flood-color="white"/></filter><rect visibility="hidden" width="9" height="9" filter="url(#f)"/>',
    "points in CSS": '{}<polygon style="points:0,0 100,0 100,100 0,100" fill="white"/>',
    "a path in CSS": '<g display="none">{}</g><path id="t" style="d:M20 20H80V80H20Z"/>',
}


def drawing(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>'


def differ(one: str, other: str) -> bool:
    pictures = [
        [raster.paint(code, size, renderer="resvg").astype(int) for size in (128, 512)] for code in (one, other)
    ]
    return any(np.abs(first - second).max() > 16 for first, second in zip(*pictures, strict=True))


REFUSED = ("a mask by shorthand", "an escape in CSS", "a cover in a unit of the window", "a cover by text")


@pytest.mark.process
@pytest.mark.parametrize("way", HIDING)
def test_the_figure_is_seen_if_the_renderer_shows_it(way):
    code = drawing(HIDING[way].format(RED))
    if way in REFUSED:
        with pytest.raises(Rejected) as refused:
            scene.read(code)
        assert refused.value.status is Status.UNSUPPORTED
        return
    shown = gate.text(code)
    seen = differ(shown, shown.replace('id="t"', 'id="t" style="display:none!important"', 1))
    assert ("t" in [shape.identifier for shape in scene.read(code).shapes]) == seen


def test_plain_drawings_are_beyond_doubt_and_others_are_not():
    plain = [
        RED,
        '<style>.a{fill:none;stroke:#000} .a, g path.b {opacity:.5}</style><g id="Layer_1" data-name="x">'
        + RED
        + "</g>",
        '<g transform="translate(1,2) rotate(-45)"><path class="a" style="fill:#123; stroke:none" d="m1-2.5.5 1e-3 3,4z"/></g>',
        '<path d="M10,30 A20,20 0,0,1 50,30 a5 5 0 0110 10 Q 90,60 50,90 T 1 2 C1 2 3 4 5 6 7 8 9 10 11 12"/>',
        '<linearGradient id="g"><stop offset="10%" stop-color="red"/></linearGradient><circle cx="5" cy="5" r="5%" fill="url(#g)"/>',
    ]
    doubtful = [body.format(RED) for way, body in HIDING.items() if "text" not in way]
    doubtful += [
        '<path d="M1 2 3"/>',
        '<path d="M1 2 x"/>',
        '<g style="Opacity:0">' + RED + "</g>",
        "<foo>" + RED + "</foo>",
    ]
    assert all(is_unambiguous(svg.parse(drawing(body))) for body in plain)
    assert [body for body in doubtful if is_unambiguous(svg.parse(drawing(body)))] == []


def test_many_leaves_that_all_count_are_refused_before_they_cost_minutes():
    calls = []

    def paint(code, size):
        calls.append(size)
        return np.full((size, size, 4), code.count("x") % 2 * 200, np.uint8)

    leaves = [removal.Leaf(number, "y", None, False) for number in range(2_000)]
    with pytest.raises(Rejected) as refused:
        removal.find_visible(["x"] * 2_000, leaves, paint)
    assert refused.value.status is Status.TOO_LARGE
    assert len(calls) * 2_000 < 1_100_000


def test_values_in_error_are_doubtful_without_a_long_search():
    for points in ("11-11" * 20_000 + "x", "1 , " * 20_000 + "x", "1.5" * 20_000 + "x", "1" + " " * 20_000 + "x"):
        assert not is_unambiguous(svg.parse(drawing(f'<polygon points="{points}"/>')))
        assert not is_unambiguous(svg.parse(drawing(f'<path d="M{points}"/>')))
        assert not is_unambiguous(svg.parse(drawing(f'<g transform="translate({points})"/>')))
        assert not is_unambiguous(svg.parse(drawing(f'<g style="a:b;;;{";; " * 5_000}c:{points};{{"/>')))


def squares(code, size):
    """Return a dark square for every "x", side by side, and a white one for "y"."""
    picture = np.full((size, size, 4), 255, np.uint8)
    for number, letter in enumerate(code):
        if letter == "x":
            picture[: size // 2, number * size // 8 : (number + 1) * size // 8, :3] = 0
    return picture


@pytest.mark.parametrize(
    "sketch",
    [
        pytest.param(squares, id="equal"),
        pytest.param(lambda code, size: 255 - squares(code, size), id="another picture"),
        pytest.param(lambda code, size: None, id="none"),
        pytest.param(lambda code, size: squares(code, size) if code == "xyxx" else None, id="none of parts"),
    ],
)
def test_a_sketch_that_is_not_as_the_painting_decides_nothing(sketch):
    leaves = [removal.Leaf(number, "y", None, False) for number in range(4)]
    calls = []

    def paint(code, size):
        calls.append(code)
        return squares(code, size)

    alone = removal.find_visible("xyxx", leaves, paint)
    paintings = len(calls)
    calls.clear()
    beside = removal.find_visible("xyxx", leaves, paint, sketch=sketch)
    assert [mask is not None for mask in alone.masks] == [True, False, True, True]
    for one, other in zip(alone.masks, beside.masks, strict=True):
        assert (one is None) == (other is None) and (one is None or (one == other).all())
    assert len(calls) == 1 if sketch is squares else len(calls) >= paintings


def bars(code, size, columns):
    """Return a dark bar for each "x" of the code, a white one for "y", between columns of the page."""
    picture = np.full((size * 4, size * 4, 4), 255, np.uint8)
    for letter, (left, right) in zip(code, columns, strict=True):
        if letter == "x":
            picture[: size * 2, left * size // 64 : right * size // 64, :3] = 0
    return picture.reshape(size, 4, size, 4, 4).mean(axis=(1, 3)).astype(np.uint8)


def leaves_of(columns):
    return [removal.Leaf(number, "y", (left, 0, right, 128), False) for number, (left, right) in enumerate(columns)]


@pytest.mark.parametrize("code", ["xy", "yx", "xx"])
def test_leaves_that_share_a_coarse_pixel_are_told_apart(code):
    columns = ((0, 23), (23, 46))
    looked = removal.find_visible(code, leaves_of(columns), lambda code, size: bars(code, size, columns))
    assert [mask is not None for mask in looked.masks] == [letter == "x" for letter in code]


def test_leaves_apart_that_end_within_coarse_pixels_are_tried_together():
    columns = [(1 + 22 * number, 20 + 22 * number) for number in range(11)]
    calls = []

    def paint(code, size):
        calls.append(size)
        return bars(code, size, columns)

    looked = removal.find_visible("xy" * 5 + "x", leaves_of(columns), paint)
    assert [mask is not None for mask in looked.masks] == [True, False] * 5 + [True]
    assert len(calls) <= 6
