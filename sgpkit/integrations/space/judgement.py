"""The output of a demo: a metric's result on the cases of a form, as tables of texts and pictures."""

import json
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels
from sgpkit.integrations.space import options
from sgpkit.integrations.space.example import NAMED, Example, value_of
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected

FIRST = ("scores", "statuses", "reasons")
TABLES = ("rows",)
"""Lists of a result that are separate tables, not aligned with the predictions."""

MAX_TEXT = 600

log = logging.getLogger(__name__)


class Judgement(NamedTuple):
    """The result of a form.

    `lines` are aligned with the scored cases, `figures` are over all of them. If the metric could not score them,
    `message` has the reason, and the other fields are empty.
    """

    figures: tuple[tuple[str, str], ...] = ()
    headers: tuple[str, ...] = ("case",)
    lines: tuple[tuple[str, ...], ...] = ()
    pictures: tuple[tuple[Pixels, str], ...] = ()
    message: str = ""


def judge(
    metric: Any, example: Example, cases: Sequence[Mapping[str, str]], put_in: Mapping[str, Any] | None = None
) -> Judgement:
    """Score the cases of a form by a metric that `evaluate.load` returned. Empty cases are left out."""
    filled = {number: case for number, case in enumerate(cases, 1) if any(text.strip() for text in case.values())}
    if not filled:
        return Judgement(message="Fill in a case.")
    try:
        chosen = options.read(example.options, put_in or {})
        columns = {
            name: [value_of(name, case.get(name, ""), example.aligned) for case in filled.values()]
            for name in example.fields
        }
        result = metric.compute(**{NAMED.get(name, name): values for name, values in columns.items()}, **chosen)
        answer = in_tables(result, list(filled))
    except (UserError, ValueError, sandbox.Unavailable) as error:
        return Judgement(message=str(error))
    except Exception as error:
        log.exception("the metric broke on %r", cases)
        return Judgement(message=f"The metric failed on this input, which is a bug: {type(error).__name__}: {error}")
    try:
        return answer._replace(pictures=pictures(example, filled, chosen))
    except sandbox.Unavailable as missing:
        return answer._replace(message=f"No pictures: {missing}")


def in_tables(result: Mapping[str, Any], numbers: Sequence[int]) -> Judgement:
    """Return a result as tables. `numbers` are those of the cases."""
    aligned = [
        name
        for name, value in result.items()
        if isinstance(value, list) and len(value) == len(numbers) and name not in TABLES
    ]
    names = [*(name for name in FIRST if name in aligned), *(name for name in aligned if name not in FIRST)]
    lines = [(str(number), *(text(result[name][at]) for name in names)) for at, number in enumerate(numbers)]
    figures = [(name, text(value)) for name, value in result.items() if name not in aligned]
    return Judgement(tuple(figures), ("case", *names), tuple(lines))


def pictures(
    example: Example, cases: Mapping[int, Mapping[str, str]], chosen: Mapping[str, Any]
) -> tuple[tuple[Pixels, str], ...]:
    """Return the picture of every program with its case and field; an empty page with the reason if there is none."""
    if not example.drawn:
        return ()
    from sgpkit.integrations.space import drawings  # needs Cairo, which Spaces of metrics on texts do not install

    wanted = [
        (f"{number} {name}", case[name], example.format_of(name, chosen))
        for number, case in cases.items()
        for name in example.drawn
    ]
    with ThreadPoolExecutor(pool.workers()) as workers:
        drawn = list(workers.map(lambda one: drawings.draw(one[1], one[2]), wanted))
    empty = np.full((drawings.SIZE, drawings.SIZE, 3), 255, np.uint8)
    return tuple(
        (empty, f"{label}: {picture.reason}") if isinstance(picture, Rejected) else (picture, label)
        for (label, *_), picture in zip(wanted, drawn, strict=True)
    )


def text(value: Any) -> str:
    """Return a value as a cell: short, and on one line."""
    if value is None:
        return "–"
    if isinstance(value, bool | int | str):
        cell = str(value)
    elif isinstance(value, float):
        cell = f"{value:.4g}"
    else:
        cell = json.dumps(value, ensure_ascii=False, default=str)
    return cell if len(cell) <= MAX_TEXT else f"{cell[: MAX_TEXT - 1]}…"
