"""Bars: vertical, grouped, stacked or horizontal; each with a highlight at its left edge and its value."""

from collections.abc import Sequence

from sgpkit.families.shared.drawings.forms import Form, box, shape

from ..colors import darker, lighter
from ..ink import Ink, filled, readable_on, shaded, words
from ..scene import Part
from ..specs import Chart
from ..wording import number, quoted
from .frame import Frame, slug


def upright(chart: Chart, frame: Frame) -> list[Part]:
    if chart.form == "stacked":
        return stacked(chart, frame)
    series = chart.series if chart.form == "grouped" else chart.series[:1]
    slot = frame.wide / len(chart.categories)
    room = slot * (0.78 if len(series) > 1 else 0.62)
    thick = room / len(series)
    bars, values = [], []
    for position, row in enumerate(series):
        for index, (category, value) in enumerate(zip(chart.categories, row.values, strict=True)):
            color = chart.category_colors[index] if len(series) == 1 and chart.category_colors else row.color
            x = frame.left + slot * (index + 0.5) - room / 2 + thick * position
            y = frame.height_of(value)
            name = slug(category) if len(series) == 1 else f"{slug(category)}-{slug(row.name)}"
            bars.append(
                bar(
                    f"bar-{name}",
                    bar_inks(x, y, thick - 1.5, frame.bottom - y, color),
                    color,
                    category,
                    row.name,
                    value,
                )
            )
            size = min(12.0, 0.62 * thick + 3)
            values.append(
                label(
                    f"value-{name}",
                    words(number(value), x + thick / 2, y - 5, size, chart.ink, bold=True),
                    category,
                    row.name,
                    value,
                )
            )
    return [*bars, *values]


def stacked(chart: Chart, frame: Frame) -> list[Part]:
    slot = frame.wide / len(chart.categories)
    thick = slot * 0.6
    bars, values = [], []
    below = [0.0] * len(chart.categories)
    for row in chart.series:
        for index, (category, value) in enumerate(zip(chart.categories, row.values, strict=True)):
            x = frame.left + slot * (index + 0.5) - thick / 2
            top, bottom = frame.height_of(below[index] + value), frame.height_of(below[index])
            name = f"{slug(category)}-{slug(row.name)}"
            inks = (
                filled(box(x, top, thick, bottom - top), row.color),
                filled(box(x, top, thick * 0.22, bottom - top), lighter(row.color)),
            )
            bars.append(bar(f"bar-{name}", inks, row.color, category, row.name, value))
            if bottom - top > 13:
                text = words(
                    number(value),
                    x + 0.6 * thick,
                    (top + bottom) / 2 + 4,
                    min(11.5, 0.4 * thick),
                    readable_on(row.color),
                )
                values.append(label(f"value-{name}", text, category, row.name, value))
            below[index] += value
    return [*bars, *values]


def lying(chart: Chart, frame: Frame) -> list[Part]:
    row = chart.series[0]
    slot = frame.high / len(chart.categories)
    thick = slot * 0.62
    bars, values = [], []
    for index, (category, value) in enumerate(zip(chart.categories, row.values, strict=True)):
        color = chart.category_colors[index] if chart.category_colors else row.color
        y, end = frame.top + slot * (index + 0.5) - thick / 2, frame.along(value)
        radius = min(5.0, thick / 3)
        body = shape(
            f"M{frame.left} {y}H{end - radius}A{radius} {radius} 0 0 1 {end} {y + radius}"
            f"V{y + thick - radius}A{radius} {radius} 0 0 1 {end - radius} {y + thick}"
            f"H{frame.left}Z"
        )
        inks = (
            shaded(body, lighter(color), color),
            filled(box(frame.left, y + 0.8 * thick, end - frame.left - radius, 0.2 * thick), darker(color)),
        )
        bars.append(bar(f"bar-{slug(category)}", inks, color, category, row.name, value))
        text = words(number(value), end + 6, y + thick / 2 + 4.5, 12.5, chart.ink, "start", True)
        values.append(label(f"value-{slug(category)}", text, category, row.name, value))
    return [*bars, *values]


def bar_inks(x: float, y: float, width: float, height: float, color: str) -> tuple[Ink, ...]:
    return (
        filled(topped(x, y, width, height), color),
        filled(topped(x, y, 0.28 * width, height), lighter(color)),
        filled(box(x + 0.88 * width, y + min(4.0, height), 0.12 * width, max(height - 4, 0.1)), darker(color)),
    )


def topped(x: float, y: float, width: float, height: float) -> Form:
    """Return a bar with rounded upper corners."""
    radius = min(4.0, width / 3, height)
    bottom, right = y + height, x + width
    return shape(
        f"M{x} {bottom}V{y + radius}A{radius} {radius} 0 0 1 {x + radius} {y}H{right - radius}"
        f"A{radius} {radius} 0 0 1 {right} {y + radius}V{bottom}Z"
    )


def bar(name: str, inks: Sequence[Ink], color: str, category: str, series: str, value: float) -> Part:
    data = {"category": category, "series": series, "value": value}
    phrase = f"{quoted(category)} at {number(value)} in {{0}}"
    return Part(name, "bar", tuple(inks), "bar", (color,), phrase, True, data, "bars")


def label(name: str, ink: Ink, category: str, series: str, value: float) -> Part:
    data = {"text": number(value), "category": category, "series": series, "value": value}
    return Part(name, "value", (ink,), "value", (ink.fill or "",), data=data, inside="values")
