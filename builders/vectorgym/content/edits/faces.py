"""Edits of the emotions and accessories of faces."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sgpkit.families.shared import tables
from sgpkit.graphics.geometry import Point

from ....shared.words import with_article
from ..scenes.colors import distance, several, some
from ..scenes.composing import recompose
from ..scenes.faces.features import LEFT, LEVEL, RIGHT, X
from ..scenes.patterns import NOUNS as PATTERNS
from ..scenes.scene import Part, Scene
from ..scenes.specs import EXTRAS, EYES, GLASSES, GROUNDS, HAIR, HATS, Face
from . import additions
from .edit import Change, EditKind
from .phrases import colored, filled

WORDS = tables.read(__file__, "faces.toml")

WEAR = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "teal", "navy blue", "maroon")
HAIRS = ("brown", "black", "orange", "yellow", "maroon", "gray")
TEARS = ("sky blue", "turquoise", "blue")
SNORES = ("navy blue", "purple", "maroon", "dark teal", "black")
BEARDS = ("moustache", "beard")
HEADGEAR = ("headphones", "flower")
"""Extras that exclude a hat."""


class Mood(NamedTuple):
    """A feeling, and the parts that show it; `description` names them in words."""

    name: str
    eyes: str
    brows: str
    mouth: str
    description: str


MOODS = (
    Mood(
        "sad",
        "open",
        "worried",
        "frown",
        "round open eyes, brows that rise towards the middle and a mouth that curves down",
    ),
    Mood("surprised", "wide", "raised", "surprised", "wide-open eyes, raised brows and a round open mouth"),
    Mood(
        "angry",
        "open",
        "angry",
        "frown",
        "round open eyes, brows that slant down to the middle and a mouth that curves down",
    ),
    Mood("bored", "sleepy", "straight", "straight", "half-closed eyes, level brows and a straight line for a mouth"),
    Mood(
        "laughing", "happy", "raised", "laugh", "eyes squeezed into arcs, raised brows and a wide-open laughing mouth"
    ),
    Mood("in love", "hearts", "none", "grin", "hearts for eyes, no brows and a broad grin"),
    Mood("starstruck", "stars", "raised", "grin", "stars for eyes, raised brows and a broad grin"),
    Mood("smug", "sleepy", "raised", "smirk", "half-closed eyes, raised brows and a mouth with one corner drawn up"),
    Mood(
        "cheeky", "wink", "raised", "tongue", "the eye on the right winking, raised brows and the tongue sticking out"
    ),
)
EYE_PHRASES: dict[str, str] = WORDS["eye_phrases"]
MOUTH_PHRASES: dict[str, str] = WORDS["mouth_phrases"]

MOOD_WORDINGS: tuple[str, ...] = WORDS["mood_wordings"]
WINK_WORDINGS: tuple[str, ...] = WORDS["wink_wordings"]
EYES_WORDINGS: tuple[str, ...] = WORDS["eyes_wordings"]
MOUTH_WORDINGS: tuple[str, ...] = WORDS["mouth_wordings"]
PUT_ON_WORDINGS: tuple[str, ...] = WORDS["put_on_wordings"]
SWAP_WORDINGS: tuple[str, ...] = WORDS["swap_wordings"]
HAIR_WORDINGS: tuple[str, ...] = WORDS["hair_wordings"]
HAIR_PHRASES: dict[str, str] = WORDS["hair_phrases"]
PLACES_WORN: dict[str, str] = WORDS["places_worn"]
TEARS_WORDINGS: tuple[str, ...] = WORDS["tears_wordings"]
ASLEEP_WORDINGS: tuple[str, ...] = WORDS["asleep_wordings"]
PATTERN_WORDINGS: tuple[str, ...] = WORDS["pattern_wordings"]


def mood(scene: Scene, generator: random.Random) -> Change:
    face = scene.spec
    fitting = [
        mood for mood in MOODS if mood.mouth != face.mouth and mood.eyes != face.eyes and mood.brows != face.brows
    ] or [mood for mood in MOODS if mood.mouth != face.mouth and mood.eyes != face.eyes]
    new = generator.choice(fitting)
    after = recompose(scene, replace(face, eyes=new.eyes, brows=new.brows, mouth=new.mouth))
    return Change(after, filled(MOOD_WORDINGS, mood=new.name, description=new.description), {"mood": new.name})


def wink(scene: Scene, generator: random.Random) -> Change:
    return Change(recompose(scene, replace(scene.spec, eyes="wink")), WINK_WORDINGS, {"eyes": "wink"})


def eyes(scene: Scene, generator: random.Random) -> Change:
    new = generator.choice([eyes for eyes in EYES if eyes not in (scene.spec.eyes, "wink")])
    return Change(
        recompose(scene, replace(scene.spec, eyes=new)),
        filled(EYES_WORDINGS, description=EYE_PHRASES[new]),
        {"eyes": new},
    )


def mouth(scene: Scene, generator: random.Random) -> Change:
    new = generator.choice([mouth for mouth in MOUTH_PHRASES if mouth != scene.spec.mouth])
    return Change(
        recompose(scene, replace(scene.spec, mouth=new)),
        filled(MOUTH_WORDINGS, description=MOUTH_PHRASES[new]),
        {"mouth": new},
    )


def tears(scene: Scene, generator: random.Random) -> Change:
    """Add tears at the lower lids, in front of anything that the face wears."""
    after = recompose(scene, replace(scene.spec, mouth="frown"))
    color = some(generator.choice(TEARS), generator)
    inks = additions.drops([Point(x, LEVEL + 26) for x in (LEFT, RIGHT)], 26, color)
    after = after.added(Part("tears", "tears", inks, "tears", (color,)), above="mouth")
    return Change(after, filled(TEARS_WORDINGS, color=colored(color)), {"mouth": "frown", "color": color})


def asleep(scene: Scene, generator: random.Random) -> Change:
    after = recompose(scene, replace(scene.spec, eyes="closed", mouth="straight"))
    color = _color(scene.spec, generator, SNORES)
    on_left = generator.random() < 0.5
    start = Point(X - 108, 112) if on_left else Point(X + 108, 112)
    inks = additions.snores(start, 30, color, on_left)
    after = after.added(Part("snores", "letters Z", inks, "snores", (color,)))
    side = "left" if on_left else "right"
    return Change(after, filled(ASLEEP_WORDINGS, color=colored(color), side=side), {"eyes": "closed", "side": side})


def _put_on(field: str, among: Sequence[str], paints: Sequence[str]) -> Callable[[Scene, random.Random], Change]:
    """Return a function that sets one field of a face to another value."""

    def make(scene: Scene, generator: random.Random) -> Change:
        face = scene.spec
        old = getattr(face, field)
        offers = [name for name in among if name != old and not (name in HEADGEAR and face.hat != "none")]
        new = generator.choice(offers)
        color = _color(face, generator, HAIRS if new in BEARDS else paints)
        after = recompose(scene, replace(face, **{field: new, f"{field}_color": color}))
        where = PLACES_WORN.get(new, PLACES_WORN.get(field, ""))
        if old == "none":
            wordings = filled(PUT_ON_WORDINGS, what=with_article(new), color=colored(color), where=where)
        else:
            wordings = filled(SWAP_WORDINGS, what=with_article(new), color=colored(color), old=old)
        return Change(after, wordings, {field: new, "color": color})

    return make


def hair(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.hair
    new = generator.choice([name for name in HAIR if name not in ("none", old)])
    color = _color(scene.spec, generator, HAIRS)
    after = recompose(scene, replace(scene.spec, hair=new, hair_color=color))
    instead = "" if old == "none" else " in place of the present hair"
    brows = "" if scene.spec.brows == "none" else ", and the brows are a darker shade of it"
    wordings = filled(HAIR_WORDINGS, what=HAIR_PHRASES[new], color=colored(color), instead=instead, brows=brows)
    return Change(after, wordings, {"hair": new, "color": color})


def pattern(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.pattern
    new = generator.choice([name for name in GROUNDS if name != old])
    after = recompose(scene, replace(scene.spec, pattern=new))
    return Change(after, filled(PATTERN_WORDINGS, old=PATTERNS[old], new=PATTERNS[new]), {"pattern": new})


def _color(face: Face, generator: random.Random, among: Sequence[str]) -> str:
    """Return a colour with contrast to the skin, the hair and the ground."""
    beside = (face.skin, face.ground, face.hair_color, *face.pattern_colors)
    offers = several(min(4, len(among)), generator, among)
    return max(offers, key=lambda color: min(distance(color, other) for other in beside))


def _is(scene: Scene, **fields: Sequence[str]) -> bool:
    return isinstance(scene.spec, Face) and all(getattr(scene.spec, name) in among for name, among in fields.items())


CLEAR = ("none", "round glasses", "square glasses")
NOT_WINKING = tuple(name for name in EYES if name != "wink")
HIGH_HATS = tuple(name for name in HATS if name not in ("beanie", "cap"))
"""Hats that leave the brows free."""

UNDER_HATS = ("none", "short", "long")
NOT_HEADGEAR = tuple(name for name in EXTRAS if name not in HEADGEAR)
FIRM_HATS = ("cap", "top hat", "party hat", "beanie")
"""Hats in one chosen colour; a crown is of gold and a chef's hat white."""

KINDS = (
    EditKind("face expression", lambda scene: _is(scene, glasses=CLEAR, hat=HIGH_HATS), mood),
    EditKind("face wink", lambda scene: _is(scene, glasses=CLEAR, eyes=NOT_WINKING), wink),
    EditKind("face eyes", lambda scene: _is(scene, glasses=CLEAR), eyes),
    EditKind("face mouth", _is, mouth),
    EditKind("face tears", _is, tears),
    EditKind("face asleep", lambda scene: _is(scene, glasses=CLEAR, hair=("none", "short", "long")), asleep),
    EditKind(
        "face hat", lambda scene: _is(scene, hair=UNDER_HATS, extra=NOT_HEADGEAR), _put_on("hat", FIRM_HATS, WEAR)
    ),
    EditKind("face glasses", _is, _put_on("glasses", GLASSES[1:], WEAR)),
    EditKind("face accessory", _is, _put_on("extra", EXTRAS[1:], WEAR)),
    EditKind("face hair", lambda scene: _is(scene, hat=("none",)), hair),
    EditKind("face background", _is, pattern),
)
