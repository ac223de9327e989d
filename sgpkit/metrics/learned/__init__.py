"""Measures that need a learned model: what there is, and the one door to load them.

    meter = learned.load("clip", "openai/clip-vit-base-patch32@REVISION", device="cuda", batch_size=64)
    values = meter.compare(drawn.drawn(completions, meter.size), captions)

Nothing heavy is imported before a measure is loaded, and each is loaded once a process. What could not be drawn or read
(`Rejected` in its place) gets the worst value; nothing is left out and nothing moves. Values are in single precision
and do not depend on the size of batches or on what else is in them, but for rounding.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, NamedTuple

from sgpkit.errors import UserError, nearest
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.models import Checkpoint, checkpoint
from sgpkit.metrics.paired import Learned
from sgpkit.status import Rejected

__all__ = ["MEASURES", "Measure", "Meter", "checkpoint", "load", "measure", "paired"]


class Measure(NamedTuple):
    """`predicted` and `reference` say what is compared, `worst` is what a failure gets; `highest` is the other end of a
    value's scale where more is better. `model` is loaded where no other is named. One of `whole_set` gives a figure for
    all pictures together and none for each. `libraries` make the values beside PyTorch and transformers."""

    title: str
    module: str
    maker: str
    model: str
    predicted: Literal["drawing", "text"]
    reference: Literal["drawing", "text"]
    worst: float = 0.0
    highest: float = 1.0
    whole_set: bool = False
    libraries: tuple[str, ...] = ()


MEASURES: Mapping[str, Measure] = {
    "clip": Measure("CLIP score", "clip", "Clip", "openai/clip-vit-base-patch32", "drawing", "text", highest=100.0),
    "long_clip": Measure(
        "Long-CLIP score", "clip", "Clip", "zer0int/LongCLIP-L-Diffusers", "drawing", "text", highest=100.0
    ),
    "dino": Measure("DINOv2 cosine", "dino", "Dino", "facebook/dinov2-base", "drawing", "drawing"),
    "lpips": Measure(
        "LPIPS", "lpips", "Lpips", "vgg", "drawing", "drawing", worst=1.0, libraries=("lpips", "torchvision")
    ),
    "dreamsim": Measure(
        "DreamSim", "dreamsim", "DreamSim", "ensemble", "drawing", "drawing", 1.0, libraries=("dreamsim", "torchvision")
    ),
    "fid": Measure("FID", "extractors", "load", "inception", "drawing", "drawing", whole_set=True),
    "kid": Measure("KID", "extractors", "load", "inception", "drawing", "drawing", whole_set=True),
    "bert_score": Measure("BERTScore F1", "bert_score", "BertScore", "roberta-large", "text", "text"),
    "embedding": Measure("embedding cosine", "embedding", "Embedding", "BAAI/bge-m3", "text", "text"),
}


def measure(name: str) -> Measure:
    if name not in MEASURES:
        raise UserError(f"unknown measure {name!r}{nearest(name, MEASURES)}")
    return MEASURES[name]


@dataclass(frozen=True)
class Meter:
    """A measure with its model. `size`: of the pictures that it wants, 0 where it reads texts. `identity`: what its
    values depend on; `libraries` and `device`: what else they were made with."""

    name: str
    loaded: Any
    device: str

    @property
    def size(self) -> int:
        return int(self.loaded.size)

    @property
    def identity(self) -> dict[str, Any]:
        return {"measure": self.name, **self.loaded.identity}

    @property
    def libraries(self) -> dict[str, str]:
        return models.libraries(*getattr(self.loaded, "libraries", MEASURES[self.name].libraries))

    def compare(self, predictions: Sequence[Any], references: Sequence[Any]) -> list[float]:
        """One value a prediction, whatever failed; of a measure of whole sets one value in all."""
        if len(predictions) != len(references) and not MEASURES[self.name].whole_set:
            raise ValueError(
                f"{len(predictions)} predictions and {len(references)} references; expected as many of each"
            )
        if MEASURES[self.name].whole_set:
            return [self.apart(self.features(predictions), self.features(references))]
        places = [place for place, each in enumerate(predictions) if not isinstance(each, Rejected)]
        values = [MEASURES[self.name].worst] * len(predictions)
        if places:
            found = self.loaded.compare([predictions[at] for at in places], [references[at] for at in places])
            for place, value in zip(places, found, strict=True):
                values[place] = value
        return values

    def features(self, pictures: Sequence[Any]) -> Any:
        """Of a measure of whole sets: a row a picture. What could not be drawn stands there as an empty page."""
        import numpy as np

        page = np.full((self.size, self.size, 3), 255, np.uint8)
        return self.loaded.features([page if isinstance(each, Rejected) else each for each in pictures])

    def apart(self, first: Any, second: Any) -> float:
        from sgpkit.metrics.learned import distribution

        return float(distribution.DISTANCES[self.name](first, second))

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Which texts are longer than the model reads."""
        return self.loaded.cut(texts) if hasattr(self.loaded, "cut") else [False] * len(texts)


def load(name: str, model: str | None = None, device: str = "auto", batch_size: int = 32) -> Meter:
    """The measure with a model by Hub id (`ORG/NAME@REVISION`), path, or what its own library calls it."""
    found = measure(name)
    wanted = checkpoint(model or found.model, device, batch_size)
    wanted = replace(wanted, device=models.device(device, found.title))
    return Meter(name, loaded(found.module, found.maker, wanted), wanted.device)


@lru_cache(maxsize=4)
def loaded(module: str, maker: str, wanted: Checkpoint) -> Any:
    """FID and KID share theirs."""
    return getattr(import_module(f"{__name__}.{module}"), maker)(wanted)


def paired(models: Mapping[str, str | None], device: str = "auto", batch_size: int = 32) -> dict[str, Learned]:
    """The measures as other metrics take them, by name: {"dino": "facebook/dinov2-base@REVISION", "lpips": None}."""
    for name in models:
        if measure(name).whole_set:
            raise UserError(f"{name} is of whole sets and not of pairs: see distribution_distance")
    meters = {name: load(name, model, device, batch_size) for name, model in models.items()}
    return {name: Learned(meter.compare, MEASURES[name].worst, meter.size) for name, meter in meters.items()}
