"""The surroundings of a thing change its silhouette, but no answer."""

import math
import random
from functools import partial

import numpy as np
import pytest

from sgpkit.families.shared.drawings.designs import catalogue, companions, drawing, surroundings, warp
from sgpkit.families.shared.drawings.forms import box, circle
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.palette import VIVID
from sgpkit.families.shared.drawings.sketch import Sketch, Word, items
from sgpkit.quality.probes import features

WAYS = [way for way in surroundings.SHARES if way != "bare"]
COMPANIONS = sorted(
    {*companions.ANYWHERE, *companions.OUTDOORS, *companions.ALOFT, companions.NOTES}, key=lambda one: one.draw.__name__
)
KINDS = {kind.name: kind for kind in (*catalogue.TEST, *catalogue.TRAIN)}


def sketched(*names: str, turn: float = 0.0) -> Sketch:
    """Return a wall with parts of some names on it."""
    sketch = Sketch(random.Random(1), random.Random(1))
    sketch.part("wall", box(20, 30, 60, 50), hue=sketch.hue(VIVID))
    for index, name in enumerate(names):
        sketch.part(name, circle(30 + 10 * index, 50, 4), hue=sketch.hue(VIVID))
    sketch.turn = turn
    return sketch


def bounds(sketch: Sketch) -> tuple[float, float, float, float]:
    return warp.reach(list(items(sketch.root)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("category", ["building", "aerial_crafts", "tool"])
def test_surroundings_reach_beyond_the_thing_and_are_not_asked_for(way, category) -> None:
    reaches = 0
    for seed in range(6):
        sketch = sketched("window", "door")
        before, asked, parts = bounds(sketch), sketch.attributes(), list(sketch.parts)
        surroundings.add(sketch, way, category, random.Random(seed))
        after = bounds(sketch)
        assert sketch.attributes() == asked and sketch.parts == parts
        assert all(low <= was for low, was in zip(after[:2], before[:2], strict=True))
        assert all(high >= was for high, was in zip(after[2:], before[2:], strict=True))
        reaches += after != before
        # The thing stays the largest, so that a person recognises the subject.
        assert max(after[2] - after[0], after[3] - after[1]) < 2.6 * max(before[2] - before[0], before[3] - before[1])
    assert reaches >= (3 if way == "backed" else 6)


@pytest.mark.parametrize("way", surroundings.CALLED)
def test_what_a_person_might_call_like_a_part_is_not_added(way) -> None:
    for name in (surroundings.CALLED[way][0], f"red {surroundings.CALLED[way][0]} of the wall"):
        chosen = {
            surroundings.choose(sketched(name), "building", random.Random(seed), plain=False) for seed in range(300)
        }
        assert way not in chosen and "bare" in chosen


def test_no_companion_has_the_name_of_a_part() -> None:
    """A person who counts leaves would also count those of a plant."""
    nouns = {noun for one in companions.ANYWHERE for noun in one.nouns}
    sketch = sketched(*sorted(nouns))
    before = bounds(sketch)
    for seed in range(20):
        surroundings.add(sketch, "company", "tool", random.Random(seed))
    assert bounds(sketch) == before


@pytest.mark.parametrize(("across", "simple"), [(50, True), (90, False)])
@pytest.mark.parametrize("role", ["mark", "counted"])
def test_nothing_that_might_be_taken_for_what_lies_beside_a_thing_is_added(across, simple, role) -> None:
    """A ball next to a lollipop might seem to be a crumb, a disc next to a harp its carving."""
    plain = 0
    for seed in range(60):
        sketch = sketched()
        forms = [circle(across, 40 + 12 * i, 4) for i in range(3 if role == "counted" else 1)]
        word = Word("circle", ("circle", "star", "heart", "drop")) if role == "mark" else None
        counted = (1, 4) if role == "counted" else None
        sketch.part("crumb", *forms, hue=sketch.hue(VIVID), shape=word, counted=counted)
        put = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(surroundings, "_put", lambda _, one, *rest, put=put: put.append(one))
            surroundings.add(sketch, "company", "tool", random.Random(seed))
        assert put
        plain += any(one.plain for one in put)
    assert (plain > 0) == simple


def test_only_what_stands_has_ground_and_only_what_is_out_of_doors_a_scene() -> None:
    def ways(category: str, turn: float) -> set[str]:
        return {
            surroundings.choose(sketched(turn=turn), category, random.Random(seed), plain=False) for seed in range(400)
        }

    assert ways("building", 0.0) == set(surroundings.SHARES)
    assert ways("building", 18.0) == ways("tool", 0.0) == set(surroundings.SHARES) - {"ground", "scene"}
    assert "scene" in ways("aerial_crafts", 30.0)


def test_no_area_lies_behind_a_drawing_in_one_color() -> None:
    """Otherwise the ink of the thing could not be distinguished."""
    chosen = {surroundings.choose(sketched(), "animal", random.Random(seed), plain=True) for seed in range(300)}
    assert chosen == set(surroundings.SHARES) - {"backed"}


def test_rays_start_outside_of_everything() -> None:
    for seed in range(20):
        sketch = sketched("window")
        left, top, right, bottom = bounds(sketch)
        before = len(list(items(sketch.root)))
        surroundings.add(sketch, "burst", "tool", random.Random(seed))
        for ray in list(items(sketch.root))[before:]:
            edges = ray.form.box
            assert edges.right < left or edges.left > right or edges.bottom < top or edges.top > bottom


@pytest.mark.parametrize("companion", COMPANIONS, ids=lambda one: one.draw.__name__)
def test_companions_are_of_a_size(companion) -> None:
    for seed in range(12):
        forms = [form for _, form in companion.draw(random.Random(seed))]
        boxes = [form.box for form in forms]
        low = min(min(box.left, box.top) for box in boxes)
        high = max(max(box.right, box.bottom) for box in boxes)
        wide = max(box.right for box in boxes) - min(box.left for box in boxes)
        tall = max(box.bottom for box in boxes) - min(box.top for box in boxes)
        assert low >= -14.5 and high <= 14.5 and max(wide, tall) >= 6


def silhouettes(kind: Kind, *, plates: bool) -> list[np.ndarray]:
    design = catalogue.designs(kind)[0]
    drawn = [drawing.draw(kind, design, random.Random(seed), style="solid", plates=plates) for seed in range(60)]
    shown = features.outlines([{"code": item.code} for item in drawn])
    assert not any(outline is None for outline in shown)
    return [outline[: features.SIDE**2] for outline in shown if outline is not None]


@pytest.mark.slow
def test_drawings_of_one_design_have_other_silhouettes() -> None:
    """By their surroundings, upright drawings differ at least a third as much as leaning and rotated drawings."""

    def unlike(shown: list[np.ndarray]) -> float:
        """Return the average share of points that differ from the most similar drawing."""
        apart = np.abs(np.stack(shown)[:, None] - np.stack(shown)[None]).mean(axis=2)
        np.fill_diagonal(apart, math.inf)
        return float(apart.min(axis=1).mean())

    for name in ("T-shirt", "house", "hourglass"):
        assert unlike(silhouettes(KINDS[name], plates=True)) > 0.35 * unlike(silhouettes(KINDS[name], plates=False))


# --- turns ------------------------------------------------------------------------------------------------------------


def test_kinds_that_are_turned_exist() -> None:
    names = [name for names in warp.SWINGS.values() for name in names.split(",")]
    assert len(names) == len(set(names)) and set(names) <= {kind.name for kind in catalogue.TEST}


def test_tools_are_drawn_at_any_angle_and_buildings_upright() -> None:
    def turns(name: str) -> list[float]:
        kind = KINDS[name]
        return [
            drawing.sketched(kind, catalogue.designs(kind)[1], random.Random(seed), varied=True).turn
            for seed in range(120)
        ]

    assert max(map(abs, turns("wrench"))) > 120 and max(map(abs, turns("house"))) <= warp.TURNED
    assert set(turns("wall clock")) == {0.0}


def test_what_is_in_a_state_is_not_turned_out_of_it() -> None:
    """An airplane that flies level would seem to climb."""
    courses = ("climbing", "flying level", "descending", "flying upside down")

    def plane(s: Sketch, *, stated: bool) -> None:
        s.part("wing", box(10, 40, 80, 20), hue=s.hue(VIVID))
        if stated:
            s.state("What is the {kind} doing?", answer="flying level", choices=courses)

    def turns(stated: bool) -> set[float]:
        kind = Kind("airplane", "aerial_crafts", partial(plane, stated=stated), "to fly")
        sketches = (drawing.sketched(kind, str(seed), random.Random(seed), varied=True) for seed in range(40))
        return {sketch.turn for sketch in sketches}

    assert turns(stated=True) == {0.0} and len(turns(stated=False)) > 10


def test_what_has_a_top_stays_nearly_upright() -> None:
    assert warp.swing("wrench", sketched()) == 180.0
    assert warp.swing("wrench", sketched("upper jaw")) == warp.LEAST_SWING
    assert warp.swing("house", sketched()) == 0.0
