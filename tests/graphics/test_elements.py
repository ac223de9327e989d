"""Geometry drawings as elements: the same figure in any notation, without invisible elements."""

import base64
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sgpkit.graphics import elements
from sgpkit.graphics.elements import conic, from_svg, join_lines, read
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment, rotation, scaling, translation
from sgpkit.status import Rejected, Status


def drawing(body, style='stroke="black" fill="none"'):
    return from_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><g {style}>{body}</g></svg>')


def only(result, kind):
    assert result.count == len(getattr(result, kind)) == 1, result
    return getattr(result, kind)[0].geometry


def around(count, radius_x=80.0, radius_y=80.0):
    turns = [math.tau * index / count for index in range(count + 1)]
    return " ".join(f"{200 + radius_x * math.cos(turn):.2f},{150 + radius_y * math.sin(turn):.2f}" for turn in turns)


K = 80 * 0.5522847498
QUARTERS = (
    f"M280 150 C280 {150 + K} {200 + K} 230 200 230",
    f"M200 230 C{200 - K} 230 120 {150 + K} 120 150",
    f"M120 150 C120 {150 - K} {200 - K} 70 200 70",
    f"M200 70 C{200 + K} 70 280 {150 - K} 280 150",
)
CIRCLES = {
    "circle": '<circle cx="200" cy="150" r="80"/>',
    "ellipse": '<ellipse cx="200" cy="150" rx="80" ry="80"/>',
    "transform": '<circle cx="20" cy="15" r="8" transform="scale(10)"/>',
    "nested groups": '<g transform="translate(200 150)"><g transform="rotate(33) scale(2)"><circle r="40"/></g></g>',
    "ellipse made round": '<ellipse cx="20" cy="30" rx="8" ry="16" transform="scale(10 5)"/>',
    "two arcs": '<path d="M280 150 A80 80 0 0 1 120 150 A80 80 0 0 1 280 150 Z"/>',
    "relative arcs": '<path d="m280 150 a80 80 0 1 0 -160 0 80 80 0 1 0 160 0"/>',
    "four Béziers": f'<path d="{QUARTERS[0]}{"".join(quarter[quarter.index("C") :] for quarter in QUARTERS[1:])}Z"/>',
    "two halves apart": '<path d="M280 150 A80 80 0 0 1 120 150"/><path d="M280 150 A80 80 0 0 0 120 150"/>',
    "four quarters apart": "".join(f'<path d="{quarter}"/>' for quarter in (QUARTERS[i] for i in (2, 0, 3, 1))),
    "fine polygon": f'<polygon points="{around(60)}"/>',
    "plotted": f'<polyline points="{around(25)}"/>',
    "rounded rectangle": '<rect x="120" y="70" width="160" height="160" rx="80"/>',
    "use": '<defs><circle id="c" r="80"/></defs><use href="#c" x="200" y="150"/>',
    "drawn and filled apart": '<circle cx="200" cy="150" r="80" stroke="none" fill="red"/>'
    '<circle cx="200" cy="150" r="80"/>',
    "arc that nearly closes": '<path d="M280 150 A80 80 0 1 1 279.951 147.208"/>',
}


@pytest.mark.process
@pytest.mark.parametrize("written", CIRCLES.values(), ids=CIRCLES)
def test_a_circle_however_it_is_written(written):
    circle = only(drawing(written), "circles")
    assert circle.centre.distance(Point(200, 150)) < 0.05
    assert circle.radius == pytest.approx(80, abs=0.05)


ELLIPSES = {
    "ellipse": '<ellipse cx="200" cy="150" rx="90" ry="40" transform="rotate(30 200 150)"/>',
    "stretched circle": '<circle r="10" transform="translate(200 150) rotate(30) scale(9 4)"/>',
    "arcs": '<path d="M90 0 A90 40 0 0 1 -90 0 A90 40 0 0 1 90 0" transform="translate(200 150) rotate(30)"/>',
    "halves apart": '<g transform="translate(200 150) rotate(30)"><path d="M90 0 A90 40 0 0 1 -90 0"/>'
    '<path d="M-90 0 A90 40 0 0 1 90 0"/></g>',
    "plotted": f'<polyline transform="rotate(30 200 150)" points="{around(48, 90, 40)}"/>',
}


@pytest.mark.process
@pytest.mark.parametrize("written", ELLIPSES.values(), ids=ELLIPSES)
def test_an_ellipse_however_it_is_written(written):
    ellipse = only(drawing(written), "ellipses")
    assert ellipse.centre.distance(Point(200, 150)) < 0.05
    assert (ellipse.radius_x, ellipse.radius_y) == pytest.approx((90, 40), abs=0.05)
    assert ellipse.angle == pytest.approx(30, abs=0.1)


LINES = {
    "line": '<line x1="20" y1="40" x2="220" y2="40"/>',
    "path": '<path d="M20 40 L220 40"/>',
    "level": '<path d="M20,40H220"/>',
    "relative": '<path d="m20 40 200 0"/>',
    "polyline": '<polyline points="20 40 220 40"/>',
    "turned": '<path d="M0 0 V-200" transform="translate(20 40) rotate(90)"/>',
    "curve that does not bend": '<path d="M20 40 C80 40 150 40.01 220 40"/>',
    "dashes": '<path d="M20 40h20m6 0h20m6 0h20m6 0h20m6 0h20m6 0h20m6 0h20m6 0h18"/>',
    "dashes apart": "".join(f'<line x1="{x}" y1="40" x2="{x + 8}" y2="40"/>' for x in range(20, 220, 12)),
    "dash array": '<line x1="20" y1="40" x2="220" y2="40" stroke-dasharray="5 3"/>',
    "drawn twice": '<line x1="20" y1="40" x2="220" y2="40"/><path d="M220 40H20"/>',
}


@pytest.mark.process
@pytest.mark.parametrize("written", LINES.values(), ids=LINES)
def test_a_segment_however_it_is_written(written):
    start, end = sorted(only(drawing(written), "segments"))
    assert start.distance(Point(20, 40)) < 0.05
    assert end.distance(Point(220, 40)) < 0.05


def test_sides_are_segments():
    assert len(drawing('<rect x="10" y="10" width="50" height="30"/>').segments) == 4
    assert len(drawing('<polygon points="0,0 90,0 40,60"/>').segments) == 3
    assert len(drawing('<polyline points="0,0 90,0 40,60"/>').segments) == 2


@pytest.mark.parametrize("sides", [3, 5, 6, 12, 17, 18])
def test_regular_polygons_are_polygons(sides):
    result = drawing(f'<polygon points="{around(sides)}"/>')
    assert (len(result.segments), result.count) == (sides, sides)


@pytest.mark.parametrize(
    "pieces",
    ["M0 40h30M60 40h40M150 40h80", "M0 40h60M68 40h60", "M0 0h20M26 6h20M52 12h20M78 18h20", "M0 40h50M50 40h50"],
    ids=["uneven gaps", "two", "stairs", "no gaps"],
)
def test_what_is_no_dashed_line_stays_in_pieces(pieces):
    assert len(drawing(f'<path d="{pieces}"/>').segments) == pieces.count("M")


def test_dashes_of_two_colours_are_two_lines():
    black = '<path d="M0 40h20M30 40h20M60 40h20M90 40h20"/>'
    red = '<path stroke="red" d="M120 40h20M150 40h20M180 40h20"/>'
    assert sorted(item.geometry.length for item in drawing(black + red).segments) == pytest.approx([80, 110])


def test_runs_of_pieces_are_joined_on_demand():
    result = drawing('<path d="M0 0L30 30L90 90.1L200 200"/><line x1="200" y1="200" x2="300" y2="100"/>')
    assert len(result.segments) == 4
    assert sorted(item.geometry.length for item in join_lines(result).segments) == pytest.approx(
        [100 * math.sqrt(2), 200 * math.sqrt(2)]
    )


def test_arcs_and_free_curves():
    arc = only(drawing('<path d="M280 150 A80 80 0 0 1 200 230"/>'), "curves")
    assert arc.part_of.centre.distance(Point(200, 150)) < 0.01
    assert arc.part_of.radius == pytest.approx(80, abs=0.01)
    assert (arc.points[0], arc.points[-1]) == (Point(280, 150), Point(200, 230))
    parabola = only(drawing('<path d="M0 200 Q100 0 200 200"/>'), "curves")
    assert parabola.part_of is None
    plotted = " ".join(f"{x},{200 - 0.02 * x * (200 - x):.2f}" for x in range(0, 204, 8))
    assert only(drawing(f'<polyline points="{plotted}"/>'), "curves").closed is False
    sector = drawing('<path d="M200 150 L280 150 A80 80 0 0 1 200 230 Z"/>')
    assert (len(sector.segments), len(sector.curves)) == (2, 1)


def test_a_squircle_is_no_circle():
    result = drawing('<path d="M280 150C280 215 265 230 200 230S120 215 120 150 135 70 200 70 280 85 280 150Z"/>')
    assert (len(result.circles), len(result.ellipses), len(result.curves)) == (0, 0, 1)


@pytest.mark.process
def test_classes_and_paints():
    result = from_svg(
        '<svg xmlns="http://www.w3.org/2000/svg"><style>.output_object{stroke:rgb(255,0,0);fill:none}</style>'
        '<g class="output_object extra"><line x2="9"/></g><line class="output_object" y2="9"/>'
        '<circle class="input_object" r="5" fill="hsl(240,100%,50%)"/></svg>'
    )
    first, second = result.segments
    assert first.classes == ("output_object", "extra")
    assert (first.stroke.hex, second.stroke.hex, result.circles[0].fill.hex) == ("#ff0000", "#ff0000", "#0000ff")
    assert [elements.is_added(item, "svg") for item in result.items] == [True, True, False]
    assert [elements.is_added(item, "eps") for item in result.items] == [True, True, False]


@pytest.mark.parametrize(
    "hidden",
    [
        '<line x2="9"/>',
        '<line x2="9" stroke="red" opacity="0"/>',
        '<line x2="9" stroke="red" stroke-opacity="0"/>',
        '<line x2="9" stroke="red" stroke-width="0"/>',
        '<line x2="9" stroke="red" display="none"/>',
        '<defs><line x2="9" stroke="red"/></defs>',
        '<circle r="0" stroke="red"/>',
        '<path class="glyph" d="M0 0H9V9Z"/>',
    ],
)
def test_what_cannot_be_seen_is_not_there(hidden):
    assert drawing(hidden, style="").count == 0


@pytest.mark.process
def test_texts_and_pictures_are_told_apart():
    content = io.BytesIO()
    Image.new("RGB", (1, 1), "red").save(content, "PNG")
    href = f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}"
    image = f'<image href="{href}" x="40" y="40" width="9" height="9"/>'
    result = drawing(f'<text x="9" y="30" fill="black">A<tspan>1</tspan></text>{image}')
    assert (result.count, result.texts, result.unread) == (0, ("A1",), ("1 image not read",))


@pytest.mark.parametrize("kind", ["line", "circle"])
def test_drawings_that_would_take_long_are_refused(kind):
    shapes = {"line": '<line x1="{0}" y1="{1}" x2="{0}" y2="{2}"/>', "circle": '<circle cx="{0}" cy="{1}" r="4"/>'}[
        kind
    ]
    spots = [(10 * column + 5, 10 * row + 5) for row in range(40) for column in range(40)][:1_001]
    with pytest.raises(Rejected) as refused:
        drawing("".join(shapes.format(x, y, y + 4) for x, y in spots))
    assert refused.value.status is Status.TOO_LARGE


coordinate = st.floats(-200, 200)
point = st.builds(Point, coordinate, coordinate)
away = st.builds(Point, st.floats(120, 220), coordinate)
"""Points that neither the circle nor the ellipse of the next test covers."""


@pytest.mark.process
@given(st.floats(0, 360), st.floats(0.2, 5), point, st.booleans(), st.lists(away, min_size=2, max_size=2, unique=True))
def test_elements_follow_any_similarity(angle, scale, shift, mirrored, ends):
    if ends[0].distance(ends[1]) < 21:  # a line is longer than it is wide
        ends[1] = ends[0] + Point(30, 0)
    by = translation(*shift) @ rotation(angle) @ scaling(scale, -scale if mirrored else scale)
    body = (
        '<path d="M90 7 A60 60 0 1 1 -30 7 A60 60 0 1 1 90 7"/><ellipse cx="5" cy="9" rx="80" ry="20"/>'
        f'<line x1="{ends[0].x!r}" y1="{ends[0].y!r}" x2="{ends[1].x!r}" y2="{ends[1].y!r}"/>'
    )
    group = f'<g transform="matrix({" ".join(map(repr, by))})" stroke="black" stroke-width="20" fill="none">{body}</g>'
    result = from_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1500 -1500 3000 3000">{group}</svg>')
    segment, circle, ellipse = (items[0].geometry for items in (result.segments, result.circles, result.ellipses))
    assert all(one.distance(by(other)) < 1e-6 for one, other in zip(segment, ends, strict=True))
    assert circle.centre.distance(by(Point(30, 7))) < 1e-3 * scale
    assert circle.radius == pytest.approx(60 * scale, rel=1e-4)
    assert (ellipse.radius_x, ellipse.radius_y) == pytest.approx((80 * scale, 20 * scale), rel=1e-4)
    tip = Point(math.cos(math.radians(ellipse.angle)), math.sin(math.radians(ellipse.angle)))
    along = by(Point(1, 0)) - by(Point(0, 0))
    assert abs(tip.cross(along)) < 1e-4 * scale


@given(point, st.floats(5, 200), st.floats(0.2, 1), st.floats(0, 180))
def test_a_conic_through_points_of_an_ellipse_is_that_ellipse(centre, size, flatness, angle):
    by = translation(*centre) @ rotation(angle) @ scaling(size, size * flatness)
    spots = [by(Point(math.cos(turn), math.sin(turn))) for turn in (0.1, 0.9, 1.7, 2.6, 3.3, 4.1, 5.0, 5.8)]
    figure = conic.fit(spots)
    assert figure is not None
    assert figure.centre.distance(centre) < 1e-3 * size
    if isinstance(figure, Circle):
        assert size * (1 - flatness) <= 0.2 + 0.003 * size
    else:
        assert (figure.radius_x, figure.radius_y) == pytest.approx((size, size * flatness), rel=1e-6)


def test_elements_move_and_grow():
    result = drawing(
        '<line x2="9"/><circle r="5"/><ellipse rx="5" ry="3"/><path d="M280 150 A80 80 0 0 1 200 230"/>'
    ).moved(Point(10, 20), 2)
    assert result.segments[0].geometry == Segment(Point(10, 20), Point(28, 20))
    assert result.circles[0].geometry == Circle(Point(10, 20), 10)
    assert result.ellipses[0].geometry == Ellipse(Point(10, 20), 10, 6, 0)
    assert result.curves[0].geometry.points[0] == Point(570, 320)
    assert result.curves[0].geometry.part_of.radius == pytest.approx(160, abs=0.05)


TIKZ = r"""\documentclass[tikz]{standalone}
\begin{document}\begin{tikzpicture}
\draw (0,0) -- (4,0) -- (1,3) -- cycle;
\draw[red, dashed] (0,0) -- (3,3);
\draw[red] (1,1) circle (0.5); \draw[red, rotate=30] (3,0) ellipse (1 and 0.5);
\draw[red] (0,3) arc (0:120:1); \filldraw[red] (3,1) circle (2pt); \node at (0,0) {$A_1$ O};
\end{tikzpicture}\end{document}
"""
EPS = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: -10 -20 190 180
/Times-Roman findfont 14 scalefont setfont
newpath 0 0 moveto 113.386 0 lineto 28.346 85.039 lineto closepath stroke
1 0 0 setrgbcolor
gsave [4 3] 0 setdash newpath 0 0 moveto 85.039 85.039 lineto stroke grestore
newpath 28.346 28.346 14.173 0 360 arc stroke
gsave 73.646 42.52 translate 30 rotate 28.346 14.173 scale newpath 0 0 1 0 360 arc .03 setlinewidth stroke grestore
newpath -28.346 85.039 28.346 0 120 arc stroke
newpath 85.039 28.346 2 0 360 arc fill
0 0 moveto (A1 O) show
showpage
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(("code", "format"), [(TIKZ, "tikz"), (EPS, "eps")], ids=["tikz", "eps"])
def test_compiled_drawings_have_the_same_elements(code, format):
    result = read(code, format)
    assert result.placed == (format == "eps")
    origin = max((item.geometry.start for item in result.segments), key=lambda position: (position.y, -position.x))
    if format == "eps":
        assert origin.distance(Point(0, 0)) < 0.001
    result = result.moved(Point(-origin.x, -origin.y))
    assert [len(kind) for kind in (result.segments, result.circles, result.ellipses, result.curves)] == [4, 2, 1, 1]
    unit = 72 / 2.54
    lengths = sorted(item.geometry.length / unit for item in result.segments)
    assert lengths == pytest.approx([math.sqrt(10), 4, math.sqrt(18), math.sqrt(18)], abs=1e-3)
    dot, circle = sorted((item.geometry for item in result.circles), key=lambda figure: figure.radius)
    assert circle.centre.distance(Point(unit, -unit)) < 0.01
    assert circle.radius == pytest.approx(unit / 2, rel=1e-3)
    assert dot.centre.distance(Point(3 * unit, -unit)) < 0.01
    ellipse = result.ellipses[0].geometry
    assert (ellipse.radius_x, ellipse.radius_y) == pytest.approx((unit, unit / 2), rel=1e-3)
    assert ellipse.angle == pytest.approx(150, abs=0.1)
    assert result.curves[0].geometry.part_of.radius == pytest.approx(unit, rel=1e-3)
    assert sum(elements.is_added(item, format) for item in result.items) == 5


@pytest.mark.sandbox
def test_of_several_pages_the_last_is_read():
    second = "\\begin{tikzpicture}\\draw (0,0) -- (9,9);\\end{tikzpicture}\\end{document}"
    result = read(TIKZ.replace("\\end{document}", second), "tikz")
    assert result.count == 1
    assert result.unread == ("2 pages; only the last is drawn",)


@pytest.mark.sandbox
def test_a_program_that_does_not_compile_is_rejected_in_its_place():
    result = elements.read_many([r"\begin{tikzpicture}\nonsense\end{tikzpicture}", TIKZ], "tikz")
    assert result[0].status is Status.COMPILE_ERROR
    assert result[1].count == 8
