"""Pies, donuts and radar charts."""

import math

from sgpkit.families.shared.drawings.forms import Form, around, circle, line, polygon, ring, sector, shape

from ..colors import darker, mixed
from ..ink import Ink, filled, outlined, readable_on, stroked, text_width, words
from ..scene import Part
from ..specs import Chart
from ..wording import number, quoted
from .frame import Frame, slug
from .lines import series_part

X, Y, RADIUS = 262.0, 270.0, 150.0
WEB_X, REACH = 242.0, 138.0


def slices(chart: Chart, frame: Frame) -> list[Part]:
    """Return slices clockwise from the top, with their values. A donut has the total in its hole."""
    values = chart.series[0].values
    whole = sum(values)
    colors = chart.category_colors
    inner = 0.52 * RADIUS if chart.form == "donut" else 0.0
    shade = ring(X + 5, Y + 7, RADIUS, inner) if inner else circle(X + 5, Y + 7, RADIUS)
    parts = [Part("shadow", "shadow", (filled(shade, mixed(chart.ground, chart.ink, 0.25)),), "panel")]
    labels = []
    start = 0.0
    for index, (category, value) in enumerate(zip(chart.categories, values, strict=True)):
        end = start + 360 * value / whole
        color = colors[index]
        inks: list[Ink] = [outlined(wedge(RADIUS, inner, start, end), color, "#FFFFFF", 2)]
        inks.append(filled(wedge(RADIUS - 1, RADIUS - 12, start + 0.6, end - 0.6), darker(color), 0.55))
        middle = math.radians((start + end) / 2 - 90)
        reach = 0.76 * RADIUS if inner else 0.66 * RADIUS
        data = {"category": category, "series": chart.series[0].name, "value": value}
        phrase = f"{quoted(category)} with {number(value)} in {{0}}"
        parts.append(
            Part(f"slice-{slug(category)}", "slice", tuple(inks), "slice", (color,), phrase, True, data, "slices")
        )
        x, y = X + reach * math.cos(middle), Y + reach * math.sin(middle) + 5
        text = words(number(value), x, y, 15 if end - start > 16 else 11, readable_on(color), bold=True)
        labels.append(
            Part(
                f"value-{slug(category)}",
                "value",
                (text,),
                "value",
                data={"text": number(value), **data},
                inside="values",
            )
        )
        start = end
    if inner:
        total = words(number(whole), X, Y + 4, 34, chart.ink, bold=True)
        below = words("total", X, Y + 26, 15, chart.ink)
        labels.append(
            Part(
                "total",
                "total in the middle",
                (total, below),
                "label",
                (chart.ink,),
                f"the total {quoted(number(whole))} in the middle",
                data={"text": number(whole)},
            )
        )
    return [*parts, *labels]


def wedge(radius: float, inner: float, start: float, end: float) -> Form:
    """Return a slice of a disc, or of a ring if `inner` is not 0."""
    if not inner:
        return sector(X, Y, radius, start, end)
    (ax, ay), (bx, by) = at(radius, start), at(radius, end)
    (cx, cy), (dx, dy) = at(inner, end), at(inner, start)
    large = int(end - start > 180)
    return shape(f"M{ax} {ay}A{radius} {radius} 0 {large} 1 {bx} {by}L{cx} {cy}A{inner} {inner} 0 {large} 0 {dx} {dy}Z")


def at(radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees - 90)
    return X + radius * math.cos(angle), Y + radius * math.sin(angle)


def radar(chart: Chart, frame: Frame) -> list[Part]:
    """Return a web with a spoke for each category, clockwise from the top."""
    count = len(chart.categories)
    faint = mixed(chart.ground, chart.ink, 0.3)
    rings = [stroked(polygon(*around(WEB_X, Y, REACH * step / 5, count)), faint, 1) for step in range(1, 6)]
    spokes = [stroked(line((WEB_X, Y), point), faint, 1) for point in around(WEB_X, Y, REACH, count)]
    marks = [
        words(number(frame.most * step / 5), WEB_X + 4, Y - REACH * step / 5 + 11, 10, chart.ink, "start")
        for step in range(1, 6)
    ]
    parts = [
        Part(
            "grid",
            "web",
            (*rings, *spokes),
            "grid",
            (),
            "a faint web of five rings with a spoke for every category",
            True,
        )
    ]
    for category, (x, y) in zip(chart.categories, around(WEB_X, Y, REACH + 14, count), strict=True):
        anchor = "middle" if abs(x - WEB_X) < 12 else "start" if x > WEB_X else "end"
        size = min(13.0, 13.0 * 66 / text_width(category, 13.0, True))
        ink = words(category, x, y + 5, size, chart.ink, anchor, True)  # type: ignore[arg-type]
        parts.append(
            Part(
                f"category-{slug(category)}",
                "category",
                (ink,),
                "category",
                (chart.ink,),
                data={"text": category},
                inside="categories",
            )
        )
    for row in chart.series:
        points = [
            (WEB_X + (px - WEB_X) * value / frame.most, Y + (py - Y) * value / frame.most)
            for (px, py), value in zip(around(WEB_X, Y, REACH, count), row.values, strict=True)
        ]
        inks = [filled(polygon(*points), row.color, 0.4), stroked(polygon(*points), row.color, 3)]
        inks += [filled(circle(x, y, 4.4), darker(row.color)) for x, y in points]
        parts.append(series_part(chart, row, tuple(inks)))
    parts.append(Part("axis", "scale", tuple(marks), "axis", (chart.ink,), data={"most": frame.most}))
    return parts
