"""Drawing formats, one file a format, each a `Format` value; plug-ins add more.

A plug-in is an entry point of the group `sgpkit.formats` whose value is a `Format`, or a family's module `formats` with
a tuple `FORMATS`. The core asks here for everything that depends on a drawing language.
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
"""The formats of the core, in the order in which a file is looked at for signs of them."""


def get(name: str) -> Format:
    """Return a format by its name or one of its aliases; raises ValueError for an unknown one."""
    if name in BUILTIN:
        return builtin(name)
    for format in every().values():
        if name == format.name or name in format.aliases:
            return format
    raise ValueError(f"unknown format {name!r}; expected one of {', '.join(names())}")


def has(name: str) -> bool:
    """Return whether there is a format of this name."""
    return name in BUILTIN or any(name == format.name or name in format.aliases for format in every().values())


def names() -> tuple[str, ...]:
    """Return the names of all formats."""
    return tuple(every())


def every() -> Mapping[str, Format]:
    """Return all formats by name: the core's, then those of plug-ins."""
    return collected(plugins.folders())


@cache
def builtin(name: str) -> Format:
    """Import a built-in format by name."""
    format: Format = importlib.import_module(f"{__name__}.{name}").FORMAT
    return format


@cache
def collected(folders: tuple[Path, ...]) -> Mapping[str, Format]:
    """Return all formats by name: the built-in ones, and those of plug-ins and families. Raises ValueError if two have
    the same name."""
    formats = {name: builtin(name) for name in BUILTIN}
    added = [point.load() for point in plugins.entry_points(plugins.FORMATS).values()]
    for family in (*content.families().glob("*/formats.py"), *(folder / "formats.py" for folder in folders)):
        if family.is_file():
            added += importlib.import_module(f"{plugins.FAMILIES}.{family.parent.name}.formats").FORMATS
    for format in added:
        if formats.setdefault(format.name, format) is not format:
            raise ValueError(f"two formats are named {format.name!r}; one comes from a plug-in: rename it there")
    return formats
