"""Answers to edits: all ways that the instruction leaves open are right, and plain shapes, undoing and wiping earn
nothing. Judged on builtin rows, and on edits made by hand."""

import re
from statistics import mean

import pytest
from edits_by_hand import BY_HAND, apply
from more_edits_by_hand import MORE
from rare_edits_by_hand import RARE

from sgpkit.families.vectorgym import edit_variants
from sgpkit.families.vectorgym.content import rows
from sgpkit.families.vectorgym.content.edits import KINDS
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.metrics.pictures import edit_list, svg_edit

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]

COUNT = 80
FURTHER = {**MORE, **RARE}
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


@pytest.mark.parametrize("variant", [edit_variants.shifted, edit_variants.scaled, edit_variants.recolored])
def test_what_is_open_may_differ(edited, variant):
    chosen = [row for row in edited.values() if edit_variants.is_open(row)]
    assert len(chosen) >= 8
    result = values([variant(row) for row in chosen], chosen)
    assert {row["edit"]: value for row, value in zip(chosen, result, strict=True) if value < 0.8} == {}


# --- wrong answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["ellipse", "rect"])
def test_plain_shapes_in_the_stated_colors_are_worth_little(edited, shape):
    chosen = list(edited.values())[::5]
    assert mean(values([edit_variants.plain_shapes(row, shape) for row in chosen], chosen)) <= 0.3


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
        if not {color.upper() for color in edit_variants.HEXADECIMAL.findall(row["instruction"])}
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
