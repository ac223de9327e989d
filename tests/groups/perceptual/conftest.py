"""Learned metrics and training with real libraries and random weights: `make test-perceptual`.

These tests are collected only if the libraries are installed. Nothing is fetched: the Hub is off, and its cache is an
empty folder.
"""

import importlib.util
import os
import tempfile
from pathlib import Path

import numpy as np
import pytest

NEEDED = ("torch", "transformers", "lpips", "dreamsim", "torch_fidelity", "bert_score", "trl", "peft")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]

collect_ignore_glob = ["test_*.py"] if MISSING else []

if not MISSING:
    CACHE = tempfile.TemporaryDirectory(prefix="sgpkit-perceptual-")
    os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HUB_CACHE": CACHE.name, "TORCH_HOME": CACHE.name}
    # Threads that wait for each other must not keep a processor busy, which sandboxes of other tests need.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    import torchvision_operators

    torchvision_operators.declare()


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    """A folder with checkpoints of each kind, under the names of the kinds."""
    import tiny_encoders
    from transformers.utils import logging

    logging.disable_progress_bar()
    folder = tmp_path_factory.mktemp("models")
    tiny_encoders.save_clip(folder / "clip", seed=4)
    tiny_encoders.save_clip(folder / "long-clip", positions=248, limit=77, seed=3)
    tiny_encoders.save_dino(folder / "dino")
    tiny_encoders.save_bert(folder / "bert")
    tiny_encoders.save_sentence_encoder(folder / "sentence")
    tiny_encoders.save_sentence_encoder(folder / "sentence-mean", "mean")
    return folder


@pytest.fixture(scope="session")
def hub(models):
    """A checkpoint in the Hub's cache, as after a download: its id and its revision."""
    import shutil

    revision = "0123456789abcdef0123456789abcdef01234567"
    path = Path(os.environ["HF_HUB_CACHE"]) / "models--org--clip"
    shutil.copytree(models / "clip", path / "snapshots" / revision)
    (path / "refs").mkdir()
    (path / "refs" / "main").write_text(revision)
    return "org/clip", revision


@pytest.fixture
def pictures():
    """Five pictures of 8-bit noise in squares of different colours, at the requested size."""

    def made(size, count=5, seed=0):
        random = np.random.default_rng(seed)
        coarse = random.integers(0, 256, (count, 4, 4, 3), dtype=np.uint8)
        side = -(-size // 4)
        return [np.kron(item, np.ones((side, side, 1), np.uint8))[:size, :size] for item in coarse]

    return made
