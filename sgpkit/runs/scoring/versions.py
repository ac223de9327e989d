"""The versions that a score depends on: sgpkit, its libraries for rendering and measuring, and the sandbox."""

import functools
import importlib.metadata
import platform
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import sgpkit
from sgpkit.sandbox.workers import sandbox

PACKAGES = (
    "cadquery-ocp-novtk", "cairosvg", "igraph", "matplotlib", "numpy", "pillow", "polars", "pygments", "rdkit",
    "resvg_py", "scipy", "tinycss2",
)  # fmt: skip
"""The packages that read, render, compare and average drawings."""


class Versions(NamedTuple):
    """Versions of sgpkit, Python and the packages that scores depend on, and the kind of sandbox in use."""

    sgpkit: str
    python: str
    packages: dict[str, str]
    sandbox: str | None


def here() -> Versions:
    """Return the versions of this machine."""
    kind = None
    with suppress(sandbox.Unavailable):
        kind = sandbox.kind()
    return Versions(sgpkit.__version__, platform.python_version(), dict(known_packages()), kind)


@functools.cache
def known_packages() -> tuple[tuple[str, str], ...]:
    """Return the names and versions of packages, read once per process."""
    return tuple(packages())


def packages() -> Iterator[tuple[str, str]]:
    """Yield the names and versions of those packages of `PACKAGES` that are installed."""
    for name in PACKAGES:
        with suppress(importlib.metadata.PackageNotFoundError):
            yield name, importlib.metadata.version(name)
