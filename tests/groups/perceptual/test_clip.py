"""The CLIP score compared with transformers', for captions of any length, in batches of any size."""

import shutil

import numpy as np
import pytest
import tiny_encoders
import torch
from PIL import Image
from transformers import AutoImageProcessor, AutoTokenizer, CLIPModel

from sgpkit.errors import UserError
from sgpkit.metrics import learned
from sgpkit.metrics.learned.batches import cosines
from sgpkit.status import Rejected, Status

pytestmark = pytest.mark.perceptual

TEXTS = ["a red circle", "two blue squares on the left of a long green line", "", "x" * 60, "a red circle"]


def test_the_score_is_that_of_the_whole_model(models, pictures):
    """The model's forward pass multiplies the cosines by a learned temperature."""
    meter = learned.load("clip", str(models / "clip"), "cpu")
    shown = pictures(meter.size)
    model = CLIPModel.from_pretrained(models / "clip").eval()
    processor = AutoImageProcessor.from_pretrained(models / "clip", backend="pil")
    tokenizer = AutoTokenizer.from_pretrained(models / "clip")
    expected = []
    for picture, text in zip(shown, TEXTS, strict=True):
        pixels = processor(images=Image.fromarray(picture), return_tensors="pt")
        with torch.inference_mode():
            output = model(**tokenizer([text], return_tensors="pt"), **pixels)
            cosine = float(output.logits_per_image / model.logit_scale.exp())
        expected.append(100 * max(cosine, 0.0))
    assert meter.compare(shown, TEXTS) == pytest.approx(expected, abs=1e-3)
    assert sum(value > 1 for value in expected) >= 3


def test_neither_batches_nor_order_nor_company_change_a_value(models, pictures):
    shown = pictures(32)
    path = str(models / "clip")
    values = learned.load("clip", path, "cpu", batch_size=64).compare(shown, TEXTS)
    for size in (1, 2, 3):
        meter = learned.load("clip", path, "cpu", batch_size=size)
        assert meter.compare(shown, TEXTS) == pytest.approx(values, abs=1e-3)  # of 100: 1e-5 of a cosine
    assert meter.compare(shown[::-1], TEXTS[::-1]) == pytest.approx(values[::-1], abs=1e-3)
    assert [meter.compare([p], [t])[0] for p, t in zip(shown, TEXTS, strict=True)] == pytest.approx(values, abs=1e-3)


def test_failures_have_0_in_their_places(models, pictures):
    meter = learned.load("clip", str(models / "clip"), "cpu")
    shown = pictures(32)
    whole = meter.compare(shown, TEXTS)
    lost = Rejected(Status.PARSE_ERROR, "broken")
    values = meter.compare([lost, shown[1], lost, shown[3], shown[4]], TEXTS)
    assert values == pytest.approx([0, whole[1], 0, whole[3], whole[4]], abs=1e-3)
    assert meter.compare([lost, lost], TEXTS[:2]) == [0.0, 0.0]
    assert meter.compare([], []) == []


def test_a_cosine_below_0_counts_as_0(models, pictures):
    meter = learned.load("clip", str(models / "clip"), "cpu")
    shown = pictures(32, 40)
    texts = [f"text number {number}" * (number % 4 + 1) for number in range(40)]
    raw = 100 * cosines(meter.loaded.of_pictures(shown), meter.loaded.of_texts(texts))
    long = learned.load("long_clip", str(models / "long-clip"), "cpu")
    raw_long = 100 * cosines(long.loaded.of_pictures(shown), long.loaded.of_texts(texts))
    assert (np.concatenate([raw, raw_long]) < 0).any()
    assert meter.compare(shown, texts) == pytest.approx(np.maximum(raw, 0).tolist())
    assert long.compare(shown, texts) == pytest.approx(np.maximum(raw_long, 0).tolist())


def test_long_captions_are_cut_by_clip_and_read_by_long_clip(models, pictures):
    """The tiny tokenizer has one token per byte, and the one of Long-CLIP states 77, as published ones do."""
    beginning = "a drawing of a house by a lake, " * 4
    texts = [beginning + "with a boat", beginning + "under a moon"]
    clip = learned.load("clip", str(models / "clip"), "cpu")
    long = learned.load("long_clip", str(models / "long-clip"), "cpu")
    assert clip.cut(texts) == [True, True]
    assert long.cut(texts) == [False, False]
    assert long.cut([texts[0] * 3]) == [True]
    assert clip.identity["positions"] == 77
    assert long.identity["positions"] == 248
    for meter, same in ((clip, True), (long, False)):
        first, second = meter.loaded.of_texts(texts)
        assert np.allclose(first, second, atol=1e-5) is same


def test_a_model_is_its_weights_wherever_they_lie(models, tmp_path):
    moved = shutil.copytree(models / "clip", tmp_path / "moved")
    other = tiny_encoders.save_clip(tmp_path / "other", seed=9)
    identities = [learned.load("clip", str(path), "cpu").identity for path in (models / "clip", moved, other)]
    assert identities[0]["weights"] == identities[1]["weights"] != identities[2]["weights"]
    assert identities[0]["preparation"] == identities[1]["preparation"]


def test_a_changed_preparation_is_another_model(models, tmp_path):
    changed = shutil.copytree(models / "clip", tmp_path / "changed")
    settings = (changed / "preprocessor_config.json").read_text()
    (changed / "preprocessor_config.json").write_text(settings.replace('"do_normalize": true', '"do_normalize": false'))
    identities = [learned.load("clip", str(path), "cpu").identity for path in (models / "clip", changed)]
    assert identities[0]["weights"] == identities[1]["weights"]
    assert identities[0]["preparation"] != identities[1]["preparation"]


def test_a_model_of_the_hub_is_known_by_its_commit(hub, models, pictures):
    name, revision = hub
    for wanted in (name, f"{name}@{revision}", f"{name}@main"):
        meter = learned.load("clip", wanted, "cpu")
        assert meter.identity["model"] == name
        assert meter.identity["revision"] == revision
    shown = pictures(32)
    here = learned.load("clip", str(models / "clip"), "cpu")
    assert meter.compare(shown, TEXTS) == here.compare(shown, TEXTS)
    with pytest.raises(UserError, match="org/clip@another cannot be loaded"):
        learned.load("clip", f"{name}@another", "cpu")


def test_a_model_is_loaded_once(models):
    first, second = (learned.load("clip", str(models / "clip"), "cpu") for _ in range(2))
    assert first.loaded is second.loaded
