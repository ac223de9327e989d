"""Positions for further things in a place: on a ground line of their depth, with little overlap."""

from functools import lru_cache

from sgpkit.graphics.svg.outline import Box

from ...scenes import things
from ...scenes.places.choice import HEIGHTS, SUITED, Band, hidden
from ...scenes.places.grounds import WIDTH
from ...scenes.specs import Place, Thing

MOST_HIDDEN = 0.25
MOST_TOUCHED = 0.05
"""The share of overlap of copies' boxes with others that counts as "without hiding anything"."""

WINDOW = Box(222, 40, 418, 212)
"""The window of a room: nothing may hang in front of it."""

SLIGHT = frozenset(("tuft of grass", "snail", "butterfly"))
"""Things too small for an edit."""

NOT_IN_WINTER = frozenset(("flower", "butterfly", "snail"))


@lru_cache(maxsize=8192)
def aspect(kind: str, seed: int, finish: str) -> float:
    """Return the ratio of width to height."""
    return things.width(Thing("", kind, 0, 0, 1.0, seed, finish))


def width(thing: Thing) -> float:
    return thing.size * aspect(thing.kind, thing.seed, thing.finish)


def box(thing: Thing) -> Box:
    half = width(thing) / 2
    return Box(thing.x - half, thing.ground - thing.size, thing.x + half, thing.ground)


def band_of(spec: Place, thing: Thing) -> Band | None:
    """Return the depth to which a thing belongs."""
    for band in SUITED[spec.form]:
        if thing.kind in (*band.kinds, *band.winter) and band.ground[0] - 1 <= thing.ground <= band.ground[1] + 1:
            return band
    return None


def kinds_of(spec: Place, band: Band) -> list[str]:
    """Return the kinds of things that may be there in that season."""
    kinds = dict.fromkeys((*band.kinds, *band.winter))
    unfit = (
        SLIGHT | NOT_IN_WINTER if spec.season == "winter" and spec.form != "room" else SLIGHT | frozenset(("snowman",))
    )
    return [kind for kind in kinds if kind not in unfit]


def flies(spec: Place, thing: Thing) -> bool:
    """Return whether a thing is in the sky, or hangs on a wall."""
    return thing.ground < 240


def size_of(kind: str, band: Band) -> float:
    return round(HEIGHTS[kind] * band.scale, 1)


def fits(spec: Place, new: Thing, without: str = "", most: float = MOST_HIDDEN) -> bool:
    """Return whether the thing, instead of another one or in addition, is on the canvas and hides at most `most`."""
    area = box(new)
    if area.left < 4 or area.right > WIDTH - 4 or area.top < 4:
        return False
    if spec.form == "room" and hidden(WINDOW, area) > 0.02:
        return False
    others = [box(other) for other in spec.things if other.name not in (without, new.name)]
    return all(hidden(other, area) <= most and hidden(area, other) <= most for other in others)


def named(spec: Place, kind: str) -> str:
    """Return a name that no thing has."""
    taken = {thing.name for thing in spec.things}
    stem = kind.replace(" ", "-").lower()
    return next(f"{stem}-{count}" for count in range(1, 99) if f"{stem}-{count}" not in taken)


def made(spec: Place, kind: str, x: float, ground: float, size: float, seed: int, finish: str) -> Thing:
    return Thing(named(spec, kind), kind, round(x, 1), round(ground, 1), round(size, 1), seed, finish)


def beside(spec: Place, anchor: Thing, kind: str, side: str, seed: int, finish: str, gap: float = 10.0) -> Thing | None:
    """Return a thing next to another one on its ground line, if there is room."""
    band = band_of(spec, anchor)
    if band is None or kind not in kinds_of(spec, band):
        return None
    new = made(spec, kind, anchor.x, anchor.ground, size_of(kind, band), seed, finish)
    reach = width(anchor) / 2 + gap + width(new) / 2
    new = new._replace(x=round(anchor.x + (reach if side == "right" else -reach), 1))
    return new if fits(spec, new) else None


def free(spec: Place, like: Thing) -> list[Thing]:
    """Return copies of a thing along its ground line, from the left, where there is room; they do not touch."""
    things: list[Thing] = []
    half = width(like) / 2
    x = 6 + half
    while x + half <= WIDTH - 6:
        new = like._replace(name="copy", x=round(x, 1))
        apart = all(abs(other.x - x) >= 2.2 * half for other in things)
        if apart and fits(spec, new, most=MOST_TOUCHED):
            things.append(new)
        x += 6
    return things


def after(spec: Place, anchor: Thing, *new: Thing) -> tuple[Thing, ...]:
    """Return the things with new ones painted just over one of them."""
    index = spec.things.index(anchor) + 1
    return (*spec.things[:index], *new, *spec.things[index:])
