"""Ellipses: foci, tangents, diameters, inscribed and circumscribed ones. One answer each."""

import math
from random import Random

from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

from .. import conic, givens, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "conics"
ORIGIN = Point(0.0, 0.0)


def _random_ellipse(random: Random) -> Ellipse:
    return Ellipse(ORIGIN, 100.0, random.uniform(50, 78), random.uniform(0, 180))


def _foci_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    f, g = conic.foci(ellipse)
    p = conic.on(ellipse, random.choice((0, 180)) + random.choice((-1, 1)) * random.uniform(25, 70))
    return Figure({"F": f, "G": g, "P": p})


def _gardener(figure: Figure) -> Figure:
    f, g, p = figure["FGP"]
    return Figure(segments=(Segment(f, p), Segment(p, g)), ellipses=(conic.with_foci(f, g, p),))


def _ellipse_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    f, g = conic.foci(ellipse)
    p = conic.on(ellipse, random.choice((0, 180)) + random.choice((-1, 1)) * random.uniform(25, 70))
    return Figure({"F": f, "G": g, "P": p}, ellipses=(ellipse,))


def _tangent_and_normal(figure: Figure) -> Figure:
    """The tangent bisects the outer angle of the focal rays; its ends are as far from P as the foci from each other."""
    f, g, p = figure["FGP"]
    half = f.distance(g) / 2
    along = plane.outer_bisector(f, p, g)
    tangent = Segment(plane.onward(p, along.end, half), plane.onward(p, along.end, -half))
    crossing = plane.meet(plane.angle_bisector(f, p, g), Segment(f, g))
    return Figure({"N": crossing}, (Segment(f, p), Segment(g, p), tangent, Segment(p, crossing)))


def _pedal_circle(figure: Figure) -> Figure:
    f, g, p = figure["FGP"]
    tangent = plane.outer_bisector(f, p, g)
    r, s = plane.foot(f, tangent), plane.foot(g, tangent)
    around = Circle(plane.midpoint(f, g), (f.distance(p) + p.distance(g)) / 2)
    return Figure({"R": r, "S": s}, (Segment(f, r), Segment(g, s), Segment(r, s)), (around,))


def _bare_ellipse_given(random: Random) -> Figure:
    return Figure(ellipses=(_random_ellipse(random),))


def _orthoptic(figure: Figure) -> Figure:
    ellipse = figure.ellipses[0]
    return Figure(circles=(Circle(ellipse.centre, math.hypot(ellipse.radius_x, ellipse.radius_y)),))


def _orthoptic_mistakes(figure: Figure) -> tuple[Figure, ...]:
    ellipse = figure.ellipses[0]
    radii = (ellipse.radius_x, ellipse.radius_y, ellipse.radius_x + ellipse.radius_y)
    return tuple(Figure(circles=(Circle(ellipse.centre, radius),)) for radius in radii)


def _two_circles_and_box(figure: Figure) -> Figure:
    ellipse = figure.ellipses[0]
    to_plane = conic.frame(ellipse)
    corners = [to_plane(Point(x, y)) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    circles = (Circle(ellipse.centre, ellipse.radius_x), Circle(ellipse.centre, ellipse.radius_y))
    return Figure(segments=plane.closed(*corners), circles=circles)


def _axes_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    a, b = conic.on(ellipse, 180), conic.on(ellipse, 0)
    c, d = conic.on(ellipse, 90), conic.on(ellipse, 270)
    points = {"A": a, "B": b, "C": c, "D": d}
    return Figure(points, (Segment(a, b), Segment(c, d)), ellipses=(ellipse,))


def _foci_by_circle(figure: Figure) -> Figure:
    """The circle around the end of the short axis, with half the long one, meets the long one in the foci."""
    a, b, c, _ = figure["ABCD"]
    middle, half = plane.midpoint(a, b), a.distance(b) / 2
    reach = math.sqrt(half * half - c.distance(middle) ** 2)
    f, g = plane.onward(middle, a, reach), plane.onward(middle, b, reach)
    return Figure({"F": f, "G": g}, (Segment(c, f), Segment(c, g)), (Circle(c, half),))


def _latera_recta(figure: Figure) -> Figure:
    ellipse = figure.ellipses[0]
    chords = []
    for focus in conic.foci(ellipse):
        across = plane.at(focus, 1.0, ellipse.angle + 90)
        chords.append(conic.chord(Segment(focus, across), ellipse))
    return Figure(segments=tuple(chords))


def _five_points_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    start = random.uniform(0, 360)
    points = [conic.on(ellipse, start + 72 * index + random.uniform(-18, 18)) for index in range(5)]
    return Figure(dict(zip("ABCDE", points, strict=True)))


def _through_five(figure: Figure) -> Figure:
    return Figure(ellipses=(conic.through(figure["ABCDE"]),))


def _steiner_inellipse(figure: Figure) -> Figure:
    """The image of an equilateral triangle's incircle: half the median and a third of the side's root are conjugate."""
    return Figure(ellipses=(_steiner(figure, 0.5),))


def _steiner(figure: Figure, scale: float) -> Ellipse:
    a, b, c = figure["ABC"]
    centre = plane.mean((a, b, c))
    one = centre + (a - centre) * scale
    return conic.with_conjugate(centre, one, centre + (c - b) * (scale / math.sqrt(3)))


def _both_steiner(figure: Figure) -> Figure:
    return Figure(ellipses=(_steiner(figure, 1.0), _steiner(figure, 0.5)))


def _parallelogram_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    along = plane.at(ORIGIN, 200, way)
    across = plane.at(ORIGIN, random.uniform(110, 160), way + random.choice((-1, 1)) * random.uniform(50, 72))
    return givens.polygon("ABCD", [ORIGIN, along, along + across, across])


def _ellipse_in_parallelogram(figure: Figure) -> Figure:
    a, b, c, _ = figure["ABCD"]
    centre = plane.midpoint(a, c)
    return Figure(ellipses=(conic.with_conjugate(centre, plane.midpoint(a, b), plane.midpoint(b, c)),))


def _point_outside_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    p = conic.frame(ellipse)(plane.at(ORIGIN, random.uniform(1.5, 2.1), random.uniform(0, 360)))
    return Figure({"P": p}, ellipses=(ellipse,))


def _tangents(figure: Figure) -> Figure:
    (p,) = figure["P"]
    s, t = conic.tangent_points(p, figure.ellipses[0])
    return Figure({"S": s, "T": t}, (Segment(p, s), Segment(p, t), Segment(s, t)))


def _parallel_chords_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    way, half = random.uniform(0, 360), (random.uniform(45, 60), random.uniform(72, 88))
    a, b = (conic.on(ellipse, way + side * half[0]) for side in (-1, 1))
    c, d = (conic.on(ellipse, way + side * half[1]) for side in (-1, 1))
    return Figure({"A": a, "B": b, "C": c, "D": d}, (Segment(a, b), Segment(c, d)), ellipses=(ellipse,))


def _diameter(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    ellipse = figure.ellipses[0]
    through = Segment(plane.midpoint(a, b), plane.midpoint(c, d))
    # The two midpoints may be near each other: the centre is the safer second point of the same line.
    diameter = conic.chord(Segment(through.start, ellipse.centre), ellipse)
    return Figure({}, (diameter,))


def _semi_diameters_given(random: Random) -> Figure:
    ellipse = _random_ellipse(random)
    way = random.uniform(15, 75) + 90 * random.randrange(4)
    p, q = conic.on(ellipse, way), conic.on(ellipse, way + 90)
    if plane.angle(p, ellipse.centre, q) > 125:
        raise Degenerate("two diameters that are nearly one")
    return Figure({"O": ORIGIN, "P": p, "Q": q}, (Segment(ORIGIN, p), Segment(ORIGIN, q)))


def _from_conjugate(figure: Figure) -> Figure:
    o, p, q = figure["OPQ"]
    return Figure(ellipses=(conic.with_conjugate(o, p, q),))


CONSTRUCTIONS = (
    Construction(
        "gardeners-ellipse",
        GROUP,
        "A gardener drives stakes into the ground at F and G and ties a string to both. Pulling it tight with a "
        "stick, he passes through P. Draw the ellipse with the foci F and G that the stick scratches, and the string "
        "FP, PG.",
        _foci_given,
        _gardener,
    ),
    Construction(
        "tangent-and-normal-of-an-ellipse",
        GROUP,
        "F and G are the foci of the ellipse and P lies on it. Draw the segments FP and GP; the tangent at P, as a "
        "segment with P in its middle that is as long as FG; and the normal at P, which bisects the angle FPG, as a "
        "segment from P to the line FG.",
        _ellipse_given,
        _tangent_and_normal,
    ),
    Construction(
        "pedal-circle-of-an-ellipse",
        GROUP,
        "The perpendiculars FR and GS from the foci F and G of an ellipse to the tangent at P, which meet it at R and "
        "S, have both feet on the same circle, whatever P is chosen: the pedal circle of the ellipse, which has the "
        "long axis as its diameter. Here the segment RS stands for the tangent.",
        _ellipse_given,
        _pedal_circle,
    ),
    Construction(
        "orthoptic-circle-of-an-ellipse",
        GROUP,
        "The points from which the two tangents to an ellipse are perpendicular to each other form a circle, which is "
        "called the orthoptic or director circle of the ellipse.",
        _bare_ellipse_given,
        _orthoptic,
        mistakes=_orthoptic_mistakes,
    ),
    Construction(
        "circles-and-box-of-an-ellipse",
        GROUP,
        "Draw the two circles about the centre of the ellipse whose diameters are its long and its short axis, and "
        "the rectangle whose four sides touch the ellipse at the ends of these axes.",
        _bare_ellipse_given,
        _two_circles_and_box,
    ),
    Construction(
        "finding-the-foci",
        GROUP,
        "If AB is the long axis and CD the short axis of an ellipse, the circle about C with a radius of half of AB "
        "meets AB in the foci F and G. Each of the segments CF and CG is half as long as AB.",
        _axes_given,
        _foci_by_circle,
    ),
    Construction(
        "latera-recta",
        GROUP,
        "A latus rectum of an ellipse is a chord that passes through a focus and is perpendicular to the long axis. "
        "As an ellipse has two foci, it has two such chords, which are equally long.",
        _bare_ellipse_given,
        _latera_recta,
    ),
    Construction(
        "ellipse-through-five-points",
        GROUP,
        "Five points, no three of which are in line, determine exactly one conic section. The one through A, B, C, D "
        "and E is an ellipse.",
        _five_points_given,
        _through_five,
    ),
    Construction(
        "steiner-inellipse",
        GROUP,
        "The Steiner inellipse of a triangle ABC touches each of the three sides at its midpoint. It has the largest "
        "area of all ellipses inside the triangle, and its centre is the centroid.",
        givens.triangle(),
        _steiner_inellipse,
    ),
    Construction(
        "steiner-ellipses",
        GROUP,
        "Two ellipses that have the centroid of a triangle ABC as their centre are named after Steiner. The "
        "circumellipse passes through the corners and has tangents there that are parallel to the opposite sides; the "
        "inellipse, which is half as large, touches the sides at their midpoints.",
        givens.triangle(),
        _both_steiner,
    ),
    Construction(
        "ellipse-in-a-parallelogram",
        GROUP,
        "Of all ellipses inside a parallelogram ABCD, one has the largest area. It touches each of the four sides at "
        "its midpoint.",
        _parallelogram_given,
        _ellipse_in_parallelogram,
    ),
    Construction(
        "tangents-to-an-ellipse",
        GROUP,
        "Through a point P outside an ellipse pass two of its tangents. The chord ST joins the points of contact of "
        "the tangents PS and PT, and lies on the polar of P.",
        _point_outside_given,
        _tangents,
    ),
    Construction(
        "diameter-from-parallel-chords",
        GROUP,
        "The midpoints of parallel chords of an ellipse lie on a diameter, that is, on a chord through the centre. "
        "The chords AB and CD, which are parallel, thus determine the diameter that bisects both of them.",
        _parallel_chords_given,
        _diameter,
    ),
    Construction(
        "ellipse-from-conjugate-diameters",
        GROUP,
        "OP and OQ are halves of two conjugate diameters of an ellipse with centre O: it passes through P and Q, its "
        "tangent at P is parallel to OQ, and its tangent at Q is parallel to OP. Draw the ellipse.",
        _semi_diameters_given,
        _from_conjugate,
    ),
)
