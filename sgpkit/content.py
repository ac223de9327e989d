"""The folders of content that ship with the package: families, metric modules, templates, job files.

In a checkout they stand at its root; a wheel carries them inside the package.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of the package `sgpkit` itself."""

CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None
"""The root of the checkout that the package runs from, None for an installed wheel."""


def folder(name: str) -> Path:
    """Return the folder `name` ("evaluate_metrics", "hub_cards", "submit", …)."""
    return (CHECKOUT or PACKAGE) / name


def families() -> Path:
    """Return the folder whose folders are the families."""
    return CHECKOUT / "builders" if CHECKOUT else PACKAGE / "families"


def shipped() -> list[Path]:
    """Return the files and folders that a process without a view of the checkout needs to import all that ships."""
    return [PACKAGE, families(), CHECKOUT / "pyproject.toml"] if CHECKOUT else [PACKAGE]
