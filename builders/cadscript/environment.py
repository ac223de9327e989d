"""CadQuery's own packages: it needs OpenCASCADE 7.9, the project's parts stand on 8.0, and one environment cannot hold
both. So they lie in a folder beside it (400 MB) that only sandboxed programs see.

    python -m sgpkit.families.cadscript.environment      install them, once

`SGPKIT_CADQUERY` names another folder. VTK, casadi, nlopt and scipy, which only assemblies and the sketch solver need,
are left out (`inside/lean.py`).
"""

import os
import subprocess
import sys
from pathlib import Path

from sgpkit.errors import NotInstalled

PACKAGES = (
    "cadquery==2.8.0",
    "cadquery-ocp-novtk==7.9.3.1.1",
    "ezdxf==1.4.5",
    "multimethod==1.12",
    "runtype==0.5.3",
    "pyparsing==3.3.3",
    "numpy==2.4.6",
    "fonttools==4.68.0",
    "typing_extensions==4.16.0",
)
NAME = "cadquery-2.8.0"


def folder() -> Path:
    """Return the folder of the packages, installed or not."""
    named = os.environ.get("SGPKIT_CADQUERY")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(named) if named else cache / "sgpkit" / NAME


def installed() -> bool:
    """Return whether the packages are there."""
    return (folder() / "cadquery").is_dir() and (folder() / "OCP").is_dir()


def require() -> Path:
    """Return the folder; raise NotInstalled, with what to do, where nothing is installed."""
    if not installed():
        raise NotInstalled(
            f"programs of CadQuery need its packages, and {folder()} has none\n"
            "Install them (400 MB): python -m sgpkit.families.cadscript.environment"
        )
    return folder()


def install() -> None:
    """Install the packages into the folder, unless they are there."""
    if installed():
        return
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    subprocess.run([*command, "--target", str(folder()), *PACKAGES], check=True)


if __name__ == "__main__":
    install()
    sys.stdout.write(f"{folder()}\n")
