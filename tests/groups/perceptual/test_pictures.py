"""Pairs of pictures by DINOv2, LPIPS and DreamSim, compared with direct calls of the libraries."""

import lpips
import numpy as np
import pytest
import tiny_encoders
import torch
from dreamsim import dreamsim
from PIL import Image
from transformers import AutoImageProcessor, Dinov2Model

from sgpkit.metrics import learned
from sgpkit.metrics.learned.dino import Dino
from sgpkit.metrics.learned.models import Checkpoint
from sgpkit.status import Rejected, Status

pytestmark = pytest.mark.perceptual


@pytest.fixture(scope="session")
def made(models, tmp_path_factory):
    """Return the source of each metric."""
    folder = tmp_path_factory.mktemp("made")
    return {
        "dino": str(models / "dino"),
        "lpips": f"squeeze:{tiny_encoders.save_lpips_trunk(folder / 'squeeze.pth', 'squeeze')}",
        "dreamsim": f"clip_vitb32:{tiny_encoders.save_dreamsim(folder / 'dreamsim')}",
    }


@pytest.fixture(params=["dino", "lpips", "dreamsim"])
def measure(request, made):
    best = 1.0 if request.param == "dino" else 0.0
    return learned.load(request.param, made[request.param], "cpu"), made[request.param], best


def test_identical_pictures_are_as_near_as_can_be(measure, pictures):
    meter, _, best = measure
    shown = pictures(meter.size, 3)
    assert meter.compare(shown, shown) == pytest.approx([best] * 3, abs=1e-6)
    away = meter.compare(shown, [*shown[1:], shown[0]])
    assert all(abs(value - best) > 0.01 for value in away)
    assert all(value >= 0 for value in away)


def test_sides_and_batches_and_order_do_not_matter(measure, pictures):
    meter, model, _ = measure
    first, second = pictures(meter.size, 3), pictures(meter.size, 3, seed=1)
    values = meter.compare(first, second)
    assert meter.compare(second, first) == pytest.approx(values, abs=1e-5)
    assert meter.compare(first[::-1], second[::-1])[::-1] == pytest.approx(values, abs=1e-5)
    single = learned.load(meter.name, model, "cpu", batch_size=1)
    assert single.compare(first, second) == pytest.approx(values, abs=1e-5)


def test_a_failure_is_worst_and_moves_nothing(measure, pictures):
    meter, _, best = measure
    shown = pictures(meter.size, 3)
    lost = Rejected(Status.TIMEOUT, "too slow")
    worst = learned.MEASURES[meter.name].worst
    assert meter.compare([shown[0], lost, shown[2]], shown) == pytest.approx([best, worst, best], abs=1e-6)


def test_other_metrics_take_the_same_measures(measure, pictures):
    meter, model, _ = measure
    hook = learned.pair_metrics({meter.name: model}, "cpu")[meter.name]
    first, second = pictures(meter.size, 2), pictures(meter.size, 2, seed=1)
    assert (hook.size, hook.worst) == (meter.size, learned.MEASURES[meter.name].worst)
    assert hook.compare(first, second) == meter.compare(first, second)


@pytest.mark.parametrize("features", ["mean", "class"])
def test_dino_is_the_cosine_of_the_last_layer(models, pictures, features):
    model = Dinov2Model.from_pretrained(models / "dino").eval()
    processor = AutoImageProcessor.from_pretrained(models / "dino", backend="pil")
    shown = pictures(36, 2)
    with torch.inference_mode():
        states = model(**processor(images=list(map(Image.fromarray, shown)), return_tensors="pt")).last_hidden_state
    assert states.shape[1] == 1 + 16  # the class token, and four times four patches of 7 pixels in 28
    rows = states.mean(dim=1) if features == "mean" else states[:, 0]
    expected = float(torch.nn.functional.cosine_similarity(rows[:1], rows[1:]))
    value = Dino(Checkpoint(str(models / "dino"), device="cpu"), features).compare(shown[:1], shown[1:])
    assert value == pytest.approx([max(expected, 0.0)], abs=1e-5)


def test_dino_cuts_off_what_its_processor_cuts_off(models, pictures):
    """The processor of the published checkpoint crops to the center too."""
    meter = learned.load("dino", str(models / "dino"), "cpu")
    first = pictures(36, 1)[0]
    second = first.copy()
    second[:4] = 0
    assert meter.compare([first], [second]) == pytest.approx([1.0], abs=1e-6)
    second[10] = 0
    assert meter.compare([first], [second])[0] < 0.9999


@pytest.mark.filterwarnings("ignore::UserWarning")  # of the package itself
@pytest.mark.parametrize("net", ["alex", "squeeze", "vgg"])
def test_lpips_is_the_package_s_on_values_from_minus_1_to_1(net, pictures, tmp_path):
    path = tiny_encoders.save_lpips_trunk(tmp_path / "trunk.pth", net)
    meter = learned.load("lpips", f"{net}:{path}", "cpu")
    torch.manual_seed(0)
    direct = lpips.LPIPS(net=net, pnet_rand=True, verbose=False).eval()  # the same weights as saved
    first, second = pictures(224, 2)
    with torch.inference_mode():
        expected = float(direct(lpips.im2tensor(first), lpips.im2tensor(second)))
    assert expected > 0.01
    assert meter.compare([first], [second]) == pytest.approx([expected], abs=1e-5)


@pytest.mark.filterwarnings("ignore::UserWarning")  # of the package itself
def test_dreamsim_is_the_package_s(made, pictures):
    kind, _, folder = made["dreamsim"].partition(":")
    direct, prepare = dreamsim(pretrained=True, device="cpu", cache_dir=folder, dreamsim_type=kind)
    first, second = pictures(224, 2)
    with torch.inference_mode():
        expected = float(direct(prepare(Image.fromarray(first)), prepare(Image.fromarray(second))))
    assert expected > 0.01
    assert learned.load("dreamsim", made["dreamsim"], "cpu").compare([first], [second]) == pytest.approx(
        [expected], abs=1e-5
    )


def test_dreamsim_s_projection_is_part_of_what_it_is(made, tmp_path):
    folder = tmp_path / "changed"
    folder.mkdir()
    source = made["dreamsim"].partition(":")[2]
    weights = torch.load(f"{source}/clip_vitb32_pretrain.pth.tar", weights_only=True)
    weights["state_dict"]["proj"] += 1
    torch.save(weights, folder / "clip_vitb32_pretrain.pth.tar")
    (folder / "clip_vitb32_single_lora").symlink_to(f"{source}/clip_vitb32_single_lora")
    changed = learned.load("dreamsim", f"clip_vitb32:{folder}", "cpu").identity
    assert changed["weights"] != learned.load("dreamsim", made["dreamsim"], "cpu").identity["weights"]


def test_read_only_pictures_are_fine(measure, pictures):
    """Renderings are shared and must not be written to."""
    meter, _, best = measure
    shown = pictures(meter.size, 1)[0]
    frozen = np.array(shown)
    frozen.flags.writeable = False
    assert meter.compare([frozen], [frozen]) == pytest.approx([best], abs=1e-6)
