"""Plug-ins: families and formats from other distributions or folders.

A distribution declares entry points in the groups `sgpkit.families` and `sgpkit.formats`. Folders are given by
`--family PATH` or SGPKIT_FAMILIES, which worker processes inherit.
"""

import importlib.metadata
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sgpkit.errors import UserError

FAMILIES = "sgpkit.families"
FORMATS = "sgpkit.formats"
"""Entry point groups."""

VARIABLE = "SGPKIT_FAMILIES"
"""Environment variable with folders of families, separated as in PATH."""

_listeners: list[Callable[[], None]] = []


def folders() -> tuple[Path, ...]:
    """Return the folders of plug-in families, in order."""
    return tuple(Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name)


def add_folder(path: Path) -> None:
    """Add a family's folder, for this process and for every process that it starts from now on."""
    path = path.resolve()
    if not path.is_dir():
        raise UserError(f"{path}: no such folder; expected a family folder, as written by `sgpkit family new NAME`")
    if not (path / "__init__.py").is_file():
        raise UserError(
            f"{path} is not a family folder: __init__.py is missing\nCreate a family: sgpkit family new NAME"
        )
    if not path.name.isidentifier():
        raise UserError(f"{path}: the name of a family folder must be a Python identifier; rename it")
    if path not in folders():
        os.environ[VARIABLE] = os.pathsep.join(map(str, (*folders(), path)))


@cache
def entry_points(group: str) -> Mapping[str, importlib.metadata.EntryPoint]:
    """Return the entry points of a group by name."""
    return {point.name: point for point in importlib.metadata.entry_points(group=group)}


def environment() -> dict[str, str]:
    """Return the environment variables that processes on other machines or in containers need to see the same
    plug-ins."""
    return {VARIABLE: os.environ[VARIABLE]} if folders() else {}


def restore(value: str) -> None:
    """Set the folders of another process, given as the variable's value."""
    if value:
        os.environ[VARIABLE] = value
        for listener in _listeners:
            listener()


def when_restored(listener: Callable[[], None]) -> None:
    """Register a function to call after `restore`."""
    _listeners.append(listener)


class Framework(NamedTuple):
    """Another framework: its distribution, the supported versions, and the command that installs it."""

    name: str
    versions: str
    install: str


def require(framework: Framework) -> None:
    """Raise UserError if a framework is missing or has an unsupported version."""
    from packaging.specifiers import SpecifierSet

    try:
        version = importlib.metadata.version(framework.name)
    except importlib.metadata.PackageNotFoundError:
        raise UserError(f"{framework.name} is not installed\nInstall it: {framework.install}") from None
    if not SpecifierSet(framework.versions).contains(version, prereleases=True):
        raise UserError(
            f"{framework.name} {version} is not supported; expected {framework.name}{framework.versions}\n"
            f"Install it: {framework.install}"
        )
