"""Constructions of plane geometry: the modules of `multi_solution/` and `single_solution/` declare `CONSTRUCTIONS`."""

import importlib
from functools import lru_cache
from pathlib import Path

from .engine import Construction

FOLDERS = ("multi_solution", "single_solution")


@lru_cache(maxsize=1)
def every() -> tuple[Construction, ...]:
    """Return all constructions, in the order of folders, of their modules' names and of their declarations.

    Rows depend on this order.
    """
    constructions: list[Construction] = []
    for folder in FOLDERS:
        for path in sorted((Path(__file__).parent / folder).glob("[!_]*.py")):
            constructions += importlib.import_module(f"{__name__}.{folder}.{path.stem}").CONSTRUCTIONS
    return tuple(constructions)
