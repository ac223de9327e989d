"""Metrics that need a learned model: their specifications, and the functions that load them.

    metric = learned.load("clip", "openai/clip-vit-base-patch32@REVISION", device="cuda", batch_size=64)
    values = metric.compare(drawn.drawn(completions, metric.size), captions)

Libraries are imported when a metric is loaded, once per process. A prediction that could not be drawn or read
(`Rejected` in its place) gets the worst value, so that values and predictions stay aligned. Values are in single
precision and, except for rounding, do not depend on the batches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, NamedTuple

from sgpkit.errors import UserError, nearest
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.models import Checkpoint, checkpoint
from sgpkit.metrics.pair_metric import PairMetric
from sgpkit.status import Rejected

__all__ = [
    "MEASURES",
    "LoadedMetric",
    "MetricSpec",
    "checkpoint",
    "describe",
    "load",
    "load_pairs",
    "pair_metrics",
    "spec",
]

Kind = Literal["drawing", "text"]


class MetricSpec(NamedTuple):
    """A learned metric: the module and the class or function in it that load it, and what it compares.

    `predicted` and `reference` are the kinds of the inputs. `worst` is the value of a failure; `highest` is the best
    value if higher is better. `model` is the default model. A metric with `whole_set` gives one figure for all pictures
    together. `libraries` are those used besides PyTorch and transformers. `network` is the library that runs the
    networks.
    """

    title: str
    module: str
    maker: str
    model: str
    predicted: Kind
    reference: Kind
    worst: float = 0.0
    highest: float = 1.0
    whole_set: bool = False
    libraries: tuple[str, ...] = ()
    network: Literal["torch", "onnxruntime"] = "torch"


LITE0 = "efficientnet-lite0"

MEASURES: Mapping[str, MetricSpec] = {
    "clip": MetricSpec("CLIP score", "clip", "Clip", "openai/clip-vit-base-patch32", "drawing", "text", highest=100.0),
    "long_clip": MetricSpec(
        "Long-CLIP score", "clip", "Clip", "zer0int/LongCLIP-L-Diffusers", "drawing", "text", highest=100.0
    ),
    "dino": MetricSpec("DINOv2 cosine", "dino", "Dino", "facebook/dinov2-base", "drawing", "drawing"),
    "lpips": MetricSpec(
        "LPIPS", "lpips", "Lpips", "vgg", "drawing", "drawing", worst=1.0, libraries=("lpips", "torchvision")
    ),
    "dreamsim": MetricSpec(
        "DreamSim", "dreamsim", "DreamSim", "ensemble", "drawing", "drawing", 1.0, libraries=("dreamsim", "torchvision")
    ),
    "fid": MetricSpec("FID", "extractors", "load", "inception", "drawing", "drawing", whole_set=True),
    "kid": MetricSpec("KID", "extractors", "load", "inception", "drawing", "drawing", whole_set=True),
    "lite0_frechet": MetricSpec(
        "EfficientNet-Lite0 Fréchet distance", "extractors", "Lite0", LITE0, "drawing", "drawing", whole_set=True
    ),
    "lite0_kernel": MetricSpec(
        "EfficientNet-Lite0 kernel distance", "extractors", "Lite0", LITE0, "drawing", "drawing", whole_set=True
    ),
    "bert_score": MetricSpec("BERTScore F1", "bert_score", "BertScore", "roberta-large", "text", "text"),
    "picture_text": MetricSpec(
        "text in pictures", "reader", "Reader", "rapidocr", "drawing", "drawing", network="onnxruntime"
    ),
    "embedding": MetricSpec("embedding cosine", "embedding", "Embedding", "BAAI/bge-m3", "text", "text"),
}


def spec(name: str) -> MetricSpec:
    """Return the specification of a metric; raise UserError for an unknown name."""
    if name not in MEASURES:
        raise UserError(f"unknown measure {name!r}{nearest(name, MEASURES)}")
    return MEASURES[name]


@dataclass(frozen=True)
class LoadedMetric:
    """A learned metric with its model."""

    name: str
    loaded: Any
    device: str

    @property
    def size(self) -> int:
        """The side of the model's input pictures in pixels; 0 if it reads texts."""
        return int(self.loaded.size)

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that the values depend on."""
        return {"measure": self.name, **self.loaded.identity}

    @property
    def libraries(self) -> dict[str, str]:
        """The versions of the libraries that compute the values."""
        known = MEASURES[self.name]
        shared = models.LIBRARIES if known.network == "torch" else ()
        return models.libraries(*shared, *getattr(self.loaded, "libraries", known.libraries))

    def compare(self, predictions: Sequence[Any], references: Sequence[Any]) -> list[float]:
        """Return one value per prediction, including failed ones; a metric of whole sets returns a single value."""
        if MEASURES[self.name].whole_set:
            return [self.distance(self.features(predictions), self.features(references))]
        if len(predictions) != len(references):
            raise ValueError(
                f"{len(predictions)} predictions and {len(references)} references; expected the same number of each"
            )
        readable = [index for index, prediction in enumerate(predictions) if not isinstance(prediction, Rejected)]
        values = [MEASURES[self.name].worst] * len(predictions)
        if readable:
            compared = self.loaded.compare(
                [predictions[index] for index in readable], [references[index] for index in readable]
            )
            for index, value in zip(readable, compared, strict=True):
                values[index] = value
        return values

    def features(self, pictures: Sequence[Any]) -> Any:
        """Return the features that a metric of whole sets compares, one row per picture; a failed drawing counts as a
        white page."""
        import numpy as np

        page = np.full((self.size, self.size, 3), 255, np.uint8)
        return self.loaded.features([page if isinstance(picture, Rejected) else picture for picture in pictures])

    def distance(self, first: Any, second: Any) -> float:
        """Return the distance of two sets, given by their features."""
        from sgpkit.metrics.learned import distribution

        return float(distribution.DISTANCES[self.name](first, second))

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Return for each text whether the model truncates it."""
        return self.loaded.cut(texts) if hasattr(self.loaded, "cut") else [False] * len(texts)


def load(name: str, model: str | None = None, device: str = "auto", batch_size: int = 32) -> LoadedMetric:
    """Load a metric with a model, given by Hub id (`ORG/NAME@REVISION`), path, or name in the metric's library."""
    wanted = spec(name)
    source = checkpoint(model or wanted.model, device, batch_size)
    on = models.device(device, wanted.title) if wanted.network == "torch" else models.processor(device, wanted.title)
    source = replace(source, device=on)
    return LoadedMetric(name, loaded(wanted.module, wanted.maker, source), source.device)


@lru_cache(maxsize=4)
def loaded(module: str, maker: str, source: Checkpoint) -> Any:
    """Return the model of a metric, cached: FID and KID share theirs."""
    return getattr(import_module(f"{__name__}.{module}"), maker)(source)


def describe(metric: LoadedMetric) -> dict[str, Any]:
    """Return the identity of a loaded metric with its device and libraries, for a result."""
    return {**metric.identity, "device": metric.device, "libraries": metric.libraries}


def pair_metrics(models: Mapping[str, str | None], device: str = "auto", batch_size: int = 32) -> dict[str, PairMetric]:
    """Load metrics by name, as parts of other metrics: {"dino": "facebook/dinov2-base@REVISION", "lpips": None}."""
    for name in models:
        if spec(name).whole_set:
            raise UserError(f"{name} compares whole sets, not pairs: see distribution_distance")
    return {name: as_pair_metric(load(name, model, device, batch_size)) for name, model in models.items()}


def as_pair_metric(metric: LoadedMetric) -> PairMetric:
    """Return a loaded metric as a PairMetric."""
    return PairMetric(metric.compare, MEASURES[metric.name].worst, metric.size)


def load_pairs(
    models: Mapping[str, str | None], kind: Kind, device: str, batch_size: int
) -> tuple[dict[str, PairMetric], dict[str, Any]]:
    """Load the named metrics of two drawings or of two texts, and describe them.

    Raises ValueError for a metric of other inputs.
    """
    fitting = [
        name for name, known in MEASURES.items() if {known.predicted, known.reference} == {kind} and not known.whole_set
    ]
    for name in models:
        if name not in fitting:
            raise ValueError(f"unknown measure {name!r} of two {kind}s; expected one of {', '.join(fitting)}")
    metrics = {name: load(name, model, device, batch_size) for name, model in models.items()}
    return (
        {name: as_pair_metric(metric) for name, metric in metrics.items()},
        {name: describe(metric) for name, metric in metrics.items()},
    )
