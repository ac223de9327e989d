"""Constructions of plane geometry: every `one_*.py` and `many_*.py` of this folder declares some in `CONSTRUCTIONS`."""

import importlib
from functools import lru_cache
from pathlib import Path

from .engine import Construction


@lru_cache(maxsize=1)
def every() -> tuple[Construction, ...]:
    """All of them, in the order of their modules' names and, within a module, as declared."""
    found: list[Construction] = []
    for path in sorted(Path(__file__).parent.glob("*_*.py")):
        if path.stem.startswith(("one_", "many_")):
            found += importlib.import_module(f"{__name__}.{path.stem}").CONSTRUCTIONS
    return tuple(found)
