"""Lines with points, areas, which are stacked, and points of a scatter plot."""

from sgpkit.families.shared.drawings.forms import circle, line, polygon

from .....shared.words import listed
from ..colors import darker, lighter
from ..ink import Ink, filled, stroked, words
from ..scene import Part
from ..specs import Chart, Series
from ..wording import number, quoted
from .frame import Frame, slug


def lines(chart: Chart, frame: Frame) -> list[Part]:
    """Return a line with points, or an area, for each series. An area is stacked on the areas of earlier series."""
    count = len(chart.categories)
    across = [frame.left + frame.wide * (index + 0.3) / (count - 0.4) for index in range(count)]
    below = [0.0] * count
    parts = []
    for row in chart.series:
        top = [base + value for base, value in zip(below, row.values, strict=True)]
        points = [(x, frame.height_of(value)) for x, value in zip(across, top, strict=True)]
        if chart.form == "area":
            floor = [(x, frame.height_of(value)) for x, value in zip(across, below, strict=True)]
            inks: list[Ink] = [filled(polygon(*points, *reversed(floor)), row.color)]
            below = top
        else:
            inks = []
        inks.append(stroked(line(*points), darker(row.color) if chart.form == "area" else row.color, 3.2))
        for (x, y), value in zip(points, row.values, strict=True):
            inks += [filled(circle(x, y, 4.6), darker(row.color)), filled(circle(x, y, 2.6), "#FFFFFF")]
            if len(chart.series) == 1 or (chart.form == "line" and row is chart.series[0]):
                inks.append(words(number(value), x, y - 10, 12, chart.ink, bold=True))
        parts.append(series_part(chart, row, tuple(inks)))
    return parts


def series_part(chart: Chart, row: Series, inks: tuple[Ink, ...]) -> Part:
    role = chart.form
    text = listed(
        [f"{quoted(category)} {number(value)}" for category, value in zip(chart.categories, row.values, strict=True)]
    )
    what = {"line": "a {0} line", "area": "a {0} area", "radar": "a {0} polygon"}[role]
    data = {"series": row.name, "values": row.values, "categories": chart.categories}
    phrase = f"{what} for {quoted(row.name)} with the values {text}"
    return Part(f"{role}-{slug(row.name)}", role, inks, role, (row.color,), phrase, True, data)


def dots(chart: Chart, frame: Frame) -> list[Part]:
    parts = []
    for row in chart.series:
        inks: list[Ink] = []
        for across, value in zip(row.across, row.values, strict=True):
            x, y = frame.left + frame.wide * across / frame.most_across, frame.height_of(value)
            inks += [filled(circle(x, y, 6), row.color), filled(circle(x - 1.6, y - 1.6, 2), lighter(row.color))]
        data = {"series": row.name, "values": row.values, "across": row.across}
        pairs = listed([f"({number(x)}, {number(y)})" for x, y in zip(row.across, row.values, strict=True)])
        phrase = f"{len(row.values)} round {{0}} points for {quoted(row.name)} at {pairs}"
        parts.append(Part(f"dots-{slug(row.name)}", "points", tuple(inks), "dots", (row.color,), phrase, True, data))
    return parts
