"""Keys computed again from the programs alone, by means other than the builder's."""

import json
import math
import random
import re
import subprocess
from collections import Counter, deque
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest

from sgpkit.families.vgbench.content import svg_figures, tikz_figures
from sgpkit.families.vgbench.content.figure import Figure
from sgpkit.families.vgbench.sources.questions import question_rows

SEED = "test-keys"


class Node(NamedTuple):
    x: float
    y: float
    label: str


class Drawn(NamedTuple):
    """The output of `dot -Tjson` for a program: nodes with their centers in points, y up, and edges as pairs."""

    directed: bool
    nodes: dict[str, Node]
    edges: list[tuple[str, str]]

    def named(self, label: str) -> str:
        (name,) = (name for name, node in self.nodes.items() if node.label == label)
        return name


def drawn(code: str) -> Drawn:
    graph = json.loads(subprocess.run(["dot", "-Tjson"], input=code, capture_output=True, text=True, check=True).stdout)
    nodes: dict[str, Node] = {}
    names: dict[int, str] = {}
    for thing in graph["objects"]:
        if "pos" not in thing:  # a cluster
            continue
        label = thing["name"] if thing["label"] == "\\N" else re.sub(r"<[^>]*>", "|", thing["label"])
        # The first cell of a record, or of a table in HTML, has the name.
        first = next((part.strip() for part in re.split(r"[|{}]", label) if part.strip()), "")
        x, y = map(float, thing["pos"].split(","))
        nodes[thing["name"]] = Node(x, y, first)
        names[thing["_gvid"]] = thing["name"]
    return Drawn(graph["directed"], nodes, [(names[edge["tail"]], names[edge["head"]]) for edge in graph["edges"]])


def away(drawing: Drawn, start: str, closed: str = "", both: bool = False) -> dict[str, int]:
    """Return the numbers of steps to all nodes that can be reached without passing through a given node."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for one, other in drawing.edges:
            for end in [other] * (one == here) + [one] * (both and other == here):
                if end not in steps and end != closed:
                    steps[end] = steps[here] + 1
                    waiting.append(end)
    return steps


def is_right(text: str, option: str, drawing: Drawn) -> bool | None:
    """Return whether an option answers a question about a graph; None for questions that are not checked here."""
    if "the box titled" in text:  # the title of a cluster belongs to no node
        return None
    directed = drawing.directed
    asked = [drawing.named(label) for label in re.findall(r"'([^']+)'", text)]
    out = Counter(one for one, _ in drawing.edges)
    into = Counter(other for _, other in drawing.edges)
    pairs = set(drawing.edges) | (set() if directed else {(other, one) for one, other in drawing.edges})
    if text.startswith("To which of these does an arrow from"):
        return (asked[0], drawing.named(option)) in pairs
    if re.match("From which of these does an arrow lead directly|Which of these is joined directly", text):
        return (drawing.named(option), asked[0]) in pairs
    if re.search("(pointed to directly by|joined directly with) both", text):
        return all((one, drawing.named(option)) in pairs for one in asked)
    if re.match("How many arrows (start|end) at", text):
        return int(option) == (out if "start" in text else into)[asked[0]]
    if "no arrow lead" in text or "no arrow go out" in text:
        return not (into if "lead" in text else out)[drawing.named(option)]
    if "shortest path" in text:
        return int(option) == away(drawing, asked[0], both=not directed)[asked[1]]
    if text.startswith("Following the arrows"):
        return drawing.named(option) in away(drawing, asked[0])
    if "on every path" in text:
        return asked[1] not in away(drawing, asked[0], closed=drawing.named(option), both=not directed)
    if "in the same " in text:
        one, other = drawing.nodes[asked[0]], drawing.nodes[drawing.named(option)]
        return abs(one.y - other.y if "row" in text else one.x - other.x) < 3
    if "is drawn nearest to" in text:
        own = drawing.nodes[asked[0]]
        distance = {name: math.dist(own[:2], node[:2]) for name, node in drawing.nodes.items() if name != asked[0]}
        return drawing.named(option) == min(distance, key=lambda name: distance[name])
    return None


@pytest.mark.slow
@pytest.mark.sandbox
def test_keys_of_graphs_are_what_the_programs_say() -> None:
    looked_at: Counter[str] = Counter()
    for row in question_rows("graphviz", SEED, {"domain": 0, "layout": 40, "relation": 60}):
        drawing = drawn(row["code"])
        key = row["options"]["ABCD".index(row["answer"])]
        verdicts = [is_right(row["question"], option, drawing) for option in row["options"]]
        if None not in verdicts:
            looked_at[row["type"]] += 1
            right = [option for option, verdict in zip(row["options"], verdicts, strict=True) if verdict]
            assert right == [key], f"{row['id']}: {row['question']}"
    assert looked_at["relation"] > 35
    assert looked_at["layout"] > 5


def figures(kind: str, many: int = 40) -> list[Figure]:
    return [tikz_figures.draw(kind, random.Random(f"{SEED}:{kind}:{number}")) for number in range(many)]


def relations(kind: str, sort: str) -> list[tuple[Figure, str, str, tuple[str, ...]]]:
    result = []
    for figure in figures(kind):
        for item in tikz_figures.known(figure).relations:
            if item.kind == sort:
                result.append((figure, item.text, item.answer, tuple(item.others)))
    return result


def test_rings_around_a_corner_share_an_edge_too() -> None:
    numbers = set()
    for figure, _, answer, _ in relations("ring-system", "edges"):
        (listed,) = set(re.findall(r"in \{(\([^{}]*\))\}", figure.code))
        centers = [tuple(map(float, pair)) for pair in re.findall(r"\(([-\d.]+),([-\d.]+)\)", listed)]
        shared = sum(math.dist(one, other) < 1.5 for one, other in combinations(centers, 2))
        assert int(answer) == shared
        numbers.add(shared - len(centers))
    assert len(numbers) > 1


def test_a_star_is_not_asked_for_the_other_way_round() -> None:
    for figure, _, answer, others in relations("star-polygon", "step"):
        (points,) = [count.number for count in tikz_figures.known(figure).counts if count.noun == "dots"]
        assert str(points - int(answer)) not in others
        assert int(answer) < points / 2


def test_sides_of_a_polygon_join_its_corners() -> None:
    asked = 0
    for figure in figures("polygon"):
        edges = {frozenset((edge.start, edge.end)) for edge in tikz_figures.known(figure).edges}
        corners = [thing.label for thing in tikz_figures.known(figure).positions]
        if edges:
            asked += 1
            assert all(frozenset(pair) in edges for pair in pairwise([*corners, corners[0]]))
    assert asked


def test_names_that_stand_in_several_places_have_no_position() -> None:
    for figure in figures("bracket"):
        positions = tikz_figures.known(figure).positions
        assert positions
        for thing in positions:
            assert len(re.findall(rf"\{{{thing.label}\}}", figure.code)) == 1


def test_walls_of_a_maze_are_counted_as_they_look() -> None:
    for figure in figures("maze"):
        (count,) = tikz_figures.known(figure).counts
        walls: set[tuple[float, float, float, float]] = set()
        for members, way in re.findall(r"in \{([\d/, ]+)\} \\draw\[[^\]]*\] \([^)]*\) -- \+\+(\([^)]*\))", figure.code):
            for x, y, length in (map(float, member.split("/")) for member in members.split(", ")):
                far = (x, y + length) if way.startswith("(0,") else (x + length, y)
                walls.add((x, y, *far))
        assert len(walls) == count.number
        ends = Counter((end, one[0] == one[2]) for one in walls for end in (one[:2], one[2:]))
        assert all(number == 1 for number in ends.values()), "two walls in one line touch"


SIGNS: dict[str, Callable[[str], object]] = {
    "A root sign": lambda tex: "\\sqrt" in tex,
    "A fraction": lambda tex: "\\frac" in tex,
    "A plus-minus sign": lambda tex: re.search(r"\\pm\b", tex),
    "A plus sign": lambda tex: "+" in tex,
    "A sum sign": lambda tex: "\\sum" in tex,
    "A product sign": lambda tex: "\\prod" in tex,
    "An integral sign": lambda tex: re.search(r"\\o?int\b|\\int_", tex),
    "An integral sign with a ring": lambda tex: "\\oint" in tex,
    "A sign for infinity": lambda tex: "\\infty" in tex,
    "A limit": lambda tex: "\\lim" in tex,
    "An arrow over a letter": lambda tex: "\\vec" in tex,
    "A nabla sign": lambda tex: "\\nabla" in tex,
    "A hat over a letter": lambda tex: "\\hat" in tex,
    "A raised 2": lambda tex: "^2" in tex,
    "A bar over letters": lambda tex: "\\overline" in tex,
    "A sign for unions": lambda tex: "\\cup" in tex,
    "An upside-down A": lambda tex: "\\forall" in tex,
    "A reversed E": lambda tex: "\\exists" in tex,
    "A sign with three bars": lambda tex: "\\equiv" in tex,
    "An exclamation mark": lambda tex: re.search(r"(?<!\\)!", tex),
    "A dot for a product": lambda tex: "\\cdot" in tex,
    "Pointed brackets": lambda tex: "\\langle" in tex,
    "Double bars": lambda tex: "\\|" in tex,
}
"""Names of signs in options, and the TeX code of the signs."""


def test_signs_of_a_formula_are_those_that_tex_writes() -> None:
    for figure, text, answer, others in relations("formulas", "sign"):
        label = text.rstrip("?").split()[-1]
        lines = figure.code.splitlines()
        at = next(at for at, line in enumerate(lines) if f"\\textbf{{{label}}}" in line)
        written = next(line for line in reversed(lines[:at]) if "\\node[" in line).split("at (", 1)[1]
        assert SIGNS[answer](written)
        assert not [other for other in others if SIGNS[other](written)], written


def test_panels_have_no_second_right_name() -> None:
    for _, _, answer, others in relations("small-multiples", "panel"):
        # A cubic curve and an exponential one both grow, and an arch is a parabola.
        assert not {"A growing curve", "An arch", "A parabola"} & {answer, *others}


def nouns(kind: str) -> set[str]:
    return {count.noun for figure in figures(kind) for count in tikz_figures.known(figure).counts}


def test_things_are_counted_by_what_is_seen_of_them() -> None:
    assert nouns("bayesian-network") == {"ellipses in the last row", "ellipses above the last row"}
    assert nouns("phases") == {"round discs"}  # a fully lit disc is not dark


def test_vectors_do_not_run_back_over_the_one_before() -> None:
    for figure in figures("vector-sum"):
        spots = re.findall(r"->[^()]*\((-?\d+),(-?\d+)\) -- \((-?\d+),(-?\d+)\) node\[midway, above", figure.code)
        steps = [(int(c) - int(a), int(d) - int(b)) for a, b, c, d in spots]
        assert len(steps) > 1
        assert all(x * v != y * u for (x, y), (u, v) in pairwise(steps))


def test_no_jump_of_a_step_function_lies_on_the_axis() -> None:
    ways = {re.findall(r"const plot[a-z ]*", figure.code)[0] for figure in figures("steps")}
    assert ways == {"const plot", "const plot mark left", "const plot mark mid"}


@pytest.mark.slow
def test_clothes_are_plural() -> None:
    generator = random.Random(SEED)
    kinds = [kind for kind in svg_figures.kinds(False) if kind.split("/")[0] in ("clown", "chef", "pirate")]
    drawings = [
        svg_figures.draw(kind, random.Random(f"{SEED}:{kind}:{number}")) for kind in kinds for number in range(3)
    ]
    texts = [question.text for figure in drawings if (question := svg_figures.ask(figure, "color", generator))]
    about = [text for text in texts if "clothes" in text]
    assert len(about) > 4
    assert not [text for text in about if re.search(r"clothes in the image has|color is the clothes", text)]
