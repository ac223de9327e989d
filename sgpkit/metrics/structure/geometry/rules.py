"""The predicates of geometry cases with many answers, by the names that rows carry under `rule` (SSVG-Bench, §3.1 and
appendix F.1.3: "pattern 2").

A rule takes the given part of the reference drawing, what the answer added to it (class `output_object`, or red), and
the tolerance, all in the reference drawing's units. It returns None for a right answer, else the error. Other added
elements do not count.

Two rules are published: the perpendicular bisector, with a tolerance of 0.1 if that of single answers is 10, and the
outer common tangents with a tolerance of 10. The others are ours, with the tolerance of single answers.
"""

from collections.abc import Callable, Mapping

from sgpkit.graphics.elements import Elements
from sgpkit.metrics.structure.geometry import circle_rules as circles
from sgpkit.metrics.structure.geometry import compass_rules as compass
from sgpkit.metrics.structure.geometry import figure_rules as figures

Rule = Callable[[Elements, Elements, float], str | None]

FINE = 0.01
"""Factor of the common tolerance for the published bisector: 0.1 units if the common one is 10."""


def _bisector(given: Elements, added: Elements, tolerance: float) -> str | None:
    return compass.perpendicular_bisector(given, added, tolerance * FINE)


RULES: Mapping[str, Rule] = {
    "perpendicular_bisector": _bisector,
    "outer_tangents": circles.outer_tangents,
    "angle_bisector": compass.angle_bisector,
    "perpendicular_from_point": compass.perpendicular_from_point,
    "perpendicular_at_point": compass.perpendicular_at_point,
    "equal_parts": compass.equal_parts,
    "inscribed_square": circles.inscribed_square,
    "inscribed_hexagon": circles.inscribed_hexagon,
    "inscribed_angles": circles.inscribed_angles,
    "poristic_triangle": circles.poristic_triangle,
    "steiner_chain": circles.steiner_chain,
    "third_tangent": circles.third_tangent,
    "circles_in_angle": circles.circles_in_angle,
    "orthogonal_circles": circles.orthogonal_circles,
    "touching_circle": circles.touching_circle,
    "common_chord_circles": circles.common_chord_circles,
    "cevians": figures.cevians,
    "transversal": figures.transversal,
    "parallelogram": figures.parallelogram,
    "quadrilateral_of_midpoints": figures.quadrilateral_of_midpoints,
    "conjugate_diameters": figures.conjugate_diameters,
    "halving_line": figures.halving_line,
    "equal_area": figures.equal_area,
    "rhombus": figures.rhombus,
    "rectangle_in_triangle": figures.rectangle_in_triangle,
}
