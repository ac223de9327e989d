"""What a demo answers: a metric's result on the cases of a form, as tables of text and pictures."""

import json
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels
from sgpkit.graphics.workers import pool, sandbox
from sgpkit.space import options
from sgpkit.space.example import NAMED, Example, value_of
from sgpkit.status import Rejected

FIRST = ("scores", "statuses", "reasons")
TABLES = ("rows",)
"""Lists of a result that are tables of their own, not aligned with the predictions."""

LONGEST_TEXT = 600

log = logging.getLogger(__name__)


class Judgement(NamedTuple):
    """`lines` are aligned with the cases that were judged, `figures` are what is told of all of them. Where the metric
    could not judge, `told` says why, and all else is empty."""

    figures: tuple[tuple[str, str], ...] = ()
    headers: tuple[str, ...] = ("case",)
    lines: tuple[tuple[str, ...], ...] = ()
    pictures: tuple[tuple[Pixels, str], ...] = ()
    told: str = ""


def judge(
    metric: Any, example: Example, cases: Sequence[Mapping[str, str]], put_in: Mapping[str, Any] | None = None
) -> Judgement:
    """`metric` is what `evaluate.load` returned. Cases of which nothing is filled in are left out."""
    filled = {place: case for place, case in enumerate(cases, 1) if any(text.strip() for text in case.values())}
    if not filled:
        return Judgement(told="Fill in a case.")
    try:
        chosen = options.read(example.options, put_in or {})
        columns = {
            name: [value_of(name, case.get(name, ""), example.aligned) for case in filled.values()]
            for name in example.fields
        }
        result = metric.compute(**{NAMED.get(name, name): values for name, values in columns.items()}, **chosen)
        told = in_tables(result, list(filled))
    except (UserError, ValueError, sandbox.Unavailable) as error:
        return Judgement(told=str(error))
    except Exception as error:
        log.exception("the metric broke on %r", cases)
        return Judgement(told=f"The metric broke on this, and should not have: {type(error).__name__}: {error}")
    try:
        return told._replace(pictures=pictures(example, filled, chosen))
    except sandbox.Unavailable as missing:
        return told._replace(told=f"No pictures: {missing}")


def in_tables(result: Mapping[str, Any], places: Sequence[int]) -> Judgement:
    aligned = [
        name
        for name, value in result.items()
        if isinstance(value, list) and len(value) == len(places) and name not in TABLES
    ]
    names = [*(name for name in FIRST if name in aligned), *(name for name in aligned if name not in FIRST)]
    lines = [(str(place), *(text(result[name][at]) for name in names)) for at, place in enumerate(places)]
    figures = [(name, text(value)) for name, value in result.items() if name not in aligned]
    return Judgement(tuple(figures), ("case", *names), tuple(lines))


def pictures(
    example: Example, cases: Mapping[int, Mapping[str, str]], chosen: Mapping[str, Any]
) -> tuple[tuple[Pixels, str], ...]:
    """Of every program, with its case and field; an empty page and the reason for what draws nothing."""
    if not example.drawn:
        return ()
    from sgpkit.space import drawings  # needs Cairo, which a Space of a metric of texts does not install

    wanted = [
        (f"{place} {name}", case[name], example.format_of(name, chosen))
        for place, case in cases.items()
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
    """A cell: short, and in one line."""
    if value is None:
        return "–"
    if isinstance(value, bool | int | str):
        told = str(value)
    elif isinstance(value, float):
        told = f"{value:.4g}"
    else:
        told = json.dumps(value, ensure_ascii=False, default=str)
    return told if len(told) <= LONGEST_TEXT else f"{told[: LONGEST_TEXT - 1]}…"
