"""Edits of glyphs: another letter, other signs on the panel, another border."""

import random
from collections.abc import Sequence
from dataclasses import replace

from ..scenes.composing import recompose
from ..scenes.glyphs.letters import LETTERS
from ..scenes.scene import Scene
from ..scenes.specs import BORDERS, SPRINKLES, Glyph
from ..scenes.wording import quoted
from .edit import Change, EditKind
from .phrases import filled

LETTER_WORDINGS = (
    "Replace the {old} by {new}, a block letter of the same height in the same colors.",
    "Change the letter from {old} to {new}; keep its colors, its outline and its shadow.",
    "This should be an ornamental {new} instead of {old}. Leave the panel as it is.",
    "In place of {old}, put {new} on the panel, drawn in the same way.",
)
SIGN_WORDINGS = (
    "Replace the small {old}s on the panel by {new}s of the same size and color.",
    "Where small {old}s are strewn over the panel, draw {new}s instead, in the same places.",
    "The signs behind the letter should be {new}s instead of {old}s; their color stays.",
    "Turn each small {old} on the panel into a {new}.",
)
BORDER_WORDINGS = (
    "Change the border of the panel from {old} to {new}, in the same color.",
    "The panel should have {new} along its sides instead of {old}; the color of the border stays.",
    "Replace the {old} that run around the panel by {new}.",
    "Give the panel a border of {new}. Now it has {old}; leave the color as it is.",
)
BORDER_NAMES = {"beads": "round beads", "teeth": "diamond-shaped teeth", "lines": "straight lines"}


def _other(generator: random.Random, values: Sequence[str], old: str) -> str:
    return generator.choice([value for value in values if value != old])


def letter(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.letter
    new = _other(generator, [text for text in LETTERS if text.isdigit() == old.isdigit()], old)
    after = recompose(scene, replace(scene.spec, letter=new))
    return Change(after, filled(LETTER_WORDINGS, old=quoted(old), new=quoted(new)), {"old": old, "new": new})


def sign(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.sign
    new = _other(generator, SPRINKLES, old)
    after = recompose(scene, replace(scene.spec, sign=new))
    return Change(after, filled(SIGN_WORDINGS, old=old, new=new), {"old": old, "new": new})


def border(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.border
    new = _other(generator, BORDERS, old)
    after = recompose(scene, replace(scene.spec, border=new))
    wordings = filled(BORDER_WORDINGS, old=BORDER_NAMES[old], new=BORDER_NAMES[new])
    return Change(after, wordings, {"old": old, "new": new})


def _is_glyph(scene: Scene) -> bool:
    return isinstance(scene.spec, Glyph)


KINDS = (
    EditKind("glyph letter", _is_glyph, letter),
    EditKind("glyph signs", _is_glyph, sign),
    EditKind("glyph border", _is_glyph, border),
)
