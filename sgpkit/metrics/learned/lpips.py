"""The difference of two pictures by LPIPS (Zhang et al., 2018), by the package `lpips`, version 0.1 of its weights.

`NET` is vgg, alex or squeeze; `NET:FILE` reads the trunk from a file of torchvision's weights, which torchvision
otherwise downloads. st-alex and st-vgg are the networks of ST-LPIPS with their own heads (`shift_tolerant`). Pictures
are converted from 8 bits to the range from -1 to 1 that the package expects; published code first normalised them for
another network.
"""

import re
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from sgpkit.errors import UserError, nearest
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.batches import embed, picture_key
from sgpkit.metrics.learned.models import Checkpoint

NETS = ("alex", "squeeze", "vgg")
SHIFT_TOLERANT = ("st-alex", "st-vgg")
SIZE = 224
EXPECTED = f"{', '.join(NETS)}, whose trunk torchvision downloads, NET:FILE, or {' or '.join(SHIFT_TOLERANT)}"


class Lpips:
    """The network, loaded. `compare` compares pictures of the same index."""

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "LPIPS"
        net, _, file = wanted.name.partition(":")
        if net not in (*NETS, *SHIFT_TOLERANT):
            raise UserError(f"LPIPS: unknown network {net!r}{nearest(net, (*NETS, *SHIFT_TOLERANT))}")
        torch = models.need("torch", measure)
        self.libraries = () if net in SHIFT_TOLERANT else ("lpips", "torchvision")
        for library in reversed(self.libraries):  # torchvision first, whose import error is more informative
            models.need(library, measure)
        self.device = models.device(wanted.device, measure)
        with models.user_errors(wanted, measure, EXPECTED), warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # the package uses a deprecated function of torchvision
            if net in SHIFT_TOLERANT:
                from sgpkit.metrics.learned import shift_tolerant

                self.model = shift_tolerant.network(net)
            else:
                self.model = models.need("lpips", measure).LPIPS(net=net, pnet_rand=bool(file), verbose=False)
            if file:
                take_trunk(self.model.net, torch.load(file, map_location="cpu", weights_only=True))
        self.model = self.model.to(self.device).eval().requires_grad_(False)
        self.batch_size = wanted.batch_size
        self.size = SIZE
        self.identity = models.bare_identity(net, self.model, size=SIZE, version=self.model.version)

    def compare(self, pictures: Sequence[Pixels], references: Sequence[Pixels]) -> list[float]:
        """Return the distance of each pair."""

        def work(pairs: list[tuple[Pixels, Pixels]]) -> Any:
            first, second = (self.prepared([pair[side] for pair in pairs]) for side in (0, 1))
            return self.model(first, second).reshape(-1, 1)

        pairs = list(zip(pictures, references, strict=True))
        rows = embed(pairs, lambda pair: (picture_key(pair[0]), picture_key(pair[1])), work, self.batch_size)
        return [max(float(value), 0.0) for value in rows.ravel()]

    def prepared(self, pictures: Sequence[Pixels]) -> Any:
        """Return pictures in the network's input format."""
        import torch

        stacked = np.stack([picture[..., :3] for picture in pictures]).transpose(0, 3, 1, 2)
        return torch.from_numpy(np.ascontiguousarray(stacked)).to(self.device, torch.float32) / 127.5 - 1.0


def take_trunk(net: Any, weights: dict[str, Any]) -> None:
    """Load torchvision's `features.N.…` into the package's slices, whose layers have the same numbers."""
    wanted = {name: re.sub(r"^slice\d+\.", "features.", name) for name in net.state_dict()}
    missing = sorted(set(wanted.values()) - weights.keys())
    if missing:
        raise ValueError(f"the file has no {missing[0]}; expected torchvision's weights of the same network")
    net.load_state_dict({name: weights[theirs] for name, theirs in wanted.items()})
