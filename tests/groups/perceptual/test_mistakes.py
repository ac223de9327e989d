"""Errors of loading name the model, the expectation and a remedy."""

import json
import shutil

import pytest
import tiny_encoders
import torch
from safetensors.torch import load_file, save_file

from sgpkit.errors import UserError
from sgpkit.metrics import learned
from sgpkit.metrics.learned import batches
from sgpkit.metrics.learned import models as loading

pytestmark = pytest.mark.perceptual


def refused(name, model, device="cpu"):
    with pytest.raises(UserError) as error:
        learned.load(name, model, device)
    return str(error.value)


def test_a_checkpoint_that_lacks_weights_is_refused(models, tmp_path):
    """transformers would continue with random weights."""
    torn = shutil.copytree(models / "dino", tmp_path / "torn")
    weights = load_file(torn / "model.safetensors")
    lost = [name for name in weights if "layernorm" in name or name.startswith("layernorm")]
    save_file(
        {name: weights[name] for name in weights if name not in lost}, torn / "model.safetensors", {"format": "pt"}
    )
    assert f"has no weights for {len(lost)} of its layers" in refused("dino", str(torn))


def test_a_text_encoder_without_its_spare_layers_is_taken(models, tmp_path):
    bare = shutil.copytree(models / "bert", tmp_path / "bare")
    weights = {name: item for name, item in load_file(bare / "model.safetensors").items() if "pooler" not in name}
    save_file(weights, bare / "model.safetensors", {"format": "pt"})
    assert learned.load("bert_score", str(bare), "cpu").compare(["a"], ["a"]) == pytest.approx([1.0], abs=1e-5)


def test_a_vision_tower_without_the_layers_that_pool_is_refused(models, tmp_path):
    """Their output is the input of FID."""
    bare = tiny_encoders.save_vit(tmp_path / "vit")
    assert learned.load("fid", str(bare), "cpu").size == 32
    weights = {name: item for name, item in load_file(bare / "model.safetensors").items() if "pooler" not in name}
    torn = shutil.copytree(bare, tmp_path / "torn")
    save_file(weights, torn / "model.safetensors", {"format": "pt"})
    assert "such as pooler." in refused("fid", str(torn))


def test_a_long_clip_whose_config_says_77_is_told(models, tmp_path):
    """Some published checkpoints once did so."""
    wrong = shutil.copytree(models / "long-clip", tmp_path / "wrong")
    config = json.loads((wrong / "config.json").read_text())
    config["text_config"]["max_position_embeddings"] = 77
    (wrong / "config.json").write_text(json.dumps(config))
    assert "cannot be loaded" in refused("long_clip", str(wrong))


def test_a_model_of_another_kind(models):
    assert "is a Dinov2Model, which does not embed both" in refused("clip", str(models / "dino"))
    assert "cannot be loaded" in refused("dino", str(models / "bert"))


def test_what_is_not_there(tmp_path):
    assert "org/nothing cannot be loaded" in refused("clip", "org/nothing")
    assert "there is no such file or folder" in refused("clip", str(tmp_path / "nothing"))
    (tmp_path / "empty").mkdir()
    assert "empty cannot be loaded" in refused("embedding", str(tmp_path / "empty"))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.json").write_text("{")
    assert "broken cannot be loaded" in refused("clip", str(broken))


def test_lpips_and_its_trunk(tmp_path):
    assert "did you mean 'squeeze'" in refused("lpips", "squeezenet")
    path = tiny_encoders.save_lpips_trunk(tmp_path / "alex.pth", "alex")
    assert "expected torchvision's weights of the same network" in refused("lpips", f"vgg:{path}")
    (tmp_path / "text.pth").write_text("no weights")
    assert "cannot be loaded" in refused("lpips", f"alex:{tmp_path / 'text.pth'}")


def test_dreamsim_and_its_folder(tmp_path):
    assert "unknown type 'dino'" in refused("dreamsim", "dino")
    assert "is not a folder" in refused("dreamsim", f"ensemble:{tmp_path / 'nothing'}")
    hub = torch.hub.get_dir()
    assert "cannot be loaded" in refused("dreamsim", f"clip_vitb32:{tmp_path}")
    assert torch.hub.get_dir() == hub


def test_inception_and_its_file(tmp_path):
    assert "is not a file" in refused("fid", f"inception:{tmp_path / 'nothing.pth'}")
    torch.save({}, tmp_path / "weights.pth")
    assert "cannot be loaded" in refused("fid", f"inception:{tmp_path / 'weights.pth'}")


def test_devices(models, monkeypatch):
    path = str(models / "clip")
    assert "unknown device 'gpu'; expected auto, cuda, mps, cpu or cuda:N" in refused("clip", path, "gpu")
    assert "unknown device 'cpu:1'" in refused("clip", path, "cpu:1")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    assert "finds none here; available: cpu" in refused("clip", path, "cuda")
    assert loading.device("auto", "CLIP") == "cpu"
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert loading.device("auto", "CLIP") == "mps"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert loading.device("auto", "CLIP") == "cuda"
    assert loading.device("cuda:1", "CLIP") == "cuda:1"
    assert "finds none here" in refused("clip", path, "cuda:2")


@pytest.mark.parametrize(("batch_size", "advice"), [(32, "--batch-size 8"), (1, "--device cpu")])
def test_a_batch_that_does_not_fit_the_device(batch_size, advice):
    def work(batch):
        raise torch.OutOfMemoryError("CUDA out of memory")

    with pytest.raises(UserError, match=advice):
        batches.embed(["text"], batches.text_key, work, batch_size)


def test_work_is_done_in_whole_single_precision_and_what_was_set_stays():
    def work(batch):
        cudnn = torch.backends.cudnn
        seen.append((cudnn.enabled, cudnn.allow_tf32, torch.backends.cuda.matmul.fp32_precision))
        assert torch.is_inference_mode_enabled()
        return torch.zeros(len(batch), 1)

    before = torch.backends.cudnn.conv.fp32_precision
    seen = []
    batches.embed(["text"], batches.text_key, work, 1)
    assert seen == [(True, False, "ieee")]
    assert torch.backends.cudnn.conv.fp32_precision == before
