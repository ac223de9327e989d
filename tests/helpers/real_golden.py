"""Golden figures of a trained model: digests of the beginnings of its greedy answers, and their scores.

    python tests/helpers/real_golden.py RUNS…     writes tests/groups/real/golden.json from scored run folders

The runs are those of `sgpkit run CONFIG --engine local --model SmolLM2-135M-Instruct --limit 20 --max-tokens 24
--temperature 0` with the options of `real_model.ASKED`.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.runs.scoring.scored_run import ScoredRun

FILE = Path(__file__).resolve().parents[1] / "groups" / "real" / "golden.json"

ROWS = 20
"""The number of rows of a config. Some configs have four, those of a run over two rows."""

BEGINNING = 24
"""The number of leading characters in a digest: about six tokens."""


def digest(completion: str) -> str:
    """Return the digest of the beginning of an answer."""
    return hashlib.sha256(completion[:BEGINNING].encode()).hexdigest()[:10]


def of_run(run: ScoredRun) -> dict[str, Any]:
    """Return the figures of a run, and the digests of its answers by row."""
    table = pl.read_parquet(run.folder / "responses" / "*.parquet").sort("id")
    return {
        "value": round(run.figures["value"], 6),
        "statuses": dict(sorted(run.figures["statuses"].items())),
        "answers": {name: digest(text) for name, text in table.select("id", "completion").iter_rows()},
    }


def read() -> dict[str, dict[str, Any]]:
    """Return the golden figures by config."""
    golden: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return golden


if __name__ == "__main__":
    opened = [ScoredRun.open(Path(folder)) for folder in sys.argv[1:]]
    lines = [
        f'"{run.benchmark.config}": {json.dumps(of_run(run))}'
        for run in sorted(opened, key=lambda one: one.benchmark.config)
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
