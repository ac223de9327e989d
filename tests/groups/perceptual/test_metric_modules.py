"""The `evaluate` modules that need learned models, and those that accept them in addition to their own measures."""

import evaluate
import pytest
from paths import ROOT

from sgpkit.errors import UserError
from sgpkit.status import Status

pytestmark = [pytest.mark.perceptual, pytest.mark.sandbox]


CIRCLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#d00"/></svg>'
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="6" height="6" fill="#00d"/></svg>'
HOSTILE = {
    "none": None,
    "a number": 3.5,
    "empty": "",
    "prose": "It is a circle.",
    "truncated": '<svg xmlns="http://www.w3.org/2000/svg"><circle r="2"',
    "not well formed": "<svg><g></svg>",
    "entity": "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg><text>&a;</text></svg>",
    "external": '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    "a picture": '<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,AA" width="9" height="9"/></svg>',
    "blank": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
}


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)


def load(name):
    return evaluate.load(str(ROOT / "evaluate_metrics" / name), keep_in_memory=True)


def test_captions_and_drawings(models):
    predictions = [CIRCLE, *HOSTILE.values(), f"Two of them:\n{CIRCLE}\n{SQUARE}", SQUARE]
    captions = ["a red circle"] * (len(predictions) - 2) + ["a blue square"] * 2
    options = {"model": str(models / "clip"), "device": "cpu"}
    result = load("caption_alignment").compute(predictions=predictions, references=captions, **options)
    alone = load("caption_alignment").compute(
        predictions=[CIRCLE, SQUARE], references=["a red circle", "a blue square"], **options
    )
    assert [result["scores"][0], result["scores"][-1]] == pytest.approx(alone["scores"], abs=1e-3)
    assert min(alone["scores"]) > 0
    assert result["scores"][1:-2] == [0.0] * len(HOSTILE)
    assert result["scores"][-2] == pytest.approx(result["scores"][-1], abs=1e-3)  # the last of several counts
    statuses = dict(zip(HOSTILE, result["statuses"][1:-2], strict=True))
    assert statuses["blank"] == "ok"
    assert all(statuses[name] == "unsafe" for name in ("entity", "external"))
    assert all(statuses[name] == "no_answer" for name in ("none", "a number", "empty", "prose", "a picture"))
    assert set(result["statuses"]) <= set(Status)
    assert all(result["reasons"])
    assert result["clip_score"] == pytest.approx(sum(result["scores"]) / len(predictions))
    assert result["model"]["weights"]
    assert result["model"]["libraries"]["torch"]
    assert sum(result["status_counts"].values()) == len(predictions)


def test_captions_that_are_cut_and_rows(models):
    row = {"id": "x", "caption": "a red circle " * 9}
    metric = load("caption_alignment")
    result = metric.compute(predictions=[CIRCLE], references=[row], model=str(models / "clip"))
    assert result["cut"] == [True]
    long = metric.compute(predictions=[CIRCLE], references=[row], model=str(models / "long-clip"), measure="long_clip")
    assert long["cut"] == [False]


def test_predictions_added_in_batches_give_the_same(models):
    metric = load("caption_alignment")
    metric.add(prediction=CIRCLE, reference="a red circle")
    metric.add_batch(predictions=["no", SQUARE], references=["a", "b"])
    result = metric.compute(model=str(models / "clip"))
    again = metric.compute(
        predictions=[CIRCLE, "no", SQUARE], references=["a red circle", "a", "b"], model=str(models / "clip")
    )
    assert result == again


def test_sets(models):
    metric = load("distribution_distance")
    options = {"model": str(models / "dino"), "device": "cpu"}
    result = metric.compute(predictions=[CIRCLE, SQUARE, "no"], references=[SQUARE, CIRCLE, CIRCLE, SQUARE], **options)
    assert result["scores"] == [1.0, 1.0, 0.0]
    assert result["statuses"] == ["ok", "ok", "no_answer"]
    assert result["fid"] > 0.1
    assert metric.compute(predictions=[CIRCLE, SQUARE], references=[SQUARE, CIRCLE], **options)["fid"] == pytest.approx(
        0, abs=1e-6
    )
    only = metric.compute(predictions=[CIRCLE, SQUARE], references=[SQUARE, SQUARE], distances=["kid"], **options)
    assert "fid" not in only
    with pytest.raises(ValueError, match="at least 2"):
        metric.compute(predictions=[CIRCLE], references=[CIRCLE, SQUARE], **options)
    with pytest.raises(ValueError, match="unknown distance"):
        metric.compute(predictions=[CIRCLE] * 2, references=[CIRCLE] * 2, distances=["mid"], **options)


def test_drawings_take_learned_measures_beside_their_own(models):
    result = load("svg_similarity").compute(
        predictions=[CIRCLE, "no", HOSTILE["blank"], SQUARE],
        references=[CIRCLE, CIRCLE, CIRCLE, CIRCLE],
        models={"dino": str(models / "dino")},
        device="cpu",
    )
    assert result["dino"][:3] == pytest.approx([1.0, 0.0, 0.0], abs=1e-5)
    assert 0 < result["dino"][3] < 1
    assert result["models"]["dino"]["weights"]


def test_captions_take_learned_measures_beside_their_own(models):
    result = load("caption_quality").compute(
        predictions=["A red circle.", "", "Caption: a house"],
        references=["A red circle.", "A red circle.", "a house"],
        models={"bert_score": str(models / "bert"), "embedding": str(models / "sentence")},
        device="cpu",
    )
    for name in ("bert_score", "embedding"):
        assert result[name] == pytest.approx([1.0, 0.0, 1.0], abs=1e-5)
        assert result["models"][name]["weights"]


def test_mistakes_of_the_caller(models):
    metric = load("caption_alignment")
    path = str(models / "clip")
    with pytest.raises(ValueError, match="the same number of each"):
        metric.compute(predictions=[CIRCLE], references=["a"] * 2, model=path)
    with pytest.raises(ValueError, match="expected both"):
        metric.compute(predictions=[CIRCLE], model=path)
    with pytest.raises(ValueError, match="reference 0"):
        metric.compute(predictions=[CIRCLE], references=[None], model=path)
    with pytest.raises(ValueError, match="unknown measure"):
        metric.compute(predictions=[CIRCLE], references=["a"], model=path, measure="dino")
    with pytest.raises(UserError, match="unknown device"):
        metric.compute(predictions=[CIRCLE], references=["a"], model=path, device="tpu")
    with pytest.raises(ValueError, match="no predictions"):
        metric.compute(predictions=[], references=[], model=path)
