"""All kinds of edits: which fit a scene, and how one is made."""

import random

from sgpkit.errors import UserError, nearest

from ..scenes.scene import Scene
from . import any_edits, chart_edits, diagram_edits, display_edits, face_edits, logo_edits, place_edits, proof
from .edit import Edit, EditKind

ALL: tuple[EditKind, ...] = (
    *chart_edits.KINDS,
    *diagram_edits.KINDS,
    *face_edits.KINDS,
    *logo_edits.KINDS,
    *place_edits.KINDS,
    *display_edits.KINDS,
    *any_edits.KINDS,
)
BY_NAME = {kind.name: kind for kind in ALL}
KINDS: tuple[str, ...] = tuple(BY_NAME)
DRAWS = 12
"""How often a kind may draw anew where chance has given a change that is none, or a forbidden one."""


def applicable(scene: Scene) -> tuple[str, ...]:
    """Kinds that fit the scene, in the order of the catalogue."""
    return tuple(kind.name for kind in ALL if kind.applies(scene))


def apply(kind: str, scene: Scene, generator: random.Random) -> Edit:
    """The edit, with one of its wordings as the instruction."""
    if kind not in BY_NAME:
        raise UserError(f"no edit is called {kind!r}{nearest(kind, KINDS)}")
    if not BY_NAME[kind].applies(scene):
        raise UserError(f"{kind!r} does not fit this {scene.kind}; there fit: {', '.join(applicable(scene))}")
    why = ""
    for _ in range(DRAWS):
        change = BY_NAME[kind].make(scene, generator)
        why = proof.simple(scene, change.after)
        if not why:
            return Edit(kind, change.after, generator.choice(change.wordings), change.wordings, change.facts)
    raise RuntimeError(f"{kind!r} made {why} of this {scene.kind}, {DRAWS} times")
