"""Path data: the grammar, every violation with its position, geometry, and round outlines."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics.geometry import Affine, Circle, Ellipse, Point, rotation, scaling, translation
from sgpkit.graphics.svg import path
from sgpkit.graphics.svg.path import Arc, Cubic, Line, Quadratic, Subpath

coordinate = st.floats(-1000, 1000).map(lambda value: round(value, 3) + 0.0)
point = st.builds(Point, coordinate, coordinate)
radius = st.floats(0.5, 500).map(lambda value: round(value, 3))
arc = st.builds(Arc, radius, radius, st.integers(-180, 180).map(float), st.booleans(), st.booleans(), point)
piece = st.one_of(
    st.builds(Line, point), st.builds(Cubic, point, point, point), st.builds(Quadratic, point, point), arc
)


@st.composite
def outlines(draw):
    """A strategy for outlines as a reader returns them: no arc ends at its start, and no outline is empty and open."""
    start = draw(point)
    pieces, here = [], start
    for one in draw(st.lists(piece, min_size=1, max_size=6)):
        pieces.append(Line(one.end) if isinstance(one, Arc) and one.end == here else one)
        here = one.end
    return Subpath(start, tuple(pieces), draw(st.booleans()))


def close(one: Point, other: Point, tolerance: float = 1e-6) -> bool:
    return one.distance(other) <= tolerance * (1 + abs(other.x) + abs(other.y))


@pytest.mark.parametrize(
    ("data", "commands"),
    [
        ("M0 0L10 10 20 0z", "M0,0 L10,10 L20,0 z"),
        ("M.5.5-.5-.5", "M0.5,0.5 L-0.5,-0.5"),
        ("m1e-5-1E+2.5.5", "m1e-05,-100.0 l0.5,0.5"),
        ("  M 10,20 , 30\t40\n50 60 ", "M10,20 L30,40 L50,60"),
        ("M0 0a10 10 0 1110 10 5 5 0 00-1-1", "M0,0 a10,10,0,1,1,10,10 a5,5,0,0,0,-1,-1"),
        ("M0 0a1,1,0,0,1,2,2", "M0,0 a1,1,0,0,1,2,2"),
        ("M0 0H1 2V3h4v5", "M0,0 H1 H2 V3 h4 v5"),
        (
            "M0 0C1 2 3 4 5 6 7 8 9 10 11 12S1 2 3 4Q1 2 3 4T5 6",
            "M0,0 C1,2,3,4,5,6 C7,8,9,10,11,12 S1,2,3,4 Q1,2,3,4 T5,6",
        ),
        ("M0 0zm5 5zZ", "M0,0 z m5,5 z Z"),
        ("", ""),
        ("none", ""),
    ],
)
def test_the_grammar(data, commands):
    parsed = path.parse(data)
    assert parsed.violations == ()
    assert parsed.drawn == len(parsed.commands)
    shown = [command.letter + ",".join(map(str, command.values)) for command in parsed.commands]
    assert [re.sub(r"\.0(?=,|$)", "", one) for one in shown] == [
        re.sub(r"\.0(?=,|$)", "", one) for one in commands.split()
    ]
    for command in parsed.commands:
        assert [float(data[begin:end]) for begin, end in command.spans] == list(command.values)
        assert (data[command.start] == command.letter) or not command.written


@pytest.mark.parametrize(
    ("data", "offsets", "drawn"),
    [
        ("L 10 10", [0], 0),
        ("M 10", [4], 0),
        ("M 10 10 L 20", [12], 1),
        ("M 10 10 L 20 x L 5 5", [13], 1),
        ("M0 0 X 1 1 L 5 5", [5], 1),
        ("M0 0 L 1 1, L 5 5", [10], 2),
        ("M,0 0", [1], 0),
        ("M0,,0", [3], 0),
        ("M0 0 A5 5 0 0 2 8 8 L9 9", [14], 1),
        ("M0 0 A5 5 0 2 0 8 8", [12], 1),
        ("M0 0 z 5", [7], 2),
        ("M0 0 C 1 2 3 4 5", [16], 1),
        ("M0 0 L 1 1 # L 2 2 # L 3 3", [11, 19], 2),
        ("M1e400 0 L 3 3", [1], 0),
        ("M1. 0", [1], 1),
        ("12", [0], 0),
    ],
)
def test_every_violation_has_its_offset_and_drawing_stops_at_the_first(data, offsets, drawn):
    parsed = path.parse(data)
    assert [violation.offset for violation in parsed.violations] == offsets
    assert parsed.drawn == drawn
    complete = path.build((command.letter, list(command.values)) for command in parsed.commands[:drawn])
    assert path.subpaths(data) == complete


def test_commands_after_a_violation_are_still_read():
    parsed = path.parse("M0 0 L 1 oops L 5 5 H 7")
    assert [command.letter for command in parsed.commands] == ["M", "L", "H"]


@given(st.lists(outlines(), max_size=4))
def test_what_is_written_is_read_back(drawn):
    kept = tuple(drawn)
    assert path.subpaths(path.write(kept)) == kept
    parsed = path.parse(path.write(kept))
    assert parsed.violations == ()
    again = path.parse(path.write_commands(parsed.commands))
    assert [(one.letter, one.values) for one in again.commands] == [(one.letter, one.values) for one in parsed.commands]


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n#", max_size=60))
def test_strict_and_tolerant_reading_agree_on_any_text(data):
    parsed = path.parse(data)
    steps = ((command.letter, list(command.values)) for command in parsed.commands[: parsed.drawn])
    assert path.subpaths(data) == path.build(steps)
    assert all(0 <= violation.offset <= len(data) for violation in parsed.violations)
    assert bool(parsed.violations) or parsed.drawn == len(parsed.commands)


@pytest.mark.parametrize(
    ("absolute", "relative"),
    [
        ("M10 20L30 50H5V7", "m10 20l20 30h-25v-43"),
        ("M10 20C11 22 13 24 15 26S17 28 19 30", "m10 20c1 2 3 4 5 6s2 2 4 4"),
        ("M10 20Q11 22 13 24T15 26T9 9", "m10 20q1 2 3 4t2 2t-6-17"),
        ("M10 20A5 6 30 0 1 15 26Z", "m10 20a5 6 30 0 1 5 6z"),
        ("M1 1L2 2ZM5 5L6 6", "m1 1l1 1zm4 4l1 1"),
        ("M1 1 2 2 3 3", "m1 1 1 1 1 1"),
    ],
)
def test_absolute_and_relative_forms_give_equal_geometry(absolute, relative):
    assert path.subpaths(absolute) == path.subpaths(relative)


def test_smooth_commands_mirror_only_curves_of_their_kind():
    (cubic,) = path.subpaths("M0 0C0 1 1 2 2 2S4 4 5 5")
    assert cubic.pieces[1] == Cubic(Point(3, 2), Point(4, 4), Point(5, 5))
    (after_line,) = path.subpaths("M0 0L2 2S4 4 5 5T7 7")
    assert after_line.pieces[1] == Cubic(Point(2, 2), Point(4, 4), Point(5, 5))
    assert after_line.pieces[2] == Quadratic(Point(5, 5), Point(7, 7))


def test_arcs_without_a_radius_are_lines():
    (outline,) = path.subpaths("M0 0A0 5 0 0 1 9 9A-5 5 0 0 1 5 5")
    assert outline.pieces == (Line(Point(9, 9)), Arc(5, 5, 0, False, True, Point(5, 5)))


affine = st.builds(
    lambda turn, x, y, mirror, shear: (
        translation(x, y) @ rotation(turn) @ scaling(mirror * (1 + shear), 2 - shear) @ Affine(c=shear)
    ),
    st.floats(-180, 180),
    st.floats(-50, 50),
    st.floats(-50, 50),
    st.sampled_from((1, -1)),
    st.floats(-0.8, 0.8),
)


@given(outlines(), affine)
def test_mapping_the_outline_maps_its_points(outline, by):
    moved = path.transform(outline, by)
    size = 10 + max(abs(value) for one in path.flatten(outline, 1.0) for value in one)
    # An arc whose ends are all but a diameter apart is ill-conditioned: the tolerance is that of its radius.
    here, there = outline.start, moved.start
    for one, other in zip(outline.pieces, moved.pieces, strict=True):
        assert close(by(one.end), other.end)
        if isinstance(one, Arc):
            # The same arc may be cut the same way, but its parameter may start on another axis: compare end to end.
            form, image = path.centre_of_arc(here, one), path.centre_of_arc(there, other)
            assert image.centre.distance(by(form.centre)) <= 1e-4 * size * 4
            middle = by(form.at(form.begin + form.turn / 2))
            assert image.at(image.begin + image.turn / 2).distance(middle) <= 2e-3 * size * 4
        here, there = one.end, other.end


def test_mirroring_flips_the_sweep_and_flattening_still_draws():
    arc_outline = Subpath(Point(0, 0), (Arc(10, 5, 0, False, True, Point(10, 5)),), False)
    assert path.transform(arc_outline, scaling(-1, 1)).pieces[0].sweep is False
    flat = path.transform(arc_outline, scaling(1, 0))
    assert all(isinstance(one, Cubic) for one in flat.pieces) and flat.end == Point(10, 0)


@given(st.builds(Subpath, point, st.tuples(arc), st.just(False)))
def test_cubics_stay_on_their_arc(outline):
    (one,) = outline.pieces
    if one.end.distance(outline.start) < 0.01:
        return
    form = path.centre_of_arc(outline.start, one)
    for curve_start, curve in _with_starts(outline.start, path.arc_to_cubics(outline.start, one)):
        for share in (0.25, 0.5, 0.75):
            from sgpkit.graphics.svg.outline import point_at

            off = point_at(curve_start, curve, share) - form.centre
            cosine, sine = math.cos(form.angle), math.sin(form.angle)
            x, y = (cosine * off.x + sine * off.y) / form.radius_x, (cosine * off.y - sine * off.x) / form.radius_y
            assert math.hypot(x, y) == pytest.approx(1, abs=4e-4)


def _with_starts(start, curves):
    for curve in curves:
        yield start, curve
        start = curve.end


def test_radii_out_of_range_grow():
    form = path.centre_of_arc(Point(0, 0), Arc(1, 2, 0, False, True, Point(10, 0)))
    assert (form.radius_x, form.radius_y, form.centre) == (5, 10, Point(5, 0))


@pytest.mark.parametrize(
    ("data", "box"),
    [
        ("M0 0C0 10 10 10 10 0", (0, 0, 10, 7.5)),
        ("M0 0Q5 10 10 0", (0, 0, 10, 5)),
        ("M10 0A10 10 0 0 1-10 0", (-10, 0, 10, 10)),
        ("M10 0A10 10 0 0 0-10 0", (-10, -10, 10, 0)),
        ("M5 5H9V1z", (5, 1, 9, 5)),
    ],
)
def test_boxes(data, box):
    assert path.bounding_box(path.subpaths(data)) == pytest.approx(box)


@given(outlines())
def test_the_box_holds_all_points_and_no_more(outline):
    points = path.flatten(outline, 0.01)
    box = path.bounding_box((outline,))
    tight = 0.05 + 1e-3 * max(abs(value) for value in box)
    assert min(one.x for one in points) == pytest.approx(box.left, abs=tight)
    assert max(one.x for one in points) == pytest.approx(box.right, abs=tight)
    assert min(one.y for one in points) == pytest.approx(box.top, abs=tight)
    assert max(one.y for one in points) == pytest.approx(box.bottom, abs=tight)


def test_no_box_around_nothing():
    assert path.bounding_box(()) is None


def test_lengths():
    assert path.length(path.subpaths("M0 0H10V10H0z")[0]) == pytest.approx(40)
    assert path.length(path.subpaths("M10 0A10 10 0 1 1-10 0A10 10 0 1 1 10 0")[0]) == pytest.approx(
        math.tau * 10, rel=1e-4
    )
    assert path.length(path.subpaths("M0 0C1 1 2 2 3 3")[0]) == pytest.approx(math.sqrt(18))


K = 0.5522847498
BEZIERS = f"M1 0C1 {K} {K} 1 0 1S-1 {K} -1 0S{-K} -1 0 -1S1 {-K} 1 0Z"
FOUR_ARCS = "M1 0A1 1 0 0 1 0 1A1 1 0 0 1-1 0A1 1 0 0 1 0-1A1 1 0 0 1 1 0Z"
TWO_ARCS = "M1 0A1 1 0 1 0-1 0A1 1 0 1 0 1 0"
ALMOST = "M1 0A1 1 0 1 1 .9999 -.0141Z"


def _ring(count: int, quadratic: bool) -> str:
    """Return a circle of `count` curves, with control points that give each curve a correct midpoint or smooth ends."""
    step = math.tau / count
    words = ["M1 0"]
    for index in range(count):
        begin, end = index * step, (index + 1) * step
        if quadratic:
            reach = 1 / math.cos(step / 2)
            middle = (begin + end) / 2
            words.append(f"Q{reach * math.cos(middle)} {reach * math.sin(middle)} {math.cos(end)} {math.sin(end)}")
        else:
            pull = 4 / 3 * math.tan(step / 4)
            words.append(
                f"C{math.cos(begin) - pull * math.sin(begin)} {math.sin(begin) + pull * math.cos(begin)} "
                f"{math.cos(end) + pull * math.sin(end)} {math.sin(end) - pull * math.cos(end)} "
                f"{math.cos(end)} {math.sin(end)}"
            )
    return " ".join([*words, "Z"])


@pytest.mark.parametrize(
    "data", [BEZIERS, FOUR_ARCS, TWO_ARCS, ALMOST, _ring(3, False), _ring(5, False), _ring(8, False), _ring(8, True)]
)
@given(size=st.floats(0.01, 1000), x=st.floats(-500, 500), y=st.floats(-500, 500), turn=st.floats(-180, 180))
def test_a_circle_is_recognised_however_it_is_written(data, size, x, y, turn):
    (outline,) = path.subpaths(data)
    result = path.circle_or_ellipse(path.transform(outline, translation(x, y) @ rotation(turn) @ scaling(size, size)))
    assert isinstance(result, Circle)
    assert result.radius == pytest.approx(size, rel=3e-3)
    assert result.centre.distance(Point(x, y)) <= 0.01 * size + 1e-9 * (abs(x) + abs(y))


@pytest.mark.parametrize("data", [BEZIERS, FOUR_ARCS, TWO_ARCS, _ring(8, True)])
@given(turn=st.floats(0, 179), ratio=st.floats(1.2, 8), mirror=st.sampled_from((1, -1)))
def test_an_ellipse_is_recognised(data, turn, ratio, mirror):
    (outline,) = path.subpaths(data)
    result = path.circle_or_ellipse(path.transform(outline, rotation(turn) @ scaling(10 * ratio, 10 * mirror)))
    assert isinstance(result, Ellipse)
    assert (result.radius_x, result.radius_y) == pytest.approx((10 * ratio, 10), rel=3e-3)
    difference = abs(result.angle - turn) % 180
    assert min(difference, 180 - difference) < 0.5


@pytest.mark.parametrize(
    "data",
    [
        "M1 0A1 1 0 0 1-1 0Z",  # half a circle
        "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0",  # twice round
        "M1 0A1 1 0 0 1-1 0A1 1 0 0 0 1 0",  # forth and back
        "M10 0A10 10 0 0 1 0 10L-10 10A10 10 0 0 1-20 0Z",  # with a straight side
        "M1 0C1 .8 .8 1 0 1S-1 .8-1 0S-.8-1 0-1S1-.8 1 0Z",  # a squircle
        "M0 0H1V1H0Z",
        "M0 0L10 10",
        "M0 0C0 0 0 0 0 0Z",
        "M" + " ".join(f"{math.cos(k * 0.1)} {math.sin(k * 0.1)}" for k in range(63)) + "Z",  # a polygon
        BEZIERS[:-1] + "M5 5L6 6",
        "M1 0A1 1 0 0 1 0 1A1 1 0 0 1-1 0A1 1 0 0 1 0-1",  # three quarters, left open
    ],
)
def test_other_outlines_are_not_round(data):
    matches = [path.circle_or_ellipse(outline) for outline in path.subpaths(data)]
    assert matches[-1] is None
