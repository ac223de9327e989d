"""Icons as scenes: one thing in front of a pattern, on a plate in the form "app".

Parts: background, pattern, plate or shadow, emblem (the thing), count (a number in a round mark).
"""

from dataclasses import replace

from sgpkit.families.shared.drawings.forms import box, circle, ellipse
from sgpkit.graphics.geometry import Point

from .....shared.words import with_article
from .. import patterns, things
from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, shaded, stroked, words
from ..logos.composing import ROOM, plate_form
from ..scene import Part
from ..specs import Icon
from ..wording import quoted

SIZE = 512
MIDDLE = Point(256.0, 256.0)
REACH = 168.0
"""Half the height of a plate."""

CLEAR = {"app": 212.0, "flat": 196.0}
"""The radius around the middle in which patterns have no signs."""

LARGE = 300.0
"""The size of a thing without a plate."""

MARK = "#E53935"


def compose(icon: Icon) -> list[Part]:
    pattern = patterns.inks(icon.pattern, icon.pattern_colors, icon.seed, MIDDLE, CLEAR[icon.form])
    one, other = icon.pattern_colors
    noun = patterns.NOUNS[icon.pattern]
    parts = [
        Part(
            "background",
            "background",
            (filled(box(0, 0, SIZE, SIZE), icon.ground),),
            "background",
            (icon.ground,),
            "a {0} background",
        ),
        Part("pattern", "pattern", pattern, "pattern", (other, one), f"{noun} in {{0}} and {{1}} around it"),
        plate(icon) if icon.form == "app" else shadow(icon),
        emblem(icon),
    ]
    return [*parts, mark(icon)] if icon.count else parts


def opening(icon: Icon) -> str:
    what = "an app icon that shows" if icon.form == "app" else "an icon of"
    return f"{what} {with_article(icon.thing.kind)}"


def plate(icon: Icon) -> Part:
    form = plate_form(icon.plate, *MIDDLE, REACH)
    body = form.scaled(0.9, 0.9, *MIDDLE)
    half = body.half(MIDDLE.x)
    inks: list[Ink] = [
        filled(form.moved(0, 9), mixed(icon.ground, "#000000", 0.3)),
        filled(form, icon.rim_color),
        shaded(body, icon.plate_color, darker(icon.plate_color)),
        *([filled(half, darker(icon.plate_color), 0.35)] if half is not None else []),
        stroked(form.scaled(0.82, 0.82, *MIDDLE), lighter(icon.plate_color), 3, (9.0, 6.0)),
    ]
    phrase = f"a {{0}} {icon.plate} with a {{1}} rim behind it"
    colors = (icon.plate_color, icon.rim_color)
    return Part("plate", f"{icon.plate} plate", tuple(inks), "plate", colors, phrase, data={"kind": icon.plate})


def shadow(icon: Icon) -> Part:
    ground = filled(ellipse(MIDDLE.x, MIDDLE.y + LARGE / 2 + 4, 0.42 * LARGE, 13), mixed(icon.ground, "#000000", 0.2))
    return Part("shadow", "shadow", (ground,), "shadow")


def emblem(icon: Icon) -> Part:
    size = 2.36 * REACH * ROOM[icon.plate] if icon.form == "app" else LARGE
    wide = things.width(icon.thing)
    high = min(size, size / wide)
    base = MIDDLE.y + (high / 2 if icon.form == "app" else LARGE / 2)
    part = things.build(icon.thing._replace(x=MIDDLE.x, size=high, ground=base), "emblem")
    return replace(part, phrase=f"{part.phrase} in the middle" if " with " not in part.phrase else part.phrase)


def mark(icon: Icon) -> Part:
    x, y, radius = MIDDLE.x + 0.82 * REACH, MIDDLE.y - 0.82 * REACH, 44.0
    inks = (
        filled(circle(x, y, radius + 7), "#FFFFFF"),
        filled(circle(x, y, radius), MARK),
        words(str(icon.count), x, y + 17, 48, "#FFFFFF", bold=True),
    )
    phrase = f"a {{0}} disc with a white edge and the number {quoted(str(icon.count))} at its upper right corner"
    return Part("count", "mark", inks, "legend", (MARK,), phrase, data={"text": str(icon.count)})
