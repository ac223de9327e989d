"""The similarity of a drawing to the one that a sketch shows, as an `evaluate` metric: form, and color if it has any.

import evaluate
metric = evaluate.load("sketch_similarity")
metric.compute(predictions=[svg], references=[expected], sketch="black-and-white")
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.pictures import sketch_similarity


class SketchSimilarity(evaluate_module.Module):
    description = """\
The similarity of a drawing to the one that a sketch shows. `edges` is the share of the boundaries between colors that
is drawn, in place and in direction, whatever the colors are. `layers` is the mutual information of the two divisions of
the page into areas of one color, adjusted for chance. The score is the geometric mean of both, and for a sketch in
color of that and the visual similarity (`svg_similarity`). A blank page, smeared colors and an embedded picture score
0. A prediction that cannot be rendered scores 0, with status and reason.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: SVG programs; pictures, encoded or of Pillow; rows with the expected drawing under "code" or "image".
sketch: "color" (default), or "black-and-white": then only the form counts. One for all references, or one for each.
renderer: "resvg" (default), the same everywhere, or "cairo".

Returns sketch_similarity (the mean of the scores); scores (0-1), statuses and reasons aligned with the predictions;
similarity, edges and layers (0-1) as aligned lists under their names and as means under mean_ and the name;
renderer, with its version and fonts; status_counts and version.
"""
    citation = "VectorGym."
    references = ("text", {"code": "text"}, "image")
    result = staticmethod(sketch_similarity.result)
