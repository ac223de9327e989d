"""Every metric in `evaluate_metrics/` loads through `evaluate.load` and survives what is no prediction."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import evaluate
import pytest

import evaluate_metrics
from sgpkit.status import Status

ROOT = Path(__file__).resolve().parent.parent

# One right pair for each metric, with the options that it needs.
ETHANOL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
<line x1="10" y1="10" x2="20" y2="10" stroke="black"/><line x1="20" y1="10" x2="30" y2="10" stroke="black"/>
<circle cx="10" cy="10" r="2" fill="#274A4A"/><circle cx="20" cy="10" r="2" fill="#274A4A"/>
<circle cx="30" cy="10" r="2" fill="#FF0000"/></svg>"""
EXAMPLES = {"ssvg_structure": (ETHANOL, ETHANOL, {"task": "molecule", "format": "svg"})}

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


def test_every_metric_has_an_example_here():
    assert sorted(EXAMPLES) == evaluate_metrics.names()


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_a_metric_loads_and_gives_aligned_lists(name):
    prediction, reference, options = EXAMPLES[name]
    result = load(name).compute(predictions=[prediction, "", prediction], references=[reference] * 3, **options)
    assert result["scores"] == [1.0, 0.0, 1.0]
    assert result["statuses"] == ["ok", "no_answer", "ok"]
    assert len(result["reasons"]) == 3
    assert all(result["reasons"])
    assert result["accuracy"] == pytest.approx(2 / 3)
    assert result["status_counts"] == {"ok": 2, "no_answer": 1}
    assert result["version"]


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_what_is_no_prediction_scores_nothing_and_hurts_nobody(name):
    prediction, reference, options = EXAMPLES[name]
    predictions = [prediction, *HOSTILE.values(), prediction]
    result = load(name).compute(predictions=predictions, references=[reference] * len(predictions), **options)
    assert result["scores"] == [1.0] + [0.0] * len(HOSTILE) + [1.0]
    reasons = dict(zip(HOSTILE, result["reasons"][1:-1], strict=True))
    assert all(reasons.values()), reasons
    assert set(result["statuses"]) <= set(Status)
    statuses = dict(zip(HOSTILE, result["statuses"][1:-1], strict=True))
    assert statuses["external"] == statuses["script"] == statuses["entity"] == "unsafe"
    assert statuses["none"] == statuses["a number"] == statuses["an empty list"] == "no_answer"
    assert statuses["deep"] == statuses["enormous"] == "too_large"


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_an_empty_batch_is_a_result_too(name):
    _, _, options = EXAMPLES[name]
    result = load(name).compute(predictions=[], references=[], **options)
    assert (result["accuracy"], result["scores"], result["status_counts"]) == (0.0, [], {})


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_predictions_added_in_batches_give_the_same(name):
    prediction, reference, options = EXAMPLES[name]
    metric = load(name)
    metric.add(prediction=prediction, reference=reference)
    metric.add_batch(predictions=["no", prediction], references=[reference, reference])
    at_once = load(name).compute(predictions=[prediction, "no", prediction], references=[reference] * 3, **options)
    assert metric.compute(**options) == at_once


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_mistakes_of_the_caller_are_told(name):
    prediction, reference, options = EXAMPLES[name]
    metric = load(name)
    with pytest.raises(ValueError, match="as many of each"):
        metric.compute(predictions=[prediction], references=[reference] * 2, **options)
    with pytest.raises(ValueError, match="expected both"):
        metric.compute(predictions=[prediction], **options)
    with pytest.raises(ValueError, match="reference 0"):
        metric.compute(predictions=[prediction], references=[None], **options)
    with pytest.raises(ValueError, match="unknown task"):
        metric.compute(predictions=[prediction], references=[reference], task="sculpture")


def test_references_may_be_rows():
    result = load("ssvg_structure").compute(predictions=[ETHANOL], references=[{"id": "x", "code": ETHANOL}])
    assert result["scores"] == [1.0]


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_an_installed_metric_loads_by_its_name_from_any_folder(name, tmp_path):
    environment = {
        **os.environ,
        "HF_MODULES_CACHE": str(tmp_path / "modules"),
        "HF_EVALUATE_OFFLINE": "1",
    }
    install = "import sys; from submit.cli import main; sys.exit(main(['metrics', 'install']))"
    subprocess.run([sys.executable, "-c", install], env=environment, check=True, cwd=tmp_path)
    script = f"import evaluate; print(evaluate.load({name!r}).name)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert name in loaded.stdout


@pytest.mark.parametrize("name", evaluate_metrics.names())
def test_a_metric_loads_from_the_checkout_by_its_path(name, tmp_path):
    shutil.copytree(ROOT / "evaluate_metrics" / name, tmp_path / "evaluate_metrics" / name)
    script = f"import evaluate; print(evaluate.load('evaluate_metrics/{name}').name)"
    environment = os.environ | {"HF_EVALUATE_OFFLINE": "1", "HF_MODULES_CACHE": str(tmp_path / "modules")}
    loaded = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert name in loaded.stdout
