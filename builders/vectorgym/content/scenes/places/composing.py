"""Places as scenes: sky, ground and things in their depth, from the farthest to the nearest.

Parts: background (the sky, in a room the wall), stars, sun or moon, cloud-1 …, what the place is made of (hill-far,
mountains, sea, ground, road, floor, window …), then the things of the specification under their own names.
"""

import random

from sgpkit.families.sgp_bench.content.objects.forms import box, star

from .. import things
from ..colors import some
from ..ink import filled, shaded
from ..scene import Part, Scene
from ..specs import Place, Thing
from ..style import PLAIN, Style
from ..wording import counted
from . import grounds, room
from .grounds import HEIGHT, WIDTH

SKIES = {"day": ("#7EC8F2", "#DCEFFB"), "evening": ("#8E24AA", "#FFB04C"), "night": ("#101B3D", "#1A2B5F")}
"""Its colours above and at the horizon."""

HORIZON = 172.0
"""Where the sky has reached its lower colour: above what stands in the distance."""

OPENINGS = {
    "countryside": "a countryside with rolling hills",
    "seaside": "a seaside with a sandy beach",
    "street": "a town street",
    "mountains": "a mountain landscape with a lake",
    "park": "a park with a pond",
    "room": "a living room",
}
WHEN = {"day": "by day", "evening": "at sunset", "night": "at night"}


def compose(place: Place, style: Style = PLAIN) -> Scene:
    """In a room the season shows only through the window, and is not told."""
    if place.form == "room":
        parts = room.walls(place)
        opening = f"{OPENINGS['room']} {WHEN[place.time]}"
    else:
        parts = [*sky(place), *grounds.DRAWN[place.form](place)]
        opening = f"{OPENINGS[place.form]} in {place.season} {WHEN[place.time]}"
    parts += [things.build(thing, season=place.season, time=place.time) for thing in place.things]
    return Scene("place", WIDTH, HEIGHT, tuple(parts), opening, style, place)


def sky(place: Place) -> list[Part]:
    """Colour, stars, the sun or the moon, clouds. Their places come from the seed."""
    generator = random.Random(place.seed)
    top, low = SKIES[place.time]
    phrase = "a sky that fades from {0} at the top to {1}"
    found = [
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
    if place.time == "night":
        shapes = tuple(filled(star(sx, sy, size, 4, 0.35), color) for sx, sy, size in spots if abs(sx - x) > 66)
        found.append(
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
        found.append(things.build(Thing("moon", "moon", x, 142, 96, place.seed), "moon"))
    elif place.time == "evening":
        found.append(things.build(Thing("sun", "low sun", x, 236, 130, place.seed), "sun"))
    else:
        found.append(things.build(Thing("sun", "sun", x, 128, 104, place.seed), "sun"))
    if place.time != "night":
        free = [slot for slot in slots if abs(slot - x) > 92]
        for index, (slot, (y, size)) in enumerate(list(zip(free, heights, strict=False))[: place.clouds]):
            found.append(things.build(Thing(f"cloud-{index + 1}", "cloud", slot, y, size, place.seed + index), "cloud"))
    return found
