"""Choose a random chart: its topic, numbers and colours."""

import random

from ..colors import some
from ..specs import Chart, Series
from .topics import TOPICS, Topic

GROUNDS = ("pale blue", "cream", "pale green", "pale pink", "pale purple", "pale yellow", "peach", "lavender", "tan")
DARK = ("navy blue", "midnight blue", "charcoal", "maroon")
MARKS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
    "teal",
    "coral",
    "turquoise",
    "lime green",
)
ACROSS = ("Price", "Hours of sun", "Distance", "Age", "Rainy days")


def choose(generator: random.Random, form: str) -> Chart:
    topic = generator.choice(TOPICS)
    if form in ("bar", "rows", "pie", "donut"):
        count = 1
    else:
        count = min(generator.randint(2, 3) if form != "scatter" else 3, len(topic.series))
    categories = chosen_categories(form, count, topic, generator)
    names = generator.sample(topic.series, count)
    colors = generator.sample(MARKS, count)
    series = tuple(
        one_series(form, name, some(color, generator), len(categories), topic, generator)
        for name, color in zip(names, colors, strict=True)
    )
    by_category = form in ("pie", "donut") or (form in ("bar", "rows") and generator.random() < 0.6)
    category_colors = (
        tuple(some(name, generator) for name in generator.sample(MARKS, len(categories))) if by_category else ()
    )
    return Chart(
        form,
        topic.title,
        topic.subtitle,
        categories,
        series,
        category_colors,
        some(generator.choice(GROUNDS), generator),
        some(generator.choice(DARK), generator),
        "" if form in ("pie", "donut", "radar", "rows") else topic.subtitle,
        ""
        if form in ("pie", "donut", "radar")
        else generator.choice(ACROSS)
        if form == "scatter"
        else ""
        if form == "rows"
        else topic.axis,
        generator.randrange(1000),
    )


def chosen_categories(form: str, series: int, topic: Topic, generator: random.Random) -> tuple[str, ...]:
    """Return consecutive categories of the topic, or the parts of a whole."""
    if form in ("pie", "donut"):
        return tuple(generator.sample(topic.parts, min(len(topic.parts), generator.randint(5, 8))))
    if form == "radar":
        return tuple(generator.sample(topic.parts, min(len(topic.parts), generator.randint(5, 7))))
    if form == "scatter":
        return ()
    wanted = {"grouped": generator.randint(4, 6), "bar": generator.randint(7, 11), "rows": generator.randint(6, 8)}
    count = min(wanted.get(form, generator.randint(6, 10)), len(topic.categories))
    first = generator.randint(0, len(topic.categories) - count)
    return topic.categories[first : first + count]


def one_series(form: str, name: str, color: str, count: int, topic: Topic, generator: random.Random) -> Series:
    if form == "scatter":
        many = generator.randint(9, 14)
        across = sorted(generator.sample(range(4, 100), many))
        slope, spread = generator.choice((-1, 1)), (topic.high - topic.low) * 0.18
        middle = (topic.low + topic.high) / 2
        lean = slope * (topic.high - topic.low) * 0.7
        values = [middle + lean * (x / 100 - 0.5) + generator.uniform(-spread, spread) for x in across]
        return Series(name, tuple(float(max(1, round(value))) for value in values), color, tuple(map(float, across)))
    if form in ("line", "area"):
        room = topic.high - topic.low
        value = topic.low + room * generator.uniform(0.2, 0.8)
        values = []
        for _ in range(count):
            step = generator.uniform(0.05, 0.26) * room * generator.choice((-1, 1))
            value += step if topic.low <= value + step <= topic.high else -step
            values.append(float(round(value)))
        return Series(name, tuple(values), color)
    low = topic.low if form not in ("pie", "donut", "stacked") else max(topic.low, round(0.25 * topic.high))
    return Series(name, tuple(float(generator.randint(low, topic.high)) for _ in range(count)), color)
