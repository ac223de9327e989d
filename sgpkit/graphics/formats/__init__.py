"""Drawing formats, one module per format, each with a `Format` value; plug-ins can add more.

A plug-in is an entry point in the group `sgpkit.formats` whose value is a `Format`, or a family's module `formats` with
a tuple `FORMATS`. Everything in the core that depends on a drawing language goes through this package.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sgpkit import content, plugins
from sgpkit.graphics.formats.format import Fence, Format, Program, between, fences

__all__ = ["BUILTIN", "Fence", "Format", "Program", "between", "every", "fences", "get", "has", "names"]

BUILTIN = ("svg", "eps", "dot", "tikz")
"""The built-in formats, in the order in which a file is checked for them."""


def get(name: str) -> Format:
    """Return a format by its name or an alias. Raises ValueError for an unknown format."""
    if name in BUILTIN:
        return builtin(name)
    for format in every().values():
        if name == format.name or name in format.aliases:
            return format
    raise ValueError(f"unknown format {name!r}; expected one of {', '.join(names())}")


def has(name: str) -> bool:
    """Return whether a format with this name or alias exists."""
    return name in BUILTIN or any(name == format.name or name in format.aliases for format in every().values())


def names() -> tuple[str, ...]:
    """Return the names of all formats."""
    return tuple(every())


def every() -> Mapping[str, Format]:
    """Return all formats by name: built-in ones, then those of plug-ins."""
    return _load_all(plugins.folders())


@cache
def builtin(name: str) -> Format:
    """Import a built-in format by name."""
    format: Format = importlib.import_module(f"{__name__}.{name}").FORMAT
    return format


@cache
def _load_all(folders: tuple[Path, ...]) -> Mapping[str, Format]:
    """Load all formats: built-in ones, those of plug-ins, and those of families. Raises ValueError if two have the same
    name."""
    formats = {name: builtin(name) for name in BUILTIN}
    added = [point.load() for point in plugins.entry_points(plugins.FORMATS).values()]
    for family in (*content.families().glob("*/formats.py"), *(folder / "formats.py" for folder in folders)):
        if family.is_file():
            added += importlib.import_module(f"{plugins.FAMILIES}.{family.parent.name}.formats").FORMATS
    for format in added:
        if formats.setdefault(format.name, format) is not format:
            raise ValueError(f"two formats are named {format.name!r}; one comes from a plug-in: rename it there")
    return formats
