"""Figures as text, with their units, and names that stay distinct when shortened."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FEW_CLUSTERS = 5
"""Minimum number of drawings of a group's figure; with fewer, it is noise and has no interval."""

ROUNDING = 1e-9
"""The share of a figure's interval below which its end counts as 0, apart from rounding."""

BEST_OF, PASS, MAJORITY = "best-of-", "pass@", "majority@"


def number(figure: Mapping[str, Any], name: str = "value") -> str:
    """Return one of a figure's values with its unit: a share in per cent, anything else in three digits."""
    unit = figure.get("unit")
    bounds = [figure[key] for key in ("value", "low", "high") if figure.get(key) is not None]
    if unit is not None:
        sign = f" {unit}" if unit not in ("", "×") else unit
        rest = abs(figure[name]) < ROUNDING * max(map(abs, bounds))
        return f"{plain(0.0 if rest else figure[name])}{sign if name == 'value' else ''}"
    # A family need not declare the unit of a part: a figure outside −1 to 1 is not a share.
    return f"{figure[name]:.1%}" if all(-1 <= value <= 1 for value in bounds) else plain(figure[name])


def with_interval(figure: Mapping[str, Any]) -> str:
    """Return a figure with its interval in parentheses, or alone if it has none."""
    if figure.get("low") is None:
        return number(figure)
    return f"{number(figure)} ({number(figure, 'low')} – {number(figure, 'high')})"


def plain(value: float) -> str:
    """Return a number in three digits, a large one as a whole number."""
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e6 else f"{value:.3g}"


def is_share(figure: Mapping[str, Any]) -> bool:
    """Return whether a figure is a share, which a bar from 0 to 1 can show."""
    return figure.get("unit") is None and 0 <= figure["value"] <= 1


def is_noise(figure: Mapping[str, Any]) -> bool:
    """Return whether a group has too few drawings for a figure."""
    return int(figure.get("clusters", figure.get("n", FEW_CLUSTERS))) < FEW_CLUSTERS


NONE = "none: "
"""The beginning of the method of a missing interval; the reason follows."""


def no_interval(figures: Mapping[str, Any]) -> str:
    """Return why a figure or a difference has no interval, such as "3 drawings; at least 5 are needed"; "" if it has
    one."""
    low = figures.get("low")
    known = low is not None and not math.isnan(low)
    return "" if known else str(figures.get("method") or "").partition(NONE)[2]


def without_interval(reason: str, names: Iterable[str] = ()) -> str:
    """Return the remark on figures without an interval: "no interval: REASON", or "no interval for A, B: REASON" if it
    is about some of several figures; "" without a reason."""
    of = ", ".join(names)
    return f"no interval{' for ' + of if of else ''}: {reason}" if reason else ""


def measured(name: str, figure: Mapping[str, Any], figures: Mapping[str, Any]) -> str:
    """Return the name of a figure over several samples with its measure: "pass@4 (full marks)"."""
    if name.startswith(PASS):
        return f"{name} ({figures.get('samples', {}).get('pass', 'full marks')})"
    of = str(figure.get("of") or figures["headline"])
    return name if of in name else f"{name}, {of}"


def cut_alike(names: Sequence[str], width: int) -> list[str]:
    """Return names that fit a width. Longer ones lose their middle; names that would then be equal stay complete."""
    short = [cut(name, width) for name in names]
    return [
        name if short.count(cut_name) > len([other for other in names if other == name]) else cut_name
        for name, cut_name in zip(names, short, strict=True)
    ]


def cut(name: str, width: int) -> str:
    """Return a name without its middle if it is wider than `width`: both of its ends distinguish it."""
    if len(name) <= width:
        return name
    head = (width - 1) * 2 // 3
    return f"{name[:head]}…{name[len(name) - (width - 1 - head) :]}"
