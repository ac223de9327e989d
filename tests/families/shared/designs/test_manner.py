"""Icons have the colors, outlines and shadows that designers give them; other drawings stay even over all colors."""

import random
from collections import Counter

import numpy as np
import pytest

from sgpkit.families.shared.drawings import looks, manner, palette
from sgpkit.families.shared.drawings.designs import catalogue, drawing
from sgpkit.families.shared.drawings.forms import box, circle, shape
from sgpkit.families.shared.drawings.sketch import Sketch
from sgpkit.families.shared.drawings.writing import regions

KINDS = {kind.name: kind for kind in (*catalogue.TEST, *catalogue.TRAIN)}


def first_colors(way: manner.Manner, name: str) -> Counter[str]:
    """Return how often each color comes first in 400 sketches."""
    return Counter(Sketch(random.Random(seed), None, way, name).hue().name for seed in range(400))


def test_a_lemon_is_mostly_yellow_as_an_icon_and_of_any_color_else() -> None:
    assert first_colors(manner.ICON, "lemon")["yellow"] > 240
    plain = first_colors(manner.PLAIN, "lemon")
    assert set(plain) == set(palette.ANY) and max(plain.values()) < 70


def test_every_color_comes_first_on_icons_of_things_of_any_color() -> None:
    colors = first_colors(manner.ICON, "thing without a usual color")
    assert set(colors) == set(palette.ANY) and max(colors.values()) < 5 * min(colors.values())


def test_icons_have_colors_that_go_together_unless_these_are_used_up() -> None:
    for seed in range(60):
        names = {hue.name for hue in Sketch(random.Random(seed), None, manner.ICON, "").hues(3)}
        assert any(names <= set(scheme) for scheme in manner.SCHEMES)
        many = Sketch(random.Random(seed), None, manner.ICON, "").hues(6)
        assert len({hue.name for hue in many}) == 6


def test_usual_colors_are_those_of_kinds_that_exist() -> None:
    assert set(manner.USUAL) <= set(KINDS)
    assert {name for names in manner.USUAL.values() for name in names} <= set(palette.ANY)


@pytest.mark.parametrize("shade", ["half", "right", "left", "below", "corner"])
def test_a_shadow_is_a_part_of_its_form_at_its_side(shade: looks.Shade) -> None:
    form = box(20, 20, 60, 40)
    shadow = looks.shadow_of(form, looks.Hand("#000000", 2.0, shade, 0.2))
    assert shadow is not None
    area = regions.of_loops(shadow.loops)
    assert regions.difference(area, regions.of_loops(form.loops)).area < 1 and 0 < area.area < 0.6 * 2400
    bounds = shadow.box
    assert bounds.right == pytest.approx(80) if shade != "left" else bounds.left == pytest.approx(20)
    assert bounds.bottom == pytest.approx(60)


def test_only_large_and_compact_forms_have_a_highlight() -> None:
    line = looks.highlight_of(circle(50, 50, 30))
    assert line is not None
    points = np.array([(piece.end.x, piece.end.y) for piece in line.loops[0].pieces])
    assert (points[:, 0] < 50).all() and (np.hypot(*(points - 50).T) < 29).all()
    arch = shape("M20 90V50A30 30 0 0 1 80 50V90H60V50A10 10 0 0 0 40 50V90Z")
    assert looks.highlight_of(circle(50, 50, 8)) is looks.highlight_of(arch) is None


def test_a_badge_is_not_asked_for_its_color() -> None:
    """It shows a white thing on a plate of the color: either may be meant."""
    kind = KINDS["umbrella"]
    for seed in range(8):
        drawn = drawing.draw(kind, "5", random.Random(seed), style="badge")
        assert not drawn.attributes_of("color") and not drawn.observed("color")
