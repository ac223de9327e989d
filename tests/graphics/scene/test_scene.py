"""Scenes of drawings: constructs that hide a shape or do not, and agreement with plain removal by the renderer."""

import csv
import gzip
import random
import re

import numpy as np
import pytest

from sgpkit.graphics import raster, scene
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.scene import sandboxed
from sgpkit.graphics.scene.page import SIDE, Page
from sgpkit.graphics.svg.paint import Color
from sgpkit.status import Rejected, Status

pytestmark = pytest.mark.process

ICON = re.compile(r"<svg\b.*</svg>", re.DOTALL)

FIGURES = (
    '<rect x="10" y="10" width="30" height="30" fill="red"/>'
    '<circle cx="70" cy="70" r="15" fill="blue"/>'
    '<line x1="5" y1="90" x2="60" y2="50" stroke="green" stroke-width="2"/>'
)

HIDDEN = {
    "an empty clip path": '<clipPath id="c"/><g clip-path="url(#c)">{}</g>',
    "a clip path elsewhere": '<clipPath id="c"><rect x="200" width="9" height="9"/></clipPath><g clip-path="url(#c)">{}</g>',
    "a black mask": '<mask id="m"><rect width="100" height="100" fill="black"/></mask><g mask="url(#m)">{}</g>',
    "opacity of nearly 0": '<g opacity="0.001">{}</g>',
    "opacity in a style sheet": "<style>.h{{opacity:.001}}</style><g class='h'>{}</g>",
    "a white cover": '{}<rect width="100" height="100" fill="white"/>',
    "a cover of many strips": "{}"
    + "".join(f'<rect x="{x}" width="11" height="100" fill="#fff"/>' for x in range(0, 100, 10)),
    "a translucent cover": "{}" + '<rect width="100" height="100" fill="white" opacity="0.99"/>' * 2,
    "a cover by stroke": '{}<path d="M0 50H100" stroke="white" stroke-width="100"/>',
    "a move off the page": '<g transform="translate(500 0)">{}</g>',
    "display": '<g display="none">{}</g>',
    "visibility": '<g visibility="hidden">{}</g>',
    "a size too small": '<g transform="translate(50 50) scale(0.00005)">{}</g>',
    "definitions": "<defs>{}</defs>",
    "a symbol that nothing uses": "<symbol>{}</symbol>",
    "a filter that erases": '<filter id="f"><feFlood flood-opacity="0"/></filter><g filter="url(#f)">{}</g>',
    "a nested viewport of no size": '<svg width="0.01" height="0.01">{}</svg>',
    "a use off the page": '<defs><g id="a">{}</g></defs><use href="#a" x="300"/>',
    "a switch": "<switch><g/><g>{}</g></switch>",
}


def drawing(body: str, view: str = "0 0 100 100") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'


@pytest.mark.parametrize("way", HIDDEN)
def test_what_nobody_sees_is_not_in_the_scene(way):
    shown = scene.read(drawing(HIDDEN[way].format(FIGURES)))
    assert shown.blank, shown.shapes


@pytest.mark.parametrize("way", [way for way in HIDDEN if "cover" not in way])
def test_hidden_figures_beside_a_visible_one_leave_only_that(way):
    shown = scene.read(drawing('<circle cx="50" cy="20" r="5" fill="orange"/>' + HIDDEN[way].format(FIGURES)))
    assert [shape.kind for shape in shown.shapes] == ["circle"]


def test_a_viewbox_that_shows_another_part_of_the_plane_hides_all():
    assert scene.read(drawing(FIGURES, "200 200 50 50")).blank
    assert len(scene.read(drawing(FIGURES)).shapes) == 3


def test_white_on_white_is_nothing_and_a_white_hole_is_something():
    assert scene.read(drawing('<rect width="50" height="50" fill="white"/>')).blank
    hole = drawing('<rect width="90" height="90"/><circle cx="45" cy="45" r="20" fill="white"/>')
    assert [shape.kind for shape in scene.read(hole).shapes] == ["rect", "circle"]


def test_of_equal_figures_one_counts():
    square = '<rect width="50" height="50" fill="{}"/>'
    assert len(scene.read(drawing(square.format("red") * 3)).shapes) == 1
    (upper,) = scene.read(drawing(square.format("red") + square.format("blue"))).shapes
    assert upper.fill.hex == "#0000ff"


def test_uses_are_expanded_with_their_classes():
    body = '<defs><g id="a" class="inner"><circle r="9" class="own"/></g></defs>'
    body += '<use href="#a" x="20" y="20" class="first"/><g class="group"><use href="#a" x="70" y="70"/></g>'
    first, second = scene.read(drawing(body)).shapes
    assert set(first.classes) == {"own", "inner", "first"}
    assert set(second.classes) == {"own", "inner", "group"}
    assert first.round.centre == (20, 20)
    assert second.round.centre == (70, 70)


def test_uses_of_uses_and_of_symbols_are_at_their_positions():
    body = '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol>'
    body += '<g id="a"><use href="#s" x="10" y="10" width="20" height="20"/></g><use href="#a" x="50"/>'
    boxes = [shape.box for shape in scene.read(drawing(body)).shapes]
    np.testing.assert_allclose(boxes, [(10, 10, 30, 30), (60, 10, 80, 30)])


def test_style_rules_reach_the_original_and_its_copies():
    body = "<style>.shown {fill: blue} #hidden rect {display: none}</style>"
    body += '<g><rect id="r" class="shown" width="20" height="20"/></g><use href="#r" x="50"/>'
    body += '<g id="hidden"><rect y="60" width="20" height="20"/></g>'
    assert [shape.fill.hex for shape in scene.read(drawing(body)).shapes] == ["#0000ff", "#0000ff"]


def test_rules_by_the_place_of_a_copied_element_are_refused():
    """Browsers match them against the surroundings of the copy."""
    body = "<style>g.shown > rect {fill: blue}</style>"
    body += '<g class="shown"><rect id="r" width="20" height="20"/></g><use href="#r" x="50"/>'
    with pytest.raises(Rejected) as refused:
        scene.read(drawing(body))
    assert refused.value.status is Status.UNSUPPORTED and "<use>" in refused.value.reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<text x="9" y="50">Hello world</text>', ["Hello world"]),
        ('<text x="9" y="50">Hello <tspan display="none">you</tspan> all</text>', ["Hello all"]),
        ('<text x="9" y="50">Hello <tspan fill="white">you</tspan> all</text>', ["Hello all"]),
        ('<text x="9" y="50">Hello <tspan x="900">you</tspan></text>', ["Hello"]),
        ('<text x="9" y="50" font-size="0.01">tiny</text>', []),
        ('<text x="9" y="500">below</text>', []),
        ('<text x="9" y="50" fill="none">none</text>', []),
        ('<text x="9" y="50" opacity="0.01">pale</text>', []),
        ('<text x="9" y="50">under</text><rect width="99" height="99" fill="white"/><circle r="9"/>', []),
    ],
)
def test_words_count_where_they_are_seen(text, words):
    assert [shape.text for shape in scene.read(drawing(text)).shapes if shape.kind == "text"] == words


@pytest.mark.parametrize("text_first", [True, False])
def test_all_of_a_line_beside_a_text_is_seen(text_first):
    """The ends of letters are known only roughly, so no pixel near them may count as hidden."""
    line, text = '<path d="M5 52 H95" stroke="black"/>', '<text x="10" y="50" font-size="12">ABC DEF GHI</text>'
    alone = scene.read(drawing(line)).shapes[0]
    both = scene.read(drawing(text + line if text_first else line + text))
    (beside,) = (shape for shape in both.shapes if shape.kind == "path")
    assert beside.area >= 0.9 * alone.area
    assert beside.painted == pytest.approx(alone.painted, abs=1)


@pytest.mark.parametrize("covered", [0, 1])
def test_a_line_below_a_block_of_the_same_colour_is_seen_only_beside_it(covered):
    block = '<text x="8" y="70" font-size="60">\u2588\u2588</text>'
    shown = scene.read(drawing('<path d="M2 50 H99" stroke="black"/>' + block * covered))
    (line,) = (shape for shape in shown.shapes if shape.kind == "path")
    points = [Point(x, 50) for x in range(15, 70, 5)]
    assert shown.visible_share(line, points) == (0.0 if covered else 1.0)


def test_subpaths_off_the_page_are_not_part_of_an_outline():
    (path,) = scene.read(drawing('<path d="M10 10h20v20h-20z M300 10h20v20h-20z"/>')).shapes
    assert path.box == (10, 10, 30, 30)


def test_a_line_is_visible_where_nothing_covers_it():
    body = '<line x1="0" y1="50" x2="100" y2="50" stroke="black" stroke-width="2"/><rect x="50" width="50" height="99" fill="#eee"/>'
    shown = scene.read(drawing(body))
    line = shown.shapes[0]
    assert shown.visible_share(line, [(x, 50) for x in range(1, 48)]) == 1
    assert shown.visible_share(line, [(x, 50) for x in range(53, 99)]) == 0


def test_translucent_gradient_and_blurred_shapes_are_seen():
    body = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    body += '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
    body += '<rect width="40" height="40" fill="url(#g)"/><circle cx="70" cy="30" r="9" opacity="0.3"/>'
    body += '<rect x="50" y="60" width="20" height="20" filter="url(#f)"/><path d="M5 90H45" stroke="red" stroke-dasharray="3"/>'
    assert [shape.kind for shape in scene.read(drawing(body)).shapes] == ["rect", "circle", "rect", "path"]


def test_hairlines_are_seen():
    lines = "".join(f'<line x1="{x}" x2="{x + 40}" y2="1000" stroke="black"/>' for x in range(0, 1000, 50))
    assert len(scene.read(drawing(lines, "0 0 1000 1000")).shapes) == 20


def test_strokes_of_a_sixth_of_a_pixel_are_seen_where_the_renderer_paints_them():
    lines = [f'<path d="M{x} 100V2900" stroke="black" fill="none"/>' for x in range(500, 3000, 500)]
    code = drawing("".join(lines), "0 0 3000 3000")
    assert (raster.paint(code, 512, renderer="resvg") < 239).any()
    assert len(scene.read(code).shapes) == len(lines)


@pytest.mark.parametrize("join", ["miter", "bevel", "round"])
@pytest.mark.parametrize("width", [0.5, 1, 1.5, 2])
def test_lines_along_the_axes_are_whole_wherever_they_lie_between_pixels(join, width):
    """Cairo rounds the stroke of such a line differently for different joins."""
    for at in (100, 100.00000003, 100.3, 100.5, 57.123, 33.33):
        for data in (f"M{at} 50V180", f"M50 {at}H180"):
            line = f'<path d="{data}" stroke-linejoin="{join}" stroke="red" stroke-width="{width}" fill="none"/>'
            shown = scene.read(drawing(line, "0 0 200 200"))
            (seen,) = shown.shapes
            points = (
                [Point(at, y) for y in range(51, 180)] if "H" not in data else [Point(x, at) for x in range(51, 180)]
            )
            assert shown.visible_share(seen, points) > 0.9, data


def test_thin_sides_are_whole_where_two_rows_of_pixels_share_them():
    """At 128 pixels some sides change two rows by less than what is seen, and others one row by more."""
    for shift in np.arange(0, 12, 1.5):
        left, top, right, bottom = 582.88, 581.31 + shift, 747.26 + shift, 745.69
        square = f'<path d="M{left} {top}H{right}V{bottom}H{left}z" stroke="red" fill="none"/>'
        shown = scene.read(drawing(square, "0 0 1536 1536"))
        (seen,) = shown.shapes
        across, down = np.linspace(left, right, 40)[1:-1], np.linspace(top, bottom, 40)[1:-1]
        for y in (top, bottom):
            assert shown.visible_share(seen, [Point(x, y) for x in across]) > 0.9, shift
        for x in (left, right):
            assert shown.visible_share(seen, [Point(x, y) for y in down]) > 0.9, shift


@pytest.mark.parametrize("group", ['opacity=".99"', 'clip-path="url(#c)"', 'style="isolation:isolate"'])
def test_what_widens_the_box_of_its_group_is_not_seen_by_the_edges_of_its_neighbours(group):
    """The renderer paints a group in a layer of its contents' size, and antialiased edges depend on the layer's
    position."""
    decoy = '<path d="M235.7 57.6 Q57.6 126.5 176.6 235.7" fill="none" stroke="red" stroke-width="2"/>'
    hidden = '<line x1="147" y1="259.1" x2="82.5" y2="56.8" stroke="#fdfdfd" stroke-width=".8"/>'
    for far in ('<line x1="147" y1="219.1" x2="82.5" y2="216.8" stroke="#fdfdfd" stroke-width=".8"/>', hidden):
        code = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><clipPath id="c"><path d="M0 0H400V400H0Z"/>'
            f"</clipPath><g {group}>{far}{decoy}</g></svg>"
        )
        assert [shape.kind for shape in scene.read(code).shapes] == ["path"]


def test_what_is_refused_is_refused():
    with pytest.raises(Rejected):
        scene.read("<svg")
    bomb = '<g id="a0"><rect width="1" height="1"/></g>' + "".join(
        f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 10 + "</g>" for n in range(6)
    )
    with pytest.raises(Rejected):
        scene.read(drawing(bomb))


def random_drawing(random: random.Random) -> list[str]:
    """Return elements of a small drawing in which much is covered, pale, off the page or tiny."""
    colors = ["red", "#f22", "blue", "white", "white", "#fdfdfd", "black", "#eee"]
    elements = []
    for _ in range(random.randint(3, 14)):
        x, y, size = (round(random.uniform(low, high), 1) for low, high in ((-30, 110), (-30, 110), (0.05, 60)))
        kind = random.choice(["rect", "circle", "line", "path", "square"])
        paint = f'fill="{random.choice(colors)}"'
        if random.random() < 0.3:
            paint += f' opacity="{random.choice([0.01, 0.02, 0.3, 0.9])}"'
        if random.random() < 0.3:
            paint += f' stroke="{random.choice(colors)}" stroke-width="{random.choice([0.1, 1, 8])}"'
        if kind == "rect":
            elements.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size / 2:.2f}" {paint}/>')
        elif kind == "square":
            elements.append(f'<rect x="20" y="20" width="60" height="60" {paint}/>')
        elif kind == "circle":
            elements.append(f'<circle cx="{x}" cy="{y}" r="{size / 2:.2f}" {paint}/>')
        elif kind == "line":
            elements.append(f'<line x1="{x}" y1="{y}" x2="{y}" y2="{size}" stroke="{random.choice(colors)}"/>')
        else:
            elements.append(f'<path fill-rule="evenodd" d="M{x} {y}h{size}v{size}h{-size}zm5 5h9v9h-9z" {paint}/>')
    return elements


def removed_one_by_one(elements: list[str]) -> list[int]:
    """Return the numbers of elements that remain if each is tried in order, by the renderer alone."""
    kept = list(range(len(elements)))

    def pictures(numbers):
        code = drawing("".join(elements[number] for number in numbers))
        return [raster.paint(code, size, renderer="resvg").astype(int) for size in (128, 512)]

    whole = pictures(kept)
    for number in range(len(elements)):
        rest = [other for other in kept if other != number]
        if all(abs(one - other).max() <= 16 for one, other in zip(pictures(rest), whole, strict=True)):
            kept = rest
    return kept


@pytest.mark.parametrize("seed", range(25))
def test_scenes_agree_with_removal_by_the_renderer_alone(seed):
    elements = random_drawing(random.Random(seed))
    shown = scene.read(drawing("".join(elements)))
    paths = [f"/svg/{re.match('<([a-z]+)', element)[1]}" for element in elements]
    names = [f"{path}[{paths[: number + 1].count(path)}]" for number, path in enumerate(paths)]
    assert [shape.location.path for shape in shown.shapes] == [names[number] for number in removed_one_by_one(elements)]


@pytest.mark.realdata
def test_outlines_prove_of_real_icons_what_painting_shows(fixtures_path, monkeypatch):
    codes = set()
    csv.field_size_limit(10**9)
    for name in ("color", "count", "reasoning"):
        with gzip.open(fixtures_path / "sgp-bench" / f"{name}.csv.gz", "rt") as table:
            codes |= {match[0] for row in csv.DictReader(table) if (match := ICON.search(row["Question"]))}
    some = sorted(codes)[::7]
    assert len(some) > 10
    quick = [[shape.order for shape in scene.read(code).shapes] for code in some]
    monkeypatch.setattr(Page, "paint", lambda page, owner, color, touched, sure: page.mark_unknown(touched[0]))
    assert quick == [[shape.order for shape in scene.read(code).shapes] for code in some]


def test_a_pixel_covered_in_part_has_a_colour_between_the_two():
    page = Page(Window(0, 0, SIDE, SIDE))
    level = np.arange(SIDE) % 256
    page.palette = [Color(value, 255 - value, 7) for value in range(256)]
    page._from[:], page._to[:], page._far[:] = level[:, None], level[None, ::-1], level[None, :]
    start, end, share = page._from.astype(float), page._to.astype(float), page._far / 255
    wanted = start + (end - start) * share
    shown = page.colors(np.arange(SIDE * SIDE)).reshape(SIDE, SIDE, 3).astype(float)
    assert np.abs(shown[..., 0] - wanted).max() <= 0.5 + 1e-4
    assert np.abs(shown[..., 1] - (255 - wanted)).max() <= 0.5 + 1e-4
    assert (shown[..., 2] == 7).all()


def test_a_drawing_of_texts_is_painted_once(monkeypatch):
    code = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><text y="40" font-size="30">Ab{}</text></svg>'
    first = scene.read(code.format("c"))
    monkeypatch.setattr(sandboxed, "_ask", lambda request: pytest.fail("painted again"))
    again = scene.read(code.format("c"))
    assert [shape.text for shape in again.shapes] == [shape.text for shape in first.shapes] == ["Abc"]
    assert again.shapes[0].area == first.shapes[0].area > 0
    with pytest.raises(pytest.fail.Exception, match="painted again"):
        scene.read(code.format("d"))
