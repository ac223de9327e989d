"""Calibration of a judge: the mean rating by people for each mark of the judge, as stored by `annotate agreement`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from sgpkit.files import reading
from sgpkit.runs.scoring.annotations import judged
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import json_values

WIDTH, HEIGHT = 460, 340
LEFT, RIGHT, TOP, BOTTOM = 48, 20, 18, 44
TICKS = 5
SMALLEST, LARGEST = 3.0, 8.0
"""Radius of a point for one response, and of the point with the most responses."""


@dataclass(frozen=True)
class Curve:
    """The chart, which uses the colours of the page, and its caption."""

    drawing: Markup
    caption: str


def curves(run: ScoredRun) -> list[Curve]:
    """Return the curves of the judges of a run whose marks were compared with ratings by people."""
    drawn = []
    for name in run.figures.get("judged", {}):
        path = run.folder / judged.FOLDER / name / judged.AGREEMENT
        if path.is_file():
            with reading(path, "Create it again: sgpkit annotate agreement RUN HUMAN.csv --kind rating"):
                entry = json_values.read_object(path)
                if entry.get("calibration"):
                    drawn.append(Curve(drawing(entry), caption(run, entry)))
    return drawn


def caption(run: ScoredRun, entry: Mapping[str, Any]) -> str:
    """Return the text below a curve."""
    pearson = entry["pearson"]
    correlation = "" if pearson["value"] is None else f"; Pearson's correlation {pearson['value']:.2f}"
    if correlation and pearson["low"] is not None:
        correlation += f" (95 % interval {pearson['low']:.2f} to {pearson['high']:.2f})"
    return (
        f"{run.model}: mean rating by {entry['people']} for each mark of the judge {entry['judge']}, {entry['n']:,} "
        f"responses{correlation}. {corrected(entry.get('corrected') or {})}"
        "The dashed line marks equality; larger points stand for more responses."
    )


def corrected(entry: Mapping[str, Any]) -> str:
    """Return the mean of people's ratings over all responses, next to the judge's own; "" if it is unknown."""
    if not entry:
        return ""
    interval = "" if entry["low"] is None else f" (95 % interval {entry['low']:.2f} to {entry['high']:.2f})"
    return (
        f"Corrected by these ratings, people's mean over all {entry['responses']:,} responses is {entry['value']:.2f}"
        f"{interval}; the judge's own mean is {entry['naive']:.2f}. "
    )


def drawing(entry: Mapping[str, Any]) -> Markup:
    """Return the curve as SVG."""
    points = entry["calibration"]
    low, high = entry["scale"]
    known = [point[name] for point in points for name in ("rating", "low", "high") if point[name] is not None]
    bottom, top = min(low, *known), max(high, *known)

    def across(mark: float) -> float:
        return float(LEFT + (WIDTH - LEFT - RIGHT) * (mark - low) / (high - low))

    def up(rating: float) -> float:
        return float(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (rating - bottom) / (top - bottom))

    pieces = [
        line("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM),
        line("axis", LEFT, TOP, LEFT, HEIGHT - BOTTOM),
        line("ideal", across(low), up(low), across(high), up(high)),
    ]
    for tick in ticks(low, high):
        pieces.append(words(across(tick), HEIGHT - BOTTOM + 18, f"{tick:g}", "middle"))
    for tick in ticks(bottom, top):
        pieces.append(words(LEFT - 8, up(tick) + 4, f"{tick:g}", "end"))
    pieces.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, f"mark by {entry['judge']}", "middle"))
    pieces.append(words(LEFT + 6, TOP - 4, "people's mean rating", "start"))
    positions = [(across(point["mark"]), up(point["rating"])) for point in points]
    track = " ".join(f"{x:.1f},{y:.1f}" for x, y in positions)
    pieces.append(Markup('<polyline class="track" points="{}"/>').format(track))
    most = max(point["n"] for point in points)
    for point, (x, y) in zip(points, positions, strict=True):
        if point["low"] is not None:
            pieces.append(line("whisker", x, up(point["low"]), x, up(point["high"])))
        radius = SMALLEST + (LARGEST - SMALLEST) * (point["n"] / most) ** 0.5
        label = f"mark {point['mark']:g}: mean rating {point['rating']:.2f}, n = {point['n']}"
        pieces.append(
            Markup('<circle class="point" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"><title>{}</title></circle>').format(
                x, y, radius, label
            )
        )
    named = escape(f"Calibration of {entry['judge']}")
    head = Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, named)
    return head + Markup("").join(pieces) + Markup("</svg>")


def ticks(low: float, high: float) -> Sequence[float]:
    """Return about five round numbers between two values."""
    step = next((width for width in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if (high - low) / width <= TICKS + 1), high - low)
    first = -(-low // step)
    return [round((first + number) * step, 6) for number in range(int((high - first * step) / step + 1e-9) + 1)]


def line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    """Return a line as SVG."""
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(kind, x1, y1, x2, y2)


def words(x: float, y: float, text: str, anchor: str) -> Markup:
    """Return a text as SVG."""
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(x, y, anchor, text)
