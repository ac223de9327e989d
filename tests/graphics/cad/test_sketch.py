"""Measures of flat sketches, compared with known values, and their invariance under motions."""

import dataclasses
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import cad, raster
from sgpkit.graphics.cad.model import Circle, Entity, Line, Sketch
from sgpkit.graphics.cad.sketch import drawing as cad_sketch_drawing
from sgpkit.graphics.cad.sketch.curves import arc_by_angles, mapped
from sgpkit.graphics.cad.sketch.measurements import SketchMeasurements, measure
from sgpkit.graphics.geometry import Point


def measured(text: str) -> SketchMeasurements:
    return measure(cad.parse(f"{text};End", "sketchgraphs").sketch())


SLOT = "Line1:(0,0,4,0);Arc2:(4,0,4,2,180);Line3:(4,2,0,2);Arc4:(0,2,0,0,180);Circle5:(0,1,0.5);Circle6:(4,1,0.5)"
SQUARE = "Line1:(0,0,2,0);Line2:(2,0,2,2);Line3:(2,2,0,2);Line4:(0,2,0,0)"
ANGLE = "Line1:(0,0,3,0);Line2:(3,0,3,1);Line3:(3,1,1,1);Line4:(1,1,1,3);Line5:(1,3,0,3);Line6:(0,3,0,0)"


def polygon(sides: int, turn: float = 0.0) -> str:
    corners = [(math.cos(turn + math.tau * i / sides), math.sin(turn + math.tau * i / sides)) for i in range(sides)]
    lines = zip(corners, corners[1:] + corners[:1], strict=True)
    return ";".join(f"Line{i}:({a:.9f},{b:.9f},{c:.9f},{d:.9f})" for i, ((a, b), (c, d)) in enumerate(lines, 1))


def test_a_slot_with_two_holes() -> None:
    result = measured(f"{SLOT};Line7:(0,1,4,1,construction);Radius:(Arc2,1);Equal:(Circle5,Circle6)")
    assert (result.lines, result.arcs, result.circles, result.construction) == (2, 2, 2, 1)
    assert (result.loops, result.regions, result.holes) == (3, 1, 2)
    assert result.area == pytest.approx(8 + math.pi - math.pi / 2)
    assert (result.outline, result.convex, result.smooth_joints, result.sharp_corners) == ((2, 2), True, 4, 0)
    assert (result.concentric, result.equal_circles, result.diameters) == (2, 2, (1.0,))
    assert (result.width, result.height, result.aspect) == (6, 2, 3)
    assert (result.mirror_axes, result.turns) == (("vertical", "horizontal"), 2)
    assert result.constraints == (("Equal", 1), ("Radius", 1))
    assert result.largest_circle == pytest.approx(1 / 6)


def test_an_angle() -> None:
    result = measured(ANGLE)
    assert (result.convex, result.sharp_corners) == (False, 6)
    assert (result.horizontal, result.vertical, result.area) == (3, 3, 5)
    assert (result.mirror_axes, result.turns) == (("diagonal",), 1)


@pytest.mark.parametrize("sides", [3, 4, 5, 6, 7, 8, 12])
def test_regular_polygons(sides: int) -> None:
    """The center of a triangle's box is not that of the triangle, so that no rotation about the former is a
    symmetry."""
    result = measured(polygon(sides))
    assert result.turns == (sides if sides % 2 == 0 else 1)
    assert result.area == pytest.approx(sides / 2 * math.sin(math.tau / sides))
    assert result.convex and result.outline == (sides, 0)
    assert "horizontal" in result.mirror_axes


def test_rings_and_bolt_circles() -> None:
    ring = measured("Circle1:(5,5,3);Circle2:(5,5,2)")
    assert (ring.turns, ring.concentric, ring.holes, ring.diameters) == (0, 1, 1, (6.0, 4.0))
    bolts = ";".join(
        f"Circle{i + 2}:({3 * math.cos(math.tau * i / 5):.9f},{3 * math.sin(math.tau * i / 5):.9f},0.4)"
        for i in range(5)
    )
    flange = measured(f"Circle1:(0,0,4);{bolts}")
    assert (flange.turns, flange.holes, flange.equal_circles, flange.mirror_axes) == (5, 5, 5, ("horizontal",))


@pytest.mark.parametrize("share", [0.01, 0.03])
def test_almost_symmetric_is_not(share: float) -> None:
    result = measured(
        f"Line1:(0,0,2,0);Line2:(2,0,2,{2 + 2 * share});Line3:(2,{2 + 2 * share},0,{2 + 2 * share});Line4:(0,{2 + 2 * share},0,0)"
    )
    assert (result.mirror_axes, result.turns) == (("vertical", "horizontal"), 2)
    moved = measured(f"{SQUARE};Circle5:({1 + 2 * share},1,0.5)")
    assert (moved.mirror_axes, moved.turns) == (("horizontal",), 1)


def test_open_and_ambiguous_lines() -> None:
    assert measured("Line1:(0,0,1,0);Line2:(1,0,1,1)").loops == 0
    crossed = measured(f"{SQUARE};Line5:(0,0,2,2)")
    assert crossed.loops == 0
    alone = measured("Point1:(1,2)")
    assert (alone.points, alone.width, alone.turns, alone.mirror_axes, alone.convex) == (1, 0, 1, (), False)
    assert measured("Line1:(0,0,1,0)").aspect == math.inf


def test_construction_takes_no_part() -> None:
    plain, helped = measured(SQUARE), measured(f"{SQUARE};Circle5:(7,7,3,construction);Line6:(0,0,9,9,construction)")
    assert helped == dataclasses.replace(plain, construction=2)


@given(
    st.floats(0.01, 100),
    st.floats(-50, 50),
    st.floats(-50, 50),
    st.sampled_from([SLOT, ANGLE, polygon(5, 0.3), polygon(6)]),
)
def test_moving_and_scaling_changes_no_count(factor: float, x: float, y: float, text: str) -> None:
    sketch = cad.parse(f"{text};End", "sketchgraphs").sketch()
    moved = Sketch(tuple(Entity(one.name, mapped(one.shape, factor, Point(x, y))) for one in sketch.entities))  # type: ignore[arg-type]
    before, after = measure(sketch), measure(moved)
    assert after.area == pytest.approx(before.area * factor**2, rel=1e-4)
    assert after.width == pytest.approx(before.width * factor, rel=1e-4)
    measured = {"area", "width", "height", "diameters"}
    for field in dataclasses.fields(SketchMeasurements):
        if field.name not in measured:
            assert getattr(after, field.name) == getattr(before, field.name), field.name


# --- drawings ---------------------------------------------------------------------------------------------------------


def test_drawings_fill_the_page_upwards() -> None:
    """The ink of a circle at the top of a long vertical line is in the upper half of the picture."""
    sketch = Sketch((Entity("a", Line(Point(0, 0), Point(0, 10))), Entity("b", Circle(Point(0, 8), 2))))
    drawing = cad_sketch_drawing.svg(sketch)
    dark = raster.paint(drawing, 200)[:, :, 0] < 220
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    assert rows[0] == pytest.approx(200 * 32 / 512, abs=2) and rows[-1] == pytest.approx(200 * 480 / 512, abs=2)
    assert columns[-1] - columns[0] == pytest.approx(200 * 448 / 512 * 0.4, abs=4)
    assert dark[:100].sum() > 2 * dark[100:].sum()


@pytest.mark.parametrize("sweep", [1.0, -1.0, 4.0, -4.0, 6.0])
def test_arcs_are_drawn_where_they_are(sweep: float) -> None:
    """The drawing of an arc is compared with that of short lines between its points."""
    arc = arc_by_angles(Point(1, 2), 3, 0.7, sweep)
    drawn = raster.paint(cad_sketch_drawing.svg(Sketch((Entity("a", arc),))), 128).astype(int)
    angles = np.linspace(0.7, 0.7 + sweep, 200)
    corners = [Point(1 + 3 * math.cos(angle), 2 + 3 * math.sin(angle)) for angle in angles]
    lines = tuple(Entity(str(i), Line(one, other)) for i, (one, other) in enumerate(pairwise(corners)))
    pieced = raster.paint(cad_sketch_drawing.svg(Sketch(lines)), 128).astype(int)
    assert np.abs(drawn - pieced).mean() < 1.0


def test_construction_is_dashed_and_a_view_is_a_picture() -> None:
    model = cad.parse(
        f"{SQUARE};Line5:(0,0,2,2,construction);Ellipse6:(1,1,0.5,0.5,0.4);Point7:(1,1);End", "sketchgraphs"
    )
    view = model.view(size=96)
    assert (
        view.png.startswith(b"\x89PNG") and view.svg.count("stroke-dasharray") == 1 and view.svg.count("<ellipse") == 1
    )
    assert view == model.view(size=96)
    assert model.view("back", 96).svg == view.svg
