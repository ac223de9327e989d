"""Diagrams: all languages draw the intended graph, and only that graph scores.

networkx reads the graph back from the row's assertions, and Graphviz lays it out as an independent reference.
"""

import importlib.util
import random
import re
from dataclasses import replace

import networkx
import pytest

from sgpkit.benchmark import Completion, families
from sgpkit.families.diagrams import kinds, pictures, scoring
from sgpkit.families.diagrams.content import graph, programs, words
from sgpkit.families.diagrams.sources import builtin
from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.status import Status

GRAPHS, CHARTS = 10, 15
PACKAGES = {"typst": "typst", "mermaid": "mmdr"}
LANGUAGES = [
    pytest.param(
        language,
        marks=pytest.mark.skipif(
            language in PACKAGES and importlib.util.find_spec(PACKAGES[language]) is None, reason="no compiler"
        ),
    )
    for language in programs.WRITERS
]


def rows(language, graphs=GRAPHS, charts=CHARTS):
    """Return some rows with graphs, and some of each other kind that the language can draw."""
    whole = [row | {"start": 0.0, "positions": ""} for split, row in builtin.rows(language)("", 0) if split == "test"]
    others = [row for row in whole if row["kind"] in kinds.CHARTS]
    return whole[:graphs] + (others[:: max(1, len(others) // charts)][:charts] if charts else [])


def scores(language, answer, **numbers):
    chosen = rows(language, **numbers)
    return scoring.score(chosen, [Completion(answer(row)) for row in chosen], language)


def content_of(row):
    return kinds.KINDS[row["kind"]], kinds.content_of(row)


def test_topics_are_connected_graphs_without_double_edges():
    for topic in graph.topics():
        edges = [(edge.start, edge.end) for edge in topic.edges]
        assert len(set(edges)) == len(edges), topic.subject
        assert networkx.is_connected(networkx.Graph(edges)), topic.subject
        assert len(topic.nodes) >= 5, topic.subject


def test_rows_of_all_languages_have_the_same_content():
    shared = ("id", "kind", "task", "level", "asserted", "cluster")
    contents = {
        language: {tuple(row[name] for name in shared) for _, row in builtin.rows(language)("", 0)}
        for language in programs.WRITERS
    }
    whole = contents.pop("svg")
    for language, held in contents.items():
        assert held <= whole
        assert {one[1] for one in whole - held} == {
            name for name, kind in kinds.CHARTS.items() if language not in kind.languages
        }


@pytest.mark.parametrize("language", programs.WRITERS)
def test_every_kind_has_every_task_and_level(language):
    listed = [row for split, row in builtin.rows(language)("", 0) if split == "test"]
    assert len(listed) == builtin.sizes(language)["test"]
    for name, kind in kinds.CHARTS.items():
        own = [row for row in listed if row["kind"] == name]
        assert len(own) == (24 if language in kind.languages else 0)
        pairs = {(row["task"], row["level"]) for row in own}
        assert len(pairs) == (9 if own else 0)
        assert all(row["shown_language"] in kind.languages for row in own if row["task"] == "translate")


def test_descriptions_name_every_label_and_edge():
    for index, topic in enumerate(graph.topics()):
        draw = random.Random(index)
        diagram = graph.part(topic, "medium", draw)
        for hand in words.HANDS:
            text = hand(diagram, draw)
            assert all(label in text for label in diagram.nodes)
            assert text.count("→") + text.count("—") in (0, len(diagram.edges))


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_references_are_exact_in_every_language(language):
    for row, score in zip(rows(language), scores(language, lambda row: row["code"]), strict=True):
        assert score.parts["exact"] == 1, (row["id"], score.reason)


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_wrong_thing_is_seen(language):
    def wrong(row):
        kind, content = content_of(row)
        return kind.write(kind.wrong(content, random.Random(row["id"])), language)

    for row, score in zip(rows(language), scores(language, wrong), strict=True):
        assert score.parts["exact"] == 0, row["id"]
        assert score.value < 0.98, row["id"]


def exchanged(diagram):
    """Return the diagram with the label of each labelled edge moved to the previous one."""
    labels = [edge.label for edge in diagram.edges if edge.label]
    moved = iter([*labels[1:], *labels[:1]])
    return diagram._replace(
        edges=tuple(replace(edge, label=next(moved)) if edge.label else edge for edge in diagram.edges)
    )


def labelled_rows(language):
    """Return some rows whose graphs have at least two different labels of edges."""
    whole = [row | {"start": 0.0, "positions": ""} for split, row in builtin.rows(language)("", 0) if split == "test"]
    graphs = [row for row in whole if row["kind"] in graph_kinds()]
    return [row for row in graphs if len({edge.label for edge in kinds.content_of(row).edges} - {""}) > 1][::6][:8]


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.parametrize(
    "language",
    [
        pytest.param(*param.values, marks=[*param.marks, *([] if param.values == ("svg",) else [pytest.mark.slow])])
        for param in LANGUAGES
    ],
)
def test_labels_exchanged_among_edges_are_seen(language):
    """Networks with the labels moved by one edge have the same words and the same edges."""
    chosen = labelled_rows(language)
    assert len(chosen) == 8
    diagrams = list(map(kinds.content_of, chosen))
    right, wrong = (
        scoring.score(chosen, [Completion(programs.WRITERS[language](one)) for one in drawn], language)
        for drawn in (diagrams, map(exchanged, diagrams))
    )
    for own, other in zip(right, wrong, strict=True):
        assert own.parts["exact"] == 1, own.reason
        assert other.parts["labels"] == other.parts["words"] == 1
        assert other.parts["structure"] <= 0.9, other.reason


@pytest.mark.process
@pytest.mark.sandbox
def test_a_label_belongs_to_the_nearest_line_wherever_it_is_beside_it():
    diagram = graph.Diagram(
        "flowchart", "a test", (asserted.Edge("Ann", "Bob", "asks"), asserted.Edge("Ann", "Cid", "pays"))
    )
    row = labelled_rows("svg")[0] | {"kind": "flowchart", "asserted": kinds.as_text(kinds.KINDS["flowchart"], diagram)}
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><g font-size="12" text-anchor="middle">'
        '<text x="150" y="24">Ann</text><text x="40" y="184">Bob</text><text x="260" y="184">Cid</text>{}</g>'
        '<g fill="none" stroke="black"><path d="M130 10h40v20h-40z"/><path d="M20 170h40v20h-40z"/>'
        '<path d="M240 170h40v20h-40z"/><path d="M140 30L50 170"/><path d="M160 30L250 170"/></g>'
        '<path d="M50 170L49 160L57 164z"/><path d="M250 170L251 160L243 164z"/></svg>'
    )
    left, right = [(95, 100), (70, 100), (112, 112), (125, 60)], [(205, 100), (230, 100), (188, 112), (175, 60)]
    texts = [
        f'<text x="{x}" y="{y}">asks</text><text x="{across}" y="{down}">pays</text>'
        for (x, y), (across, down) in [*zip(left, right, strict=True), *zip(right, left, strict=True)]
    ]
    results = scoring.score([row] * len(texts), [Completion(drawing.format(text)) for text in texts], "svg")
    assert [score.parts["structure"] for score in results] == [1.0] * 4 + [0.5] * 4
    middle = '<text x="150" y="80">asks</text><text x="150" y="95">pays</text>'  # at both lines
    (shared,) = scoring.score([row], [Completion(drawing.format(middle))], "svg")
    assert shared.parts["structure"] == 1.0


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_another_drawing_of_the_same_is_exact(language):
    def other(row):
        kind, content = content_of(row)
        return kind.other(content, language, random.Random(row["id"]))

    for row, score in zip(rows(language), scores(language, other), strict=True):
        assert score.parts["exact"] == 1, (row["id"], score.reason)


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.parametrize("language", ["svg", "dot"])
def test_arrows_the_wrong_way_score_nothing_for_edges(language):
    def turned(row):
        diagram = kinds.content_of(row)
        edges = tuple(asserted.Edge(edge.end, edge.start, edge.label) for edge in diagram.edges)
        return programs.WRITERS[language](diagram._replace(edges=edges))

    for row, score in zip(rows(language, charts=0), scores(language, turned, charts=0), strict=True):
        diagram = kinds.content_of(row)
        pairs = {(edge.start, edge.end) for edge in diagram.edges}
        both_ways = sum(pair[::-1] in pairs for pair in pairs) / len(pairs)
        assert score.parts["structure"] <= both_ways + 1e-9 or not diagram.directed


@pytest.mark.process
@pytest.mark.sandbox
def test_markers_wrapped_labels_and_other_shapes_are_right():
    diagram = graph.Diagram("flowchart", "a test", (asserted.Edge("Check stock", "Pack", "yes"),))
    row = rows("svg")[0] | {"kind": "flowchart", "asserted": kinds.as_text(kinds.KINDS["flowchart"], diagram)}
    drawing = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
    <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto">
    <path d="M0 0L10 5L0 10z"/></marker></defs>
    <polygon points="100,10 150,45 100,80 50,45" fill="none" stroke="black"/>
    <text x="100" y="42" text-anchor="middle" font-size="10"><tspan x="100" dy="0">Check</tspan>
    <tspan x="100" dy="12">stock</tspan></text>
    <line x1="100" y1="80" x2="100" y2="150" stroke="black" marker-end="url(#tip)"/>
    <text x="110" y="115" font-size="10">yes</text>
    <ellipse cx="100" cy="170" rx="40" ry="20" fill="none" stroke="black"/>
    <text x="100" y="174" text-anchor="middle" font-size="10">Pack</text></svg>"""
    (whole,) = scoring.score([row], [Completion(drawing)], "svg")
    assert whole.parts["exact"] == 1, whole.reason
    for hidden in (
        drawing.replace('<path d="M0 0L10 5L0 10z"/>', '<path d="M0 0L10 5L0 10z" fill="white" stroke="white"/>'),
        drawing.replace('markerWidth="6"', 'markerWidth="0"'),
        drawing.replace(' marker-end="url(#tip)"', ""),
        drawing.replace('<path d="M0 0L10 5L0 10z"/>', ""),
    ):
        (score,) = scoring.score([row], [Completion(hidden)], "svg")
        assert score.parts["structure"] == 0, score.reason


def test_a_given_program_scores_nothing_when_it_is_returned():
    result = scoring.repaired(scoring.Score(0.8, {}, Status.OK, ""), 0.8)
    assert result.value == 0
    assert scoring.repaired(scoring.Score(0.9, {}, Status.OK, ""), 0.8).value == pytest.approx(0.5)


@pytest.mark.process
@pytest.mark.sandbox
def test_translations_between_languages_that_place_boxes_keep_places():
    own = [row for _, row in builtin.rows("svg")("", 0) if row["task"] == "translate" and row["kind"] in graph_kinds()]
    for shown, is_kept in (("typst", True), ("tikz", True), ("dot", False), ("mermaid", False)):
        row = next(row for row in own if row["shown_language"] == shown and len(kinds.content_of(row).nodes) > 3)
        if shown in PACKAGES and importlib.util.find_spec(PACKAGES[shown]) is None:
            continue
        finished = pictures.finish(row, "svg")
        assert bool(finished["positions"]) == is_kept
        mirrored = (
            str(row["code"]).replace("<g ", '<g transform="scale(-1 1)" ').replace('viewBox="0', 'viewBox="-2000')
        )
        kind, content = content_of(row)
        larger, flipped = scoring.score(
            [finished | {"start": 0.0}] * 2,
            [Completion(kind.other(content, "svg", random.Random(0))), Completion(mirrored)],
            "svg",
        )
        assert larger.parts["exact"] == 1, larger.reason
        assert flipped.parts.get("picture", 1.0) < 1 or not is_kept, flipped.reason


def graph_kinds():
    return kinds.KINDS.keys() - kinds.CHARTS.keys()


def test_every_language_is_a_config():
    names = {name for name in families.names() if name.startswith("diagrams-")}
    assert names == {f"diagrams-{name}" for name in ("svg", "tikz", "graphviz", "typst", "mermaid")}


SMALL = {
    "svg": lambda code: code.replace('font-size="12"', 'font-size=".5"'),
    "dot": lambda code: code.replace("{\n", "{\n  node [fontsize=0.5]; edge [fontsize=0.5];\n", 1),
    "tikz": lambda code: re.sub(r"\\sffamily\\(small|scriptsize)", r"\\fontsize{.5}{.6}\\selectfont", code).replace(
        "\\begin{document}", "\\usepackage[T1]{fontenc}\\usepackage{lmodern}\\begin{document}"
    ),
    "typst": lambda code: code.replace("size: 9pt", "size: .5pt").replace(
        "#set text(size: ", "#set text(size: .5pt) //"
    ),
}


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.parametrize("language", [param for param in LANGUAGES if param.values[0] in SMALL])
def test_labels_too_small_to_be_read_are_not_written(language):
    chosen = labelled_rows(language)[:2]
    codes = [row["code"] for row in chosen]
    small = list(map(SMALL[language], codes))
    assert all(one != other for one, other in zip(codes, small, strict=True))
    for whole, score in zip(
        scoring.score(chosen, list(map(Completion, codes)), language),
        scoring.score(chosen, list(map(Completion, small)), language),
        strict=True,
    ):
        assert whole.parts["exact"] == 1, whole.reason
        assert score.parts["labels"] == score.value == 0, score.reason
