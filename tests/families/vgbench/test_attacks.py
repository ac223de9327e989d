"""Answers to VGen's captions that no one understood: the headline gives them next to nothing, and originals full
marks."""

import itertools
from functools import cache

import pytest

from sgpkit.baselines import adversarial
from sgpkit.benchmark import Completion, families
from sgpkit.families.vgbench import pictures
from sgpkit.families.vgbench.content import generators
from sgpkit.families.vgbench.content.edge_words import Arc, Listing, Teller
from sgpkit.families.vgbench.content.figure import FORMATS
from sgpkit.families.vgbench.sources import captions
from sgpkit.metrics.structure.recall import mentions
from sgpkit.status import Status

ROWS = {"svg": 24, "tikz": 14, "graphviz": 24}
MOST = 0.1
"""The headline of an answer without understanding, at most, on average."""

FORMATS_COMPILED = [
    pytest.param(format, marks=pytest.mark.sandbox) if format != "svg" else format for format in FORMATS
]


@cache
def rows(format):
    """Rows as they are built, spread over the kinds of figure."""
    dealt = generators.deck(format, "5:attacks", captioned=True)
    every = min(4, len(generators.captioned_kinds(format)) // ROWS[format]) or 1
    chosen = itertools.islice(dealt, 0, every * ROWS[format], every)
    return [pictures.of_caption(captions.row(item), format) for item in chosen]


def mean(format, answers):
    scores = families.get(f"vgen-{format}").scoring.score(rows(format), [Completion(answer) for answer in answers])
    return sum(score.value for score in scores) / len(scores)


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS_COMPILED)
def test_originals_have_full_marks(format):
    assert min(row["match"] for row in rows(format)) >= pictures.FULL
    assert mean(format, [row["code"] for row in rows(format)]) >= 0.99


UNPLACED = ("swatches", "labels", "edges")
"""The baselines of this family that know no places; `test_likeness` tries the others."""

ATTACKS = (*UNPLACED, "palette", "spray", "words", "hidden", "bitmap")


QUICK = {("svg", name) for name in ATTACKS if name not in ("words", "bitmap")}
"""Pairs that take up to two seconds each."""


@pytest.mark.parametrize(
    ("format", "name"),
    [
        pytest.param(format, name, marks=() if (format, name) in QUICK else (pytest.mark.sandbox, pytest.mark.slow))
        for format, name in itertools.product(FORMATS, ATTACKS)
    ],
)
def test_answers_without_understanding_score_next_to_nothing(format, name):
    benchmark = families.get(f"vgen-{format}")
    attacks = adversarial.answers(benchmark) | {name: one.answer for name, one in benchmark.evidence.baselines.items()}
    if name not in attacks:
        pytest.skip(f"there is no {name} in {format}")
    answers = attacks[name](rows(format))
    scores = families.get(f"vgen-{format}").scoring.score(rows(format), [Completion(answer) for answer in answers])
    compiled = [score for score in scores if score.status is Status.OK]
    assert name not in UNPLACED or len(compiled) > 0.8 * len(scores), "it must be drawn to be an attack"
    assert sum(score.value for score in scores) / len(scores) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS_COMPILED)
def test_another_rows_original_is_no_answer(format):
    others = [rows(format)[at - 1]["code"] for at in range(len(rows(format)))]
    assert mean(format, others) <= MOST


def test_no_caption_of_a_graph_gives_both_ends_of_an_edge():
    for dealt in itertools.islice(generators.deck("graphviz", "6:x", captioned=True), 120):
        network = dealt.figure.asserted.network
        ends = {(edge.start, edge.end) for edge in network.edges}
        ends |= {(end, start) for start, end in ends}
        assert ends.isdisjoint((edge.text, edge.to) for edge in mentions.edges(dealt.figure.caption))


def test_edges_told_by_places_are_those_of_the_graph():
    """The sentences of a small graph, as a reader would take them."""

    class Plain:
        """Chances that never fall."""

        random = staticmethod(lambda: 1.0)
        choice = staticmethod(lambda options: options[0])

    listings = [Listing("tools", ("a", "b", "c")), Listing("parts", ("x", "y"))]
    labels = {name: name for name in "abcxy"}
    teller = Teller(listings, labels, True, Plain())
    arcs = [
        Arc("a", "x"),
        Arc("a", "y"),
        Arc("b", "x"),
        Arc("b", "y"),
        Arc("c", "a", "old"),
        Arc("c", "c"),
        Arc("x", "b"),
    ]
    assert teller.sentences(arcs) == [
        "At the last of the tools there is a loop.",
        "The first and second of the tools each have arrows to both of the parts.",
        'The last of the tools leads to the first of the tools (marked "old").',
        "The first of the parts leads to the second of the tools.",
    ]
    path = [Arc("a", "y"), Arc("y", "c"), Arc("c", "b")]
    assert teller.sentences(path) == [
        "One after the other, arrows run through these: the first of the tools, the second of the parts, the last of "
        "the tools and the second of the tools."
    ]
