"""Answers to edits: all ways that the instruction leaves open are right, and plain shapes, undoing and wiping earn
nothing. Judged on builtin rows, and on edits made by hand."""

import re
from statistics import mean

import pytest
from edits_by_hand import BY_HAND, apply
from more_edits_by_hand import MORE
from rare_edits_by_hand import RARE

from sgpkit.families.vectorgym.content import rows
from sgpkit.families.vectorgym.content.edits import KINDS
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.metrics.pictures import edit_list, svg_edit

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]

COUNT = 80
FURTHER = {**MORE, **RARE}
HEXADECIMAL = re.compile(r"#[0-9A-Fa-f]{6}")
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#ffffff"/></svg>'


@pytest.fixture(scope="module")
def edited():
    """Return rows by id, without their pictures."""
    held = [row for split, row in builtin.edit("", 0) if split == "validation"]
    return {row["id"]: rows.edited(row) for row in held[:COUNT]}


@pytest.fixture(scope="module")
def edited_all(edited):
    """Return these rows and the further rows that are edited by hand."""
    more = [row for _, row in builtin.edit("", 0) if row["id"] in FURTHER]
    return {**{row["id"]: rows.edited(row) for row in more if row["id"] not in edited}, **edited}


def values(answers, chosen):
    columns = [[row[name] for row in chosen] for name in ("code", "target", "changes")]
    return [score.value for score in svg_edit.score(answers, *columns)]


def test_every_target_is_right(edited):
    lacking = {
        row["id"]: value
        for row, value in zip(
            edited.values(), values([row["target"] for row in edited.values()], [*edited.values()]), strict=True
        )
        if value < 1
    }
    assert lacking == {}


def test_edits_by_hand_are_right(edited):
    chosen = [edited[identifier] for identifier in BY_HAND]
    assert len({row["edit"] for row in chosen}) >= 40
    result = values([apply(hand, edited[identifier]) for identifier, hand in BY_HAND.items()], chosen)
    low = {row["edit"]: round(value, 3) for row, value in zip(chosen, result, strict=True) if value < 0.6}
    assert mean(result) >= 0.75
    assert low == {}


def test_edits_of_further_kinds_are_right(edited_all):
    chosen = [edited_all[identifier] for identifier in FURTHER]
    result = values([apply(hand, edited_all[identifier]) for identifier, hand in FURTHER.items()], chosen)
    low = {row["edit"]: round(value, 3) for row, value in zip(chosen, result, strict=True) if value < 0.6}
    assert mean(result) >= 0.75
    assert low == {}


# --- the reference with changes that the instruction leaves open ------------------------------------------------------


def with_new(row, change):
    """Return the target with a function applied to its new elements that are complete on one line."""
    start = set(row["code"].splitlines())
    lines = [
        change(line)
        if line not in start and re.match(r"\s*<(path|rect|circle|ellipse|poly|line|text|use)", line)
        else line
        for line in row["target"].splitlines()
    ]
    return "\n".join(lines)


def grouped(transform):
    return lambda line: f'<g transform="{transform}">{line}</g>' if line.rstrip().endswith(("/>", "</text>")) else line


def page(row):
    left, top, width, height = map(float, re.search(r'viewBox="([^"]*)"', row["target"])[1].split())
    return left, top, max(width, height)


def shifted(row):
    return with_new(row, grouped(f"translate({0.02 * page(row)[2]:.2f} 0)"))


def scaled(row):
    boxes = [change.boxes[-1] for change in edit_list.read_changes(row["changes"]) if change.asked]
    left, top, side = page(row)
    x = left + side * mean((box[0] + box[2]) / 2 for box in boxes)
    y = top + side * mean((box[1] + box[3]) / 2 for box in boxes)
    return with_new(row, grouped(f"translate({x:.2f} {y:.2f}) scale(1.03) translate({-x:.2f} {-y:.2f})"))


def recolored(row):
    def nudged(match):
        levels = [int(match[0][item : item + 2], 16) for item in (1, 3, 5)]
        return "#" + "".join(f"{level - 8 if level > 127 else level + 8:02x}" for level in levels)

    return with_new(row, lambda line: HEXADECIMAL.sub(nudged, line))


def open_rows(edited):
    """Return rows whose changes are all new things, with open position and size."""
    for row in edited.values():
        listed = edit_list.read_changes(row["changes"])
        if all(change.how == "added" and {"place", "size"} <= set(change.open) for change in listed):
            yield row


@pytest.mark.parametrize("variant", [shifted, scaled, recolored])
def test_what_is_open_may_differ(edited, variant):
    chosen = list(open_rows(edited))
    assert len(chosen) >= 8
    result = values([variant(row) for row in chosen], chosen)
    assert {row["edit"]: value for row, value in zip(chosen, result, strict=True) if value < 0.8} == {}


# --- wrong answers ----------------------------------------------------------------------------------------------------


def swatches(row, shape):
    """Return the drawing with plain shapes in the stated colours at the positions of changes, the largest first."""
    left, top, side = page(row)
    width, height = map(float, re.search(r'viewBox="([^"]*)"', row["code"])[1].split()[2:])
    left, top = left - (side - width) / 2, top - (side - height) / 2
    shapes = []
    for change in edit_list.read_changes(row["changes"]):
        if change.how not in ("added", "redrawn") or not change.asked:
            continue
        a, b, c, d = (side * value for value in change.boxes[-1])
        colors = [stated.color for stated in change.stated] or HEXADECIMAL.findall(row["instruction"]) or ["#777777"]
        for index, color in enumerate(colors):
            share = 1 - index / len(colors)
            x, y, across, down = (a + c) / 2 + left, (b + d) / 2 + top, (c - a) * share / 2, (d - b) * share / 2
            shapes.append(
                f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{color}"/>'
                if shape == "ellipse"
                else f'<rect x="{x - across}" y="{y - down}" width="{2 * across}" height="{2 * down}" fill="{color}"/>'
            )
    return row["code"].replace("</svg>", "".join(shapes) + "</svg>")


@pytest.mark.parametrize("shape", ["ellipse", "rect"])
def test_plain_shapes_in_the_stated_colors_are_worth_little(edited, shape):
    chosen = list(edited.values())[::5]
    assert mean(values([swatches(row, shape) for row in chosen], chosen)) <= 0.3


@pytest.mark.parametrize(
    "answer",
    [
        lambda row, other: row["code"],
        lambda row, other: BLANK,
        lambda row, other: other["target"],
        lambda row, other: re.sub(
            r"</svg>\s*$", '<rect x="-9" y="-9" width="999" height="999" fill="#fff"/></svg>', row["target"]
        ),
    ],
    ids=["undone", "blank", "another", "wiped"],
)
def test_what_was_not_done_earns_nothing(edited, answer):
    chosen = list(edited.values())[::2]
    result = values([answer(row, chosen[index - 1]) for index, row in enumerate(chosen)], chosen)
    assert {row["id"]: value for row, value in zip(chosen, result, strict=True) if value > 0.02} == {}


VEIL = '<rect x="-99" y="-99" width="1999" height="1999" fill="{}" opacity="{}"/></svg>'

LIT = {"place time", "face background", "logo layout"}
"""Edits that change most of the page, so that a tint may be a part of them."""


def test_a_tint_over_everything_is_no_edit(edited):
    chosen = list(edited.values())[::5]
    veil = VEIL.format("#442200", 0.3)
    result = values([row["code"].replace("</svg>", veil) for row in chosen], chosen)
    assert mean(result) <= 0.02


@pytest.mark.parametrize(("fill", "opacity"), [("#ffffff", 0.5), ("#ffffff", 0.3), ("#888888", 0.5), ("#442200", 0.3)])
def test_an_edit_under_a_veil_earns_nothing(edited, fill, opacity):
    chosen = [row for row in list(edited.values())[::5] if row["edit"] not in LIT]
    assert len(chosen) >= 12
    veil = VEIL.format(fill, opacity)
    result = values([re.sub(r"</svg>\s*$", veil, row["target"]) for row in chosen], chosen)
    assert {row["edit"]: value for row, value in zip(chosen, result, strict=True) if value > 0.02} == {}


# --- the rows ---------------------------------------------------------------------------------------------------------


def test_rows_say_how_free_an_answer_is(edited):
    seen = set()
    for row in edited.values():
        listed = edit_list.read_changes(row["changes"])
        assert any(change.asked for change in listed), row["edit"]
        for change in listed:
            assert change.zone is not None and change.size[0] <= 1 <= change.size[1] and change.number >= 1
            left, top, right, bottom = change.boxes[-1]
            assert change.zone[0] <= left and change.zone[1] <= top
            assert change.zone[2] >= right and change.zone[3] >= bottom
            for stated in change.stated:
                assert stated.noun and stated.color in row["instruction"].upper()
        seen |= {name for change in listed for name in change.open}
        asked = " ".join(stated.noun for change in listed for stated in change.stated)
        if row["edit"] == "place on top":
            assert "leaves" in asked and "pot" in asked
    assert seen == set(edit_list.OPEN)


def test_every_color_of_an_instruction_belongs_to_a_part(edited):
    """If a colour is required exactly, the row names the part."""
    missing = {
        row["edit"]
        for row in edited.values()
        if not {color.upper() for color in HEXADECIMAL.findall(row["instruction"])}
        <= {stated.color for change in edit_list.read_changes(row["changes"]) for stated in change.stated}
    }
    assert len(missing) <= 6, missing


def test_every_kind_is_edited_by_hand():
    assert {hand.kind for hand in (*BY_HAND.values(), *FURTHER.values())} == set(KINDS)


def test_the_letters_of_a_sleeper_may_rise_anywhere_on_their_side():
    row = next(row for _, row in builtin.edit("", 0) if row["id"] == "vg-test-0010")
    made = rows.edited(row)
    eyes, _, letters = edit_list.read_changes(made["changes"])
    assert "on the left" in made["instruction"] and letters.part == "letters Z"
    assert {"place", "size"} <= set(letters.open) and "place" not in eyes.open
    assert letters.zone[0] <= 0 and letters.zone[2] <= 0.5 < eyes.zone[2]
