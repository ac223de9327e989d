"""Visual similarity: SSIM and error compared with scikit-image, and scores aligned with their predictions."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from skimage.metrics import mean_squared_error, structural_similarity

from sgpkit.graphics import raster
from sgpkit.metrics.pair_metric import PairMetric
from sgpkit.metrics.pictures import structural_similarity as ours
from sgpkit.metrics.pictures import svg_similarity
from sgpkit.metrics.pictures.svg_similarity import WORST, score
from sgpkit.status import Status

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
CIRCLE = f'{HEAD}><circle cx="20" cy="20" r="12" fill="#d04020"/></svg>'
LARGER = f'{HEAD}><circle cx="20" cy="20" r="13" fill="#d04020"/></svg>'
SQUARE = f'{HEAD}><rect x="4" y="4" width="12" height="12" fill="teal"/></svg>'
EMPTY = f"{HEAD}/>"


# --- the two measures -------------------------------------------------------------------------------------------------


@st.composite
def pairs(draw):
    """A strategy for two pictures with some equal pixels, in areas of any size."""
    height, width = draw(st.integers(11, 40)), draw(st.integers(11, 40))
    shape = (height, width) if draw(st.booleans()) else (height, width, draw(st.integers(1, 4)))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    first = random.integers(0, 256, shape, dtype=np.uint8)
    if draw(st.booleans()):
        first[:] = draw(st.integers(0, 255))
    second = first.copy()
    top, left = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    position = second[top : top + draw(st.integers(0, height)), left : left + draw(st.integers(0, width))]
    position[:] = random.integers(0, 256, position.shape) if draw(st.booleans()) else draw(st.integers(0, 255))
    return first, second


@given(pairs(), st.sampled_from([3, 5, 7, 9, 11]))
def test_ssim_and_error_are_those_of_scikit_image(pair, window):
    first, second = pair
    axis = 2 if first.ndim == 3 else None
    expected = structural_similarity(first, second, win_size=window, channel_axis=axis, data_range=255)
    assert ours.ssim(first, second, window) == pytest.approx(expected, abs=1e-6)
    assert ours.ssim(second, first, window) == pytest.approx(expected, abs=1e-6)
    error = mean_squared_error(first / 255, second / 255)
    assert ours.mean_squared_error(first, second) == pytest.approx(error, abs=1e-12)


@pytest.mark.parametrize("window", [13, 15, 17, 31, 99, 101])
def test_large_windows_do_not_overflow(window):
    random = np.random.default_rng(window)
    first = random.integers(200, 256, (120, 130, 3), dtype=np.uint8)
    second = np.where(random.random(first.shape) < 0.5, 255, 254).astype(np.uint8)
    expected = structural_similarity(first, second, win_size=window, channel_axis=2, data_range=255)
    assert ours.ssim(first, second, window) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("strip", [500, 3_000, 1 << 30])
def test_the_index_does_not_depend_on_the_strips_it_is_worked_out_in(strip, monkeypatch):
    random = np.random.default_rng(5)
    first, second = random.integers(0, 256, (2, 90, 70, 3), dtype=np.uint8)
    expected = structural_similarity(first, second, win_size=11, channel_axis=2)
    monkeypatch.setattr(ours, "STRIP", strip)
    assert ours.ssim(first, second, 11) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("window", [1, 2, 4, 13, 103])
def test_a_window_that_does_not_fit_is_told(window):
    picture = np.zeros((12, 400), np.uint8)
    with pytest.raises(ValueError, match="expected an odd number of pixels from 3 to 12"):
        ours.ssim(picture, picture, window)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (np.zeros((9, 9), np.uint8), np.zeros((9, 8), np.uint8)),
        (np.zeros((9, 9), float), np.zeros((9, 9), float)),
        (np.zeros(9, np.uint8), np.zeros(9, np.uint8)),
    ],
)
def test_pictures_that_cannot_be_compared_are_told(first, second):
    for measure in (lambda: ours.ssim(first, second, 3), lambda: ours.mean_squared_error(first, second)):
        with pytest.raises(ValueError, match="pictures of"):
            measure()


# --- drawings ---------------------------------------------------------------------------------------------------------


@pytest.mark.sandbox
def test_a_score_is_that_of_the_two_renderings():
    (verdict,) = score([LARGER], [CIRCLE], size=96)
    on = {color: [raster.render(code, 96, color) for code in (LARGER, CIRCLE)] for color in ("white", "black")}
    ssim = {color: structural_similarity(*pair, win_size=11, channel_axis=2) for color, pair in on.items()}
    error = {color: mean_squared_error(*(item / 255 for item in pair)) for color, pair in on.items()}
    assert verdict.parts["ssim"] == pytest.approx(ssim["white"], abs=1e-6)
    page = np.full((96, 96, 3), 255, np.uint8)
    blank = structural_similarity(page, on["white"][1], win_size=11, channel_axis=2)
    assert verdict.parts["ssim_gain"] == pytest.approx(max(0.0, (ssim["white"] - blank) / (1 - blank)), abs=1e-5)
    assert verdict.parts["mse"] == pytest.approx(error["white"], abs=1e-12)
    assert verdict.parts["ssim_transparent"] == pytest.approx((ssim["white"] + ssim["black"]) / 2, abs=1e-6)
    assert verdict.parts["mse_transparent"] == pytest.approx((error["white"] + error["black"]) / 2, abs=1e-12)


@pytest.mark.sandbox
def test_white_on_white_is_seen_where_nothing_hides():
    paper = '<rect width="40" height="40" fill="white"/>'
    on_paper = CIRCLE.replace("><circle", f">{paper}<circle")
    (verdict,) = score([CIRCLE], [on_paper])
    # An edge composited over white afterwards is rounded once less than one painted on white: at most one level of 255.
    assert verdict.parts["ssim"] == pytest.approx(1.0, abs=1e-5)
    assert verdict.parts["mse"] == pytest.approx(0.0, abs=1e-5)
    assert verdict.parts["ssim_transparent"] < 0.9 and verdict.parts["mse_transparent"] > 0.2


@pytest.mark.sandbox
def test_of_opaque_drawings_both_views_are_the_same():
    paper = '<rect x="-9" y="-9" width="99" height="99" fill="#eee"/>'
    (verdict,) = score([CIRCLE.replace("><", f">{paper}<", 1)], [SQUARE.replace("><", f">{paper}<", 1)])
    assert verdict.parts["ssim_transparent"] == verdict.parts["ssim"] < 1
    assert verdict.parts["mse_transparent"] == verdict.parts["mse"] > 0


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "failure", ["", "It is a circle.", f"{HEAD}><g></svg>", None, f"{HEAD}><script/></svg>", EMPTY]
)
def test_scores_stay_with_their_predictions(failure):
    predictions = [CIRCLE, failure, SQUARE, failure, LARGER]
    references = [CIRCLE, CIRCLE, SQUARE, SQUARE, CIRCLE]
    verdicts = score(predictions, references, size=64)
    alone = [score([one], [other], size=64)[0] for one, other in zip(predictions, references, strict=True)]
    assert verdicts == alone
    assert [verdict.value for verdict in verdicts[::2]] == [1.0, 1.0, verdicts[4].value]
    assert 0.3 < verdicts[4].value < 1
    for verdict in verdicts[1::2]:
        assert (verdict.value, dict(verdict.parts)) == (0.0, dict(WORST))
        assert verdict.reason


@pytest.mark.sandbox
def test_a_long_list_is_compared_in_batches(monkeypatch):
    monkeypatch.setattr(svg_similarity, "BATCH", 3)
    predictions = [CIRCLE, SQUARE, "", LARGER, CIRCLE, SQUARE, LARGER]
    values = [verdict.value for verdict in score(predictions, [CIRCLE] * 7, size=32)]
    monkeypatch.undo()
    assert values == [verdict.value for verdict in score(predictions, [CIRCLE] * 7, size=32)]
    with pytest.raises(ValueError, match="reference 6:"):
        monkeypatch.setattr(svg_similarity, "BATCH", 3)
        score(predictions, [CIRCLE] * 6 + ["?"], size=32)


@pytest.mark.sandbox
def test_nothing_is_like_an_empty_sheet_but_another():
    nothing, both, expected = score([EMPTY, EMPTY, CIRCLE], [CIRCLE, EMPTY, EMPTY], size=32)
    assert (nothing.value, nothing.status, nothing.reason) == (0.0, Status.OK, "nothing is drawn")
    assert both.value == 1.0
    assert expected.value == 0.0 < expected.parts["ssim"]


def by_hand(first, second):
    """Return the mean difference over the scales, by blocks of pixels, with a plain loop."""
    errors = []
    for side in (1, 2, 4, 8):
        blocks = [
            picture.astype(float).reshape(len(picture) // side, side, -1, side, 3).mean(axis=(1, 3))
            for picture in (first, second)
        ]
        difference = np.abs(blocks[0] - blocks[1]).mean(axis=2)
        errors.append(np.where(difference <= 8, 0.0, difference).mean() / 255)
    return sum(errors) / 4


@pytest.mark.sandbox
def test_the_value_is_the_share_of_the_way_from_the_best_plain_page():
    on_red = CIRCLE.replace("><circle", '><rect width="40" height="40" fill="#402010"/><circle')
    larger = on_red.replace('r="12"', 'r="13"')
    picture, answer = (raster.render(code, 64) for code in (on_red, larger))
    pages = [np.broadcast_to(np.array(color, np.uint8), picture.shape) for color in ((255, 255, 255), (64, 32, 16))]
    least = min(by_hand(page, picture) for page in pages)
    assert least == by_hand(pages[1], picture), "the ground is the commonest colour"
    (verdict,) = score([larger], [on_red], size=64)
    assert verdict.value == pytest.approx(1 - by_hand(answer, picture) / least, abs=1e-6)


SPECK = f'{HEAD}><rect width="1" height="1" fill="#f8f8f8"/></svg>'
PLAIN = {color: f'{HEAD}><rect width="40" height="40" fill="{color}"/></svg>' for color in ("white", "#d04020", "gray")}


@pytest.mark.sandbox
def test_drawing_nothing_is_worth_nothing():
    answers = [EMPTY, SPECK, *PLAIN.values()]
    verdicts = score(answers, [SQUARE] * len(answers))
    assert [verdict.value for verdict in verdicts] == [0.0] * len(answers)
    assert verdicts[1].parts["ssim"] > 0.7, "the published figure is what it was"
    (near, far) = score([LARGER, CIRCLE.replace('cx="20"', 'cx="26"')], [CIRCLE] * 2)
    assert 1 > near.value > far.value > 0.3


@pytest.mark.sandbox
def test_a_drawing_that_was_given_is_where_the_way_begins():
    for answer, value in ((CIRCLE, 1.0), (LARGER, 0.0), (EMPTY, 0.0)):
        assert score([answer], [CIRCLE], starts=[LARGER])[0].value == value
    nearer = CIRCLE.replace('r="12"', 'r="12.4"')
    with_start, without = (score([nearer], [CIRCLE], starts=starts)[0].value for starts in ([LARGER], None))
    assert 0 < with_start < without
    with pytest.raises(ValueError, match="expected the same number of each"):
        score([CIRCLE] * 2, [CIRCLE] * 2, starts=[LARGER])


@pytest.mark.sandbox
def test_a_size_that_squares_do_not_fill_is_compared_too():
    assert [verdict.value for verdict in score([CIRCLE, EMPTY], [CIRCLE] * 2, size=61)] == [1.0, 0.0]


@pytest.mark.sandbox
def test_references_may_be_pictures_and_rows():
    stream = io.BytesIO()
    Image.fromarray(raster.render(CIRCLE, 224)).save(stream, "PNG")
    held = [stream.getvalue(), {"image": stream.getvalue()}, {"code": CIRCLE}, raster.render(CIRCLE, 224)]
    assert [verdict.value for verdict in score([CIRCLE] * 4, held)] == [1.0] * 4


@pytest.mark.sandbox
def test_learned_measures_see_the_pairs_that_there_are_and_stay_in_place():
    seen = []

    def brightness(first, second):
        seen.append([item.shape for item in (*first, *second)])
        return [float(np.abs(one.mean() - other.mean())) for one, other in zip(first, second, strict=True)]

    learned = {
        "brightness": PairMetric(brightness, worst=99.0, size=48),
        "first": PairMetric(lambda a, b: range(len(a)), -1.0),
    }
    verdicts = score(["", CIRCLE, EMPTY, SQUARE, CIRCLE], [CIRCLE] * 5, size=32, learned=learned)
    assert [verdict.parts["first"] for verdict in verdicts] == [-1, 0, -1, 1, 2]
    values = [verdict.parts["brightness"] for verdict in verdicts]
    assert values[0] == values[2] == 99.0 and values[1] == values[4] == 0.0 and values[3] > 1
    assert seen == [[(48, 48, 3)] * 6]
    assert [verdict.value for verdict in verdicts] == [
        verdict.value for verdict in score(["", CIRCLE, EMPTY, SQUARE, CIRCLE], [CIRCLE] * 5, size=32)
    ]


@pytest.mark.sandbox
def test_a_learned_measure_that_loses_a_value_is_a_broken_tool():
    with pytest.raises(ValueError, match="is shorter than argument"):
        score([CIRCLE, SQUARE], [CIRCLE, SQUARE], size=16, learned={"x": PairMetric(lambda first, second: [1.0], 0.0)})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": 10}, "window=10"),
        ({"size": 9}, "window=11: expected an odd number of pixels from 3 to 9"),
        ({"size": 9000}, "size=9000"),
        ({"format": "stone"}, "unknown format"),
    ],
)
def test_mistakes_of_the_caller_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        score([CIRCLE], [CIRCLE], **options)
    with pytest.raises(ValueError, match="2 predictions and 1 references; expected the same number of each"):
        score([CIRCLE, CIRCLE], [CIRCLE])


@pytest.mark.sandbox
def test_the_value_alone_is_the_value_of_the_whole_score():
    answers = [CIRCLE, LARGER, SQUARE, EMPTY, "no drawing", CIRCLE.replace("#d04020", "#d0402080"), CIRCLE[:-20]]
    for references in ([CIRCLE] * 7, [EMPTY] * 7, [SQUARE, CIRCLE] * 3 + [LARGER]):
        for starts in (None, [EMPTY] * 7, [LARGER] * 7):
            whole = score(answers, references, starts=starts)
            alone = score(answers, references, starts=starts, value_only=True)
            assert [(one.value, one.status) for one in alone] == [(one.value, one.status) for one in whole]
            assert not any(one.parts for one in alone)
