"""sgpkit: measure how well language models understand and write symbolic graphics programs.

The functions below correspond to the commands with the same names and options, and return frozen dataclasses; those
with tables have `to_polars()`:

    sgpkit.build("ssvg-molecule-svg", limit=50)
    sgpkit.run("ssvg-molecule-svg", engine="baseline", model="random", out="runs/random")
    print(sgpkit.score("runs/random").value)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sgpkit.api.building import build
    from sgpkit.api.catalogue import benchmarks
    from sgpkit.api.evaluation import evaluate
    from sgpkit.api.running import run
    from sgpkit.api.scored import compare, report, score
    from sgpkit.api.suites.models import evaluate_models
    from sgpkit.api.tables import tables
    from sgpkit.api.verification import verify

__version__ = "0.1.0"

__all__ = [
    "__version__",
    "benchmarks",
    "build",
    "compare",
    "evaluate",
    "evaluate_models",
    "report",
    "run",
    "score",
    "tables",
    "verify",
]

MODULES = {
    "benchmarks": "catalogue",
    "build": "building",
    "compare": "scored",
    "evaluate": "evaluation",
    "evaluate_models": "suites.models",
    "report": "scored",
    "run": "running",
    "score": "scored",
    "tables": "tables",
    "verify": "verification",
}
"""The modules of `sgpkit.api` with the public functions, which are imported on first use."""


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module 'sgpkit' has no attribute {name!r}")
    return getattr(importlib.import_module(f"sgpkit.api.{MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
