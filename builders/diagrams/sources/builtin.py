"""Fresh rows from a seed: parts of known graphs, to be drawn, translated or repaired in one language.

All languages have the same rows in the same order, so that they can be compared for one model.
"""

import random
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Reader, Row
from sgpkit.families.shared.naming import dotted_name
from sgpkit.metrics.structure.scene_match import asserted

from ..content import defects, graph, programs, words

SIZES: Mapping[str, int] = {"train": 12, "test": 252}
TASKS = ("draw", "draw", "translate", "repair")
"""The tasks in turn: half of the rows are drawn from a description."""


def rows(language: str) -> Reader:
    """Return the source of one language."""

    def read(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        for split, count in SIZES.items():
            for number in range(count):
                yield split, row(language, f"diagram-{split}-{number:04d}", number, seed)

    return read


def row(language: str, identifier: str, number: int, seed: int) -> Row:
    """Return one row. Its diagram is the same in all languages."""
    draw = random.Random(f"{identifier} {seed}")
    topics = graph.topics()
    level = list(graph.LEVELS)[number // len(TASKS) % len(graph.LEVELS)]
    turn = number // len(topics)
    diagram = graph.part(topics[(number + 5 * turn) % len(topics)], level, draw)  # evenly spaced rows differ in subject
    task = TASKS[(number + turn) % len(TASKS)]
    shown, shown_language = given(diagram, task, language, draw)
    return {
        "id": identifier,
        "cluster": diagram.subject,
        "source": "builtin",
        "license": "CC0-1.0",
        "generator": dotted_name(programs.WRITERS[language]),
        "kind": diagram.kind,
        "task": task,
        "level": level,
        "description": "" if task == "translate" else words.description(diagram, draw),
        "shown": shown,
        "shown_language": shown_language,
        "code": programs.WRITERS[language](diagram),
        "asserted": asserted.as_text(diagram.asserted),
    }


def given(diagram: graph.Diagram, task: str, language: str, draw: random.Random) -> tuple[str, str]:
    """Return the program that a task shows, with its language; "" for none."""
    if task == "translate":
        other = draw.choice([name for name in programs.LANGUAGES if name != language])
        return programs.WRITERS[other](diagram), other
    if task == "repair":
        return defects.defective(diagram, language, draw), language
    return "", ""
