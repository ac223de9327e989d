"""Learned metrics without their libraries, and names of models: all without PyTorch."""

import subprocess
import sys

import evaluate
import numpy as np
import pytest
from paths import ROOT

from sgpkit.errors import UserError
from sgpkit.metrics import learned
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.batches import embed, text_key

HEAVY = (
    "torch",
    "transformers",
    "lpips",
    "dreamsim",
    "torchvision",
    "torch_fidelity",
    "PIL",
    "onnxruntime",
    "rapidocr",
)


@pytest.mark.process
def test_looking_at_the_measures_imports_nothing_heavy():
    text = f"import sys; from sgpkit.metrics import learned; print([each for each in {HEAVY!r} if each in sys.modules])"
    assert subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", [name for name, measure in learned.MEASURES.items() if measure.network == "torch"])
def test_without_pytorch_each_measure_says_what_to_install(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(UserError) as error:
        learned.load(name)
    assert str(error.value).startswith(f"{learned.MEASURES[name].title} needs torch")
    assert "pip install 'sgpkit[perceptual]'" in str(error.value)


def test_a_mistyped_measure_is_told_the_nearest():
    with pytest.raises(UserError, match="did you mean 'clip'"):
        learned.load("clpi")


def test_names_revisions_and_paths(tmp_path):
    assert models.checkpoint("org/name") == models.Checkpoint("org/name", None, "auto", 32)
    assert models.checkpoint("org/name@abc123", "cpu", 8) == models.Checkpoint("org/name", "abc123", "cpu", 8)
    folder = tmp_path / "model@home"
    folder.mkdir()
    assert models.checkpoint(str(folder)) == models.Checkpoint(str(folder))
    assert models.checkpoint(f"vgg:{folder}") == models.Checkpoint(f"vgg:{folder}")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "expected ORG/NAME"), ("org/name@", "expected ORG/NAME"), ("./nowhere", "no such file"), ("~/no", "no such")],
)
def test_names_that_are_none(text, message):
    with pytest.raises(UserError, match=message):
        models.checkpoint(text)


def test_a_batch_is_above_0():
    with pytest.raises(UserError, match="batch size 0"):
        models.checkpoint("org/name", batch_size=0)


def test_a_library_built_for_another_pytorch_is_told(tmp_path, monkeypatch):
    (tmp_path / "unfit_library.py").write_text('raise RuntimeError("operator unfit::nms does not exist")')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UserError, match=r"fails to load \(operator unfit::nms does not exist\)"):
        models.need("unfit_library", "LPIPS")


def test_every_measure_has_its_maker():
    """The modules import without PyTorch; only loading needs it."""
    import importlib

    for measure in learned.MEASURES.values():
        module = importlib.import_module(f"sgpkit.metrics.learned.{measure.module}")
        assert callable(getattr(module, measure.maker))


def test_equal_items_are_embedded_once_and_come_back_in_their_places(monkeypatch):
    from sgpkit.metrics.learned import batches

    seen = []

    def work(batch):
        seen.append(list(batch))
        return np.array([[float(len(text)), 1.0] for text in batch])

    monkeypatch.setattr(batches, "fitting", lambda work, batch, size: work(batch))
    rows = embed(["aa", "b", "aa", "cccc", "b"], text_key, work, 2)
    assert seen == [["aa", "b"], ["cccc"]]
    assert rows[:, 0].tolist() == [2, 1, 2, 4, 1]
    assert embed([], text_key, work, 2).shape == (0, 0)


@pytest.mark.parametrize("name", ["caption_alignment", "distribution_distance"])
def test_their_metric_modules_load_without_pytorch_and_say_what_to_install(name, monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    monkeypatch.setitem(sys.modules, "torch", None)
    metric = evaluate.load(str(ROOT / "evaluate_metrics" / name), keep_in_memory=True)
    with pytest.raises(UserError, match=r"pip install 'sgpkit\[perceptual\]'"):
        metric.compute(predictions=["<svg/>", "<svg/>"], references=["a line", "a line"])


def test_model_in_a_package_is_found_without_importing_it(tmp_path, monkeypatch):
    folder = tmp_path / "carrier" / "model"
    folder.mkdir(parents=True)
    (tmp_path / "carrier" / "__init__.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UserError, match="0 folders"):
        models.checkpoint("package:carrier")
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"")
    result = models.checkpoint("package:carrier", "cpu")
    assert (result.name, result.shown) == (str(folder), "package:carrier")
    (tmp_path / "carrier" / "other").mkdir()
    for name in ("config.json", "model.safetensors"):
        (tmp_path / "carrier" / "other" / name).write_bytes(b"")
    with pytest.raises(UserError, match="2 folders"):
        models.checkpoint("package:carrier")


@pytest.mark.parametrize("name", ["package:", "package:no_such_package_here", "package:os.path", "package:../etc"])
def test_package_that_is_none(name):
    with pytest.raises(UserError, match="no package"):
        models.checkpoint(name)
