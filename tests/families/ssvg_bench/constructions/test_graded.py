"""Constructions and grading together: the whole drawing is right, the given part alone is not, nor is any mistake."""

from functools import lru_cache
from random import Random

import pytest

from sgpkit.families.ssvg_bench.content import constructions
from sgpkit.families.ssvg_bench.content.constructions import engine, writer
from sgpkit.families.ssvg_bench.content.constructions.engine import Construction, Drawing, Figure
from sgpkit.metrics.structure import ssvg_structure


@lru_cache(maxsize=1)
def drawn() -> list[tuple[Construction, Drawing]]:
    every = constructions.every()
    return [(construction, engine.draw(construction, Random(f"graded:{construction.name}"))) for construction in every]


@lru_cache(maxsize=1)
def values() -> dict[str, dict[str, set[float]]]:
    """Return the verdicts on all constructions' answers in SVG. One call reads each program once."""
    answers: list[tuple[str, Construction, Drawing, Figure | None]] = []
    for construction, drawing in drawn():
        answers += [("whole", construction, drawing, drawing.added), ("given", construction, drawing, None)]
        if construction.mistakes and not construction.rule:
            answers += [
                ("mistake", construction, drawing, mistake)
                for mistake in construction.mistakes(drawing.given)
                if engine.missing(drawing.added, mistake) > engine.SAME
            ]
    rows = [
        {"code": writer.program(drawing.given, drawing.added, "svg"), "rule": construction.rule}
        for _, construction, drawing, _ in answers
    ]
    programs = [writer.program(drawing.given, added, "svg") for _, _, drawing, added in answers]
    verdicts = ssvg_structure.score(programs, rows, task="geometry")
    result: dict[str, dict[str, set[float]]] = {"whole": {}, "given": {}, "mistake": {}}
    for (sort, construction, _, _), verdict in zip(answers, verdicts, strict=True):
        result[sort].setdefault(construction.name, set()).add(verdict.value)
    return result


@pytest.mark.slow
def test_the_reference_is_right() -> None:
    assert not {name for name, value in values()["whole"].items() if value != {1.0}}


@pytest.mark.slow
def test_the_given_part_alone_is_wrong() -> None:
    assert not {name for name, value in values()["given"].items() if value != {0.0}}


@pytest.mark.slow
def test_mistakes_are_wrong() -> None:
    assert len(values()["mistake"]) > 20
    assert not {name for name, value in values()["mistake"].items() if value != {0.0}}
