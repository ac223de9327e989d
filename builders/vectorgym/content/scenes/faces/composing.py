"""Emoji faces as scenes: a head with an expression, hair, a hat and more, in front of a patterned ground.

Parts: background, pattern, hair-back, head, cheeks, freckles, eyes, nose, mouth, hair, brows, glasses, extra, hat. A
face without a feature has no part for it.
"""

from sgpkit.families.shared.drawings.forms import box, circle, ellipse, smooth
from sgpkit.graphics.geometry import Point

from .....shared.words import with_article
from .. import patterns
from ..colors import darker, lighter
from ..ink import Ink, Ramp, filled, stroked
from ..scene import Part
from ..specs import Face
from . import features, hats
from .features import RADIUS, X, Y

SIZE = 512
EYES = {
    "open": "round open eyes with {0} irises",
    "happy": "happily closed eyes drawn as two upward arcs",
    "closed": "closed eyes with lashes",
    "wink": "one open eye on the left with a {0} iris and a wink on the right",
    "wide": "wide eyes with small {0} irises",
    "hearts": "hearts for eyes",
    "stars": "stars for eyes",
    "sleepy": "half-closed, sleepy eyes with {0} irises",
}
MOUTHS = {
    "smile": "a curved smile",
    "grin": "a wide grin that shows two rows of teeth",
    "frown": "a sad frown",
    "surprised": "an open, oval mouth, as in surprise",
    "straight": "a straight mouth",
    "tongue": "a smile with the red tongue out",
    "smirk": "a crooked smirk that rises to the right",
    "laugh": "a wide open laughing mouth with a red tongue",
}
BROWS = {
    "raised": "raised brows",
    "angry": "angry, slanted brows",
    "worried": "worried brows",
    "straight": "straight brows",
}


def compose(face: Face) -> list[Part]:
    parts = [background(face), pattern(face)]
    # Hair behind the head, and things worn on it, keep their positions when the rest changes.
    if face.hair != "none":
        behind = features.hair_back(face)
        if behind:
            parts.append(Part("hair-back", "hair", tuple(behind), "hair", (face.hair_color,)))
    parts.append(head(face))
    if face.cheeks:
        blush = [filled(ellipse(x, 306, 24, 16), "#EF6A66", 0.5) for x in (154, 358)]
        parts.append(Part("cheeks", "cheeks", tuple(blush), "cheeks", (), "rosy cheeks", data={"kind": "rosy"}))
    if face.freckles:
        spots = [(160, 284), (174, 292), (186, 282), (172, 276), (326, 282), (338, 292), (352, 284), (340, 276)]
        parts.append(
            Part(
                "freckles",
                "freckles",
                tuple(filled(circle(x, y, 3.2), darker(face.skin)) for x, y in spots),
                "freckles",
                (),
                "freckles on both cheeks",
            )
        )
    if face.extra == "beard":
        parts.append(extra(face))
    parts.append(
        Part(
            "eyes",
            "eyes",
            tuple(features.eyes(face)),
            "eyes",
            eye_colors(face),
            EYES[face.eyes] if face.glasses != "sunglasses" else "",
            data={"kind": face.eyes},
        )
    )
    parts.append(Part("nose", "nose", nose(face), "nose", (), "a thin, curved nose"))
    parts.append(
        Part("mouth", "mouth", tuple(features.mouth(face)), "mouth", (), MOUTHS[face.mouth], data={"kind": face.mouth})
    )
    if face.hair != "none":
        parts.append(
            Part(
                "hair",
                "hair",
                tuple(features.hair_front(face)),
                "hair",
                (face.hair_color,),
                f"{face.hair} {{0}} hair" if face.hair != "bun" else "{0} hair tied into a bun",
                data={"kind": face.hair},
            )
        )
    if face.brows != "none":
        parts.append(
            Part(
                "brows",
                "eyebrows",
                tuple(features.brows(face)),
                "brows",
                (),
                BROWS[face.brows],
                data={"kind": face.brows},
            )
        )
    if face.glasses != "none":
        parts.append(
            Part(
                "glasses",
                "glasses",
                tuple(hats.glasses(face)),
                "glasses",
                (face.glasses_color,),
                f"{{0}} {face.glasses}",
                data={"kind": face.glasses},
            )
        )
    if face.extra not in ("none", "beard"):
        parts.append(extra(face))
    if face.hat != "none":
        parts.append(
            Part(
                "hat",
                face.hat,
                tuple(hats.hat(face)),
                "hat",
                (face.hat_color,),
                hat_phrase(face),
                data={"kind": face.hat},
            )
        )
    return parts


def opening(face: Face) -> str:
    is_cheerful = face.mouth in ("smile", "grin", "laugh", "tongue")
    return "a cheerful cartoon face, round and {0}, with ears" if is_cheerful else "a round {0} cartoon face with ears"


def eye_colors(face: Face) -> tuple[str, ...]:
    return (face.eye_color,) if "{0}" in EYES[face.eyes] and face.glasses != "sunglasses" else ()


def hat_phrase(face: Face) -> str:
    return "a white chef's hat with a {0} band" if face.hat == "chef's hat" else f"a {{0}} {face.hat}"


def extra(face: Face) -> Part:
    phrases = {
        "flower": " in the hair",
        "bow tie": " below the chin",
        "scarf": " around the neck",
        "headphones": " over the head",
    }
    noun = (
        with_article(f"{{0}} {face.extra}") if face.extra not in ("headphones", "earrings") else f"{{0}} {face.extra}"
    )
    where = "" if face.extra == "flower" and face.hair == "none" else phrases.get(face.extra, "")
    return Part(
        "extra",
        face.extra,
        tuple(features.extra(face)),
        "extra",
        (face.extra_color,),
        noun + where,
        data={"kind": face.extra},
    )


def background(face: Face) -> Part:
    form = filled(box(0, 0, SIZE, SIZE), face.ground)
    return Part("background", "background", (form,), "background", (face.ground,), "a {0} background")


def head(face: Face) -> Part:
    skin = Ink(circle(X, Y, RADIUS), face.skin, ramp=Ramp(lighter(face.skin), face.skin, "down"))
    ears = [filled(ellipse(x, Y + 8, 20, 30), face.skin) for x in (X - RADIUS + 2, X + RADIUS - 2)]
    inner = [filled(ellipse(x, Y + 8, 10, 18), darker(face.skin)) for x in (X - RADIUS, X + RADIUS)]
    chin = smooth((168, 386), (256, 414), (344, 386), closed=False)
    inks = (*ears, *inner, skin, stroked(chin, darker(face.skin), 3))
    return Part("head", "face", inks, "head", (face.skin,))


def nose(face: Face) -> tuple[Ink, ...]:
    bridge = smooth((248, 268), (242, 296), (262, 300), closed=False)
    return (stroked(bridge, darker(face.skin), 6),)


def pattern(face: Face) -> Part:
    """Return a pattern over the ground. Its positions depend on the seed only."""
    inks = patterns.inks(face.pattern, face.pattern_colors, face.seed, Point(X, Y), RADIUS + 26)
    one, other = face.pattern_colors
    phrase = f"{patterns.NOUNS[face.pattern]} in {{0}} and {{1}} behind the head"
    return Part("pattern", "pattern", inks, "pattern", (other, one), phrase, data={"kind": face.pattern})
