"""Learned metrics at the shapes of their published models, with random weights: pairs per second."""

import time
from pathlib import Path
from typing import Any

from tools.bench.gpu.asking import Figure

PAIRS = {"cuda": 512, "cpu": 32}
WORDS = "a red circle above a blue square"


def measure(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure CLIP, DINOv2 and LPIPS on the GPU, if any, and on the CPU."""
    import torch
    import torchvision_operators

    torchvision_operators.declare()
    models = _models(folder, tiny)
    figures = {}
    for device in ("cuda", "cpu") if torch.cuda.is_available() else ("cpu",):
        for name, model in models.items():
            figures[f"{name}, {device}"] = Figure(_rate(name, model, device, 4 if tiny else PAIRS[device]), "a second")
    return figures


def _rate(name: str, model: str, device: str, count: int) -> float:
    import numpy as np

    from sgpkit.metrics import learned

    metric = learned.load(name, model, device, batch_size=64)
    chance = np.random.default_rng(0)
    pictures = [chance.integers(0, 255, (metric.size, metric.size, 3), np.uint8) for _ in range(count)]
    against: list[Any] = [f"{WORDS} {number}" for number in range(count)] if name == "clip" else pictures[::-1]
    metric.compare(pictures[:2], against[:2])
    started = time.perf_counter()
    metric.compare(pictures, against)
    return count / (time.perf_counter() - started)


def _models(folder: Path, tiny: bool) -> dict[str, str]:
    import tiny_encoders

    if tiny:
        return {
            "clip": str(tiny_encoders.save_clip(folder / "clip")),
            "dino": str(tiny_encoders.save_dino(folder / "dino")),
            "lpips": f"squeeze:{tiny_encoders.save_lpips_trunk(folder / 'squeeze.pth', 'squeeze')}",
        }
    trunk = tiny_encoders.save_lpips_trunk(folder / "vgg.pth", "vgg")
    return {"clip": str(_clip(folder / "clip")), "dino": str(_dino(folder / "dino")), "lpips": f"vgg:{trunk}"}


def _clip(folder: Path) -> Path:
    """Write openai/clip-vit-base-patch32, whose shape is the default of transformers, with a tokenizer of bytes."""
    import tiny_encoders
    from transformers import CLIPConfig, CLIPModel
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    tiny_encoders.save_tokenizer(folder, ("<|startoftext|>", "<|endoftext|>"), pad="<|endoftext|>", limit=77)
    CLIPImageProcessorPil().save_pretrained(folder)
    CLIPModel(CLIPConfig(text_config={"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 1})).save_pretrained(folder)
    return folder


def _dino(folder: Path) -> Path:
    """Write facebook/dinov2-base: the default shape of transformers, for pictures of 518 pixels in patches of 14."""
    from transformers import Dinov2Config, Dinov2Model
    from transformers.models.bit.image_processing_pil_bit import BitImageProcessorPil

    crop = {"height": 224, "width": 224}
    BitImageProcessorPil(size={"shortest_edge": 256}, crop_size=crop).save_pretrained(folder)
    Dinov2Model(Dinov2Config(image_size=518, patch_size=14)).save_pretrained(folder)
    return folder
