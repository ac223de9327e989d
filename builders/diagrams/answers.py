"""Answers by which both errors of the score are measured: the diagram drawn otherwise, and wrong diagrams."""

import random
from collections.abc import Callable, Mapping, Sequence

from sgpkit.benchmark import Row

from . import kinds
from .kinds.kind import Content, Kind

Answer = Callable[..., list[str]]
Write = Callable[[Kind, Content, str, random.Random], str]


def written(write: Write) -> Answer:
    """Return answers that a function writes from the content of rows."""

    def answer(rows: Sequence[Row], language: str) -> list[str]:
        return [
            write(kinds.KINDS[row["kind"]], kinds.content_of(row), language, random.Random(str(row["id"])))
            for row in rows
        ]

    return answer


def renamed(kind: Kind, content: Content, language: str, draw: random.Random) -> str:
    """Return a program whose labels are moved on by one."""
    labels = list(dict.fromkeys(kind.labels(content)))
    new = dict(zip(labels, (*labels[1:], labels[0]), strict=True))
    return kind.write(kind.renamed(content, lambda label: new.get(label, label)), language)


def unlabelled(kind: Kind, content: Content, language: str, draw: random.Random) -> str:
    """Return a program with numbers in place of labels."""
    new = {label: f"Box{number}" for number, label in enumerate(dict.fromkeys(kind.labels(content)))}
    return kind.write(kind.renamed(content, lambda label: new.get(label, label)), language)


def changed(kind: Kind, content: Content, language: str, draw: random.Random) -> str:
    """Return a program with one thing wrong."""
    return kind.write(kind.wrong(content, draw), language)


RIGHT: Mapping[str, Answer] = {
    "drawn otherwise": written(lambda kind, content, language, draw: kind.other(content, language, draw))
}
WRONG: Mapping[str, tuple[Answer, float]] = {
    "labels moved on by one": (written(renamed), 0.6),
    "numbers for labels": (written(unlabelled), 0.05),
    "one thing wrong": (written(changed), 0.97),
}
"""Wrong answers with their maximum scores; in a tree, most edges remain right when labels are shifted."""
