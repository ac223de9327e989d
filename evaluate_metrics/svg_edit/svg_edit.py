"""The score of edited drawings, as an `evaluate` metric: the requested change is made, and the rest is kept.

import evaluate
metric = evaluate.load("svg_edit")
metric.compute(predictions=[svg], references=[{"code": start, "target": wanted}])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.pictures import svg_edit


class SvgEdit(evaluate_module.Module):
    description = f"""\
The quality of an edit, computed from the renderings of the answer, the given drawing and the target, at
{svg_edit.SIZE} pixels on white, compared at several scales. `changed` is the share of the difference between start and
target that was made, `kept` the share of the rest that is unchanged. The score is their product. The unchanged
drawing, a blank page and another drawing score 0; the target scores 1 in any notation. If the reference lists what the
instruction leaves open, any such place, size, color or design counts as right.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: rows with the given drawing under "code" and the target under "target", and optionally, under "changes",
    the changes of the edit, as JSON: [{"part": "hat", "how": "added", "boxes": [[left, top, right, bottom]]}],
    lengths as shares of the square picture. Then each thing counts separately; otherwise the whole difference counts
    as one. Entries may describe the freedom of an answer: "zone" (a box), "size" (least and greatest, relative to the
    target's), "count", "open" (some of place, size, color, form), "asked" (false for a part that only makes room) and
    "stated", a list of parts with "noun", "color", "count" and "box".
size: pixels of the square that drawings are fitted into.
renderer: "resvg" (default), the same everywhere, or "cairo".

Returns edited (the mean of the scores); scores (0-1), statuses and reasons aligned with the predictions; changed, kept
(0-1), exact (1 if the pictures agree to 0.98) and pixels (the agreement of the pictures), as aligned lists under
their names and as means under mean_ and the name; renderer, with its version and fonts; size, status_counts and
version.
"""
    citation = "VectorGym."
    references = ({"code": "text", "target": "text"}, {"code": "text", "target": "text", "changes": "text"})
    result = staticmethod(svg_edit.result)
