"""Tools for developers in a checkout: set-up, checks, benchmarks (`tools.bench`) and fuzzing (`tools.fuzz`)."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The root of the checkout."""

HELPERS = ROOT / "tests" / "helpers"
"""Modules that tests import by their bare names."""
