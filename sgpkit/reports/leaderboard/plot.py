"""Plot the scores of one board against their cost: money if it is reported, else tokens per answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from sgpkit.reports.leaderboard.board import Line

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 18, 48
FEWEST = 2
"""The smallest number of points for a plot."""

GAP = 15
"""Pixels between the baselines of two labels."""


@dataclass(frozen=True)
class Point:
    """A submission in the plot."""

    line: Line
    amount: float


def points(lines: Sequence[Line]) -> tuple[str, list[Point]]:
    """Return the unit, and the points of all verified submissions that report an amount in it; no points if there are
    fewer than FEWEST. Costs are preferred to tokens, and the most frequent currency to others."""
    verified = [line for line in lines if line.kind == "submission" and line.gallery]
    costs: dict[str, list[Point]] = {}
    for line in verified:
        if line.stated_cost and line.stated_currency:
            costs.setdefault(line.stated_currency, []).append(Point(line, line.stated_cost))
    currency, paid = max(costs.items(), key=lambda item: len(item[1]), default=("", []))
    if len(paid) >= FEWEST:
        return f"self-reported cost in {currency}", paid
    tokens = [(line, line.stated_completion_tokens, line.n) for line in verified]
    counted = [Point(line, count / rows) for line, count, rows in tokens if count and rows]
    return ("self-reported mean tokens per answer", counted) if len(counted) >= FEWEST else ("", [])


def amount(lines: Sequence[Line]) -> str:
    """Return the quantity against which the scores are plotted, in words."""
    return "cost" if "cost" in points(lines)[0] else "tokens"


def drawing(lines: Sequence[Line]) -> Markup:
    """Return the plot as SVG; empty if too few submissions report an amount."""
    unit, shown = points(lines)
    if not shown:
        return Markup("")
    logs = [math.log10(point.amount) for point in shown]
    first, last = math.floor(min(logs)), math.ceil(max(logs))
    last = max(last, first + 1)

    def across(amount: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(amount) - first) / (last - first)

    def up(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(max(value, 0.0), 1.0)

    pieces = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        pieces.append(rule("axis", LEFT, up(share), WIDTH - RIGHT, up(share)))
        pieces.append(words(LEFT - 8, up(share) + 4, f"{share:.0%}", "end"))
    for power in range(first, last + 1):
        pieces.append(rule("axis", across(10.0**power), up(0), across(10.0**power), up(0) + 5))
        pieces.append(words(across(10.0**power), up(0) + 20, f"{10.0**power:,g}", "middle"))
    pieces.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, unit, "middle"))
    for point in shown:
        x = across(point.amount)
        if point.line.low is not None and point.line.high is not None:
            pieces.append(rule("whisker", x, up(point.line.low), x, up(point.line.high)))
    below = -math.inf
    for point in sorted(shown, key=lambda point: -point.line.value):
        x, y = across(point.amount), up(point.line.value)
        dot = Markup('<circle class="point" cx="{:.1f}" cy="{:.1f}" r="5"><title>{}</title></circle>')
        pieces.append(dot.format(x, y, spoken(point, unit)))
        below = max(y + 4, below + GAP)
        pieces.append(words(x + 10, below, shortened(point.line.model), "start"))
    head = Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">')
    label = f"Score against {unit}: {'; '.join(spoken(point, unit) for point in shown)}"
    return head.format(WIDTH, HEIGHT, escape(label)) + Markup("").join(pieces) + Markup("</svg>")


def spoken(point: Point, unit: str) -> str:
    """Return a description of a point."""
    return f"{point.line.model}: {point.line.value:.1%}, {unit} {point.amount:,.3g}"


def shortened(name: str) -> str:
    """Return a label for a point: the last part of a name, with at most 22 characters."""
    last = name.rpartition("/")[2] or name
    return last if len(last) <= 22 else f"{last[:21]}…"


def rule(kind: str, x: float, y: float, to_x: float, to_y: float) -> Markup:
    """Return a line as SVG."""
    drawn = Markup('<path class="{}" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>')
    return drawn.format(kind, x, y, to_x, to_y)


def words(x: float, y: float, text: str, anchor: str) -> Markup:
    """Return a text as SVG."""
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(x, y, anchor, text)
