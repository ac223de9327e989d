"""Structural correctness of drawn molecules, as SSVG-Bench defines it (its §3.2 and appendix F.2).

A molecule is right if the drawn graph is isomorphic to the reference's with equal atom colours. Layout, sizes and texts
are not judged, nor is bond order; but where a drawing shows orders, by second lines beside bonds, and they are known of
the reference, the part `bond_order` says whether they are right.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sgpkit import extract
from sgpkit.graphics import molecule
from sgpkit.graphics.molecule import Graph, Reading
from sgpkit.graphics.molecule import orders as molecule_orders
from sgpkit.graphics.molecule.orders import Orders
from sgpkit.metrics.verdict import Verdict, judged
from sgpkit.status import Rejected, Status


def verdicts(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    tolerance: float = molecule.TOLERANCE,
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction, in their order.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are programs, or
    rows that hold one under `code` and may tell the molecule under `smiles`. `tolerance`, in units of the drawing, is
    how far a bond may end from the centre of its atom. TikZ and EPS are compiled all together, each program once.
    """
    wanted = [program(reference, place) for place, reference in enumerate(references)]
    expected = _references(wanted, format)
    answers = [
        extract.code_answer(prediction, format, reason)
        for prediction, reason in zip(predictions, finish_reasons or ["stop"] * len(predictions), strict=True)
    ]
    programs = [answer.value for answer in answers if answer.value is not None]
    readings = molecule.read_each(programs, format, tolerance)

    def one(answer: extract.Answer, expected: Reading, reference: object) -> Verdict:
        if answer.value is None:
            raise Rejected(answer.status, answer.reason)
        found = next(readings)
        if isinstance(found, Rejected):
            raise found
        return _verdict(found, expected, reference, tolerance)

    return [
        judged(lambda: one(answer, expected[code], reference))  # noqa: B023  # called at once
        for answer, code, reference in zip(answers, wanted, references, strict=True)
    ]


def program(reference: object, place: int) -> str:
    code = reference.get("code") if isinstance(reference, Mapping) else reference
    if not isinstance(code, str):
        raise ValueError(f"reference {place}: expected a program or a row with one under 'code', got {reference!r:.80}")
    return code


def _references(codes: Sequence[str], format: str) -> dict[str, Reading]:
    """What the references show; one that cannot be read is the caller's mistake, not the model's."""
    different = list(dict.fromkeys(codes))
    found: dict[str, Reading] = {}
    for code, reading in zip(different, molecule.read_many(different, format), strict=True):
        if isinstance(reading, Rejected):
            raise ValueError(f"a reference cannot be read ({reading.reason}): {code[:80]!r}") from reading
        found[code] = reading
    return found


def _verdict(found: Reading, expected: Reading, reference: object, tolerance: float) -> Verdict:
    if not found.graph.atoms:
        return Verdict(0.0, Status.OK, "no atom is drawn: no circle can be seen")
    parts = _bond_order(found, expected, reference)
    if molecule.same(expected.graph, found.graph):
        return Verdict(1.0, Status.OK, "the same molecule", parts)
    reason = molecule.difference(expected.graph, found.graph)
    if found.loose_ends:
        reason += f"; {found.loose_ends} line ends touch no atom's centre within {tolerance:g}"
    if found.ignored_ellipses:
        reason += f"; {found.ignored_ellipses} ellipses are no circles"
    return Verdict(0.0, Status.OK, reason, parts)


def _bond_order(found: Reading, expected: Reading, reference: object) -> dict[str, float]:
    """1 or 0 where the drawing shows orders and the reference's are known; else nothing."""
    if len(found.graph.atoms) != len(expected.graph.atoms):
        return {}
    shown = molecule_orders.shown(found)
    known = _known_orders(reference, expected) if shown else None
    if shown is None or known is None:
        return {}
    graph, orders = known
    return {"bond_order": float(molecule_orders.same(graph.atoms, orders, found.graph.atoms, shown))}


def _known_orders(reference: object, expected: Reading) -> tuple[Graph, Orders] | None:
    """From the row's SMILES, else from second lines that the reference itself draws."""
    smiles = reference.get("smiles") if isinstance(reference, Mapping) else None
    if smiles:
        return _orders_of_smiles(smiles)
    orders = molecule_orders.shown(expected)
    return None if orders is None else (expected.graph, orders)


@lru_cache(maxsize=1024)
def _orders_of_smiles(smiles: str) -> tuple[Graph, Orders] | None:
    """None for a SMILES beyond what can be drawn, as published rows may have it."""
    try:
        return molecule_orders.of_smiles(smiles)
    except ValueError:
        return None
