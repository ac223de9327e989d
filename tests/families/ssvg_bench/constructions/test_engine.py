"""Drawings of constructions, their programs, and the rows made from them."""

import math
import re
from collections import Counter
from random import Random
from xml.etree import ElementTree

import pytest

from sgpkit.families.ssvg_bench import element_statistics
from sgpkit.families.ssvg_bench.content import constructions
from sgpkit.families.ssvg_bench.content.constructions import engine, givens, plane, writer
from sgpkit.families.ssvg_bench.content.constructions.engine import CANVAS, Construction, Curve, Degenerate, Figure
from sgpkit.families.ssvg_bench.sources import geometry
from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

GIVEN = Figure(
    {"A": Point(100.0, 400.0), "B": Point(300.0, 400.0), "P'": Point(200.0, 100.25)},
    (Segment(Point(100.0, 400.0), Point(300.0, 400.0)),),
)
ADDED = Figure(
    {"Q1": Point(400.0, 200.0)},
    (Segment(Point(10.5, 20.0), Point(400.0, 200.0)),),
    (Circle(Point(256.0, 256.0), 72.0),),
    (Ellipse(Point(200.0, 256.0), 100.0, 40.0, 30.0),),
    (Curve((Point(0.0, 0.0), Point(10.0, 0.0), Point(20.0, 10.0), Point(20.0, 20.0))),),
)
SVG = "{http://www.w3.org/2000/svg}"


def halving(random: Random) -> Figure:
    return givens.polygon("ABC", givens.corners(random))


def construction(given=halving, solve=lambda figure: Figure(), **more) -> Construction:  # type: ignore[no-untyped-def]
    return Construction("name", "group", "text", given, solve, **more)


def test_drawings_fill_the_canvas_and_stay_on_it() -> None:
    for seed in range(50):
        given, added = engine.draw(construction(), Random(seed))
        low_x, low_y, high_x, high_y = engine.bounds(given, added)
        assert min(low_x, low_y) >= engine.MARGIN - 0.1 and max(high_x, high_y) <= CANVAS - engine.MARGIN + 0.1
        assert max(high_x - low_x, high_y - low_y) > 0.8 * CANVAS * 0.9


def test_the_same_generator_gives_the_same_drawing() -> None:
    assert engine.draw(construction(), Random("1")) == engine.draw(construction(), Random("1"))
    assert engine.draw(construction(), Random("1")) != engine.draw(construction(), Random("2"))


def test_what_is_solved_is_what_the_program_says() -> None:
    given, _ = engine.draw(construction(), Random(3))
    for point in given.points.values():
        assert point == Point(round(point.x, 2), round(point.y, 2))
    (corners,) = re.findall(r'points="([\d. ,]+)"', writer.program(given, None, "svg"))
    assert {float(number) for number in re.split("[ ,]", corners)} == {
        number for point in given.points.values() for number in point
    }


def test_a_given_part_without_an_answer_is_drawn_anew() -> None:
    tries = []

    def sometimes(figure: Figure) -> Figure:
        tries.append(figure)
        if len(tries) < 4:
            raise Degenerate("not this one")
        return Figure()

    engine.draw(construction(solve=sometimes), Random(0))
    assert len(tries) == 5  # three given up, one solved at its own size and again on the canvas


def test_a_construction_that_never_comes_out_says_why() -> None:
    def short(figure: Figure) -> Figure:
        a = figure.points["A"]
        return Figure(segments=(Segment(a, a + Point(5.0, 0.0)),))

    with pytest.raises(RuntimeError, match=r"name: no good drawing .* a segment to add is short"):
        engine.draw(construction(solve=short), Random(0))


A, B, C = Point(100.0, 100.0), Point(400.0, 100.0), Point(250.0, 380.0)
TRIANGLE = givens.polygon("ABC", (A, B, C))


@pytest.mark.parametrize(
    ("added", "mistakes", "fault"),
    [
        (Figure(segments=(Segment(A, Point(300.0, 300.0)),)), (), None),
        (Figure(segments=(Segment(A, Point(600.0, 300.0)),)), (), "it leaves the canvas"),
        (Figure(segments=(Segment(C, C + Point(20.0, 0.0)),)), (), "a segment to add is short"),
        (Figure(segments=(Segment(A, Point(300.0, 110.0)),)), (), "a segment to add lies along another"),
        (Figure(circles=(Circle(Point(250.0, 200.0), 12.0),)), (), "a circle to add is small"),
        (Figure(circles=(Circle(C, 40.0), Circle(C, 55.0))), (), "a circle to add lies along another"),
        (Figure({"D": A + Point(5.0, 5.0)}), (), "two labelled points are near each other"),
        (
            Figure(segments=(Segment(C, Point(250.0, 100.0)),)),
            (Figure(segments=(Segment(C, Point(262.0, 100.0)),)),),
            "a mistake could be taken for the answer",
        ),
        (Figure(segments=(Segment(C, Point(250.0, 100.0)),)), (Figure(segments=(Segment(C, A),)),), None),
        (
            Figure(segments=(Segment(C, Point(250.0, 100.0)),)),
            (Figure(segments=(Segment(C, Point(250.0, 100.0)),)),),
            None,
        ),
    ],
)
def test_faults_of_a_drawing(
    added: Figure, mistakes: tuple[Figure, ...], fault: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "CANVAS", 512.0)
    assert next(engine.faults(TRIANGLE, added, mistakes), None) == fault


def test_svg_has_the_four_classes() -> None:
    code = writer.program(GIVEN, ADDED, "svg")
    assert not svg.validate(code)
    root = ElementTree.fromstring(code)
    result = Counter(
        (element.tag.removeprefix(SVG), element.get("class")) for element in root.iter() if element.get("class")
    )
    assert result == {
        ("line", "input_object"): 1,
        ("circle", "input_object"): 1,  # the dot of P', which is not an end of a segment
        ("text", "input_text"): 3,
        ("line", "output_object"): 1,
        ("circle", "output_object"): 1,
        ("ellipse", "output_object"): 1,
        ("path", "output_object"): 1,
        ("text", "output_text"): 1,
    }


def test_tikz_is_in_points_with_y_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CANVAS", 512.0)
    code = writer.program(GIVEN, ADDED, "tikz")
    assert "\\begin{tikzpicture}[x=1pt,y=1pt]\n" in code
    assert "\\draw[red] (256,256) circle [radius=72];" in code
    assert "\\node at" in code and "{$P'$};" in code and "\\node[red] at" in code and "{$Q_{1}$};" in code
    assert "\\draw[red, rotate around={-30:" in code and ".. controls" in code
    assert code.count("\\fill ") == 1 and "\\begin{document}" in code


def test_eps_is_in_points_with_y_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CANVAS", 512.0)
    code = writer.program(GIVEN, ADDED, "eps")
    assert code.startswith("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 300\n")
    assert "newpath 100 112 moveto 300 112 lineto stroke" in code
    assert "newpath 256 256 72 0 360 arc closepath stroke" in code
    assert code.index("0 0 0 setrgbcolor") < code.index("1 0 0 setrgbcolor")
    assert "(P') show" in code and "curveto" in code


@pytest.mark.parametrize("format", ["svg", "tikz", "eps"])
def test_the_given_part_alone_is_the_same_as_in_the_whole(format: str) -> None:
    whole, alone = writer.program(GIVEN, ADDED, format), writer.program(GIVEN, None, format)
    ends = {"svg": "</svg>", "tikz": "\\end{tikzpicture}", "eps": "showpage"}
    assert whole.startswith(alone[: alone.index(ends[format])])
    assert "red" not in alone or format == "svg"


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(ValueError, match="no format 'pdf'; there are svg, tikz, eps"):
        writer.program(GIVEN, None, "pdf")


def test_arcs_follow_their_circle() -> None:
    centre, start = Point(50.0, 60.0), Point(150.0, 60.0)
    points = plane.arc(centre, start, -130).points
    assert points[0] == start and points[-1].distance(plane.turned(start, centre, -130)) < 1e-9
    for index in range(0, len(points) - 1, 3):
        one, two, three, four = points[index : index + 4]
        for share in (0.25, 0.5, 0.75):
            rest = 1 - share
            weights = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
            position = plane.weighted((one, two, three, four), weights)
            assert math.isclose(position.distance(centre), 100.0, abs_tol=0.01)


def test_names_and_texts_are_all_different() -> None:
    every = constructions.every()
    for column in ("name", "text"):
        counts = Counter(getattr(construction, column) for construction in every)
        assert max(counts.values()) == 1, counts.most_common(1)
    for one in every:
        assert re.fullmatch(r"[a-z][a-z0-9-]*", one.name), one.name
        assert one.text.isprintable() and one.text.endswith((".", ")")), one.name


def test_texts_speak_of_every_given_label() -> None:
    for one in constructions.every():
        labels = engine.draw(one, Random("labels")).given.points
        silent = [label for label in labels if not re.search(rf"(?<![a-z]){label}(?![a-z0-9])", one.text)]
        assert not silent, f"{one.name}: {silent}"


def test_the_tolerance_is_as_large_beside_the_canvas_as_the_papers() -> None:
    """In the paper, Figure 8 has a canvas of 300 by 300, and appendix F a tolerance of 10."""
    assert engine.TOLERANCE / CANVAS == 10 / 300
    assert engine.MIN_LENGTH > 2 * engine.TOLERANCE and engine.MIN_RADIUS > engine.TOLERANCE


@pytest.mark.parametrize("seed", range(6))
def test_most_texts_explain_and_figures_have_the_papers_elements(seed: int) -> None:
    """At least 75 of 110 texts explain. The means are those of the paper's Table 2, within a tenth."""
    chosen = geometry.chosen(seed)
    assert sum(construction.explains for construction in chosen) >= 75
    assert set(geometry.PUBLISHED) <= {construction.name for construction in chosen}
    means = element_statistics.mean_elements(row["code"] for split, row in geometry.rows("svg")("", seed))
    assert means["line"] == pytest.approx(3.96, rel=0.1)
    assert means["circle"] == pytest.approx(2.77, rel=0.1)
    assert means["polygon"] == pytest.approx(1.65, rel=0.1)
    assert means["ellipse"] == pytest.approx(0.03, rel=0.1)


def test_a_figure_does_not_hold_the_answers_of_others() -> None:
    """A circle that fills the page would answer every request for a circle."""
    chosen = geometry.chosen(0)
    drawings = [engine.draw(one, Random(f"0:{one.name}")) for one in chosen]
    wholes = [
        Figure(segments=given.segments + added.segments, circles=given.circles + added.circles)
        for given, added in drawings
    ]
    for number, (one, (_, added)) in enumerate(zip(chosen, drawings, strict=True)):
        if not (one.rule or added.ellipses or added.curves):
            right = [engine.missing(added, whole) <= engine.TOLERANCE for whole in wholes]
            assert right[number] and sum(right) <= 4, one.name


@pytest.mark.parametrize(
    ("text", "explains"),
    [
        ("The medians of a triangle meet in one point.", True),
        ("A circle is drawn about A. Drawing it takes a compass.", True),
        ("Draw the medians.", False),
        ("The medians meet in one point; draw them.", False),
        ("To find O, let the lines meet at P.", False),
    ],
)
def test_a_text_explains_unless_it_gives_orders(text: str, explains: bool) -> None:
    assert Construction("name", "group", text, halving, lambda figure: Figure()).explains == explains


def test_closed_runs_of_segments_are_polygons() -> None:
    square = plane.closed(Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))
    open_run = plane.chain(Point(20, 0), Point(30, 0), Point(30, 10))
    there_and_back = (Segment(Point(0, 0), Point(5, 5)), Segment(Point(5, 5), Point(0, 0)))
    pieces = list(writer.outlines((*open_run, *square, *there_and_back, *square[:3])))
    assert [len(piece) for piece in pieces] == [2, 2, 4, 2, 2, 2, 2, 2]
    assert pieces[2] == (Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))


def test_polygons_are_closed_in_every_format() -> None:
    figure = givens.polygon("ABC", (Point(50, 50), Point(250, 50), Point(150, 200)))
    assert '<polygon class="input_object" points="50,50 250,50 150,200"/>' in writer.program(figure, None, "svg")
    assert "\\draw (50,250) -- (250,250) -- (150,100) -- cycle;" in writer.program(figure, None, "tikz")
    eps = writer.program(figure, None, "eps")
    assert "newpath 50 250 moveto 250 250 lineto 150 100 lineto closepath stroke" in eps


@pytest.mark.parametrize("format", ["svg", "tikz", "eps"])
def test_rows_have_the_papers_sizes(format: str) -> None:
    rows = list(geometry.rows(format)("", 0))
    assert Counter((split, bool(row["rule"])) for split, row in rows) == {
        ("train", False): 1,
        ("test", False): 94,
        ("test", True): 16,
    }
    assert len({row["id"] for _, row in rows}) == len(rows)
    assert rows == list(geometry.rows(format)("", 0))


def test_other_seeds_have_other_figures() -> None:
    first, other = ({row["id"]: row for _, row in geometry.rows("svg")("", seed)} for seed in (0, 1))
    both = first.keys() & other.keys()
    assert len(both) > 50 and all(first[name]["given"] != other[name]["given"] for name in both)
    assert all(first[name]["text"] == other[name]["text"] for name in both)
