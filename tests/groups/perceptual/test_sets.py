"""FID and KID of sets of pictures, by Inception as `torch-fidelity` has it and by any checkpoint."""

import numpy as np
import pytest
import tiny_encoders
import torch
from torch_fidelity.metric_fid import fid_features_to_statistics, fid_statistics_to_metric

from sgpkit.errors import UserError
from sgpkit.metrics import learned
from sgpkit.metrics.learned import distribution
from sgpkit.metrics.pictures import distribution_distance
from sgpkit.status import Rejected, Status

pytestmark = pytest.mark.perceptual


@pytest.fixture(scope="session")
def inception(tmp_path_factory):
    path = tiny_encoders.save_inception(tmp_path_factory.mktemp("inception") / "weights.pth")
    return f"inception:{path}"


def test_inception_s_features_are_torch_fidelity_s(inception, pictures):
    meter = learned.load("fid", inception, "cpu", batch_size=2)
    shown = pictures(299, 3)
    rows = meter.features(shown)
    assert rows.shape == (3, 2048)
    direct = meter.loaded.model(torch.from_numpy(np.stack(shown).transpose(0, 3, 1, 2).copy()))[0].numpy()
    assert np.abs(rows - direct).max() <= 1e-5 * np.abs(direct).max()
    assert meter.libraries.keys() >= {"torch", "torch-fidelity"}


def test_fid_is_torch_fidelity_s(models, pictures):
    meter = learned.load("fid", str(models / "dino"), "cpu")
    first, second = pictures(36, 9), pictures(36, 7, seed=1)
    statistics = [fid_features_to_statistics(torch.from_numpy(meter.features(item))) for item in (first, second)]
    expected = fid_statistics_to_metric(*statistics, verbose=False)["frechet_inception_distance"]
    assert meter.compare(first, second) == pytest.approx([expected], rel=1e-3)


def test_fid_and_kid_share_one_network(inception):
    fid, kid = (learned.load(name, inception, "cpu") for name in ("fid", "kid"))
    assert fid.loaded is kid.loaded


@pytest.mark.parametrize("model", ["dino", "clip"])
def test_any_checkpoint_with_a_vision_tower_gives_features(models, pictures, model):
    meter = learned.load("fid", str(models / model), "cpu", batch_size=3)
    first, second = pictures(meter.size, 8), pictures(meter.size, 6, seed=1)
    assert meter.compare(first, first[::-1]) == pytest.approx([0.0], abs=1e-6)
    apart = meter.compare(first, second)
    assert apart[0] > 0.1
    assert meter.compare(second[::-1], first) == pytest.approx(apart, rel=1e-5)
    whole = learned.load("fid", str(models / model), "cpu", batch_size=64)
    assert whole.compare(first, second) == pytest.approx(apart, rel=1e-5)
    kid = learned.load("kid", str(models / model), "cpu")
    rows = [kid.features(item) for item in (first, second)]
    assert kid.compare(first, second) == [distribution.kernel(*rows)]


def test_lite0_features_are_timm_s(pictures, tmp_path):
    """Compared with random weights, since padding, normalisation and order are those of timm's files."""
    timm = pytest.importorskip("timm")
    torch.manual_seed(0)
    theirs = timm.create_model("tf_efficientnet_lite0", pretrained=False).eval()
    for name, values in theirs.named_buffers():
        if name.endswith("running_var"):
            values.uniform_(0.5, 1.5)
    file = tmp_path / "weights.pth"
    torch.save({name.replace("classifier.", "_fc."): one for name, one in theirs.state_dict().items()}, file)
    meter = learned.load("lite0_frechet", f"efficientnet-lite0:{file}", "cpu", batch_size=2)
    first, second = pictures(meter.size, 5), pictures(meter.size, 4, seed=1)
    rows = meter.features(first)
    stacked = torch.from_numpy(np.stack(first).transpose(0, 3, 1, 2).copy()).float()
    with torch.inference_mode():
        direct = theirs.forward_features((stacked - 127) / 128).mean(dim=(2, 3)).numpy()
    assert rows.shape == (5, 1280) and np.abs(rows - direct).max() <= 1e-4 * np.abs(direct).max()
    assert meter.compare(first, first[::-1]) == pytest.approx([0.0], abs=1e-6)
    assert meter.compare(first, second)[0] > 1e-3
    kernel = learned.load("lite0_kernel", f"efficientnet-lite0:{file}", "cpu")
    assert kernel.compare(first, second) == [distribution.kernel(rows, meter.features(second))]


def test_lite0_refuses_other_models_and_files(tmp_path):
    torch.save({"weight": torch.zeros(2)}, tmp_path / "other.pth")
    with pytest.raises(UserError, match="unknown model 'inception'; expected efficientnet-lite0"):
        learned.load("lite0_kernel", "inception", "cpu")
    with pytest.raises(UserError, match="1 tensors"):
        learned.load("lite0_kernel", f"efficientnet-lite0:{tmp_path / 'other.pth'}", "cpu")


def test_failures_stand_in_the_set_as_empty_pages(models, pictures):
    meter = learned.load("fid", str(models / "dino"), "cpu")
    first, second = pictures(36, 6), pictures(36, 6)
    page = np.full((36, 36, 3), 255, np.uint8)
    lost = Rejected(Status.TIMEOUT, "too slow")
    assert meter.compare([lost, *first[1:]], second) == meter.compare([page, *first[1:]], second)
    assert meter.compare([lost, *first[1:]], second)[0] > 0.01


@pytest.mark.sandbox
def test_drawings_and_originals_as_a_metric_takes_them(models):
    meter = learned.load("kid", str(models / "dino"), "cpu")

    def drawing(number):
        color = f"#{number * 5003 % 0xFFFFFF:06x}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="{number}" cy="4" r="3" fill="{color}"/></svg>'

    originals = [drawing(number) for number in range(8)]
    same = distribution_distance.score(originals, originals[::-1], meter)
    assert same.values["fid"] == pytest.approx(0.0, abs=1e-6)
    worse = distribution_distance.score([*originals[:5], "no", "<svg><g></svg>", ""], originals, meter, ["fid"])
    assert worse.values["fid"] > 0.01
    assert [str(score.status) for score in worse.scores[5:]] == ["no_answer", "parse_error", "no_answer"]
    assert [score.value for score in worse.scores] == [1.0] * 5 + [0.0] * 3
