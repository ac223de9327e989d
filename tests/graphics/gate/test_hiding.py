"""No drawing that is blank in Chromium earns anything, by any metric.

Each way of hiding (clips, masks, filters, opacity, transforms, CSS of each kind, copies, nested pages, animations,
covers, the root) is put around a figure of each metric. What still earns marks must not be blank.
"""

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import browser_pictures
import gate_drawings
import pytest

from sgpkit.benchmark import Completion, Skipped, families
from sgpkit.graphics import gate, guard, molecule, raster
from sgpkit.metrics.pictures import sketch_similarity, svg_edit, svg_similarity, svg_validity
from sgpkit.metrics.structure import geometry, molecule_structure, recall, scene_match, turtle
from sgpkit.status import Rejected

pytestmark = [pytest.mark.slow, pytest.mark.process]

FIGURE = (
    '<circle cx="50" cy="50" r="30" fill="#c00000"/><rect x="10" y="60" width="80" height="20" fill="#0060c0"/>'
    '<path d="M20 20H80L50 50Z" fill="#008000"/>'
)
LINES = (
    '<line class="output_object" x1="20" y1="20" x2="80" y2="20" stroke="red" stroke-width="2"/>'
    '<line x1="20" y1="20" x2="50" y2="75" stroke="#000" stroke-width="2"/>'
    '<circle cx="50" cy="50" r="20" fill="none" stroke="#000" stroke-width="2"/>'
)
PATH = '<path d="M20 80V20H80V80ZL80 20" fill="none" stroke="#000" stroke-width="2"/>'
ATOMS = "".join(
    f'<line x1="{x}" y1="{y}" x2="{u}" y2="{v}" stroke="black" stroke-width="2"/>'
    for x, y, u, v in ((20, 30, 50, 50), (50, 50, 80, 30), (50, 50, 50, 85))
) + "".join(
    f'<circle cx="{x}" cy="{y}" r="8" fill="{fill}"/>'
    for x, y, fill in ((20, 30, "#909090"), (50, 50, "#909090"), (80, 30, "#ff0d0d"), (50, 85, "#3050f8"))
)


def plain(figure: str) -> str:
    return gate_drawings.fill("<svg {head}>{figure}</svg>", figure)


class Metric(NamedTuple):
    """A figure, and the values of drawings that may show it; the first is the figure itself."""

    figure: str
    values: Callable[[Sequence[str]], list[float]]


def validity(codes):
    return [scored.score.value for scored in svg_validity.score(codes)]


def similarity(codes):
    return [scored.value for scored in svg_similarity.score(codes, [plain(FIGURE)] * len(codes))]


def recalled(codes):
    captions = [{"caption": "a red circle on a blue rectangle"}] * len(codes)
    return [scored.value for scored in recall.score(codes, captions)]


ASSERTED = (
    '{"objects": [{"color": "red", "kind": "circle"}, {"color": "blue", "kind": "rectangle"}], "spare": {"figures": 4}}'
)


def scene_matched(codes):
    return [scored.value for scored in scene_match.score(codes, [ASSERTED] * len(codes))]


def edited(codes):
    start = plain('<rect x="10" y="60" width="80" height="20" fill="#0060c0"/>')
    return [scored.value for scored in svg_edit.score(codes, [start] * len(codes), [plain(FIGURE)] * len(codes))]


def sketched(codes):
    return [
        scored.value for scored in sketch_similarity.score(codes, [plain(FIGURE)] * len(codes), [True] * len(codes))
    ]


def traced(codes):
    program = (
        "import turtle\nfor way in (0, 90, 180, 270): turtle.setheading(way); turtle.forward(60)\nturtle.goto(60, 60)"
    )
    return [scored.value for scored in turtle.score(codes, [program] * len(codes), turtle.ANY_LANGUAGE)]


def first_row(config):
    """Return the first test row of a config that asks for a drawing."""
    rows = families.get(config).rows
    read = (row for split, row in rows.read() if split == "test" and not isinstance(row, Skipped))
    row = next(row for row in read if row.get("task", "draw") == "draw")
    return row if rows.finish is None else rows.finish(row)


def of_row(config):
    """Return a config's metric for the reference of a row, in 100 by 100 units."""
    scoring, row = families.get(config).scoring, first_row(config)
    code = families.get(config).evidence.reference(row)
    size = max(map(float, re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', code).groups()))
    inside = code[code.index(">", code.index("<svg")) + 1 : code.rindex("</svg>")]

    def values(codes):
        return [one.value for one in scoring.score([row] * len(codes), [Completion(code) for code in codes])]

    return Metric(f'<g transform="scale({100 / size})">{inside}</g>', values)


def bonded(codes):
    return [scored.value for scored in molecule_structure.score(codes, [plain(ATOMS)] * len(codes))]


def constructed(codes):
    scores = geometry.score(codes, [plain(LINES)] * len(codes))
    assert scores[0].parts["strict"] == 1
    return [scored.value for scored in scores]


METRICS = {
    "svg_validity": Metric(FIGURE, validity),
    "svg_similarity": Metric(FIGURE, similarity),
    "sketch_similarity": Metric(FIGURE, sketched),
    "structural_recall": Metric(FIGURE, recalled),
    "molecules": Metric(ATOMS, bonded),
    "geometry": Metric(LINES, constructed),
    "any-language": Metric(PATH, traced),
    "scene_match": Metric(FIGURE, scene_matched),
    "svg_edit": Metric(FIGURE, edited),
}
CONFIGS = ("gen-composition", "vgen-svg", "diagrams-svg")


def blank_ones(browser, codes):
    pictures = browser_pictures.paint(browser, codes, [None] * len(codes))
    return [browser_pictures.is_blank(picture) for picture in pictures]


@pytest.mark.parametrize("name", (*METRICS, *CONFIGS))
def test_what_is_blank_in_a_browser_earns_nothing(browser, name):
    metric = METRICS[name] if name in METRICS else of_row(name)
    ways = gate_drawings.hiding(metric.figure)
    honest, *values = metric.values([plain(metric.figure), *ways.values()])
    assert honest > 0
    rewarded = {way: ways[way] for way, value in zip(ways, values, strict=True) if value > 0}
    assert len(rewarded) > 10, "some ways hide nothing"
    blank = blank_ones(browser, list(rewarded.values()))
    assert [way for way, is_blank in zip(rewarded, blank, strict=True) if is_blank] == []


def test_nothing_is_blank_in_a_browser_and_shown_by_us_if_one_way_is_in_another(browser):
    draw, templates = random.Random(4), gate_drawings.templates()
    names = [name for name in templates if not name.startswith("root")]
    shown = {}
    while len(shown) < 200:
        outer, inner = draw.sample(names, 2)
        code = gate_drawings.fill(gate_drawings.nested(templates[outer], templates[inner]), FIGURE)
        try:
            guard.check_svg(code)
            picture = raster.render(gate.text(code), browser_pictures.SIZE)  # in a process that may crash
        except Rejected:
            names.remove(draw.choice([outer, inner])) if len(names) > 300 else None
            continue
        if not browser_pictures.is_blank(picture):
            shown[outer, inner] = code
    blank = blank_ones(browser, list(shown.values()))
    assert [pair for pair, is_blank in zip(shown, blank, strict=True) if is_blank] == []


def test_molecules_of_the_figure_are_read():
    assert len(molecule.read(plain(ATOMS)).graph.atoms) == 4
