"""Data of small real configs, for integrations whose frameworks need no separate set-up."""

from pathlib import Path

import pytest

from sgpkit.benchmark import families
from sgpkit.data import build


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few rows of a config of questions and of one of drawings."""
    folder = tmp_path_factory.mktemp("data") / "sgp-bench"
    for config in ("sgp-illusion", "ssvg-geometry-svg"):
        build.build(families.get(config), folder, limit=6)
    return folder
