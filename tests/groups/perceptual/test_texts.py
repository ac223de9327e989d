"""Pairs of texts by BERTScore and sentence embeddings, compared with the authors' package and hidden states."""

import json

import bert_score
import numpy as np
import pytest
import tiny_encoders
import torch
from transformers import AutoModel, AutoTokenizer

from sgpkit.errors import UserError
from sgpkit.metrics import learned
from sgpkit.metrics.learned.bert_score import LAYERS, BertScore
from sgpkit.metrics.learned.models import Checkpoint
from sgpkit.status import Rejected, Status

pytestmark = pytest.mark.perceptual

TEXTS = ["a red circle", "a blue square to the left of it", "x", "hello there", "a house " * 20, "ünïcode 猫"]
OTHERS = ["a red ring", "two green squares", "a red circle", "hello there", "a house by a lake", "unicode cat"]


@pytest.mark.parametrize("layer", [1, 2, 3])
def test_bert_score_is_that_of_the_authors_package(models, layer):
    path = str(models / "bert")
    _, _, expected = bert_score.score(TEXTS, OTHERS, model_type=path, num_layers=layer, idf=False, batch_size=3)
    result = BertScore(Checkpoint(path, device="cpu"), layer).compare(TEXTS, OTHERS)
    assert result == pytest.approx(expected.tolist(), abs=1e-5)
    assert len({round(value, 3) for value in result}) >= 4


def test_roberta_s_first_word_is_one_within_a_sentence(tmp_path):
    """The package asks RoBERTa's tokenizer for this. The expected value is computed by hand, with the ends matched but
    not counted."""
    path = tiny_encoders.save_roberta(tmp_path / "roberta")
    encoder, tokenizer = AutoModel.from_pretrained(path).eval(), AutoTokenizer.from_pretrained(path)

    def by_hand(text, other, lead):
        states = []
        for item in (text, other):
            with torch.inference_mode():
                states.append(encoder(**tokenizer(lead + item, return_tensors="pt")).last_hidden_state[0])
        alike = torch.nn.functional.cosine_similarity(states[0][:, None], states[1][None], dim=-1)
        precision, recall = alike.max(dim=1)[0][1:-1].mean(), alike.max(dim=0)[0][1:-1].mean()
        return float(2 * precision * recall / (precision + recall))

    result = BertScore(Checkpoint(str(path), device="cpu")).compare(TEXTS[:3], OTHERS[:3])
    assert result == pytest.approx([by_hand(*pair, " ") for pair in zip(TEXTS[:3], OTHERS[:3], strict=True)], abs=1e-5)
    assert result != pytest.approx([by_hand(*pair, "") for pair in zip(TEXTS[:3], OTHERS[:3], strict=True)], abs=1e-3)


def test_the_published_layers_are_those_of_the_authors_package():
    from bert_score.utils import model2layers

    assert {name: model2layers[name] for name in LAYERS} == LAYERS


def test_bert_score_s_layer_is_part_of_what_it_is_and_has_to_be_there(models):
    wanted = Checkpoint(str(models / "bert"), device="cpu")
    assert BertScore(wanted).identity["layer"] == 3
    assert BertScore(wanted, 1).identity["layer"] == 1
    with pytest.raises(UserError, match=r"layer 4 of .*expected 0 to 3"):
        BertScore(wanted, 4)


@pytest.mark.parametrize(("model", "pooling"), [("sentence", "first"), ("sentence-mean", "mean")])
def test_embeddings_are_pooled_as_the_checkpoint_says(models, model, pooling):
    encoder = AutoModel.from_pretrained(models / model).eval()
    tokenizer = AutoTokenizer.from_pretrained(models / model)
    expected = []
    for pair in zip(TEXTS, OTHERS, strict=True):
        rows = []
        for text in pair:
            with torch.inference_mode():
                states = encoder(**tokenizer(text, return_tensors="pt", truncation=True, max_length=128))[0][0]
            rows.append(states[0] if pooling == "first" else states.mean(dim=0))
        expected.append(max(float(torch.nn.functional.cosine_similarity(*rows, dim=0)), 0.0))
    meter = learned.load("embedding", str(models / model), "cpu")
    assert meter.identity["pooling"] == pooling
    assert meter.compare(TEXTS, OTHERS) == pytest.approx(expected, abs=1e-5)


@pytest.fixture(params=["bert_score", "embedding"])
def measure(request, models):
    return request.param, str(models / {"bert_score": "bert", "embedding": "sentence"}[request.param])


def test_a_text_is_like_itself(measure):
    name, model = measure
    meter = learned.load(name, model, "cpu")
    assert meter.compare(TEXTS, TEXTS) == pytest.approx([1.0] * len(TEXTS), abs=1e-5)
    assert all(0 <= value < 0.999 for value in meter.compare(TEXTS[:3], OTHERS[:3]))


def test_neither_batches_nor_company_change_a_value(measure):
    """Short texts are padded in a batch with long ones; the padding must have no effect."""
    name, model = measure
    values = learned.load(name, model, "cpu", batch_size=64).compare(TEXTS, OTHERS)
    for size in (1, 2):
        meter = learned.load(name, model, "cpu", batch_size=size)
        assert meter.compare(TEXTS, OTHERS) == pytest.approx(values, abs=1e-5)
    assert meter.compare(TEXTS[::-1], OTHERS[::-1]) == pytest.approx(values[::-1], abs=1e-5)
    assert meter.compare(OTHERS, TEXTS) == pytest.approx(values, abs=1e-5)


def test_what_says_nothing_has_0(measure):
    name, model = measure
    meter = learned.load(name, model, "cpu")
    lost = Rejected(Status.NO_ANSWER, "empty")
    assert meter.compare(["", " \n", lost, "a text"], ["a text"] * 4) == pytest.approx([0, 0, 0, 1], abs=1e-5)


def test_long_texts_are_cut_where_the_model_ends(measure):
    name, model = measure
    meter = learned.load(name, model, "cpu")
    room = meter.identity["positions"]
    assert room == {"bert_score": 64, "embedding": 128}[name]
    beginning = "y" * (room - 2)
    assert meter.cut([beginning, beginning + "z"]) == [False, True]
    assert meter.compare([beginning + "z" * 99], [beginning + "b" * 50]) == pytest.approx([1.0], abs=1e-5)


def test_pooling_in_the_newer_manner_and_pooling_that_is_not_known(tmp_path):
    folder = tiny_encoders.save_sentence_encoder(tmp_path / "newer", "mean")
    config = folder / "1_Pooling" / "config.json"
    config.write_text(json.dumps({"pooling_mode": "cls", "embedding_dimension": 32}))
    assert learned.load("embedding", str(folder), "cpu").identity["pooling"] == "first"
    config.write_text(json.dumps({"pooling_mode_max_tokens": True, "pooling_mode_cls_token": False}))
    other = tmp_path / "other"
    folder.rename(other)
    with pytest.raises(UserError, match="pools by pooling_mode_max_tokens"):
        learned.load("embedding", str(other), "cpu")


def test_values_are_finite_for_odd_texts(measure):
    name, model = measure
    meter = learned.load(name, model, "cpu")
    odd = ["\u200b", "\ufffd", "[SEP] [CLS]", "</s><s>", "a" * 100_000, "🙂" * 50]
    assert np.isfinite(meter.compare(odd, odd[::-1])).all()
