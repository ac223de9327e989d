"""Answers without a model: a box, which every prompt could begin with."""

from collections.abc import Mapping

from sgpkit.baselines import variants
from sgpkit.benchmark import Baseline, Row, Variant

BOX = 'import cadquery as cq\n\nfinal_result = cq.Workplane("XY").box(40, 20, 5)\n'

BASELINES: Mapping[str, Baseline] = {"box": Baseline(lambda rows: [BOX] * len(rows), chance=True)}

MOVED = "\nfinal_result = final_result.translate((7, 3, 2))\n"
TURNED = "\nfinal_result = final_result.mirror('XY').mirror('XY')\n"
LOOSE = "\nfinal_result = final_result.union(cq.Workplane().box(1, 1, 1).translate((300, 200, 100)))\n"
SLICED = "\nfinal_result = final_result.cut(cq.Workplane().box(500, 500, 500).translate((258, 0, 0)))\n"


def reference(row: Row) -> str:
    """Return the program that a row was made with."""
    return f"```python\n{row['code']}```"


def followed_by(lines: str) -> Variant:
    """Return the references with lines after the program."""
    return Variant(variants.changed(reference, lambda code: code.removesuffix("```") + lines + "```"), 1.0)


RIGHT: Mapping[str, Variant] = {"moved": followed_by(MOVED), "mirrored twice": followed_by(TURNED)}
WRONG: Mapping[str, Variant] = {
    **variants.of_another_row(reference),
    "a box": Variant(BASELINES["box"].answer, 0.05),
    "with a loose cube": followed_by(LOOSE)._replace(limit=0.0),
    "sliced": followed_by(SLICED)._replace(limit=0.1),
}
