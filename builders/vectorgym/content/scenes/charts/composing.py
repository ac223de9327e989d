"""Charts as scenes: the frame, titles, axes and legend; marks are in `bars`, `lines` and `rounds`.

Parts: background, panel, title, subtitle, picture, grid, axis, category-…, the marks, value-…, legend. A mark's data
has its category, series and value.
"""

import math
from collections.abc import Callable, Mapping, Sequence

from sgpkit.families.shared.drawings.forms import box, circle, line

from .. import things
from ..colors import mixed
from ..ink import Ink, filled, outlined, stroked, text_width, words
from ..scene import Part
from ..specs import Chart, Thing
from ..wording import number, quoted
from . import bars, lines, rounds
from .frame import Frame, slug
from .topics import BY_TITLE

WIDTH, HEIGHT = 640, 480
TITLES = {
    "bar": "a bar chart",
    "rows": "a horizontal bar chart",
    "grouped": "a grouped bar chart",
    "stacked": "a stacked bar chart",
    "line": "a line chart",
    "area": "an area chart",
    "scatter": "a scatter plot",
    "pie": "a pie chart",
    "donut": "a donut chart",
    "radar": "a radar chart",
}
ROUND = ("pie", "donut", "radar")
SINGLE = ("bar", "rows", "pie", "donut")
"""Forms of charts with one series."""

FORMS: Mapping[str, Callable[[Chart, Frame], list[Part]]] = {
    "bar": bars.upright,
    "rows": bars.lying,
    "grouped": bars.upright,
    "stacked": bars.upright,
    "line": lines.lines,
    "area": lines.lines,
    "scatter": lines.dots,
    "pie": rounds.slices,
    "donut": rounds.slices,
    "radar": rounds.radar,
}
"""By form: the function that draws the marks."""


def compose(chart: Chart) -> list[Part]:
    frame = measured(chart)
    parts = [background(chart), panel(chart, frame), *headings(chart), *picture(chart)]
    if chart.form not in ROUND:
        parts += axes(chart, frame)
    parts += FORMS[chart.form](chart, frame)
    entries = legend_entries(chart)
    if entries:
        parts.append(legend(chart, entries))
    return parts


def opening(chart: Chart) -> str:
    return f"{TITLES[chart.form]} titled {quoted(chart.title)} with the subtitle {quoted(chart.subtitle)}"


def legend_entries(chart: Chart) -> list[tuple[str, str]]:
    """Return the legend's names and colours; none if the axis names everything."""
    if chart.form in ("pie", "donut"):
        return list(zip(chart.categories, colors_of(chart), strict=True))
    if chart.form in SINGLE or len(chart.series) < 2:
        return []
    return [(series.name, series.color) for series in chart.series]


def colors_of(chart: Chart) -> Sequence[str]:
    """Return one colour for every category."""
    return chart.category_colors or [chart.series[0].color] * len(chart.categories)


def measured(chart: Chart) -> Frame:
    """Return the frame of the marks, with the upper ends of the axes."""
    right = 470.0 if legend_entries(chart) else 596.0
    left = 118.0 if chart.form == "rows" else 84.0
    values = totals(chart)
    across = [value for series in chart.series for value in series.across] or [0.0]
    return Frame(left, 108.0, right, 400.0, nice(1.06 * max(values)), nice(max(across)))


def totals(chart: Chart) -> list[float]:
    if chart.form == "stacked" or (chart.form == "area" and len(chart.series) > 1):
        return [sum(column) for column in zip(*(series.values for series in chart.series), strict=True)]
    return [value for series in (chart.series[:1] if chart.form in SINGLE else chart.series) for value in series.values]


def nice(value: float) -> float:
    """Return the smallest round number that is not below the value."""
    goal = max(value, 1.0)
    power = 10.0 ** math.floor(math.log10(goal))
    for step in (1, 1.2, 1.6, 2, 2.5, 3, 4, 5, 6, 8, 10):
        if step * power >= goal:
            return float(round(step * power, 6))
    return 10.0 * power


def background(chart: Chart) -> Part:
    form = filled(box(0, 0, WIDTH, HEIGHT), chart.ground)
    return Part("background", "background", (form,), "background", (chart.ground,), "a plain {0} background")


def panel(chart: Chart, frame: Frame) -> Part:
    card = mixed(chart.ground, "#FFFFFF", 0.72)
    inks = (
        filled(box(22, 84, 600, 378, 14), mixed(chart.ground, chart.ink, 0.16)),
        filled(box(18, 80, 600, 378, 14), card),
    )
    return Part("panel", "panel", inks, "panel", (), "a lighter panel with round corners behind the chart", True)


def headings(chart: Chart) -> list[Part]:
    title = words(chart.title, 30, 42, 27, chart.ink, "start", True)
    subtitle = words(chart.subtitle, 30, 66, 15, mixed(chart.ink, chart.ground, 0.25), "start")
    return [
        Part("title", "title", (title,), "title", (chart.ink,), data={"text": chart.title}),
        Part("subtitle", "subtitle", (subtitle,), "subtitle", (chart.ink,), data={"text": chart.subtitle}),
    ]


def picture(chart: Chart) -> list[Part]:
    """Return the picture of the chart's topic, in the upper right corner."""
    topic = BY_TITLE.get(chart.title)
    if topic is None:
        return []
    thing = Thing("picture", topic.picture, 580, 76, 62, chart.seed, "two-tone")
    wide = things.width(thing)
    if wide > 96:
        thing = thing._replace(size=62 * 96 / wide)
    return [things.build(thing, "picture")]


def axes(chart: Chart, frame: Frame) -> list[Part]:
    """Return the grid, numbers, and the two axes with their names."""
    lies = chart.form == "rows"
    steps = 5 if round(frame.most / 5, 6).is_integer() else 4
    faint, strong = mixed(chart.ground, chart.ink, 0.22), chart.ink
    grid: list[Ink] = []
    ticks: list[Ink] = []
    for step in range(2 * steps + 1):
        value = frame.most * step / (2 * steps)
        x, y = frame.along(value), frame.height_of(value)
        ends = ((x, frame.top), (x, frame.bottom)) if lies else ((frame.left, y), (frame.right, y))
        whole = step % 2 == 0
        grid.append(stroked(line(*ends), faint, 1.0 if whole else 0.5, () if whole else (3.0, 4.0)))
        if whole and lies:
            ticks.append(words(number(value), x, frame.bottom + 20, 13, strong))
        elif whole:
            ticks.append(words(number(value), frame.left - 9, y + 4.5, 13, strong, "end"))
    parts = [
        Part("grid", "grid", tuple(grid), "grid", (), f"faint {'upright' if lies else 'horizontal'} grid lines", True)
    ]
    if chart.form == "scatter":
        for step in range(6):
            value = frame.most_across * step / 5
            x = frame.left + frame.wide * step / 5
            ticks.append(words(number(value), x, frame.bottom + 20, 13, strong))
    corner = line((frame.left, frame.top - 6), (frame.left, frame.bottom), (frame.right, frame.bottom))
    parts.append(
        Part("axis", "axis", (stroked(corner, strong, 2), *ticks), "axis", (strong,), data={"most": frame.most})
    )
    if chart.across_axis:
        name = words(chart.across_axis, (frame.left + frame.right) / 2, 446, 14, strong, bold=True)
        parts.append(
            Part(
                "x-axis-name",
                "name of the horizontal axis",
                (name,),
                "label",
                (strong,),
                data={"text": chart.across_axis},
            )
        )
    if chart.axis:
        name = words(chart.axis, 36, (frame.top + frame.bottom) / 2, 14, strong, bold=True, turned=True)
        parts.append(
            Part("y-axis-name", "name of the vertical axis", (name,), "label", (strong,), data={"text": chart.axis})
        )
    if chart.form != "scatter":
        parts += categories(chart, frame)
    return parts


def categories(chart: Chart, frame: Frame) -> list[Part]:
    count = len(chart.categories)
    parts = []
    for index, name in enumerate(chart.categories):
        if chart.form == "rows":
            x, y, anchor = frame.left - 10, frame.top + frame.high * (index + 0.5) / count + 4.5, "end"
        else:
            share = (index + 0.5) / count if chart.form not in ("line", "area") else (index + 0.3) / (count - 0.4)
            x, y, anchor = frame.left + frame.wide * share, frame.bottom + 20, "middle"
        room = 88.0 if chart.form == "rows" else frame.wide / count - 4
        size = min(13.0, 13.0 * room / text_width(name, 13.0))
        ink = words(name, x, y, size, chart.ink, anchor)  # type: ignore[arg-type]
        parts.append(
            Part(
                f"category-{slug(name)}",
                "category",
                (ink,),
                "category",
                (chart.ink,),
                data={"text": name},
                inside="categories",
            )
        )
    return parts


def legend(chart: Chart, entries: Sequence[tuple[str, str]]) -> Part:
    """Return a box to the right of the plot with a swatch and a name for each entry."""
    top, left = 120.0, 488.0
    faint = mixed(chart.ground, chart.ink, 0.3)
    inks = [outlined(box(left, top, 118, 26.0 * len(entries) + 14, 6), "#FFFFFF", faint, 1)]
    for index, (name, color) in enumerate(entries):
        y = top + 20 + 26 * index
        swatch = (
            circle(left + 16, y, 7) if chart.form in ("line", "scatter", "radar") else box(left + 9, y - 7, 14, 14, 3)
        )
        size = min(14.0, 14.0 * 82 / text_width(name, 14.0))
        inks += [filled(swatch, color), words(name, left + 31, y + 5, size, chart.ink, "start")]
    names = tuple(name for name, _ in entries)
    colors = tuple(color for _, color in entries)
    return Part(
        "legend",
        "legend",
        tuple(inks),
        "legend",
        colors,
        "a legend that names " + ", ".join(f"{quoted(name)} in {{{i}}}" for i, name in enumerate(names)),
        data={"names": names},
    )
