"""The cheap drawing metrics on published icons and emoji: each drawing compared with itself and another, and with an
oracle."""

import json

import pytest
from skimage.metrics import structural_similarity

from sgpkit.graphics import raster
from sgpkit.metrics.code import code_quality
from sgpkit.metrics.pictures import svg_similarity, svg_validity

pytestmark = [pytest.mark.realdata, pytest.mark.sandbox, pytest.mark.process]

SIZE = 96


def written_svg(held):
    """Yield all programs in a record, at any depth."""
    if isinstance(held, str):
        return [held] if "<svg" in held and "</svg>" in held else []
    values = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return [code for value in values for code in written_svg(value)]


@pytest.fixture(scope="module")
def drawings(fixtures_path):
    records = json.loads((fixtures_path / "svgenius" / "text_svg_easy.json").read_text(encoding="utf-8"))
    emoji = sorted((fixtures_path / "svgeditbench").rglob("*.svg"))
    codes = [*written_svg(records)[:40], *(path.read_text(encoding="utf-8") for path in emoji)]
    codes = list(dict.fromkeys(codes))
    assert len(codes) > 40
    return codes


def test_every_drawing_is_one_and_is_itself(drawings):
    scores = svg_validity.score(drawings)
    assert [item.score.parts["renders"] for item in scores] == [1.0] * len(drawings)
    invisible = [code for code, item in zip(drawings, scores, strict=True) if not item.score.value]
    assert len(invisible) < len(drawings) / 10
    assert all(raster.render(code, 512).min() >= 247 for code in invisible), "white icons on white"
    for verdict in svg_similarity.score(drawings, drawings, size=SIZE):
        assert verdict.value == verdict.parts["ssim"] == verdict.parts["ssim_transparent"] == 1.0
        assert verdict.parts["mse"] == verdict.parts["mse_transparent"] == 0.0


def test_different_drawings_have_the_similarity_that_scikit_image_finds(drawings):
    others = [*drawings[1:], drawings[0]]
    verdicts = svg_similarity.score(drawings, others, size=SIZE)
    painted = raster.render_many(drawings, SIZE)
    for verdict, first, second in zip(verdicts, painted, [*painted[1:], painted[0]], strict=True):
        expected = structural_similarity(first, second, win_size=svg_similarity.WINDOW, channel_axis=2)
        assert verdict.parts["ssim"] == pytest.approx(expected, abs=1e-6)
        assert verdict.value < 1


def test_every_program_has_all_its_figures(drawings):
    scores = code_quality.score(drawings, drawings)
    for quality in scores:
        parts = quality.score.parts
        assert set(parts) == set(code_quality.PARTS)
        assert quality.score.value == parts["byte_ratio"] == 1.0
        assert 0 <= parts["slack"] < 1 and parts["shapes"] == sum(quality.primitives.values()) > 0
        assert 0 <= parts["unused_definitions"] <= parts["definitions"]
    assert sum(quality.score.parts["slack"] > 0.02 for quality in scores) > len(scores) / 3
