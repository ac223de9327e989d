"""Sketches: tracing of a drawing, the style of a hand, and the look of paper and tablet."""

import io
import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from scipy import ndimage

from sgpkit.families.vectorgym.content import sketches
from sgpkit.families.vectorgym.content.sketches import hand, lettering, outlines, photograph, shading
from sgpkit.graphics import raster, svg, thinning
from sgpkit.graphics.raster.fit import fit, window

SIDE = 512
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
SQUARE = f'{HEAD}<rect x="100" y="120" width="200" height="160" fill="#cc3322"/></svg>'
FACE = (
    f'{HEAD}<circle cx="256" cy="256" r="180" fill="#ffcc33"/><circle cx="190" cy="200" r="24" fill="#222222"/>'
    '<circle cx="320" cy="200" r="24" fill="#222222"/><path d="M170 320Q256 400 342 320" fill="none" stroke="#222222" '
    'stroke-width="6"/></svg>'
)


def lines(code):
    document = svg.parse(code)
    return outlines.visible(document, raster.paint(code, SIDE), fit(window(document.root.attributes), SIDE))


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def test_a_square_is_traced_side_by_side_and_a_circle_in_one_go():
    sides = lines(SQUARE)
    assert len(sides) == 4 and not any(side.closed for side in sides)
    ends = {(round(x), round(y)) for side in sides for x, y in (side.points[0], side.points[-1])}
    assert ends == {(100, 120), (300, 120), (300, 280), (100, 280)}
    assert all(side.color == (0xCC, 0x33, 0x22) for side in sides)
    (circle,) = lines(f'{HEAD}<circle cx="256" cy="256" r="90" fill="#119944"/></svg>')
    assert circle.closed
    assert np.allclose(np.hypot(*(circle.points - 256).T), 90, atol=0.2)


def test_what_is_covered_or_clipped_or_of_the_same_colour_is_not_traced():
    hidden = '<circle cx="200" cy="200" r="40" fill="#2255cc"/>'
    over = '<rect x="100" y="120" width="200" height="160" fill="#cc3322"/>'
    assert len(lines(f"{HEAD}{hidden}{over}</svg>")) == 4
    assert len(lines(f'{HEAD}{over}<circle cx="200" cy="200" r="40" fill="#cc3322"/></svg>')) == 4
    half = lines(f'{HEAD}<circle cx="200" cy="120" r="60" fill="#2255cc"/>{over}</svg>')
    arcs = [line for line in half if line.color == (0x22, 0x55, 0xCC)]
    assert arcs and all(line.points[:, 1].max() < 124 for line in arcs), "only what stands out above the square"
    clip = '<defs><clipPath id="c"><rect width="200" height="512"/></clipPath></defs>'
    clipped = lines(f'{HEAD}{clip}<circle cx="200" cy="256" r="90" fill="#2255cc" clip-path="url(#c)"/></svg>')
    assert clipped and all(line.points[:, 0].max() < 204 for line in clipped)


def test_an_edge_that_two_shapes_share_is_traced_once():
    twice = f'{HEAD}<rect x="100" y="100" width="100" height="100" fill="#cc3322"/><rect x="200" y="100" width="100" height="100" fill="#2255cc"/></svg>'
    upright = [line for line in lines(twice) if np.ptp(line.points[:, 0]) < 1 and abs(line.points[0, 0] - 200) < 1]
    assert len(upright) == 1


def test_thin_lines_are_one_stroke_and_thick_ones_two():
    def traced(width):
        return lines(f'{HEAD}<path d="M100 256H400" stroke="#000000" stroke-width="{width}"/></svg>')

    (thin,) = traced(4)
    assert np.allclose(thin.points[:, 1], 256) and thin.thickness == pytest.approx(4)
    assert sorted(round(float(line.points[:, 1].mean())) for line in traced(30)) == [241, 271]


def test_a_coloured_background_gets_a_frame():
    assert not lines(f'{HEAD}<rect width="512" height="512" fill="#ffffff"/></svg>')
    assert len(lines(f'{HEAD}<rect width="512" height="512" fill="#113355"/></svg>')) == 4


# --- letters ----------------------------------------------------------------------------------------------------------


def written(text, size=120):
    return f'{HEAD}<text x="60" y="300" font-size="{size}" font-family="sans-serif" fill="#224488">{text}</text></svg>'


def test_letters_become_strokes_in_the_middle_of_their_ink():
    code = written("LOT")
    result = lettering.strokes(code, SIDE, raster.paint)
    dark = raster.paint(code, SIDE).min(axis=2) < 200
    positions = np.vstack([line.points for line in result]).astype(int)
    assert ndimage.binary_dilation(dark, iterations=2)[positions[:, 1], positions[:, 0]].all()
    assert any(line.closed for line in result), "the O is a loop"
    assert all(line.color == pytest.approx((0x22, 0x44, 0x88), abs=12) for line in result)
    # A stroke is about as long as its letter is high; its two edges would be twice as long.
    assert 5 * 87 < sum(hand.length_of(line.points) for line in result) < 11 * 87


def test_a_drawing_without_text_has_no_letters():
    assert lettering.strokes(SQUARE, SIDE, raster.paint) == []
    assert lettering.strokes(f"{HEAD}<text></text></svg>", SIDE, raster.paint) == []


@given(st.integers(0, 2**32 - 1))
def test_thinning_keeps_pieces_and_holes(seed):
    noise = ndimage.gaussian_filter(np.random.default_rng(seed).normal(0, 1, (60, 60)), 3)
    ink = noise > 0.02
    lines_of_it = thinning.thin(ink, lettering.MOST_PASSES)
    assert not (lines_of_it & ~ink).any()
    around = np.ones((3, 3))
    pieces, _ = ndimage.label(ink, around)
    parts, count = ndimage.label(lines_of_it, around)
    owners = [int(pieces[parts == number].max()) for number in range(1, count + 1)]
    assert len(set(owners)) == len(owners), "no piece comes apart"
    holes = ndimage.label(np.pad(~ink, 1, constant_values=True))[1]
    assert ndimage.label(np.pad(~lines_of_it, 1, constant_values=True))[1] == holes


def test_dots_are_kept():
    result = lettering.strokes(written("i."), SIDE, raster.paint)
    assert len(result) == 3


def test_lines_are_followed_whole():
    ink = np.zeros((50, 50), bool)
    ink[10, 5:45] = ink[10:40, 25] = True
    walks = lettering.followed(ink)
    assert {spot for walk in walks for spot in walk} == {(int(r), int(c)) for r, c in np.argwhere(ink)}
    assert len(walks) == 3, "two arms and the stem of a T"


# --- hand -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [hand.PAPER, hand.TABLET])
def test_strokes_stay_near_their_lines_and_differ_from_them(style):
    generator = np.random.default_rng(5)
    still = hand.bend(generator, SIDE)
    result = lines(FACE)
    strokes = hand.drawn(result, style, 2.0, still, generator)
    assert len(strokes) >= len(result)
    truth = np.vstack([line.points for line in result])
    apart = [np.hypot(*(truth[None] - stroke.points[:, None]).transpose(2, 0, 1)).min(axis=1) for stroke in strokes]
    assert max(float(item.max()) for item in apart) < 16
    assert np.concatenate(apart).mean() > 0.7
    assert all((stroke.widths >= 0.5).all() for stroke in strokes)


def test_a_loop_does_not_quite_meet_its_beginning():
    (circle,) = lines(f'{HEAD}<circle cx="256" cy="256" r="90" fill="#119944"/></svg>')
    generator = np.random.default_rng(1)
    lengths = {len(hand.ended(circle, hand.PAPER, generator)) for _ in range(40)}
    assert min(lengths) < len(circle.points) - 1 < max(lengths), "it stops short at times, and runs on at others"


# --- whole sketches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sketches.KINDS)
def test_a_sketch_is_the_same_for_the_same_row_and_another_for_another(kind):
    first, again, other = (sketches.of_kind(FACE, random.Random(name), kind) for name in ("0:a", "0:a", "0:b"))
    assert first == again != other
    image = Image.open(io.BytesIO(first))
    assert image.format == "PNG" and image.size == (sketches.SIDE, sketches.SIDE)
    assert len(first) < 400_000


def test_tablets_are_clean_and_paper_is_photographed():
    for number in range(4):
        tablet = pixels(sketches.draw(FACE, random.Random(number), "tablet", False))
        assert (tablet[:8] == 255).all()
        photo = pixels(sketches.draw(FACE, random.Random(number), "paper", False))
        light = photo.max(axis=2).reshape(8, 64, 8, 64).transpose(0, 2, 1, 3).reshape(64, -1)
        brightest = np.percentile(light, 90, axis=1)
        assert np.ptp(brightest) > 8, "light is uneven"
        assert photo.max() < 255 or photo.mean() < 250


def test_colour_is_the_drawings_own_and_black_and_white_has_none():
    def tinted(data):
        levels = pixels(data)
        return ((levels[..., 0] - levels[..., 2]) > 60).mean()

    colored = [tinted(sketches.draw(FACE, random.Random(number), "tablet", True)) for number in range(6)]
    assert min(colored) > 0.002 and max(colored) > 0.1
    for number in range(3):
        levels = pixels(sketches.draw(FACE, random.Random(number), "tablet", False))
        assert np.ptp(levels, axis=2).max() < 8


def test_areas_are_hatched_but_for_paper_and_background():
    generator = np.random.default_rng(0)
    picture = raster.paint(f'{HEAD}<rect width="512" height="512" fill="#aaddff"/>{FACE[len(HEAD) :]}', SIDE)
    strokes = shading.hatched(picture, shading.PENCIL, hand.bend(generator, SIDE), generator)
    colors = {stroke.color for stroke in strokes}
    assert (0xFF, 0xCC, 0x33) in colors and (0xAA, 0xDD, 0xFF) not in colors
    middles = np.array([stroke.points[2] for stroke in strokes])
    assert (np.hypot(*(middles - 256).T) < 195).all()
    plain = raster.paint(f'{HEAD}<rect width="512" height="512" fill="#aaddff"/></svg>', SIDE)
    assert shading.hatched(plain, shading.PENCIL, hand.bend(generator, SIDE), generator), "nothing else to colour"


def test_the_camera_sees_the_whole_drawing():
    """The central area of the page, which contains the drawing, is in the photograph."""
    for number in range(60):
        generator = np.random.default_rng(number)
        seen = photograph.corners(SIDE, generator)
        forth = photograph.perspective(seen, 1)
        back = np.linalg.inv(np.append(forth, 1).reshape(3, 3))
        for x, y in ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95)):
            across, down, depth = back @ (x, y, 1)
            assert 0 <= across / depth <= SIDE and 0 <= down / depth <= SIDE


def test_an_unknown_medium_is_named():
    with pytest.raises(ValueError, match="medium='slate': expected one of paper, tablet"):
        sketches.draw(SQUARE, random.Random(0), "slate")


@pytest.mark.realdata
def test_real_drawings_can_be_sketched(fixtures_path):
    records = json.loads((fixtures_path / "svgenius" / "text_svg_easy.json").read_text(encoding="utf-8"))
    for position, record in enumerate(records[::8]):
        kind = sketches.KINDS[position % 4]
        levels = pixels(sketches.of_kind(record["answer"], random.Random(position), kind))
        assert levels.std() > 4, f"drawing {position} leaves an empty sheet"
