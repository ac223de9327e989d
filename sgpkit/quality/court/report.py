"""The verdicts as JSON, as a table, and as a figure."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from sgpkit import files
from sgpkit.quality.court.pairs import GRADES
from sgpkit.quality.court.verdict import ALARMED, MARGIN, RANKED, Ranking, Verdict, best
from sgpkit.statistics import Estimate

NAME, FIGURE = "court.json", "court.svg"


def write(folder: Path, verdicts: Sequence[Verdict], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Write `court.json` and `court.svg` into a folder; return the content of the first."""
    folder.mkdir(parents=True, exist_ok=True)
    held = as_data(verdicts, settings)
    files.write_atomically(folder / NAME, json.dumps(held, indent=1) + "\n")
    files.write_atomically(folder / FIGURE, figure(verdicts))
    return held


def as_data(verdicts: Sequence[Verdict], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the verdicts in the form of `court.json`."""
    rule = {"margin": MARGIN, "ranked": RANKED, "alarmed": ALARMED}
    return {
        **settings,
        "rule": rule,
        "metrics": {one.name: of_metric(one) for one in verdicts},
        "best": winners(verdicts),
    }


def of_metric(verdict: Verdict) -> dict[str, Any]:
    """Return one verdict as data."""
    return {
        "pairs": verdict.pairs,
        "configs": list(verdict.configs),
        "ranked_right": bounded(verdict.overall),
        "axes": {
            axis: {
                **bounded(ranking.right),
                "may_rank": verdict.may_rank(axis),
                "reversed": round(ranking.reversed, 4),
                "grades": {str(grade): bounded(share) for grade, share in ranking.by_grade.items()},
                "gaps": {str(grade): round(gap, 4) for grade, gap in ranking.gaps.items()},
            }
            for axis, ranking in verdict.axes.items()
        },
        "false_alarms": None if verdict.all_alarms is None else bounded(verdict.all_alarms),
        "false_alarms_by_axis": {axis: bounded(share) for axis, share in verdict.alarms.items()},
        "calibration": round(verdict.calibration, 3),
        "correlation_with_change": round(verdict.visible, 3),
        "seconds_per_drawing": round(verdict.seconds, 4),
    }


def bounded(share: Estimate) -> dict[str, Any]:
    """Return a share with its interval as data."""
    return {
        "value": None if math.isnan(share.value) else round(share.value, 4),
        "low": None if math.isnan(share.low) else round(share.low, 4),
        "high": None if math.isnan(share.high) else round(share.high, 4),
        "n": share.n,
        "clusters": share.clusters,
    }


def read(name: str, held: Mapping[str, Any]) -> Verdict:
    """Return the verdict from data written by `of_metric`."""
    alarms = held["false_alarms"]
    return Verdict(
        name=name,
        axes={axis: read_ranking(ranking) for axis, ranking in held["axes"].items()},
        overall=estimate(held["ranked_right"]),
        alarms={axis: estimate(share) for axis, share in held["false_alarms_by_axis"].items()},
        all_alarms=None if alarms is None else estimate(alarms),
        calibration=held["calibration"],
        visible=held["correlation_with_change"],
        seconds=held["seconds_per_drawing"],
        pairs=held["pairs"],
        configs=tuple(held["configs"]),
    )


def read_ranking(held: Mapping[str, Any]) -> Ranking:
    """Return the ranking of one axis from its data."""
    by_grade = {int(grade): estimate(share) for grade, share in held["grades"].items()}
    gaps = {int(grade): gap for grade, gap in held["gaps"].items()}
    return Ranking(estimate(held), by_grade, gaps, held["reversed"])


def estimate(held: Mapping[str, Any]) -> Estimate:
    """Return a share with its interval from its data."""
    value, low, high = (math.nan if held[name] is None else held[name] for name in ("value", "low", "high"))
    return Estimate(value, low, high, "as written", held["n"], held["clusters"])


def winners(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """Return for each axis the metric that may rank it and ranks it best, "" if there is none."""
    return {axis: best(verdicts, axis) for axis in axes_of(verdicts)}


def axes_of(verdicts: Sequence[Verdict]) -> list[str]:
    """Return the axes of all verdicts, in their order."""
    return list(dict.fromkeys(axis for verdict in verdicts for axis in verdict.axes))


# --- the table --------------------------------------------------------------------------------------------------------


def markdown(verdicts: Sequence[Verdict]) -> str:
    """Return the table: per cent ranked right by axis, in bold if the metric may rank it."""
    axes = axes_of(verdicts)
    head = ["metric", "pairs", "each", *axes, "false alarms", "calibration", "ms"]
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    return "\n".join([*lines, *(line(verdict, axes) for verdict in verdicts)])


def line(verdict: Verdict, axes: Sequence[str]) -> str:
    """Return the line of one metric."""
    alarms = "–" if verdict.all_alarms is None else percent(verdict.all_alarms.value)
    cells = [cell(verdict, axis) for axis in axes]
    speed = f"{1000 * verdict.seconds:.0f}"
    known = [verdict.name, f"{verdict.pairs:,}", f"{verdict.smallest_cell:,}", *cells]
    return f"| {' | '.join(known)} | {alarms} | {verdict.calibration:.2f} | {speed} |"


def cell(verdict: Verdict, axis: str) -> str:
    """Return the share of one axis."""
    if axis not in verdict.axes:
        return "–"
    text = percent(verdict.axes[axis].right.value)
    return f"**{text}**" if verdict.may_rank(axis) else text


def percent(share: float) -> str:
    """Return a share in per cent, or a dash for NaN."""
    return "–" if math.isnan(share) else f"{100 * share:.0f}"


def details(verdicts: Sequence[Verdict]) -> str:
    """Return the second table: per cent ranked right by grade, over all axes, and false alarms by axis."""
    equal = list(dict.fromkeys(axis for verdict in verdicts for axis in verdict.alarms))
    head = ["metric", *(f"grade {grade}" for grade in GRADES), "reversed", *equal]
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    return "\n".join([*lines, *(detail(verdict, equal) for verdict in verdicts)])


def detail(verdict: Verdict, equal: Sequence[str]) -> str:
    """Return the line of one metric in the second table."""
    grades = [percent(verdict.in_grade(grade)) for grade in GRADES]
    tried = sum(ranking.right.n for ranking in verdict.axes.values())
    turned = sum(ranking.reversed * ranking.right.n for ranking in verdict.axes.values()) / max(1, tried)
    alarms = [percent(verdict.alarms[axis].value) if axis in verdict.alarms else "–" for axis in equal]
    return f"| {verdict.name} | {' | '.join([*grades, percent(turned), *alarms])} |"


# --- the figure -------------------------------------------------------------------------------------------------------

LEFT, TOP, CELL, LINE = 250, 110, 56, 26


def figure(verdicts: Sequence[Verdict]) -> str:
    """Return the table as a heat map in SVG; a frame marks an axis that a metric may rank."""
    columns = [*axes_of(verdicts), "false alarms"]
    width, height = LEFT + CELL * len(columns) + 10, TOP + LINE * len(verdicts) + 10
    body = [heading(column, index) for index, column in enumerate(columns)]
    for row, verdict in enumerate(verdicts):
        y = TOP + LINE * row
        body.append(f'<text x="{LEFT - 8}" y="{y + 17}" text-anchor="end">{escape(verdict.name)}</text>')
        body += [
            tile(verdict, column, LEFT + CELL * index, y, column == columns[-1]) for index, column in enumerate(columns)
        ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12"><rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(filter(None, body))
        + "\n</svg>\n"
    )


def heading(column: str, index: int) -> str:
    """Return the slanted heading of a column."""
    x = LEFT + CELL * index + CELL / 2
    return f'<text transform="translate({x:g} {TOP - 8}) rotate(-50)">{escape(column)}</text>'


def tile(verdict: Verdict, column: str, x: int, y: int, is_alarm: bool) -> str:
    """Return one cell, greener for better values; empty for an axis on which the metric was not tried."""
    if is_alarm:
        share = None if verdict.all_alarms is None else verdict.all_alarms.value
        good = None if share is None else 1 - share
    else:
        share = good = verdict.axes[column].right.value if column in verdict.axes else None
    if share is None or good is None:
        return ""
    frame = ' stroke="#000000" stroke-width="2"' if not is_alarm and verdict.may_rank(column) else ""
    box = f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{LINE - 4}" fill="{shade(good)}"{frame}/>'
    return f'{box}<text x="{x + CELL / 2:g}" y="{y + 17}" text-anchor="middle">{percent(share)}</text>'


def shade(share: float) -> str:
    """Return a color between a light red and a light green."""
    low, high = (240, 150, 140), (150, 215, 160)
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in zip(low, high, strict=True))
