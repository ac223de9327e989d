"""Kinds with many designs: their number, their differences, and the proof, which refuses wrong designs."""

import random
from collections import Counter

import pytest

from sgpkit.families.shared.drawings.designs import catalogue, drawing, proof
from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import box, circle, line
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.palette import VIVID
from sgpkit.families.shared.drawings.sketch import Sketch, Word, items
from sgpkit.graphics import svg


def test_there_are_enough_kinds_with_enough_designs_in_every_category() -> None:
    kinds = (*catalogue.TEST, *catalogue.TRAIN)
    assert len(kinds) == len({kind.name for kind in kinds}) == len({kind.use for kind in kinds}) >= 200
    assert {kind.category for kind in catalogue.TRAIN} == set(catalogue.CATEGORIES) and len(catalogue.CATEGORIES) == 19
    assert min(Counter(kind.category for kind in catalogue.TEST).values()) >= 4
    for kind in kinds:
        designs = catalogue.designs(kind)
        assert len(designs) >= 8, kind.name
        assert len({drawing.structure(kind, design) for design in designs}) == len(designs)


def test_a_design_is_the_same_in_every_drawing_and_its_drawings_differ() -> None:
    kind = catalogue.TRAIN[3]
    one, two, again = (drawing.draw_plain(kind, "5", random.Random(seed)) for seed in (1, 2, 1))
    assert one == again and one.code != two.code and one.design == two.design == f"{kind.name}/5"


def test_what_is_counted_on_a_clown_is_not_on_its_hat_too() -> None:
    """The hat may end in a ball, which would count as a pompom."""
    (clown,) = (kind for kind in catalogue.TEST if kind.name == "clown")
    counted = {
        attribute.subject
        for design in catalogue.designs(clown)
        for attribute in drawing.draw_plain(clown, design, random.Random(1)).attributes
        if attribute.type == "count"
    }
    assert counted and "pompoms" not in counted


@pytest.mark.parametrize("kind", catalogue.TRAIN[::4], ids=lambda kind: kind.name)
def test_drawings_to_train_on_are_valid_and_stay_on_the_canvas(kind: Kind) -> None:
    for design in catalogue.designs(kind)[:3]:
        drawn = drawing.draw_plain(kind, design, random.Random(design))
        assert svg.validate(drawn.code) == []
        assert {"count", "shape", "color"} <= {fact.type for fact in drawn.attributes}


def windows(attic: str, count: int = 3):
    """Return a house with windows of one colour, and another one in the gable."""

    def draw(s: Sketch) -> None:
        wall, glass = s.hues(2, VIVID)
        s.part("wall", box(10, 40, 80, 50), hue=wall)
        s.part("window", *(box(16 + 14 * i, 55, 8, 8) for i in range(count)), hue=glass, counted=(1, 4))
        if attic == "part":
            s.part("attic window", circle(50, 24, 9), hue=s.hue(unlike=(wall, glass)))
        elif attic == "detail":
            s.detail(box(70, 55, 8, 8), hue=glass, outlined=True)

    return Kind("house", "building", draw, "to live in")


def counts(kind: Kind, style: str) -> list[str]:
    for seed in range(20):
        drawn = drawing.draw(kind, "0", random.Random(seed), style=style, plates=False)  # type: ignore[arg-type]
        return [fact.answer for fact in drawn.attributes if fact.type == "count"]
    return []


@pytest.mark.parametrize("style", ["solid", "layered", "flattened", "badge"])
def test_a_count_holds_unless_something_else_satisfies_it(style: str) -> None:
    assert counts(windows("none"), style) == ["3"]
    assert counts(windows("part"), style) == []  # an attic window is a window
    assert counts(windows("detail"), style) == []  # and has the look of one


def test_a_part_that_is_not_in_the_picture_has_no_shape() -> None:
    def draw(s: Sketch) -> None:
        s.part("sign", hue=s.hue(VIVID), shape=s.word())
        s.part("wall", box(10, 40, 80, 50), hue=s.hue(VIVID))

    drawn = drawing.draw(Kind("house", "building", draw, "to live in"), "0", random.Random(1), style="layered")
    assert [fact for fact in drawn.attributes if fact.type == "shape"] == []


def cheese(word: str, holes: int = 3):
    """Return a block with round holes and a stamp of another colour."""

    def draw(s: Sketch) -> None:
        block, dark, ink = s.hues(3, VIVID)
        s.part("block", box(10, 20, 80, 70), hue=block)
        s.part("hole", *(circle(22 + 16 * i, 74, 5) for i in range(holes)), hue=dark, counted=(1, 5))
        s.part("stamp", emblem(word, 50, 42, 9), hue=ink, shape=Word(word, ("circle", "square", "star", "heart")))

    return Kind("piece of cheese", "dairy", draw, "to be eaten")


@pytest.mark.parametrize("style", ["solid", "layered", "flattened", "line"])
def test_a_mark_in_the_form_of_what_is_counted_is_not_beside_it(style: str) -> None:
    """It would be counted as another one, in any colour."""
    assert counts(cheese("star"), style) == ["3"] == counts(cheese("square"), style)
    assert counts(cheese("circle"), style) == []


def test_in_one_color_a_single_form_is_not_told_from_a_mark_of_its_size() -> None:
    assert counts(cheese("star", 1), "solid") == [] and counts(cheese("star", 2), "solid") == ["2"]
    assert counts(cheese("star", 1), "layered") == ["1"]


def carton(word: str):
    """Return a box with drops in a row and a label."""

    def draw(s: Sketch) -> None:
        card, dots, ink = s.hues(3, VIVID)
        s.part("card", box(10, 20, 80, 70), hue=card)
        s.part("dewdrop", *(circle(22 + 16 * i, 74, 4) for i in range(3)), hue=dots, counted=(1, 5))
        s.part("label", emblem(word, 50, 42, 12), hue=ink, shape=Word(word, ("drop", "square", "star", "heart")))

    return Kind("juice box", "beverage", draw, "to be drunk")


@pytest.mark.parametrize("style", ["solid", "layered"])
def test_what_is_counted_is_not_called_like_the_shape_of_something_else(style: str) -> None:
    """A row of drops is not counted next to a label in the shape of a drop."""
    assert counts(carton("star"), style) == ["3"]
    assert counts(carton("drop"), style) == []


def rod(wide: float, step: float):
    """Return a handle with crossbars of this width and distance."""

    def draw(s: Sketch) -> None:
        wood, ring = s.hues(2, VIVID)
        s.part("handle", box(40, 4, 20, 92), hue=wood)
        s.part("groove", *(box(50 - wide / 2, 36 + step * i, wide, 4) for i in range(3)), hue=ring, counted=(1, 4))

    return Kind("hammer", "tool", draw, "to drive nails")


def test_bars_across_a_handle_are_not_counted_where_the_gaps_around_them_could_be() -> None:
    assert counts(rod(28, 7), "layered") == ["3"] and counts(rod(12, 7), "solid") == ["3"]
    assert counts(rod(28, 22), "solid") == ["3"]  # each with a separate gap
    assert counts(rod(28, 7), "solid") == []  # four gaps


@pytest.mark.parametrize("name", ["cat"])
def test_what_is_called_a_stripe_is_long(name: str) -> None:
    (kind,) = (kind for kind in catalogue.TEST if kind.name == name)
    seen = 0
    for design in catalogue.designs(kind):
        sketch = drawing.sketched(kind, design, random.Random(1))
        stripes = {number for number, part in enumerate(sketch.parts) if part.name.startswith("stripe")}
        for item in items(sketch.root):
            if item.part in stripes:
                wide, tall = item.form.box.right - item.form.box.left, item.form.box.bottom - item.form.box.top
                assert max(wide, tall) > 1.5 * min(wide, tall), design
                seen += 1
    assert seen > 20


def hidden(s: Sketch) -> None:
    wall, glass = s.hues(2, VIVID)
    s.part("window", *(box(16 + 14 * i, 55, 8, 8) for i in range(3)), hue=glass, counted=(1, 4))
    s.part("curtain", box(10, 50, 20, 20), hue=wall)


def merged(s: Sketch) -> None:
    s.part("window", *(box(16 + 7 * i, 55, 8, 8) for i in range(3)), hue=s.hue(VIVID), counted=(1, 4))
    s.line(line((10, 90), (90, 90)), hue=s.fixed("gray"), width=4)


@pytest.mark.parametrize(
    ("draw", "style"), [(hidden, "solid"), (hidden, "layered"), (hidden, "flattened"), (merged, "solid")]
)
def test_what_is_hidden_or_merged_is_not_counted(draw, style: str) -> None:
    assert counts(Kind("house", "building", draw, "to live in"), style) == []


@pytest.mark.parametrize(
    ("name", "noun"),
    [("attic window", "window"), ("stripe on the wing", "stripe"), ("button", "button"), ("line of text", "line")],
)
def test_the_noun_of_a_name(name: str, noun: str) -> None:
    assert proof.noun(name) == noun
