"""The toy benchmarks as a family in a folder, for processes whose modules a test cannot change.

SGPKIT_TOY_BENCHMARKS names the variable with the benchmarks: MODULE:NAME."""

import importlib
import os
import sys
from pathlib import Path

HELPERS = str(Path(__file__).resolve().parent.parent)
if HELPERS not in sys.path:
    sys.path.append(HELPERS)

_module, _, _name = os.environ.get("SGPKIT_TOY_BENCHMARKS", "submissions:BENCHMARKS").partition(":")
BENCHMARKS = tuple(getattr(importlib.import_module(_module), _name).values())
