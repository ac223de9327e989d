"""Worthless answers score 0 in value, strict and coverage, in every format."""

import functools
import random

import pytest

from sgpkit.baselines import adversarial
from sgpkit.benchmark import Completion, families
from sgpkit.families.ssvg_bench.content import constructions
from sgpkit.families.ssvg_bench.sources import geometry
from sgpkit.graphics import molecule
from sgpkit.quality.contract.promises import following

FORMATS = ["svg", pytest.param("tikz", marks=pytest.mark.sandbox), pytest.param("eps", marks=pytest.mark.sandbox)]
NAMES = {"propan-1-ol": "CCCO", "2-chloropyridine": "Clc1ccccn1"}


@functools.cache
def rows(task, format):
    if task == "molecule":
        return [
            {"id": name, "name": name, "smiles": smiles, "code": molecule.draw(smiles, format)}
            for name, smiles in NAMES.items()
        ]
    one = [item for item in constructions.every() if not item.rule]
    many = [item for item in constructions.every() if item.rule]
    chosen = random.Random(8)
    return [geometry.row(chosen.choice(kind), 3, format) for kind in (one, many)]


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("task", ["geometry", "molecule"])
def test_no_adversarial_answer_earns_anything(task, format):
    benchmark = next(item for item in families.all_benchmarks() if item.config == f"ssvg-{task}-{format}")
    asked = rows(task, format)
    tried = adversarial.answers(benchmark) | {"another row's": functools.partial(following, benchmark)}
    tried["empty"] = lambda rows: [""] * len(rows)
    assert {"blank", "palette", "spray", "words", "hidden"} <= tried.keys()
    assert ("unchanged" in tried) == (task == "geometry")
    answers = {name: answer(asked) for name, answer in tried.items()}
    if format == "svg":
        assert sum(name.startswith("hidden-") for name in tried) == 12
    every = [
        (name, row, Completion(text)) for name, texts in answers.items() for row, text in zip(asked, texts, strict=True)
    ]
    right = [("reference", row, Completion(row["code"])) for row in asked]
    scores = benchmark.scoring.score([row for _, row, _ in (*right, *every)], [text for _, _, text in (*right, *every)])
    assert [(score.value, score.parts["strict"]) for score in scores[:2]] == [(1.0, 1.0)] * 2
    earned = {
        name: (score.value, score.parts.get("strict", 0.0))
        for (name, _, _), score in zip(every, scores[2:], strict=True)
        if score.value or score.parts.get("strict")
    }
    assert earned == {}
    hidden = [
        (name, score.parts)
        for (name, _, _), score in zip(every, scores[2:], strict=True)
        if (name.startswith("hidden") or name == "blank")
        # A drawing of nothing is sparing by definition, and the printed code counts hidden elements.
        and any(value for part, value in score.parts.items() if part not in ("sparing", "as_published"))
    ]
    assert hidden == []
