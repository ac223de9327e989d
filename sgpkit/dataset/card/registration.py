"""`eval.yaml` at the root of a dataset repo, which registers it as a benchmark on the Hub: a task for each config.

Its keys: https://huggingface.co/docs/hub/eval-results (name, description, evaluation_framework, tasks).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from sgpkit.benchmark import Benchmark
from sgpkit.files import write_atomically

NAME = "eval.yaml"
FRAMEWORK = "sgpkit"


def write(folder: Path, name: str, benchmarks: Sequence[Benchmark]) -> None:
    """Write the file for the configs that are scored; a folder without any has no such file."""
    scored = [benchmark for benchmark in benchmarks if benchmark.score is not None]
    if not scored:
        (folder / NAME).unlink(missing_ok=True)
        return
    write_atomically(
        folder / NAME, yaml.safe_dump(registration(name, scored), sort_keys=False, allow_unicode=True, width=110)
    )


def registration(name: str, scored: Sequence[Benchmark]) -> dict[str, Any]:
    """Return the content of the file."""
    return {
        "name": name,
        "description": "How well language models understand and write symbolic graphics programs.",
        "evaluation_framework": FRAMEWORK,
        "tasks": [{"id": benchmark.config, "config": benchmark.config, "split": "test"} for benchmark in scored],
    }
