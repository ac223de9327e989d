"""All kinds of edits: functions that select those for a scene and apply one."""

import random
from collections.abc import Callable

from sgpkit.errors import UserError, nearest

from ..scenes.scene import Scene
from . import displays, faces, general, logos, proof, singles
from .charts import kinds as chart_edits
from .diagrams import kinds as diagram_edits
from .edit import Edit, EditKind
from .places import kinds as place_edits

ALL: tuple[EditKind, ...] = (
    *chart_edits.KINDS,
    *diagram_edits.KINDS,
    *faces.KINDS,
    *logos.KINDS,
    *place_edits.KINDS,
    *displays.KINDS,
    *general.KINDS,
    *singles.KINDS,
)
BY_NAME = {kind.name: kind for kind in ALL}
KINDS: tuple[str, ...] = tuple(BY_NAME)
DRAWS = 12
"""The maximum number of draws of a kind, since a random draw may change nothing or make a forbidden edit."""


def applicable(scene: Scene) -> tuple[str, ...]:
    """Return the kinds that fit the scene, in the order of the catalogue."""
    return tuple(kind.name for kind in ALL if kind.applies(scene))


def maker(kind: str) -> Callable[..., object]:
    """Return the function that makes edits of a kind."""
    return BY_NAME[kind].make


def apply(kind: str, scene: Scene, generator: random.Random) -> Edit:
    """Return the edit of a scene, with one of its wordings as the instruction."""
    if kind not in BY_NAME:
        raise UserError(f"no edit is called {kind!r}{nearest(kind, KINDS)}")
    if not BY_NAME[kind].applies(scene):
        raise UserError(f"{kind!r} does not fit this {scene.kind}; expected one of: {', '.join(applicable(scene))}")
    why = ""
    for _ in range(DRAWS):
        change = BY_NAME[kind].make(scene, generator)
        why = proof.simple(scene, change.after)
        if not why:
            return Edit(kind, change.after, generator.choice(change.wordings), change.wordings, change.details)
    raise RuntimeError(f"{kind!r} made {why} of this {scene.kind}, {DRAWS} times")
