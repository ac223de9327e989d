"""Ellipses, parabolas and hyperbolas: each solver is checked against the theorem, for many seeds."""

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
import residuals as check
import wanted
from wanted import foot, line, middle, missing, polygon

from sgpkit.families.ssvg_bench.content.constructions import engine
from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import conics, parabolas
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {
    construction.name: construction for module in (conics, parabolas) for construction in module.CONSTRUCTIONS
}


def conic(drawing: Drawing) -> Ellipse:
    """Return the ellipse of the drawing, given or added."""
    (ellipse,) = drawing.given.ellipses or drawing.added.ellipses
    return ellipse


def gardener(drawing: Drawing) -> Iterator[float]:
    f, g, p = drawing.given["FGP"]
    ends = wanted.foci(conic(drawing))
    yield min(check.apart(ends[0], f) + check.apart(ends[1], g), check.apart(ends[0], g) + check.apart(ends[1], f))
    yield wanted.off_ellipse(p, conic(drawing)) + missing(drawing.added.segments, (f, p), (p, g))


def tangent_and_normal(drawing: Drawing) -> Iterator[float]:
    f, g, p = drawing.given["FGP"]
    one, other, tangent, normal = drawing.added.segments
    yield missing((one, other), (f, p), (g, p)) + check.apart(middle(*tangent), p)
    yield check.apart(*tangent) - check.apart(f, g)
    yield wanted.not_tangent_to(tangent, conic(drawing))
    yield (
        check.not_square_on(tangent, normal) + check.apart(normal.start, p) + check.off_segment(normal.end, line(f, g))
    )


def pedal(drawing: Drawing) -> Iterator[float]:
    f, g, p = drawing.given["FGP"]
    r, s = drawing.added["RS"]
    (circle,) = drawing.added.circles
    yield missing(drawing.added.segments, (f, r), (g, s), (r, s))
    yield check.not_square_on(line(f, r), line(r, s)) + check.not_square_on(line(g, s), line(r, s))
    yield check.off_line(p, line(r, s)) + check.angle(f, p, r) - check.angle(g, p, s)
    yield check.not_concyclic((r, s), circle) + abs(circle.radius - conic(drawing).radius_x)


def orthoptic(drawing: Drawing) -> Iterator[float]:
    """Yield the residuals of the orthoptic circle, which contains the corners of every box of tangents, such as the box
    at 45 degrees to the axes."""
    (circle,) = drawing.added.circles
    f, g = wanted.foci(conic(drawing))
    for point in wanted.rim(circle):
        # Tangents from a point make equal angles with its focal rays: perpendicular if one of the four feet fits.
        image = _reflections(point, f, g, conic(drawing))
        yield check.not_square_on(*image)


def _reflections(point: Point, f: Point, g: Point, ellipse: Ellipse) -> tuple[Segment, Segment]:
    """The tangents from a point: perpendicular bisectors of f and where the circle about it through f meets the
    circle about g with the long axis as radius."""
    one, other = Circle(point, check.apart(point, f)), Circle(g, 2 * ellipse.radius_x)
    apart = check.apart(point, g)
    along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
    across = math.sqrt(one.radius**2 - along**2)
    way = Point((g.x - point.x) / apart, (g.y - point.y) / apart)
    meetings = [
        Point(point.x + way.x * along - side * way.y * across, point.y + way.y * along + side * way.x * across)
        for side in (1, -1)
    ]
    first, second = (line(point, middle(f, meeting)) for meeting in meetings)
    return first, second


def circles_and_box(drawing: Drawing) -> Iterator[float]:
    ellipse = conic(drawing)
    outer, inner = drawing.added.circles
    f, g = wanted.foci(ellipse)
    for side, opposite in zip(drawing.added.segments, drawing.added.segments[2:], strict=False):
        yield wanted.not_tangent_to(side, ellipse) + wanted.not_tangent_to(opposite, ellipse)
        yield check.apart(middle(*side), ellipse.centre) - check.apart(middle(*opposite), ellipse.centre)
        yield check.not_parallel(side, opposite)
    yield min(check.not_parallel(line(f, g), side) for side in drawing.added.segments)
    corners = [segment.start for segment in drawing.added.segments]
    yield missing(drawing.added.segments, *polygon(*corners))
    yield check.apart(outer.centre, ellipse.centre) + check.apart(inner.centre, ellipse.centre)
    reach = check.apart(f, g) / 2
    yield outer.radius - ellipse.radius_x + abs(math.hypot(inner.radius, reach) - ellipse.radius_x)


def finding_foci(drawing: Drawing) -> Iterator[float]:
    a, b, c, _ = drawing.given["ABCD"]
    (circle,) = drawing.added.circles
    yield missing(drawing.added.segments, *((c, focus) for focus in wanted.foci(conic(drawing))))
    yield check.apart(circle.centre, c) + abs(circle.radius - check.apart(a, b) / 2)
    yield check.not_concyclic(drawing.added["FG"], circle)


def latera_recta(drawing: Drawing) -> Iterator[float]:
    ellipse = conic(drawing)
    f, g = wanted.foci(ellipse)
    for chord, focus in zip(drawing.added.segments, (f, g), strict=True):
        yield check.apart(middle(*chord), focus) + check.not_square_on(chord, line(f, g))
        yield max(wanted.off_ellipse(end, ellipse) for end in chord)


def five_points(drawing: Drawing) -> Iterator[float]:
    yield max(wanted.off_ellipse(point, conic(drawing)) for point in drawing.given["ABCDE"])


def inellipse(drawing: Drawing) -> Iterator[float]:
    yield from _touches_middles(check.sides(drawing), drawing.added.ellipses[-1])


def _touches_middles(sides: tuple[Segment, ...], ellipse: Ellipse) -> Iterator[float]:
    for side in sides:
        yield wanted.off_ellipse(middle(*side), ellipse) + wanted.not_tangent_to(side, ellipse)


def both_steiner(drawing: Drawing) -> Iterator[float]:
    yield from inellipse(drawing)
    outer = drawing.added.ellipses[0]
    for corner, side in zip(check.triangle(drawing), check.sides(drawing), strict=True):
        yield wanted.off_ellipse(corner, outer)
        yield wanted.not_tangent_to(line(corner, corner + side.end - side.start), outer)


def in_parallelogram(drawing: Drawing) -> Iterator[float]:
    yield from _touches_middles(tuple(line(*side) for side in polygon(*drawing.given["ABCD"])), conic(drawing))


def tangents(drawing: Drawing) -> Iterator[float]:
    (p,) = drawing.given["P"]
    s, t = drawing.added["ST"]
    yield missing(drawing.added.segments, (p, s), (p, t), (s, t))
    for touch in (s, t):
        yield wanted.off_ellipse(touch, conic(drawing)) + wanted.not_tangent_to(line(p, touch), conic(drawing))
    assert check.apart(s, t) > 1


def parallel_chords(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    (diameter,) = drawing.added.segments
    yield check.off_line(middle(a, b), diameter) + check.off_line(middle(c, d), diameter)
    yield check.apart(middle(*diameter), conic(drawing).centre)
    yield max(wanted.off_ellipse(end, conic(drawing)) for end in diameter)


def conjugate(drawing: Drawing) -> Iterator[float]:
    o, p, q = drawing.given["OPQ"]
    ellipse = conic(drawing)
    yield check.apart(o, ellipse.centre) + wanted.off_ellipse(p, ellipse) + wanted.off_ellipse(q, ellipse)
    yield wanted.not_tangent_to(line(p, p + q - o), ellipse) + wanted.not_tangent_to(line(q, q + p - o), ellipse)


def off_parabola(point: Point, drawing: Drawing) -> float:
    return abs(check.apart(point, drawing.given.points["F"]) - check.off_line(point, line(*drawing.given["DE"])))


def not_tangent_to_parabola(touch: Point, other: Point, drawing: Drawing) -> float:
    """Return how far a line is from the tangent at a point, which is perpendicular to the line from the focus to the
    foot of the point on the directrix."""
    base = foot(touch, line(*drawing.given["DE"]))
    return off_parabola(touch, drawing) + check.not_square_on(line(touch, other), line(drawing.given.points["F"], base))


def right_angle(drawing: Drawing) -> Iterator[float]:
    (p,) = drawing.given["P"]
    s, t = drawing.added["ST"]
    yield missing(drawing.added.segments, (p, s), (p, t), (s, t)) + check.not_square_on(line(p, s), line(p, t))
    yield not_tangent_to_parabola(s, p, drawing) + not_tangent_to_parabola(t, p, drawing)
    yield check.off_segment(drawing.given.points["F"], line(s, t))


def archimedes(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    t, c = drawing.added["TC"]
    yield missing(drawing.added.segments, (a, t), (b, t), (a, c), (c, b))
    yield not_tangent_to_parabola(a, t, drawing) + not_tangent_to_parabola(b, t, drawing)
    # Halfway from T to the midpoint of the chord, on a line perpendicular to the directrix.
    yield check.apart(c, middle(t, middle(a, b))) + off_parabola(c, drawing)
    yield check.not_square_on(line(t, c), line(*drawing.given["DE"]))


def mirror(drawing: Drawing) -> Iterator[float]:
    focus, directrix = drawing.given.points["F"], line(*drawing.given["DE"])
    for index, source in enumerate(drawing.given["PQR"]):
        ray, back = drawing.added.segments[2 * index : 2 * index + 2]
        yield check.apart(ray.start, source) + check.apart(ray.end, back.start) + check.apart(back.end, focus)
        yield check.not_square_on(ray, directrix) + off_parabola(ray.end, drawing)


def lambert(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    k, l, m = drawing.added["KLM"]  # noqa: E741  # the letters of the figure
    (circle,) = drawing.added.circles
    yield missing(drawing.added.segments, *polygon(k, l, m))
    yield check.not_concyclic((k, l, m, drawing.given.points["F"]), circle)
    for touch, (one, other) in ((a, (k, m)), (b, (k, l)), (c, (l, m))):
        yield not_tangent_to_parabola(touch, one, drawing) + check.off_line(other, line(touch, one))


def asymptotes(drawing: Drawing) -> Iterator[float]:
    a, b, f, g = drawing.given["ABFG"]
    *box, one, other = drawing.added.segments
    corners = [side.start for side in box]
    centre = middle(f, g)
    yield missing(box, *polygon(*corners))
    # The corners are as far from the centre as the foci, and vertically above the vertices.
    for corner in corners:
        vertex = min((a, b), key=lambda point: math.dist(point, corner))
        yield check.apart(corner, centre) - check.apart(f, centre)
        yield check.not_square_on(line(vertex, corner), line(f, g))
    for long, (start, end) in ((one, (corners[0], corners[2])), (other, (corners[1], corners[3]))):
        yield check.apart(*long) - 2 * check.apart(start, end) + check.apart(middle(*long), centre)
        yield check.off_line(start, long) + check.off_line(end, long)
    # The given curve approaches the asymptotes and does not cross them.
    ends = [curve.points[-1] for curve in drawing.given.curves]
    assert all(min(check.off_line(end, one), check.off_line(end, other)) < check.apart(a, b) / 5 for end in ends)


def vertex_tangents(drawing: Drawing) -> Iterator[float]:
    a, b, f, g = drawing.given["ABFG"]
    (circle,) = drawing.added.circles
    yield check.apart(circle.centre, middle(f, g)) + check.not_concyclic((f, g), circle)
    one, other = drawing.added.segments
    at_a, at_b = (one, other) if check.off_line(a, one) < check.off_line(a, other) else (other, one)
    for chord, vertex in ((at_a, a), (at_b, b)):
        yield check.apart(middle(*chord), vertex) + check.not_square_on(chord, line(a, b))
        yield check.not_concyclic(chord, circle)


PROPERTIES = {
    "gardeners-ellipse": gardener,
    "tangent-and-normal-of-an-ellipse": tangent_and_normal,
    "pedal-circle-of-an-ellipse": pedal,
    "orthoptic-circle-of-an-ellipse": orthoptic,
    "circles-and-box-of-an-ellipse": circles_and_box,
    "finding-the-foci": finding_foci,
    "latera-recta": latera_recta,
    "ellipse-through-five-points": five_points,
    "steiner-inellipse": inellipse,
    "steiner-ellipses": both_steiner,
    "ellipse-in-a-parallelogram": in_parallelogram,
    "tangents-to-an-ellipse": tangents,
    "diameter-from-parallel-chords": parallel_chords,
    "ellipse-from-conjugate-diameters": conjugate,
    "right-angle-on-the-directrix": right_angle,
    "triangle-of-archimedes": archimedes,
    "parabolic-mirror": mirror,
    "circle-around-three-tangents": lambert,
    "asymptotes-of-a-hyperbola": asymptotes,
    "vertex-tangents-of-a-hyperbola": vertex_tangents,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    drawing = engine.draw(CONSTRUCTIONS[name], Random(f"0:{name}"))
    for what, other in (*check.disturbed(drawing, 5.0, Random(name)), *disturbed_ellipses(drawing, 5.0)):
        assert check.worst(PROPERTIES[name], other) > NEARLY, what


def disturbed_ellipses(drawing: Drawing, by: float) -> Iterator[tuple[str, Drawing]]:
    given, added = drawing
    for index, (centre, wide, high, angle) in enumerate(added.ellipses):
        for name, ellipse in (
            ("place", Ellipse(centre + Point(by, by), wide, high, angle)),
            ("long axis", Ellipse(centre, wide + by, high, angle)),
            ("short axis", Ellipse(centre, wide, high - by, angle)),
            ("angle", Ellipse(centre, wide, high, angle + by)),
        ):
            ellipses = (*added.ellipses[:index], ellipse, *added.ellipses[index + 1 :])
            yield f"{name} of ellipse {index}", Drawing(given, replace(added, ellipses=ellipses))


@pytest.mark.parametrize("name", [name for name, construction in CONSTRUCTIONS.items() if name.endswith("hyperbola")])
def test_given_hyperbolas_are_hyperbolas(name: str) -> None:
    for seed in range(20):
        given, _ = engine.draw(CONSTRUCTIONS[name], Random(f"{seed}:{name}"))
        a, b, f, g = given["ABFG"]
        for curve in given.curves:
            for start, one, two, end in zip(*(curve.points[n::3] for n in range(3)), curve.points[3::3], strict=False):
                half = Point(
                    (start.x + 3 * one.x + 3 * two.x + end.x) / 8, (start.y + 3 * one.y + 3 * two.y + end.y) / 8
                )
                for point in (start, half, end):
                    assert abs(abs(check.apart(point, f) - check.apart(point, g)) - check.apart(a, b)) < 0.25


@pytest.mark.parametrize("name", [name for name in CONSTRUCTIONS if CONSTRUCTIONS[name] in parabolas.CONSTRUCTIONS[:4]])
def test_given_parabolas_are_parabolas(name: str) -> None:
    for seed in range(20):
        drawing = engine.draw(CONSTRUCTIONS[name], Random(f"{seed}:{name}"))
        ((start, one, two, end),) = (curve.points for curve in drawing.given.curves)
        for share in (0.0, 0.2, 0.5, 0.7, 1.0):
            rest = 1 - share
            factors = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
            points = (start, one, two, end)
            position = Point(
                sum(point.x * factor for point, factor in zip(points, factors, strict=True)),
                sum(point.y * factor for point, factor in zip(points, factors, strict=True)),
            )
            assert off_parabola(position, drawing) < NEARLY
