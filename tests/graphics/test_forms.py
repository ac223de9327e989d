"""Forms of drawings: unchanged by moves, scaling and other colours, and mirrored for the mirror image."""

import numpy as np
import pytest

from sgpkit.graphics import raster
from sgpkit.graphics.likeness import forms

HOUSE = '<path d="M20 90 V50 L50 20 L80 50 V90 Z" fill="{0}"/><rect x="28" y="60" width="14" height="30" fill="{1}"/>'


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>'


def painted(body):
    return raster.paint(svg(body), forms.PAINTED)


def described(body):
    return forms.describe(painted(body))


PLAIN = HOUSE.format("#e53935", "#1e88e5")


@pytest.mark.parametrize(
    ("body", "least"),
    [
        (HOUSE.format("#43a047", "#111111"), 0.97),
        (f'<g transform="translate(20 30) scale(.5)">{PLAIN}</g>', 0.95),
        (f'<rect width="100" height="100" fill="#ffeedd"/>{PLAIN}', 0.97),
        (f'<circle cx="50" cy="50" r="30" fill="#e53935"/>{PLAIN}', 0.7),
    ],
)
def test_a_drawing_moved_scaled_or_recoloured_keeps_its_forms(body, least):
    assert float(described(PLAIN) @ described(body)) >= least


def test_other_things_have_other_forms():
    assert float(described(PLAIN) @ described('<circle cx="50" cy="50" r="30" fill="#e53935"/>')) < 0.6


def test_the_description_of_a_mirror_image_is_the_mirrored_description():
    mirrored = forms.mirrored(described(PLAIN))
    there = described(f'<g transform="translate(100 0) scale(-1 1)">{PLAIN}</g>')
    assert float(mirrored @ there) > 0.99 > float(described(PLAIN) @ there)
    assert np.array_equal(forms.mirrored(mirrored), described(PLAIN))


def test_an_empty_page_has_no_forms():
    assert described("") is None
    assert forms.edge_likeness([painted("")], forms.both_ways([painted(PLAIN)])) == 0.0
    assert forms.edge_likeness([painted(PLAIN)], forms.both_ways([painted("")])) == 0.0


def test_edges_are_as_alike_as_they_run():
    same, mirrored = painted(PLAIN), painted(f'<g transform="translate(100 0) scale(-1 1)">{PLAIN}</g>')
    box = painted('<rect x="20" y="20" width="60" height="70" fill="#e53935"/>')
    assert forms.edge_likeness([same], forms.both_ways([same])) == pytest.approx(1.0, abs=1e-5)
    in_the_mirror, others = (forms.both_ways([one]) for one in (mirrored, box))
    assert forms.edge_likeness([same], in_the_mirror) > 0.98 > 0.8 > forms.edge_likeness([same], others)
