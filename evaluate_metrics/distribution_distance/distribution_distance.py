"""The distance of a set of drawings from a set of originals (FID, KID), as an `evaluate` metric.

import evaluate
metric = evaluate.load("distribution_distance")
metric.compute(predictions=svgs, references=originals)
metric.compute(predictions=svgs, references=originals, model="facebook/dinov2-base@REVISION", distances=["kid"])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.pictures import distribution_distance


class DistributionDistance(evaluate_module.Module):
    description = """\
Fréchet distance (FID) and unbiased kernel distance (KID) between the features of two sets of pictures in a network. It
needs a learned model: pip install 'sgpkit[perceptual]'. Every prediction counts: one without a program, one that
cannot be rendered, and an embedded picture count as an empty page, with status and reason. Use many pictures, and
compare only figures of sets of the same size and features.
"""
    inputs = """\
predictions: programs, or completions that contain one.
references: SVG programs, encoded images, arrays, Pillow's images, or rows with one under "code" or "image"; their
    number may differ.
model: "inception" (default), the network of the FID paper; "inception:FILE" with weights from a file; or any checkpoint
    of transformers with a vision tower, by Hub id (ORG/NAME or ORG/NAME@REVISION) or by folder.
distances: ["fid", "kid"] (default), or one of them.
format: "svg" (default), "tikz", "eps" or "dot"; the last three are compiled.
device: "auto" (default), "cpu", "cuda", "cuda:1" or "mps". batch_size: 32; changes no value.
renderer: "resvg" (default), the same everywhere, or "cairo", as in the published protocols.

Returns fid and kid; scores (1 for a drawing, 0 for an empty page), statuses and reasons aligned with the
predictions; model, the loaded checkpoint and library versions; renderer, with its
version and fonts; status_counts; version.
"""
    citation = "GANs Trained by a Two Time-Scale Update Rule (1706.08500); Demystifying MMD GANs (1801.01401)."
    references = ("text", {"code": "text"})
    result = staticmethod(distribution_distance.result)
