"""The score of edited drawings, as an `evaluate` metric: changed as asked, and the rest left alone.

import evaluate
metric = evaluate.load("svg_edit")
metric.compute(predictions=[svg], references=[{"code": start, "target": wanted}])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.pictures import svg_edit


class SvgEdit(evaluate_module.Module):
    description = f"""\
How well a drawing was edited, from what is seen: the renderings of the answer, of the drawing as it was given and of
the wanted one, at {svg_edit.SIZE} pixels on white, compared at several scales. `changed` is how far the answer has come
from the start to the target where these differ, `kept` how much of the rest is as it was; a score is their product. The
start given back, a blank page and another drawing score 0, the target 1, however it is written. If the reference lists
what the instruction leaves open, any such place, size, color or design counts as right.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: rows with the drawing as it was given under "code" and the wanted one under "target", and optionally, under
    "changes", what the edit changes, as JSON: [{"part": "hat", "how": "added", "boxes": [[left, top, right, bottom]]}],
    lengths as shares of the square picture. Each thing counts then; without it all that differs counts as one. Entries
    may say how free an answer is: "zone" (a box), "size" (least and greatest, relative to the target's), "count",
    "open" (some of place, size, color, form), "asked" (false for what only makes room) and "stated", a list of parts
    with "noun", "color", "count" and "box".
size: pixels of the square that drawings are fitted into.
renderer: "resvg" (default), the same everywhere, or "cairo".

Returns edited (the mean of the scores); scores (0-1), statuses and reasons aligned with the predictions; changed, kept
(0-1), exact (1 where the pictures agree to 0.98) and pixels (the agreement of the pictures), as aligned lists under
their names and as means under mean_ and the name; renderer, with its version and fonts; size, status_counts and
version.
"""
    citation = "VectorGym."
    references = ({"code": "text", "target": "text"}, {"code": "text", "target": "text", "changes": "text"})
    result = staticmethod(svg_edit.result)
