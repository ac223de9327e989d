"""Scene match: the statements of a caption are checked on the visible drawing, all on the same figures, with
precision.
"""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Box, Line, Subpath
from sgpkit.metrics.structure import scene_match
from sgpkit.metrics.structure.recall import contents, shapes
from sgpkit.metrics.structure.scene_match import additions, asserted
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Edge, Network, Relation, Spare, Thing
from sgpkit.status import Status


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>'


SUN = '<circle cx="80" cy="20" r="10" fill="#fdd835"/>'
HILL = '<path d="M0 100 L50 50 L100 100 Z" fill="green"/>'
TREES = "".join(f'<rect x="{x}" y="70" width="6" height="16" fill="#795548"/>' for x in (20, 45, 70))
LANDSCAPE = svg(HILL + TREES + SUN)
STATED = Asserted(
    (
        Thing("yellow", "circle", 1, middle=(0.8, 0.2), size=(0.2, 0.2)),
        Thing("green", middle=(0.5, 0.75), size=(1.0, 0.5)),
        Thing("brown", "rectangle", 3),
    ),
    relations=(Relation("above", 0, 1), Relation("inside", 2, 1), Relation("right", 0, 2)),
)


def graded(code, wanted=STATED, format="svg"):
    (score,) = scene_match.score([code], [asserted.as_text(wanted)], format)
    return score


def test_the_original_has_full_marks():
    score = graded(LANDSCAPE)
    assert score.value == 1.0 and score.status is Status.OK
    assert score.parts == {"objects": 1.0, "relations": 1.0, "precision": 1.0}


@pytest.mark.parametrize(
    "worse",
    [
        LANDSCAPE.replace("#fdd835", "red"),
        LANDSCAPE.replace('cx="80"', 'cx="20"'),
        LANDSCAPE.replace('r="10"', 'r="30"'),
        LANDSCAPE.replace('<rect x="20"', '<rect x="20" opacity="0"'),
        svg(HILL + TREES),
        svg(HILL + TREES + SUN.replace("circle", "ellipse").replace('r="10"', 'rx="10" ry="6"')),
    ],
)
def test_a_wrong_color_place_size_number_or_kind_costs(worse):
    assert 0 < graded(worse).value < 0.85


HIDDEN = {
    "clipped": svg('<clipPath id="c"><path d=""/></clipPath><g clip-path="url(#c)">{}</g>'),
    "masked": svg('<mask id="m"/><g mask="url(#m)">{}</g>'),
    "transparent": svg('<g opacity="0.001">{}</g>'),
    "covered": svg('{}<rect width="100" height="100" fill="white"/>'),
    "off the page": svg('<g transform="translate(900)">{}</g>'),
    "not displayed": svg('<g display="none">{}</g>'),
    "too small": svg('<g transform="scale(0.0001)">{}</g>'),
    "unused": svg("<defs><g>{}</g></defs>"),
}


@pytest.mark.process
@pytest.mark.parametrize("hide", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_can_see_scores_nothing(hide):
    score = graded(hide.format(HILL + TREES + SUN))
    assert score.value == 0.0 and score.status is Status.OK and score.reason == "nothing is drawn"


@pytest.mark.process
def test_things_sprayed_over_the_page_are_no_drawing():
    colors = ("red", "yellow", "green", "blue", "#795548", "black")
    spray = "".join(
        f'<{shape} fill="{color}"/>'
        for at, color in enumerate(colors)
        for x in range(5, 100, 12)
        for y in range(5, 100, 12)
        for shape in (
            f'circle cx="{x + at}" cy="{y}" r="{at + 1}"',
            f'rect x="{x}" y="{y + at}" width="{3 + at}" height="{9 - at}"',
        )
    )
    assert graded(svg(spray)).value < 0.1


@pytest.mark.process
def test_a_group_that_is_wholly_missing_leaves_nothing():
    wanted = Asserted((Thing("red", count=2),), ("Start", "End"))
    both = '<circle cx="20" cy="20" r="9" fill="red"/><circle cx="60" cy="20" r="9" fill="red"/>'
    texts = '<text x="20" y="60" font-size="12">Start</text><text x="60" y="60" font-size="12">End</text>'
    assert graded(svg(both + texts), wanted).value == 1.0
    assert graded(svg(both), wanted).value == graded(svg(texts), wanted).value == 0.0
    story = '<text x="2" y="90" font-size="8">Start of a long story about everything else to the End</text>'
    assert graded(svg(both + story), wanted).value < 0.5


@pytest.mark.process
def test_labels_say_what_is_around_them():
    wanted = Asserted((Thing("#ff0000", "circle", labels=("A", "B")),), ("A", "B"))
    body = "".join(
        f'<circle cx="{x}" cy="50" r="15" fill="{{{name}}}"/><text x="{x - 4}" y="54" font-size="12">{name}</text>'
        for name, x in (("A", 25), ("B", 75))
    )
    assert graded(svg(body.format(A="red", B="red")), wanted).parts["objects"] == 1.0
    assert graded(svg(body.format(A="red", B="blue")), wanted).parts["objects"] == 0.5


GRAPH = Asserted(labels=("a", "b", "c"), network=Network((Edge("a", "b"), Edge("b", "c"), Edge("a", "c")), True))


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("body", "share"),
    [
        ("a -> b -> c; a -> c", 1.0),
        ('x [label=a]; x -> b -> c; x -> c; a [label="b2"]; b; a', 6 / 6),
        ("b -> a; c -> b; c -> a", 0.0),
        ("a -> b; c", 0.5),
        ("a -> b -> c; a -> c; b -> a; c -> b; c -> a", 6 / 9),
        ("a; b; c", 0.0),
        ("edge [style=invis]; a -> b -> c; a -> c", 0.0),
        ("edge [color=white]; a -> b -> c; a -> c", 0.0),
        ("node [label=x]; a -> b -> c; a -> c", 0.0),
    ],
)
def test_graphs_are_compared_as_they_are_drawn(body, share):
    score = graded(f"digraph {{ {body} }}", GRAPH, "dot")
    assert score.parts["graph"] == pytest.approx(share)


@pytest.mark.process
def test_edges_of_other_drawings_are_lines_with_heads_that_end_at_labels():
    wanted = Asserted(network=Network((Edge("A", "B"),), True))
    boxes = "".join(
        f'<rect x="{x}" y="40" width="20" height="20" fill="none" stroke="black"/>'
        f'<text x="{x + 6}" y="54" font-size="12">{name}</text>'
        for name, x in (("A", 5), ("B", 75))
    )
    line = '<line x1="25" y1="50" x2="75" y2="50" stroke="black"/>'
    at_b, at_a = ('<path d="M75 50 l-4 -2 v4 z"/>', '<path d="M25 50 l4 -2 v4 z"/>')
    assert graded(svg(boxes + line + at_b), wanted).parts["graph"] == 1.0
    assert graded(svg(boxes + line + at_a), wanted).parts["graph"] == 0.0
    assert graded(svg(boxes + line), wanted).parts["graph"] == 0.0


@pytest.mark.process
def test_what_the_original_shows_beyond_its_caption_costs_nothing():
    wanted = Asserted((Thing("red"),))
    rich = svg(SUN + HILL + TREES + '<rect width="9" height="9" fill="red"/>')
    settled = scene_match.settled(contents.read(rich), wanted)
    assert settled.spare == Spare(5, 0, 0, 2) and graded(rich, settled).value == 1.0
    crowd = "".join(f'<rect x="{9 * at}" y="90" width="5" height="5" fill="blue"/>' for at in range(11)) * 4
    assert graded(svg(rich + crowd.replace('y="90"', 'y="30"')), settled).value < 1.0


STAR = "M10 5 L11 8 L15 8 L12 10 L13 14 L10 12 L7 14 L8 10 L5 8 L9 8 Z"
ADDITIONS = {
    "a star in a corner": f'<path d="{STAR}" fill="red"/>',
    "a star in its own frame": f'<rect x="4" y="4" width="13" height="12" fill="blue"/><path d="{STAR}" fill="red"/>',
    "rain": '<path d="M10 10 v6 M20 14 v6 M30 10 v6 M40 14 v6" stroke="blue" stroke-width="2"/>',
    "another tree in the sky": '<rect x="20" y="10" width="6" height="16" fill="green"/>',
}
DECORATIONS = {
    "a sky": '<rect width="100" height="100" fill="#bbdefb"/>',
    "a face of the sun": '<circle cx="77" cy="18" r="1"/><circle cx="83" cy="18" r="1"/><path d="M76 23 h8 l-4 3 z"/>',
    "shadows of the trees": "".join(
        f'<rect x="{x}" y="70" width="3" height="16" fill="#5d4037"/>' for x in (20, 45, 70)
    ),
    "tops of the trees": "".join(f'<circle cx="{x}" cy="68" r="5" fill="#1b5e20"/>' for x in (23, 48, 73)),
    "rays of the sun": '<path d="M69 20 h-7 M91 20 h7 M80 31 v7" stroke="#fdd835" stroke-width="2"/>',
    "a speck": '<circle cx="10" cy="10" r="0.8" fill="red"/>',
}


@pytest.mark.process
@pytest.mark.parametrize("addition", ADDITIONS.values(), ids=ADDITIONS)
def test_an_addition_apart_from_all_things_costs_up_to_one_missing_part(addition):
    assert 0.6 <= graded(svg(HILL + TREES + SUN + addition)).value <= 0.9


@pytest.mark.process
def test_the_cost_of_a_stray_grows_with_its_size():
    strays = [f'<circle cx="16" cy="16" r="{radius}" fill="red"/>' for radius in (0.8, 2, 3, 5, 8, 14)]
    scores = [graded(svg(HILL + TREES + SUN + stray)).value for stray in strays]
    assert scores[0] == 1.0 and scores == sorted(scores, reverse=True) and len(set(scores)) == len(scores)
    assert all(one - other <= 0.15 for one, other in itertools.pairwise(scores)), "no step is steep"
    assert scores[2] >= 0.85 and scores[-1] <= 0.75


@pytest.mark.process
@pytest.mark.parametrize(("x", "share"), [(0.8, 1.0), (0.7, 1.0), (0.95, 1.0), (0.62, 0.6), (0.56, 0.2), (0.4, 0.0)])
def test_a_thing_is_in_its_place_in_the_stated_third_and_less_so_beyond(x, share):
    wanted = Asserted((Thing("yellow", middle=(0.8, 0.2)),))
    moved = LANDSCAPE.replace('cx="80"', f'cx="{100 * x:g}"').replace('r="10"', 'r="4"')
    assert graded(moved, wanted).parts["objects"] == pytest.approx(share, abs=0.2)


@pytest.mark.process
@pytest.mark.parametrize(("radius", "least", "most"), [(10, 1, 1), (11, 1, 1), (8.6, 1, 1), (13, 0.5, 0.9), (17, 0, 0)])
def test_a_thing_of_another_size_is_less_of_it(radius, least, most):
    wanted = Asserted((Thing("yellow", size=(0.2, 0.2)),))
    assert least <= graded(LANDSCAPE.replace('r="10"', f'r="{radius}"'), wanted).parts["objects"] <= most


@pytest.mark.process
@pytest.mark.parametrize("decoration", DECORATIONS.values(), ids=DECORATIONS)
def test_a_decoration_that_fits_costs_nothing(decoration):
    under = decoration if decoration == DECORATIONS["a sky"] else ""
    over = "" if under else decoration
    assert graded(svg(under + HILL + TREES + SUN + over)).value == 1.0


def test_figures_far_beyond_the_page_take_no_time():
    outline = Subpath(Point(5, 5), (Line(Point(1e9, 2e9)),), False)
    far = shapes.Figure("line", Box(0, 0, 1e9, 2e9), outline, False, None, None)
    assert additions.mask(far, Box(0, 0, 100, 100)).any()


@pytest.mark.process
def test_a_thing_in_the_wrong_color_is_one_fault():
    wrong = graded(LANDSCAPE.replace("#fdd835", "red"))
    assert wrong.parts["precision"] == 1.0 and wrong.value == graded(svg(HILL + TREES)).value


@pytest.mark.process
def test_additions_of_the_original_are_free():
    rich = svg(HILL + TREES + SUN + ADDITIONS["a star in a corner"])
    settled = scene_match.settled(contents.read(rich), STATED)
    assert settled.spare.additions == 1 and graded(rich, settled).value == 1.0
    assert graded(rich.replace("</svg>", ADDITIONS["another tree in the sky"] + "</svg>"), settled).value < 0.85


@pytest.mark.parametrize(("width", "is_seen"), [(0.05, False), (0.1, True), (2, True)])
def test_a_hairline_draws_nothing(width, is_seen):
    line = f'fill="none" stroke="#fdd835" stroke-width="{width}"'
    assert (graded(LANDSCAPE.replace('fill="#fdd835"', line)).parts["objects"] == 1.0) == is_seen


@pytest.mark.sandbox
def test_an_isolated_node_costs():
    body = "digraph {{ a -> b -> c; a -> c; {} }}"
    assert graded(body.format(""), GRAPH, "dot").value == 1.0
    assert 0.5 < graded(body.format("d"), GRAPH, "dot").value < 0.85
    assert graded(body.format("node [shape=box, style=filled, fillcolor=red]; b"), GRAPH, "dot").value == 1.0


def test_assertions_that_the_original_does_not_bear_out_are_dropped():
    wanted = Asserted(
        (Thing("purple"), Thing("green", middle=(0.1, 0.1)), Thing("yellow")),
        ("Nowhere",),
        (Relation("above", 1, 2), Relation("above", 2, 1), Relation("left", 0, 1)),
    )
    settled = scene_match.settled(contents.read(LANDSCAPE), wanted)
    assert settled.things == (Thing("green"), Thing("yellow")) and settled.labels == ()
    assert settled.relations == (Relation("above", 1, 0),)


def test_where_nothing_is_asserted_words_are_no_drawing():
    assert graded(LANDSCAPE, Asserted()).value == 1.0
    assert graded(svg('<text x="9" y="50" font-size="12">A landscape</text>'), Asserted()).value == 0.0


def test_rows_without_assertions_are_scored_by_structural_recall():
    row = {"caption": "A red circle.", "named": ['["color", "red"]', '["label", "Go"]'], "asserted": ""}
    (score,) = scene_match.score([svg('<circle cx="9" cy="9" r="5" fill="red"/>')], [row])
    assert score.value == score.parts["structural_recall"] == 0.5
    with pytest.raises(ValueError, match="reference 0"):
        scene_match.score(["<svg/>"], [{"kind": "nothing"}])


# --- the column -------------------------------------------------------------------------------------------------------

ENDS = st.integers(0, 9) | st.text(min_size=1, max_size=5)
SHARES = st.none() | st.tuples(st.integers(0, 100).map(lambda n: n / 100), st.integers(0, 100).map(lambda n: n / 100))
THINGS = st.builds(
    Thing,
    st.sampled_from(("", "red", "#00ff00")),
    st.sampled_from(("", "circle", "stroke")),
    st.integers(0, 9),
    st.lists(st.text(min_size=1), max_size=2).map(tuple),
    SHARES,
    SHARES,
)
NETWORKS = st.builds(
    Network,
    st.lists(st.builds(Edge, st.text(), st.text(), st.text()), min_size=1, max_size=3).map(tuple),
    st.booleans(),
)
ASSERTED = st.builds(
    Asserted,
    st.lists(THINGS, max_size=3).map(tuple),
    st.lists(st.text(), max_size=3).map(tuple),
    st.lists(st.builds(Relation, st.sampled_from(asserted.SIDES), ENDS, ENDS), max_size=3).map(tuple),
    st.none() | NETWORKS,
    st.builds(Spare, *[st.integers(0, 9)] * 4),
)


@given(ASSERTED)
def test_assertions_survive_their_column(assertions):
    assert asserted.from_text(asserted.as_text(assertions)) == assertions


@pytest.mark.parametrize(
    "text",
    [
        *("", "red", "[]", "7", "null", '{"objects": 3}', '{"objects": [{"count": "many"}]}', '{"spare": {"x": 1}}'),
        *('{"relations": [["near", 0, 1]]}', '{"relations": [["left", 0]]}', '{"graph": {}, "labels": 3}'),
        '{"graph": {"edges": [["a"]]}}',
    ],
)
def test_what_are_no_assertions_is_refused(text):
    with pytest.raises(ValueError, match="expected assertions such as"):
        asserted.from_text(text)


@given(ASSERTED)
def test_any_assertions_can_be_checked(assertions):
    (score,) = scene_match.score([LANDSCAPE], [{"asserted": asserted.as_text(assertions)}])
    assert 0.0 <= score.value <= 1.0


def test_the_module_reports_every_share():
    outcome = scene_match.result([LANDSCAPE, "no drawing"], [asserted.as_text(STATED)] * 2)
    assert outcome["scores"] == [1.0, 0.0] and outcome["statuses"][1] == "no_answer"
    assert outcome["objects"] == [1.0, 0.0] and outcome["graph"] == [None, None] and outcome["mean_precision"] == 0.5
    assert json.dumps(outcome)


def test_two_loops_that_touch_are_one_bow():
    loops = "".join(
        f'<path d="M{x} {y}l-10 -6v12zM{x} {y}l10 -6v12z" fill="orange"/>' for x in (25, 70) for y in (25, 70)
    )
    assert graded(svg(loops), Asserted((Thing("orange", count=4),))).value == 1.0
    assert graded(svg(loops), Asserted((Thing("orange", count=3),))).value == 0.0


def test_of_two_figures_of_a_color_the_larger_is_the_thing():
    mouth, hair = '<rect x="40" y="30" width="20" height="4" fill="red"/>', '<rect width="90" height="40" y="8"/>'
    clothes = '<rect x="10" y="60" width="80" height="40" fill="red"/>'
    wanted = Asserted((Thing("black"), Thing("red")), relations=(Relation("above", 0, 1),))
    assert graded(svg(hair + mouth + clothes), wanted).parts["relations"] == 1.0


@pytest.mark.parametrize(("many", "least", "most"), [(60, 0.9, 1.0), (400, 0.3, 0.75)])
def test_hatches_count_less_one_by_one(many, least, most):
    lines = "".join(f'<path d="M{0.2 * x:.1f} 40v60" stroke="#333" fill="none"/>' for x in range(many))
    wanted = Asserted(STATED.things[1:2], spare=Spare(figures=12))
    assert least <= graded(svg(HILL + lines), wanted).parts["precision"] <= most


def test_heads_of_short_edges_are_heads_in_wide_graphs():
    def arrow(x):
        return f'<path d="M{x} 10v20" stroke="#222" stroke-width="3" fill="none"/><path d="M{x - 3} 30h6l-3 9z" fill="#222"/>'

    drawn = contents.read(
        svg(arrow(10)).replace("0 0 100 100", "0 0 2000 100").replace("</svg>", arrow(1990) + "</svg>")
    )
    assert len(drawn.heads) == len(drawn.figures) == 2


LINE = 'stroke="#222" stroke-width="2" fill="none"'


def test_open_heads_of_short_edges_are_heads_in_tall_graphs():
    """TikZ draws "->" as a small bent line; a straight line of that size is none."""

    def edge(y, tip):
        return f'<path d="M50 {y}v20" {LINE}/><path d="M{tip.format(y + 18)}" {LINE}/>'

    page = svg("{}").replace("0 0 100 100", "0 0 100 600")
    for tip, count in (("46 {0}L50 {0}.9L54 {0}", 2), ("46 {0}h8", 0)):
        assert len(contents.read(page.format(edge(10, tip) + edge(550, tip))).heads) == count


def test_parts_that_merge_with_a_thing_are_no_additional_figures():
    teeth = "".join(
        f'<rect x="47" y="15" width="6" height="12" fill="{{0}}" transform="rotate({turn} 50 50)"/>'
        for turn in range(0, 360, 24)
    )
    wanted = Asserted((Thing("#cc0000", "circle"),))
    wheel = '<circle cx="50" cy="50" r="25" fill="#cc0000"/>'
    assert graded(svg(wheel + teeth.format("#cc0000")), wanted).parts["precision"] == 1.0
    assert graded(svg(wheel + teeth.format("#0000cc")), wanted).parts["precision"] < 0.8


def test_the_frame_of_a_formula_is_no_addition():
    words = '<text x="40" y="96" font-size="8">x = 1</text>'
    frame = '<rect x="36" y="{}" width="30" height="12" stroke="gray" fill="{}"/>'
    wanted = Asserted((Thing("#fdd835", "circle"),), labels=("x = 1",))
    sun = '<circle cx="50" cy="20" r="18" fill="#fdd835"/>'
    assert graded(svg(sun + frame.format(87, "none") + words), wanted).parts["precision"] == 1.0
    for other in (frame.format(60, "none"), frame.format(87, "pink")):
        assert graded(svg(sun + other + words), wanted).parts["precision"] < 0.95
