"""One picture in many programs: both renderers paint the same picture for every style of the writer."""

import random

import numpy as np
import pytest

from sgpkit.families.shared.drawings import looks
from sgpkit.families.shared.drawings.designs import catalogue, drawing
from sgpkit.families.shared.drawings.forms import box, circle, polygon, ring, smooth, star
from sgpkit.families.shared.drawings.writing import canvas, document, flattening, outlines, path_data, regions
from sgpkit.graphics import raster, svg
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg import path
from sgpkit.graphics.svg.outline import bounding_box

SIZE = 128
KINDS = [*catalogue.TEST[::9], *catalogue.TRAIN[::8]]


def pixels(code: str, renderer: str = "resvg") -> np.ndarray:
    return raster.paint(code, SIZE, renderer=renderer).astype(int)


def differing(one: np.ndarray, other: np.ndarray) -> float:
    """Return the share of pixels that differ by more than the antialiasing of an edge."""
    return float((np.abs(one - other).max(2) > 90).mean())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rewriting_does_not_change_the_picture(kind) -> None:
    """The plain layers of a sketch, each as one element, are compared with the writer's program."""
    for seed in range(2):
        generator = random.Random(f"{kind.name}:{seed}")
        sketch = drawing.sketched(kind, catalogue.designs(kind)[seed], generator)
        marks = looks.finish(sketch, generator.choice(("flat", "two-tone", "outlined")), generator)
        plain = flattening.inks(marks)
        tool = canvas.choose(generator)
        unit = tool.size / 100
        by = Affine(unit, 0, 0, unit, *tool.tool.corner)
        straight = tool._replace(matrix=None, even_odd=True, style=path_data.Style(4, "absolute"), primitives=0.0)
        reference = pixels(document.write(plain, straight, by, random.Random(0)))
        layers = flattening.cut(flattening.expanded(plain), 0.8, generator)
        boxed = flattening.reordered(flattening.boxed(layers), generator, 3 * len(layers))
        layers = flattening.merged(boxed, 0.8, generator)
        code = document.write(layers, tool, by, generator)
        assert svg.validate(code) == []
        for renderer in raster.RENDERERS:
            assert differing(pixels(code, renderer), reference) < 0.012, (seed, renderer)


@pytest.mark.parametrize("style", ["solid", "line", "badge"])
def test_one_color_is_one_color_in_both_renderers(style) -> None:
    for kind in KINDS[::3]:
        drawn = drawing.draw(kind, catalogue.designs(kind)[0], random.Random(f"{style}:{kind.name}"), style=style)
        assert svg.validate(drawn.code) == []
        one, other = (pixels(drawn.code, renderer) for renderer in raster.RENDERERS)
        assert (np.abs(one - other).max(2) > 90).mean() < 0.012
        inks = {tuple(color) for color in one.reshape(-1, 3) if (np.abs(color - 255).max() > 3)}
        darkest = min(inks, key=sum)
        # All other shades are between the ink and the paper.
        away = [np.abs(np.cross(np.array(color) - 255, np.array(darkest) - 255)).max() for color in inks]
        assert max(away) <= 255 * 6
        assert 0.02 < (one.min(2) < 250).mean() < 0.95


STYLES = [
    path_data.Style(decimals, mode, zero, separator, smooth, implied, arcs, quadratics)
    for decimals, mode, zero, separator, smooth, implied, arcs, quadratics in (
        (3, "relative", True, ",", True, False, False, False),
        (2, "absolute", False, " ", False, True, False, False),
        (3, "shortest", False, " ", True, True, True, False),
        (3, "shortest", True, ",", True, True, False, True),
        (4, "relative", False, ",", True, True, True, False),
    )
]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_path_data_reads_back_as_the_same_area(style) -> None:
    for form in (
        circle(40, 50, 30),
        box(10, 20, 60, 30, 6),
        star(50, 50, 40),
        smooth((10, 20), (60, 10), (80, 70), (30, 90)),
    ):
        back = path.subpaths(path_data.write(form.loops, style))
        assert len(back) == len(form.loops)
        assert bounding_box(back) == pytest.approx(bounding_box(form.loops), abs=0.15)
        assert regions.of_loops(back).area == pytest.approx(regions.of_loops(form.loops).area, rel=0.004)


def test_the_same_outline_through_other_points_is_the_same_area() -> None:
    generator = random.Random(3)
    for form in (circle(40, 50, 30), box(10, 20, 60, 30, 6), polygon((10, 10), (80, 20), (50, 90))):
        [loop] = form.loops
        area = regions.signed_area(loop)
        assert regions.signed_area(outlines.reversed_loop(loop)) == pytest.approx(-area)
        for index in range(5):
            assert regions.signed_area(outlines.started(loop, index)) == pytest.approx(area)
        assert regions.signed_area(outlines.split(loop, 0.9, generator)) == pytest.approx(area)
        assert regions.signed_area(outlines.lines_as_curves(loop, 0.9, generator)) == pytest.approx(area)
        pieces = outlines.split(loop, 1.0, generator)
        joined = outlines.joined(pieces)
        assert len(joined.pieces) <= len(loop.pieces) + 1 and regions.signed_area(joined) == pytest.approx(
            area, rel=2e-3
        )


def test_areas_and_their_operations() -> None:
    disc, hole = regions.of_loops(circle(50, 50, 30).loops), regions.of_loops(circle(50, 50, 20).loops)
    assert disc.area == pytest.approx(np.pi * 900, rel=1e-3)
    assert regions.difference(disc, hole).area == pytest.approx(np.pi * 500, rel=1e-3)
    assert regions.of_loops(ring(50, 50, 30, 20).loops).area == pytest.approx(np.pi * 500, rel=1e-3)
    assert regions.union(disc, hole).area == pytest.approx(disc.area, rel=1e-6)
    assert regions.grown(disc, 2).area == pytest.approx(np.pi * 32**2, rel=2e-3)
    assert regions.shrunk(disc, 2).area == pytest.approx(np.pi * 28**2, rel=2e-3)
    # Holes have the opposite direction of their outline, so that they show without the even-odd rule.
    loops = regions.loops(regions.difference(disc, hole), nonzero=True)
    assert sorted(regions.signed_area(loop) > 0 for loop in loops) == [False, True]
