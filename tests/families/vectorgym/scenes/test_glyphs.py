"""Outlines of glyphs against strokes that a renderer paints, and icons with colors that are seen."""

import random
from itertools import product

import numpy as np
import pytest

from sgpkit.families.shared.drawings.path_text import Numbers, path_data
from sgpkit.families.vectorgym.content import scenes
from sgpkit.families.vectorgym.content.scenes.colors import distance
from sgpkit.families.vectorgym.content.scenes.glyphs import outlines
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.graphics import raster

SIZE = 256
JOINS = {"round": ("round", "round"), "square": ("butt", "miter")}
EVERY = [(form, sign) for form, signs in outlines.STROKES.items() for sign in signs]


def painted(form, attributes: str) -> np.ndarray:
    data = path_data(form.loops, Numbers(2, True, " "), "absolute")
    code = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{data}" {attributes}/></svg>'
    return raster.paint(code, SIZE).astype(int).min(axis=2) < 128


@pytest.mark.parametrize("ends", JOINS)
def test_an_outline_is_the_stroke_that_a_renderer_paints(ends):
    cap, join = JOINS[ends]
    low = {}
    for (form, sign), (weight, slanted) in zip(EVERY, product(outlines.PENS, (False, True)), strict=False):
        shapes = outlines.outlines(form, sign, slanted, weight, ends)
        filled = painted(shapes.face, 'fill="black" fill-rule="evenodd"')
        stroke = (
            f'fill="none" stroke="black" stroke-width="{shapes.width}" stroke-linecap="{cap}" stroke-linejoin="{join}"'
        )
        stroked = painted(shapes.lines, stroke)
        share = (filled & stroked).sum() / (filled | stroked).sum()
        if share < 0.97:
            low[sign] = round(share, 3)
    assert low == {}


def test_the_edge_of_a_glyph_is_a_margin_around_it():
    for (form, sign), ends in product(EVERY, JOINS):
        shapes = outlines.outlines(form, sign, False, "bold", ends)
        face, edge = (painted(part, 'fill="black" fill-rule="evenodd"') for part in (shapes.face, shapes.edge))
        assert not (face & ~edge).any() and edge.sum() > face.sum(), sign
        down, across = np.nonzero(edge)
        assert min(down.min(), across.min()) > 20 and max(down.max(), across.max()) < SIZE - 20, sign


def test_signs_differ_from_each_other():
    pictures = [
        painted(outlines.outlines(form, sign, False, "bold", "round").face, 'fill="black" fill-rule="evenodd"')
        for form, sign in EVERY
    ]
    for index, one in enumerate(pictures):
        for before, other in enumerate(pictures[:index]):
            same = (one & other).sum() / (one | other).sum()
            assert same < 0.92, (EVERY[before], EVERY[index])


def test_decorations_lie_within_the_strokes():
    for form, sign in EVERY:
        shapes = outlines.outlines(form, sign, False, "heavy", "round")
        face = painted(shapes.face, 'fill="black" fill-rule="evenodd"')
        spots = list(outlines.spots(shapes.lines, 0.9 * shapes.width))
        assert len(spots) >= 3
        assert all(face[int(spot.y / 2), int(spot.x / 2)] for spot in spots), sign
        nearest = [min(one.distance(other) for other in spots if other != one) for one in spots]
        assert min(nearest) >= 0.72 * shapes.width - 1e-6


@pytest.mark.parametrize("kind", builtin.single_kinds())
def test_patterns_stand_out_from_the_ground_and_the_thing_is_named(kind):
    for number in range(8):
        scene = scenes.draw(kind, random.Random(f"{kind}:seen:{number}"))
        ground, pattern = scene.part("background"), scene.part("pattern")
        assert min(distance(color, ground.colors[0]) for color in pattern.colors) > 120
        caption, _ = scenes.captions(scene)
        named = scene.spec.thing.kind if kind.endswith("icon") else scene.spec.sign
        assert named in caption and named in scenes.description(scene)
