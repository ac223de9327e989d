"""Edits of logos: the name, the emblem, and what stands around it."""

import random
from dataclasses import replace

from sgpkit.families.shared.drawings.emblems import BADGES

from ..scenes.colors import distance, several
from ..scenes.composing import recompose
from ..scenes.scene import Scene
from ..scenes.specs import LAYOUTS, ORNAMENTS, PLATES, Logo
from ..scenes.wording import quoted, with_article
from .edit import Change, EditKind
from .phrases import colored, filled

NAMES = (
    "BRIGHTON", "OAKFIELD", "MARLOWE", "SILVERTON", "KESTREL", "HALCYON", "PINEBROOK", "ASHDOWN", "LUMEN", "TIDEWAY",
    "FERNLEY", "COPPERLINE", "WINDMERE", "GREYSTONE", "ORCHARD", "SALTMARSH", "HAWTHORN", "DOVETAIL",
)  # fmt: skip
"""Words for invented firms; long enough to fill a wordmark."""

LINES = (
    "made by hand", "since the first day", "fresh every morning", "built to last", "open all year",
    "good things daily", "quality you can see", "from our family", "always on time",
    "small batches only", "near the harbor", "simply better",
)  # fmt: skip
EMBLEMS = (
    "rocket", "cat", "owl", "teapot", "hot-air balloon", "guitar", "bicycle", "apple", "coffee mug", "lighthouse",
    "kite",    "butterfly", "umbrella", "windmill", "turtle", "fish", "strawberry", "hammer", "microscope", "pizza",
)  # fmt: skip
PAINTS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "teal",
    "gold",
    "turquoise",
    "coral",
    "lavender",
)

WORDMARK_WORDINGS = (
    "Change the name in the logo from {old} to {new}, keeping the lettering, its color and its place.",
    "The company is called {new} now: replace the wordmark {old} accordingly.",
    "Replace the wordmark {old} by {new} in the same typeface, and leave the rest of the logo alone.",
    "Where the logo reads {old}, it should read {new}.",
)
TAGLINE_WORDINGS = (
    "Replace the tagline {old} by {new}.",
    "The line below the name should read {new} instead of {old}.",
    "Change the slogan of this logo from {old} to {new}, in the same place and color.",
    "Where it says {old}, write {new}; all else stays as it is.",
)
NEW_TAGLINE_WORDINGS = (
    "Add the tagline {new} below the name {name}, in small letters.",
    "Below the wordmark {name}, write {new} as a tagline.",
    "Give the logo a slogan: {new}, in small letters under {name}.",
    "The logo has no tagline yet. Add {new} under the name {name}.",
)
EMBLEM_WORDINGS = (
    "Replace the {old} in the logo by {new}{paint}.",
    "Swap the emblem: of about the same size as the {old}, show {new}{paint} in its place.",
    "Use {new}{paint} as the emblem in place of the {old}.",
    "Where the emblem is a {old} now, there should be {new}{paint}. The name stays.",
)
PLATE_WORDINGS = (
    "Change the shape behind the emblem from {old} to {new}, in the same colors.",
    "Redraw the badge as {new} instead of {old}; its fill and its rim keep their colors.",
    "The emblem should sit on {new}. Now it sits on {old}; leave the colors as they are.",
    "Replace the plate of the logo, which has the shape of {old}, by one in the shape of {new}.",
)
ORNAMENT_WORDINGS = (
    "Replace the {old} around the emblem by {new} in the same color.",
    "Instead of the {old}, decorate the logo with {new}, colored as they were.",
    "Take the {old} away; in that color, draw {new} instead, behind the plate.",
    "The ornament around the plate should be {new} rather than the {old}; its color stays.",
)
LAYOUT_WORDINGS = {
    "beside": (
        (
            "Rearrange the logo on a canvas of 720 by 360: the name to the right of the emblem instead of below it, "
            "and no signs in the corners."
        ),
        (
            "Lay the logo out horizontally (720 by 360), emblem on the left and {name} with its lines on the right; "
            "the corners stay empty."
        ),
        (
            "Move the wordmark {name} and the lines below it from under the emblem to its right-hand side, in a "
            "canvas 720 wide and 360 high. Leave the four corner signs out."
        ),
        (
            "Make a horizontal version of this logo, 720 by 360 units, with the lettering beside the emblem and "
            "nothing in the corners."
        ),
    ),
    "stacked": (
        (
            "Rearrange the logo on a square canvas of 512 units: the name below the emblem instead of beside it, and "
            "a small {sign} in each corner."
        ),
        (
            "Lay the logo out vertically (512 by 512), emblem on top, {name} with its lines underneath, and one "
            "little {sign} in every corner."
        ),
        (
            "Move the wordmark {name} and the lines below it from the right of the emblem to under it, centered on a "
            "square canvas (512), with a {sign} in each of its corners."
        ),
        (
            "Make a stacked version of this logo, 512 by 512 units: lettering under the emblem, a small {sign} in "
            "all four corners."
        ),
    ),
}


def _is_logo(scene: Scene) -> bool:
    return isinstance(scene.spec, Logo)


def _cased(text: str, like: str) -> str:
    """Return the text in capitals, in small letters or with a capital, as the old text is."""
    if like.isupper():
        return text.upper()
    return text.lower() if like.islower() else text.capitalize()


def wordmark(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.wordmark
    new = _cased(generator.choice([name for name in NAMES if name != old.upper()]), old)
    return Change(
        recompose(scene, replace(scene.spec, wordmark=new)),
        filled(WORDMARK_WORDINGS, old=quoted(old), new=quoted(new)),
        {"old": old, "new": new},
    )


def tagline(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.tagline
    new = _cased(generator.choice([line for line in LINES if line != old.lower()]), old or "small")
    after = recompose(scene, replace(scene.spec, tagline=new))
    templates = TAGLINE_WORDINGS if old else NEW_TAGLINE_WORDINGS
    wordings = filled(templates, old=quoted(old), new=quoted(new), name=quoted(scene.spec.wordmark))
    return Change(after, wordings, {"old": old, "new": new})


def emblem(scene: Scene, generator: random.Random) -> Change:
    """A shape word brings a colour; an object brings its own."""
    logo = scene.spec
    new = generator.choice([name for name in (*BADGES, *EMBLEMS) if name != logo.emblem])
    if new in BADGES:
        color = _color(logo, generator, logo.plate_color)
        paint = f" in {colored(color)} with smaller outlines of itself nested inside"
        after = recompose(scene, replace(logo, emblem=new, emblem_color=color))
    else:
        paint, after = "", recompose(scene, replace(logo, emblem=new))
    wordings = filled(EMBLEM_WORDINGS, old=logo.emblem, new=with_article(new), paint=paint)
    return Change(after, wordings, {"old": logo.emblem, "new": new})


def plate(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.plate
    new = generator.choice([name for name in PLATES if name != old])
    after = recompose(scene, replace(scene.spec, plate=new))
    return Change(after, filled(PLATE_WORDINGS, old=with_article(old), new=with_article(new)), {"old": old, "new": new})


def ornament(scene: Scene, generator: random.Random) -> Change:
    old = scene.spec.ornament
    new = generator.choice([name for name in ORNAMENTS if name != old])
    after = recompose(scene, replace(scene.spec, ornament=new))
    return Change(after, filled(ORNAMENT_WORDINGS, old=old, new=with_article(new)), {"old": old, "new": new})


def layout(scene: Scene, generator: random.Random) -> Change:
    new = next(name for name in LAYOUTS if name != scene.spec.layout)
    after = recompose(scene, replace(scene.spec, layout=new))
    signs = [part.data["kind"] for part in after.parts if part.name == "corners"]
    sign = f"{colored(scene.spec.ornament_color)} {signs[0]}" if signs else ""
    return Change(after, filled(LAYOUT_WORDINGS[new], name=quoted(scene.spec.wordmark), sign=sign), {"layout": new})


def _color(logo: Logo, generator: random.Random, beside: str) -> str:
    """Return a colour that stands out from what it lies on."""
    return max(several(4, generator, PAINTS), key=lambda color: distance(color, beside))


KINDS = (
    EditKind("logo wordmark", _is_logo, wordmark),
    EditKind("logo tagline", _is_logo, tagline),
    EditKind("logo emblem", _is_logo, emblem),
    EditKind("logo plate", _is_logo, plate),
    EditKind("logo ornament", _is_logo, ornament),
    EditKind("logo layout", _is_logo, layout),
)
