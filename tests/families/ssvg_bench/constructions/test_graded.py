"""Constructions and grading together: the whole drawing is right, the given part alone is not, nor is any mistake."""

from functools import lru_cache
from random import Random

from sgpkit.families.ssvg_bench.content import constructions
from sgpkit.families.ssvg_bench.content.constructions import engine, writer
from sgpkit.families.ssvg_bench.content.constructions.engine import Construction, Drawing, Figure
from sgpkit.metrics.structure import ssvg_structure


@lru_cache(maxsize=1)
def drawn() -> list[tuple[Construction, Drawing]]:
    every = constructions.every()
    return [(construction, engine.draw(construction, Random(f"graded:{construction.name}"))) for construction in every]


def values(answers: list[tuple[Construction, Drawing, Figure | None]]) -> dict[str, set[float]]:
    """The verdicts on each construction's answers, written in SVG."""
    rows = [
        {"code": writer.program(drawing.given, drawing.added, "svg"), "rule": construction.rule}
        for construction, drawing, _ in answers
    ]
    programs = [writer.program(drawing.given, added, "svg") for _, drawing, added in answers]
    found: dict[str, set[float]] = {}
    for (construction, _, _), verdict in zip(
        answers, ssvg_structure.score(programs, rows, task="geometry"), strict=True
    ):
        found.setdefault(construction.name, set()).add(verdict.value)
    return found


def test_the_reference_is_right() -> None:
    found = values([(construction, drawing, drawing.added) for construction, drawing in drawn()])
    assert not {name for name, value in found.items() if value != {1.0}}


def test_the_given_part_alone_is_wrong() -> None:
    found = values([(construction, drawing, None) for construction, drawing in drawn()])
    assert not {name for name, value in found.items() if value != {0.0}}


def test_mistakes_are_wrong() -> None:
    made = [
        (construction, drawing, mistake)
        for construction, drawing in drawn()
        if construction.mistakes and not construction.rule
        for mistake in construction.mistakes(drawing.given)
        if engine.missing(drawing.added, mistake) > engine.SAME
    ]
    assert len(made) > 50
    assert not {name for name, value in values(made).items() if value != {0.0}}
