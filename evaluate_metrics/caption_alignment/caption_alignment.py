"""The fit of drawings and their captions by CLIP or Long-CLIP, as an `evaluate` metric.

import evaluate
metric = evaluate.load("caption_alignment")
metric.compute(predictions=[svg], references=["A red circle."])
metric.compute(predictions=[svg], references=[caption], measure="long_clip", model="ORG/NAME@REVISION", device="cuda")
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.captions import caption_alignment


class CaptionAlignment(evaluate_module.Module):
    description = """\
CLIP score, 100 * max(cos, 0), of a drawing and its caption, by any checkpoint with a text and a picture tower. It needs
a learned model: pip install 'sgpkit[perceptual]'. Every prediction counts: a prediction without a program, one that
cannot be rendered, an embedded picture and a drawing that shows nothing score 0, with status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: captions, or rows with a "caption".
measure: "clip" (default) or "long_clip"; they differ in their default checkpoint.
model: a checkpoint by Hub id (ORG/NAME or ORG/NAME@REVISION) or by folder.
format: "svg" (default), "tikz", "eps" or "dot"; the last three are compiled.
device: "auto" (default), "cpu", "cuda", "cuda:1" or "mps". batch_size: 32; changes no value.
renderer: "resvg" (default), the same everywhere, or "cairo", as in the published protocols.

Returns clip_score (the mean); scores (0-100), statuses and reasons aligned with the predictions; cut, whether the
caption exceeds the input length of the model; model, the loaded checkpoint and library versions; renderer, with its
version and fonts; status_counts; version.
"""
    citation = "CLIPScore: A Reference-free Evaluation Metric for Image Captioning (arXiv 2104.08718)."
    references = ("text", {"caption": "text"})
    result = staticmethod(caption_alignment.result)
