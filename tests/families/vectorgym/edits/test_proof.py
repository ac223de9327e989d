"""The proof that an edit is not simple recognises simple edits: recolouring, restyling, moves, turns, removals."""

import random
from dataclasses import replace
from functools import lru_cache

from hypothesis import given, settings
from hypothesis import strategies as st

from sgpkit.families.shared.drawings import forms
from sgpkit.families.vectorgym.content import scenes
from sgpkit.families.vectorgym.content.edits import proof
from sgpkit.families.vectorgym.content.scenes.scene import Scene
from sgpkit.graphics.geometry import Affine, Point, rotation, scaling


@lru_cache(maxsize=1)
def countryside() -> Scene:
    """Return a scene with at least four things, which are its last parts."""
    for number in range(20):
        scene = scenes.draw("countryside", random.Random(f"proof:{number}"))
        if len(scene.spec.things) >= 4:
            return scene
    raise AssertionError("no countryside has four things")


def changed_part(scene: Scene, name: str, **measurements) -> Scene:
    return scene.replaced(name, replace(scene.part(name), **measurements))


def test_simple_edits_are_known():
    scene = countryside()
    thing = scene.spec.things[-1].name
    part = scene.part(thing)
    assert "removal" in proof.simple(scene, scene.without(thing))
    assert "move" in proof.simple(scene, scene.replaced(thing, part.moved(9, -4)))
    middle = Point((part.box.left + part.box.right) / 2, (part.box.top + part.box.bottom) / 2)
    for by in (rotation(30, middle), scaling(1.3, 1.3), scaling(1.2, 0.7), Affine(-1, 0, 0, 1, 500, 0)):
        assert "move" in proof.simple(scene, scene.replaced(thing, part.mapped(by)))
    red = tuple(replace(ink, fill="#FF0000" if ink.fill else None) for ink in part.inks)
    assert "colours" in proof.simple(scene, changed_part(scene, thing, inks=red))
    thick = tuple(replace(ink, stroke="#000000", width=ink.width + 2) for ink in part.inks)
    assert "colours" in proof.simple(scene, changed_part(scene, thing, inks=thick))
    other = scene.spec.things[0].name
    both = scene.without(other).replaced(thing, part.moved(9, -4))
    assert "removal" in proof.simple(scene, both)
    assert "order" in proof.simple(scene, scene.without(thing).added(part))
    turned = [replace(part, transform=rotation(90, Point(320, 240)) @ part.transform) for part in scene.parts]
    assert "move" in proof.simple(scene, scene.exchanged(parts=tuple(turned)))


@settings(derandomize=True)
@given(angle=st.floats(5, 355), size=st.floats(0.5, 1.8), mirrored=st.booleans(), which=st.integers(0, 3))
def test_any_turn_and_scaling_of_one_thing_is_known(angle, size, mirrored, which):
    scene = countryside()
    part = scene.part(scene.spec.things[which].name)
    by = rotation(angle, Point(300, 200)) @ scaling(-size if mirrored else size, size)
    assert "move" in proof.simple(scene, scene.replaced(part.name, part.mapped(by)))


def test_what_is_more_is_no_simple_edit():
    scene = countryside()
    first, last = (scene.part(scene.spec.things[index].name) for index in (0, -1))
    assert (
        proof.simple(scene, scene.replaced(first.name, first.moved(5, 0)).replaced(last.name, last.moved(-7, 3))) == ""
    )
    assert proof.simple(scene, scene.added(replace(last, name="another").moved(10, 0))) == ""
    other = tuple(replace(ink, form=forms.star(300, 300, 40, 7), text=None) for ink in last.inks)
    assert proof.simple(scene, scene.replaced(last.name, replace(last, inks=other))) == ""
