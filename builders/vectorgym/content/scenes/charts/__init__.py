"""Charts."""

from ..genre import Genre
from ..specs import Chart
from .choice import choose
from .composing import FORMS, HEIGHT, WIDTH, compose, opening

KINDS = {
    "bar chart": "bar",
    "horizontal bar chart": "rows",
    "grouped bar chart": "grouped",
    "stacked bar chart": "stacked",
    "line chart": "line",
    "area chart": "area",
    "scatter plot": "scatter",
    "pie chart": "pie",
    "donut chart": "donut",
    "radar chart": "radar",
}
"""Forms by kind. The bars of `rows` are horizontal. The forms grouped, stacked, line, area and radar take several
series; bar, rows, pie and donut take one."""

GENRE = Genre(
    "chart",
    Chart,
    KINDS,
    choose,
    compose,
    opening,
    size=lambda chart: (WIDTH, HEIGHT),
    colors=lambda chart: (chart.ground,),
    forms=FORMS,
)
