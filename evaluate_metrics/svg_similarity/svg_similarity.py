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
The progress of a drawing from a blank page (0) to the reference (1), by colours at several scales: a blank page and
the best page of one colour have 0. Also SSIM and mean squared error of the renderings, by default at
{svg_similarity.SIZE} pixels with a uniform window of {svg_similarity.WINDOW}: on white, as published, and transparent,
as the mean over white and black. Scores are aligned with their predictions. A prediction without a program, one that
cannot be rendered, an embedded picture, and a drawing that shows nothing although something was expected have the
worst value of each measure, with status and reason.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: SVG programs; pictures, encoded or of Pillow, of any size and mode; rows with one under "code" or "image".
size: pixels of the square that drawings are fitted into. window: of SSIM, odd.
format: "svg" (default), "tikz", "eps" or "dot" for the predictions; the last three are compiled.
models: learned measures by name ("lpips", "dino", "dreamsim") with a model's id and revision (ORG/NAME@REVISION), a
    path, or None for the default. They need: pip install 'sgpkit[perceptual]'.
device: "auto" (default), "cpu", "cuda", … and batch_size: 32, for learned measures.
renderer: "resvg" (default), the same everywhere, or "cairo", as in the published protocol, with the fonts of this
    machine.
folder: cache of renderings, shared by processes; default: none.

Returns similarity (the mean of the scores); scores (0-1), statuses and reasons aligned with the
predictions; ssim (-1 to 1) and mse (0-1) on white, ssim_transparent and mse_transparent, and each learned measure, as
aligned lists under their names and as means under mean_ and the name; also ssim_gain, the score computed
by SSIM instead of colours; models, the loaded checkpoints; renderer, with its version and fonts; size, window,
status_counts and version.
"""
    citation = "VectorGym. SSIM: Image Quality Assessment: From Error Visibility to Structural Similarity."
    references = ("text", {"code": "text"}, "image")
    result = staticmethod(svg_similarity.result)
