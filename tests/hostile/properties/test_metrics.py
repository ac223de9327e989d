"""Every metric that reads SVG and needs no model, with visible, blank and broken drawings.

Each promises a score for any answer, unchanged scores of the neighbours, and 0 for blank drawings.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import grammar_drawings
import promises
import pytest
import svg_inputs
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.baselines import adversarial
from sgpkit.graphics import raster
from sgpkit.metrics.code import code_quality, code_similarity
from sgpkit.metrics.pictures import sketch_similarity, svg_edit, svg_similarity, svg_validity
from sgpkit.metrics.structure import recall as structural_recall
from sgpkit.metrics.structure import scene_match, ssvg_structure
from sgpkit.status import Rejected
from tests.hostile.properties import verdicts

pytestmark = pytest.mark.process

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><style>.output_object { stroke: red }</style>'
    '<line x1="10" y1="10" x2="200" y2="10" stroke="black"/><circle cx="100" cy="100" r="40" stroke="black"/>'
)
LINE = '<line class="output_object" x1="10" y1="10" x2="200" y2="300"/>'
SOLVED = f'{HEAD}{LINE}<circle class="output_object" cx="250" cy="250" r="60"/></svg>'
START = f"{HEAD}</svg>"
ARC = '<path class="output_object" d="M10 20A30 40 20 0 1 50 60"/><ellipse class="output_object" rx="3" ry="9"/>'
CAPTION = 'a red circle and two lines, labelled "x" and "y"'
MOLECULE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><line x1="20" y1="50" x2="80" y2="50" stroke="#000"/>'
    '<circle cx="20" cy="50" r="9" fill="#274A4A"/><circle cx="80" cy="50" r="9" fill="red"/></svg>'
)
FIGURES = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="30" cy="30" r="20" fill="red"/>'
    '<line x1="5" y1="80" x2="95" y2="80" stroke="black"/><line x1="5" y1="90" x2="95" y2="90" stroke="black"/></svg>'
)
ASSERTED = '{"objects": [{"color": "red", "count": 1, "kind": "circle", "place": [0.3, 0.3]}]}'


class Metric(NamedTuple):
    """`score` takes texts, and `good` is right. `looks` states whether only visible things count, and `paints` whether
    a renderer decides, which ignores media queries."""

    score: object
    good: str
    looks: bool = True
    paints: bool = False
    seeds: tuple[str, ...] = ()


def similarity(texts):
    """Return the scores, and check the figures of the whole set."""
    scores = code_similarity.score(texts, [FIGURES] * len(texts), corpus=[FIGURES, MOLECULE])
    assert 0 <= scores.crystal_bleu <= 1 and 0 <= scores.eed <= 1
    return scores.scores


METRICS = {
    "molecule": Metric(lambda texts: ssvg_structure.score(texts, [MOLECULE] * len(texts), "molecule"), MOLECULE),
    "geometry": Metric(
        lambda texts: ssvg_structure.score(texts, [SOLVED] * len(texts), "geometry"),
        SOLVED,
        seeds=(SOLVED, f"{HEAD}{LINE}{ARC}</svg>", START),
    ),
    "recall": Metric(lambda texts: structural_recall.score(texts, [CAPTION] * len(texts)), FIGURES),
    "match": Metric(lambda texts: scene_match.score(texts, [{"asserted": ASSERTED}] * len(texts)), FIGURES),
    "validity": Metric(lambda texts: [item.score for item in svg_validity.score(texts)], FIGURES, paints=True),
    "likeness": Metric(lambda texts: svg_similarity.score(texts, [FIGURES] * len(texts)), FIGURES, paints=True),
    "edit": Metric(
        lambda texts: svg_edit.score(texts, [START] * len(texts), [SOLVED] * len(texts)), SOLVED, paints=True
    ),
    "sketch": Metric(
        lambda texts: sketch_similarity.score(texts, [FIGURES] * len(texts), [False] * len(texts)), FIGURES, paints=True
    ),
    "similarity": Metric(similarity, FIGURES, looks=False),
    "quality": Metric(
        lambda texts: [item.score for item in code_quality.score(texts, [FIGURES] * len(texts))], FIGURES, looks=False
    ),
}
LOOKING = [name for name, metric in METRICS.items() if metric.looks]
HIDINGS = adversarial.DRAWINGS["svg"].hidings


@cache
def scores_alone(name):
    metric = METRICS[name]
    return list(metric.score([metric.good] * 2))


@lru_cache(maxsize=512)
def is_white(code):
    """Return whether a renderer paints a white page, at sizes that metrics paint in and others."""
    try:
        return all(bool((raster.render(code, size) == 255).all()) for size in (96, 128, 384, 512))
    except Rejected:
        return False


@promises.kept()
def score(name, text, shows_nothing):
    metric = METRICS[name]
    scores = list(metric.score([metric.good, text, metric.good]))
    verdicts.check(scores, scores_alone(name))
    assert not (shows_nothing and metric.looks and scores[1].value), f"{scores[1]} for an invisible drawing"


@pytest.mark.parametrize("name", METRICS)
@given(data=st.data())
def test_metric_scores_grammar_made_drawings(name, data):
    code = data.draw(grammar_drawings.drawings())
    score(name, code, is_white(code))


@pytest.mark.parametrize("name", METRICS)
@given(data=st.data())
def test_metric_scores_edited_drawings(name, data):
    metric = METRICS[name]
    seeds = (*(metric.seeds or (metric.good,)), *svg_inputs.SEEDS)
    score(name, data.draw(svg_inputs.edited(seeds)), False)


@pytest.mark.parametrize("name", LOOKING)
@given(data=st.data())
def test_metric_gives_nothing_for_hidden_drawings(name, data):
    metric = METRICS[name]
    score(name, data.draw(grammar_drawings.hidden_drawings(metric.good, media=not metric.paints)), True)


@pytest.mark.parametrize("way", HIDINGS)
@pytest.mark.parametrize("name", LOOKING)
def test_metric_gives_nothing_for_adversarial_hiding(name, way):
    score(name, HIDINGS[way](METRICS[name].good), True)


@pytest.mark.parametrize("name", METRICS)
def test_metric_scores_seeds(name):
    for code in (*METRICS[name].seeds, *svg_inputs.SEEDS):
        score(name, code, False)
