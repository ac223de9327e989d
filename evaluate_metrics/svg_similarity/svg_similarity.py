"""How alike two drawings look, as an `evaluate` metric: SSIM, squared error and, where asked for, learned measures.

import evaluate
metric = evaluate.load("svg_similarity")
metric.compute(predictions=[svg], references=[svg])
metric.compute(predictions=[svg], references=[png_bytes], models={"dino": "ORG/NAME@REVISION", "lpips": None})
"""

from collections import Counter
from pathlib import Path

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics import paired
from sgpkit.metrics.pictures import svg_similarity

DESCRIPTION = f"""\
SSIM and mean squared error of two drawings' renderings, at {svg_similarity.SIZE} pixels with a uniform window of
{svg_similarity.WINDOW} unless told otherwise. On white, as published; and transparent-aware, the mean over white and
black, where nothing hides. Scores stay with their predictions: what holds no program, cannot be painted, carries a
finished picture in itself, or shows nothing where something was expected has the worst value of each measure, with its
status and reason.
"""

INPUTS = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: SVG programs; pictures, encoded or of Pillow, of any size and mode; rows with one under "code" or "image".
size: pixels of the square that drawings are fitted into. window: of SSIM, odd.
format: "svg" (default), "tikz", "eps" or "dot" for the predictions; the last three are compiled.
models: learned measures by name ("lpips", "dino", "dreamsim") with a model's id and revision (ORG/NAME@REVISION), a
    path, or None for the usual one. They need: pip install 'sgpkit[perceptual]'.
device: "auto" (default), "cpu", "cuda", … and batch_size: 32, for learned measures.
folder: where renderings are kept from one process to the next; nowhere by default.

Returns similarity (the mean of the scores); scores (SSIM on white, 0-1), statuses and reasons aligned with the
predictions; ssim (-1 to 1) and mse (0-1) on white, ssim_transparent and mse_transparent, and each learned measure, as
aligned lists under their names and as means under mean_ and the name; models, what was loaded; size, window,
status_counts and version.
"""


class SvgSimilarity(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="VectorGym. SSIM: Image Quality Assessment: From Error Visibility to Structural Similarity.",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"code": text}}),
                datasets.Features({"predictions": text, "references": datasets.Image()}),
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
        size=svg_similarity.SIZE,
        window=svg_similarity.WINDOW,
        format="svg",
        models=None,
        device="auto",
        batch_size=32,
        folder=None,
    ):
        folder = None if folder is None else Path(folder)
        learned, told = paired.load(models, "drawing", device, batch_size) if models else ({}, {})
        verdicts = svg_similarity.score(predictions, references, size, window, format, learned=learned, folder=folder)
        scores = [verdict.value for verdict in verdicts]
        return {
            "similarity": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            **paired.aligned(verdicts, [*svg_similarity.PARTS, *learned]),
            "models": told,
            "size": size,
            "window": window,
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
