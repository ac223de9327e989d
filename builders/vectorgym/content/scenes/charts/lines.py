"""Lines with their points, areas (on top of each other where there are several), and points of a scatter plot."""

from sgpkit.families.sgp_bench.content.objects.forms import circle, line, polygon

from ..colors import darker, lighter
from ..ink import Ink, filled, stroked, words
from ..scene import Part
from ..specs import Chart, Series
from ..wording import listed, number, quoted
from .frame import Frame, slug


def lines(chart: Chart, frame: Frame) -> list[Part]:
    """An area lies on the areas of the series before it."""
    count = len(chart.categories)
    across = [frame.left + frame.wide * (index + 0.3) / (count - 0.4) for index in range(count)]
    below = [0.0] * count
    found = []
    for each in chart.series:
        top = [base + value for base, value in zip(below, each.values, strict=True)]
        points = [(x, frame.height_of(value)) for x, value in zip(across, top, strict=True)]
        if chart.form == "area":
            floor = [(x, frame.height_of(value)) for x, value in zip(across, below, strict=True)]
            inks: list[Ink] = [filled(polygon(*points, *reversed(floor)), each.color)]
            below = top
        else:
            inks = []
        inks.append(stroked(line(*points), darker(each.color) if chart.form == "area" else each.color, 3.2))
        for (x, y), value in zip(points, each.values, strict=True):
            inks += [filled(circle(x, y, 4.6), darker(each.color)), filled(circle(x, y, 2.6), "#FFFFFF")]
            if len(chart.series) == 1 or (chart.form == "line" and each is chart.series[0]):
                inks.append(words(number(value), x, y - 10, 12, chart.ink, bold=True))
        found.append(series_part(chart, each, tuple(inks)))
    return found


def series_part(chart: Chart, each: Series, inks: tuple[Ink, ...]) -> Part:
    role = chart.form
    told = listed(
        [f"{quoted(category)} {number(value)}" for category, value in zip(chart.categories, each.values, strict=True)]
    )
    what = {"line": "a {0} line", "area": "a {0} area", "radar": "a {0} polygon"}[role]
    data = {"series": each.name, "values": each.values, "categories": chart.categories}
    phrase = f"{what} for {quoted(each.name)} with the values {told}"
    return Part(f"{role}-{slug(each.name)}", role, inks, role, (each.color,), phrase, True, data)


def dots(chart: Chart, frame: Frame) -> list[Part]:
    found = []
    for each in chart.series:
        inks: list[Ink] = []
        for across, value in zip(each.across, each.values, strict=True):
            x, y = frame.left + frame.wide * across / frame.most_across, frame.height_of(value)
            inks += [filled(circle(x, y, 6), each.color), filled(circle(x - 1.6, y - 1.6, 2), lighter(each.color))]
        data = {"series": each.name, "values": each.values, "across": each.across}
        pairs = listed([f"({number(x)}, {number(y)})" for x, y in zip(each.across, each.values, strict=True)])
        phrase = f"{len(each.values)} round {{0}} points for {quoted(each.name)} at {pairs}"
        found.append(Part(f"dots-{slug(each.name)}", "points", tuple(inks), "dots", (each.color,), phrase, True, data))
    return found
