"""Shared fixtures: where real samples lie, if this machine has them."""

import os
from pathlib import Path

import pytest

from sgpkit.graphics import sandbox

ROOT = Path(__file__).resolve().parent.parent


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tests marked `sandbox` are skipped, and say why, where no sandbox can be had; never in CI."""
    if item.get_closest_marker("sandbox") is None or os.environ.get("CI"):
        return
    try:
        sandbox.kind()
    except sandbox.Unavailable as missing:
        pytest.skip(str(missing).splitlines()[0])


@pytest.fixture(scope="session")
def fixtures_path() -> Path:
    """The folder of real published samples; tests that want it are marked `realdata`."""
    folder = Path(os.environ.get("SGPKIT_FIXTURES", ROOT.parent / "shared" / "fixtures"))
    if not folder.is_dir():
        pytest.skip(f"no real samples at {folder}; set SGPKIT_FIXTURES to the folder that holds them")
    return folder
