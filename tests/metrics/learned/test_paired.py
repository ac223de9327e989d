"""Learned metrics in metrics of pairs: named, loaded, and described in the result. Real ones: tests/perceptual."""

from types import SimpleNamespace

import evaluate
import pytest
from paths import METRICS

from sgpkit.metrics import learned
from sgpkit.metrics.pair_metric import PairMetric


@pytest.fixture
def loaded(monkeypatch):
    """Fake measures that record their models and return the position of each pair in the batch."""
    asked = []

    def load(name, model=None, device="auto", batch_size=32):
        asked.append((name, model, device, batch_size))
        return SimpleNamespace(
            name=name, identity={"measure": name, "model": model}, device=device, libraries={"torch": "0"}
        )

    def as_pair_metric(metric):
        return PairMetric(lambda first, second: list(range(len(first))), -1.0, 16)

    monkeypatch.setattr(learned, "load", load)
    monkeypatch.setattr(learned, "as_pair_metric", as_pair_metric)
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    return asked


def test_captions_have_a_list_for_each_measure_that_is_asked_for(loaded):
    metric = evaluate.load(str(METRICS / "caption_quality"))
    result = metric.compute(
        predictions=["A dot.", "", "A line."],
        references=["A dot."] * 3,
        models={"bert_score": "ORG/NAME@1", "embedding": None},
        device="cpu",
        batch_size=2,
    )
    assert loaded == [("bert_score", "ORG/NAME@1", "cpu", 2), ("embedding", None, "cpu", 2)]
    assert result["bert_score"] == result["embedding"] == [0.0, -1.0, 1.0]
    assert result["mean_bert_score"] == 0.0
    message = {"measure": "bert_score", "model": "ORG/NAME@1", "device": "cpu", "libraries": {"torch": "0"}}
    assert result["models"]["bert_score"] == message


@pytest.mark.sandbox
def test_drawings_have_a_list_for_each_measure_that_is_asked_for(loaded):
    dot = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="50"/></svg>'
    metric = evaluate.load(str(METRICS / "svg_similarity"))
    result = metric.compute(predictions=["", dot, dot], references=[dot] * 3, models={"dino": None}, size=16)
    assert result["dino"] == [-1.0, 0.0, 1.0] and result["scores"] == [0.0, 1.0, 1.0]
    assert (result["models"]["dino"]["device"], result["size"], result["window"]) == ("auto", 16, 11)
    assert metric.compute(predictions=[dot], references=[dot])["models"] == {}


@pytest.mark.parametrize(
    ("name", "what", "known"),
    [
        ("clip", "drawing", "dino, lpips, dreamsim"),
        ("fid", "drawing", "lpips"),
        ("dino", "text", "bert_score, embedding"),
    ],
)
def test_a_measure_of_something_else_is_told(loaded, name, what, known):
    with pytest.raises(ValueError, match=f"unknown measure '{name}' of two {what}s; expected one of .*{known}"):
        learned.load_pairs({name: None}, what, "cpu", 8)
    assert not loaded
