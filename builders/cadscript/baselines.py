"""Answers without a model: a box, which every prompt could begin with."""

from collections.abc import Mapping

from sgpkit.benchmark import Baseline

BOX = 'import cadquery as cq\n\nfinal_result = cq.Workplane("XY").box(40, 20, 5)\n'

BASELINES: Mapping[str, Baseline] = {"box": Baseline(lambda rows: [BOX] * len(rows), chance=True)}
