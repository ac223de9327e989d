"""Drawings from sketches: form counts, and colour only where the sketch shows it. Tried on the builtin drawings."""

import colorsys
import io
import random
import re
from statistics import mean

import numpy as np
import pytest
from PIL import Image

from sgpkit.families.vectorgym import baselines, pictures, scoring
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.graphics import raster
from sgpkit.metrics.pictures import sketch_similarity
from sgpkit.status import Status

HEX = re.compile(r"#[0-9a-fA-F]{6}\b")
ROWS = 90
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rows():
    """Return rows with sketches in black and white and in colour, alternately."""
    held = [row for split, row in builtin.sketch("", 0) if split == "train"][100 : 100 + 2 * ROWS : 2]
    return [pictures.of_sketch(row) for row in held]


def channels(color):
    return [int(color[item : item + 2], 16) for item in (1, 3, 5)]


def code_of(values):
    return "#" + "".join(f"{round(value):02x}" for value in values)


def hue_rotated(color):
    hue, light, saturation = colorsys.rgb_to_hls(*(value / 255 for value in channels(color)))
    return code_of([255 * value for value in colorsys.hls_to_rgb((hue + 0.4) % 1, light, saturation)])


def gray(color):
    return code_of([sum(channels(color)) / 3] * 3)


def at_random(code, seed):
    """Return the drawing with a random colour in place of each of its colours."""
    generator, chosen = random.Random(seed), {}
    return HEX.sub(lambda match: chosen.setdefault(match[0].lower(), f"#{generator.randrange(1 << 24):06x}"), code)


def moved(code, share):
    width = float(re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+)', code)[1])
    start, end = re.search(r"<svg[^>]*>", code).end(), code.rindex("</svg>")
    return f'{code[:start]}<g transform="translate({share * width})">{code[start:end]}</g></svg>'


def mosaic(pixels):
    """Return a program that paints pixels as squares."""
    height, width = pixels.shape[:2]
    squares = "".join(
        f'<rect x="{x}" y="{y}" width="1.03" height="1.03" fill="{code_of(pixels[y, x])}"/>'
        for y in range(height)
        for x in range(width)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{squares}</svg>'


def smeared(row, side):
    with Image.open(io.BytesIO(row["sketch"])) as opened:
        return mosaic(np.asarray(opened.convert("RGB").resize((side, side), Image.Resampling.BOX)))


def middle_of_category(rows, row):
    others = [raster.paint(other["code"], 48)[..., :3] for other in rows if other["category"] == row["category"]]
    return mosaic(np.median(others, axis=0).astype(int))


def values(rows, answer, colored):
    chosen = [row for row in rows if scoring.shows_colors(row) == colored]
    assert len(chosen) >= 6
    scores = sketch_similarity.score(
        [answer(row) for row in chosen], [row["code"] for row in chosen], [colored] * len(chosen)
    )
    return [score.value for score in scores]


def test_the_drawing_itself_has_full_marks(rows):
    for colored in (True, False):
        assert min(values(rows, lambda row: row["code"], colored)) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("answer", "least"),
    [
        (lambda row: HEX.sub(lambda match: hue_rotated(match[0]), row["code"]), 0.85),
        (lambda row: at_random(row["code"], row["id"]), 0.75),
        (lambda row: HEX.sub(lambda match: gray(match[0]), row["code"]), 0.75),
        (lambda row: moved(row["code"], 0.01), 0.7),
    ],
    ids=["hues", "random", "gray", "moved"],
)
def test_black_and_white_sketches_say_nothing_of_colors(rows, answer, least):
    assert mean(values(rows, answer, False)) >= least


def test_colors_count_where_the_sketch_shows_them(rows):
    assert mean(values(rows, lambda row: HEX.sub(lambda match: hue_rotated(match[0]), row["code"]), True)) < 0.4
    assert mean(values(rows, lambda row: moved(row["code"], 0.01), True)) >= 0.65


@pytest.mark.parametrize("colored", [True, False], ids=["colored", "black-white"])
@pytest.mark.parametrize(
    ("answer", "most"),
    [
        (lambda row: smeared(row, 8), 0.1),
        (lambda row: smeared(row, 32), 0.1),
        (lambda row: baselines.traced(row["sketch"]), 0.1),
    ],
    ids=["smear", "mosaic", "trace"],
)
def test_the_sketch_itself_is_no_answer(rows, answer, most, colored):
    assert mean(values(rows, answer, colored)) <= most


def test_another_drawing_of_the_category_and_the_median_of_all_are_no_answer(rows):
    assert mean(values(rows, lambda row: middle_of_category(rows, row), False)) <= 0.15
    codes = [row["code"] for row in rows]
    scores = sketch_similarity.score([*codes[1:], codes[0]], codes, [False] * len(codes))
    assert mean(score.value for score in scores) <= 0.1


def test_areas_agree_as_those_of_another_implementation():
    metrics = pytest.importorskip("sklearn.metrics")
    generator = np.random.default_rng(5)
    first = generator.integers(0, 5, (64, 64))
    for kept in (0.0, 0.3, 0.8, 1.0):
        second = np.where(generator.random(first.shape) < kept, 4 - first, generator.integers(0, 5, first.shape))
        expected = metrics.adjusted_mutual_info_score(first.ravel(), second.ravel())
        assert sketch_similarity.area_likeness(first, second) == pytest.approx(max(0.0, expected), abs=0.002)


def test_blank_pages_and_failures_have_nothing():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    disc, page = svg.format('<circle cx="4" cy="4" r="3" fill="#c22"/>'), svg.format('<path d="M0 0h9v9H0z"/>')
    blank, failed, own = sketch_similarity.score([page, "I would draw a disc.", disc], [disc] * 3, [False] * 3)
    assert (blank.value, failed.value, failed.status, own.value) == (0.0, 0.0, Status.NO_ANSWER, 1.0)
    assert {"similarity", "edges", "layers", "ssim"} <= failed.parts.keys() == own.parts.keys()
