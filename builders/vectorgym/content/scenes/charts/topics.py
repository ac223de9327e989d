"""Topics of charts: titles with categories, names of series, a range of values, and a matching picture.

All texts and numbers are invented.
"""

from typing import Any, NamedTuple

from sgpkit.families.shared import tables


class Topic(NamedTuple):
    """A topic. A chart takes consecutive `categories`. `series` are names of series to compare, `parts` are the parts
    of a whole, and `picture` is a kind of thing."""

    title: str
    subtitle: str
    categories: tuple[str, ...]
    series: tuple[str, ...]
    parts: tuple[str, ...]
    low: int
    high: int
    picture: str
    axis: str


def topic_of(values: dict[str, Any]) -> Topic:
    """Return the topic of a table, in which a word instead of a list names one of `LISTS`."""
    named = {name: LISTS[values[name]] for name in ("categories", "series", "parts") if isinstance(values[name], str)}
    return Topic(**values | named)


_TABLES = tables.read(__file__, "topics.toml")
LISTS: dict[str, tuple[str, ...]] = _TABLES["lists"]
TOPICS = tuple(map(topic_of, _TABLES["topics"]))
BY_TITLE = {topic.title: topic for topic in TOPICS}
"""Topics by title, from which edits take further categories and series of the same topic."""
