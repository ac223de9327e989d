"""Edits of places: the things in them, their number and positions; the time of day, the season, the weather."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sgpkit.families.shared import tables

from .....shared.words import with_article
from ...scenes import things
from ...scenes.composing import recompose
from ...scenes.places.choice import SUITED, hidden
from ...scenes.scene import Scene
from ...scenes.specs import Place, Thing
from ...scenes.wording import counted
from .. import phrases
from ..edit import Change, EditKind
from ..phrases import filled, plural
from . import standing, weather

WORDS = tables.read(__file__, "kinds.toml")

FINISH = "two-tone"
MOST = 6
SEEDS = 1000
TOPS: dict[str, float] = WORDS["tops"]
"""Things on which others can stand, and the height of their top as a share of their height."""

RIDERS: dict[str, float] = WORDS["riders"]
"""Things that may stand on others, and their heights."""

ADD_WORDINGS: tuple[str, ...] = WORDS["add_wordings"]
TOP_WORDINGS: tuple[str, ...] = WORDS["top_wordings"]
REPLACE_WORDINGS: tuple[str, ...] = WORDS["replace_wordings"]
COUNT_WORDINGS: tuple[str, ...] = WORDS["count_wordings"]
EXCHANGE_WORDINGS: tuple[str, ...] = WORDS["exchange_wordings"]
SKY_WORDINGS: tuple[str, ...] = WORDS["sky_wordings"]


def _things(scene: Scene) -> Sequence[Thing]:
    return scene.spec.things if isinstance(scene.spec, Place) else ()


def _look(thing: Thing, spec: Place) -> str:
    return phrases.look(things.build(thing, season=spec.season, time=spec.time))


def _anchors(scene: Scene) -> list[Thing]:
    """Return things that stand on the ground and can be distinguished from others of their kind."""
    every = _things(scene)
    return [
        thing
        for thing in every
        if not standing.flies(scene.spec, thing)
        and thing.kind not in standing.SLIGHT
        and phrases.is_unambiguous(thing, every)
        and standing.band_of(scene.spec, thing) is not None
    ]


def _neighbours(scene: Scene) -> Iterator[tuple[Thing, str, Thing]]:
    """Yield possible additions: next to which thing, and on which side."""
    for anchor in _anchors(scene):
        band = standing.band_of(scene.spec, anchor)
        for kind in standing.kinds_of(scene.spec, band) if band is not None else ():
            for side in ("left", "right"):
                new = standing.beside(scene.spec, anchor, kind, side, 0, FINISH)
                if new is not None and kind != anchor.kind:
                    yield anchor, side, new


def add(scene: Scene, generator: random.Random) -> Change:
    """Add a thing next to another. Widths depend on the seed: if there is no room for the drawn one, the tried one is
    used."""
    spec = scene.spec
    anchor, side, tried = generator.choice(list(_neighbours(scene)))
    new = standing.beside(spec, anchor, tried.kind, side, generator.randrange(SEEDS), FINISH) or tried
    after = recompose(scene, replace(spec, things=standing.after(spec, anchor, new)))
    wordings = filled(
        ADD_WORDINGS,
        what=with_article(new.kind),
        look=_look(new, spec),
        side=side,
        anchor=phrases.thing(anchor, spec.things),
    )
    return Change(after, wordings, {"new": new.kind, "anchor": anchor.kind, "side": side})


def _tops(scene: Scene) -> Iterator[tuple[Thing, Thing]]:
    """Yield pairs of a thing and another one on which it may be put."""
    for anchor in _anchors(scene):
        for kind, height in RIDERS.items() if anchor.kind in TOPS else ():
            ground = anchor.ground - TOPS[anchor.kind] * anchor.size
            new = standing.made(scene.spec, kind, anchor.x, ground, height, 0, FINISH)
            if standing.width(new) < 0.8 * standing.width(anchor) and standing.fits(scene.spec, new, anchor.name):
                yield anchor, new


def on_top(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    anchor, new = generator.choice(list(_tops(scene)))
    after = recompose(scene, replace(spec, things=standing.after(spec, anchor, new)))
    wordings = filled(
        TOP_WORDINGS, what=with_article(new.kind), look=_look(new, spec), anchor=phrases.thing(anchor, spec.things)
    )
    return Change(after, wordings, {"new": new.kind, "anchor": anchor.kind})


def _replacements(scene: Scene) -> Iterator[tuple[Thing, Thing]]:
    for old in _anchors(scene):
        band = standing.band_of(scene.spec, old)
        for kind in standing.kinds_of(scene.spec, band) if band is not None else ():
            size = standing.size_of(kind, band) if band is not None else old.size
            new = old._replace(name=standing.named(scene.spec, kind), kind=kind, size=size, finish=FINISH)
            if kind != old.kind and standing.fits(scene.spec, new, old.name):
                yield old, new


def exchange_kind(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    old, new = generator.choice(list(_replacements(scene)))
    kept = tuple(new if thing == old else thing for thing in spec.things)
    after = recompose(scene, replace(spec, things=kept))
    wordings = filled(
        REPLACE_WORDINGS, old=phrases.thing(old, spec.things), what=with_article(new.kind), look=_look(new, spec)
    )
    return Change(after, wordings, {"old": old.kind, "new": new.kind})


def _copies(scene: Scene) -> Iterator[tuple[Thing, list[Thing]]]:
    """Yield things that may be repeated, and the positions."""
    for thing in _anchors(scene):
        free = standing.free(scene.spec, thing)
        if free:
            yield thing, free


def count(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    model, free = generator.choice(list(_copies(scene)))
    have = sum(thing.kind == model.kind for thing in spec.things)
    many = generator.randint(1, min(3, len(free), max(1, MOST - have)))
    new: list[Thing] = []
    for index in sorted(generator.sample(range(len(free)), many)):
        spot = replace(spec, things=(*spec.things, *new))
        new.append(free[index]._replace(name=standing.named(spot, model.kind)))
    after = recompose(scene, replace(spec, things=standing.after(spec, model, *new)))
    kinds = plural(model.kind)
    wordings = filled(
        COUNT_WORDINGS,
        more=f"{counted(many)} {kinds if many > 1 else model.kind}",
        total=counted(have + many),
        kinds=kinds,
        one=phrases.thing(model, spec.things),
        times="once" if many == 1 else f"{counted(many)} times",
        them="the copy" if many == 1 else "the copies",
        look="looks" if many == 1 else "look",
    )
    return Change(after, wordings, {"kind": model.kind, "total": have + many})


def _pairs(scene: Scene) -> Iterator[tuple[Thing, Thing]]:
    """Yield pairs of things of one depth whose positions may be exchanged."""
    spec, anchors = scene.spec, _anchors(scene)
    for index, one in enumerate(anchors):
        for other in anchors[index + 1 :]:
            if one.kind == other.kind or standing.band_of(spec, one) != standing.band_of(spec, other):
                continue
            swapped = _swapped(spec, one, other)
            moved = replace(spec, things=swapped)
            if all(standing.fits(moved, thing) for thing in swapped if thing.name in (one.name, other.name)):
                yield one, other


def _swapped(spec: Place, one: Thing, other: Thing) -> tuple[Thing, ...]:
    """Return the things with two exchanged, also in painting order, so that what was in front stays in front."""
    there, here = one._replace(x=other.x, ground=other.ground), other._replace(x=one.x, ground=one.ground)
    return tuple(here if thing == one else there if thing == other else thing for thing in spec.things)


def exchange_places(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    one, other = generator.choice(list(_pairs(scene)))
    after = recompose(scene, replace(spec, things=_swapped(spec, one, other)))
    wordings = filled(EXCHANGE_WORDINGS, one=phrases.thing(one, spec.things), other=phrases.thing(other, spec.things))
    return Change(after, wordings, {"one": one.kind, "other": other.kind})


def _flights(scene: Scene) -> Iterator[tuple[str, Thing]]:
    """Yield things that may float in the sky, with positions clear of the sun, the moon, clouds and other things."""
    spec = scene.spec
    if not isinstance(spec, Place) or spec.form == "room":
        return
    band = SUITED[spec.form][0]
    taken = [part.box for part in scene.by_role("sun", "moon", "cloud")]
    for kind in band.kinds:
        if any(thing.kind == kind for thing in spec.things):
            continue
        for where, x in (("on the left", 110.0), ("in the middle", 320.0), ("on the right", 530.0)):
            new = standing.made(spec, kind, x, sum(band.ground) / 2, standing.size_of(kind, band), 0, FINISH)
            area = standing.box(new)
            if standing.fits(spec, new) and all(hidden(other, area) < 0.05 for other in taken):
                yield where, new


def fly(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    where, new = generator.choice(list(_flights(scene)))
    after = recompose(scene, replace(spec, things=(new, *spec.things)))
    return Change(
        after,
        filled(SKY_WORDINGS, what=with_article(new.kind), look=_look(new, spec), where=where),
        {"new": new.kind, "where": where},
    )


KINDS = (
    EditKind("place add", lambda scene: any(True for _ in _neighbours(scene)), add),
    EditKind("place on top", lambda scene: any(True for _ in _tops(scene)), on_top),
    EditKind("place replace", lambda scene: any(True for _ in _replacements(scene)), exchange_kind),
    EditKind("place count", lambda scene: any(True for _ in _copies(scene)), count),
    EditKind("place exchange", lambda scene: any(True for _ in _pairs(scene)), exchange_places),
    EditKind("place sky", lambda scene: any(True for _ in _flights(scene)), fly),
    *weather.KINDS,
)
