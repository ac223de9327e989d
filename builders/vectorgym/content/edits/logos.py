"""Edits of logos: the name, the emblem, and the elements around it."""

import random
from dataclasses import replace

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings.emblems import BADGES

from ....shared.words import with_article
from ..scenes.colors import distance, several
from ..scenes.composing import recompose
from ..scenes.scene import Scene
from ..scenes.specs import LAYOUTS, ORNAMENTS, PLATES, Logo
from ..scenes.wording import quoted
from .edit import Change, EditKind
from .phrases import colored, filled

WORDS = tables.read(__file__, "logos.toml")

NAMES: tuple[str, ...] = WORDS["names"]
"""Words for names of invented firms, long enough to fill a wordmark."""

LINES: tuple[str, ...] = WORDS["lines"]
EMBLEMS: tuple[str, ...] = WORDS["emblems"]
PAINTS: tuple[str, ...] = WORDS["paints"]

WORDMARK_WORDINGS: tuple[str, ...] = WORDS["wordmark_wordings"]
TAGLINE_WORDINGS: tuple[str, ...] = WORDS["tagline_wordings"]
NEW_TAGLINE_WORDINGS: tuple[str, ...] = WORDS["new_tagline_wordings"]
EMBLEM_WORDINGS: tuple[str, ...] = WORDS["emblem_wordings"]
PLATE_WORDINGS: tuple[str, ...] = WORDS["plate_wordings"]
TURNED = {"hexagon": " with a corner at the top"}
ORNAMENT_WORDINGS: tuple[str, ...] = WORDS["ornament_wordings"]
LAYOUT_WORDINGS: dict[str, tuple[str, ...]] = WORDS["layout_wordings"]


def _is_logo(scene: Scene) -> bool:
    return isinstance(scene.spec, Logo)


def _cased(text: str, like: str) -> str:
    """Return the text in upper case, in lower case or with an initial capital, like the old text."""
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
    """Exchange the emblem. A shape gets a colour; an object has its own."""
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
    form = with_article(new) + TURNED.get(new, "")
    return Change(after, filled(PLATE_WORDINGS, old=with_article(old), new=form), {"old": old, "new": new})


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
    """Return a colour with contrast to its background."""
    return max(several(4, generator, PAINTS), key=lambda color: distance(color, beside))


KINDS = (
    EditKind("logo wordmark", _is_logo, wordmark),
    EditKind("logo tagline", _is_logo, tagline),
    EditKind("logo emblem", _is_logo, emblem),
    EditKind("logo plate", _is_logo, plate),
    EditKind("logo ornament", _is_logo, ornament),
    EditKind("logo layout", _is_logo, layout),
)
