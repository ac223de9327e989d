"""Edited drawings: full marks for the target in any notation, none for answers that change nothing or everything."""

import json
import math
import random
from xml.etree import ElementTree

import numpy as np
import pytest

from sgpkit.baselines.adversarial import svg as adversarial
from sgpkit.families.vectorgym.content import rows
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.graphics import raster
from sgpkit.metrics.pictures import svg_edit
from sgpkit.metrics.pictures.edit_list import Change, read_changes, write_changes
from sgpkit.metrics.pictures.svg_edit import score
from sgpkit.status import Status

pytestmark = pytest.mark.sandbox

NAMESPACE = "http://www.w3.org/2000/svg"


def page(*shapes):
    return f'<svg xmlns="{NAMESPACE}" viewBox="0 0 100 100">{"".join(shapes)}</svg>'


SKY = '<rect width="100" height="60" fill="#bbddff"/>'
GROUND = '<rect y="60" width="100" height="40" fill="#66aa44"/>'
HOUSE = '<rect x="12" y="40" width="30" height="30" fill="#aa5533"/>'
SUN = '<circle cx="80" cy="20" r="9" fill="#ffcc00"/>'
TREE = '<path d="M70 80h6v-20h-6z" fill="#553311"/><circle cx="73" cy="52" r="12" fill="#117733"/>'
STAR = '<path d="M30 10l3 7h7l-6 5 3 8-7-5-7 5 3-8-6-5h7z" fill="#ffffff"/>'
BLUE = HOUSE.replace("#aa5533", "#3355aa")

START = page(SKY, GROUND, HOUSE, SUN, TREE)
EDITS = {
    "recoloured": page(SKY, GROUND, BLUE, SUN, TREE),
    "added": page(SKY, GROUND, HOUSE, SUN, TREE, STAR),
    "removed": page(SKY, GROUND, HOUSE, TREE),
    "moved": page(SKY, GROUND, HOUSE.replace('x="12"', 'x="26"'), SUN, TREE),
    "scaled": page(SKY, GROUND, HOUSE, SUN.replace('r="9"', 'r="16"'), TREE),
    "several": page(SKY.replace("#bbddff", "#223355"), GROUND, HOUSE, SUN.replace("#ffcc00", "#eeeeee"), TREE, STAR),
}
ANOTHER = page('<rect width="100" height="100" fill="#442266"/>', '<circle cx="50" cy="50" r="30" fill="#ee8811"/>')


def graded(answer, target, start=START, changes=None):
    (verdict,) = score([answer], [start], [target], changes)
    return verdict


@pytest.mark.process
@pytest.mark.parametrize("target", EDITS.values(), ids=EDITS)
def test_the_target_has_everything_and_the_start_nothing(target):
    right, unchanged = score([target, START], [START] * 2, [target] * 2)
    assert (right.value, right.parts) == (1.0, dict.fromkeys(svg_edit.PARTS, 1.0))
    assert (unchanged.value, unchanged.parts["kept"], unchanged.parts["exact"]) == (0.0, 1.0, 0.0)


@pytest.mark.parametrize("target", EDITS.values(), ids=EDITS)
def test_answers_that_need_no_look_have_nothing(target):
    answers = {
        "blank": adversarial.blank(),
        "empty": page(),
        "one colour": page('<rect width="100" height="100" fill="#bbddff"/>'),
        "another drawing": ANOTHER,
        "palette": adversarial.palette(),
        "words": adversarial.words("Make the house blue, and put a star into the sky."),
        "spray": adversarial.spray(),
        **{way: adversarial.hide(way, target) for way in adversarial.HIDINGS},
    }
    verdicts = score(list(answers.values()), [START] * len(answers), [target] * len(answers))
    assert {name: verdict.value for name, verdict in zip(answers, verdicts, strict=True) if verdict.value > 0.01} == {}


@pytest.mark.parametrize("size", [96, 101, 224])
def test_erasing_what_is_to_change_is_no_way_to_change_it(size):
    erased = page(SKY, GROUND, SUN, TREE)
    for name in ("recoloured", "moved"):
        assert score([erased], [START], [EDITS[name]], size=size)[0].value < 0.2
    assert score([page(SKY, GROUND, HOUSE, TREE)], [START], [EDITS["removed"]], size=size)[0].value == 1.0


def test_adding_without_removing_is_half_a_move_at_most():
    both = page(SKY, GROUND, HOUSE, HOUSE.replace('x="12"', 'x="26"'), SUN, TREE)
    assert graded(both, EDITS["moved"]).parts["changed"] < 0.7


def test_what_was_broken_besides_costs():
    target = EDITS["recoloured"]
    no_tree = graded(page(SKY, GROUND, BLUE, SUN), target)
    no_sun = graded(page(SKY, GROUND, BLUE, TREE), target)
    nothing_else = graded(page(BLUE), target)
    assert no_tree.parts["changed"] == no_sun.parts["changed"] == 1.0
    assert nothing_else.value == 0.0 < no_tree.value < no_sun.value < 0.97
    assert no_sun.parts["exact"] == 0.0


@pytest.mark.parametrize("target", EDITS.values(), ids=EDITS)
def test_changing_everything_a_little_is_worth_little(target):
    faded, brownish = '<g opacity="0.6">', '</g><rect width="100" height="100" fill="#442200" opacity="0.3"/>'
    answers = [adversarial.wrapped(START, faded, "</g>"), adversarial.wrapped(START, "<g>", brownish)]
    assert max(graded(answer, target).value for answer in answers) < 0.15


def test_the_nearer_the_better():
    target = EDITS["scaled"]
    answers = [page(SKY, GROUND, HOUSE, SUN.replace('r="9"', f'r="{radius}"'), TREE) for radius in (9, 11, 13, 15, 16)]
    values = [graded(answer, target).value for answer in answers]
    assert values == sorted(values) and values[0] == 0.0 and values[-1] == 1.0 and values[2] > 0.1


def test_every_thing_that_changes_counts():
    target = EDITS["several"]
    listed = write_changes(
        [
            Change("sky", "recolored", ((0, 0, 1, 0.6),)),
            Change("sun", "recolored", ((0.71, 0.11, 0.89, 0.29),)),
            Change("star", "added", ((0.2, 0.1, 0.4, 0.3),)),
        ]
    )
    only_sky = page(SKY.replace("#bbddff", "#223355"), GROUND, HOUSE, SUN, TREE)
    together, one_by_one = graded(only_sky, target), graded(only_sky, target, changes=[listed])
    assert one_by_one.parts["changed"] < together.parts["changed"] - 0.1
    assert graded(target, target, changes=[listed]).value == 1.0
    assert graded(START, target, changes=[listed]).value == 0.0


def test_what_the_list_leaves_out_counts_too():
    target = EDITS["several"]
    star = write_changes([Change("star", "added", ((0.2, 0.1, 0.4, 0.3),))])
    only_star = page(SKY, GROUND, HOUSE, SUN, TREE, STAR)
    assert graded(only_star, target, changes=[star]).parts["changed"] < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1]",
        '[{"part": "a"}]',
        '[{"part": "a", "how": "b", "boxes": [[1, 2]]}]',
        '[{"part": "a", "how": "b", "boxes": [[1, 2, 3, 1e999]]}]',
    ],
)
def test_a_list_that_cannot_be_read_is_the_callers_mistake(text):
    with pytest.raises(ValueError, match="expected a JSON list"):
        graded(START, EDITS["added"], changes=[text])


def test_a_list_is_read_as_it_was_written():
    changes = (Change("a “crown”", "added", ((0.1, 0.2, 0.3, 0.4), (0.0, 0.0, 1.0, 0.12345))), Change("b", "moved", ()))
    assert json.loads(write_changes(changes))[0]["boxes"][1] == [0.0, 0.0, 1.0, 0.1235]
    assert read_changes(write_changes(changes))[1] == changes[1]
    assert write_changes(()) == "" and read_changes("") == ()


def test_a_list_may_reach_beyond_the_page():
    far = write_changes([Change("a", "added", ((-3, -3, 9, 9),)), Change("b", "added", ((5, 5, 6, 6),))])
    assert graded(EDITS["added"], EDITS["added"], changes=[far]).value == 1.0


def test_where_nothing_was_to_change_nobody_scores():
    verdict = graded(START, START)
    assert (verdict.value, verdict.status) == (0.0, Status.OK) and "nothing to change" in verdict.reason


def test_where_all_was_to_change_there_is_nothing_to_keep():
    before, after = (page(f'<rect width="100" height="100" fill="{color}"/>') for color in ("#aa0000", "#0000aa"))
    assert graded(after, after, before).value == 1.0
    assert graded(before, after, before).value == graded(page(), after, before).value == 0.0


def test_failures_keep_their_places_and_statuses():
    target = EDITS["added"]
    answers = [target, "I would add a star.", target[:-20], page('<image href="file:///etc/passwd"/>'), target]
    verdicts = score(answers, [START] * 5, [target] * 5)
    statuses = [Status.OK, Status.NO_ANSWER, Status.PARSE_ERROR, Status.UNSAFE, Status.OK]
    assert [verdict.status for verdict in verdicts] == statuses
    assert [verdict.value for verdict in verdicts] == [1.0, 0.0, 0.0, 0.0, 1.0]
    assert all(verdict.parts.keys() == set(svg_edit.PARTS) for verdict in verdicts)
    for starts, targets in (([START], [target] * 2), ([START] * 2, [target])):
        with pytest.raises(ValueError, match="expected the same number of each"):
            score([target] * 2, starts, targets)


# --- the builtin edits ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def builtin_rows():
    """Return edits of all families of scenes, without their pictures."""
    held = [row for split, row in builtin.edit("", 0) if split == "test"]
    return [rows.edited(row) for row in held[::25]]


def rewritten(code):
    """Return the drawing in another notation: double inner units, groups, plain shapes as paths, reversed
    attributes."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(code)
    width, height = map(float, root.get("viewBox").split()[2:])
    group = ElementTree.Element(f"{{{NAMESPACE}}}g", {"transform": "matrix(2 0 0 2 10 -6)"})
    group.extend(list(root))
    for child in list(root):
        root.remove(child)
    root.append(group)
    root.set("viewBox", f"10 -6 {2 * width:g} {2 * height:g}")
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    for element in group.iter():
        outline = as_path(element)
        if outline:
            element.tag = f"{{{NAMESPACE}}}path"
            element.set("d", outline)
        attributes = dict(reversed(element.attrib.items()))
        element.attrib.clear()
        element.attrib.update(attributes)
    return ElementTree.tostring(root, encoding="unicode")


def as_path(element):
    tag = element.tag.rpartition("}")[2]
    taken = {"rect": ("x", "y", "width", "height"), "circle": ("cx", "cy", "r"), "line": ("x1", "y1", "x2", "y2")}
    if tag not in taken or element.get("rx") or any("%" in element.get(name, "") for name in taken[tag]):
        return ""
    numbers = [float(element.attrib.pop(name, 0)) for name in taken[tag]]
    if tag == "rect":
        x, y, width, height = numbers
        return f"M{x + width} {y}V{y + height}H{x}V{y}Z"
    if tag == "circle":
        x, y, radius = numbers
        turn = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in (0, 2, 4, 2 * math.pi)]
        arcs = "".join(f"A{radius} {radius} 0 0 1 {to[0]} {to[1]}" for to in turn[1:])
        return f"M{turn[0][0]} {turn[0][1]}{arcs}Z"
    return f"M{numbers[0]} {numbers[1]}L{numbers[2]} {numbers[3]}"


def test_a_target_has_full_marks_however_it_is_written(builtin_rows):
    answers = [rewritten(row["target"]) for row in builtin_rows]
    assert all(answer != row["target"] for answer, row in zip(answers, builtin_rows, strict=True))
    verdicts = score(answers, *columns(builtin_rows))
    assert min(verdict.value for verdict in verdicts) > 0.98
    assert all(verdict.parts["exact"] for verdict in verdicts)


def columns(held):
    return [[row[name] for row in held] for name in ("code", "target", "changes")]


def test_the_start_however_it_is_written_has_nothing(builtin_rows):
    verdicts = score([rewritten(row["code"]) for row in builtin_rows], *columns(builtin_rows))
    assert max(verdict.value for verdict in verdicts) < 0.01


def test_builtin_edits_say_what_changes_and_where(builtin_rows):
    kinds = set()
    for row in builtin_rows:
        listed = read_changes(row["changes"])
        assert listed, row["instruction"]
        kinds |= {change.how for change in listed}
        before, after = (raster.paint(row[name], 448).astype(int) for name in ("code", "target"))
        differing = np.abs(before - after).max(axis=2) > 24
        boxes = [box for change in listed for box in change.boxes]
        inside = svg_edit.boxed(boxes, differing.shape)
        assert differing.any()
        # A stroke extends beyond the box of its outline, and the box of a text is an estimate.
        assert (differing & ~inside).sum() <= 0.05 * differing.sum(), row["instruction"]
    assert (
        {"added", "removed", "moved", "redrawn"}
        <= kinds
        <= {"recolored", "reworded", "added", "removed", "moved", "redrawn"}
    )


def test_half_of_the_changes_is_between(builtin_rows):
    generator = random.Random(3)
    tried = 0
    for row in builtin_rows:
        start, target = (raster.paint(row[name], svg_edit.SIZE, None) for name in ("code", "target"))
        listed = read_changes(row["changes"])
        task = svg_edit.task(start, target, listed)
        if len(task.regions) < 4:
            continue
        tried += 1
        half = start.copy()
        for region in generator.sample(task.regions, len(task.regions) // 2):
            half[region.mask] = target[region.mask]
        assert 0.1 < svg_edit.score_of(half, task).value < 0.95
    assert tried
