"""Real vLLM, on the CPU, with models that the tests make: `make test-vllm`. Collected only where vLLM is installed."""

import importlib.util
import os

import pytest

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("vllm") is None else []

# vLLM in the process that holds it, and not in one more, which would import all of it again: half the time a model.
os.environ |= {
    "HF_HUB_OFFLINE": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_LOGGING_LEVEL": "WARNING",
}


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    import tiny_models

    return tiny_models.save_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="session")
def long_model(tmp_path_factory):
    """The same with room for the prompts of real rows: a token is a byte."""
    import tiny_models

    return tiny_models.save_model(tmp_path_factory.mktemp("models") / "long", context=8192, layers=1)
