"""Diagrams: all languages draw the graph that is meant, and only that graph scores.

networkx reads the graph back from the row's assertions, and Graphviz lays it out as an independent reference.
"""

import random

import networkx
import pytest

from sgpkit.benchmark import Completion, families
from sgpkit.families.diagrams import answers, scoring
from sgpkit.families.diagrams.content import defects, graph, programs, words
from sgpkit.families.diagrams.sources import builtin
from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.status import Status

SOME = 12


def rows(language, count=SOME):
    return [row | {"start": 0.0} for _, row in builtin.rows(language)("", 0)][:count]


def scores(language, answer):
    chosen = rows(language)
    return scoring.score(chosen, [Completion(answer(row)) for row in chosen], language)


def test_topics_are_connected_graphs_without_double_edges():
    for topic in graph.topics():
        edges = [(edge.start, edge.end) for edge in topic.edges]
        assert len(set(edges)) == len(edges), topic.subject
        assert networkx.is_connected(networkx.Graph(edges)), topic.subject
        assert len(topic.nodes) >= 5, topic.subject


def test_rows_of_all_languages_have_the_same_content():
    shared = ("id", "kind", "task", "level", "asserted", "cluster")
    contents = {
        tuple(tuple(row[name] for name in shared) for row in rows(language, 60)) for language in programs.WRITERS
    }
    assert len(contents) == 1


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
@pytest.mark.parametrize("language", programs.WRITERS)
def test_references_are_exact_in_every_language(language):
    if language in ("typst", "mermaid"):
        pytest.importorskip({"typst": "typst", "mermaid": "mmdr"}[language])
    assert all(score.parts["exact"] == 1 for score in scores(language, lambda row: row["code"]))


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.parametrize("language", programs.WRITERS)
def test_a_wrong_edge_is_seen(language):
    if language in ("typst", "mermaid"):
        pytest.importorskip({"typst": "typst", "mermaid": "mmdr"}[language])

    def wrong(row):
        return programs.WRITERS[language](defects.wrong_diagram(answers.diagram_of(row), random.Random(row["id"])))

    assert all(score.parts["exact"] == 0 and score.value < 0.97 for score in scores(language, wrong))


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.parametrize("language", ["svg", "dot"])
def test_arrows_the_wrong_way_score_nothing_for_edges(language):
    def turned(row):
        diagram = answers.diagram_of(row)
        edges = tuple(asserted.Edge(edge.end, edge.start, edge.label) for edge in diagram.edges)
        return programs.WRITERS[language](diagram._replace(edges=edges))

    for row, score in zip(rows(language), scores(language, turned), strict=True):
        diagram = answers.diagram_of(row)
        pairs = {(edge.start, edge.end) for edge in diagram.edges}
        both_ways = sum(pair[::-1] in pairs for pair in pairs) / len(pairs)
        assert score.parts["edges"] <= both_ways + 1e-9 or not diagram.directed


@pytest.mark.process
@pytest.mark.sandbox
def test_markers_wrapped_labels_and_other_shapes_are_right():
    row = rows("svg")[0] | {
        "asserted": asserted.as_text(
            graph.Diagram("flowchart", "a test", (asserted.Edge("Check stock", "Pack", "yes"),)).asserted
        )
    }
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
        assert score.parts["edges"] == 0, score.reason


def test_a_given_program_scores_nothing_when_it_is_returned():
    result = scoring.repaired(scoring.Score(0.8, {}, Status.OK, ""), 0.8)
    assert result.value == 0
    assert scoring.repaired(scoring.Score(0.9, {}, Status.OK, ""), 0.8).value == pytest.approx(0.5)


def test_every_language_is_a_config():
    names = {name for name in families.names() if name.startswith("diagrams-")}
    assert names == {f"diagrams-{name}" for name in ("svg", "tikz", "graphviz", "typst", "mermaid")}
