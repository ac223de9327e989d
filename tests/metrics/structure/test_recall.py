"""Structural recall: named things are found in drawings of three formats, and not where they only seem to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.metrics.structure import recall
from sgpkit.metrics.structure.recall import color_names, contents, label_text, mentions, named
from sgpkit.metrics.structure.recall.named import Named
from sgpkit.status import Status


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{body}</svg>'


def missing(code, *things, format="svg"):
    """Return the texts of the things that are not found."""
    (verdict,) = recall.score([code], [{"named": [named.as_text(thing) for thing in things]}], format)
    assert verdict.status is Status.OK
    result = recall.matches(contents.read(code, format), things)
    assert verdict.value == pytest.approx(sum(result) / len(result))
    return [thing for thing, hit in zip(things, result, strict=True) if not hit]


def label(text):
    return Named("label", text)


def color(text):
    return Named("color", text)


def count(thing, number):
    return Named("count", thing, number)


def edge(start, end, directed=False):
    return Named("edge", start, 0, end, directed)


# --- named things -----------------------------------------------------------------------------------------------------

NAMED = st.one_of(
    st.builds(color, st.sampled_from(color_names.WORDS)),
    st.builds(label, st.text(min_size=1, max_size=20)),
    st.builds(count, st.sampled_from(named.COUNTED), st.integers(1, 99)),
    st.builds(edge, st.text(min_size=1), st.text(min_size=1), st.booleans()),
)


@given(NAMED)
def test_named_things_survive_their_column(thing):
    assert named.from_text(named.as_text(thing)) == thing


@pytest.mark.parametrize("text", ["", "red", '["color"]', '["count", "horse", 3]', '["smell", "rose"]', "[[]]", "7"])
def test_what_is_no_named_thing_is_told(text):
    with pytest.raises(ValueError, match="expected a named thing"):
        named.from_text(text)


@pytest.mark.parametrize(
    ("caption", "things"),
    [
        ("A red circle on a white background.", [color("red")]),
        ('An oval labeled "ssgtest," with an arrow.', [label("ssgtest")]),
        (
            "It shows five oval shapes and two large, blue circles.",
            [color("blue"), count("ellipse", 5), count("circle", 2)],
        ),
        ("Two circles on the left and three circles on the right.", []),
        ('An arrow from "A" to "B".', [label("A"), label("B"), edge("A", "B", True)]),
        (
            "A line between 'Start here' and ‘End’ in light grey.",
            [color("light grey"), label("Start here"), label("End"), edge("Start here", "End")],
        ),
        ("The cat's tail isn't drawn; there is no red in it, and an orange.", []),
        ("An orange square, 12 nodes.", [color("orange"), count("node", 12)]),
        (
            '"Client" is connected to "Server" by a line.',
            [label("Client"), label("Server"), edge("Client", "Server", True)],
        ),
    ],
)
def test_captions_are_read_for_what_they_say_plainly(caption, things):
    assert list(mentions.read(caption)) == things


@given(st.text(max_size=400))
def test_any_caption_can_be_read(caption):
    for thing in mentions.read(caption):
        assert named.from_text(named.as_text(thing)) == thing


# --- colours and labels -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "hexes"),
    {
        "red": "#ff0000 #b22222 #e53935",
        "orange": "#ffa500 #fb8c00",
        "yellow": "#ffff00 #fdd835",
        "green": "#00ff00 #008000 #90ee90 #2e9b4f",
        "blue": "#0000ff #add8e6 #000080 #ccccff #4682b4",
        "purple": "#800080 #9370db #8e24aa",
        "pink": "#ffc0cb #ff69b4",
        "brown": "#a52a2a #8b4513 #795548",
        "gray": "#808080 #d3d3d3 #777788",
        "black": "#000000 #212121",
        "teal": "#008080",
        "navy": "#000080",
        "gold": "#ffd700",
        "lightblue": "#add8e6",
        "dark slate gray": "#708090",
    }.items(),
)
def test_a_colour_word_fits_what_goes_by_it_and_not_its_opposite(word, hexes):
    for hex in hexes.split():
        shown = tuple(int(hex[item : item + 2], 16) for item in (1, 3, 5))
        assert color_names.meant(word) & color_names.fitting(*shown), (word, hex)
    opposite = {"red": "cyan", "green": "purple", "blue": "orange", "yellow": "blue", "black": "yellow"}.get(word)
    if opposite:
        assert not color_names.meant(opposite) & color_names.fitting(*shown)


def test_every_colour_has_a_name():
    steps = range(0, 256, 15)
    assert all(color_names.fitting(red, green, blue) for red in steps for green in steps for blue in steps)


def test_labels_are_the_same_however_they_are_set():
    spoken = label_text.LabelText(["x", "1", "First", "oﬃce", "α", "+", "β", "Yes"])
    for written in ("x_1", "$x_{1}$", "First office", "office", r"\alpha+\beta", "α + β", "yes", "First\\noffice"):
        assert spoken.holds(written), written
    for absent in ("x_2", "irst", "off", "X_1x", "s", "First Yes x_3", ""):
        assert not spoken.holds(absent), absent


def test_single_letters_keep_their_case():
    assert not label_text.LabelText(["a"]).holds("A")


# --- drawings ---------------------------------------------------------------------------------------------------------


@given(
    st.lists(st.sampled_from(["circle", "ellipse", "rectangle", "triangle", "line"]), min_size=1, max_size=12),
    st.randoms(use_true_random=False),
)
def test_shapes_are_counted_however_many_there_are(kinds, generator):
    parts = []
    for position, kind in enumerate(kinds):
        x, y, size = 30 * (position % 6) + 12, 40 * (position // 6) + 20, generator.randint(4, 9)
        parts.append(
            {
                "circle": f'<circle cx="{x}" cy="{y}" r="{size}"/>',
                "ellipse": f'<path d="M{x - 9} {y}a9 {size / 2} 0 1 0 18 0a9 {size / 2} 0 1 0-18 0z"/>',
                "rectangle": f'<polygon points="{x},{y} {x + size},{y} {x + size},{y + 8} {x},{y + 8}"/>',
                "triangle": f'<path d="M{x} {y}h{size}l-3 8z"/>',
                "line": f'<path d="M{x} {y}L{x + 9} {y + size}" stroke="red" fill="none"/>',
            }[kind]
        )
    code = svg("".join(parts))
    assert missing(code, *(count(kind, kinds.count(kind)) for kind in set(kinds))) == []
    assert missing(code, count("circle", kinds.count("circle") + 1)) != []


def test_what_only_stands_in_the_program_is_not_in_the_drawing():
    code = svg(
        '<!-- red "Start" --><defs><circle r="9" fill="red"/></defs><desc>Start</desc><circle r="5" fill="blue"/>'
    )
    things = (label("Start"), color("red"), color("blue"), count("circle", 1))
    assert missing(code, *things) == [label("Start"), color("red")]


def test_what_is_not_seen_is_not_there():
    hidden = (
        '<g opacity="0"><text>Start</text></g><circle r="5" fill="none"/><rect width="9" height="5" display="none"/>'
    )
    things = (count("circle", 1), count("rectangle", 1), count("triangle", 1))
    assert missing(svg(f'{hidden}<path d="M9 9h9l-4 9z"/>'), *things) == [count("circle", 1), count("rectangle", 1)]


@pytest.mark.process
def test_gradients_show_their_colours():
    code = svg(
        '<linearGradient id="a"><stop stop-color="#e53935"/><stop style="stop-color: #1e88e5"/></linearGradient>'
        '<linearGradient id="b" href="#a"/><rect width="50" height="50" fill="url(#b)"/>'
    )
    assert missing(code, color("red"), color("blue"), color("green")) == [color("green")]


@pytest.mark.process
def test_lines_join_what_they_end_at():
    boxes = "".join(
        f'<rect x="{x}" y="{y}" width="40" height="20" fill="none" stroke="black"/><text x="{x + 12}" y="{y + 14}">{text}</text>'
        for x, y, text in ((5, 5, "In"), (120, 5, "Out"), (60, 120, "Log file"))
    )
    lines = '<path d="M45 15H118" stroke="black"/><path d="M120 15l-6-3v6z"/><path d="M25 27Q30 100 70 120" stroke="red" fill="none"/>'
    things = (edge("In", "Out"), edge("Out", "In", True), edge("Log file", "In"), edge("Out", "Log file"))
    assert missing(svg(boxes + lines), *things) == [edge("Out", "Log file")]
    assert missing(svg(boxes + lines), count("rectangle", 3), count("triangle", 1)) == [count("triangle", 1)]


@pytest.mark.process
def test_circles_are_round_however_they_are_written():
    code = svg(
        '<path d="M10 20a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM50 20a9 9 0 0 1 18 0a9 9 0 0 1-18 0z"/><circle cx="90" cy="9" r="5"/>'
        '<path d="M100 60A20 20 0 1 1 140 60A20 20 0 1 1 100 60Z" fill="none" stroke="red"/><text x="112" y="64">Hub</text>'
        '<text x="20" y="150">Leaf</text><path d="M50 140L103 72" stroke="red"/>'
    )
    assert missing(code, count("circle", 4), edge("Hub", "Leaf")) == []


def test_two_crossing_lines_of_one_box_are_two():
    code = svg('<path d="M10 10L90 90M10 90L90 10" stroke="red"/>')
    assert missing(code, count("line", 2)) == []


@pytest.mark.parametrize("answer", [svg(""), svg('<circle r="0"/>')])
def test_a_drawing_of_nothing_has_nothing(answer):
    (verdict,) = recall.score([answer], ["A circle."])
    assert (verdict.value, verdict.status, verdict.reason) == (0.0, Status.OK, "nothing is drawn")


def test_a_caption_that_names_nothing_asks_for_a_drawing():
    drawn, none = recall.score([svg('<circle r="9"/>'), "I cannot."], ["Something nice."] * 2)
    assert (drawn.value, none.value) == (1.0, 0.0)
    assert none.parts["named"] == 0


def test_failures_find_nothing_of_what_is_named():
    (verdict,) = recall.score(["<svg><g></svg>"], ['A red circle "A".'])
    assert verdict.status is Status.PARSE_ERROR
    assert {name: verdict.parts[name] for name in ("color", "label")} == {"color": 0.0, "label": 0.0}


# --- Graphviz and TikZ ------------------------------------------------------------------------------------------------

GRAPH = r"""
// "Ghost" [color=green]
digraph build {
  rankdir=LR; node [shape=box, style=filled, fillcolor="#add8e6"];
  src [label="Source\nfiles"]; "a->b" [label="Odd one"]; rec [shape=record, label="<in> Reader|<out> Writer"];
  subgraph cluster_tools { label="Tools"; src; rec }
  src -> rec:in [label="reads"]; rec:out -> "a->b" [color=red]; src -> src;
}
"""


@pytest.mark.sandbox
def test_graphs_are_read_as_dot_lays_them_out():
    there = (
        edge("Source files", "Reader", True),
        edge("Reader", "Source files"),
        edge("Writer", "Odd one", True),
        edge("Source files", "Source files", True),
        label("Source files"),
        label("Tools"),
        label("reads"),
        color("light blue"),
        color("red"),
        count("node", 3),
        count("edge", 3),
        count("cluster", 1),
    )
    absent = (
        edge("Reader", "Source files", True),
        edge("src", "rec", True),
        edge("Source files", "Odd one"),
        label("Ghost"),
        color("green"),
        count("node", 2),
    )
    assert missing(GRAPH, *there, *absent, format="dot") == list(absent)


@pytest.mark.sandbox
def test_directions_are_asked_of_directed_graphs_only():
    assert missing("graph { a -- b }", edge("b", "a"), edge("a", "b", True), format="dot") == [edge("a", "b", True)]
    assert missing("strict graph { a -- b; b -- a }", count("edge", 1), format="dot") == []


TIKZ = r"""\documentclass[tikz]{standalone}
\begin{document}
\begin{tikzpicture} % Ghost
  \node[draw, circle, fill=blue!20] (a) at (0,0) {$x_1$};
  \node[draw, rounded corners] (b) at (3,1) {First office};
  \node[draw] (c) at (3,-1) {$\alpha+\beta$};
  \draw[->] (a) -- (b); \draw[-stealth, red] (a) to[bend left] (c); \draw[-latex] (b) -- (c) node[midway, right] {yes};
\end{tikzpicture}
\end{document}
"""


@pytest.mark.sandbox
def test_tikz_is_read_off_the_page():
    there = (
        label("x_1"),
        label("First office"),
        label("α+β"),
        color("light blue"),
        count("circle", 1),
        count("rectangle", 2),
        edge("$x_1$", "First office"),
        edge("x_1", r"\alpha+\beta", True),
        edge("First office", "α+β"),
    )
    absent = (label("Ghost"), label("office x_1 no"), color("green"), edge("First office", "yes"))
    assert missing(TIKZ, *there, *absent, format="tikz") == list(absent)


@pytest.mark.parametrize("named", [5, "red", {"color": "red"}])
def test_what_is_no_list_of_named_things_is_the_callers_mistake(named):
    with pytest.raises(ValueError, match="reference 0: expected a list under 'named'"):
        recall.score(["<svg/>"], [{"named": named}])


def test_a_row_with_assertions_names_what_its_column_holds_and_no_more():
    caption = "A guitar with three square pegs."
    assert recall.things({"caption": caption, "named": []}, 0)
    assert recall.things({"caption": caption, "named": [], "asserted": '{"spare":{}}'}, 0) == ()


@pytest.mark.parametrize(
    ("inside", "read"),
    [
        ('<text x="9" y="50" font-size="9">Ann</text>', {"Ann"}),
        ('<text x="9" y="50" font-size=".3">Ann</text>', set()),
        ('<g transform="scale(.01)"><text x="900" y="5000" font-size="30">Ann</text></g>', set()),
        ('<g transform="scale(100)"><text x=".1" y=".5" font-size=".1">Ann</text></g>', {"Ann"}),
        ('<text x="9" y="50" font-size="9"><tspan font-size=".3">Ann</tspan></text>', set()),
        ('<text x="9" y="50" font-size="9" style="font-size:.3px">Ann</text>', set()),
        ('<text x="9" y="50" font-size="9">x<tspan font-size="6">1</tspan></text>', {"x1"}),
    ],
)
def test_words_are_read_if_their_letters_are_large_enough(inside, read):
    code = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}<rect width="5" height="5"/></svg>'
    words = contents.read(code).words
    assert {"".join(word.text for word in words)} - {""} == read
