"""Answers without a model: a box, which every prompt could begin with."""

from collections.abc import Callable, Mapping, Sequence

from sgpkit.benchmark import Row

BOX = 'import cadquery as cq\n\nfinal_result = cq.Workplane("XY").box(40, 20, 5)\n'

BASELINES: Mapping[str, Callable[[Sequence[Row]], list[str]]] = {"box": lambda rows: [BOX] * len(rows)}
