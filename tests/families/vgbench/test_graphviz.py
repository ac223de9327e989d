"""VGBench's graphs: they compile to the intended graphs, and the questions about them are right and fair.

The oracles are Graphviz's own account of a program (`dot -Tjson`) and igraph.
"""

import json
import random
import subprocess
from collections import Counter
from functools import lru_cache
from itertools import islice

import builtin_rows
import igraph
import pytest

from sgpkit.families.shared.choices import guessing
from sgpkit.families.vgbench import lengths
from sgpkit.families.vgbench.content import generators, graph_domains
from sgpkit.families.vgbench.content.edge_words import Arc
from sgpkit.families.vgbench.content.figure import Figure, Question
from sgpkit.families.vgbench.content.graph_domains import (
    captions,
    layout,
    layout_questions,
    questions,
    relation_questions,
)
from sgpkit.families.vgbench.content.graph_domains.graph import Edge, Graph, Group, Vertex
from sgpkit.families.vgbench.content.graph_domains.layout import Box, Layout
from sgpkit.families.vgbench.content.graph_domains.pen import TITLES, slug
from sgpkit.families.vgbench.sources import questions as generate_questions
from sgpkit.graphics import dot
from sgpkit.graphics.compiled import Converted
from sgpkit.metrics.structure import recall
from sgpkit.metrics.structure.recall.named import as_text
from sgpkit.status import Rejected

KINDS = graph_domains.KINDS

pytestmark = builtin_rows.group("vgqa-graphviz")


def figure(kind: str, number: int = 0) -> Figure:
    return graph_domains.draw(kind, random.Random(f"test:{kind}:{number}"))


@lru_cache(maxsize=1)
def compiled() -> list[tuple[Figure, Converted]]:
    """Two graphs of item domain."""
    figures = [figure(kind, number) for kind in KINDS for number in range(2)]
    outcomes = dot.convert_many([item.code for item in figures])
    pairs = list(zip(figures, outcomes, strict=True))
    assert not {item.code: outcome.reason for item, outcome in pairs if isinstance(outcome, Rejected)}
    return [(item, outcome) for item, outcome in pairs if isinstance(outcome, Converted)]


@lru_cache(maxsize=1)
def rows_of_the_paper() -> list[dict[str, object]]:
    return [row for split, row in builtin_rows.of("vgqa-graphviz") if split == "test"]


def statements(code: str) -> dict[str, object]:
    """Return the layout of a program by `dot`: its nodes with their positions, its edges, its clusters."""
    done = subprocess.run(["dot", "-Tjson"], input=code.encode(), capture_output=True, check=True)
    return json.loads(done.stdout)


def test_there_are_many_domains_and_each_has_its_own_concept() -> None:
    recipes = graph_domains.RECIPES.values()
    assert len(KINDS) >= 30
    assert len({recipe.concept for recipe in recipes}) == len(KINDS)
    assert all(set(recipe.like) <= set(KINDS) - {recipe.kind} for recipe in recipes)


@pytest.mark.parametrize(
    ("kind", "phrase"),
    [
        ("food-web", "the food web of an ecosystem"),
        ("power-grid", "an electric power grid"),
        ("family", "a family tree over several generations"),
        ("integration", "continuous integration and deployment"),
    ],
)
def test_a_concept_has_the_article_that_it_needs_in_a_sentence(kind: str, phrase: str) -> None:
    assert graph_domains.RECIPES[kind].phrase == phrase


def test_two_clauses_about_edges_are_separate_from_the_lists_in_them() -> None:
    """Not "A" points to "B" and "C" and "B" goes to "D"."""
    ends = ("AB", "AC", "BD", "BE")
    arcs = tuple(Arc(start, end, "") for start, end in ends)
    edges = tuple(Edge(start, end) for start, end in ends)
    graph = Graph(True, tuple(Vertex(name, name) for name in "ABCDE"), edges)
    selected = captions.Selected(graph, "", False, False, (), (), False, arcs, (), "")
    [text] = captions.edges(selected, random.Random(1))
    assert '" and "' in text and ', and "B" ' in text


@pytest.mark.slow
@pytest.mark.sandbox
def test_graphviz_reads_every_program_as_the_graph_that_was_meant() -> None:
    for item, outcome in compiled()[::2]:
        graph, account = graph_domains.known(item), statements(item.code)
        objects = account.get("objects", [])
        nodes = [thing for thing in objects if "nodes" not in thing and "subgraphs" not in thing and "pos" in thing]
        names = {thing["_gvid"]: thing["name"] for thing in nodes}
        assert sorted(names.values()) == sorted(vertex.name for vertex in graph.vertices), item.kind
        edges = sorted((names[edge["tail"]], names[edge["head"]]) for edge in account.get("edges", []))
        assert edges == sorted((edge.start, edge.end) for edge in graph.edges), item.kind
        assert account["directed"] == graph.directed
        written = Counter(edge.get("label", "") for edge in account.get("edges", []))
        assert written == Counter(edge.label for edge in graph.edges)
        positions = layout.read(outcome.svg).nodes
        spots = {thing["name"]: tuple(map(float, thing["pos"].split(","))) for thing in nodes}
        for one in islice(spots, 4):
            for other in spots:  # the same positions up to the origin, with y up
                if not graph_of(graph, one).fields and not graph_of(graph, other).fields:
                    assert positions[one].x - positions[other].x == pytest.approx(
                        spots[one][0] - spots[other][0], abs=8
                    )
                    assert positions[other].y - positions[one].y == pytest.approx(
                        spots[one][1] - spots[other][1], abs=8
                    )


def graph_of(graph: Graph, name: str) -> Vertex:
    return next(vertex for vertex in graph.vertices if vertex.name == name)


@pytest.mark.sandbox
def test_every_drawing_is_proven_and_another_one_is_no_proof() -> None:
    for item, outcome in compiled():
        layout.check(graph_domains.known(item), layout.read(outcome.svg))
    graph = Graph(
        True, (Vertex("a", "a"), Vertex("b", "b"), Vertex("c", "c")), (Edge("a", "b"),), (Group("T", ("c",)),)
    )
    right = "digraph { subgraph cluster { label=T; c } a -> b }"
    layout.check(graph, layout.read(dot.to_svg(right)))
    for wrong in ("a -> b; b", "a -> b; a -> b", "b -> a"):
        with pytest.raises(layout.Mismatch):
            layout.check(
                graph,
                layout.read(dot.to_svg("digraph { subgraph cluster { label=T; c } X }".replace("X", wrong + ";d"))),
            )
    with pytest.raises(layout.Mismatch, match="box"):
        layout.check(graph, layout.read(dot.to_svg("digraph { subgraph cluster { label=T; c; b } a -> b }")))


@pytest.mark.slow
@pytest.mark.sandbox
def test_all_that_captions_name_is_in_the_originals() -> None:
    figures = [item for item, _ in compiled()]
    rows = [{"named": [as_text(named) for named in item.named]} for item in figures]
    verdicts = recall.score([item.code for item in figures], rows, "dot")
    assert not {item.kind: verdict.reason for item, verdict in zip(figures, verdicts, strict=True) if verdict.value < 1}


def test_captions_say_what_they_name() -> None:
    for kind in KINDS:
        for number in range(4):
            item = figure(kind, number)
            graph = graph_domains.known(item)
            assert all(f'"{vertex.label}"' in item.caption for vertex in graph.vertices), item.caption
            for named in item.named:
                assert named.what not in ("label", "edge") or f'"{named.text}"' in item.caption
                assert named.what != "edge" or f'"{named.to}"' in item.caption
            assert 12 < len(item.caption.split()) < 300, item.caption


def test_programs_are_written_in_many_ways_and_none_says_what_it_is_of() -> None:
    codes = {(kind, number): figure(kind, number).code for kind in KINDS for number in range(6)}
    everything = "\n".join(codes.values())
    for habit in (
        "digraph",
        "strict ",
        "subgraph cluster_",
        "rank=same",
        "<TABLE",
        ":f0",
        "//",
        "/*",
        "#",
        "layout",
        "rankdir",
        "record",
        "node [",
        "edge [",
        "{ ",
    ):
        assert habit in everything, habit
    for (kind, _), code in codes.items():
        concept = graph_domains.RECIPES[kind].concept
        assert concept.lower() not in code.lower()
        assert slug(concept) not in code.lower()
    assert not {title.lower() for title in TITLES} & {
        recipe.concept.lower() for recipe in graph_domains.RECIPES.values()
    }


def test_the_same_figure_every_time() -> None:
    for kind in KINDS:
        assert figure(kind) == figure(kind)
        assert figure(kind).code != figure(kind, 1).code


def test_lengths_are_spread_over_the_published_bands() -> None:
    bands = Counter(lengths.band(figure(kind, number).code) for kind in KINDS for number in range(8))
    shares = {band: bands[band] / bands.total() for band in lengths.BANDS}
    assert min(shares.values()) > 0.04
    assert 0.25 < shares["1-1000"] < 0.5


@pytest.mark.slow
@pytest.mark.sandbox
def test_questions_are_fair() -> None:
    rows = rows_of_the_paper()
    assert Counter(row["type"] for row in rows) == {"domain": 418, "layout": 319, "relation": 175}
    for type in ("domain", "layout", "relation"):
        mine = [row for row in rows if row["type"] == type]
        keys = Counter(row["answer"] for row in mine)
        assert max(keys.values()) - min(keys.values()) <= 1
        assert all(len({option.casefold() for option in row["options"]}) == 4 for row in mine)
        assert len({row["kind"] for row in mine}) >= 30
    # 175 questions are too few for statistics: three seeds together
    many = list(rows)
    for seed in (1, 2):
        many += generate_questions.question_rows(
            "graphviz", f"{seed}:vgqa", {"domain": 0, "layout": 0, "relation": 175}
        )
    for type in ("domain", "layout", "relation"):
        mine = [row for row in many if row["type"] == type]
        assert guessing.share_right(mine, guessing.text_only(mine)) < 0.35


def test_a_right_number_is_repeated_no_more_than_wrong_ones() -> None:
    once = "".join(f"n{at} -> n{at + 1} [label={at}]\n" for at in range(3))
    twice = once + "".join(f'm{at} [shape="box{at}", color="c{at}"]\n' for at in range(5))
    alone, tied, ranks = 0, 0, Counter[int]()
    for seed in range(600):
        generator = random.Random(seed)
        asked = questions.number("layout", "number of levels", "How many?", 3, 1, generator)
        ranks[sum(int(wrong) < 3 for wrong in asked.wrong)] += 1
        alone += questions.repeated(asked, once, generator) is not None
        result = questions.repeated(asked, twice, generator)
        assert result is not None
        assert len({result.answer, *result.wrong}) == 4
        assert max(abs(int(wrong) - 3) for wrong in result.wrong) <= 5
        tied += "5" in result.wrong
    assert 0.25 < alone / 600 < 0.42  # only the right number is repeated, else no question is asked
    assert 0.55 < tied / 600 < 0.75  # a wrong number is repeated as often as the right one
    assert set(ranks) == {0, 1, 2} and min(ranks.values()) > 150


def test_domains_are_offered_within_their_family() -> None:
    recipes = tuple(graph_domains.RECIPES.values())
    for recipe in recipes:
        for seed in range(5):
            question = questions.domain(recipe, recipes, random.Random(seed))
            assert (question is None) == (not recipe.family)
            if question is not None:
                offered = [other for other in recipes if other.concept in question.wrong]
                assert question.answer == recipe.concept
                assert len(offered) == 3
                assert {other.family for other in offered} == {recipe.family}


def test_a_star_is_never_offered_with_a_tree_nor_a_tree_with_a_family() -> None:
    """A chief with many subordinates is an organization too, and so are a forefather's descendants."""
    alike = [{"out_of_one", "branching"}, {"into_one", "gathering"}, {"branching", "two_parents"}]
    structures = {recipe.concept: recipe.kind.rpartition("-")[2] for recipe in graph_domains.RECIPES.values()}
    recipes = tuple(graph_domains.RECIPES.values())
    met = 0
    for recipe in recipes:
        for seed in range(30):
            question = questions.domain(recipe, recipes, random.Random(seed))
            for wrong in question.wrong if question else ():
                assert {structures[recipe.concept], structures[wrong]} not in alike, (recipe.concept, wrong)
                met += structures[wrong] in ("out_of_one", "into_one", "branching", "gathering")
    assert met > 500


# --- relations against igraph -----------------------------------------------------------------------------------------


def with_igraph(graph: Graph) -> igraph.Graph:
    names = [vertex.label for vertex in graph.vertices]
    positions = {vertex.name: position for position, vertex in enumerate(graph.vertices)}
    made = igraph.Graph(
        len(names), [(positions[edge.start], positions[edge.end]) for edge in graph.edges], graph.directed
    )
    made.vs["name"] = names
    made.es["label"] = [edge.label for edge in graph.edges]
    return made


def holds(question: Question, option: str, made: igraph.Graph) -> bool:
    """Return whether an option is right, by igraph."""
    quoted = [label for label in made.vs["name"] if f"'{label}'" in question.text]
    quoted.sort(key=lambda label: question.text.index(f"'{label}'"))
    after = {label: set(made.vs[made.successors(label)]["name"]) for label in made.vs["name"]}
    before = {label: set(made.vs[made.predecessors(label)]["name"]) for label in made.vs["name"]}
    match question.kind:
        case "neighbor":
            return option in (before if question.text.startswith("From") else after)[quoted[0]]
        case "common neighbor":
            return option in after[quoted[0]] & after[quoted[1]]
        case "edge label":
            return made.es[made.get_eid(quoted[0], quoted[1])]["label"] == option
        case "most out" | "most in" | "most":
            mode = {"most out": "out", "most in": "in", "most": "all"}[question.kind]
            degrees = dict(zip(made.vs["name"], made.degree(mode=mode), strict=True))
            return all(degrees[option] > many for label, many in degrees.items() if label != option)
        case "degree":
            mode = "out" if "start at" in question.text else "in" if "end at" in question.text else "all"
            return int(option) == made.degree(quoted[0], mode=mode)
        case "reachable":
            return option in made.vs[made.subcomponent(quoted[0], mode="out")]["name"]
        case "distance":
            return int(option) == made.distances(quoted[0], quoted[1], mode="out")[0][0]
        case "source":
            return not before[option]
        case "sink":
            return not after[option]
        case "on every path":
            left = made.copy()
            left.delete_vertices(option)
            return left.distances(quoted[0], quoted[1], mode="out")[0][0] == float("inf")
    raise AssertionError(question.kind)


def test_one_option_about_relations_is_right_and_three_are_wrong() -> None:
    seen: Counter[str] = Counter()
    for kind in KINDS:
        for number in range(6):
            graph = graph_domains.known(figure(kind, number))
            labels = [vertex.label for vertex in graph.vertices]
            if len(set(labels)) < len(labels):
                continue
            made = with_igraph(graph)
            for seed in range(4):
                question = relation_questions.ask(graph, random.Random(f"{kind}{number}{seed}"))
                if question is None or question.text.count("'") not in (0, 2, 4):
                    continue
                right = [holds(question, option, made) for option in (question.answer, *question.wrong)]
                assert right == [True, False, False, False], (question, figure(kind, number).code)
                seen[question.kind] += 1
    assert len(seen) >= 12, seen


# --- readable layouts -------------------------------------------------------------------------------------------------

SQUARE = Graph(True, tuple(Vertex(name, name) for name in "abcde"), (Edge("a", "b"), Edge("b", "c"), Edge("c", "d")))


def boxes(**positions: tuple[float, float]) -> Layout:
    made = {name: Box(x - 20, y - 10, x + 20, y + 10) for name, (x, y) in positions.items()}
    return Layout(made, Counter(), {})


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ((100, 0), "To the right"),
        ((-100, 5), "To the left"),
        ((0, -60), "Above"),
        ((4, 60), "Below"),
        ((100, -80), "Above and to the right"),
        ((-100, 80), "Below and to the left"),
        ((100, 25), None),
        ((30, -8), None),
    ],
)
def test_sides(position: tuple[float, float], answer: str | None) -> None:
    result = boxes(a=position, b=(0, 0)).nodes
    assert layout_questions.side(result["a"], result["b"]) == answer


def test_extremes_levels_and_what_is_nearest() -> None:
    result = boxes(a=(0, 0), b=(0, 60), c=(200, 60), d=(0, 120), e=(60, 121))
    assert layout_questions.ranks(SQUARE, result) == [["a"], ["b", "c"], ["d", "e"]]
    asked = {}
    for seed in range(200):
        question = layout_questions.ask(SQUARE, result, random.Random(seed))
        if question is not None:
            asked[question.kind, question.text] = question.answer
    assert asked["extreme: right", "Which node stands farthest to the right in the drawing?"] == "c"
    assert asked["extreme: top", "Which node stands nearest to the top of the drawing?"] == "a"
    assert asked["same level", "Which of these stands in the same row as the node 'b'?"] == "c"
    assert {answer for (kind, _), answer in asked.items() if kind == "number of levels"} == {"3"}
    assert not any(kind in ("extreme: left", "extreme: bottom") for kind, _ in asked), "several are as far out"
    assert layout_questions.ranks(SQUARE, boxes(a=(0, 0), b=(0, 9), c=(0, 60), d=(0, 99), e=(0, 140))) is None


def test_wide_nodes_reach_farther_than_their_centers() -> None:
    wide, small = Box(0, 0, 100, 20), Box(40, 60, 50, 70)
    assert layout_questions.edge(wide, "left") > layout_questions.edge(small, "left")
    assert layout_questions.gap(wide, small) == 40
    assert layout_questions.gap(wide, Box(130, 60, 140, 70)) == 50  # 30 across and 40 down


@pytest.mark.sandbox
@pytest.mark.parametrize("flow", layout_questions.DIRECTIONS)
def test_the_direction_is_read_off_the_drawing(flow: str) -> None:
    graph = SQUARE._replace(flow=flow)
    result = layout.read(dot.to_svg(f"digraph {{ rankdir={flow}; a -> b -> c -> d; e }}"))
    assert layout_questions.flow(graph, result) == flow
    against = layout.read(dot.to_svg(f"digraph {{ rankdir={flow}; d -> c -> b -> a; e }}"))
    assert layout_questions.flow(graph, against) is None


@pytest.mark.sandbox
def test_graphs_whose_edges_run_behind_nodes_are_not_asked_about() -> None:
    names = "abcde"
    graph = Graph(
        False,
        tuple(Vertex(name, name) for name in names),
        (Edge("a", "c"), Edge("b", "d"), Edge("d", "e"), Edge("c", "e")),
        engine="neato",
    )
    spots = {"a": (0, 0), "c": (200, 0), "d": (100, 120), "e": (300, 120)}
    for height, hides in ((0, True), (8, True), (40, False), (-40, False)):
        nodes = "".join(f'{name} [pos="{x},{y}!"];' for name, (x, y) in (spots | {"b": (100, height)}).items())
        code = f"graph {{ layout=neato; inputscale=72; {nodes} a -- c; b -- d; d -- e; c -- e }}"
        assert layout.has_hidden_edges(graph, layout.read(dot.to_svg(code))) == hides
        asked = figure("roads")._replace(code=code, details={"graph": graph})
        questions_asked = [graph_domains.ask(asked, "relation", random.Random(seed)) for seed in range(5)]
        assert all(question is None for question in questions_asked) == hides


def test_graphs_with_labels_at_edges_are_laid_out_by_dot() -> None:
    graphs = [graph_domains.known(figure(kind, seed)) for kind in ("roads", "friends", "genes") for seed in range(20)]
    engines = {graph.engine for graph in graphs if any(edge.label for edge in graph.edges)}
    assert engines == {"dot"}
    assert {graph.engine for graph in graphs} > engines


def test_a_deck_holds_every_domain_once_before_any_comes_again() -> None:
    kinds = [dealt.figure.kind for dealt in islice(generators.deck("graphviz", "3:x"), len(KINDS))]
    assert sorted(kinds) == sorted(KINDS)
