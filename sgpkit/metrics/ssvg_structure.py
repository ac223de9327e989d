"""Structural correctness of scientific drawings, as SSVG-Bench defines it (its §3.2 and appendix F.2).

A molecule is right if the drawn graph is isomorphic to the reference's with equal atom colours. Bond order, layout,
sizes and texts are not judged.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sgpkit import extract
from sgpkit.graphics import molecule
from sgpkit.metrics.verdict import Verdict, judged
from sgpkit.status import Rejected, Status

TASKS = ("molecule",)
FORMATS = ("svg",)


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    task: str = "molecule",
    format: str = "svg",
    tolerance: float = molecule.TOLERANCE,
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction, in their order.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are programs, or
    rows that hold one under `code`. `tolerance`, in units of the drawing, is how far a bond may end from the centre
    of its atom.
    """
    if task not in TASKS:
        raise ValueError(f"unknown task {task!r}; expected one of {', '.join(TASKS)}")
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")
    reasons = finish_reasons or ["stop"] * len(predictions)
    expected = [reference_graph(program(reference, place), format) for place, reference in enumerate(references)]
    return [
        judged(lambda: molecule_verdict(prediction, graph, format, tolerance, reason))  # noqa: B023  # called at once
        for prediction, graph, reason in zip(predictions, expected, reasons, strict=True)
    ]


def program(reference: object, place: int) -> str:
    code = reference.get("code") if isinstance(reference, Mapping) else reference
    if not isinstance(code, str):
        raise ValueError(f"reference {place}: expected a program or a row with one under 'code', got {reference!r:.80}")
    return code


@lru_cache(maxsize=4096)
def reference_graph(code: str, format: str) -> molecule.Graph:
    """A reference's graph; one that cannot be read is the caller's mistake, not the model's."""
    try:
        return molecule.from_drawing(code, format)
    except Rejected as rejected:
        raise ValueError(f"a reference cannot be read ({rejected.reason}): {code[:80]!r}") from rejected


def molecule_verdict(
    prediction: object, expected: molecule.Graph, format: str, tolerance: float, finish_reason: str
) -> Verdict:
    code = extract.require_code(prediction, format, finish_reason)
    reading = molecule.read(code, format, tolerance)
    if not reading.graph.atoms:
        return Verdict(0.0, Status.OK, "no atom is drawn: no circle can be seen")
    if molecule.same(expected, reading.graph):
        return Verdict(1.0, Status.OK, "the same molecule")
    reason = molecule.difference(expected, reading.graph)
    if reading.loose_ends:
        reason += f"; {reading.loose_ends} line ends touch no atom's centre within {tolerance:g}"
    if reading.ignored_ellipses:
        reason += f"; {reading.ignored_ellipses} ellipses are no circles"
    return Verdict(0.0, Status.OK, reason)
