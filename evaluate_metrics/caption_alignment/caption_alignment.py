"""How well drawings go with their captions by CLIP or Long-CLIP, as an `evaluate` metric.

import evaluate
metric = evaluate.load("caption_alignment")
metric.compute(predictions=[svg], references=["A red circle."])
metric.compute(predictions=[svg], references=[caption], measure="long_clip", model="ORG/NAME@REVISION", device="cuda")
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__

DESCRIPTION = """\
CLIP score, 100 * max(cos, 0), of a drawing and its caption, by any checkpoint with a text and a picture tower. It needs
a learned model: pip install 'sgpkit[perceptual]'. Every prediction counts: what holds no program, cannot be drawn, is a
picture in disguise or shows nothing scores 0, with its status and reason.
"""

INPUTS = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: captions, or rows with a "caption".
measure: "clip" (default) or "long_clip", which differ in the checkpoint that they take if none is named.
model: a checkpoint by Hub id (ORG/NAME or ORG/NAME@REVISION) or by folder.
format: "svg" (default), "tikz", "eps" or "dot"; the last three are compiled.
device: "auto" (default), "cpu", "cuda", "cuda:1" or "mps". batch_size: 32; changes no value.

Returns clip_score (the mean); scores (0-100), statuses and reasons aligned with the predictions; cut, whether the
caption is longer than the model reads; model, what was loaded and with which libraries; status_counts; version.
"""

MEASURES = ("clip", "long_clip")


class CaptionAlignment(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="CLIPScore: A Reference-free Evaluation Metric for Image Captioning (arXiv 2104.08718).",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"caption": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, measure="clip", model=None, format="svg", device="auto", batch_size=32):
        from sgpkit.metrics import learned
        from sgpkit.metrics.captions import caption_alignment

        if measure not in MEASURES:
            raise ValueError(f"unknown measure {measure!r}; expected one of {', '.join(MEASURES)}")
        meter = learned.load(measure, model, device, batch_size)
        verdicts = caption_alignment.score(predictions, references, meter, format)
        scores = [verdict.parts["clip"] for verdict in verdicts]
        return {
            "clip_score": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "cut": [bool(verdict.parts["cut"]) for verdict in verdicts],
            "model": {**meter.identity, "device": meter.device, "libraries": meter.libraries},
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
