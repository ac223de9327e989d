"""Contrasts of everyday things in SVG: designs with named parts, of which one is changed."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from sgpkit.benchmark import Contrast, Contrasts, Row
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg.outline import Box, Subpath
from sgpkit.metrics.structure import scene_match
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.scene_match import asserted as assertions
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Thing

from ..drawings import looks, palette
from ..drawings.designs import catalogue, warp
from ..drawings.designs.drawing import sketched
from ..drawings.emblems import emblem
from ..drawings.forms import Form
from ..drawings.kind import Kind
from ..drawings.looks import Finish, Mark, Marks
from ..drawings.sketch import Part, items
from ..drawings.writing import layers, tools
from ..words import upper, with_article

SIDE = 92.0
"""Hundredths of the page that a drawing fills."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
THIRDS = (("upper left", "top", "upper right"), ("left", "middle", "right"), ("lower left", "bottom", "lower right"))
FACTORS = {1: 0.55, 2: 0.4, 3: 0.25}
STEPS = {1: 14.0, 2: 26.0, 3: 40.0}
RADII = {1: 4.0, 2: 7.0, 3: 11.0}
DAMAGES = {1: "broken", 2: "off page", 3: "hairline"}
HAIRLINE = 0.05
"""The width of a stroke that is hardly seen, in hundredths of the page."""

SEEN = 12.0
"""Square units of the design's 10,000 that a part has at least to be changed."""


@dataclass(frozen=True)
class Picture:
    """The marks of a design in paint order, its parts, and where it lies in hundredths of the page."""

    kind: Kind
    marks: tuple[Mark, ...]
    parts: tuple[Part, ...]
    fit: Affine

    def boxes(self) -> dict[int, Box]:
        """Return the box of each part's marks, in design units."""
        by_part: dict[int, list[Box]] = {}
        for mark in self.marks:
            if mark.part >= 0:
                by_part.setdefault(mark.part, []).append(mark.form.box)
        return {index: around(boxes) for index, boxes in by_part.items()}

    def with_part(self, index: int, change: Callable[[Mark], Mark]) -> "Picture":
        """Return the picture with changed marks of a part."""
        return replace(self, marks=tuple(change(mark) if mark.part == index else mark for mark in self.marks))


def around(boxes: list[Box]) -> Box:
    """Return the smallest box that holds all of these."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def area(box: Box) -> float:
    """Return the area of a box."""
    return (box.right - box.left) * (box.bottom - box.top)


@cache
def kinds() -> tuple[Kind, ...]:
    """Return the kinds of things that are drawn."""
    return catalogue.TEST


def picture(kind: Kind, design: str, content: str, finish: Finish = "flat") -> Picture:
    """Return a picture of a design. `content` decides its colors, numbers and sizes, whatever its finish."""
    sketch = sketched(kind, design, random.Random(content), varied=True)
    left, top, right, bottom = warp.reach(list(items(sketch.root)))
    factor = SIDE / max(right - left, bottom - top, 1.0)
    fit = Affine(factor, 0, 0, factor, 50 - factor * (left + right) / 2, 50 - factor * (top + bottom) / 2)
    marks = looks.finish(sketch, finish, random.Random(f"{content} {finish}"))
    return Picture(kind, tuple(flat(marks)), tuple(sketch.parts), fit)


def flat(marks: Marks) -> Iterator[Mark]:
    """Yield all marks of a drawing."""
    for member in marks.members:
        if isinstance(member, Mark):
            yield member
        else:
            yield from flat(member)


def program(shown: Picture, writing: str) -> str:
    """Return the program of a picture; `writing` decides the tool and its habits."""
    chance = random.Random(writing)
    tool = tools.choose(chance)._replace(comment="")
    unit = tool.size / 100
    onto = Affine(unit, 0, 0, unit, *tool.corner) @ shown.fit
    return layers.write(Marks(list(shown.marks)), tool, onto, random.Random(writing))


# --- changes ----------------------------------------------------------------------------------------------------------

Change = Callable[[Picture, random.Random, int], Picture | None]


def chosen(shown: Picture, chance: random.Random, grade: int) -> int | None:
    """Return a part of the smaller, the middle or the larger third of the named ones; None if there are too few."""
    ordered = named(shown)
    if len(ordered) < 2:
        return None
    third = len(ordered) / 3
    return chance.choice(ordered[int(third * (grade - 1)) : max(1, round(third * grade))] or ordered)


def anyone(shown: Picture, chance: random.Random) -> int | None:
    """Return any of the named parts; None if there are too few."""
    ordered = named(shown)
    return chance.choice(ordered) if len(ordered) > 1 else None


def named(shown: Picture) -> list[int]:
    """Return the parts whose name no other has and that can be seen, the smallest first."""
    names = [part.name for part in shown.parts]
    boxes = shown.boxes()
    seen = [index for index, box in boxes.items() if area(box) >= SEEN and names.count(shown.parts[index].name) == 1]
    return sorted(seen, key=lambda index: area(boxes[index]))


def another_kind(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return another thing of its category, of another category, or a plain star."""
    if grade == 3:
        star = Mark(emblem("star", 50, 50, 30), palette.choose(chance, palette.ANY, "orange").tint.main)
        return replace(shown, marks=(star,), fit=Affine(1, 0, 0, 1, 0, 0))
    others = [kind for kind in kinds() if kind != shown.kind and (kind.category == shown.kind.category) == (grade == 1)]
    kind = chance.choice(others)
    return picture(kind, chance.choice(catalogue.designs(kind)), str(chance.random()))


def without_part(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return the picture without a part."""
    index = chosen(shown, chance, grade)
    return None if index is None else replace(shown, marks=tuple(mark for mark in shown.marks if mark.part != index))


def with_mark(shown: Picture, chance: random.Random, grade: int) -> Picture:
    """Return the picture with a shape in a corner of the page."""
    to_design = shown.fit.inverse()
    radius = RADII[grade]
    x, y = (chance.choice((radius + 1, 99 - radius)) for _ in range(2))
    form = emblem(chance.choice(("star", "heart", "triangle")), x, y, radius).mapped(to_design)
    name = chance.choice(("red", "blue", "purple", "orange"))
    return replace(shown, marks=(*shown.marks, Mark(form, palette.choose(chance, palette.ANY, name).tint.main)))


def in_other_number(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return the picture with one, two or three fewer of a counted part."""
    counted = [index for index, part in enumerate(shown.parts) if part.counted and part.forms > grade]
    if not counted:
        return None
    index = chance.choice(counted)
    own = [number for number, mark in enumerate(shown.marks) if mark.part == index]
    gone = set(chance.sample(own, grade)) if len(own) > grade else set()
    return replace(shown, marks=tuple(mark for number, mark in enumerate(shown.marks) if number not in gone))


def in_other_color(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return the picture with a part in another color: near its own, farther from it, or the farthest."""
    index = anyone(shown, chance)
    if index is None:
        return None
    own = shown.parts[index].hue.name
    alike = palette.ALIKE.get(own, frozenset())
    free = [name for name in palette.ANY if name != own and name not in alike]
    free.sort(key=lambda name: distance(own, name))
    third = len(free) / 3
    name = chance.choice(free[int(third * (grade - 1)) : max(1, int(third * grade))])
    tint = palette.choose(chance, palette.ANY, name).tint.main
    return shown.with_part(
        index, lambda mark: mark._replace(stroke=tint) if mark.paint is None else mark._replace(paint=tint)
    )


def distance(one: str, other: str) -> float:
    """Return the distance of two colors of the palette in Oklab."""
    from sgpkit.metrics.structure.recall import color_names

    mains = [palette.TINTS[name][0].main.lower() for name in (one, other)]
    points = color_names.oklab([color_names.channels(main) for main in mains])
    return float(((points[0] - points[1]) ** 2).sum())


def moved(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return the picture with a part in another place, in another third of the page; None if it stays in its own."""
    index = anyone(shown, chance)
    if index is None:
        return None
    box, step = shown.boxes()[index], STEPS[grade]
    across = step if box.left + box.right < 100 else -step
    down = step if box.top + box.bottom < 100 else -step
    way = chance.choice(((across, 0.0), (0.0, down)))
    before = region(shown, box)
    x, y = before[0] + shown.fit.a * way[0] / 100, before[1] + shown.fit.d * way[1] / 100
    if (third(x), third(y)) == (third(before[0]), third(before[1])):
        return None
    return shown.with_part(index, lambda mark: mark._replace(form=mark.form.moved(*way)))


def scaled(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return the picture with a smaller part."""
    index = anyone(shown, chance)
    if index is None:
        return None
    box = shown.boxes()[index]
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return shown.with_part(index, lambda mark: mark._replace(form=mark.form.scaled(FACTORS[grade], None, x, y)))


def damaged(shown: Picture, chance: random.Random, grade: int) -> Picture | None:
    """Return the picture with a large part whose path breaks off, half off the page, or in hairlines."""
    if DAMAGES[grade] == "off page":
        return replace(shown, fit=Affine(1, 0, 0, 1, chance.choice((-55, 55)), 0) @ shown.fit)
    if DAMAGES[grade] == "hairline":
        thin = (
            mark._replace(paint=None, gradient=None, stroke=mark.paint or mark.stroke, width=HAIRLINE / shown.fit.a)
            for mark in shown.marks
        )
        return replace(shown, marks=tuple(thin))
    index = chosen(shown, chance, 3)
    return None if index is None else shown.with_part(index, lambda mark: mark._replace(form=broken(mark.form)))


def broken(form: Form) -> Form:
    """Return a form of which the second half of each outline is missing."""
    return Form(
        tuple(Subpath(loop.start, loop.pieces[: max(2, len(loop.pieces) // 2)], loop.closed) for loop in form.loops)
    )


CHANGES: Mapping[str, Change] = {
    "object": another_kind,
    "part missing": without_part,
    "part added": with_mark,
    "count": in_other_number,
    "color": in_other_color,
    "position": moved,
    "size": scaled,
    "damage": damaged,
}
EQUAL = ("style", "moved", "tool")
FINISHES: tuple[Finish, ...] = ("outlined", "gradient", "two-tone")


# --- requests ---------------------------------------------------------------------------------------------------------


def request(shown: Picture) -> str:
    """Return the request that a picture answers: the thing, and its parts with their colors, numbers and places."""
    sentences = [f"{upper(with_article(shown.kind.name))}, complete, with nothing else on the white page."]
    for index, box in sorted(shown.boxes().items(), key=lambda entry: -area(entry[1])):
        part = shown.parts[index]
        x, y, width, _ = region(shown, box)
        where = THIRDS[third(y)][third(x)]
        number = NUMBERS[part.forms] if part.counted and part.forms < len(NUMBERS) else "the"
        noun = part.called if not part.counted or part.forms > 1 else part.name
        sentences.append(
            f"{number.capitalize()} {noun} in {part.hue.name}, {round(100 * width)} % of the page wide, "
            f"with the middle in the {where} of the page."
        )
    return " ".join(sentences)


def third(share: float) -> int:
    """Return the third of the page that contains a position."""
    return min(2, max(0, int(share * 3)))


def region(shown: Picture, box: Box) -> tuple[float, float, float, float]:
    """Return the middle, width and height of a box as shares of the page."""
    x = (shown.fit.a * (box.left + box.right) / 2 + shown.fit.e) / 100
    y = (shown.fit.d * (box.top + box.bottom) / 2 + shown.fit.f) / 100
    return x, y, shown.fit.a * (box.right - box.left) / 100, shown.fit.d * (box.bottom - box.top) / 100


def asserted(shown: Picture, code: str) -> str:
    """Return what the request asserts as far as its program bears it out, for `scene_match`, as in rows of vgen."""
    things = []
    for index, box in shown.boxes().items():
        part = shown.parts[index]
        x, y, width, height = (round(number, 2) for number in region(shown, box))
        things.append(
            Thing(part.hue.name, count=part.forms if part.counted else 0, middle=(x, y), size=(width, height))
        )
    return assertions.as_text(scene_match.settled(contents.read(code), Asserted(tuple(things))))


# --- contrasts --------------------------------------------------------------------------------------------------------


def contrasts(row: Callable[[Row], Row] = lambda row: row, sees: tuple[str, ...] = ()) -> Contrasts:
    """Return the contrasts of designs. `row` completes a row for the config's scorer."""

    def make(axis: str, grade: int, chance: random.Random) -> Contrast | None:
        made = contrast(axis, grade, chance)
        return None if made is None else made._replace(row=row(made.row))

    return Contrasts(make=make, axes=tuple(CHANGES), equal=EQUAL, sees=sees)


def contrast(axis: str, grade: int, chance: random.Random) -> Contrast | None:
    """Return a contrast of one axis: the right answer is the reference in another finish, by another tool."""
    kind = chance.choice(kinds())
    design = chance.choice(catalogue.designs(kind))
    content, writing, other = (str(chance.random()) for _ in range(3))
    reference = picture(kind, design, content)
    right = picture(kind, design, content, chance.choice(("flat", "outlined")))
    wrong: Picture | None = right
    if axis in CHANGES:
        wrong = CHANGES[axis](right, chance, grade)
    elif axis == "style":
        wrong = picture(kind, design, content, chance.choice(FINISHES))
    elif axis == "moved":
        wrong = replace(right, fit=Affine(1, 0, 0, 1, chance.choice((-3, 3)), chance.choice((-3, 3))) @ right.fit)
    if wrong is None:
        return None
    words, code = request(reference), program(reference, writing)
    row = {
        "prompt": words,
        "caption": words,
        "kind": kind.name,
        "design": f"{kind.name}/{design}",
        "code": code,
        "asserted": asserted(reference, code),
    }
    return Contrast(row, words, program(right, other), program(wrong, writing if axis == "tool" else other))
