"""Patterns with opaque tiles hide what lies below them, as in browsers; others do not."""

import gate_drawings
import numpy as np
import pytest
from browser_pictures import is_blank
from gate_differences import compare

from sgpkit.graphics import gate, raster, scene
from sgpkit.graphics.gate import tiles
from sgpkit.graphics.scene import removal
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

FIGURE = '<rect x="10" y="60" width="80" height="30" fill="blue"/><circle cx="50" cy="50" r="30" fill="red"/>'
COVERS = {name: code for name, code in gate_drawings.hiding(FIGURE).items() if name.startswith("cover tiles")}
OPEN = "cover tiles with gaps"


def tiled(contents, width=9):
    """Return a figure under a rectangle of tiles."""
    pattern = f'<pattern id="p" patternUnits="userSpaceOnUse" width="{width}" height="9">{contents}</pattern>'
    return gate_drawings.fill(
        f'<svg {{head}}>{pattern}{{figure}}<rect width="100" height="100" fill="url(#p)"/></svg>', FIGURE
    )


@pytest.mark.parametrize("name", sorted(COVERS.keys() - {OPEN}))
def test_opaque_tiles_hide_a_figure(name):
    code = COVERS[name]
    for size in (100, 128, 512):
        assert is_blank(raster.render(gate.text(code), size)), size
    assert scene.read(code).blank


def test_tiles_with_gaps_do_not_hide_a_figure():
    shapes = scene.read(COVERS[OPEN]).shapes
    assert [shape.kind for shape in shapes] == ["rect", "circle", "rect"]
    assert gate.text(COVERS[OPEN]).count("<rect") == COVERS[OPEN].count("<rect")


@pytest.mark.parametrize("alpha", [0.5, 0.9])
def test_translucent_tiles_do_not_hide_a_figure(alpha):
    tile = f'<rect width="9" height="9" fill="white" fill-opacity="{alpha}"/>'
    assert {"rect", "circle"} <= {shape.kind for shape in scene.read(tiled(tile)).shapes[:2]}


@pytest.mark.parametrize("width", [7, 8.5, 9, 9.3])
def test_tiles_of_several_colors_show_none_of_the_figure(width):
    tile = f'<rect width="{width}" height="9" fill="#ffe0c0"/><circle cx="4" cy="4" r="2" fill="#fff0e0"/>'
    code = tiled(tile, width)
    picture = raster.render(gate.text(code), 128).astype(int)
    low, high = np.array((0xFF, 0xE0, 0xC0)) - 2, np.array((0xFF, 0xF0, 0xE0)) + 2
    assert ((low <= picture) & (picture <= high)).all()
    (shape,) = scene.read(code).shapes
    assert shape.kind == "rect" and shape.covers_page


def test_more_tiles_than_can_be_rendered_are_refused():
    patterns = "".join(
        f'<pattern id="p{number}" patternUnits="userSpaceOnUse" width="9" height="9"><rect width="{number}" '
        f'height="9"/></pattern><rect width="9" height="9" fill="url(#p{number})"/>'
        for number in range(1, tiles.MAX_TILES + 2)
    )
    code = gate_drawings.fill(f"<svg {{head}}>{patterns}</svg>", "")
    with pytest.raises(Rejected) as refused:
        gate.read(code)
    assert refused.value.status is Status.UNSUPPORTED and "tiles of patterns" in refused.value.reason
    assert gate.shown(code).count("<pattern") == tiles.MAX_TILES + 1


def test_tiles_hide_what_the_scene_does_not_see():
    assert tiles.MIN_ALPHA == 255 - removal.MAX_UNSEEN


def test_patterns_without_an_identifier_are_left():
    pattern = '<pattern href="#p" width="9" height="9"/>'
    code = tiled('<rect width="9" height="9"/>').replace("</svg>", f"{pattern}</svg>")
    assert gate.text(code).count("<pattern") == 2


@pytest.mark.slow
def test_tiles_hide_a_figure_in_a_browser(browser):
    shares = dict(zip(COVERS, (share for _, share in compare(browser, COVERS.values())), strict=True))
    del shares[OPEN]  # the edges of its tiles are blurred
    assert max(shares.values()) < 0.001, shares
