"""Reading drawings: their shapes, compared with listings, other renderers and themselves, and every violation."""

import csv
import gzip
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redraw import cairo, difference, listing, redraw, resvg

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Circle
from sgpkit.graphics.svg.paint import Color, Reference
from sgpkit.status import Rejected, Status

GOLDEN = Path(__file__).parent / "golden"
DRAWINGS = sorted(GOLDEN.glob("*.svg"))
# Which renderer agrees with the specification on everything in the drawing. Neither reads newer CSS; cairosvg is behind
# on viewports, conditions and hidden parts.
BOTH = ("round_outlines", "style_sheets", "groups_and_transforms")
RESVG = (*BOTH, "basic_shapes", "lengths_and_units", "nested_viewports", "use_and_symbol", "what_is_not_seen")


def drawing(inside: str, attributes: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" {attributes}>{inside}</svg>'


@pytest.mark.parametrize("source", DRAWINGS, ids=lambda path: path.stem)
def test_shapes_of_golden_drawings(source):
    assert listing(source.read_text()) == source.with_suffix(".txt").read_text()


@pytest.mark.parametrize(("name", "painter"), [*((name, cairo) for name in BOTH), *((name, resvg) for name in RESVG)])
def test_shapes_drawn_again_look_like_the_drawing(name, painter):
    code = (GOLDEN / f"{name}.svg").read_text()
    again = redraw(code)
    assert again is not None
    # Strokes and nested viewports have antialiased edges; a missing shape of the smallest kind gives 0.5.
    assert difference(painter, code, again) < 0.35


FLAT = """
<rect x="10" y="20" width="30" height="10" fill="red"/><circle cx="60" cy="60" r="20" stroke="blue" stroke-width="3"/>
<path d="M10 10C20 0 30 0 40 10A20 10 20 0 1 5 50Z" fill="none" stroke="green"/><line x2="9" y2="9" stroke="teal"/>
"""


@given(
    turn=st.floats(-180, 180),
    size=st.floats(0.2, 5),
    mirror=st.booleans(),
    x=st.floats(-50, 50),
    y=st.floats(-50, 50),
)
def test_a_transform_and_its_inverse_change_nothing(turn, size, mirror, x, y):
    side = -size if mirror else size
    there = f"translate({x} {y}) rotate({turn}) scale({side} {size})"
    back = f"scale({1 / side} {1 / size}) rotate({-turn}) translate({-x} {-y})"
    wrapped = svg.shapes(drawing(f'<g transform="{there}"><g transform="{back}">{FLAT}</g></g>'))
    plain = svg.shapes(drawing(FLAT))
    assert [shape.tag for shape in wrapped] == [shape.tag for shape in plain]
    for one, other in zip(plain, wrapped, strict=True):
        assert (one.fill, one.stroke) == (other.fill, other.stroke)
        assert one.stroke_width == pytest.approx(other.stroke_width)
        for here, there_ in zip(_points(one), _points(other), strict=True):
            assert here == pytest.approx(there_, abs=1e-6)
        assert type(one.round) is type(other.round)
        if isinstance(one.round, Circle):
            assert other.round.radius == pytest.approx(one.round.radius)


def _points(shape):
    for outline in shape.outline:
        yield outline.start
        for piece in outline.pieces:
            yield piece.end


@given(st.floats(0.1, 90), st.floats(-100, 100), st.floats(-100, 100))
def test_a_circle_is_the_same_however_it_is_written(radius, x, y):
    kappa = 0.5522847498 * radius
    forms = [
        f'<circle cx="{x}" cy="{y}" r="{radius}"/>',
        f'<ellipse cx="{x}" cy="{y}" rx="{radius}" ry="{radius}"/>',
        f'<rect x="{x - radius}" y="{y - radius}" width="{2 * radius}" height="{2 * radius}" rx="{radius}"/>',
        f'<path d="M{x + radius} {y}A{radius} {radius} 0 0 1 {x - radius} {y}A{radius} {radius} 0 0 1 {x + radius} {y}"/>',
        f'<path transform="translate({x} {y})" d="M{radius} 0C{radius} {kappa} {kappa} {radius} 0 {radius}S{-radius} '
        f'{kappa}-{radius} 0S{-kappa} {-radius} 0 {-radius}S{radius} {-kappa} {radius} 0z"/>',
        f'<g transform="translate({x} {y}) scale({radius})"><circle r="1"/></g>',
    ]
    for form in forms:
        (shape,) = svg.shapes(drawing(form))
        assert isinstance(shape.round, Circle), form
        assert shape.round.radius == pytest.approx(radius, rel=2e-3)
        assert shape.round.centre == pytest.approx((x, y), abs=2e-3 * radius + 1e-9)


def test_a_drawing_without_the_namespace_is_read():
    assert len(svg.shapes('<svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>')) == 1


def test_prefixes_are_resolved():
    code = '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:rect width="1" height="1"/><rect/></s:svg>'
    document = svg.parse(code)
    assert [child.tag for child in document.root.children] == ["rect", "{}rect"]
    assert len(svg.shapes(code)) == 1


def test_the_tree():
    code = '<svg id="é">\n<g a="1" id="g">x<!-- -->y<title>t</title>z</g>\n  <g b=\'&lt;2\'/></svg>'
    document = svg.parse(code)
    first, second = document.root.children
    assert (first.text, first.children[0].tail, first.all_text()) == ("xy", "z", "xytz")
    assert str(first.location) == "2:1 /svg/g[1]" and str(second.location) == "3:3 /svg/g[2]"
    assert first.children[0].path == "/svg/g[1]/title[1]"
    assert document.identifiers["g"] is first and second.parent is document.root
    assert {name: code[begin:end] for name, (begin, end) in document.attribute_spans(second).items()} == {"b": "&lt;2"}
    assert [one.tag for one in document.root.subtree()] == ["svg", "g", "title", "g"]


@pytest.mark.parametrize(
    "code",
    [
        '\ufeff<?xml version="1.0" encoding="UTF-16"?><svg><circle r="3"/></svg>',
        '<?xml version="1.0" encoding="latin-1"?><svg id="ü"><circle r="3"/></svg>',
        '<?xml version="1.0" encoding="nonsense"?><svg><circle r="3"/></svg>',
    ],
)
def test_a_declared_encoding_does_not_matter(code):
    assert len(svg.shapes(code)) == 1


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        ("", Status.NO_ANSWER, "empty"),
        ("<svg><rect></svg>", Status.PARSE_ERROR, "line 1, column 14"),
        ("<svg>\n <rect", Status.PARSE_ERROR, "line 2, column"),
        ("<html><svg/></html>", Status.PARSE_ERROR, "expected 'svg'"),
        ('<svg xmlns="http://www.w3.org/1999/svg"/>', Status.PARSE_ERROR, "1999"),
        ('<svg><use xlink:href="#a"/></svg>', Status.PARSE_ERROR, "'xlink'"),
        ("<svg><s:rect/></svg>", Status.PARSE_ERROR, "'s'"),
    ],
)
def test_what_cannot_be_read(code, status, reason):
    with pytest.raises(Rejected, match=reason) as refusal:
        svg.shapes(code)
    assert refusal.value.status == status


@pytest.mark.parametrize("size", ['width="0"', 'height="0px"', 'viewBox="0 0 0 9"'])
def test_a_root_of_no_size_shows_nothing(size):
    assert svg.shapes(f'<svg {size}><rect width="1" height="1"/></svg>') == []


def test_uses_are_bounded_and_circles_of_style_are_no_trouble():
    many = '<g id="a"><circle r="1"/></g>' + '<use href="#a"/>' * 6_000
    assert len(svg.shapes(drawing(many))) == 6_001


def test_depth_is_bounded_with_uses_followed():
    groups = '<g id="a">' + "<g>" * 150 + '<circle r="1"/>' + "</g>" * 150 + "</g>"
    assert len(svg.shapes(drawing(groups))) == 1
    with pytest.raises(Rejected, match="deep"):
        svg.shapes(drawing(groups + "<g>" * 150 + '<use href="#a"/>' + "</g>" * 150))


def test_transforms_that_explode_are_refused():
    code = drawing('<g transform="scale(99999)"><g transform="scale(99999)"><rect width="1" height="1"/></g></g>')
    with pytest.raises(Rejected) as refusal:
        svg.shapes(code)
    assert refusal.value.status == Status.TOO_LARGE


@pytest.mark.parametrize(
    ("inside", "fill"),
    [
        ('<g fill="red"><rect width="1" height="1" fill="inherit"/></g>', Color(255, 0, 0)),
        ('<g fill="red"><rect width="1" height="1" fill="initial"/></g>', Color(0, 0, 0)),
        ('<g fill="red"><rect width="1" height="1" fill="rubbish"/></g>', Color(255, 0, 0)),
        ('<g fill-opacity=".5"><rect width="1" height="1" fill="#0008"/></g>', Color(0, 0, 0, 136 / 510)),
        ('<pattern id="p"/><rect width="1" height="1" fill="url(#p) red"/>', Reference("p")),
        ('<rect width="1" height="1" color="lime" fill="url(#p) currentColor"/>', Color(0, 255, 0)),
        ('<rect width="1" height="1" style="fill : RED ! important; fill: blue"/>', Color(255, 0, 0)),
    ],
)
def test_fills(inside, fill):
    (shape,) = svg.shapes(drawing(inside))
    assert shape.fill == pytest.approx(fill) if isinstance(fill, Color) else shape.fill == fill


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('<circle r="abc"/>', ["1:%d /svg/circle[1]@r+0: 'abc' is not a length"]),
        ('<circle r="-5"/>', ["1:%d /svg/circle[1]@r+0: r is negative: -5"]),
        ('<circle cx="5"/>', ["1:%d /svg/circle[1]@r: circle without r draws nothing"]),
        ('<path d="M0 0L5 L6 6 X1"/>', ["1:%d /svg/path[1]@d+7: 'L' takes 2", "1:%d /svg/path[1]@d+12: 'X'"]),
        ('<path d="M0 0" stroke="redd"/>', ["1:%d /svg/path[1]@stroke: 'redd' is not a colour"]),
        ('<polygon points="1,2 3"/>', ["1:%d /svg/polygon[1]@points+4: 3 coordinates"]),
        ('<polygon points="1,2 x 3,4"/>', ["1:%d /svg/polygon[1]@points+4: 'x'"]),
        ('<g transform="rotate(5) turn(3)"/>', ["1:%d /svg/g[1]@transform+10: turn does not take 1"]),
        ('<g transform="rotate(5 a)"/>', ["1:%d /svg/g[1]@transform+9: 'a' is not an argument"]),
        ("<Rect/>", ["1:%d /svg/Rect[1]: unknown element 'Rect'; did you mean 'rect'?"]),
        ("<blink/>", ["1:%d /svg/blink[1]: unknown element 'blink'"]),
        ('<g fil="red"/>', ["1:%d /svg/g[1]@fil: unknown attribute 'fil' of g"]),
        (
            '<rect x="1" width="2" height="3" viewbox=""/>',
            ["1:%d /svg/rect[1]@viewbox: unknown.*did you mean 'viewBox'"],
        ),
        ('<g id="a"/><g id="a"/>', ["1:%d /svg/g[2]@id: id 'a' is already used at 1:%d /svg/g[1]"]),
        ('<use href="#b"/>', ["1:%d /svg/use[1]@href: no element has the id 'b'"]),
        ('<g clip-path="url(#b)"/>', ["1:%d /svg/g[1]@clip-path+5: no element has the id 'b'"]),
        ('<stop offset="1"/>', ["1:%d /svg/stop[1]: stop is not allowed inside svg"]),
        ('<circle r="1"><rect width="1" height="1"/></circle>', ["1:%d /svg/circle[1]/rect[1]: rect is not allowed"]),
        ("<g>hello</g>", ["1:%d /svg/g[1]: text 'hello' inside g is not drawn"]),
        ('<g stroke-linecap="rund"/>', ["1:%d /svg/g[1]@stroke-linecap: 'rund' is not one of"]),
        ('<g opacity="half"/>', ["1:%d /svg/g[1]@opacity: 'half' is not a number"]),
        ('<svg viewBox="0 0 10"/>', ["1:%d /svg/svg[1]@viewBox: viewBox takes 4 numbers, 3"]),
        ('<svg viewBox="0 0 -10 10"/>', ["1:%d /svg/svg[1]@viewBox+4: width of the viewBox is negative"]),
        ('<g data-x="1" aria-label="a" xmlns:i="http://i" i:j="k"><i:any/></g>', []),
        ('<text x="1 2,3" dx="1em">a<tspan>b</tspan></text>', []),
        ('<rect width="auto" height="5mm" rx="auto" fill="none" stroke="inherit"/>', []),
    ],
)
def test_every_violation_has_its_place(inside, expected):
    code = drawing(inside)
    matches = [str(violation) for violation in svg.validate(code)]
    assert len(matches) == len(expected), matches
    for text, pattern in zip(matches, expected, strict=True):
        assert re.match(re.escape(pattern).replace("%d", r"\d+").replace(r"\.\*", ".*"), text), text


def test_violations_of_the_whole_document():
    code = '<svg viewbox="0 0 9 9">\n  <path d="M0 0 L"/>\n  <g></svg>'
    matches = [str(violation) for violation in svg.validate(code)]
    assert [re.sub(r": .*", "", text) for text in matches] == [
        "1:1 /svg@xmlns", "1:1 /svg@viewbox", "2:3 /svg/path[1]@d+6", "3:8 /"
    ]  # fmt: skip
    assert "mismatched tag" in matches[-1]


@pytest.mark.parametrize("code", ["", "prose", '<svg><g id="a"><use href="#a"/></g></svg>'])
def test_what_cannot_be_read_is_a_violation_too(code):
    assert len(svg.validate(code)) >= 1


@pytest.mark.parametrize("source", DRAWINGS, ids=lambda path: path.stem)
def test_golden_drawings_are_valid_but_for_what_they_are_about(source):
    matches = [violation for violation in svg.validate(source.read_text()) if violation.attribute != "href"]
    wanted = {"what_is_not_seen": 7, "text_image_reference": 0, "newer_css": 1}.get(source.stem, 0)
    assert len(matches) == wanted, "\n".join(map(str, matches))


@pytest.mark.realdata
def test_real_drawings_are_read_as_renderers_draw_them(fixtures_path):
    csv.field_size_limit(10**9)
    codes = set()
    for name in ("color", "count", "reasoning", "symmetry"):
        with gzip.open(fixtures_path / "sgp-bench" / f"{name}.csv.gz", "rt") as table:
            for row in csv.DictReader(table):
                match = re.search(r"<svg\b.*</svg>", row["Question"], re.DOTALL)
                if match:
                    codes.add(match[0])
    assert len(codes) > 100
    for code in sorted(codes)[::6]:
        again = redraw(code)
        if again is None or re.search("Gradient|clip-path|filter|mask|marker", code):
            continue
        assert difference(cairo, code, again, 96) < 0.5
        assert difference(resvg, code, again, 96) < 0.1
