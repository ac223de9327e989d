"""Edits that add marks to a chart: the mean as a line, a star on the largest, the line of best fit."""

import random

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings.forms import box, line, star

from ...scenes.charts.composing import measured
from ...scenes.colors import darker, distance, some
from ...scenes.ink import Ink, readable_on, stroked, text_width, words
from ...scenes.ink import filled as painted
from ...scenes.scene import Part, Scene
from ...scenes.specs import Chart
from ...scenes.wording import number, quoted
from ..edit import Change, EditKind
from ..phrases import colored, filled

WORDS = tables.read(__file__, "marks.toml")

PENS = ("maroon", "navy blue", "dark teal", "black", "purple", "forest green")

AVERAGE_WORDINGS: tuple[str, ...] = WORDS["average_wordings"]
STAR_WORDINGS: tuple[str, ...] = WORDS["star_wordings"]
TREND_WORDINGS: tuple[str, ...] = WORDS["trend_wordings"]


def average(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    frame = measured(spec)
    values = spec.series[0].values
    mean = round(sum(values) / len(values), 1)
    color = _pen(spec, generator)
    label = f"Average {number(mean)}"
    wide = text_width(label, 12, bold=True) + 12
    lies = spec.form == "rows"
    inks: list[Ink] = []
    if lies:
        x = frame.along(mean)
        inks.append(stroked(line((x, frame.top - 4), (x, frame.bottom)), color, 2.2, (7, 5)))
        left = min(x - wide / 2, frame.right - wide)
        top = frame.top - 22
    else:
        y = frame.height_of(mean)
        inks.append(stroked(line((frame.left, y), (frame.right, y)), color, 2.2, (7, 5)))
        left, top = frame.right - wide, y - 9
    inks.append(painted(box(left, top, wide, 18, 4), color))
    inks.append(words(label, left + wide / 2, top + 13, 12, readable_on(color), bold=True))
    after = scene.added(Part("average", "average line", tuple(inks), "line", (color,), data={"value": mean}))
    wordings = filled(
        AVERAGE_WORDINGS,
        color=colored(color),
        mean=number(mean),
        label=quoted(label),
        side="height" if lies else "width",
    )
    return Change(after, wordings, {"mean": mean})


def best(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    values = spec.series[0].values
    index = values.index(max(values))
    frame = measured(spec)
    x = frame.left + frame.wide * (index + 0.5) / len(values)
    y = frame.height_of(values[index]) - 29
    color = some(generator.choice(("gold", "orange", "red", "yellow")), generator)
    inks = (painted(star(x, y, 12), color), stroked(star(x, y, 12), darker(color), 1.2))
    after = scene.added(Part("award", "star", inks, "star", (color,)))
    wordings = filled(STAR_WORDINGS, color=colored(color), category=quoted(spec.categories[index]))
    return Change(after, wordings, {"category": spec.categories[index]})


def trend(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    series = generator.choice(spec.series)
    frame = measured(spec)
    count = len(series.values)
    mean_x, mean_y = sum(series.across) / count, sum(series.values) / count
    pairs = list(zip(series.across, series.values, strict=True))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum((x - mean_x) ** 2 for x, _ in pairs)
    ends = []
    for across in (min(series.across), max(series.across)):
        x = frame.left + frame.wide * across / frame.most_across
        ends.append((x, frame.height_of(mean_y + slope * (across - mean_x))))
    color = _pen(spec, generator)
    ink = stroked(line(*ends), color, 2.6, (8, 5))
    after = scene.added(Part("trend", "trend line", (ink,), "line", (color,), data={"slope": slope}))
    return Change(after, filled(TREND_WORDINGS, name=quoted(series.name), color=colored(color)), {"slope": slope})


def _pen(spec: Chart, generator: random.Random) -> str:
    """Return a dark colour that neither the bars nor the background have."""
    used = ["#FFFFFF", spec.ground, *spec.category_colors, *(series.color for series in spec.series)]
    offers = [some(name, generator) for name in PENS]
    return max(offers, key=lambda offer: min(distance(offer, old) for old in used))


def _is(scene: Scene, *forms: str) -> bool:
    return isinstance(scene.spec, Chart) and scene.spec.form in forms


def _has_winner(scene: Scene) -> bool:
    if not _is(scene, "bar"):
        return False
    values = sorted(scene.spec.series[0].values)
    return bool(values[-1] > values[-2])


KINDS = (
    EditKind("chart average", lambda scene: _is(scene, "bar", "rows"), average),
    EditKind("chart award", _has_winner, best),
    EditKind("chart trend", lambda scene: _is(scene, "scatter") and len(scene.spec.series[0].values) > 2, trend),
)
