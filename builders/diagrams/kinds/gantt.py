"""Gantt charts: bars on an axis of days, one per task, in a row with its name."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from sgpkit.graphics.svg.outline import Box as Frame
from sgpkit.metrics.structure.recall.shapes import Figure
from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content.sketch import Box, Line, Sketch, Text
from . import kind as kinds
from . import reading
from .kind import Kind, Shown
from .reading import Axis

TASKS = {"easy": (3, 4), "medium": (5, 6), "hard": (7, 9)}
NEAR = 0.4
"""Days by which the ends of a bar may be off."""

NAMES, DAY, ROW, HEIGHT = 90.0, 14.0, 26.0, 14.0

RULE = """\
Every task is one bar in its own row, with its name in the bar or next to it in the same row. The bars are on one \
horizontal axis with the numbers of days at even steps; a bar begins at the number of the day on which its task \
begins, and is as long as the task has days. No other text is drawn."""


class Task(NamedTuple):
    """A task: the day of March on which it begins, and the number of its days."""

    label: str
    start: int
    days: int


class Gantt(NamedTuple):
    """Tasks from top to bottom."""

    subject: str
    tasks: tuple[Task, ...]


def make(number: int, level: str, draw: random.Random) -> Gantt:
    """Return a plan for some of the tasks of a known project."""
    block = kinds.block("Gantt chart", number)
    count = draw.randint(*TASKS[level])
    kept = sorted(draw.sample(range(len(block.lines)), count))
    while True:
        starts = sorted(draw.sample(range(1, 20), count))
        days = [draw.randint(2, 9) for _ in starts]
        plan = tuple(Task(block.lines[at], *one) for at, *one in zip(kept, starts, days, strict=True))
        first, last = span(Gantt("", plan))
        if last - first >= max(10, 1.4 * max(days)):
            return Gantt(block.subject, plan)


def describe(content: Gantt, draw: random.Random) -> str:
    """Describe the plan in sentences, or as a list."""
    lead = f"Draw a Gantt chart of {content.subject} in March, with days as numbers on its axis."
    if draw.random() < 0.5:
        lines = [f"- {one.label}: from day {one.start}, {one.days} days" for one in content.tasks]
        return "\n".join([lead, "", "Tasks from top to bottom:", *lines])
    sentences = [f"“{one.label}” begins on day {one.start} and takes {one.days} days." for one in content.tasks]
    return " ".join([lead, *sentences])


def span(content: Gantt) -> tuple[int, int]:
    """Return the first and the last day."""
    return min(one.start for one in content.tasks), max(one.start + one.days for one in content.tasks)


def sketch(content: Gantt) -> Sketch:
    """Return the drawing."""
    first, last = span(content)
    bottom = 10 + ROW * len(content.tasks)
    marks: list[Text | Line | Box] = [Line(((NAMES, bottom), (NAMES + DAY * (last - first), bottom)))]
    for day in range(first, last + 1, 2):
        x = NAMES + DAY * (day - first)
        marks += [Line(((x, bottom), (x, bottom + 5))), Text((x, bottom + 13), str(day))]
    for number, one in enumerate(content.tasks):
        y = 10 + ROW * (number + 0.5)
        corner = (NAMES + DAY * (one.start - first), y - HEIGHT / 2)
        marks += [Text((NAMES / 2, y), one.label), Box(corner, DAY * one.days, HEIGHT, filled=True)]
    return Sketch(NAMES + DAY * (last - first) + 16, bottom + 24, tuple(marks))


def mermaid(content: Gantt) -> str:
    """Return the Mermaid program."""
    lines = [f"    {one.label} : 2024-03-{one.start:02d}, {one.days}d" for one in content.tasks]
    return "\n".join(["gantt", "    dateFormat YYYY-MM-DD", "    axisFormat %d", *lines])


def show(drawn: Drawn, content: Gantt) -> Shown:
    """Return the number of tasks with their bar, and the number of bars of tasks."""
    axis = reading.axis(drawn, upright=False)
    if axis is None:
        return Shown(0.0)
    bars = [figure for figure in drawn.figures if is_bar(figure, axis)]
    free = [bar.box for bar in bars]
    hits = 0
    for task in content.tasks:
        bar = next((bar for bar in free if is_task(bar, task, axis, drawn)), None)
        if bar is not None:
            free.remove(bar)
            hits += 1
    return Shown(reading.f_score(hits, len(content.tasks), len(bars)), axis.words)


def is_bar(figure: Figure, axis: Axis) -> bool:
    """Return whether a figure may be a bar: closed, on the axis, and not a band over all of it or longer."""
    box, wide = figure.box, axis.most - axis.least
    first, last = sorted((axis.value(box.left), axis.value(box.right)))
    is_flat = box.bottom - box.top <= 0.5 * abs(axis.scale) * wide
    return figure.closed and is_flat and last > axis.least + NEAR and first > axis.least - 5 and last - first < wide


def is_task(bar: Frame, task: Task, axis: Axis, drawn: Drawn) -> bool:
    """Return whether a bar has the days of a task, and its name in its row."""
    first, last = axis.value(bar.left), axis.value(bar.right)
    if abs(first - task.start) > NEAR or abs(last - task.start - task.days) > NEAR:
        return False
    return any(bar.top <= reading.middle(box).y <= bar.bottom for box in drawn.boxes_of(task.label))


def wrong(content: Gantt, draw: random.Random) -> Gantt:
    """Move a task, make it longer, or exchange the names of two."""
    tasks = list(content.tasks)
    at = draw.randrange(1, len(tasks))
    match draw.randrange(3):
        case 0:
            tasks[at] = tasks[at]._replace(start=tasks[at].start + 2)
        case 1:
            tasks[at] = tasks[at]._replace(days=tasks[at].days + 2)
        case _:
            one, other = tasks[at - 1 : at + 1]
            tasks[at - 1 : at + 1] = one._replace(label=other.label), other._replace(label=one.label)
    return content._replace(tasks=tuple(tasks))


def renamed(content: Gantt, name: Callable[[str], str]) -> Gantt:
    """Return the plan with other names."""
    return content._replace(tasks=tuple(one._replace(label=name(one.label)) for one in content.tasks))


def labels(content: Gantt) -> tuple[str, ...]:
    """Return the names of tasks."""
    return tuple(one.label for one in content.tasks)


def as_plain(content: Gantt) -> list[list[Any]]:
    """Return the plan for JSON."""
    return [list(one) for one in content.tasks]


def from_plain(plain: Any) -> Gantt:
    """Return the plan of JSON."""
    return Gantt("", tuple(Task(str(label), int(start), int(days)) for label, start, days in plain))


KIND = Kind(
    name="gantt",
    rule=RULE,
    make=make,
    describe=describe,
    sketch=sketch,
    native={"mermaid": mermaid},
    labels=labels,
    show=show,
    as_plain=as_plain,
    from_plain=from_plain,
    wrong=wrong,
    renamed=renamed,
)
