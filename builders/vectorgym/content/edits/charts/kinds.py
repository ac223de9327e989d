"""Edits of charts: another form, other values, another series, another order."""

import random
from collections.abc import Callable
from dataclasses import replace

from sgpkit.families.shared import tables

from ...scenes.composing import recompose
from ...scenes.ink import words
from ...scenes.scene import Scene
from ...scenes.specs import Chart, Series
from ...scenes.wording import number, quoted
from ..edit import Change, EditKind
from ..phrases import colored, filled
from . import categories, marks, shared
from .shared import MANY, MARKS, SINGLE

WORDS = tables.read(__file__, "kinds.toml")

FORM_PHRASES: dict[str, str] = WORDS["form_phrases"]
OLD_FORMS = {"rows": "horizontal bar", "grouped": "grouped bar", "stacked": "stacked bar"}
MOST_SERIES = 4

FORM_WORDINGS: tuple[str, ...] = WORDS["form_wordings"]
VALUE_WORDINGS: tuple[str, ...] = WORDS["value_wordings"]
SERIES_WORDINGS: tuple[str, ...] = WORDS["series_wordings"]
SORT_WORDINGS: tuple[str, ...] = WORDS["sort_wordings"]
TITLE_WORDINGS: tuple[str, ...] = WORDS["title_wordings"]


def _is(*forms: str) -> Callable[[Scene], bool]:
    return lambda scene: isinstance(scene.spec, Chart) and scene.spec.form in forms


def _targets(spec: Chart) -> list[str]:
    """Return forms in which the same data keeps its colours: bars and slices may differ in colour, a line has one."""
    if shared.rows(spec) > 1:
        return [form for form in ("grouped", "stacked", "line", "radar") if form != spec.form]
    forms = ("bar", "rows", "pie", "donut") if spec.category_colors else ("bar", "rows", "line", "area")
    return [form for form in forms if form != spec.form]


def form(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    new = generator.choice(_targets(spec))
    after = recompose(scene, replace(spec, form=new, series=spec.series[: shared.rows(spec)]))
    wordings = filled(FORM_WORDINGS, old=OLD_FORMS.get(spec.form, spec.form), new=FORM_PHRASES[new])
    return Change(after, wordings, {"old": spec.form, "new": new})


def value(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    row, index = generator.randrange(shared.rows(spec)), generator.randrange(len(spec.categories))
    series = spec.series[row]
    old = series.values[index]
    new = shared.other(series.values, old, generator)
    changed = series._replace(values=shared.put(series.values, index, new))
    after = recompose(scene, replace(spec, series=shared.put(spec.series, row, changed)))
    where = f" in the series {quoted(series.name)}" if shared.rows(spec) > 1 else ""
    wordings = filled(
        VALUE_WORDINGS,
        category=quoted(spec.categories[index]),
        series=where,
        old=number(old),
        new=number(new),
        mark=MARKS[spec.form],
    )
    return Change(after, wordings, {"category": spec.categories[index], "old": old, "new": new})


def series(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    name = generator.choice(shared.further_series(spec))
    known = [value for one in spec.series for value in one.values]
    values = tuple(shared.fresh(known, generator) for _ in spec.categories)
    new = Series(name, values, shared.color(spec, generator))
    after = recompose(scene, replace(spec, series=(*spec.series, new)))
    wordings = filled(
        SERIES_WORDINGS,
        name=quoted(name),
        color=colored(new.color),
        values=", ".join(map(number, values)),
        place=shared.nth(len(spec.series) + 1),
    )
    return Change(after, wordings, {"series": name, "values": values})


def _takes_series(scene: Scene) -> bool:
    spec = scene.spec
    return (
        isinstance(spec, Chart)
        and spec.form in MANY
        and len(spec.series) < MOST_SERIES
        and bool(shared.further_series(spec))
    )


def sort(scene: Scene, generator: random.Random) -> Change:
    """Sort the values, mostly falling, unless they fall already."""
    spec = scene.spec
    values = spec.series[0].values
    falling = generator.random() < 0.7
    rising_order = sorted(range(len(values)), key=lambda index: values[index])
    if (rising_order[::-1] if falling else rising_order) == list(range(len(values))):
        falling = not falling
    order = rising_order[::-1] if falling else rising_order
    first, last = ("largest", "smallest") if falling else ("smallest", "largest")
    after = recompose(scene, shared.ordered(spec, order))
    return Change(after, filled(SORT_WORDINGS, mark=MARKS[spec.form], first=first, last=last), {"first": first})


def _is_unsorted(scene: Scene) -> bool:
    """Return whether the values are unsorted and all different, so that sorting has one result."""
    if not _is(*SINGLE)(scene) or shared.is_sequence(scene.spec):
        return False
    values = scene.spec.series[0].values
    return len(set(values)) == len(values)


def title(scene: Scene, generator: random.Random) -> Change:
    """Change the title's part instead of the specification, since the picture follows from the topic, which stays."""
    part = scene.part("title")
    old, new = scene.spec.title, generator.choice(shared.TITLES)
    text = part.inks[0].text
    assert text is not None
    ink = words(
        new, text.x, text.y, text.size, part.inks[0].fill or scene.spec.ink, text.anchor, text.bold, face=text.face
    )
    after = scene.replaced("title", replace(part, inks=(ink,), data={"text": new}))
    return Change(after, filled(TITLE_WORDINGS, old=quoted(old), new=quoted(new)), {"old": old, "new": new})


KINDS = (
    EditKind("chart form", _is(*SINGLE, *MANY), form),
    EditKind("chart value", _is(*SINGLE, *MANY), value),
    EditKind("chart series", _takes_series, series),
    EditKind("chart order", _is_unsorted, sort),
    EditKind("chart title", lambda scene: isinstance(scene.spec, Chart), title),
    *categories.KINDS,
    *marks.KINDS,
)
