"""Measurements of solids whose answers are known: by hand, by Euler's formula, or from the same solid moved or mirrored."""

import math
from dataclasses import asdict, replace

import examples
import pytest
from cad_parts import GROUND, circle, polygon, prism, rectangle, regular
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics.cad import solid
from sgpkit.graphics.cad.measure.measurements import EdgeCounts, FaceCounts, Measurements, measurements_from
from sgpkit.graphics.cad.model import Arc, Ellipse, Extrusion, Frame, Line, Part, Spline, Vector
from sgpkit.graphics.geometry import Point

pytest.importorskip("OCP", reason="solids need OpenCASCADE: pip install 'sgpkit[cad]'")

TO_THE_RIGHT = Frame(Vector(0.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0), Vector(0.0, 0.0, 1.0))
"""A sketch that is extruded along x."""


def measured(*extrusions: Extrusion) -> Measurements:
    return solid.build_here(Part(extrusions)).measurements


def drilled(hole: Extrusion) -> Extrusion:
    return replace(hole, operation="cut")


BLOCK = prism(rectangle(-3, -2, 3, 2), 2.0)
THROUGH = drilled(prism(circle(0.5, -1.5), 9.0, start=-4.0))
BLIND = drilled(prism(circle(0.5, 1.5), 9.0, start=1.0))
SINK = drilled(prism(circle(1.0, -1.5), 9.0, start=1.5))


def test_block():
    result = measured(BLOCK)
    assert (result.faces, result.edges, result.vertices) == (FaceCounts(plane=6), EdgeCounts(line=12), 8)
    assert (result.bodies, result.voids, result.genus, result.holes, result.concentric) == (1, 0, 0, (), ())
    assert (result.volume, result.area, result.fullness, result.flat_share) == pytest.approx((48.0, 88.0, 1.0, 1.0))
    assert (*result.lower, *result.upper) == pytest.approx((-3.0, -2.0, 0.0, 3.0, 2.0, 2.0))
    assert result.slenderness == pytest.approx(3.0)
    assert result.symmetry_planes == ("yz", "xz", "xy") and result.turns == (2, 2, 2) and not result.revolved


def test_washer():
    result = measured(prism(circle(2.0), 0.5, circle(1.0)))
    assert (result.faces, result.edges, result.vertices) == (FaceCounts(plane=2, cylinder=2), EdgeCounts(circle=4), 0)
    assert (result.genus, result.revolved, result.turns) == (1, ("z",), (2, 2, 0))
    assert result.area == pytest.approx(math.pi * (2 * 3 + 0.5 * 6)) and result.flat_share == pytest.approx(2 / 3)
    (hole,) = result.holes
    assert hole.through and not hole.stepped and (hole.diameter, hole.depth) == pytest.approx((2.0, 0.5))
    assert result.concentric[0].diameters == pytest.approx((2.0, 4.0))
    assert result.outlines.z.ring and result.outlines.z.shape == "circle" and result.outlines.z.openings == 1
    assert result.outlines.x.shape == result.outlines.y.shape == "rectangle" and not result.doubtful


def test_holes_of_all_kinds():
    result = measured(BLOCK, THROUGH, SINK, BLIND)
    sunk, blind = result.holes
    assert sunk.through and sunk.diameters == pytest.approx((2.0, 1.0)) and sunk.depth == pytest.approx(2.0)
    assert tuple(sunk.mouth) == pytest.approx((-1.5, 0.0, 2.0)) and tuple(sunk.axis) == pytest.approx((0.0, 0.0, -1.0))
    assert not blind.through and (blind.diameter, blind.depth) == pytest.approx((1.0, 1.0))
    assert result.through_holes == (sunk,) and result.blind_holes == (blind,)
    assert result.genus == 1 and not result.doubtful
    assert (result.outlines.z.openings, result.outlines.z.round_openings) == (1, 1)


def test_a_hollow_is_no_hole():
    result = measured(prism(rectangle(-2, -2, 2, 2), 4.0), drilled(prism(circle(1.0), 2.0, start=1.0)))
    assert result.hollow and (result.voids, result.genus, result.holes, result.bodies) == (1, 0, (), 1)


def test_a_ring_groove_is_no_hole():
    groove = drilled(prism(circle(1.5), 2.0, circle(1.0), start=1.5))
    assert measured(BLOCK, groove).holes == ()


def test_a_notch_is_no_hole():
    assert measured(BLOCK, drilled(prism(circle(0.5, 3.0), 9.0, start=-4.0))).holes == ()


def test_square_ways_through_have_no_diameter_but_count():
    result = measured(prism(rectangle(-3, -2, 3, 2), 2.0, rectangle(-2, -1, -1, 1), rectangle(1, -1, 2, 1)))
    assert (result.genus, result.holes, result.outlines.z.openings, result.outlines.z.round_openings) == (2, (), 2, 0)


def test_crossing_holes_are_counted_and_marked():
    across = drilled(prism(circle(0.3, 0.0, 1.0), 20.0, start=-10.0, frame=TO_THE_RIGHT))
    result = measured(BLOCK, THROUGH, across)
    assert result.genus == 3 and "holes" in result.doubtful  # two crossing holes: four openings of one hollow
    assert result.edges.spline + result.edges.other >= 2  # where one cylinder meets the other


def test_a_hole_through_two_walls_is_marked():
    channel = prism(polygon((-3, 0), (3, 0), (3, 3), (2, 3), (2, 1), (-2, 1), (-2, 3), (-3, 3)), 2.0)
    result = measured(channel, drilled(prism(circle(0.4, 2.0, 1.0), 20.0, start=-10.0, frame=TO_THE_RIGHT)))
    assert len(result.through_holes) == 2 and result.genus == 2 and "holes" in result.doubtful


def test_separate_bodies():
    result = measured(prism(circle(1.0)), prism(circle(1.0, 5.0)), prism(rectangle(-1, 3, 6, 4)))
    assert (result.bodies, result.genus, result.outlines.z.shape) == (3, 0, "other")
    centers = math.pi * 5.0 / (2 * math.pi + 7), (3.5 * 7) / (2 * math.pi + 7)
    assert (result.centroid.x, result.centroid.y) == pytest.approx(
        ((5 * math.pi + 2.5 * 7) / (2 * math.pi + 7), centers[1])
    )


def test_bodies_that_touch_along_an_edge_are_doubtful():
    result = measured(prism(rectangle(0, 0, 1, 1)), prism(rectangle(1, 1, 2, 2)))
    assert {"genus", "bodies"} <= result.doubtful


def test_steps_of_a_shaft():
    steps = [
        prism(circle(radius), 1.0, start=float(position), frame=TO_THE_RIGHT)
        for position, radius in enumerate((1, 2, 1.5))
    ]
    result = measured(*steps, drilled(prism(circle(0.5), 9.0, start=-1.0, frame=TO_THE_RIGHT)))
    assert result.steps == pytest.approx((2.0, 4.0, 3.0))
    assert result.concentric[0].inner == pytest.approx((1.0,)) and result.revolved == ("x",)
    assert len(result.concentric) == 1


def test_small_features_break_a_symmetry():
    off = drilled(prism(circle(0.05, 2.0, 1.0), 9.0, start=-4.0))
    assert measured(BLOCK, off).symmetry_planes == ("xy",)
    both = drilled(prism(circle(0.05, -2.0, -1.0), 9.0, start=-4.0))
    assert measured(BLOCK, off, both).symmetry_planes == ("xy",) and measured(BLOCK, off, both).turns == (1, 1, 2)


def test_what_is_almost_symmetric_is_doubtful():
    result = measured(BLOCK, drilled(prism(circle(0.5, 0.02, 0.0), 9.0, start=-4.0)))
    assert "yz" not in result.symmetry_planes and "symmetry_planes" in result.doubtful


ROUND_STAR = [
    Point((2 + k % 2) * math.cos(k * math.pi / 5), (2 + k % 2) * math.sin(k * math.pi / 5)) for k in range(10)
]


def bolt_circle(count: int) -> list[Extrusion]:
    turns = [2 * math.pi * item / count for item in range(count)]
    holes = [drilled(prism(circle(0.1, math.cos(turn), math.sin(turn)), 9.0, start=-4.0)) for turn in turns]
    return [prism(circle(1.5), 0.4, circle(0.4)), *holes]


@pytest.mark.parametrize(
    ("extrusions", "turns"),
    [
        ([prism(regular(5, 1.0))], 5),
        ([prism(regular(7, 1.0), 1.0, regular(7, 0.9))], 7),
        ([prism(regular(12, 1.0))], 12),
        ([prism(regular(6, 1.0), 1.0, regular(3, 0.5))], 3),
        (bolt_circle(3), 3),
        (bolt_circle(8), 8),
        ([prism((Spline(3, (*ROUND_STAR, *ROUND_STAR[:3]), tuple(map(float, range(17))), (), True),))], 5),
        ([prism((Ellipse(Point(0.0, 0.0), Point(1.0, 0.0), 0.95),))], 2),
        ([prism(polygon((0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)))], 1),
    ],
)
def test_turns(extrusions, turns):
    result = measured(*extrusions)
    assert result.turns.z == turns and "turns" not in result.doubtful


def slot(length: float, radius: float):
    return (
        Line(Point(-length, -radius), Point(length, -radius)),
        Arc(Point(length, -radius), Point(length + radius, 0.0), Point(length, radius)),
        Line(Point(length, radius), Point(-length, radius)),
        Arc(Point(-length, radius), Point(-length - radius, 0.0), Point(-length, -radius)),
    )


def rounded(half: float, radius: float):
    turns = [(half - radius, -half, 0), (half, half - radius, 1), (radius - half, half, 2), (-half, radius - half, 3)]
    loop, start = [], Point(radius - half, -half)
    for x, y, quarter in turns:
        corner = Point(x, y)
        middle = math.pi * (2 * quarter - 1) / 4
        center = [Point(half - radius, radius - half), Point(half - radius, half - radius), Point(radius - half, half - radius), Point(radius - half, radius - half)][quarter]  # fmt: skip
        end = center + Point(math.cos(middle + math.pi / 4), math.sin(middle + math.pi / 4)) * radius
        loop += [Line(start, corner), Arc(corner, center + Point(math.cos(middle), math.sin(middle)) * radius, end)]
        start = end
    return tuple(loop)


OUTLINES = {
    "circle": circle(1.0),
    "ellipse": (Ellipse(Point(0.0, 0.0), Point(0.6, 0.8), 0.4),),
    "slot": slot(2.0, 0.5),
    "square": rectangle(0, 0, 1, 1),
    "rectangle": rectangle(0, 0, 3, 0.4),
    "rounded rectangle": rounded(1.0, 0.3),
    "triangle": polygon((0, 0), (3, 0), (1, 2)),
    "trapezoid": polygon((0, 0), (3, 0), (2, 1), (1, 1)),
    "parallelogram": polygon((0, 0), (3, 0), (4, 1), (1, 1)),
    "rhombus": polygon((0, -1), (2, 0), (0, 1), (-2, 0)),
    "pentagon": regular(5, 1.0),
    "hexagon": regular(6, 1.0),
    "octagon": regular(8, 1.0),
    "L": polygon((0, 0), (4, 0), (4, 0.3), (0.3, 0.3), (0.3, 3), (0, 3)),
    "T": polygon((0, 0), (1, 0), (1, 2), (2, 2), (2, 3), (-1, 3), (-1, 2), (0, 2)),
    "U": polygon((0, 0), (4, 0), (4, 3), (3.5, 3), (3.5, 1), (0.5, 1), (0.5, 3), (0, 3)),
    "Z": polygon((0, 0), (2, 0), (2, 2), (3, 2), (3, 3), (1, 3), (1, 1), (0, 1)),
    "H": polygon((0, 0), (1, 0), (1, 1), (2, 1), (2, 0), (3, 0), (3, 3), (2, 3), (2, 2), (1, 2), (1, 3), (0, 3)),
    "cross": polygon((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)),
    "stairs": polygon((0, 0), (3, 0), (3, 1), (2, 1), (2, 2), (1, 2), (1, 3), (0, 3)),
    "other": (Line(Point(-1.0, 0.0), Point(1.0, 0.0)), Arc(Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0))),
}


@pytest.mark.parametrize("turn", [0.0, 0.4], ids=["straight", "turned"])
@pytest.mark.parametrize("name", OUTLINES)
def test_outlines(name, turn):
    x_axis, y_axis = Vector(math.cos(turn), math.sin(turn), 0.0), Vector(-math.sin(turn), math.cos(turn), 0.0)
    frame = replace(GROUND, x_axis=x_axis, y_axis=y_axis)
    result = measured(prism(OUTLINES[name], 1.0, frame=frame)).outlines.z
    assert result.shape == name
    assert result.convex == (name not in ("L", "T", "U", "Z", "H", "cross", "stairs"))


def test_a_small_chamfer_leaves_no_name():
    chamfered = polygon((0, 0.04), (0.04, 0), (3.96, 0), (4, 0.04), (4, 2.96), (3.96, 3), (0.04, 3), (0, 2.96))
    assert measured(prism(chamfered)).outlines.z.shape in ("rectangle", "other")
    assert measured(prism(rounded(1.0, 0.03))).outlines.z.shape in ("square", "other")


centers = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=8, unique=True)


@given(centers, st.integers(0, 23))
@examples.some(2)
def test_a_plate_with_holes_in_any_place(centers, position):
    """Genus and holes equal their number, and rotating the part about the axes rotates its measurements."""
    holes = [circle(0.2 + 0.01 * number, 1.0 + x, 1.0 + y) for number, (x, y) in enumerate(centers)]
    around = Vector(0.0, 0.0, 1.0), Vector(0.0, 1.0, 0.0), Vector(1.0, 0.0, 0.0)
    signed = [axis * sign for axis in around for sign in (1.0, -1.0)]
    pairs = [(x, y) for x in signed for y in signed if x.dot(y) == 0]
    frame = Frame(Vector(0.0, 0.0, 0.0), *pairs[position])
    result = measured(prism(rectangle(0, 0, 7, 5), 0.5, *holes, frame=frame))
    assert result.genus == len(result.holes) == len(result.through_holes) == len(centers)
    assert sorted(hole.diameter for hole in result.holes) == pytest.approx(
        [0.4 + 0.02 * n for n in range(len(centers))]
    )
    assert result.faces == FaceCounts(plane=6, cylinder=len(centers))
    assert result.edges == EdgeCounts(line=12, circle=2 * len(centers)) and result.vertices == 8
    area = sum(math.pi * (0.2 + 0.01 * number) ** 2 for number in range(len(centers)))
    assert result.volume == pytest.approx((35 - area) / 2)
    axis = "xyz"[[abs(value) for value in frame.normal].index(1.0)]
    seen = result.outlines.named()[axis]
    assert (seen.shape, seen.openings, seen.round_openings) == ("rectangle", len(centers), len(centers))


@given(centers)
@examples.some(2)
def test_a_mirrored_pair_is_symmetric(centers):
    holes = [circle(0.3, sign * (1.0 + x), y - 1.5) for x, y in centers for sign in (1.0, -1.0)]
    result = measured(prism(rectangle(-7, -4, 7, 4), 0.5, *holes))
    assert "yz" in result.symmetry_planes and "xy" in result.symmetry_planes
    mirrored = {(x, 3 - y) for x, y in centers} == set(centers)
    assert ("xz" in result.symmetry_planes) == mirrored


def test_facts_travel_through_json():
    import json

    result = measured(BLOCK, THROUGH, SINK, BLIND)
    output = json.loads(json.dumps(asdict(result) | {"doubtful": sorted(result.doubtful)}))
    assert measurements_from(output) == result
