"""The Spaces in a real Gradio: `make test-spaces`. Collected only if Gradio is installed, which `.venv` lacks."""

import importlib.util
import os
import socket

import pytest

HAS_GRADIO = importlib.util.find_spec("gradio") is not None
collect_ignore_glob = [] if HAS_GRADIO else ["test_*.py"]

if HAS_GRADIO:  # else this file is read too, and the other tests' processes would be told the same
    os.environ |= {"GRADIO_ANALYTICS_ENABLED": "False", "HF_EVALUATE_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
