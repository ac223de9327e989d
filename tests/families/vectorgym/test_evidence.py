"""Variants of answers, by what they keep and lose."""

import io

from PIL import Image

from sgpkit.families.vectorgym import evidence

CODE = '<svg><rect fill="#d04030"/><rect fill="#FFFFFF"/></svg>'


def test_hues_change_only_where_the_sketch_shows_none():
    assert evidence.in_other_hues({"code": CODE, "sketch_kind": "tablet, color"}) == CODE
    changed = evidence.in_other_hues({"code": CODE, "sketch_kind": "tablet, black and white"})
    assert "#d04030" not in changed and "#ffffff" in changed
    assert changed.count("<rect") == 2


def test_a_smear_has_the_mean_colors_of_the_sketch():
    data = io.BytesIO()
    Image.new("RGB", (64, 64), (16, 32, 48)).save(data, "PNG")
    drawn = evidence.smeared({"sketch": data.getvalue()})
    assert drawn.count("<rect") == drawn.count('fill="#102030"') == 64
