"""Packages that programs of CAD run with, apart from the project's: CadQuery needs OpenCASCADE 7.9, build123d 8.0, and
one environment cannot hold both. Each lies in a separate folder that only sandboxed programs see; solids are measured
with CadQuery's.

    python -m sgpkit.families.cadscript      install both by hash, once (400 and 500 MB)

`SGPKIT_CADQUERY` and `SGPKIT_BUILD123D` name other folders. VTK, casadi, nlopt, scipy and sympy, which only assemblies,
the sketch solver and meshes need, are left out (`inside/lean.py`).
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sgpkit import user_cache
from sgpkit.errors import NotInstalled


class Library(NamedTuple):
    """A library of CAD with its packages: the module that is imported, its folder, and the variable that names another.
    `content` lists the installed packages in a file of its name, with all hashes."""

    module: str
    folder: str
    variable: str

    @property
    def lock(self) -> Path:
        """The packages that are installed, pinned and hashed."""
        return Path(__file__).parent / "content" / f"{self.module}.lock"


CADQUERY, BUILD123D = "cadquery", "build123d"
LIBRARIES: Mapping[str, Library] = {
    CADQUERY: Library(CADQUERY, "cadquery-2.8.0", "SGPKIT_CADQUERY"),
    BUILD123D: Library(BUILD123D, "build123d-0.13.0", "SGPKIT_BUILD123D"),
}


INSTALL = "python -m sgpkit.families.cadscript"


def folder(name: str = CADQUERY) -> Path:
    """Return the folder of a library's packages, installed or not."""
    library = LIBRARIES[name]
    named = os.environ.get(library.variable)
    return Path(named) if named else user_cache.folder() / library.folder


def installed(name: str = CADQUERY) -> bool:
    """Return whether a library's packages are there."""
    return all((folder(name) / module).is_dir() for module in (LIBRARIES[name].module, "OCP"))


def missing() -> str:
    """Return the missing packages without which answers cannot be scored on this machine, with the install command; ""
    if both are installed."""
    lacking = [name for name in LIBRARIES if not installed(name)]
    if not lacking:
        return ""
    return f"it runs answers with packages of {' and '.join(lacking)}; install (900 MB): {INSTALL}"


def require(name: str = CADQUERY) -> Path:
    """Return the folder; raise NotInstalled, with the remedy, if nothing is installed."""
    if not installed(name):
        raise NotInstalled(
            f"programs of {name} need its packages, and {folder(name)} has none\nInstall them (900 MB): {INSTALL}"
        )
    return folder(name)


def install(name: str) -> None:
    """Install a library's packages into its folder, unless they are there."""
    if installed(name):
        return
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    locked = ["--require-hashes", "--requirement", str(LIBRARIES[name].lock)]
    subprocess.run([*command, *locked, "--target", str(folder(name))], check=True)


def main() -> None:
    """Install both libraries, and print where."""
    for name in LIBRARIES:
        install(name)
        sys.stdout.write(f"{folder(name)}\n")
