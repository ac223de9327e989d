"""Edits of the conditions in a place: night, seasons, rain, a rainbow, birds, shadows."""

import random
from dataclasses import replace

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings.forms import shape
from sgpkit.graphics.svg.outline import Box

from ...scenes.colors import darker, lighter, some
from ...scenes.composing import recompose
from ...scenes.ink import Ink, stroked
from ...scenes.ink import filled as painted
from ...scenes.places.composing import SKIES
from ...scenes.places.grounds import HEIGHT, WIDTH
from ...scenes.scene import Part, Scene
from ...scenes.specs import Place
from ...scenes.wording import counted
from .. import additions, room
from ..edit import Change, EditKind
from ..phrases import colored, filled
from . import standing

WORDS = tables.read(__file__, "weather.toml")

WHEN = {"day": "by day", "evening": "at sunset", "night": "at night"}
LIGHTS = {"day": "the sun stands in", "evening": "a low sun goes down in", "night": "a round moon stands in"}
TIME_WORDINGS: tuple[str, ...] = WORDS["time_wordings"]
STARS = ", with small stars scattered over it and no clouds"
SEASON_WORDINGS: tuple[str, ...] = WORDS["season_wordings"]
SIGNS: dict[str, str] = WORDS["signs"]
SEASONAL = ("countryside", "park", "mountains")
"""Places whose ground shows the season."""

SIGN_COLORS = {"spring": "pink", "autumn": "orange", "winter": "white"}
BY_DAY = "blue"
"""The colour of snowflakes by day, since white ones would be invisible against a pale sky."""

SIGN_COUNTS = {"spring": 16, "autumn": 18, "winter": 26}

RAIN_WORDINGS: tuple[str, ...] = WORDS["rain_wordings"]
RAINBOW_WORDINGS: tuple[str, ...] = WORDS["rainbow_wordings"]
BIRD_WORDINGS: tuple[str, ...] = WORDS["bird_wordings"]
SHADOW_WORDINGS: tuple[str, ...] = WORDS["shadow_wordings"]


def _is_outdoors(scene: Scene) -> bool:
    return isinstance(scene.spec, Place) and scene.spec.form != "room"


def time(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    new = generator.choice([time for time in SKIES if time != spec.time])
    top, low = map(colored, SKIES[new])
    after = recompose(scene, replace(spec, time=new))
    wordings = filled(
        TIME_WORDINGS,
        when=WHEN[new],
        light=LIGHTS[new],
        top=top,
        low=low,
        more=STARS if new == "night" else "",
        windows=", windows and lamps included," if new != "day" else "",
    )
    return Change(after, wordings, {"old": spec.time, "new": new})


def season(scene: Scene, generator: random.Random) -> Change:
    """Change the season with its signs: a change of colours alone is not a semantic edit."""
    spec = scene.spec
    new = generator.choice([name for name in SIGNS if name != spec.season])
    after = recompose(scene, replace(spec, season=new))
    chance = random.Random(f"{spec.seed}:{new}")
    color = some(SIGN_COLORS[new] if new != "winter" or spec.time != "day" else BY_DAY, generator)
    many = SIGN_COUNTS[new]
    ground = scene.part("ground").box
    top = max(ground.top + 26, HEIGHT * 0.72) if new != "winter" else 12.0
    inks: list[Ink] = []
    for index in range(many):
        x = WIDTH * (index + chance.uniform(0.2, 0.8)) / many
        y = chance.uniform(top, HEIGHT - 10)
        inks += MARKS[new](x, y, chance.uniform(0, 60), color)
    sign = Part(f"signs-of-{new}", f"signs of {new}", tuple(inks), "season", (color,))
    after = after.added(sign) if new == "winter" else after.added(sign, below=spec.things[0].name)
    wordings = filled(SEASON_WORDINGS, season=new, signs=SIGNS[new].format(count=many, color=colored(color)))
    return Change(after, wordings, {"old": spec.season, "new": new})


def blossom(x: float, y: float, turn: float, color: str) -> list[Ink]:
    petals = [f"M{x} {y}m-2.6 -3.4a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z"]
    petal = shape(petals[0])
    return [painted(petal.turned(turn + 72 * step, x, y), color) for step in range(5)] + [
        painted(shape(f"M{x - 1.8} {y}a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z"), "#FDD835")
    ]


def leaf(x: float, y: float, turn: float, color: str) -> list[Ink]:
    body = shape(
        f"M{x - 8} {y}C{x - 4} {y - 6} {x + 4} {y - 6} {x + 8} {y}C{x + 4} {y + 6} {x - 4} {y + 6} {x - 8} {y}Z"
    )
    vein = shape(f"M{x - 10} {y}L{x + 6} {y}")
    return [painted(body.turned(3 * turn, x, y), color), stroked(vein.turned(3 * turn, x, y), darker(color), 1.2)]


def flake(x: float, y: float, turn: float, color: str) -> list[Ink]:
    arms = shape(
        f"M{x} {y - 7}L{x} {y + 7}M{x - 6.1} {y - 3.5}L{x + 6.1} {y + 3.5}M{x - 6.1} {y + 3.5}L{x + 6.1} {y - 3.5}"
    )
    return [stroked(arms.turned(turn, x, y), color, 1.8)]


MARKS = {"spring": blossom, "autumn": leaf, "winter": flake}


def rain(scene: Scene, generator: random.Random) -> Change:
    cloud, drop = (
        some(generator.choice(("slate gray", "gray", "dark gray")), generator),
        some(generator.choice(("turquoise", "sky blue", "pale blue")), generator),
    )
    puffs: list[Ink] = []
    for x, y, wide in ((118.0, 84.0, 190.0), (330.0, 74.0, 210.0), (534.0, 86.0, 186.0)):
        puffs += [
            painted(additions.cloud(x, y, wide), cloud),
            painted(additions.cloud(x - 0.05 * wide, y - 8, 0.62 * wide), lighter(cloud)),
        ]
    strokes = additions.rain(Box(0, 96, WIDTH, HEIGHT - 4), 16, 9, drop, 2.0)
    after = scene.added(
        Part("rain", "rain", strokes, "rain", (drop,)),
        Part("rain-clouds", "rain clouds", tuple(puffs), "cloud", (cloud,)),
    )
    return Change(after, filled(RAIN_WORDINGS, cloud=colored(cloud), drop=colored(drop)), {"weather": "rain"})


def rainbow(scene: Scene, generator: random.Random) -> Change:
    """Add a rainbow in front of the sky and the things in it, behind the land."""
    above = [part for part in scene.parts if part.role in ("background", "star", "sun", "moon", "cloud")][-1]
    inks = additions.rainbow(WIDTH / 2, 336, generator.choice((262, 276, 290)), 11)
    after = scene.added(Part("rainbow", "rainbow", inks, "rainbow", additions.RAINBOW), above=above.name)
    return Change(after, RAINBOW_WORDINGS, {"weather": "rainbow"})


def _bird_places(scene: Scene) -> list[tuple[str, Box]]:
    if not _is_outdoors(scene):
        return []
    taken = [part.box for part in room.solid(scene) if part.role != "star"]
    spots = []
    for where, left in (("on the left", 14.0), ("in the middle", 226.0), ("on the right", 438.0)):
        for top in (16.0, 60.0, 110.0):
            area = Box(left, top, left + 186, top + 70)
            if room.covered(area, taken) < 0.04:
                spots.append((where, area))
                break
    return spots


def birds(scene: Scene, generator: random.Random) -> Change:
    where, area = generator.choice(_bird_places(scene))
    many = generator.randint(4, 6)
    color = "#FFFFFF" if scene.spec.time == "night" else generator.choice(("#212121", "#3A3F45", "#16224D"))
    inks = additions.birds(area, many, 14, color)
    after = scene.added(Part("birds", "birds", inks, "birds", (color,)))
    return Change(after, filled(BIRD_WORDINGS, count=counted(many), color=colored(color), where=where), {"count": many})


def _casting(scene: Scene) -> list[str]:
    """Return the names of the things that stand on land."""
    if not isinstance(scene.spec, Place):
        return []
    return [
        thing.name
        for thing in scene.spec.things
        if not standing.flies(scene.spec, thing) and thing.kind not in ("sailboat", "butterfly")
    ]


def shadows(scene: Scene, generator: random.Random) -> Change:
    names = _casting(scene)
    after = scene
    for name in names:
        left, _, right, bottom = scene.part(name).box
        ink = additions.ground_shadow((left + right) / 2, bottom, right - left)
        after = after.added(Part(f"shadow-of-{name}", "shadow", (ink,), "shadow"), below=name)
    return Change(after, filled(SHADOW_WORDINGS, count=counted(len(names))), {"count": len(names)})


KINDS = (
    EditKind("place time", _is_outdoors, time),
    EditKind("place season", lambda scene: isinstance(scene.spec, Place) and scene.spec.form in SEASONAL, season),
    EditKind("place rain", _is_outdoors, rain),
    EditKind("place rainbow", lambda scene: _is_outdoors(scene) and scene.spec.time == "day", rainbow),
    EditKind("place birds", lambda scene: bool(_bird_places(scene)), birds),
    EditKind("place shadows", lambda scene: len(_casting(scene)) > 1 and scene.spec.time != "night", shadows),
)
