"""Edits of faces: what they feel, what they wear."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sgpkit.graphics.geometry import Point

from ..scenes.colors import distance, several, some
from ..scenes.composing import recompose
from ..scenes.faces.composing import PATTERNS
from ..scenes.faces.features import LEFT, LEVEL, RIGHT, X
from ..scenes.scene import Part, Scene
from ..scenes.specs import EXTRAS, EYES, GLASSES, GROUNDS, HAIR, HATS, Face
from ..scenes.wording import with_article
from . import additions
from .edit import Change, EditKind
from .phrases import colored, filled

WEAR = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "teal", "navy blue", "maroon")
HAIRS = ("brown", "black", "orange", "yellow", "maroon", "gray")
TEARS = ("sky blue", "turquoise", "blue")
SNORES = ("navy blue", "purple", "maroon", "dark teal", "black")
BEARDS = ("moustache", "beard")
HEADGEAR = ("headphones", "flower")
"""Extras that do not go with a hat."""


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
    Mood("cheeky", "wink", "raised", "tongue", "the right eye winking, raised brows and the tongue sticking out"),
)
EYE_PHRASES = {
    "open": "open with round pupils",
    "happy": "closed into two arcs that curve upwards, as in a laugh",
    "closed": "closed, two lines that curve downwards",
    "wide": "wide open",
    "hearts": "two hearts",
    "stars": "two stars",
    "sleepy": "half closed under heavy lids",
}
MOUTH_PHRASES = {
    "smile": "a closed smile",
    "grin": "a broad grin that shows its teeth",
    "frown": "a frown, its corners down",
    "surprised": "a small round open mouth",
    "straight": "a straight line",
    "tongue": "a mouth with its tongue sticking out",
    "smirk": "a smirk with one corner drawn up",
    "laugh": "a wide-open laughing mouth",
}

MOOD_WORDINGS = (
    "Change the expression of the face so that it looks {mood}: give it {description}.",
    "Make this face look {mood}, with {description}.",
    "Redraw the features so that the character is {mood}: it should have {description}. Leave everything else alone.",
    "The face should look {mood} now. That means {description}.",
    "Exchange the present expression for one that is {mood}: {description}.",
)
WINK_WORDINGS = (
    "Make the face wink: the eye on the left is open with a round pupil, the one on the right shut to an arc.",
    (
        "Let the character wink with the eye on the right of the picture, an upward arc, while the left one is "
        "plainly open."
    ),
    (
        "Redraw the eyes so that the face winks: the right one shut, an arc that curves upwards, the left one "
        "round and open."
    ),
    "Give the face a wink; the left eye is open, the right one shut to an arc. The mouth stays as it is.",
)
EYES_WORDINGS = (
    "Redraw the eyes so that they are {description}; mouth and brows stay as they are.",
    "Replace the eyes: they should be {description} now.",
    "Draw new eyes in place of the old ones, {description}.",
    "The eyes of the face should be {description} instead. Do not touch the rest.",
)
MOUTH_WORDINGS = (
    "Redraw the mouth as {description}; the eyes stay as they are.",
    "Replace the mouth of the face by {description}.",
    "The mouth should be {description} instead of what it is now.",
    "Draw {description} in the place of the present mouth, and leave everything else alone.",
)
PUT_ON_WORDINGS = (
    "Let the character wear {what} in {color}{where}.",
    "Add {what}{where}, in {color}.",
    "Draw {what}{where}. The main color is {color}.",
    "Give this face {what}{where}, mainly {color}, and leave everything else alone.",
)
SWAP_WORDINGS = (
    "Take off the {old} and let the face wear {what} in {color} instead.",
    "Replace the {old} by {what} in {color}.",
    "Swap the {old} for {what}, mainly {color}.",
    "The face should wear {what} in {color} in place of the {old}.",
)
HAIR_WORDINGS = (
    "Give the face {what}{instead}; the hair is {color}{brows}.",
    "Change the hairstyle: the face should have {what}, in {color}{brows}.",
    "Draw {what} in {color} on the head{instead}{brows}.",
    "The character should have {what} now, colored {color}{brows}.",
)
HAIR_PHRASES = {
    "short": "short hair",
    "curly": "curly hair",
    "long": "long hair that falls on both sides of the head",
    "spiky": "spiky hair that stands up",
    "bun": "hair tied up in a bun",
}
PLACES_WORN = {
    "hat": " on top of the head",
    "glasses": " over the eyes",
    "moustache": " between nose and mouth",
    "beard": " around the chin",
    "bow tie": " below the chin",
    "scarf": " below the chin",
    "headphones": " over the ears",
    "flower": " at the side of the head",
    "earrings": " at the ears",
}
TEARS_WORDINGS = (
    "Let the face cry: a big {color} tear hangs below each eye, and its mouth is a frown.",
    "Add two tears in {color}, one under each eye, and turn the mouth into a frown.",
    "Make the character weep, with one {color} drop below either eye and the corners of the mouth down.",
    "Draw a tear under each of the eyes, colored {color}, and change the mouth to a frown.",
)
ASLEEP_WORDINGS = (
    (
        "Let the character sleep: eyes closed, the mouth a straight line, and three letters Z in {color} that "
        "rise from the head to the upper {side}, each larger than the last."
    ),
    (
        "Make the face fall asleep. Close its eyes, make the mouth a straight line, and write z, Z, Z in "
        "{color}, growing, towards the upper {side} corner."
    ),
    (
        "The face should be asleep: closed eyes, a straight mouth, and a growing row of three Z in {color} going "
        "up on the {side}."
    ),
    (
        "Send this face to sleep, with closed eyes and a straight mouth; above it on the {side} three letters Z "
        "in {color} get larger as they rise."
    ),
)
PATTERN_WORDINGS = (
    "Replace the pattern of {old} behind the face by a pattern of {new} in the same two colors.",
    "Behind the face, draw {new} where there are {old} now, keeping the two colors of the pattern.",
    (
        "Redraw the background: instead of {old} it should be filled with {new}, in the colors that it has. The "
        "face stays as it is."
    ),
    "Change what fills the background from {old} to {new}; the colors and the face do not change.",
)


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
    """Add tears that hang from the lower lids, over whatever the face wears."""
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
    """Puts on, or changes, what stands in one field of a face."""

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
    """Return a colour that stands out from the skin, the hair and the ground."""
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
