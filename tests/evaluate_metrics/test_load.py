"""Every metric in `evaluate_metrics/` loads through `evaluate.load` and accepts invalid predictions."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import evaluate
import pytest
from paths import METRICS, ROOT

from sgpkit.integrations import metrics
from sgpkit.integrations.metrics import install
from sgpkit.integrations.space.example import read as read_example
from sgpkit.status import Status

pytestmark = pytest.mark.process

ETHANOL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
<line x1="10" y1="10" x2="20" y2="10" stroke="black"/><line x1="20" y1="10" x2="30" y2="10" stroke="black"/>
<circle cx="10" cy="10" r="2" fill="#274A4A"/><circle cx="20" cy="10" r="2" fill="#274A4A"/>
<circle cx="30" cy="10" r="2" fill="#FF0000"/></svg>"""


class Example(NamedTuple):
    """A right prediction for its reference, and properties of the metric: its options, the names of its mean and of the
    averaged list, an invalid option, and the statuses of some hostile predictions."""

    prediction: str
    reference: str
    options: Mapping = MappingProxyType({})
    mean: str = "accuracy"
    marks: str = "scores"
    mistake: tuple = ({}, "")
    statuses: Mapping = MappingProxyType({})
    graded: bool = False  # more than right and wrong
    alone: bool = False  # predictions are judged without references


NAMES = [name for name in metrics.names() if read_example(METRICS / name).extra != "perceptual"]
"""The metrics that work without PyTorch; tests/groups/perceptual has the others."""

EXAMPLES = {
    "code_similarity": Example(
        ETHANOL,
        ETHANOL,
        {"format": "svg"},
        mean="similarity",
        mistake=({"format": "stone"}, "unknown format"),
        statuses={"prose": "no_answer", "deep": "too_large"},
        graded=True,
    ),
    "turtle_match": Example(
        "t.circle(50)", "t.circle(50)", mean="solved", mistake=({"setting": "hare"}, "unknown setting")
    ),
    "ssvg_structure": Example(
        ETHANOL,
        ETHANOL,
        {"task": "molecule", "format": "svg"},
        mistake=({"task": "sculpture"}, "unknown task"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
    ),
    "choice_accuracy": Example("Answer: B", "B", mistake=({"by": []}, "1 predictions and 0 groups")),
    "answer_consistency": Example(
        "Answer: B",
        "a question",
        mean="strict_consistency",
        marks="strict",
        mistake=({"options": []}, "options of 0 questions"),
    ),
    "structural_recall": Example(
        ETHANOL,
        "Two small circles, dark teal, and a red one, joined by black lines: three circles in all.",
        {"format": "svg"},
        mean="recall",
        mistake=({"format": "stone"}, "unknown format"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        graded=True,
    ),
    "scene_match": Example(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="20" cy="10" r="5" fill="red"/></svg>',
        '{"objects": [{"color": "red", "kind": "circle", "count": 1}]}',
        {"format": "svg"},
        mean="scene_match",
        mistake=({"format": "stone"}, "unknown format"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        graded=True,
    ),
    "drawing_judge": Example(
        ETHANOL,
        "Three dots in a row, joined by lines.",
        {"ask": lambda messages: "score: 10"},
        mean="judge",
        mistake=({"rubric": "taste", "replies": ["score: 10"]}, "unknown rubric"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
    ),
    "caption_judge": Example(
        "A red dot.",
        "A dot that is red.",
        {"ask": lambda messages: "score: 5" if messages[0]["content"].endswith("\n> A red dot.") else "score: 0"},
        mean="mean_score",
        mistake=({"replies": []}, "expected 1 replies, one per prediction, got 0"),
    ),
    "svg_similarity": Example(
        ETHANOL,
        ETHANOL,
        {"size": 64},
        mean="similarity",
        mistake=({"format": "stone"}, "unknown format"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        graded=True,
    ),
    "sketch_similarity": Example(
        ETHANOL,
        ETHANOL,
        {"sketch": "black-and-white"},
        mean="sketch_similarity",
        mistake=({"sketch": "charcoal"}, "unknown sketch"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        graded=True,
    ),
    "svg_edit": Example(
        ETHANOL,
        {"code": ETHANOL.replace("#FF0000", "#00AA00"), "target": ETHANOL},
        {"size": 64},
        mean="edited",
        mistake=({"size": 0}, "expected 1 to 4096"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        graded=True,
    ),
    "svg_validity": Example(
        ETHANOL,
        "",
        mean="visible_rate",
        marks="visible",
        mistake=({"size": 0}, "expected 1 to 4096"),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        alone=True,
    ),
    "caption_quality": Example(
        "A red dot.",
        "A red dot.",
        mean="quality",
        mistake=({"models": {"taste": None}}, "unknown measure"),
        statuses={"lone surrogate": "ok"},
        graded=True,
    ),
    "code_quality": Example(
        ETHANOL,
        ETHANOL,
        mean="conciseness",
        mistake=({}, ""),
        statuses=dict.fromkeys(["external", "script", "entity"], "unsafe") | {"deep": "too_large"},
        graded=True,
    ),
    "answer_entropy": Example("Answer: B", "a row", mean=None, mistake=({"options": []}, "options of 0 questions")),
}

HOSTILE = {
    "none": None,
    "a number": 3.5,
    "an empty list": [],
    "a mapping": {"code": ETHANOL},
    "empty": "",
    "prose": "It is an alcohol.",
    "lone surrogate": "\ud800",
    "NUL": "<svg>\x00</svg>",
    "not well formed": "<svg><g></svg>",
    "enormous": "<svg>" + "<g/>" * 3_000_000 + "</svg>",
    "deep": "<svg>" + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>",
    "entity": "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg><text>&a;</text></svg>",
    "external": '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    "script": '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
}


@pytest.fixture(autouse=True)
def offline(monkeypatch, tmp_path):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)


def load(name):
    return evaluate.load(str(ROOT / "evaluate_metrics" / name), keep_in_memory=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_metric_loads_and_gives_aligned_lists(name):
    example = EXAMPLES[name]
    predictions = [example.prediction, "", example.prediction]
    result = load(name).compute(predictions=predictions, references=[example.reference] * 3, **example.options)
    assert result["scores"] == result[example.marks] == [1.0, 0.0, 1.0]
    assert result["statuses"] == ["ok", "no_answer", "ok"]
    assert len(result["reasons"]) == 3
    assert all(result["reasons"])
    assert example.mean is None or result[example.mean] == pytest.approx(2 / 3)
    assert result["status_counts"] == {"ok": 2, "no_answer": 1}
    assert result["version"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_prediction_scores_nothing_and_hurts_nobody(name):
    example = EXAMPLES[name]
    predictions = [example.prediction, *HOSTILE.values(), example.prediction]
    references = [example.reference] * len(predictions)
    result = load(name).compute(predictions=predictions, references=references, **example.options)
    first, *marks, last = result[example.marks]
    assert first == last == 1.0
    assert all(mark == 0 or (example.graded and mark < 1) for mark in marks), marks
    reasons = dict(zip(HOSTILE, result["reasons"][1:-1], strict=True))
    assert all(reasons.values()), reasons
    assert set(result["statuses"]) <= set(Status)
    statuses = dict(zip(HOSTILE, result["statuses"][1:-1], strict=True))
    assert statuses["none"] == statuses["a number"] == statuses["an empty list"] == "no_answer"
    assert statuses["enormous"] == "too_large"
    assert {case: statuses[case] for case in example.statuses} == example.statuses


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_batch_is_refused(name):
    with pytest.raises(ValueError, match="no predictions: expected at least one"):
        load(name).compute(predictions=[], references=[], **EXAMPLES[name].options)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_has_an_interval_or_the_reason(name):
    prediction, reference, options, *_ = EXAMPLES[name]
    metric, six = load(name), {"predictions": [prediction, *["no"] * 5], "references": [reference] * 6}
    alone = metric.compute(**six, **options)
    figures = {key for key, value in alone.items() if isinstance(value, float)}
    assert figures <= alone["intervals"].keys()
    assert EXAMPLES[name].mean is None or EXAMPLES[name].mean in alone["intervals"]
    for interval in alone["intervals"].values():
        assert (interval["low"] is None) == interval["method"].startswith("none: ")
    grouped = metric.compute(**six, **options, clusters=["a", "b"] * 3)
    reasons = {interval["method"] for interval in grouped["intervals"].values() if interval["n"]}
    assert all(reason.startswith("none: ") for reason in reasons)
    assert any("at least 5 are needed" in reason for reason in reasons)
    with pytest.raises(ValueError, match="6 predictions and 1 clusters"):
        metric.compute(**six, **options, clusters=["a"])


@pytest.mark.parametrize("name", NAMES)
def test_predictions_added_in_batches_give_the_same(name):
    prediction, reference, options, *_ = EXAMPLES[name]
    metric = load(name)
    metric.add(prediction=prediction, reference=reference)
    metric.add_batch(predictions=["no", prediction], references=[reference, reference])
    at_once = load(name).compute(predictions=[prediction, "no", prediction], references=[reference] * 3, **options)
    assert metric.compute(**options) == at_once


@pytest.mark.parametrize("name", NAMES)
def test_mistakes_of_the_caller_are_told(name):
    example = EXAMPLES[name]
    prediction, reference, options = example[:3]
    mistaken, message = example.mistake
    metric = load(name)
    with pytest.raises(ValueError, match="the same number of each"):
        metric.compute(predictions=[prediction], references=[reference] * 2, **options)
    if not example.alone:
        with pytest.raises(ValueError, match="expected both"):
            metric.compute(predictions=[prediction], **options)
        with pytest.raises(ValueError, match="reference 0"):
            metric.compute(predictions=[prediction], references=[None], **options)
    if mistaken:
        with pytest.raises(ValueError, match=message):
            metric.compute(predictions=[prediction], references=[reference], **mistaken)


@pytest.mark.parametrize("name", ["code_similarity", "ssvg_structure"])
def test_references_may_be_rows(name):
    result = load(name).compute(predictions=[ETHANOL], references=[{"id": "x", "code": ETHANOL}])
    assert result["scores"] == [1.0]


def loaded_in(folder, names, environment):
    """Return the names of the metrics that a new process in `folder` loads by these names or paths."""
    script = f"import evaluate; print(*(evaluate.load(name).name for name in {names!r}), sep='\\n')"
    environment = os.environ | {"HF_EVALUATE_OFFLINE": "1"} | environment
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, cwd=folder, capture_output=True, text=True
    )
    return done.stdout.split()


def test_metrics_are_installed_where_evaluate_looks():
    assert install.modules_cache() == evaluate.config.HF_MODULES_CACHE


def test_installed_metrics_load_by_their_names_from_any_folder(tmp_path):
    environment = {"HF_MODULES_CACHE": str(tmp_path / "modules")}
    install = "from sgpkit.cli.main import main; raise SystemExit(main(['metrics', 'install']))"
    subprocess.run([sys.executable, "-c", install], env=os.environ | environment, check=True, cwd=tmp_path)
    assert loaded_in(tmp_path, metrics.names(), environment) == metrics.names()


@pytest.mark.slow
def test_metrics_load_from_the_checkout_by_their_paths(tmp_path):
    shutil.copytree(ROOT / "evaluate_metrics", tmp_path / "evaluate_metrics")
    paths = [f"evaluate_metrics/{name}" for name in metrics.names()]
    loaded = loaded_in(tmp_path, paths, {"HF_MODULES_CACHE": str(tmp_path / "modules")})
    assert loaded == metrics.names()
