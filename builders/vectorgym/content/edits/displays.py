"""Edits of displays: other things, other positions, further rows, names and words."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from ....shared.words import listed, with_article
from ..scenes import things
from ..scenes.composing import recompose
from ..scenes.displays.choice import POSTERS, SMALL
from ..scenes.ink import Ink, readable_on, text_width, words
from ..scenes.scene import Part, Scene
from ..scenes.specs import Display, Thing
from ..scenes.wording import counted, quoted
from . import additions, phrases
from .edit import Change, EditKind
from .phrases import filled

MOST_ROWS, MOST_COLUMNS = 4, 6
SEEDS = 1000
TITLES = (
    "My favorite things",
    "Seen this week",
    "All in one place",
    "For sale today",
    "Things to draw",
    "Lost and found",
)
RIBBONS = ("Saturday, 8 pm", "Free entry", "All week long", "Come and see", "This Sunday", "Opens at ten")

REPLACE_WORDINGS = (
    "Replace {old} with {what}, in the same spot and about as large.{look}",
    "Instead of {old} there should be {what}.{look}",
    "Take {old} away and put {what} where it was.{look}",
    "Swap {old} for {what}; everything else stays.{look}",
)
EXCHANGE_WORDINGS = (
    "Let {one} and {other} change places.",
    "Swap {one} with {other}: each goes where the other is.",
    "Put {one} where {other} is, and {other} where {one} is.",
    "Exchange {one} and {other}, and leave all other things where they are.",
)
ARRANGE_WORDINGS = (
    (
        "Arrange the things again, in {rows} rows of {columns} instead of {old_rows} of {old_columns}, in the "
        "same reading order."
    ),
    (
        "Instead of {old_rows} rows with {old_columns} things each, make it {rows} rows with {columns} each; the "
        "order from left to right and top to bottom stays."
    ),
    "Change the layout to {rows} rows by {columns} columns. Adapt what holds the things, and keep them in their order.",
    ("Lay the same things out in {rows} rows of {columns}, row by row in the present order, and resize them to fit."),
)
ROW_WORDINGS = (
    "Add another row at the bottom with {what}; the rows above move closer together.{look}",
    "Below the present rows, add one more that shows {what}. Make room for it.{look}",
    (
        "One row is missing: put {what} into a new row at the bottom, from left to right, and shrink the others "
        "to fit.{look}"
    ),
    "Extend the display downwards by one row with {what}, in this order.{look}",
)
END_WORDINGS = (
    "Add {what} at the right end of the table; the other things move together.{look}",
    "Make room on the table and put {what} to the right of all others.{look}",
    "One more thing belongs on the table, on the far right: {what}.{look}",
    "To the right of {last}, set {what} on the table, and space everything evenly.{look}",
)
NAME_WORDINGS = (
    "Write the name of each thing below it in small letters: {names}.",
    "Label the things. Under each, its name in small print: {names}.",
    "Add a caption under every thing that says what it is ({names}, row by row).",
    "Below each of the {count} things, put a small line of text with its name: {names}.",
)
TITLE_WORDINGS = (
    "Change the title from {old} to {new}; the small diamonds keep their distance on either side.",
    "The heading should read {new} instead of {old}.",
    "Replace the words {old} at the top with {new}, in the same lettering.",
    "Give it a new title: {new} in place of {old}.",
)
RIBBON_WORDINGS = (
    "Replace the six stars on the ribbon with the words {text}.",
    "The ribbon at the foot should read {text} instead of showing stars.",
    "Write {text} on the ribbon below the picture, where the row of stars is now.",
    "Take the stars off the ribbon and letter it with {text}.",
)


def _is(scene: Scene, *forms: str) -> bool:
    return isinstance(scene.spec, Display) and scene.spec.form in forms


def _fresh(spec: Display, generator: random.Random, count: int = 1) -> list[Thing]:
    """Return things that are not in the display, from its theme if there are enough."""
    taken = {thing.kind for thing in spec.things}
    theme = [kind for kind in SMALL.get(spec.title, ()) if kind not in taken]
    every = sorted({kind for kinds in SMALL.values() for kind in kinds} - taken)
    kinds = generator.sample(theme if len(theme) >= count else every, count)
    finish = spec.things[0].finish
    return [Thing(_name(kind), kind, 0.0, 0.0, 0.0, generator.randrange(SEEDS), finish) for kind in kinds]


def _name(kind: str) -> str:
    return kind.replace(" ", "-").lower()


def _look(*new: Thing) -> str:
    return phrases.look(*(things.build(thing._replace(size=1.0)) for thing in new))


def exchange_kind(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    old = generator.choice(spec.things)
    if spec.form == "poster":
        kind = generator.choice([kind for kind in sorted(POSTERS.values()) if kind != old.kind])
        new = old._replace(name=_name(kind), kind=kind, seed=generator.randrange(SEEDS))
    else:
        new = _fresh(spec, generator)[0]
    after = recompose(scene, replace(spec, things=tuple(new if thing == old else thing for thing in spec.things)))
    wordings = filled(
        REPLACE_WORDINGS, old=phrases.thing(old, spec.things), what=with_article(new.kind), look=_look(new)
    )
    return Change(after, wordings, {"old": old.kind, "new": new.kind})


def exchange_places(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    one, other = generator.sample(spec.things, 2)
    swapped = tuple(other if thing == one else one if thing == other else thing for thing in spec.things)
    wordings = filled(EXCHANGE_WORDINGS, one=phrases.thing(one, spec.things), other=phrases.thing(other, spec.things))
    return Change(recompose(scene, replace(spec, things=swapped)), wordings, {"one": one.kind, "other": other.kind})


def _layouts(spec: Display) -> list[tuple[int, int]]:
    """Return other grids that the things fill completely."""
    count = len(spec.things)
    pairs = [(rows, count // rows) for rows in range(1, MOST_ROWS + 1) if count % rows == 0]
    return [pair for pair in pairs if pair != (spec.rows, spec.columns) and pair[1] <= MOST_COLUMNS]


def arrange(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    rows, columns = generator.choice(_layouts(spec))
    wordings = filled(
        ARRANGE_WORDINGS,
        rows=counted(rows),
        columns=counted(columns),
        old_rows=counted(spec.rows),
        old_columns=counted(spec.columns),
    )
    after = recompose(scene, replace(spec, rows=rows, columns=columns))
    return Change(after, tuple(_singular(text) for text in wordings), {"rows": rows, "columns": columns})


def _singular(text: str) -> str:
    text = text.replace("one rows", "one row").replace("one columns", "one column")
    text = re.sub(r"(one row with \w+(?: things)?) each", r"\1", text)
    return re.sub(r"(with one) things? each", r"\1 thing each", text).replace("rows of one", "rows of one thing")


def row(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    new = _fresh(spec, generator, spec.columns)
    after = recompose(scene, replace(spec, things=(*spec.things, *new), rows=spec.rows + 1))
    wordings = filled(ROW_WORDINGS, what=listed([with_article(thing.kind) for thing in new]), look=_look(*new))
    return Change(after, wordings, {"new": [thing.kind for thing in new]})


def end(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    new = _fresh(spec, generator)[0]
    after = recompose(scene, replace(spec, things=(*spec.things, new), columns=spec.columns + 1))
    wordings = filled(
        END_WORDINGS, what=with_article(new.kind), look=_look(new), last=phrases.thing(spec.things[-1], spec.things)
    )
    return Change(after, wordings, {"new": new.kind})


def names(scene: Scene, generator: random.Random) -> Change:
    """Write names: on shelves on the edge of the board, in tiles at their foot."""
    spec = scene.spec
    after = scene
    for index, thing in enumerate(spec.things):
        part = scene.part(thing.name)
        holder = _holder(scene, part)
        middle = additions.middle(part.box if spec.form == "shelves" else holder.box).x
        room = 0.84 * (holder.box.right - holder.box.left) / (spec.columns if spec.form == "shelves" else 1)
        size = min(13.0, 13.0 * room / text_width(thing.kind, 13.0))
        y = holder.box.top + 11 if spec.form == "shelves" else holder.box.bottom - 12
        ink = words(thing.kind, middle, y, size, readable_on(holder.colors[0]))
        after = after.added(Part(f"name-{index + 1}", "name", (ink,), "label", data={"text": thing.kind}))
    wordings = filled(
        NAME_WORDINGS, names=listed([quoted(thing.kind) for thing in spec.things]), count=counted(len(spec.things))
    )
    return Change(after, wordings, {"names": [thing.kind for thing in spec.things]})


def _holder(scene: Scene, part: Part) -> Part:
    at: Sequence[int] = (part.data["row"], part.data["column"])
    name = f"board-{at[0] + 1}" if scene.spec.form == "shelves" else f"tile-{at[0] + 1}-{at[1] + 1}"
    return scene.part(name)


def title(scene: Scene, generator: random.Random) -> Change:
    """Change the title to one without a theme, since things that are added later would fit the old theme."""
    old, new = scene.spec.title, generator.choice(TITLES)
    wordings = filled(TITLE_WORDINGS, old=quoted(old), new=quoted(new))
    return Change(recompose(scene, replace(scene.spec, title=new)), wordings, {"old": old, "new": new})


def ribbon(scene: Scene, generator: random.Random) -> Change:
    part = scene.part("ribbon")
    text = generator.choice(RIBBONS)
    body, area = part.inks[0], part.inks[0].box
    size = min(24.0, 24.0 * 0.8 * (area.right - area.left) / text_width(text, 24.0, True))
    middle = additions.middle(area)
    inks: tuple[Ink, ...] = (
        body,
        words(text, middle.x, middle.y + 0.35 * size, size, readable_on(scene.spec.board), bold=True),
    )
    after = scene.replaced("ribbon", replace(part, inks=inks, data={"text": text}))
    return Change(after, filled(RIBBON_WORDINGS, text=quoted(text)), {"text": text})


def _is_many(scene: Scene) -> bool:
    return isinstance(scene.spec, Display) and len(scene.spec.things) > 1


KINDS = (
    EditKind("display replace", lambda scene: isinstance(scene.spec, Display), exchange_kind),
    EditKind("display exchange", _is_many, exchange_places),
    EditKind("display layout", lambda scene: _is(scene, "tiles", "shelves") and bool(_layouts(scene.spec)), arrange),
    EditKind("display row", lambda scene: _is(scene, "tiles", "shelves") and scene.spec.rows < MOST_ROWS, row),
    EditKind("display end", lambda scene: _is(scene, "table") and scene.spec.columns < MOST_COLUMNS, end),
    EditKind("display names", lambda scene: _is(scene, "tiles", "shelves"), names),
    EditKind("display title", lambda scene: isinstance(scene.spec, Display), title),
    EditKind("display ribbon", lambda scene: _is(scene, "poster"), ribbon),
)
