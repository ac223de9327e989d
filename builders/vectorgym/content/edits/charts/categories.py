"""Edits of a chart's categories: add one, merge two, divide one."""

import random
from dataclasses import replace

from sgpkit.families.shared import tables

from ...scenes.composing import recompose
from ...scenes.scene import Scene
from ...scenes.specs import Chart
from ...scenes.wording import number, quoted
from ..edit import Change, EditKind
from ..phrases import colored, filled
from . import shared
from .shared import MANY, MARKS, SINGLE

WORDS = tables.read(__file__, "categories.toml")

MOST = {"pie": 9, "donut": 9, "rows": 10, "grouped": 8, "stacked": 12}
FEWEST = 4
OTHERS = ("Others", "The rest", "All else")

ADD_WORDINGS: tuple[str, ...] = WORDS["add_wordings"]
ADD_SEVERAL_WORDINGS: tuple[str, ...] = WORDS["add_several_wordings"]
MERGE_WORDINGS: tuple[str, ...] = WORDS["merge_wordings"]
PART_WORDINGS: tuple[str, ...] = WORDS["part_wordings"]


def add(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    new = generator.choice(shared.further_categories(spec))
    last, nth = quoted(spec.categories[-1]), shared.nth(len(spec.categories) + 1)
    series = tuple(one._replace(values=(*one.values, shared.fresh(one.values, generator))) for one in spec.series)
    colors, suffix = spec.category_colors, ""
    if colors:
        color = shared.color(spec, generator)
        colors, suffix = (*colors, color), f", in {colored(color)}"
    after = recompose(scene, replace(spec, categories=(*spec.categories, new), series=series, category_colors=colors))
    if shared.rows(spec) == 1:
        mark = MARKS[spec.form] if spec.form in SINGLE else "point"
        wordings = filled(
            ADD_WORDINGS,
            place=nth,
            new=quoted(new),
            value=number(series[0].values[-1]),
            last=last,
            color=suffix,
            mark=mark,
        )
    else:
        values = ", ".join(f"{quoted(one.name)} {number(one.values[-1])}" for one in series)
        wordings = filled(ADD_SEVERAL_WORDINGS, place=nth, new=quoted(new), values=values, last=last)
    return Change(after, wordings, {"category": new})


def _grows(scene: Scene) -> bool:
    spec = scene.spec
    return (
        isinstance(spec, Chart)
        and spec.form in (*SINGLE, *MANY)
        and len(spec.categories) < MOST.get(spec.form, 12)
        and bool(shared.further_categories(spec))
    )


def merge(scene: Scene, generator: random.Random) -> Change:
    """Merge two categories; two neighbours of a sequence keep both names."""
    spec = scene.spec
    first = generator.randrange(len(spec.categories) - 1)
    one, other = spec.categories[first : first + 2]
    both = f"{one}–{other}" if shared.is_sequence(spec) else generator.choice(OTHERS)
    sums = [round(series.values[first] + series.values[first + 1], 2) for series in spec.series]
    kept = shared.ordered(spec, [index for index in range(len(spec.categories)) if index != first + 1])
    series = tuple(
        old._replace(values=shared.put(old.values, first, total)) for old, total in zip(kept.series, sums, strict=True)
    )
    after = recompose(scene, replace(kept, categories=shared.put(kept.categories, first, both), series=series))
    wordings = filled(
        MERGE_WORDINGS,
        one=quoted(one),
        other=quoted(other),
        both=quoted(both),
        value=number(sums[0]),
        mark=MARKS[spec.form],
    )
    return Change(after, wordings, {"both": both, "value": sums[0]})


def _shrinks(scene: Scene) -> bool:
    spec = scene.spec
    return isinstance(spec, Chart) and spec.form in SINGLE and len(spec.categories) >= FEWEST


def part(scene: Scene, generator: random.Random) -> Change:
    """Divide the largest category into about three fifths and the rest, both on the grid of the values."""
    spec = scene.spec
    values = spec.series[0].values
    step = shared.grid(values)
    position = values.index(max(values))
    first = round(round(values[position] * generator.uniform(0.55, 0.7) / step) * step, 2)
    second = round(values[position] - first, 2)
    old = spec.categories[position]
    one, other = f"{old} A", f"{old} B"
    color = shared.color(spec, generator)
    order = [index for index in range(len(values)) for _ in range(2 if index == position else 1)]
    parted = shared.ordered(spec, order)
    halves = shared.put(shared.put(parted.series[0].values, position, first), position + 1, second)
    after = recompose(
        scene,
        replace(
            parted,
            categories=shared.put(shared.put(parted.categories, position, one), position + 1, other),
            series=(parted.series[0]._replace(values=halves),),
            category_colors=shared.put(parted.category_colors, position + 1, color),
        ),
    )
    wordings = filled(
        PART_WORDINGS,
        old=quoted(old),
        one=quoted(one),
        other=quoted(other),
        first=number(first),
        second=number(second),
        color=colored(color),
        mark=MARKS[spec.form],
    )
    return Change(after, wordings, {"old": old, "first": first, "second": second})


def _parts(scene: Scene) -> bool:
    spec = scene.spec
    return (
        isinstance(spec, Chart)
        and spec.form in SINGLE
        and bool(spec.category_colors)
        and not shared.is_sequence(spec)
        and len(spec.categories) < MOST.get(spec.form, 12)
        and max(spec.series[0].values) >= 4 * shared.grid(spec.series[0].values)
    )


KINDS = (
    EditKind("chart category", _grows, add),
    EditKind("chart merge", _shrinks, merge),
    EditKind("chart split", _parts, part),
)
