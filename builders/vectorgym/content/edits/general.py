"""Edits for scenes of several families: a speech bubble, a ribbon, a sticker, a frame."""

import random
from collections.abc import Sequence

from sgpkit.graphics.svg.outline import Box

from ..scenes.colors import distance, several, some
from ..scenes.ink import text_width
from ..scenes.scene import Part, Scene
from ..scenes.specs import Display, Face, Glyph, Icon, Logo, Place
from ..scenes.wording import quoted
from . import additions, phrases, room
from .edit import Change, EditKind
from .phrases import colored, filled

LIVING = frozenset(
    ("cat", "fish", "owl", "butterfly", "ladybug", "turtle", "snail", "king", "chef", "astronaut", "clown", "snowman")
)
SAYINGS = (
    "Hello!",
    "Good morning!",
    "Where is lunch?",
    "Look at me!",
    "Nice day!",
    "Who is there?",
    "Hurry up!",
    "I am here!",
    "Let us play!",
)
BANNERS = ("NEW", "SALE", "FREE", "OPEN", "TOP 10", "TODAY", "LIMITED", "HOT")
STICKERS = ("-20%", "-50%", "2 for 1", "Best!", "Wow!", "No. 1")
LOUD = ("red", "orange", "green", "blue", "purple", "pink", "teal", "maroon", "navy blue")
PALE = ("white", "pale yellow", "pale blue", "cream")
MOST_COVERED = 0.35
"""Shares that a bubble and a sticker may cover:"""

MOST_HIDDEN = 0.15

BUBBLE_WORDINGS = (
    "Add a {color} speech bubble {where} {who} that says {text}; its tail points to {who}.",
    "Let {who} say {text}: draw a rounded speech bubble in {color} {where} it, with the tail towards the speaker.",
    "Draw a {color} speech bubble with the words {text}, placed {where} {who} and pointing at it.",
    "Give {who} a speech bubble ({color}, dark outline) {where} it, reading {text}.",
)
RIBBON_WORDINGS = (
    (
        "Add a ribbon in {color} at the upper right edge of the picture, its left end cut like a swallow's tail, "
        "with the word {text} on it."
    ),
    "At the top right, let a {color} banner come in from the edge; it reads {text} and ends on the left in a notch.",
    (
        "Put a {color} ribbon that says {text} into the upper right corner, flush with the right edge and "
        "notched at its other end."
    ),
    (
        "Draw a banner with the text {text} across the upper right: {color}, attached to the right edge, its "
        "free end a swallowtail."
    ),
)
STICKER_WORDINGS = (
    "Stick a round {color} badge with a jagged edge of sixteen points onto the {corner} corner. It reads {text}.",
    "Add a starburst sticker in {color} in the {corner} corner, with sixteen points and the words {text}.",
    "In the {corner} corner, place a {color} burst of sixteen blunt points that says {text} in bold letters.",
    "Put a price sticker on the picture, {corner}: a {color} sixteen-pointed burst with {text} written on it.",
)
FRAME_WORDINGS = (
    (
        "Put the whole picture into a frame: a {color} border along all four edges, and on each corner "
        "a {ornament} disc with a {color} star on it."
    ),
    (
        "Draw a {color} frame around the edges of the picture, with a {ornament} medallion on every corner that "
        "shows a five-pointed {color} star."
    ),
    (
        "Frame the picture in {color}. The four corners carry {ornament} discs, each with a star in the color of "
        "the frame."
    ),
    (
        "Add a border in {color} inside the edges of the canvas; mark each corner with a {ornament} circle with "
        "a {color} star in it."
    ),
)


def _speakers(scene: Scene) -> list[tuple[Box, str]]:
    """Return the boxes and names of things that may speak."""
    if isinstance(scene.spec, Face):
        return [(scene.box("head"), "the face")]
    if not isinstance(scene.spec, Place | Display):
        return []
    things = scene.spec.things
    return [
        (scene.box(thing.name), phrases.thing(thing, things))
        for thing in things
        if thing.kind in LIVING and thing.name in scene.names and phrases.is_unambiguous(thing, things)
    ]


def _bubbles(scene: Scene, text: str) -> list[tuple[Box, Box, str]]:
    """Return bubble, speaker and name for every speaker with room around it."""
    size = max(15.0, 0.036 * min(scene.width, scene.height))
    width, height = additions.bubble_size(text, size)
    bubbles = []
    for speaker, who in _speakers(scene):
        taken = [part.box for part in room.solid(scene)]
        offers = [room.inside(area, scene, 6) for area in room.around(speaker, width, height, size)]
        area, share = room.best(offers, taken)
        if share <= MOST_COVERED:
            bubbles.append((area, speaker, who))
    return bubbles


def bubble(scene: Scene, generator: random.Random) -> Change:
    text = generator.choice([text for text in SAYINGS if _bubbles(scene, text)])
    area, speaker, who = generator.choice(_bubbles(scene, text))
    size = max(15.0, 0.036 * min(scene.width, scene.height))
    color = some(generator.choice(PALE), generator)
    toward = room.edge_towards(speaker, additions.middle(area), 0.72)
    inks = additions.bubble(area, toward, text, size, color, "#263238")
    after = scene.added(Part("speech-bubble", "speech bubble", inks, "bubble", (color,), data={"text": text}))
    wordings = filled(
        BUBBLE_WORDINGS,
        color=colored(color),
        who=who,
        text=quoted(text),
        where=_where(area, speaker),
    )
    return Change(after, wordings, {"text": text, "speaker": who})


def _where(area: Box, speaker: Box) -> str:
    here, there = additions.middle(area), additions.middle(speaker)
    if area.bottom <= speaker.top + 0.5 * (speaker.bottom - speaker.top) and area.left < there.x < area.right:
        return "above"
    if area.bottom <= speaker.top + 0.3 * (speaker.bottom - speaker.top):
        return f"to the upper {'left' if here.x < there.x else 'right'} of"
    return f"to the {'left' if here.x < there.x else 'right'} of"


def ribbon(scene: Scene, generator: random.Random) -> Change:
    text = generator.choice(BANNERS)
    color = _loud(scene, generator)
    inks = additions.corner_ribbon(scene.width, min(scene.width, scene.height) * 0.28, text, color)
    after = scene.added(Part("ribbon", "ribbon", inks, "ribbon", (color,), data={"text": text}))
    return Change(
        after,
        filled(RIBBON_WORDINGS, color=colored(color), text=quoted(text)),
        {"text": text},
    )


def sticker(scene: Scene, generator: random.Random) -> Change:
    text = generator.choice(STICKERS)
    radius = 0.1 * min(scene.width, scene.height)
    corners = _corners(scene, radius)
    name, area = generator.choice(corners)
    color = _loud(scene, generator)
    inks = additions.burst(*additions.middle(area), radius, color, text)
    after = scene.added(Part("sticker", "sticker", inks, "sticker", (color,), data={"text": text}))
    wordings = filled(STICKER_WORDINGS, color=colored(color), text=quoted(text), corner=name)
    return Change(after, wordings, {"text": text, "corner": name})


def _corners(scene: Scene, radius: float) -> list[tuple[str, Box]]:
    """Return the corners in which a disc hides little."""
    gap, corners = 0.25 * radius, []
    for side in ("left", "right"):
        for level in ("upper", "lower"):
            left = gap if side == "left" else scene.width - gap - 2 * radius
            top = gap if level == "upper" else scene.height - gap - 2 * radius
            area = Box(left, top, left + 2 * radius, top + 2 * radius)
            if room.is_clear(scene, area, MOST_HIDDEN):
                corners.append((f"{level} {side}", area))
    return corners


def frame(scene: Scene, generator: random.Random) -> Change:
    color = _loud(scene, generator)
    ornament = some(generator.choice(("gold", "pale yellow", "white", "cream")), generator)
    inks = additions.frame(scene.width, scene.height, _thick(scene), color, ornament)
    after = scene.added(Part("frame", "frame", inks, "frame", (color, ornament)))
    return Change(
        after,
        filled(
            FRAME_WORDINGS,
            color=colored(color),
            ornament=colored(ornament),
        ),
        {"color": color},
    )


def _thick(scene: Scene) -> float:
    return 0.04 * min(scene.width, scene.height)


def _has_rim(scene: Scene) -> bool:
    """Return whether a frame would hide only backgrounds and minor parts such as stars and clouds."""
    if not isinstance(scene.spec, Place | Face | Display | Logo | Icon | Glyph):
        return False
    thick = _thick(scene)
    inner = Box(thick, thick, scene.width - thick, scene.height - thick)
    return all(
        room.common(part.box, inner) >= 0.95 * (part.box.right - part.box.left) * (part.box.bottom - part.box.top)
        for part in room.solid(scene)
        if part.role not in ("star", "cloud", "hair", "ornament")
    )


def _has_ribbon_room(scene: Scene) -> bool:
    if not isinstance(scene.spec, Logo | Display | Face):
        return False
    reach = min(scene.width, scene.height) * 0.28
    wide = text_width("LIMITED", reach * 0.2, bold=True) + 0.6 * reach
    area = Box(scene.width - wide, 0.14 * reach, scene.width, 0.64 * reach)
    return room.is_clear(scene, area, MOST_HIDDEN)


def _loud(scene: Scene, generator: random.Random) -> str:
    """Return a colour with contrast to the background of the scene."""
    grounds: Sequence[str] = scene.parts[0].colors or ("#FFFFFF",)
    return max(several(4, generator, LOUD), key=lambda offer: min(distance(offer, ground) for ground in grounds))


KINDS = (
    EditKind("speech bubble", lambda scene: bool(_bubbles(scene, SAYINGS[0])), bubble),
    EditKind("ribbon", _has_ribbon_room, ribbon),
    EditKind(
        "sticker",
        lambda scene: (
            isinstance(scene.spec, Display | Logo | Icon | Glyph)
            and bool(_corners(scene, 0.1 * min(scene.width, scene.height)))
        ),
        sticker,
    ),
    EditKind("frame", _has_rim, frame),
)
