"""Things of many designs as parts of a scene, scaled to a height and placed on a ground line."""

import random
from functools import lru_cache
from typing import cast

from sgpkit.families.shared.drawings import looks
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import unwarped
from sgpkit.families.shared.drawings.looks import Finish, Mark, Marks
from sgpkit.families.shared.drawings.sketch import Part as SketchPart
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg.outline import Box

from .....shared.words import listed, with_article
from ..ink import Ink, Ramp, around
from ..scene import Part
from ..specs import Thing
from ..wording import counted
from . import made, nature

KINDS = {kind.name: kind for kind in (*catalogue.TEST, *catalogue.TRAIN)}
MENTIONED = 3
"""The maximum number of parts of an object whose colour a description gives."""

UNCOUNTED = ("flesh", "icing", "sand", "liquid", "pith", "peel")
"""Names of parts that take no article."""


def build(thing: Thing, role: str = "object", season: str = "summer", time: str = "day") -> Part:
    """Return the thing as one part. Its box stands on `thing.ground`, is centered at `thing.x` and is `thing.size`
    high."""
    season, time = look(thing.kind, season, time)
    inks, phrase, colors = drawn(thing.kind, thing.seed, thing.finish, season, time)
    box = extent(thing.kind, thing.seed, thing.finish, season, time)
    scale = thing.size / (box.bottom - box.top)
    across = -scale if thing.flipped else scale
    middle = (box.left + box.right) / 2
    transform = Affine(across, 0, 0, scale, thing.x - across * middle, thing.ground - scale * box.bottom)
    words = (thing.kind.replace("'", "").lower(), str(thing.seed), thing.finish, season, time)
    data = {"kind": thing.kind, "ground": thing.ground, "seed": thing.seed}
    return Part(
        thing.name,
        thing.kind,
        inks,
        role,
        colors,
        phrase,
        data=data,
        transform=transform,
        stamp="-".join(word.replace(" ", "-") for word in words if word),
    )


def look(kind: str, season: str, time: str) -> tuple[str, str]:
    """Return the season and the time of day, each "" if it does not change the look of the kind."""
    return season if kind in nature.KINDS else "", time if kind in made.KINDS else ""


def width(thing: Thing) -> float:
    """Return the width of the thing at its size."""
    box = extent(thing.kind, thing.seed, thing.finish, *look(thing.kind, "summer", "day"))
    return thing.size * (box.right - box.left) / (box.bottom - box.top)


@lru_cache(maxsize=16384)
def extent(kind: str, seed: int, finish: str, season: str, time: str) -> Box:
    return around([ink.box for ink in drawn(kind, seed, finish, season, time)[0]])


@lru_cache(maxsize=4096)
def drawn(kind: str, seed: int, finish: str, season: str, time: str) -> tuple[tuple[Ink, ...], str, tuple[str, ...]]:
    """Return the elements in the object's own coordinates, the phrase, and the colours to which the phrase refers."""
    generator = random.Random(f"{kind}:{seed}")
    if kind in nature.KINDS:
        return nature.draw(kind, generator, season)
    if kind in made.KINDS:
        return made.draw(kind, generator, time)
    design = generator.choice(catalogue.designs(KINDS[kind]))
    sketch = unwarped(KINDS[kind], design, generator)
    marks = looks.finish(sketch, cast(Finish, finish), generator)
    flat = _flat(marks)
    inks = tuple(_ink(mark) for mark in flat)
    shown = {(mark.part, color) for mark in flat for color in (mark.paint, mark.stroke)}
    phrase, colors = _described(kind, sketch.parts, shown)
    return inks, phrase, colors


def _flat(marks: Marks) -> list[Mark]:
    flat: list[Mark] = []
    for member in marks.members:
        flat += [member] if isinstance(member, Mark) else _flat(member)
    return flat


def _ink(mark: Mark) -> Ink:
    ramp = None if mark.gradient is None else Ramp(mark.paint or mark.gradient[0], mark.gradient[1], "across")
    return Ink(mark.form, mark.paint, mark.stroke, mark.width, ramp, holes=mark.holes)


def _described(kind: str, parts: list[SketchPart], shown: set[tuple[int, str | None]]) -> tuple[str, tuple[str, ...]]:
    """Return "a lamp with a {0} shade, a {1} stand and four {2} knobs", with its colours. It names parts that
    the drawing shows in their colour and whose name is unique."""
    phrases: list[str] = []
    colors: list[str] = []
    names = [part.name for part in parts]
    worth = [
        part
        for index, part in enumerate(parts)
        if part.ask_color and names.count(part.name) == 1 and (index, part.hue.tint.main) in shown
    ]
    for part in sorted(worth, key=lambda part: (not part.counted, parts.index(part)))[:MENTIONED]:
        number = f"{{{len(colors)}}}"
        colors.append(part.hue.tint.main)
        shape = f" in the shape of {with_article(part.shape.word)}" if part.shape and part.forms == 1 else ""
        if part.counted:
            phrases.append(f"{counted(part.forms)} {number} {part.name if part.forms == 1 else part.plural}{shape}")
        elif part.called == part.name and part.name not in UNCOUNTED:
            phrases.append(f"a {number} {part.name}{shape}")
        else:
            phrases.append(f"{number} {part.called}")
    if not phrases:
        return with_article(kind), ()
    return f"{with_article(kind)} with {listed(phrases)}", tuple(colors)
