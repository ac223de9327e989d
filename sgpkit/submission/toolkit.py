"""The versions that a score depends on: the toolkit, what renders and measures below it, and the sandbox."""

import importlib.metadata
import platform
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import sgpkit
from sgpkit.graphics.workers import sandbox
from sgpkit.submission.manifest import Toolkit

PACKAGES = (
    "cadquery-ocp-novtk", "cairosvg", "igraph", "numpy", "pillow", "polars", "pygments", "rdkit", "resvg_py", "scipy",
    "tinycss2",
)  # fmt: skip
"""What reads, renders, compares and averages drawings here."""


def here() -> Toolkit:
    """Return the versions of sgpkit, Python and the packages that scores depend on, and the kind of sandbox in use."""
    kind = None
    with suppress(sandbox.Unavailable):
        kind = sandbox.kind()
    return Toolkit(sgpkit.__version__, platform.python_version(), dict(packages()), kind)


def packages() -> Iterator[tuple[str, str]]:
    """Yield the names and versions of those packages of `PACKAGES` that are installed."""
    for name in PACKAGES:
        with suppress(importlib.metadata.PackageNotFoundError):
            yield name, importlib.metadata.version(name)


def version_mismatches(theirs: Toolkit, scored: Any) -> str:
    """Return a remark on what is of another version here; "" where nothing is. Numbers may differ where renderers
    do."""
    ours = here()
    stated = {"sgpkit": theirs.sgpkit, "python": theirs.python, **theirs.packages}
    mine = {"sgpkit": ours.sgpkit, "python": ours.python, **ours.packages}
    odd = [name for name in stated if stated[name] != mine.get(name)]
    apart = [f"{name} {stated[name]}, {mine.get(name, 'none')} here" for name in odd]
    if isinstance(scored, str) and scored != theirs.sgpkit:
        apart.append(f"scores.json was written by sgpkit {scored}")
    return f"scored with other versions: {'; '.join(apart)}" if apart else ""
