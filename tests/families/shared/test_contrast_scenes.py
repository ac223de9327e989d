"""Contrasts of all generators: the only error is of the axis's kind."""

import json
import random
import re

import pytest

from sgpkit.families.shared.contrast import designs, graphs, making, plans, scene, variations
from sgpkit.families.shared.contrast.plans import Deck, Palette
from sgpkit.metrics.structure.recall import color_names

GRADES = (1, 2, 3)


def scenes(axis, grade, number):
    """Return the reference of a scene, its right variation and its wrong one, or None if there is no room."""
    chance = random.Random(f"{axis} {grade} {number}")
    plan, change = plans.AXES[axis]
    deck = Deck(chance, Palette())
    reference = plan(deck, grade)
    right = variations.varied(reference, chance)
    wrong = change(right, deck, grade)
    return None if wrong is None else (reference, right, wrong)


def many(axis, grade):
    made = [scenes(axis, grade, number) for number in range(30)]
    return [one for one in made if one is not None]


def kinds(drawn):
    return sorted((figure.shape, figure.color) for figure in drawn.figures)


@pytest.mark.parametrize("axis", plans.AXES)
@pytest.mark.parametrize("grade", GRADES)
def test_right_variations_have_the_figures_and_claims_of_the_reference(axis, grade):
    made = many(axis, grade)
    assert len(made) >= 20
    for reference, right, _ in made:
        assert kinds(right) == kinds(reference)
        assert scene.prompt(right) == scene.prompt(reference)
        assert right != reference
        for one, other in zip(reference.figures, right.figures, strict=True):
            assert abs(one.x - other.x) + abs(one.y - other.y) <= 2 * variations.STEP


@pytest.mark.parametrize("grade", GRADES)
def test_each_change_is_of_its_axis_alone(grade):
    for _, right, wrong in many("object", grade):
        changed = [(a, b) for a, b in zip(right.figures, wrong.figures, strict=True) if a != b]
        assert [(a.color, a.x, a.y) for a, _ in changed] == [(b.color, b.x, b.y) for _, b in changed]
        assert len(changed) == 1
        assert changed[0][0].shape != changed[0][1].shape
    for _, right, wrong in many("part missing", grade):
        assert set(wrong.figures) < set(right.figures)
        assert len(right.figures) - len(wrong.figures) == 1
    for _, right, wrong in many("part added", grade):
        assert set(right.figures) < set(wrong.figures)
        assert len({name for name in kinds(wrong) if name not in kinds(right)}) == 1
    for _, right, wrong in many("count", grade):
        assert set(kinds(wrong)) == set(kinds(right))
        assert abs(len(wrong.figures) - len(right.figures)) == grade
    for _, right, wrong in many("color", grade):
        changed = [(a, b) for a, b in zip(right.figures, wrong.figures, strict=True) if a != b]
        assert [a.color == b.color for a, b in changed] == [False]
        assert changed[0][1].color not in {figure.color for figure in right.figures}
    for axis in ("position", "relation", "size", "symmetry"):
        for _, right, wrong in many(axis, grade):
            assert kinds(wrong) == kinds(right)
            assert all(holds(right, claim) for claim in right.claims)
            assert not all(holds(wrong, claim) for claim in right.claims)
    for _, right, wrong in many("order", grade):
        assert sorted(wrong.figures) == sorted(right.figures)
        assert wrong.figures[0] == right.figures[1]
    for _, right, wrong in many("text", grade):
        labels = [[figure.label for figure in drawn.figures if figure.label] for drawn in (right, wrong)]
        assert labels[0][0] != labels[1][0]
        assert labels[0][1] == labels[1][1]


def test_a_figure_whose_path_breaks_off_is_no_longer_of_its_shape():
    for _, right, wrong in many("damage", 1):
        assert wrong.figures[0].damage == "broken"
        if not right.figures[0].is_round:
            corners, kept = scene.corners(wrong.figures[0]), scene.kept(wrong.figures[0])
            assert 3 <= len(kept) < len(corners)


def holds(drawn, claim):
    """Return whether a claim holds, by the plain meaning of its words."""
    figures = [drawn.figures[index] for index in claim.figures]
    if claim.kind == "corner":
        right, low = int(claim.value) % 2, int(claim.value) // 2
        return abs(figures[0].x - 400 * right) < 133 and abs(figures[0].y - 400 * low) < 133
    if claim.kind == "left of":
        return figures[0].x + figures[0].width / 2 <= figures[1].x - figures[1].width / 2
    if claim.kind == "above":
        return figures[0].y + figures[0].height / 2 <= figures[1].y - figures[1].height / 2
    if claim.kind == "times as wide":
        return abs(figures[0].width / figures[1].width / claim.value - 1) < 0.1
    assert claim.kind == "symmetric"
    spots = {(figure.shape, figure.color, round(figure.x), round(figure.y)) for figure in drawn.figures}
    return all((shape, color, 400 - x, y) in spots for shape, color, x, y in spots)


def test_grades_of_a_color_go_away_from_the_right_one():
    distances = {grade: [] for grade in GRADES}
    for grade in GRADES:
        for _, right, wrong in many("color", grade):
            distances[grade].append(plans.apart(right.figures[0].color, wrong.figures[0].color))
    means = [sum(values) / len(values) for values in distances.values()]
    assert means == sorted(means)
    assert means[0] < means[2] / 3


def test_every_shade_has_the_name_of_its_color():
    for name, shades in variations.SHADES.items():
        assert {color_names.name_of(color_names.channels(shade)) for shade in shades} == {name}


def test_figures_of_a_scene_do_not_touch_unless_the_axis_is_about_that():
    for axis in set(plans.AXES) - {"order"}:
        for grade in GRADES:
            for _, right, _ in many(axis, grade):
                for index, one in enumerate(right.figures):
                    for other in right.figures[index + 1 :]:
                        apart = max(abs(one.x - other.x), abs(one.y - other.y))
                        assert apart > (one.width + other.width) / 2 - 2 * variations.STEP


@pytest.mark.parametrize("language", [name for name in making.LANGUAGES if name != "solid"])
def test_contrasts_are_the_same_for_one_seed_and_answer_their_row(language):
    made = making.contrasts(language)
    for axis in (*made.axes, *made.equal):
        drawn = [made.make(axis, 2, random.Random(f"{axis} {number}")) for number in range(6)]
        again = [made.make(axis, 2, random.Random(f"{axis} {number}")) for number in range(6)]
        assert drawn == again
        for one in filter(None, drawn):
            assert one.right != one.row["code"] or language == "cad"
            assert json.loads(one.row["specification"])["items"]
            assert one.prompt.endswith("Nothing else is on the white page.")


def test_graphs_differ_in_what_the_axis_says():
    for number in range(20):
        for axis in graphs.CHANGES:
            for grade in GRADES:
                made = graphs.contrast(axis, grade, random.Random(f"{axis} {number}"))
                right, wrong = (set(re.findall(r"[^;\n]+;", code)) for code in (made.right, made.wrong))
                assert right != wrong, (axis, grade)
                if axis in ("object", "color"):
                    assert len(right ^ wrong) == 2


def test_designs_keep_what_is_not_changed():
    for number in range(12):
        for axis in ("part missing", "count", "color", "position", "size"):
            made = designs.contrast(axis, 2, random.Random(f"{axis} {number}"))
            if made is not None:
                assert made.right != made.wrong
                assert made.row["kind"] in made.prompt


def test_a_part_that_moves_leaves_its_third_of_the_page():
    moves = 0
    for number in range(60):
        chance = random.Random(number)
        kind = chance.choice(designs.kinds())
        shown = designs.picture(kind, "0", str(number))
        after = designs.moved(shown, random.Random(number), 2)
        if after is None:
            continue
        moves += 1
        before, now = shown.boxes(), after.boxes()
        (index,) = [index for index in before if before[index] != now[index]]
        spots = [designs.region(shown, boxes[index])[:2] for boxes in (before, now)]
        assert len({tuple(map(designs.third, spot)) for spot in spots}) == 2
    assert moves > 10
