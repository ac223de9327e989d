"""Drawings with ways of hiding, and drawings in the style of models, from tables in tests/graphics/gate.

A line of `hiding.tsv` is a name and a drawing in which `{figure}` stands for a figure of 100 by 100 units, and `{head}`
for the root's attributes. A line of `ordinary.tsv` is a drawing.
"""

from collections.abc import Iterator, Mapping

from paths import ROOT

FOLDER = ROOT / "tests" / "graphics" / "gate"
HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"'
HEAD += ' width="100" height="100"'


def templates() -> Mapping[str, str]:
    """Return the ways of hiding by name, with placeholders for the figure and the root's attributes."""
    lines = (FOLDER / "hiding.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def hiding(figure: str) -> Mapping[str, str]:
    """Return drawings that may hide a figure, by name."""
    return {name: fill(template, figure) for name, template in templates().items()}


def fill(template: str, figure: str) -> str:
    """Return a drawing with a figure."""
    return template.replace("{head}", HEAD).replace("{figure}", figure)


def nested(outer: str, inner: str) -> str:
    """Return a template in which the contents of another template replace the figure."""
    return outer.replace("{figure}", inner[inner.index(">") + 1 : -len("</svg>")])


def ordinary() -> Iterator[str]:
    """Yield drawings in the style of models."""
    for line in (FOLDER / "ordinary.tsv").read_text("utf-8").splitlines():
        yield line.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def fixed() -> Iterator[tuple[str, str]]:
    """Yield drawings that were once painted differently from a browser, each with the gate's treatment: drawn or
    refused.
    """
    for line in (FOLDER / "fixed.tsv").read_text("utf-8").splitlines():
        verdict, body = line.split("\t")
        yield verdict, f"<svg {HEAD}>{body}</svg>"
