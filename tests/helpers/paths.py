"""The folders of the checkout that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HELPERS = ROOT / "tests" / "helpers"
METRICS = ROOT / "evaluate_metrics"
