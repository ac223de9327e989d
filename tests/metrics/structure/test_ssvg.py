"""The metric as a whole: both tasks by one entry point, and its `evaluate` module."""

import random

import evaluate
import pytest
from paths import METRICS

from sgpkit.families.ssvg_bench.content.constructions import every
from sgpkit.families.ssvg_bench.content.constructions.engine import draw
from sgpkit.families.ssvg_bench.content.constructions.writer import program
from sgpkit.families.ssvg_bench.sources import classes, geometry
from sgpkit.metrics.structure import ssvg_structure

SHELL = METRICS / "ssvg_structure"
ROWS = [
    {"id": item.name, "code": program(*drawing, "svg"), "given": program(drawing.given, None, "svg"), "rule": item.rule}
    for item in (every()[0], next(item for item in every() if item.rule))
    for drawing in [draw(item, random.Random(item.name))]
]


@pytest.fixture
def shell(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    return evaluate.load(str(SHELL), keep_in_memory=True)


def test_geometry_has_aligned_parts(shell):
    answers = [row["code"] for row in ROWS] + [ROWS[0]["given"], "no"]
    result = shell.compute(predictions=answers, references=[*ROWS, ROWS[0], ROWS[1]], task="geometry", format="svg")
    assert result["scores"] == [1, 1, 0, 0]
    assert result["statuses"] == ["ok", "ok", "ok", "no_answer"]
    for part in ("coverage", "strict", "precision", "recall"):
        assert result[part] == [1, 1, 0, 0]
        assert result[f"mean_{part}"] == 0.5
    assert result["sparing"] == [1, 1, 1, 0]


def test_programs_may_be_added_one_by_one(shell):
    for row in ROWS:
        shell.add(prediction=row["code"], reference=row["code"])
    assert shell.compute(task="geometry")["scores"] == [1, 1]


def test_the_tolerance_is_that_of_the_task():
    row = ROWS[0]
    assert ssvg_structure.score([row["code"]], [row], "geometry")[0].value == 1
    moved = row["code"].replace('class="output_object"', 'class="output_object" transform="translate(0.5 0)"')
    values = [ssvg_structure.score([moved], [row], "geometry", tolerance=size)[0].value for size in (None, 0.6, 0.4)]
    assert values == [1, 1, 0]


@pytest.mark.parametrize(
    ("option", "message"), [({"task": "music"}, "unknown task"), ({"format": "dot"}, "unknown format")]
)
def test_mistakes_are_told(option, message):
    with pytest.raises(ValueError, match=message):
        ssvg_structure.score(["a"], ["b"], **{"task": "geometry", **option})


def test_published_rows_have_the_columns_of_builtin_ones(tmp_path):
    (tmp_path / "a.svg").write_text(ROWS[0]["code"])
    (tmp_path / "a.txt").write_text("Draw it.")
    _, published = next(iter(classes.geometry(str(tmp_path), 0)))
    builtin = next(row for _, row in geometry.rows("svg")("", 0))
    assert published.keys() == builtin.keys()
