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
    from sgpkit.api.building import Builds, Built, build
    from sgpkit.api.catalogue import Benchmarks, Config, benchmarks
    from sgpkit.api.evaluation import Evaluation, evaluate
    from sgpkit.api.running import RunResult, run
    from sgpkit.api.scored import Comparison, Report, Scores, compare, report, score
    from sgpkit.api.suites.evaluation import Evaluated
    from sgpkit.api.suites.models import evaluate_models
    from sgpkit.api.tables import FilledTable, tables
    from sgpkit.api.verification import Verifications, Verified, verify
    from sgpkit.errors import UserError

__version__ = "0.1.0"

__all__ = [
    "Benchmarks",
    "Builds",
    "Built",
    "Comparison",
    "Config",
    "Evaluated",
    "Evaluation",
    "FilledTable",
    "Report",
    "RunResult",
    "Scores",
    "UserError",
    "Verifications",
    "Verified",
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

_MODULES = {
    "Benchmarks": "api.catalogue",
    "Builds": "api.building",
    "Built": "api.building",
    "Comparison": "api.scored",
    "Config": "api.catalogue",
    "Evaluated": "api.suites.evaluation",
    "Evaluation": "api.evaluation",
    "FilledTable": "api.tables",
    "Report": "api.scored",
    "RunResult": "api.running",
    "Scores": "api.scored",
    "UserError": "errors",
    "Verifications": "api.verification",
    "Verified": "api.verification",
    "benchmarks": "api.catalogue",
    "build": "api.building",
    "compare": "api.scored",
    "evaluate": "api.evaluation",
    "evaluate_models": "api.suites.models",
    "report": "api.scored",
    "run": "api.running",
    "score": "api.scored",
    "tables": "api.tables",
    "verify": "api.verification",
}
"""The modules of the public names, which are imported on first use."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'sgpkit' has no attribute {name!r}")
    return getattr(importlib.import_module(f"sgpkit.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
