"""Tests with the real frameworks: `make test-integrations`. Collected only if all of them are installed."""

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from integration_answers import asked, built

MISSING = [
    name
    for name in ("inspect_ai", "lighteval", "lm_eval", "openenv", "trl", "verifiers")
    if importlib.util.find_spec(name) is None
]

collect_ignore_glob = ["test_*.py"] if MISSING else []

HERE = Path(__file__).parent
ROWS = 2


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark every test of this folder `integrations`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("integrations")


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first rows of every config that is scored. SGPKIT_INTEGRATIONS_DATA names a folder that was
    built before, to save minutes."""
    if ready := os.environ.get("SGPKIT_INTEGRATIONS_DATA"):
        return Path(ready)
    folder = tmp_path_factory.mktemp("data") / "sgp-bench"
    for benchmark in asked():
        built(benchmark, folder, ROWS)
    return folder


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny untrained model."""
    import tiny_models
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    folder = tmp_path_factory.mktemp("model")
    tiny_models.save_tokenizer(folder, tiny_models.TEMPLATE)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=272, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=8192, bos_token_id=256, eos_token_id=258, pad_token_id=256,
    )  # fmt: skip
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder
