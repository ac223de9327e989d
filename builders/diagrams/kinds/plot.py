"""Plots: a value for each category on a vertical axis, as bars or as a line."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content.sketch import Box, Line, Mark, Sketch, Text
from . import kind as kinds
from . import reading
from .kind import Kind, Shown
from .reading import Axis

CATEGORIES = {"easy": (3, 4), "medium": (5, 6), "hard": (7, 9)}
NEAR = 0.025
"""Maximum distance of a mark from its value, as a fraction of the axis."""

BELOW = 0.06
"""Maximum distance of the foot of bars from 0, as a fraction of the axis."""

LEFT, WIDTH, HEIGHT, TOP = 40.0, 44.0, 160.0, 12.0

MERMAID_COLORS = '%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "#336699"}}}}%%'
"""The first color of its own palette is hardly visible on white."""

RULE = """\
The vertical axis has numbers at even steps from 0 on, and the name of every category is below the position of its \
mark. A bar chart has one bar from 0 up to the value for each category, a line chart one line with straight pieces \
through all values. No other text is drawn."""


class Plot(NamedTuple):
    """Values by category from left to right; `form` is "bar" or "line"."""

    subject: str
    form: str
    top: int
    values: tuple[tuple[str, int], ...]


def make(number: int, level: str, draw: random.Random) -> Plot:
    """Return values for some categories of a known subject; neighbours differ."""
    block = kinds.block("plot", number)
    count = min(draw.randint(*CATEGORIES[level]), len(block.lines))
    first = draw.randint(0, len(block.lines) - count)
    top = draw.choice((50, 100, 200))
    values: list[int] = []
    while len(values) < count:
        value = top // 20 * draw.randint(2, 19)
        if not values or value != values[-1]:
            values.append(value)
    names = block.lines[first : first + count]
    return Plot(block.subject, draw.choice(("bar", "line")), top, tuple(zip(names, values, strict=True)))


def describe(content: Plot, draw: random.Random) -> str:
    """Describe the values in a sentence, or as a list."""
    lead = f"Draw a {content.form} chart of {content.subject}, with a vertical axis from 0 to {content.top}."
    if draw.random() < 0.5:
        return "\n".join([lead, "", *(f"- {name}: {value}" for name, value in content.values)])
    listed = ", ".join(f"{value} for “{name}”" for name, value in content.values)
    return f"{lead} The values from left to right are {listed}."


def sketch(content: Plot) -> Sketch:
    """Return the drawing."""
    bottom, right = TOP + HEIGHT, LEFT + WIDTH * len(content.values)
    marks: list[Mark] = [Line(((LEFT, TOP), (LEFT, bottom))), Line(((LEFT, bottom), (right, bottom)))]
    for step in range(6):
        y = bottom - HEIGHT * step / 5
        marks += [Line(((LEFT - 5, y), (LEFT, y))), Text((LEFT - 18, y), str(content.top * step // 5))]
    positions = [
        (LEFT + WIDTH * (at + 0.5), bottom - HEIGHT * v / content.top) for at, (_, v) in enumerate(content.values)
    ]
    marks += [Text((x, bottom + 12), name) for (x, _), (name, _) in zip(positions, content.values, strict=True)]
    if content.form == "line":
        marks.append(Line(tuple(positions)))
    else:
        marks += [Box((x - 0.3 * WIDTH, y), 0.6 * WIDTH, bottom - y, filled=True) for x, y in positions]
    return Sketch(right + 14, bottom + 24, tuple(marks))


def mermaid(content: Plot) -> str:
    """Return the Mermaid program."""
    names, values = (", ".join(map(str, column)) for column in zip(*content.values, strict=True))
    axes = [f"    x-axis [{names}]", f"    y-axis 0 --> {content.top}"]
    return "\n".join([MERMAID_COLORS, "xychart-beta", *axes, f"    {content.form} [{values}]"])


def show(drawn: Drawn, content: Plot) -> Shown:
    """Return the number of values that are drawn, and the number of marks that are values."""
    axis = reading.axis(drawn, upright=True)
    if axis is None:
        return Shown(0.0)
    positions = [[reading.middle(box).x for box in drawn.boxes_of(name)] for name, _ in content.values]
    if not all(positions) or sorted(xs := [at[0] for at in positions]) != xs:
        return Shown(0.0, axis.words)
    agreement = (bars if content.form == "bar" else line)(drawn, content, axis, xs)
    return Shown(reading.f_score(*agreement), axis.words | written(drawn, content))


def written(drawn: Drawn, content: Plot) -> frozenset[int]:
    """Return the words that repeat a value of the plot."""
    values = {str(value) for _, value in content.values}
    return frozenset(index for index, word in enumerate(drawn.contents.words) if word.text in values)


def bars(drawn: Drawn, content: Plot, axis: Axis, xs: list[float]) -> tuple[int, int, int]:
    """Return the number of right bars, of asked ones, and of all: closed figures, with at most one category below."""
    near, foot = NEAR * content.top, BELOW * content.top
    hits: set[int] = set()
    count = 0
    for figure in drawn.figures:
        box = figure.box
        over = [at for at, x in enumerate(xs) if box.left < x < box.right]
        if not figure.closed or len(over) > 1 or axis.value(box.top) < -foot or axis.value(box.bottom) > content.top:
            continue
        count += 1
        stands = abs(axis.value(box.bottom)) <= foot
        if over and stands and abs(axis.value(box.top) - content.values[over[0]][1]) <= near:
            hits.add(over[0])
    return len(hits), len(xs), count


def line(drawn: Drawn, content: Plot, axis: Axis, xs: list[float]) -> tuple[int, int, int]:
    """Return the number of right corners and pieces of the line, of asked ones, and of all."""
    across = 0.15 * (xs[1] - xs[0])
    flat = 0.002 * abs(axis.scale) * content.top
    pieces = [
        (one, other)
        for one, other in reading.segments(drawn, reading.is_open)
        if abs(one.x - other.x) > across and abs(one.y - other.y) > flat
    ]
    corners = reading.different((point for side in pieces for point in side), 2 * flat + 1)

    def is_value(point: Point, at: int) -> bool:
        return (
            abs(point.x - xs[at]) <= across and abs(axis.value(point.y) - content.values[at][1]) <= NEAR * content.top
        )

    right = sum(any(is_value(corner, at) for corner in corners) for at in range(len(xs)))
    joined = sum(
        any(is_value(one, at) and is_value(other, at + 1) for a, b in pieces for one, other in ((a, b), (b, a)))
        for at in range(len(xs) - 1)
    )
    return right + joined, len(xs) + len(xs) - 1, len(corners) + len(pieces)


def wrong(content: Plot, draw: random.Random) -> Plot:
    """Change a value, or exchange the names of two."""
    values = list(content.values)
    at = draw.randrange(1, len(values))
    name, value = values[at]
    if draw.random() < 0.5:
        step = content.top // 10
        values[at] = (name, value - step if value > content.top // 2 else value + step)
    else:
        values[at - 1 : at + 1] = (name, values[at - 1][1]), (values[at - 1][0], value)
    return content._replace(values=tuple(values))


def renamed(content: Plot, name: Callable[[str], str]) -> Plot:
    """Return the plot with other categories."""
    return content._replace(values=tuple((name(label), value) for label, value in content.values))


def labels(content: Plot) -> tuple[str, ...]:
    """Return the categories."""
    return tuple(name for name, _ in content.values)


def as_plain(content: Plot) -> dict[str, Any]:
    """Return the plot for JSON."""
    return {"form": content.form, "top": content.top, "values": [list(one) for one in content.values]}


def from_plain(plain: Any) -> Plot:
    """Return the plot of JSON."""
    return Plot("", plain["form"], int(plain["top"]), tuple((str(name), int(value)) for name, value in plain["values"]))


KIND = Kind(
    name="plot",
    rule=RULE,
    make=make,
    describe=describe,
    sketch=sketch,
    native={"mermaid": mermaid},
    labels=labels,
    show=show,
    as_plain=as_plain,
    from_plain=from_plain,
    wrong=wrong,
    renamed=renamed,
)
