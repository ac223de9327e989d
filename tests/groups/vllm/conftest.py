"""Real vLLM, on the CPU, with models that the tests make: `make test-vllm`. Collected only if vLLM is installed."""

import importlib.util
import os

import pytest

HAS_VLLM = importlib.util.find_spec("vllm") is not None
collect_ignore_glob = [] if HAS_VLLM else ["test_*.py"]

if HAS_VLLM:  # else this file is read too, and the other tests' processes would be told the same
    os.environ |= {
        "HF_HUB_OFFLINE": "1",
        "VLLM_CPU_KVCACHE_SPACE": "1",
        # vLLM in the process that holds it, not in one more, which would import all of it again: half the time a model.
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
    """The same model with a context for the prompts of real rows; a token is a byte."""
    import tiny_models

    return tiny_models.save_model(tmp_path_factory.mktemp("models") / "long", context=8192, layers=1)


@pytest.fixture(scope="session", autouse=True)
def warm():
    """Workers that share one import of vLLM."""
    from warm_vllm import Warm

    from sgpkit.engines.vllm import process

    warm = Warm()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(process, "subprocess", warm)
        yield
    warm.close()
