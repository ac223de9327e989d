"""The declaration of a kind of diagram: its content, its words, its programs, and how it is read from a picture."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content.sketch import PRINTERS, Sketch

Content = Any
"""What a diagram shows: a NamedTuple of the kind's own, with a `subject`."""

Change = Callable[[Content, random.Random], Content]

CHARTS = Path(__file__).parents[1] / "content" / "charts.txt"


class Shown(NamedTuple):
    """The share of the structure that a picture shows, and the indices of further words that belong to it, such as the
    numbers of an axis."""

    structure: float
    words: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of diagram, or several kinds that are drawn in the same way."""

    name: str
    """Its name in the column `asserted`."""

    rule: str
    """How it is to be drawn, for prompts."""

    make: Callable[[int, str, random.Random], Content]
    """Returns content from the number of a subject and a level."""

    describe: Change
    """Returns a description in words."""

    native: Mapping[str, Callable[[Content], str]]
    """Writes the program in languages that have words for this kind."""

    sketch: Callable[[Content], Sketch] | None
    """Draws it for languages that can position marks; None if `native` has all languages."""

    labels: Callable[[Content], Sequence[str]]
    """Returns the texts that must be drawn, each as often as it may be."""

    show: Callable[[Drawn, Content], Shown]
    """Returns the degree to which a picture shows the content."""

    as_plain: Callable[[Content], Any]
    """Returns the content for JSON."""

    from_plain: Callable[[Any], Content]
    """Returns the content of JSON."""

    wrong: Change
    """Returns content with one thing wrong."""

    renamed: Callable[[Content, Callable[[str], str]], Content]
    """Returns the content with other labels."""

    placed: frozenset[str] = frozenset()
    """The languages in which programs say where each label is, so that a translation between two keeps positions."""

    anchors: Callable[[Content], Sequence[str]] = lambda content: ()
    """Returns the labels whose positions a translation keeps."""

    variant: Callable[[Content, str, random.Random], str] | None = None
    """Writes another program that draws the content, if not by a sketch that is larger and painted in another order."""

    @property
    def languages(self) -> frozenset[str]:
        """The languages that can draw it."""
        return frozenset(self.native) | frozenset(PRINTERS if self.sketch is not None else ())

    def writer(self, language: str) -> Callable[[Content], Any]:
        """Return the function that draws the content in a language, or draws the sketch for it."""
        return self.native[language] if language in self.native or self.sketch is None else self.sketch

    def write(self, content: Content, language: str) -> str:
        """Return a program that draws the content."""
        drawing = self.writer(language)(content)
        return PRINTERS[language](drawing) if isinstance(drawing, Sketch) else str(drawing)

    def other(self, content: Content, language: str, draw: random.Random) -> str:
        """Return another program that draws the content."""
        if self.variant is not None:
            return self.variant(content, language, draw)
        if language in self.native or self.sketch is None:
            return self.native[language](content)
        return PRINTERS[language](self.sketch(content).scaled(1.3))


class Block(NamedTuple):
    """A subject in `charts.txt` with its lines."""

    subject: str
    lines: tuple[str, ...]


@cache
def blocks(kind: str) -> tuple[Block, ...]:
    """Return the subjects of a kind."""
    results = []
    for text in CHARTS.read_text(encoding="utf-8").split("\n\n"):
        head, *lines = [line for line in text.splitlines() if not line.startswith("#")] or [""]
        if head.startswith(f"[{kind}] "):
            results.append(Block(head.removeprefix(f"[{kind}] "), tuple(filter(None, lines))))
    return tuple(results)


def block(kind: str, number: int) -> Block:
    """Return the subject with a number, counted round."""
    return blocks(kind)[number % len(blocks(kind))]
