"""Choose a random face, without combinations in which one feature would hide another."""

import random

from ..colors import some
from ..specs import BROWS, EXTRAS, EYES, GLASSES, GROUNDS, HAIR, HATS, MOUTHS, Face

SKINS = ("yellow", "yellow", "beige", "brown", "peach", "tan", "green", "sky blue", "orange")
HAIRS = ("brown", "black", "orange", "maroon", "gray", "purple", "navy blue", "pink")
CLOTHS = ("red", "blue", "green", "purple", "orange", "teal", "pink", "navy blue", "coral", "turquoise")
PALE = ("pale blue", "cream", "pale green", "pale pink", "pale purple", "sky blue", "lavender", "peach")


MOODS = {
    "happy face": ("smile", "grin", "tongue", "laugh"),
    "moody face": ("frown", "straight", "smirk"),
    "surprised face": ("surprised",),
    "dressed face": MOUTHS,
}


def choose(generator: random.Random, mood: str) -> Face:
    """Return a face with a mood. A "dressed face" has a hat and another item."""
    dressed = mood == "dressed face"
    skin = generator.choice(SKINS)
    hair = generator.choice(("none", "short", "long") if dressed else HAIR)
    hat = generator.choice(HATS[1:]) if dressed else "none"
    eyes = generator.choice(EYES)
    glasses = generator.choice(GLASSES) if generator.random() < 0.5 else "none"
    if glasses == "sunglasses":
        eyes = "open"
    mouth = generator.choice(MOODS[mood])
    extra = generator.choice(EXTRAS[1:] if dressed else EXTRAS)
    if extra == "beard" and hat != "none" and generator.random() < 0.5:
        extra = "none"
    if (extra == "flower" and hat != "none") or (extra == "headphones" and hat != "none"):
        extra = "bow tie"
    ground = generator.choice([name for name in PALE if name != skin])
    cloths = [name for name in CLOTHS if name not in (skin, ground)]
    hat_color, extra_color, one, other = generator.sample(cloths, 4)
    hair_color = generator.choice([name for name in HAIRS if name != skin])
    if extra in ("moustache", "beard"):
        extra_color = hair_color
    return Face(
        some(skin, generator),
        eyes,
        some(generator.choice(("blue", "green", "brown", "teal")), generator),
        generator.choice(BROWS),
        mouth,
        hair,
        some(hair_color, generator),
        hat,
        some("gold" if hat == "crown" else hat_color, generator),
        glasses,
        some(
            "black" if glasses == "sunglasses" else generator.choice(("black", "red", "navy blue", "maroon")), generator
        ),
        extra,
        some(extra_color, generator),
        generator.random() < 0.5,
        generator.random() < 0.3,
        generator.choice(GROUNDS),
        (some(one, generator), some(other, generator)),
        some(ground, generator),
        generator.randrange(1000),
    )
