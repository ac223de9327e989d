"""Concepts and domains that only the drawing shows: each is checked against the numbers in the program."""

import itertools
import math
import random
import re

import networkx
import pytest

from sgpkit.families.vgbench.content import graph_domains, tikz_figures
from sgpkit.families.vgbench.content.graph_domains.recipes import shared_words
from sgpkit.families.vgbench.content.tikz_figures import concepts

DRAWN = 6
POINT = re.compile(r"\((-?[\d.]+),\s*(-?[\d.]+)\)")
FAMILIES = {family.name: family for family in concepts.FAMILIES}


def body(recipe, number):
    """Return the program of a figure without its squared paper."""
    code = tikz_figures.draw(recipe.kind, random.Random(f"concepts:{recipe.kind}:{number}")).code
    paper = re.compile(r"^\s*\\draw\[(?:gray|black)!\d+[^\n]*\n", re.MULTILINE)
    return paper.sub("", code[code.index("\\begin{tikzpicture}") :])


def figures(name):
    """Yield the concept of each figure of a family, and its program."""
    for recipe in FAMILIES[name].recipes():
        for number in range(DRAWN):
            yield recipe.concept, body(recipe, number)


def outline(code):
    """Return the corners of the polygons of a program."""
    return [
        [(float(x), float(y)) for x, y in POINT.findall(path)]
        for path in re.findall(r"\\draw\[[^\]]*\] ([^;]*cycle);", code)
    ]


def near(one, other, tolerance=0.04):
    return abs(one - other) <= tolerance * max(one, other)


def test_triangles():
    for concept, code in figures("triangle"):
        (corners,) = outline(code)
        short, middle, long = sorted(math.dist(*pair) for pair in itertools.combinations(corners, 2))
        excess = (short**2 + middle**2 - long**2) / long**2
        equal = near(short, middle) + near(middle, long)
        wanted = {
            "right": abs(excess) < 0.03 and equal == 0,
            "equilateral": equal == 2,
            "exactly two": equal == 1,
            "obtuse": excess < -0.1 and equal == 0,
            "acute": excess > 0.1 and equal == 0,
        }
        assert [name for name, holds in wanted.items() if holds] == [name for name in wanted if name in concept]


def test_quadrilaterals():
    for concept, code in figures("quadrilateral"):
        (corners,) = outline(code)
        sides = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
        lengths = [math.hypot(*side) for side in sides]

        def turn(one, other, sides=sides, lengths=lengths):
            cross = sides[one][0] * sides[other][1] - sides[one][1] * sides[other][0]
            return abs(cross) / (lengths[one] * lengths[other])

        parallel = [turn(0, 2) < 0.03, turn(1, 3) < 0.03]
        right, alike = turn(0, 1) > 0.995, near(lengths[0], lengths[1])
        kite = any(near(lengths[at], lengths[at - 1]) and near(lengths[at - 2], lengths[at - 3]) for at in (0, 1))
        name = {
            (True, True): "square",
            (True, False): "rectangle",
            (False, True): "rhombus",
            (False, False): "parallelogram",
        }[right, alike]
        name = name if all(parallel) else "trapezoid" if any(parallel) else "kite" if kite else "?"
        assert concept.split()[1] == name, code


def test_two_circles():
    for concept, code in figures("two-circles"):
        circles = re.findall(r"\((-?[\d.]+),(-?[\d.]+)\) circle \(([\d.]+)\)", code)
        (x, y, first), (u, v, second) = ([float(value) for value in circle] for circle in circles)
        apart, total, gap = math.hypot(x - u, y - v), first + second, abs(first - second)
        name = (
            "concentric"
            if apart < 0.01
            else "outside"
            if abs(apart - total) < 0.01
            else "from inside"
            if abs(apart - gap) < 0.01
            else "apart"
            if apart > total
            else "off its center"
            if apart < gap
            else "cross"
        )
        assert name in concept, (concept, name)


def test_maps_are_what_their_arrows_say():
    for concept, code in figures("mapping"):
        left, right = (set(re.findall(rf"\\fill \({x},(-?\d+)\)", code)) for x in (0, 3))
        pairs = re.findall(r"\{?\(?0\.12,(-?\d+)[)}](?:/\{|[^;/]* \()2\.88,(-?\d+)[)}]", code)
        images = {start: [end for one, end in pairs if one == start] for start in left}
        hit = [end for _, end in pairs]
        is_function = all(len(ends) == 1 for ends in images.values())
        injective, surjective = len(set(hit)) == len(hit), set(hit) == right
        name = {
            (True, False): "injective but not surjective",
            (False, True): "surjective but not injective",
            (True, True): "bijective",
            (False, False): "neither injective nor surjective",
        }[injective, surjective]
        assert (name if is_function else "not a function") in concept, code


def test_trees_of_numbers():
    for concept, code in figures("numbered-tree"):
        values = [int(value) for value in re.findall(r"\\node\[[^\]]*\] \(n\d+\) at [^{]*\{(\d+)\};", code)]
        pairs = [((node - 1) // 2, node) for node in range(1, len(values))]
        inorder = []

        def walk(node, values=values, inorder=inorder):
            if node < len(values):
                walk(2 * node + 1)
                inorder.append(values[node])
                walk(2 * node + 2)

        walk(0)
        wanted = {
            "largest": all(values[parent] > values[child] for parent, child in pairs),
            "smallest": all(values[parent] < values[child] for parent, child in pairs),
            "search tree": inorder == sorted(inorder),
        }
        assert len(values) in (7, 15)
        assert [name for name, holds in wanted.items() if holds] == [name for name in wanted if name in concept]


def test_graphs_with_one_edge_less_than_vertices():
    for concept, code in figures("tree-or-not"):
        graph = networkx.Graph()
        graph.add_nodes_from(re.findall(r"(\([^)]*\)) circle \(3pt\)", code))
        graph.add_edges_from(re.findall(r"\\draw\[thick\] (\([^)]*\)) (?:--|to\[[^]]*\]) (\([^)]*\));", code))
        assert graph.number_of_edges() == graph.number_of_nodes() - 1
        degrees = sorted(degree for _, degree in graph.degree)
        name = {
            True: "path graph" if degrees[-1] == 2 else "star" if degrees[-2] == 1 else "neither a path nor a star",
            False: "isolated" if degrees[0] == 0 else "separate path",
        }[networkx.is_tree(graph)]
        assert name in concept, code


def test_tables_sequences_and_matrices():
    def numbers(code):
        cells = re.findall(r"\\node\[[^\]]*\] at \(([-\d.]+),([-\d.]+)\) \{(\d+)\};", code)
        rows = {}
        for x, y, value in cells:
            rows.setdefault(-float(y), []).append((float(x), int(value)))
        return [[value for _, value in sorted(row)] for _, row in sorted(rows.items())]

    for concept, code in figures("number-table"):
        rows = numbers(code)
        columns = [list(column) for column in zip(*rows, strict=True)]
        values = list(itertools.chain(*rows))
        wanted = {
            "magic": len({sum(line) for line in (*rows, *columns)}) == 1,
            "row by row": values == sorted(values),
            "column by column": list(itertools.chain(*columns)) == sorted(values),
            "spiral": rows[0] == sorted(values)[: len(rows)] and columns[-1] == sorted(columns[-1]),
        }
        wanted["spiral"] &= not wanted["row by row"]
        assert [name for name, holds in wanted.items() if holds] == [name for name in wanted if name in concept]
    for concept, code in figures("sequence"):
        (row,) = numbers(code)
        steps = [after - before for before, after in itertools.pairwise(row)]
        wanted = {
            "constant difference": len(set(steps)) == 1,
            "ratio": all(after == 2 * before for before, after in itertools.pairwise(row)),
            "sum": all(row[at] == row[at - 1] + row[at - 2] for at in range(2, len(row))),
            "squares": all(math.isqrt(value) ** 2 == value for value in row),
            "grow by one": all(after == before + 1 for before, after in itertools.pairwise(steps)),
        }
        assert [name for name, holds in wanted.items() if holds] == [name for name in wanted if name in concept], row
    for concept, code in figures("matrix"):
        rows = numbers(code)
        size = range(len(rows))
        wanted = {
            "upper": not any(rows[i][j] for i in size for j in size if j < i),
            "lower": not any(rows[i][j] for i in size for j in size if j > i),
            "symmetric": all(rows[i][j] == rows[j][i] for i in size for j in size),
            "moved round": all(rows[i] == rows[0][-i:] + rows[0][:-i] for i in size if i),
        }
        assert [name for name, holds in wanted.items() if holds] == [name for name in wanted if name in concept], rows


@pytest.mark.parametrize("group", shared_words.GROUPS, ids=lambda group: group.name)
def test_domains_are_told_by_their_structure_alone(group):
    """All graphs of a group have words from one list, and each domain has one structure."""
    recipes = [recipe for recipe in shared_words.RECIPES if recipe.family == group.name]
    assert len(recipes) == len(group.domains) >= 4
    words = {word.strip() for word in group.words.split(",")}
    for recipe, (_, structure) in zip(recipes, group.domains, strict=True):
        for number in range(DRAWN):
            figure = graph_domains.draw(recipe.kind, random.Random(f"domains:{recipe.kind}:{number}"))
            drawn = graph_domains.known(figure)
            assert {vertex.label for vertex in drawn.vertices} <= words
            graph = networkx.DiGraph()
            graph.add_nodes_from(vertex.name for vertex in drawn.vertices)
            graph.add_edges_from((edge.start, edge.end) for edge in drawn.edges)
            ins, outs = (sorted(degree for _, degree in degrees) for degrees in (graph.in_degree, graph.out_degree))
            rings = ins == outs == [1] * len(graph)
            parts = networkx.number_weakly_connected_components(graph)
            pairs = rings and all(len(cycle) == 2 for cycle in networkx.simple_cycles(graph))
            tree = networkx.is_weakly_connected(graph) and graph.number_of_edges() == len(graph) - 1
            acyclic = networkx.is_directed_acyclic_graph(graph)
            one_way = acyclic and ins[:2] == [0, 1] and outs[:2] == [0, 1] and ins[-1] == outs[-1] == 2
            name = (
                ("twos" if pairs else "ring" if parts == 1 else "two_rings")
                if rings
                else "line"
                if tree and ins[-1] == outs[-1] == 1
                else ("out_of_one" if outs[-2] == 0 else "branching")
                if tree and ins[-1] == 1
                else ("into_one" if ins[-2] == 0 else "gathering")
                if tree and outs[-1] == 1
                else "two_parents"
                if acyclic and set(ins) == {0, 2}
                else "flow"
                if one_way
                else "states"
                if not acyclic and networkx.is_weakly_connected(graph)
                else "?"
            )
            assert name == structure.__name__, figure.code
            if name == "two_rings":
                assert parts == 2


def test_questions_offer_one_family_and_no_kind_that_commands_or_words_name():
    for module, type, recipes in (
        (tikz_figures, "concept", tikz_figures.RECIPES),
        (graph_domains.questions, "domain", graph_domains.RECIPES),
    ):
        families = {recipe.concept: recipe.family for recipe in recipes.values()}
        for recipe in recipes.values():
            generator = random.Random(recipe.kind)
            if type == "concept":
                question = module.ask(module.draw(recipe.kind, generator), type, generator)
            else:
                question = module.domain(recipe, tuple(recipes.values()), generator)
            assert (question is None) == (not recipe.family)
            if question is not None:
                assert {families[option] for option in (question.answer, *question.wrong)} == {recipe.family}
