"""The Spaces in a real Gradio: `make test-spaces`. Collected only where Gradio is installed, which .venv has not."""

import importlib.util
import os
import socket

import pytest

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("gradio") is None else []

os.environ |= {"GRADIO_ANALYTICS_ENABLED": "False", "HF_EVALUATE_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
