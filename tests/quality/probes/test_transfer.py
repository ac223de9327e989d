"""Transfer from training rows to test rows."""

import random

from toy_probed import BENCHMARK, drawing, question

from sgpkit.quality.probes.transfer import transfer

KINDS = ("owl", "fox", "cat", "hen")
PROBED = BENCHMARK.replacing(columns=BENCHMARK.rows.columns | {"category": "string"}, probe_columns=("category",))


def measured(letters):
    """Return questions about drawings of a kind, which the letters of their paths may name."""
    rows = []
    for index in range(80):
        kind = index % 4
        path = "LHCQ"[kind] * 4 if letters else ""
        order = random.Random(index).sample(KINDS, 4)
        row = question(index, "ABCD"[order.index(KINDS[kind])], options=order, path=path)
        rows.append(row | {"category": KINDS[kind]})
    return rows


def trained(letters):
    """Return drawings for training with their subjects, without programs of `measured`."""
    rows = []
    for index in range(500, 560):
        kind = index % 4
        row = drawing(index, kind, 0) if not letters else question(index, "A", path="LHCQ"[kind] * 4)
        rows.append(
            {key: row[key] for key in ("id", "cluster", "code")}
            | {"category": KINDS[kind], "output": f"It shows a {KINDS[kind]}."}
        )
    return rows


def test_training_rows_of_the_same_templates_are_found():
    figures = {(figure.probe, figure.target): figure for figure in transfer(PROBED, measured(True), trained(True))}
    assert figures["letters", "category"].estimate.value == 1.0 and not figures["letters", "category"].passes
    assert figures["nearest", "answer"].estimate.value == 1.0 and not figures["nearest", "answer"].passes


def test_training_rows_of_other_templates_teach_nothing():
    assert all(figure.passes for figure in transfer(PROBED, measured(False), trained(False)))


def test_too_few_rows_say_nothing():
    assert transfer(PROBED, measured(True)[:20], trained(True)) == []
    assert transfer(PROBED, measured(True), trained(True)[:20]) == []
