"""Properties of scenes of every kind."""

import random
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from sgpkit.families.vectorgym.content import scenes
from sgpkit.families.vectorgym.content.scenes import composing, drawing
from sgpkit.families.vectorgym.content.scenes.specs import Chart, Diagram, Display, Face, Glyph, Icon, Logo, Place
from sgpkit.families.vectorgym.content.scenes.style import HABITS
from sgpkit.graphics import raster, svg

EACH = 9
"""Scenes of every kind."""

SIZE = 240


@pytest.fixture(scope="module")
def many():
    return [
        (kind, scenes.draw(kind, random.Random(f"{kind}:{number}"))) for kind in scenes.KINDS for number in range(EACH)
    ]


@pytest.fixture(scope="module")
def codes(many):
    return [scenes.write(scene) for _, scene in many]


@pytest.fixture(scope="module")
def some(many):
    return many[::EACH]


def pixels(scene, size=SIZE):
    return raster.paint(scenes.write(scene), size).astype(int)


def area(scene, box, size=SIZE):
    """Return a box of the scene as slices of its picture, which is fitted and centred."""
    scale = size / max(scene.width, scene.height)
    left, top = (size - scale * scene.width) / 2, (size - scale * scene.height) / 2
    across = slice(max(int(left + scale * box.left) - 2, 0), int(left + scale * box.right) + 3)
    return slice(max(int(top + scale * box.top) - 2, 0), int(top + scale * box.bottom) + 3), across


def test_all_differ_are_valid_and_of_the_published_length(many, codes):
    assert len(set(codes)) == len(codes) == EACH * len(scenes.KINDS) >= 300
    for code in codes:
        assert svg.validate(code) == []
        assert scenes.FEWEST <= scenes.tokens(code) <= scenes.MOST
    assert Counter(scene.style for _, scene in many).keys() == set(HABITS)


def test_the_range_of_lengths_is_used(codes):
    lengths = np.array([scenes.tokens(code) for code in codes])
    assert np.quantile(lengths, 0.1) < 3500 and np.quantile(lengths, 0.9) > 6500


def test_the_same_bytes_twice(some):
    for kind, scene in some:
        again = scenes.draw(kind, random.Random(f"{kind}:0"))
        assert scenes.write(again) == scenes.write(scene)
        assert scenes.description(again) == scenes.description(scene)
        assert scenes.captions(again) == scenes.captions(scene)


def test_kinds_cover_every_family(many):
    assert {type(scene.spec) for _, scene in many} == {Chart, Diagram, Face, Logo, Place, Display, Icon, Glyph}
    assert all(scene.kind == kind for kind, scene in many)


def test_names_are_unique_and_may_be_identifiers(many, codes):
    for (kind, scene), code in zip(many, codes, strict=True):
        assert len(set(scene.names)) == len(scene.names), kind
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in scene.names), (kind, scene.names)
        assert scene.parts[0].role == "background"
        identifiers = re.findall(r' id="([^"]+)"', code)
        assert len(set(identifiers)) == len(identifiers), kind


def test_what_is_defined_is_used_and_the_reverse(many, codes):
    for (kind, _), code in zip(many, codes, strict=True):
        defined = set(re.findall(r'<(?:linearGradient|radialGradient) id="([^"]+)"', code))
        defined |= (
            set(re.findall(r'^\s*<g id="([^"]+)">', code.partition("</defs>")[0], re.M)) if "<defs>" in code else set()
        )
        used = set(re.findall(r"url\(#([^)]+)\)", code)) | set(re.findall(r'href="#([^"]+)"', code))
        assert used <= defined, kind
        assert {name for name in defined if name.startswith("ramp")} <= used, kind


def test_composing_is_free_of_chance(some):
    for _, scene in some:
        assert scenes.write(scenes.recompose(scene, scene.spec)) == scenes.write(scene)
        assert scenes.write(scenes.compose(scene.spec, scene.style)) == scenes.write(scene)


@pytest.mark.parametrize("habit", HABITS, ids=range(len(HABITS)))
def test_every_writing_habit_shows_the_same(some, habit):
    for kind, scene in some[HABITS.index(habit) :: 5]:
        one, other = pixels(replace(scene, style=HABITS[0]), 160), pixels(replace(scene, style=habit), 160)
        assert np.abs(one - other).mean() < 1.2, kind


def test_habits_differ_in_how_they_write(some):
    scene = next(scene for kind, scene in some if kind == "seaside")
    codes = [scenes.write(replace(scene, style=habit)) for habit in HABITS]
    assert len(set(codes)) == len(HABITS)
    assert sum("<style>" in code for code in codes) == 2 and sum(' style="' in code for code in codes) == 2
    assert sum("<use " in code for code in codes) == 2 and sum("<circle" not in code for code in codes) >= 2


def test_drawings_are_colourful(many):
    matches = [scenes.color_entropy(pixels(scene, 64)) for _, scene in many[::4]]
    assert min(matches) > 0.7 and np.median(matches) > 2
    assert all(drawing.covered_entropy(scene) >= scenes.LEAST_ENTROPY for _, scene in many)


def test_a_dull_drawing_is_not_taken(some, monkeypatch):
    chart = next(scene.spec for kind, scene in some if kind == "line chart")
    gray = replace(
        chart, ground="#9E9E9E", ink="#8C8C8C", series=tuple(sery._replace(color="#90979C") for sery in chart.series)
    )
    assert drawing.covered_entropy(scenes.compose(gray)) < scenes.LEAST_ENTROPY
    dull = composing.BY_SPEC[type(gray)]._replace(choose=lambda generator, form: gray)
    monkeypatch.setitem(drawing.FORMS, "dull", (dull, ""))
    with pytest.raises(RuntimeError, match="no dull within 2000 to 8000 tokens"):
        scenes.draw("dull", random.Random(0))


def test_color_entropy_by_hand():
    halves = np.zeros((8, 8, 3), dtype=np.uint8)
    assert scenes.color_entropy(halves) == 0
    halves[:, 4:] = (255, 0, 0)
    assert scenes.color_entropy(halves) == pytest.approx(1)
    halves[:4, :, 2] = 200
    assert scenes.color_entropy(halves) == pytest.approx(2)


def test_boxes_hold_what_parts_paint(some):
    """Outside the box of a part, the picture without it is the same."""
    for kind, scene in some:
        generator = random.Random(kind)
        whole = pixels(scene)
        for part in generator.sample(scene.parts[1:], min(3, len(scene.parts) - 1)):
            rest = pixels(replace(scene, parts=tuple(other for other in scene.parts if other is not part)))
            changed = np.abs(whole - rest).max(-1) > 8
            changed[area(scene, part.box)] = False
            assert changed.sum() <= 4, (kind, part.name)


def test_parts_are_replaced_added_and_taken_away(some):
    scene = next(scene for kind, scene in some if kind == "seaside")
    thing = scene.by_role("object")[0]
    moved = thing.moved(7, -3)
    after = scene.replaced(thing.name, moved)
    assert after.part(thing.name).box.left == pytest.approx(thing.box.left + 7)
    assert after.names == scene.names
    assert thing.name not in scene.without(thing.name).names
    copy = replace(moved, name="copy")
    assert scene.added(copy, below=thing.name).names.index("copy") == scene.names.index(thing.name)
    assert scene.added(copy, above=thing.name).names.index("copy") == scene.names.index(thing.name) + 1
    assert scene.added(copy).names[-1] == "copy"
    with pytest.raises(ValueError, match="has a part"):
        scene.added(thing)
    with pytest.raises(KeyError, match="no part 'nothing'"):
        scene.without("nothing")


def test_a_group_goes_as_a_whole(some):
    scene = next(scene for kind, scene in some if kind == "flow chart")
    group = scene.by_role("step")[1].inside
    assert len(scene.members(group)) == 2
    assert set(scene.names) - set(scene.without(group).names) == {part.name for part in scene.members(group)}
