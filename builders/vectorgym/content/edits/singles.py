"""Edits of single icons and glyphs: another thing or sign, plate, decoration or pattern, and a number in a mark."""

import random
from collections.abc import Mapping
from dataclasses import replace

from ....shared.words import with_article
from ..scenes import patterns, things
from ..scenes.composing import recompose
from ..scenes.glyphs.choice import decoration_color
from ..scenes.glyphs.composing import name
from ..scenes.glyphs.outlines import STROKES
from ..scenes.icons.choice import KINDS as THINGS
from ..scenes.icons.choice import pattern_colors
from ..scenes.icons.choice import thing as icon_thing
from ..scenes.icons.composing import MARK
from ..scenes.scene import Scene
from ..scenes.specs import DECORATIONS, ICON_PLATES, PATTERNS, Glyph, Icon
from ..scenes.wording import quoted
from . import phrases
from .edit import Change, EditKind
from .phrases import colored, filled

THING_WORDINGS = (
    "Replace the {old} with {new} of about the same size.{look}",
    "Let the icon show {new} instead of the {old}.{look}",
    "Draw {new} where the {old} is, and leave everything around it as it is.{look}",
    "Make this an icon of {new}: take the {old} away and put the new thing in its place.{look}",
)
PLATE_WORDINGS = (
    "Change the plate behind the {thing} from {old} to {new} in the same colors.",
    "The {thing} should be on {new} instead of {old}; keep the colors and the rim.",
    "Give the icon {new} as its plate in place of {old}, painted as before.",
    "Instead of {old}, draw {new} behind the {thing}, with the same rim and the same dashed line.",
)
COUNT_WORDINGS = (
    "Add a mark to the plate's upper right corner: a {color} disc with a white edge and the number {text}.",
    "At the upper right corner of the plate, put a {color} disc that is edged in white and reads {text}.",
    "Show {text} new messages, in white on a {color} disc with a white edge, at the upper right corner of the plate.",
    "Draw a {color} disc with a white rim over the upper right corner of the plate and write {text} into it in white.",
)
SIGN_WORDINGS = (
    "Change the {old} to {new}; the style, the colors and the decoration stay.",
    "Make it {new} instead of the {old}, drawn in the same style.",
    "Replace the {old} with {new} in the same colors, with the same outline, shadow and decoration.",
    "It should be {new}, not the {old}. Everything else about it remains.",
)
DECORATION_WORDINGS = (
    "Replace the {old} on the {form} with {new}.",
    "Decorate the {form} with {new} instead of the {old}.",
    "Take the {old} off the {form}, and put {new} on it.",
    "Instead of the {old}, the {form} should have {new}.",
)
PATTERN_WORDINGS = (
    "Change the pattern on the background from {old} to {new} in {one} and {other}.",
    "Cover the background with {new} in {one} and {other} instead of the {old}.",
    "Behind everything there should be {new} in {one} and {other}, not {old}.",
    "Take away the {old} on the background, and draw {new} there, some in {one} and some in {other}.",
)
WORN: Mapping[str, str] = {
    "light bulbs": "light bulbs",
    "flowers": "flowers",
    "stars": "stars",
    "stitches": "dashed seam",
    "inner line": "thin line",
}
"""What is on a glyph, by decoration."""

WEAR: Mapping[str, str] = {
    "light bulbs": "a row of {color} light bulbs along its strokes",
    "flowers": "{color} flowers with five petals each along its strokes",
    "stars": "a row of {color} stars along its strokes",
    "stitches": "a dashed {color} seam along the middle of its strokes",
    "inner line": "a thin {color} line along the middle of its strokes",
}


def _is_icon(scene: Scene) -> bool:
    return isinstance(scene.spec, Icon)


def _is_app(scene: Scene) -> bool:
    return isinstance(scene.spec, Icon) and scene.spec.form == "app"


def _is_glyph(scene: Scene) -> bool:
    return isinstance(scene.spec, Glyph)


def thing(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.thing
    kind = generator.choice([kind for kind in THINGS if kind != old.kind])
    new = icon_thing(kind, generator)._replace(finish=old.finish)
    wordings = filled(
        THING_WORDINGS, old=old.kind, new=with_article(kind), look=phrases.look(things.build(new._replace(size=1.0)))
    )
    return Change(recompose(scene, replace(scene.spec, thing=new)), wordings, {"old": old.kind, "new": kind})


def plate(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.plate
    new = generator.choice([plate for plate in ICON_PLATES if plate != old])
    wordings = filled(PLATE_WORDINGS, thing=scene.spec.thing.kind, old=with_article(old), new=with_article(new))
    return Change(recompose(scene, replace(scene.spec, plate=new)), wordings, {"old": old, "new": new})


def count(scene: Scene, generator: random.Random) -> Change:
    number = generator.randint(2, 9)
    wordings = filled(COUNT_WORDINGS, color=colored(MARK), text=quoted(str(number)))
    return Change(recompose(scene, replace(scene.spec, count=number)), wordings, {"text": str(number)})


def sign(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec
    new = replace(old, sign=generator.choice([sign for sign in STROKES[old.form] if sign != old.sign]))
    wordings = filled(SIGN_WORDINGS, old=name(old), new=with_article(name(new)))
    return Change(recompose(scene, new), wordings, {"old": old.sign, "new": new.sign})


def decoration(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec
    new = generator.choice([decoration for decoration in DECORATIONS if decoration != old.decoration])
    color = decoration_color(old.color, generator)
    wordings = filled(
        DECORATION_WORDINGS, old=WORN[old.decoration], new=WEAR[new].format(color=colored(color)), form=old.form
    )
    after = recompose(scene, replace(old, decoration=new, decoration_color=color))
    return Change(after, wordings, {"old": old.decoration, "new": new})


def pattern(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.pattern
    new = generator.choice([pattern for pattern in PATTERNS if pattern != old])
    other, one = pattern_colors(scene.spec.ground, generator)
    wordings = filled(
        PATTERN_WORDINGS, old=patterns.NOUNS[old], new=patterns.NOUNS[new], one=colored(one), other=colored(other)
    )
    after = recompose(scene, replace(scene.spec, pattern=new, pattern_colors=(other, one)))
    return Change(after, wordings, {"old": old, "new": new})


KINDS = (
    EditKind("icon thing", _is_icon, thing),
    EditKind("icon plate", _is_app, plate),
    EditKind("icon count", _is_app, count),
    EditKind("glyph sign", _is_glyph, sign),
    EditKind("glyph decoration", _is_glyph, decoration),
    EditKind("single pattern", lambda scene: _is_icon(scene) or _is_glyph(scene), pattern),
)
