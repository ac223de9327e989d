"""How far a set of drawings lies from a set of originals (FID, KID), as an `evaluate` metric.

import evaluate
metric = evaluate.load("distribution_distance")
metric.compute(predictions=svgs, references=originals)
metric.compute(predictions=svgs, references=originals, model="facebook/dinov2-base@REVISION", distances=["kid"])
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__

DESCRIPTION = """\
Fréchet distance (FID) and unbiased kernel distance (KID) between a network's features of two sets of pictures. It needs
a learned model: pip install 'sgpkit[perceptual]'. Every prediction counts: what holds no program, cannot be drawn or is
a picture in disguise stands in the set as an empty page, with its status and reason. Use many pictures, and compare
only figures of sets of the same size, by the same features.
"""

INPUTS = """\
predictions: programs, or completions that contain one.
references: SVG programs, encoded images, arrays, Pillow's images, or rows with one under "code" or "image"; not
    necessarily as many.
model: "inception" (default), the network of the FID paper; "inception:FILE" with weights from a file; or any checkpoint
    of transformers with a vision tower, by Hub id (ORG/NAME or ORG/NAME@REVISION) or by folder.
distances: ["fid", "kid"] (default), or one of them.
format: "svg" (default), "tikz", "eps" or "dot"; the last three are compiled.
device: "auto" (default), "cpu", "cuda", "cuda:1" or "mps". batch_size: 32; changes no value.

Returns fid and kid; scores (1 for a drawing, 0 for what stands as an empty page), statuses and reasons aligned with the
predictions; model, what was loaded and with which libraries; status_counts; version.
"""


class DistributionDistance(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="GANs Trained by a Two Time-Scale Update Rule (1706.08500); Demystifying MMD GANs (1801.01401).",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"code": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(
        self,
        predictions,
        references,
        model=None,
        distances=("fid", "kid"),
        format="svg",
        device="auto",
        batch_size=32,
    ):
        from sgpkit.metrics import learned
        from sgpkit.metrics.pictures import distribution_distance

        meter = learned.load("fid", model, device, batch_size)
        found = distribution_distance.score(predictions, references, meter, distances, format)
        return {
            **found.values,
            "scores": [verdict.value for verdict in found.verdicts],
            "statuses": [str(verdict.status) for verdict in found.verdicts],
            "reasons": [verdict.reason for verdict in found.verdicts],
            "model": {
                **{name: value for name, value in meter.identity.items() if name != "measure"},
                "device": meter.device,
                "libraries": meter.libraries,
            },
            "status_counts": dict(Counter(str(verdict.status) for verdict in found.verdicts)),
            "version": __version__,
        }
