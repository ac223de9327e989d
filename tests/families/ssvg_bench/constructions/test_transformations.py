"""Transformations and inversions: each solver is checked against the definition of the map or its theorem, for many
seeds."""

import math
from collections.abc import Iterator

import pytest
import residuals as check
import wanted
from wanted import line, middle, missing, not_mirrored, polygon, spokes

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import inversion, transformations
from sgpkit.graphics.geometry import Circle, Point

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {
    construction.name: construction for module in (inversion, transformations) for construction in module.CONSTRUCTIONS
}


def images(drawing: Drawing, labels: str = "ABC", sign: str = "'") -> list[tuple[Point, Point]]:
    return [(drawing.given.points[label], drawing.added.points[label + sign]) for label in labels]


def image_drawn(drawing: Drawing, labels: str = "ABC", sign: str = "'") -> float:
    return missing(drawing.added.segments, *polygon(*(image for _, image in images(drawing, labels, sign))))


def mirror_image(drawing: Drawing) -> Iterator[float]:
    yield image_drawn(drawing)
    for point, image in images(drawing):
        yield not_mirrored(point, image, line(*drawing.given["PQ"]))


def quarter_turn(drawing: Drawing) -> Iterator[float]:
    yield image_drawn(drawing)
    (o,) = drawing.given["O"]
    for point, image in images(drawing):
        # With y down, clockwise on the screen takes right to down: multiplication by i.
        turned = complex(*(point - o)) * 1j
        yield abs(complex(*(image - o)) - turned)


def translation(drawing: Drawing) -> Iterator[float]:
    yield image_drawn(drawing)
    p, q = drawing.given["PQ"]
    for point, image in images(drawing):
        yield check.apart(middle(point, q), middle(p, image))


def enlargement(drawing: Drawing) -> Iterator[float]:
    (o,) = drawing.given["O"]
    corners = [image for _, image in images(drawing)]
    yield missing(drawing.added.segments, *polygon(*corners), *spokes(o, *corners))
    for point, image in images(drawing):
        yield check.apart(point, middle(o, image))


def negative(drawing: Drawing) -> Iterator[float]:
    yield image_drawn(drawing)
    (o,) = drawing.given["O"]
    for point, image in images(drawing):
        yield 3 * check.apart(o, image) - 2 * check.apart(o, point)
        yield check.off_segment(o, line(point, image))


def glide(drawing: Drawing) -> Iterator[float]:
    p, q = drawing.given["PQ"]
    first = [image for _, image in images(drawing, sign="1")]
    second = [image for _, image in images(drawing, sign="2")]
    yield missing(drawing.added.segments, *polygon(*first), *polygon(*second))
    for (point, image), moved in zip(images(drawing, sign="1"), second, strict=True):
        yield not_mirrored(point, image, line(p, q))
        yield check.apart(moved + moved - image - image, q - p)


def half_turn(drawing: Drawing) -> Iterator[float]:
    yield image_drawn(drawing, "ABCD")
    for point, image in images(drawing, "ABCD"):
        yield check.apart(middle(point, image), drawing.given.points["O"])


def two_mirrors(drawing: Drawing) -> Iterator[float]:
    p, q, r = drawing.given["PQR"]
    first = [image for _, image in images(drawing, sign="1")]
    second = [image for _, image in images(drawing, sign="2")]
    yield missing(drawing.added.segments, *polygon(*first), *polygon(*second))
    for point, once, twice in zip(drawing.given["ABC"], first, second, strict=True):
        yield not_mirrored(point, once, line(p, q))
        yield not_mirrored(once, twice, line(p, r))
        yield check.angle(point, p, twice) - 2 * check.angle(q, p, r)


def shear(drawing: Drawing) -> Iterator[float]:
    axis = line(*drawing.given["PQ"])
    a, b, c = drawing.given["ABC"]
    d, e, f = drawing.given.points["D"], *drawing.added["EF"]
    yield missing(drawing.added.segments, *polygon(d, e, f))
    for point, image in ((b, e), (c, f)):
        yield check.off_line(point, axis) - check.off_line(image, axis)
        share = check.off_line(point, axis) / check.off_line(a, axis)
        yield check.apart(image - point, (d - a) * share)


def spiral(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    p, o = drawing.added["PO"]
    one, other = drawing.added.circles
    yield missing(drawing.added.segments, *spokes(o, a, b, c, d))
    yield check.not_concyclic((a, c, p, o), one) + check.not_concyclic((b, d, p, o), other)
    yield check.off_line(p, line(a, b)) + check.off_line(p, line(c, d))
    # One complex factor takes OA to OC and OB to OD.
    yield abs(complex(*(c - o)) / complex(*(a - o)) * complex(*(b - o)) - complex(*(d - o)))


def shortest(drawing: Drawing) -> Iterator[float]:
    p, q, a, b = drawing.given["PQAB"]
    image, touch = drawing.added.points["B'"], drawing.added.points["X"]
    yield missing(drawing.added.segments, (a, image), (touch, b))
    yield not_mirrored(b, image, line(p, q)) + check.off_segment(touch, line(p, q))
    yield check.angle(p, touch, a) - check.angle(q, touch, b)


def cushions(drawing: Drawing) -> Iterator[float]:
    b, c, d, p, q = drawing.given["BCDPQ"]
    r, s = drawing.added["RS"]
    yield missing(drawing.added.segments, (p, r), (r, s), (s, q))
    yield check.off_segment(r, line(b, c)) + check.off_segment(s, line(c, d))
    yield check.angle(p, r, b) - check.angle(s, r, c)
    yield check.angle(r, s, c) - check.angle(q, s, d)


def star(drawing: Drawing) -> Iterator[float]:
    yield image_drawn(drawing, "ABCD")
    centre = middle(*drawing.given["AC"])
    for point, image in images(drawing, "ABCD"):
        yield check.apart(centre, point) - check.apart(centre, image)
        yield check.angle(point, centre, image) - 45


def mirror(drawing: Drawing) -> Circle:
    return drawing.given.circles[0]


def inverse_point(drawing: Drawing) -> Iterator[float]:
    o, p = drawing.given["OP"]
    s, t, image = drawing.added.points["S"], drawing.added.points["T"], drawing.added.points["P'"]
    yield missing(drawing.added.segments, (p, s), (p, t), (s, t), (o, p))
    yield check.not_concyclic((s, t), mirror(drawing)) + check.off_line(image, line(s, t))
    yield check.not_tangent(line(p, s), mirror(drawing)) + check.not_tangent(line(p, t), mirror(drawing))
    yield check.apart(image, wanted.inverse(p, mirror(drawing)))


def inverse_line(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    a, b = drawing.given["AB"]
    points = [wanted.inverse(point, mirror(drawing)) for point in (a, b, middle(a, b))]
    yield check.not_concyclic((drawing.given.points["O"], *points), circle)


def inverse_circle(drawing: Drawing) -> Iterator[float]:
    points = [wanted.inverse(point, mirror(drawing)) for point in wanted.rim(drawing.given.circles[1])]
    yield check.not_concyclic(points, drawing.added.circles[0])


def inverse_through_centre(drawing: Drawing) -> Iterator[float]:
    (chord,) = drawing.added.segments
    yield check.not_concyclic(chord, mirror(drawing))
    circle = drawing.given.circles[1]
    for point in wanted.rim(circle, 12):
        if check.apart(point, mirror(drawing).centre) > circle.radius:  # others would be far away
            yield check.off_line(wanted.inverse(point, mirror(drawing)), chord)


def inverse_sides(drawing: Drawing) -> Iterator[float]:
    centre = mirror(drawing).centre
    for side, circle in zip(drawing.given.segments, drawing.added.circles, strict=True):
        points = [wanted.inverse(point, mirror(drawing)) for point in (*side, middle(*side))]
        yield check.not_concyclic((centre, *points), circle)


def polar(drawing: Drawing) -> Iterator[float]:
    o, (_, radius) = drawing.given.points["O"], mirror(drawing)
    poles = [drawing.added.points[label] for label in ("A'", "B'", "C'")]
    yield missing(drawing.added.segments, *polygon(*poles))
    for pole, side in zip(poles, check.sides(drawing), strict=True):
        yield check.not_square_on(line(o, pole), side)
        yield check.apart(o, pole) * check.off_line(o, side) / radius - radius
        assert (pole - o).dot(middle(*side) - o) > 0 or check.off_line(o, side) < 1


def hyperbolic(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    yield check.not_concyclic(drawing.given["PQ"], circle)
    yield math.hypot(circle.radius, mirror(drawing).radius) - check.apart(circle.centre, mirror(drawing).centre)


def pappus(drawing: Drawing) -> Iterator[float]:
    around, beside, before = drawing.given.circles
    a, b, s = drawing.given["ABS"]
    for circle in drawing.added.circles:
        yield check.not_inside(circle, around) + check.not_touching(circle, beside) + check.not_touching(circle, before)
        assert wanted.same_side(circle.centre, s, line(a, b))
        assert check.apart(circle.centre, a) < check.apart(before.centre, a)
        before = circle


def antisimilitude(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    one, other = drawing.given.circles
    yield check.not_concyclic([wanted.inverse(point, circle) for point in wanted.rim(one)], other)
    assert check.apart(circle.centre, middle(one.centre, other.centre)) > one.radius


def shared(drawing: Drawing) -> Iterator[float]:
    p, q = drawing.given["PQ"]
    others = [wanted.inverse(point, mirror(drawing)) for point in (p, q)]
    yield check.not_concyclic((p, q, *others), drawing.added.circles[0])
    yield missing(drawing.added.segments, (p, others[0]), (q, others[1]))


PROPERTIES = {
    "mirror-image": mirror_image,
    "quarter-turn": quarter_turn,
    "translation": translation,
    "enlargement": enlargement,
    "negative-homothety": negative,
    "glide-reflection": glide,
    "half-turn": half_turn,
    "two-mirrors": two_mirrors,
    "shear": shear,
    "spiral-similarity": spiral,
    "shortest-way-by-a-line": shortest,
    "billiards-two-cushions": cushions,
    "eight-pointed-star": star,
    "inverse-of-a-point": inverse_point,
    "inverse-of-a-line": inverse_line,
    "inverse-of-a-circle": inverse_circle,
    "inverse-of-a-circle-through-the-centre": inverse_through_centre,
    "inverse-of-a-triangle": inverse_sides,
    "inverse-of-a-square": inverse_sides,
    "polar-triangle": polar,
    "line-of-the-hyperbolic-disc": hyperbolic,
    "chain-of-pappus": pappus,
    "circle-of-antisimilitude": antisimilitude,
    "two-points-and-their-inverses": shared,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
