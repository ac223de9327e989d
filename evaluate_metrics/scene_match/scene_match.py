"""The agreement of a drawing with the statements of its caption, as an `evaluate` metric.

import evaluate
metric = evaluate.load("scene_match")
metric.compute(predictions=[svg], references=['{"objects": [{"color": "red", "count": 2, "place": [0.5, 0.2]}]}'])
metric.compute(predictions=[dot], references=['{"graph": {"directed": true, "edges": [["a", "b"]]}}'], format="dot")
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.structure import scene_match


class SceneMatch(evaluate_module.Module):
    description = """\
The agreement of a drawing with the statements of its caption. Objects must have the stated color, kind, number,
place and size at the same time. Labels, relative positions and the edges of a graph are compared as well, edges by
recall and precision. The harmonic mean of these shares is multiplied by the precision of the drawing, so words and
figures that the caption does not explain lower the score: a figure apart from all things costs up to as much as a
missing one, depending on its size, details and backgrounds nothing. A thing near its stated place and size counts
partly. A palette, a list of labels or the caption as text score close to 0. All is read from the visible drawing,
after compiling. It needs no learned model. Every prediction counts: one that cannot be read or compiled, or draws
nothing, scores 0, with status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: assertions as JSON, or rows with them under "asserted":
    {"objects": [{"color": "green", "kind": "circle", "count": 4, "place": [0.5, 0.2], "size": [0.3, 0.1]},
                 {"labels": ["q0", "q1"], "color": "#ccccff"}],
     "labels": ["q0", "q1"], "relations": [["above", 0, 1], ["left", "q0", "q1"]],
     "graph": {"directed": true, "edges": [["q0", "q1", "a"]]},
     "spare": {"figures": 3, "words": 0, "links": 0, "additions": 0}}
    Every key is optional. Places and sizes are shares of the page; an object with labels is the outline around
    each label; "spare" is the number of additional elements that are allowed, and of additions apart from all things.
    Rows without assertions that have a "caption" or "named" are scored by structural recall.
format: "svg" (default), "tikz" or "dot"; the last two are compiled.

Returns scene_match (the mean); scores (0-1), statuses and reasons aligned with the predictions; the shares objects,
labels, relations, graph, precision and structural_recall (None if the caption states nothing of the kind) and their
means; status_counts; version.
"""
    citation = "VGBench: Evaluating Large Language Models on Vector Graphics Understanding and Generation."
    references = ("text", {"asserted": "text"}, {"named": ["text"]}, {"caption": "text"})
    result = staticmethod(scene_match.result)
