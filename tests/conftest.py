"""Shared fixtures: where real samples lie, if this machine has them."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def fixtures_path() -> Path:
    """The folder of real published samples; tests that want it are marked `realdata`."""
    folder = Path(os.environ.get("SGPKIT_FIXTURES", ROOT.parent / "shared" / "fixtures"))
    if not folder.is_dir():
        pytest.skip(f"no real samples at {folder}; set SGPKIT_FIXTURES to the folder that holds them")
    return folder
