"""Places as scenes: sky, ground and things in their depth, from the farthest to the nearest.

Parts: background (the sky, in a room the wall), stars, sun or moon, cloud-1 …, the parts of the place itself (hill-far,
mountains, sea, ground, road, floor, window …), then the things of the specification under their own names.
"""

import random
from collections.abc import Callable, Mapping

from sgpkit.families.shared.drawings.forms import box, star

from .. import things
from ..colors import some
from ..ink import filled, shaded
from ..scene import Part
from ..specs import Place, Thing
from ..wording import counted
from . import grounds, room
from .grounds import HEIGHT, WIDTH

SKIES = {"day": ("#7EC8F2", "#DCEFFB"), "evening": ("#8E24AA", "#FFB04C"), "night": ("#101B3D", "#1A2B5F")}
"""The sky's colours above and at the horizon, by time of day."""

HORIZON = 172.0
"""The y at which the sky reaches its lower colour, above the distant things."""

OPENINGS = {
    "countryside": "a countryside with rolling hills",
    "seaside": "a seaside with a sandy beach",
    "street": "a town street",
    "mountains": "a mountain landscape with a lake",
    "park": "a park with a pond",
    "room": "a living room",
}
FORMS: Mapping[str, Callable[[Place], list[Part]]] = {**grounds.DRAWN, "room": room.walls}
"""By form: the function that draws the ground, or the walls of a room."""

WHEN = {"day": "by day", "evening": "at sunset", "night": "at night"}


def compose(spec: Place) -> list[Part]:
    parts = [] if spec.form == "room" else sky(spec)
    standing = [things.build(thing, season=spec.season, time=spec.time) for thing in spec.things]
    return [*parts, *FORMS[spec.form](spec), *standing]


def opening(spec: Place) -> str:
    """Return the words for a place. The season of a room is left out, since it is visible only through the window."""
    season = "" if spec.form == "room" else f" in {spec.season}"
    return f"{OPENINGS[spec.form]}{season} {WHEN[spec.time]}"


def sky(spec: Place) -> list[Part]:
    """Return the sky, stars, the sun or the moon, and clouds. Their positions depend on the seed."""
    generator = random.Random(spec.seed)
    top, low = SKIES[spec.time]
    phrase = "a sky that fades from {0} at the top to {1}"
    parts = [
        Part(
            "background",
            "sky",
            (filled(box(0, 0, WIDTH, HEIGHT), low), shaded(box(0, 0, WIDTH, HORIZON), top, low)),
            "background",
            (top, low),
            phrase,
            True,
        )
    ]
    x = generator.choice((90.0, 130.0, 510.0, 550.0))
    spots = [(generator.uniform(20, 620), generator.uniform(14, 170), generator.uniform(3, 6.5)) for _ in range(17)]
    slots = generator.sample([80.0, 200.0, 320.0, 440.0, 560.0], 5)
    heights = [(generator.uniform(60, 120), generator.uniform(34, 48)) for _ in range(5)]
    color = some("pale yellow", generator)
    if spec.time == "night":
        shapes = tuple(filled(star(sx, sy, size, 4, 0.35), color) for sx, sy, size in spots if abs(sx - x) > 66)
        parts.append(
            Part(
                "stars",
                "stars",
                shapes,
                "star",
                (color,),
                f"{counted(len(shapes))} small {{0}} four-pointed stars scattered over the sky",
                True,
            )
        )
        parts.append(things.build(Thing("moon", "moon", x, 142, 96, spec.seed), "moon"))
    elif spec.time == "evening":
        parts.append(things.build(Thing("sun", "low sun", x, 236, 130, spec.seed), "sun"))
    else:
        parts.append(things.build(Thing("sun", "sun", x, 128, 104, spec.seed), "sun"))
    if spec.time != "night":
        free = [slot for slot in slots if abs(slot - x) > 92]
        for index, (slot, (y, size)) in enumerate(list(zip(free, heights, strict=False))[: spec.clouds]):
            parts.append(things.build(Thing(f"cloud-{index + 1}", "cloud", slot, y, size, spec.seed + index), "cloud"))
    return parts
