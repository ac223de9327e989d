"""Fresh rows from a seed: diagrams of known subjects, to be drawn, translated or repaired in one language.

All languages have the same rows in the same order, so that they can be compared for one model; a language that cannot
draw a kind lacks its rows.
"""

import random
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Reader, Row
from sgpkit.families.shared.naming import dotted_name

from .. import kinds
from ..content import defects, graph, programs
from ..kinds.kind import Content, Kind

GRAPHS: Mapping[str, int] = {"train": 12, "test": 252}
"""The number of rows with graphs, which come first."""

CHARTS: Mapping[str, int] = {"train": 1, "test": 24}
"""The number of rows of each other kind."""

TASKS = ("draw", "draw", "translate", "repair")
"""The tasks in turn: half of the rows are drawn from a description."""

LEVELS = tuple(graph.LEVELS)


def sizes(language: str) -> dict[str, int]:
    """Return the number of rows of a language by split."""
    held = sum(language in kind.languages for kind in kinds.CHARTS.values())
    return {split: GRAPHS[split] + held * CHARTS[split] for split in GRAPHS}


def rows(language: str) -> Reader:
    """Return the source of one language."""

    def read(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        for split in GRAPHS:
            for number in range(GRAPHS[split]):
                yield split, graph_row(language, f"diagram-{split}-{number:04d}", number, seed)
            for number in range(len(kinds.CHARTS) * CHARTS[split]):
                name = list(kinds.CHARTS)[number % len(kinds.CHARTS)]
                if language in kinds.CHARTS[name].languages:
                    identifier = f"diagram-{split}-{GRAPHS[split] + number:04d}"
                    yield split, chart_row(language, identifier, name, number // len(kinds.CHARTS), seed)

    return read


def graph_row(language: str, identifier: str, number: int, seed: int) -> Row:
    """Return one row with a graph. Its content is the same in all languages."""
    topics = graph.topics()
    turn = number // len(topics)
    topic = (number + 5 * turn) % len(topics)  # evenly spaced rows differ in subject
    level = LEVELS[number // len(TASKS) % len(LEVELS)]
    return row(language, identifier, topics[topic].kind, topic, level, TASKS[(number + turn) % len(TASKS)], seed)


def chart_row(language: str, identifier: str, name: str, number: int, seed: int) -> Row:
    """Return one row of another kind. Its content is the same in all languages."""
    turn = number // 8
    level = LEVELS[number // len(TASKS) % len(LEVELS)]
    return row(language, identifier, name, number + turn, level, TASKS[(number + turn) % len(TASKS)], seed)


def row(language: str, identifier: str, name: str, subject: int, level: str, task: str, seed: int) -> Row:
    """Return one row."""
    draw = random.Random(f"{identifier} {seed}")
    kind = kinds.KINDS[name]
    content = kind.make(subject, level, draw)
    shown, shown_language = given(kind, content, task, language, draw)
    return {
        "id": identifier,
        "cluster": content.subject,
        "source": "builtin",
        "license": "CC0-1.0",
        "generator": dotted_name(kind.writer(language)),
        "kind": name,
        "task": task,
        "level": level,
        "description": "" if task == "translate" else kind.describe(content, draw),
        "shown": shown,
        "shown_language": shown_language,
        "code": kind.write(content, language),
        "asserted": kinds.as_text(kind, content),
        "keywords": "",
        "questions": "",
    }


def given(kind: Kind, content: Content, task: str, language: str, draw: random.Random) -> tuple[str, str]:
    """Return the program that a task shows, with its language; "" for none."""
    if task == "translate":
        other = draw.choice([name for name in programs.LANGUAGES if name != language and name in kind.languages])
        return kind.write(content, other), other
    if task == "repair":
        if draw.random() < 0.5:
            return defects.SYNTAX[language](kind.write(content, language)), language
        return kind.write(kind.wrong(content, draw), language), language
    return "", ""
