"""Most drawings of icons have no marks; all other parts of a design stay, under their own names."""

import random

from sgpkit.families.shared.drawings.designs import catalogue, drawing, marks, warp
from sgpkit.families.shared.drawings.forms import box, circle
from sgpkit.families.shared.drawings.sketch import BADGES, Sketch, Word, items


def marked() -> Sketch:
    """Return a wall with a badge and studs, and with windows that are counted too."""
    sketch = Sketch(random.Random(1))
    sketch.part("wall", box(10, 20, 80, 60), hue=sketch.hue())
    sketch.part("badge on the wall", circle(50, 30, 6), hue=sketch.hue(), shape=Word("circle", tuple(BADGES)))
    sketch.part("window", *(box(15 + 15 * x, 45, 8, 8) for x in range(3)), hue=sketch.hue(), counted=(2, 6))
    sketch.part("stud", *(circle(15 + 10 * x, 72, 2) for x in range(4)), hue=sketch.hue(), counted=(2, 6))
    sketch.part("clasp", circle(80, 30, 5), hue=sketch.hue(), shape=Word("circle", tuple(BADGES)))
    sketch.detail(box(10, 80, 80, 4), hue=sketch.hue())
    return sketch


def forms_by_name(sketch: Sketch) -> dict[str, list[object]]:
    named: dict[str, list[object]] = {}
    for item in items(sketch.root):
        named.setdefault(sketch.parts[item.part].name if item.part >= 0 else "", []).append(item.form)
    return named


def test_only_marks_are_taken_off_and_all_other_forms_keep_their_names() -> None:
    whole = forms_by_name(marked())
    for seed in range(40):
        sketch = marked()
        marks.thin(sketch, random.Random(seed))
        left = forms_by_name(sketch)
        assert {"", "wall", "window", "clasp"} <= left.keys() == {"", *(part.name for part in sketch.parts)}
        assert all(left[name] == whole[name] for name in left)


def test_most_marks_are_taken_off() -> None:
    left = 0
    for seed in range(200):
        sketch = marked()
        marks.thin(sketch, random.Random(seed))
        left += len(sketch.parts) - 3
    assert 0.02 < left / 400 < 0.12


def test_icons_are_not_leaned_and_turn_only_if_they_are_often_seen_turned() -> None:
    leaning = warp.Warp(across=0.8, taper=0.1, lean=0.1, turn=15.0)
    level = warp.levelled(leaning, swing=0.0)
    assert level == warp.Warp(across=0.8, taper=level.taper) and 0 < level.taper < 0.1
    assert warp.levelled(leaning._replace(turn=120.0), swing=180.0).turn == 120.0


def test_icons_of_which_no_color_is_asked_are_black_if_they_are_in_one_color() -> None:
    """Published drawings in one color are black. A drawing with a question about its color may have any color."""
    kind = next(kind for kind in catalogue.TEST if kind.name == "pizza")

    def black(*, hued: bool) -> int:
        drawn = [drawing.draw(kind, "1", random.Random(seed), style="solid", hued=hued) for seed in range(20)]
        return sum(one.colors == {"black"} for one in drawn)

    assert black(hued=False) >= 17 and black(hued=True) <= 12
