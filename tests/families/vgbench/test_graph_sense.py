"""Graphs of VGBench make sense: no frog eats a deer, no gate has one input, no arrow out of a test is unlabelled."""

import random
from collections import Counter, defaultdict

import networkx
import pytest

from sgpkit.families.vgbench.content import graph_domains
from sgpkit.families.vgbench.content.graph_domains.graph import Edge, Graph
from sgpkit.families.vgbench.content.graph_domains.links import Link, connected, links
from sgpkit.families.vgbench.content.graph_domains.recipes.nature import SYMPTOMS

KILOGRAMS = {
    "Eagle": 5, "Wolf": 40, "Lynx": 20, "Bear": 200, "Hawk": 1, "Wildcat": 5, "Fox": 6, "Frog": 0.03, "Snake": 0.3,
    "Shrew": 0.01, "Owl": 1, "Heron": 1.5, "Weasel": 0.1, "Hedgehog": 0.8, "Stoat": 0.25, "Badger": 10, "Rabbit": 1.5,
    "Deer": 80, "Mouse": 0.02, "Grasshopper": 0.001, "Snail": 0.01, "Caterpillar": 0.001, "Vole": 0.03,
    "Beetle": 0.001, "Squirrel": 0.4, "Duck": 1.1,
}  # fmt: skip


def graphs(kind: str, many: int = 40) -> list[Graph]:
    return [graph_domains.known(graph_domains.draw(kind, random.Random(f"sense:{seed}"))) for seed in range(many)]


def ends(graph: Graph, edge: Edge) -> tuple[str, str]:
    return graph.label(edge.start), graph.label(edge.end)


def test_both_ways_out_of_a_test_are_marked() -> None:
    for graph in graphs("control-flow"):
        for vertex in graph.vertices:
            marks = sorted(edge.label for edge in graph.edges if edge.start == vertex.name)
            assert marks == (["no", "yes"] if vertex.role == "test" else [""] * len(marks))


def test_gates_of_fault_trees_have_several_inputs() -> None:
    for graph in graphs("faults"):
        inputs = Counter(edge.start for edge in graph.edges)
        assert all(inputs[vertex.name] > 1 for vertex in graph.vertices if vertex.role == "gate")


def test_keys_are_named_after_the_table_that_they_point_to() -> None:
    singulars = {"addresses": "address", "categories": "category"}
    for graph in graphs("database"):
        assert graph.edges
        for edge in graph.edges:
            table = graph.label(edge.end)
            assert edge.port == f"{singulars.get(table, table[:-1])}_id"


def test_pointers_point_to_one_thing_and_sizes_to_none() -> None:
    for graph in graphs("memory"):
        ports = Counter((edge.start, edge.port) for edge in graph.edges)
        assert set(ports.values()) == {1}
        assert not {"key", "size", "flags"} & {port for _, port in ports}


def test_no_knockout_match_is_a_draw() -> None:
    text = 0
    for graph in graphs("tournament", 60):
        goals = defaultdict(list)
        for edge in graph.edges:
            goals[edge.end].append(edge.label)
        for pair in goals.values():
            assert pair == ["", ""] or (len(set(pair)) == 2 and all(pair))
            text += any(pair)
    assert text


def test_nothing_eats_what_is_far_heavier() -> None:
    eaten = 0
    for graph in graphs("food-web"):
        for edge in graph.edges:
            food, eater = ends(graph, edge)
            if food in KILOGRAMS and eater in KILOGRAMS:
                assert KILOGRAMS[food] < 20 * KILOGRAMS[eater], (food, eater)
                eaten += 1
        fed = {edge.end for edge in graph.edges}
        assert all(vertex.name in fed for vertex in graph.vertices if vertex.role != "plant")
    assert eaten > 100


def test_findings_have_the_symptoms_that_led_to_them() -> None:
    for graph in graphs("diagnosis"):
        before = {edge.end: edge for edge in graph.edges}
        for vertex in graph.vertices:
            if vertex.role != "finding":
                continue
            here = vertex.name
            while here in before:
                edge = before[here]
                symptom = graph.label(edge.start).removesuffix("?")
                for finding in vertex.label.split(" or "):
                    assert (symptom in SYMPTOMS[finding]) == (edge.label == "yes")
                here = edge.start
        labels = [vertex.label for vertex in graph.vertices]
        assert len(set(labels)) == len(labels)


def test_goods_are_made_of_what_fits_them() -> None:
    for graph in graphs("supply-chain"):
        into = defaultdict(set)
        for edge in graph.edges:
            start, end = ends(graph, edge)
            into[end].add(start)
        assert into["Sawmill"] <= {"Pine Forest", "Oak Forest"}
        assert into["Spinning Mill"] <= {"Cotton Farm", "Sheep Farm"}
        assert into["Phone Factory"] <= {"Glass Works", "Wire Plant", "Refinery"}
        assert all(into[vertex.label] for vertex in graph.vertices if vertex.role != "suppliers")


def test_an_event_brings_a_device_from_one_state_to_one_other() -> None:
    for graph in graphs("device"):
        changes = [(edge.start, edge.label) for edge in graph.edges]
        assert len(set(changes)) == len(changes) >= len(graph.vertices) - 1


def test_inheritance_is_of_one_class_and_has_no_circle() -> None:
    for graph in graphs("classes"):
        above = [ends(graph, edge) for edge in graph.edges if edge.role == "inherits"]
        assert len({start for start, _ in above}) == len(above)
        assert {end for _, end in above} <= {"Shape", "Widget", "Vehicle", "Employee"}


def test_ingredients_go_where_they_are_used() -> None:
    used = {ends(graph, edge) for graph in graphs("dish") for edge in graph.edges}
    assert ("Pasta", "Boil Pasta") in used
    assert {step for ingredient, step in used if ingredient == "Garlic"} == {"Chop"}


def test_functions_are_called_from_main_and_the_same_ones_everywhere() -> None:
    called = defaultdict(set)
    for graph in graphs("calls"):
        made = networkx.DiGraph(ends(graph, edge) for edge in graph.edges if edge.start != edge.end)
        assert networkx.is_directed_acyclic_graph(made)
        assert networkx.descendants(made, "main") == set(made) - {"main"}
        for start, end in made.edges:
            called[start].add(end)
    assert max(len(others) for others in called.values()) <= 6
    assert called["merge_runs"] <= {"compare_rows", "copy_range"} and called["main"]


def test_files_lie_in_folders_of_their_sort() -> None:
    inside = defaultdict(set)
    for graph in graphs("folders"):
        assert Counter(edge.end for edge in graph.edges).most_common(1)[0][1] == 1
        for edge in graph.edges:
            start, end = ends(graph, edge)
            inside[end].add(start)
    assert inside["waltz.mp3"] == {"music"} and inside["home"] == {"/"}
    assert all(len(folders) == 1 for folders in inside.values())


@pytest.mark.parametrize("number", [1, 2, 4, 9])
def test_picked_links_hang_together(number: int) -> None:
    known = links("a, x, b; b, y, c; c, z, d; a, w, c")
    assert known[0] == Link("a", "x", "b")
    for seed in range(20):
        names, kept = connected(known, number, random.Random(seed))
        assert len(names) == len(set(names)) == min(number, 4)
        assert {end for link in kept for end in (link.start, link.end)} <= set(names)
        assert connected(known, number, random.Random(seed), root="b")[0] == ["b", "c", "d"][:number]
        for index, name in enumerate(names[1:], start=1):
            assert any({name, other} == {link.start, link.end} for link in kept for other in names[:index])
