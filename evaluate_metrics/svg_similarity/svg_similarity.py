"""The visual similarity of two drawings, as an `evaluate` metric: SSIM, squared error and learned metrics.

import evaluate
metric = evaluate.load("svg_similarity")
metric.compute(predictions=[svg], references=[svg])
metric.compute(predictions=[svg], references=[png_bytes], models={"dino": "ORG/NAME@REVISION", "lpips": None})
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.pictures import svg_similarity


class SvgSimilarity(evaluate_module.Module):
    description = f"""\
How far a drawing has come from drawing nothing (0) to the reference (1), by colours at several scales: a blank page and
the best page of one colour have 0. With SSIM and mean squared error of the renderings, at
{svg_similarity.SIZE} pixels with a uniform window of {svg_similarity.WINDOW} unless told otherwise: on white, as
published; and transparent-aware, the mean over white and black, where nothing hides. Scores stay with their
predictions: what holds no program, cannot be painted, carries a finished picture in itself, or shows nothing where
something was expected has the worst value of each measure, with its status and reason.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: SVG programs; pictures, encoded or of Pillow, of any size and mode; rows with one under "code" or "image".
size: pixels of the square that drawings are fitted into. window: of SSIM, odd.
format: "svg" (default), "tikz", "eps" or "dot" for the predictions; the last three are compiled.
models: learned measures by name ("lpips", "dino", "dreamsim") with a model's id and revision (ORG/NAME@REVISION), a
    path, or None for the usual one. They need: pip install 'sgpkit[perceptual]'.
device: "auto" (default), "cpu", "cuda", … and batch_size: 32, for learned measures.
renderer: "resvg" (default), the same everywhere, or "cairo", that of the published protocol, with this machine's fonts.
folder: where renderings are kept from one process to the next; nowhere by default.

Returns similarity (the mean of the scores); scores (0-1), statuses and reasons aligned with the
predictions; ssim (-1 to 1) and mse (0-1) on white, ssim_transparent and mse_transparent, and each learned measure, as
aligned lists under their names and as means under mean_ and the name; so is ssim_gain, by SSIM what the score is by
colours; models, what was loaded; renderer, with its version and fonts; size, window, status_counts and version.
"""
    citation = "VectorGym. SSIM: Image Quality Assessment: From Error Visibility to Structural Similarity."
    references = ("text", {"code": "text"}, "image")
    result = staticmethod(svg_similarity.result)
