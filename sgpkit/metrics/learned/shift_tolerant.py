"""The networks of ST-LPIPS (Ghildyal and Liu, 2022), an LPIPS that tolerates a picture moved by a few pixels.

They are AlexNet and VGG16 with a blur by (1, 2, 1) before each downsampling, trained together with their heads. The
weights are files of the package `stlpips-pytorch` (BSD-2), which is not imported because it needs more packages than it
declares. Neither `lpips` nor torchvision is needed.

The distance is that of LPIPS (Zhang et al., 2018, equation 1): features of each slice are normalised over channels,
their squared differences weighted by the head, averaged over the picture and summed over the slices.
"""

import importlib.util
import re
from pathlib import Path
from typing import Any

import torch
from torch.nn import Conv2d, MaxPool2d, Module, ReLU, Sequential
from torch.nn.functional import conv2d, normalize, pad

from sgpkit.errors import NotInstalled

PACKAGE, FOLDER = "stlpips_pytorch", "weights/vST0.0"
INSTALL = "pip install --no-deps stlpips-pytorch"

NETS = {"st-alex": "alex", "st-vgg": "vgg"}
"""The networks, and the names of their files."""

HEAD = re.compile(r"lin\d\.model\.1\.weight")


def weights(name: str) -> dict[str, Any]:
    """Return the weights of a network and its heads. Raises NotInstalled without the package."""
    spec = importlib.util.find_spec(PACKAGE)
    folders = (spec.submodule_search_locations or ()) if spec else ()
    files = [Path(folder) / FOLDER / f"{NETS[name]}_shift_tolerant.pth" for folder in folders]
    if not any(file.is_file() for file in files):
        raise NotInstalled(f"LPIPS {name} needs the weights of stlpips-pytorch, which is not installed\n{INSTALL}")
    loaded: dict[str, Any] = torch.load(files[0], map_location="cpu", weights_only=True)
    return loaded


def network(name: str) -> Module:
    """Return a network with the weights of its trunk and heads. Raises ValueError for a file of another network."""
    loaded = weights(name)
    heads = {key.partition(".")[0]: loaded.pop(key) for key in sorted(loaded) if HEAD.fullmatch(key)}
    model = Distance(Trunk(alex() if NETS[name] == "alex" else vgg()), list(heads.values()))
    missing, unexpected = model.load_state_dict(loaded, strict=False)
    if unexpected or [key for key in missing if not key.startswith("head")]:
        raise ValueError(f"the file has no {(*missing, *unexpected)[0]}; expected the weights of ST-LPIPS")
    return model


class Scaling(Module):  # type: ignore[misc]
    """The shift and the scale of each channel."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("shift", torch.zeros(1, 3, 1, 1))
        self.register_buffer("scale", torch.ones(1, 3, 1, 1))

    def forward(self, pixels: Any) -> Any:
        """Return the pixels in the trunk's input format."""
        return (pixels - self.shift) / self.scale


class Distance(Module):  # type: ignore[misc]
    """A trunk, and a weight for each channel of its slices."""

    version = "0.0"

    def __init__(self, net: Module, heads: list[Any]) -> None:
        super().__init__()
        self.scaling_layer = Scaling()
        self.net = net
        for index, head in enumerate(heads):
            self.register_buffer(f"head{index}", head)

    def forward(self, pictures: Any, references: Any) -> Any:
        """Return the distance of each pair."""
        sides = [self.net(self.scaling_layer(pixels)) for pixels in (pictures, references)]
        parts = []
        for index, (one, other) in enumerate(zip(*sides, strict=True)):
            apart = (normalize(one, eps=1e-10) - normalize(other, eps=1e-10)) ** 2
            parts.append(conv2d(apart, self.get_buffer(f"head{index}")).mean(dim=(1, 2, 3)))
        return sum(parts)


class Trunk(Module):  # type: ignore[misc]
    """Slices of layers, numbered as in the files."""

    def __init__(self, slices: list[list[Module]]) -> None:
        super().__init__()
        first = 0
        for index, layers in enumerate(slices, start=1):
            part = Sequential()
            for number, layer in enumerate(layers, start=first):
                part.add_module(str(number), layer)
            self.add_module(f"slice{index}", part)
            first += len(layers)

    def forward(self, pixels: Any) -> list[Any]:
        """Return the output of each slice."""
        features = []
        for part in self.children():
            pixels = part(pixels)
            features.append(pixels)
        return features


class Halve(Module):  # type: ignore[misc]
    """Blur and take every second pixel, with reflected borders."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        line = torch.tensor([0.25, 0.5, 0.25])
        self.register_buffer("filt", torch.outer(line, line).repeat(channels, 1, 1, 1))

    def forward(self, pixels: Any) -> Any:
        """Return the pixels at half the size."""
        return conv2d(pad(pixels, (2, 2, 2, 2), mode="reflect"), self.filt, stride=2, groups=pixels.shape[1])


def alex() -> list[list[Module]]:
    """Return the layers of AlexNet. Its first convolution has a stride of 1."""
    return [
        [Conv2d(3, 64, 11, padding=2), Halve(64), ReLU()],
        [MaxPool2d(3, 1), Halve(64), Conv2d(64, 192, 5, padding=2), ReLU()],
        [MaxPool2d(3, 1), Halve(192), Conv2d(192, 384, 3, padding=1), ReLU()],
        [Conv2d(384, 256, 3, padding=1), ReLU()],
        [Conv2d(256, 256, 3, padding=1), ReLU()],
    ]


def vgg() -> list[list[Module]]:
    """Return the layers of VGG16."""
    slices: list[list[Module]] = []
    before = 3
    for channels, convolutions in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        layers = [MaxPool2d(2, 1), Halve(before)] if slices else []
        for _ in range(convolutions):
            layers += [Conv2d(before, channels, 3, padding=1), ReLU()]
            before = channels
        slices.append(layers)
    return slices
