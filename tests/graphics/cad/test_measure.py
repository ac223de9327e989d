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


def facts(*extrusions: Extrusion) -> Measurements:
    return solid.build_here(Part(extrusions)).measurements


def drilled(hole: Extrusion) -> Extrusion:
    return replace(hole, operation="cut")


BLOCK = prism(rectangle(-3, -2, 3, 2), 2.0)
THROUGH = drilled(prism(circle(0.5, -1.5), 9.0, start=-4.0))
BLIND = drilled(prism(circle(0.5, 1.5), 9.0, start=1.0))
SINK = drilled(prism(circle(1.0, -1.5), 9.0, start=1.5))


def test_block():
    found = facts(BLOCK)
    assert (found.faces, found.edges, found.vertices) == (FaceCounts(plane=6), EdgeCounts(line=12), 8)
    assert (found.bodies, found.voids, found.genus, found.holes, found.concentric) == (1, 0, 0, (), ())
    assert (found.volume, found.area, found.fullness, found.flat_share) == pytest.approx((48.0, 88.0, 1.0, 1.0))
    assert (*found.lower, *found.upper) == pytest.approx((-3.0, -2.0, 0.0, 3.0, 2.0, 2.0))
    assert found.slenderness == pytest.approx(3.0)
    assert found.symmetry_planes == ("yz", "xz", "xy") and found.turns == (2, 2, 2) and not found.revolved


def test_washer():
    found = facts(prism(circle(2.0), 0.5, circle(1.0)))
    assert (found.faces, found.edges, found.vertices) == (FaceCounts(plane=2, cylinder=2), EdgeCounts(circle=4), 0)
    assert (found.genus, found.revolved, found.turns) == (1, ("z",), (2, 2, 0))
    assert found.area == pytest.approx(math.pi * (2 * 3 + 0.5 * 6)) and found.flat_share == pytest.approx(2 / 3)
    (hole,) = found.holes
    assert hole.through and not hole.stepped and (hole.diameter, hole.depth) == pytest.approx((2.0, 0.5))
    assert found.concentric[0].diameters == pytest.approx((2.0, 4.0))
    assert found.outlines.z.ring and found.outlines.z.shape == "circle" and found.outlines.z.openings == 1
    assert found.outlines.x.shape == found.outlines.y.shape == "rectangle" and not found.doubtful


def test_holes_of_all_kinds():
    found = facts(BLOCK, THROUGH, SINK, BLIND)
    sunk, blind = found.holes
    assert sunk.through and sunk.diameters == pytest.approx((2.0, 1.0)) and sunk.depth == pytest.approx(2.0)
    assert tuple(sunk.mouth) == pytest.approx((-1.5, 0.0, 2.0)) and tuple(sunk.axis) == pytest.approx((0.0, 0.0, -1.0))
    assert not blind.through and (blind.diameter, blind.depth) == pytest.approx((1.0, 1.0))
    assert found.through_holes == (sunk,) and found.blind_holes == (blind,)
    assert found.genus == 1 and not found.doubtful
    assert (found.outlines.z.openings, found.outlines.z.round_openings) == (1, 1)


def test_a_hollow_is_no_hole():
    found = facts(prism(rectangle(-2, -2, 2, 2), 4.0), drilled(prism(circle(1.0), 2.0, start=1.0)))
    assert found.hollow and (found.voids, found.genus, found.holes, found.bodies) == (1, 0, (), 1)


def test_a_ring_groove_is_no_hole():
    groove = drilled(prism(circle(1.5), 2.0, circle(1.0), start=1.5))
    assert facts(BLOCK, groove).holes == ()


def test_a_notch_is_no_hole():
    assert facts(BLOCK, drilled(prism(circle(0.5, 3.0), 9.0, start=-4.0))).holes == ()


def test_square_ways_through_have_no_diameter_but_count():
    found = facts(prism(rectangle(-3, -2, 3, 2), 2.0, rectangle(-2, -1, -1, 1), rectangle(1, -1, 2, 1)))
    assert (found.genus, found.holes, found.outlines.z.openings, found.outlines.z.round_openings) == (2, (), 2, 0)


def test_crossing_holes_are_counted_and_marked():
    across = drilled(prism(circle(0.3, 0.0, 1.0), 20.0, start=-10.0, frame=TO_THE_RIGHT))
    found = facts(BLOCK, THROUGH, across)
    assert found.genus == 3 and "holes" in found.doubtful  # two holes that cross: four mouths of one hollow
    assert found.edges.spline + found.edges.other >= 2  # where one cylinder meets the other


def test_a_hole_through_two_walls_is_marked():
    channel = prism(polygon((-3, 0), (3, 0), (3, 3), (2, 3), (2, 1), (-2, 1), (-2, 3), (-3, 3)), 2.0)
    found = facts(channel, drilled(prism(circle(0.4, 2.0, 1.0), 20.0, start=-10.0, frame=TO_THE_RIGHT)))
    assert len(found.through_holes) == 2 and found.genus == 2 and "holes" in found.doubtful


def test_separate_bodies():
    found = facts(prism(circle(1.0)), prism(circle(1.0, 5.0)), prism(rectangle(-1, 3, 6, 4)))
    assert (found.bodies, found.genus, found.outlines.z.shape) == (3, 0, "other")
    centers = math.pi * 5.0 / (2 * math.pi + 7), (3.5 * 7) / (2 * math.pi + 7)
    assert (found.centroid.x, found.centroid.y) == pytest.approx(
        ((5 * math.pi + 2.5 * 7) / (2 * math.pi + 7), centers[1])
    )


def test_bodies_that_touch_along_an_edge_are_doubtful():
    found = facts(prism(rectangle(0, 0, 1, 1)), prism(rectangle(1, 1, 2, 2)))
    assert {"genus", "bodies"} <= found.doubtful


def test_steps_of_a_shaft():
    steps = [
        prism(circle(radius), 1.0, start=float(place), frame=TO_THE_RIGHT) for place, radius in enumerate((1, 2, 1.5))
    ]
    found = facts(*steps, drilled(prism(circle(0.5), 9.0, start=-1.0, frame=TO_THE_RIGHT)))
    assert found.steps == pytest.approx((2.0, 4.0, 3.0))
    assert found.concentric[0].inner == pytest.approx((1.0,)) and found.revolved == ("x",)
    assert len(found.concentric) == 1


def test_small_features_break_a_symmetry():
    off = drilled(prism(circle(0.05, 2.0, 1.0), 9.0, start=-4.0))
    assert facts(BLOCK, off).symmetry_planes == ("xy",)
    both = drilled(prism(circle(0.05, -2.0, -1.0), 9.0, start=-4.0))
    assert facts(BLOCK, off, both).symmetry_planes == ("xy",) and facts(BLOCK, off, both).turns == (1, 1, 2)


def test_what_is_almost_symmetric_is_doubtful():
    found = facts(BLOCK, drilled(prism(circle(0.5, 0.02, 0.0), 9.0, start=-4.0)))
    assert "yz" not in found.symmetry_planes and "symmetry_planes" in found.doubtful


ROUND_STAR = [
    Point((2 + k % 2) * math.cos(k * math.pi / 5), (2 + k % 2) * math.sin(k * math.pi / 5)) for k in range(10)
]


def bolt_circle(count: int) -> list[Extrusion]:
    turns = [2 * math.pi * place / count for place in range(count)]
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
    found = facts(*extrusions)
    assert found.turns.z == turns and "turns" not in found.doubtful


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
    found = facts(prism(OUTLINES[name], 1.0, frame=frame)).outlines.z
    assert found.shape == name
    assert found.convex == (name not in ("L", "T", "U", "Z", "H", "cross", "stairs"))


def test_a_small_chamfer_leaves_no_name():
    chamfered = polygon((0, 0.04), (0.04, 0), (3.96, 0), (4, 0.04), (4, 2.96), (3.96, 3), (0.04, 3), (0, 2.96))
    assert facts(prism(chamfered)).outlines.z.shape in ("rectangle", "other")
    assert facts(prism(rounded(1.0, 0.03))).outlines.z.shape in ("square", "other")


centers = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=8, unique=True)


@given(centers, st.integers(0, 23))
@examples.some(2)
def test_a_plate_with_holes_in_any_place(places, position):
    """Genus and holes are their number; and turning the part about the axes moves its facts along."""
    holes = [circle(0.2 + 0.01 * number, 1.0 + x, 1.0 + y) for number, (x, y) in enumerate(places)]
    around = Vector(0.0, 0.0, 1.0), Vector(0.0, 1.0, 0.0), Vector(1.0, 0.0, 0.0)
    signed = [axis * sign for axis in around for sign in (1.0, -1.0)]
    pairs = [(x, y) for x in signed for y in signed if x.dot(y) == 0]
    frame = Frame(Vector(0.0, 0.0, 0.0), *pairs[position])
    found = facts(prism(rectangle(0, 0, 7, 5), 0.5, *holes, frame=frame))
    assert found.genus == len(found.holes) == len(found.through_holes) == len(places)
    assert sorted(hole.diameter for hole in found.holes) == pytest.approx([0.4 + 0.02 * n for n in range(len(places))])
    assert found.faces == FaceCounts(plane=6, cylinder=len(places))
    assert found.edges == EdgeCounts(line=12, circle=2 * len(places)) and found.vertices == 8
    area = sum(math.pi * (0.2 + 0.01 * number) ** 2 for number in range(len(places)))
    assert found.volume == pytest.approx((35 - area) / 2)
    axis = "xyz"[[abs(value) for value in frame.normal].index(1.0)]
    seen = found.outlines.named()[axis]
    assert (seen.shape, seen.openings, seen.round_openings) == ("rectangle", len(places), len(places))


@given(centers)
@examples.some(2)
def test_a_mirrored_pair_is_symmetric(places):
    holes = [circle(0.3, sign * (1.0 + x), y - 1.5) for x, y in places for sign in (1.0, -1.0)]
    found = facts(prism(rectangle(-7, -4, 7, 4), 0.5, *holes))
    assert "yz" in found.symmetry_planes and "xy" in found.symmetry_planes
    mirrored = {(x, 3 - y) for x, y in places} == set(places)
    assert ("xz" in found.symmetry_planes) == mirrored


def test_facts_travel_through_json():
    import json

    found = facts(BLOCK, THROUGH, SINK, BLIND)
    said = json.loads(json.dumps(asdict(found) | {"doubtful": sorted(found.doubtful)}))
    assert measurements_from(said) == found
