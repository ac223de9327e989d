"""The changes between two drawings, read from their scenes."""

import pytest

from sgpkit.families.vectorgym import pictures
from sgpkit.metrics.pictures import edit_changes, edit_list, svg_edit
from sgpkit.metrics.pictures.edit_changes import between

pytestmark = pytest.mark.sandbox

HOUSE = '<rect x="10" y="40" width="30" height="30" fill="#aa5533"/>'
ROOF = '<path d="M5 40L25 20L45 40Z" fill="#333333"/>'
SUN = '<circle cx="80" cy="20" r="10" fill="#ffcc00"/>'
NAME = '<text x="60" y="90" font-size="10">Home</text>'


def page(*shapes, box="0 0 100 100"):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(shapes)}</svg>'


START = page(HOUSE, ROOF, SUN, NAME)


@pytest.mark.process
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (page(HOUSE.replace("#aa5533", "#3355aa"), ROOF, SUN, NAME), [("rect", "recolored")]),
        (page(HOUSE, ROOF, SUN.replace('cx="80"', 'cx="70"'), NAME), [("circle", "moved")]),
        (page(HOUSE, SUN, NAME), [("path", "removed")]),
        (page(HOUSE, ROOF, SUN, NAME, '<line x1="2" y1="90" x2="40" y2="90" stroke="red"/>'), [("line", "added")]),
        (
            page(HOUSE, ROOF, SUN, NAME.replace("Home", "House")),
            [("text “House”", "added"), ("text “Home”", "removed")],
        ),
        (page(HOUSE, ROOF, SUN.replace('r="10"', 'r="15"'), NAME), [("circle", "added"), ("circle", "removed")]),
        (page(f"<g>{HOUSE}{ROOF}</g>", SUN, NAME), []),
        (page(HOUSE, ROOF, SUN, NAME, '<rect width="40" height="40" fill="red" opacity="0.001"/>'), []),
        (START[:-6], []),
    ],
)
def test_what_changes_is_named(target, expected):
    assert [(change.part, change.how) for change in between(START, target)] == expected


def test_boxes_are_shares_of_the_square_picture():
    wide = [
        page(HOUSE, *more, box="-20 0 200 100") for more in ((), ('<rect x="80" y="50" width="100" height="50"/>',))
    ]
    (change,) = between(*wide)
    assert change.boxes[0] == pytest.approx((0.5, 0.5, 1.0, 0.75), abs=0.01)
    moved = between(START, page(HOUSE, ROOF, SUN.replace('cx="80"', 'cx="70"'), NAME))[0]
    assert moved.boxes == (
        pytest.approx((0.7, 0.1, 0.9, 0.3), abs=0.01),
        pytest.approx((0.6, 0.1, 0.8, 0.3), abs=0.01),
    )


def test_too_many_changes_are_not_listed(monkeypatch):
    monkeypatch.setattr(edit_changes, "MOST", 1)
    assert between(START, page(HOUSE, SUN)) == ()


def test_a_published_row_gets_its_changes_from_the_scenes():
    target = page(HOUSE, ROOF, SUN, NAME.replace("Home", "House"))
    row = {"id": "a", "source": "vectorgym", "code": START, "target": target, "changes": ""}
    whole = pictures.of_edit(row)
    assert [change.how for change in edit_list.read_changes(whole["changes"])] == ["added", "removed"]
    assert svg_edit.score([target, START], [START] * 2, [target] * 2, [whole["changes"]] * 2)[0].value == 1.0
    assert "cannot be seen" in pictures.of_edit(row | {"target": START.replace("#ffcc00", "#ffcd02")}).reason
