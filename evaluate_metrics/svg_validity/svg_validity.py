"""The validity of SVG programs, as an `evaluate` metric: whether they parse and render, and the positions of errors.

import evaluate
metric = evaluate.load("svg_validity")
metric.compute(predictions=['<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.pictures import svg_validity


class SvgValidity(evaluate_module.Module):
    description = """\
A program scores 1 if it renders in a sandbox, after checks for external references and for input that could crash a
renderer, and is visible on a white page. A drawing that only embeds a picture scores 0. `validity` is the share that
renders, as benchmarks count it. All violations of the specification are also listed, with line, column, element and
attribute, including tolerated ones. Every prediction counts.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: not needed, and ignored.
size: pixels of the square that drawings are rendered in.
renderer: "resvg" (default), the same everywhere, or "cairo", as in the published protocols.

Returns validity, parse_rate, show_rate, clean_rate and visible_rate, the shares of predictions that render, that parse,
that are not transparent everywhere, that render without any violation, and that can be seen on white, which is the mean
of the scores; scores (0 or 1), statuses and reasons aligned with the predictions; parses, renders, shows, clean and
visible (0 or 1) and violations, a list of texts "line:column path@attribute+offset: what is
wrong" for each prediction; mean_violations_of_readable, over those that render; renderer, with its version and fonts;
status_counts; version.
"""
    citation = "VectorGym. Scalable Vector Graphics (SVG) 2, https://www.w3.org/TR/SVG2/."
    references = ()
    result = staticmethod(svg_validity.result)
