"""Folders that ship with the package: families, metric modules, templates, job files.

In a checkout they are at its root, in a wheel inside the package.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of the package `sgpkit`."""

CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None
"""The root of the checkout, or None for an installed wheel."""


def folder(name: str) -> Path:
    """Return a shipped folder ("evaluate_metrics", "hub_cards", "submit", …)."""
    return (CHECKOUT or PACKAGE) / name


def families() -> Path:
    """Return the folder that contains the families' folders."""
    return CHECKOUT / "builders" if CHECKOUT else PACKAGE / "families"


def import_paths() -> list[Path]:
    """Return the files and folders that a process in a sandbox needs to import everything that ships."""
    return [PACKAGE, families(), CHECKOUT / "pyproject.toml"] if CHECKOUT else [PACKAGE]
