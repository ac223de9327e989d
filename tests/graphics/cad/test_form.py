"""The form of flat material and of a solid's silhouettes, compared with figures of obvious form."""

import math

import pytest

from sgpkit.graphics import cad
from sgpkit.graphics.cad.sketch.measurements import SketchMeasurements, measure

CORNERS = {
    "angle": [(0, 0), (10, 0), (10, 3), (3, 3), (3, 10), (0, 10)],
    "channel": [(0, 0), (10, 0), (10, 10), (7, 10), (7, 3), (3, 3), (3, 10), (0, 10)],
    "cross": [(3, 0), (7, 0), (7, 3), (10, 3), (10, 7), (7, 7), (7, 10), (3, 10), (3, 7), (0, 7), (0, 3), (3, 3)],
    "square": [(0, 0), (10, 0), (10, 10), (0, 10)],
}


def turned(corners: list[tuple[float, float]], quarters: int) -> list[tuple[float, float]]:
    """Return corners rotated counter-clockwise about the center of a square of side 10."""
    for _ in range(quarters):
        corners = [(10 - y, x) for x, y in corners]
    return corners


def measured(corners: list[tuple[float, float]], more: str = "", backwards: bool = False) -> SketchMeasurements:
    corners = corners[::-1] if backwards else corners
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    lines = [f"Line{number}:({a},{b},{c},{d})" for number, ((a, b), (c, d)) in enumerate(pairs, 1)]
    return measure(cad.parse(f"{';'.join(lines)};{more}End", "sketchgraphs").sketch())


@pytest.mark.parametrize("backwards", [False, True])
def test_an_angle_leaves_its_upper_right_quarter_empty(backwards: bool) -> None:
    result = measured(CORNERS["angle"], backwards=backwards)
    assert result.form.emptiest_quarter == "upper right"
    assert result.inward_corners == 1


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize(
    ("quarters", "opens", "fullest"),
    [(0, "upper", "lower"), (1, "left", "right"), (2, "lower", "upper"), (3, "right", "left")],
)
def test_a_channel_opens_where_it_is_turned(quarters: int, opens: str, fullest: str, backwards: bool) -> None:
    result = measured(turned(CORNERS["channel"], quarters), backwards=backwards)
    assert (result.form.opening, result.form.fullest_half) == (opens, fullest)
    assert result.inward_corners == 2


def test_the_rows_of_the_grid_are_those_of_the_picture() -> None:
    """Legs of width 3 cover the first and the last column of two units each, the web the lowest row."""
    assert measured(CORNERS["channel"]).form.cells is None  # the center of the second column is on an edge
    thin = [(0, 0), (10, 0), (10, 10), (8, 10), (8, 2), (2, 2), (2, 10), (0, 10)]
    assert measured(thin).form.cells == "X...X X...X X...X X...X XXXXX"
    assert measured(turned(thin, 1)).form.cells == "XXXXX ....X ....X ....X XXXXX"


def test_a_hole_is_no_material() -> None:
    assert measured(CORNERS["square"], "Circle9:(5,5,1);").form.cells == "XXXXX XXXXX XX.XX XXXXX XXXXX"
    assert measured(CORNERS["square"], "Circle9:(2.5,7.5,2);").form.emptiest_quarter == "upper left"


def test_what_is_even_all_round_has_no_side() -> None:
    cross = measured(CORNERS["cross"])
    assert (cross.form.fullest_half, cross.form.emptiest_quarter, cross.form.opening) == (None, None, None)
    assert cross.inward_corners == 4
    square = measured(CORNERS["square"])
    assert (square.form.opening, square.inward_corners) == (None, 0)


def test_a_hollow_that_opens_at_a_slant_opens_to_no_side() -> None:
    angle = math.radians(25)
    points = [
        (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
        for x, y in CORNERS["channel"]
    ]
    assert measured(points).form.opening is None


def test_a_solids_silhouettes_have_their_rows_from_the_top() -> None:
    pytest.importorskip("OCP")
    from cad_parts import part, polygon, prism

    from sgpkit.graphics.cad import solid

    thin = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 10.0), (8.0, 2.0), (2.0, 2.0), (2.0, 10.0), (0.0, 10.0)]
    outlines = solid.build_here(part(prism(polygon(*thin), 4.0))).measurements.outlines
    assert outlines.z.cells == "X...X X...X X...X X...X XXXXX"
    assert outlines.x.cells == outlines.y.cells == "XXXXX XXXXX XXXXX XXXXX XXXXX"
