"""The display of results: one line in a terminal, a small table in a notebook, and public names in both."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeVar

from sgpkit.runs.scoring import figure_text

MOST = 20
"""The largest number of lines of a table in a notebook."""

T = TypeVar("T")


def public(thing: T) -> T:
    """Set the module of a function or class to `sgpkit`, which exports it, for help, errors and pickles."""
    thing.__module__ = "sgpkit"
    return thing


def line(result: object, text: str) -> str:
    """Return the short form of a result: its type, and a text."""
    return f"{type(result).__name__}({text})"


def figure(name: str, figures: Mapping[str, Any]) -> str:
    """Return a figure with its name, its unit and its interval, or the reason why it has none."""
    return f"{name} {value(figures)}"


def value(figures: Mapping[str, Any]) -> str:
    """Return a figure with its unit and its interval, or the reason why it has none; "–" for a missing one."""
    known = {name: figures[name] for name in ("value", "low", "high") if is_finite(figures.get(name))}
    if "value" not in known:
        return "–"
    known |= {"unit": figures.get("unit")}
    if not {"low", "high"} <= known.keys():
        remark = figure_text.without_interval(figure_text.no_interval(figures))
        return figure_text.number(known) + (f" ({remark})" if remark else "")
    return f"{figure_text.number(known)} [{figure_text.number(known, 'low')}, {figure_text.number(known, 'high')}]"


def is_finite(number: object) -> bool:
    """Return whether a value is a number, and neither NaN nor infinite."""
    return isinstance(number, int | float) and math.isfinite(number)


def table(lines: Sequence[Mapping[str, object]], caption: str = "") -> str:
    """Return lines as an HTML table: the first `MOST` of them, every text escaped."""
    names = list(lines[0]) if lines else []
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(item))}</td>' for item in one.values())}</tr>" for one in lines[:MOST]
    )
    more = f", {len(lines) - MOST:,} more not shown" if len(lines) > MOST else ""
    title = f"<caption>{escape(caption + more)}</caption>" if caption + more else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def counts(numbers: Mapping[str, int]) -> str:
    """Return counts by name as text, such as `8 train, 100 test`."""
    return ", ".join(f"{count:,} {name}" for name, count in numbers.items())
