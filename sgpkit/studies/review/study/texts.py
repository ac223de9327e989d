"""Texts that participants read before a study, where the user gives no others."""

from pathlib import Path


def text(name: str) -> str:
    """Return one of the texts: `consent`, or the instructions `choices` or `ratings`."""
    return Path(__file__).with_name(f"{name}.md").read_text(encoding="utf-8").removesuffix("\n")
