"""Right and wrong answers to captions: originals on a sheet of paper, and originals with one figure too many."""

import re
from collections.abc import Callable, Mapping

from sgpkit.baselines import variants
from sgpkit.benchmark import Row, Variant

from . import baselines
from .pictures import ANSWER_FORMATS


def on_a_sheet(code: str) -> str:
    """Return an SVG program with a sheet of a light color behind the drawing."""
    return variants.SVG.sub(rf'\1<rect {page_box(code)} fill="#eaf2f8"/>\2\3', code)


def page_box(code: str) -> str:
    """Return the attributes of a rectangle that covers the page of an SVG program."""
    x, y, width, height = page_of(code)
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'


def page_of(code: str) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of the page of an SVG program."""
    view = variants.VIEW_BOX.search(code)
    x, y, width, height = map(float, re.split(r"[\s,]+", view[1].strip())) if view else (0.0, 0.0, 100.0, 100.0)
    return x, y, width, height


def with_a_dot(code: str) -> str:
    """Return an SVG program with a magenta dot in the upper left corner."""
    x, y, width, height = page_of(code)
    radius = 0.03 * max(width, height)
    dot = f'<circle cx="{x + 1.2 * radius:g}" cy="{y + 1.2 * radius:g}" r="{radius:g}" fill="#d81b9a"/>'
    return variants.SVG.sub(rf"\1\2{dot}\3", code)


ONE_MORE: Mapping[str, Callable[[str], str]] = {
    "svg": with_a_dot,
    "tikz": lambda code: code.replace(
        "\\end{tikzpicture}",
        "\\fill[magenta] (current bounding box.south west) ++(-1,-1) circle (0.4);\n\\end{tikzpicture}",
    ),
    "graphviz": lambda code: re.sub(r"\}\s*$", '"Nowhere" [shape=box];\n}', code),
}


def right(format: str, reference: Callable[[Row], str]) -> dict[str, Variant]:
    """Return right answers: the original in another notation, and in SVG on a sheet."""
    rewritten = variants.rewritten(ANSWER_FORMATS[format], reference)
    sheet = {"on a light sheet": Variant(variants.changed(reference, on_a_sheet), 0.95)} if format == "svg" else {}
    return {**rewritten, **sheet}


def wrong(format: str, reference: Callable[[Row], str]) -> dict[str, Variant]:
    """Return wrong answers: the answer of another row, boxes and ellipses made from the caption, and the original with
    an additional figure, which loses a part of the score."""
    more = {"with one figure too many": Variant(variants.changed(reference, ONE_MORE[format]), 0.95)}
    shapes = {
        f"{name} from the caption": Variant(baselines.baselines(format)[name].answer, 0.25)
        for name in ("boxes", "ellipses")
    }
    return {**variants.of_another_row(reference, 0.2), **shapes, **more}
