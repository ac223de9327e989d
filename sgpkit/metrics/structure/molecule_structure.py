"""Structural correctness of drawn molecules, as SSVG-Bench defines it (its §3.2 and appendix F.2).

A molecule is right if the drawn graph is isomorphic to the reference's with equal atom colours. Layout, sizes and texts
are not judged, nor is bond order. Further parts:

- `coverage`: whether the atoms that are needed are there, by colour, and as many lines as bonds, wherever they are
  (appendix E.1; its Tables 10 to 12); times their share of all that is drawn, so that drawing everything earns
  nothing;
- `strict`: right, and nothing else is drawn: there is one line per bond, and every mark is an atom, a bond or a text;
- `recall` and `precision`: the share of needed elements that are drawn, and of drawn elements that are needed. An atom
  is known by its colour, a bond by the colours of its two atoms; a line that joins no atoms is not needed;
- `bond_order`: for drawings that show orders by second lines parallel to bonds, 1 if the orders are right; only if the
  reference's orders are known. No task asks for them.

An answer that cannot be read has 0 in every other part.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from sgpkit.graphics import gate, molecule
from sgpkit.graphics.molecule import Graph, Reading
from sgpkit.graphics.molecule import orders as molecule_orders
from sgpkit.graphics.molecule.orders import Orders
from sgpkit.metrics.paired import code_answer, reference_program
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

PARTS = ("coverage", "strict", "precision", "recall")


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    tolerance: float = molecule.TOLERANCE,
) -> list[Score]:
    """Return a score for each prediction.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are programs, or
    rows that contain one under `code` and may name the molecule under `smiles`. `tolerance`, in units of the drawing,
    is the maximum distance between a bond's end and the centre of its atom. TikZ and EPS are compiled all together,
    each program once.
    """
    wanted = [reference_program(reference, index) for index, reference in enumerate(references)]
    expected = _references(wanted, format)
    answers = [code_answer(prediction, format) for prediction in predictions]
    programs = [answer.value for answer in answers if answer.value is not None]
    readings = molecule.read_each(programs, format, tolerance)
    scores = []
    for answer, code, reference in zip(answers, wanted, references, strict=True):
        if answer.value is None:
            scores.append(_unread(Rejected(answer.status, answer.reason)))
            continue
        reading = gate.retry(next(readings), [code], partial(molecule.from_svg, answer.value, tolerance))
        try:
            if isinstance(reading, Rejected):
                raise reading
            scores.append(_score(reading, expected[code], reference, tolerance))
        except Rejected as rejected:
            scores.append(_unread(rejected))
    return scores


def _unread(rejected: Rejected) -> Score:
    """Return the score of an unreadable answer."""
    return Score.rejected(rejected, dict.fromkeys(PARTS, 0.0))


def _references(codes: Sequence[str], format: str) -> dict[str, Reading]:
    """Read the references; one that cannot be read is the caller's mistake, not the model's."""
    different = list(dict.fromkeys(codes))
    readings: dict[str, Reading] = {}
    for code, outcome in zip(different, molecule.read_many(different, format), strict=True):
        reading = gate.retry(outcome, [code], partial(molecule.from_svg, code, molecule.TOLERANCE))
        if isinstance(reading, Rejected):
            raise ValueError(f"a reference cannot be read ({reading.reason}): {code[:80]!r}") from reading
        if not reading.graph.atoms:
            raise ValueError(f"a reference shows no atom: {code[:80]!r}")
        readings[code] = reading
    return readings


def _score(drawn: Reading, expected: Reading, reference: object, tolerance: float) -> Score:
    if not drawn.graph.atoms:
        return Score(0.0, dict.fromkeys(PARTS, 0.0), Status.OK, "no atom is drawn: no circle can be seen")
    right = molecule.same(expected.graph, drawn.graph)
    parts = _shares(drawn, expected, right) | _bond_order(drawn, expected, reference)
    if right:
        extra = _extra(drawn)
        return Score(1.0, parts, Status.OK, f"the same molecule{f', and {extra}' if extra else ''}")
    reason = molecule.difference(expected.graph, drawn.graph)
    if drawn.loose_ends:
        reason += f"; {drawn.loose_ends} line ends touch no atom's centre within {tolerance:g}"
    if drawn.ignored_ellipses:
        reason += f"; {drawn.ignored_ellipses} ellipses are not circles"
    return Score(0.0, parts, Status.OK, reason)


def _shares(drawn: Reading, expected: Reading, right: bool) -> dict[str, float]:
    """Return the parts that compare the elements of two drawings, by kind."""
    wanted, shown = _elements(expected.graph), _elements(drawn.graph)
    both = (wanted & shown).total()
    strokes = len(drawn.starts)
    covered = Counter(expected.graph.atoms) <= Counter(drawn.graph.atoms) and strokes >= len(expected.graph.bonds)
    return {
        "coverage": 1.0 if right else covered * _needed_share(drawn, expected),
        "strict": float(right and not _extra(drawn)),
        "precision": both / (shown.total() + _beside(drawn) + drawn.others),
        "recall": both / wanted.total(),
    }


def _needed_share(drawn: Reading, expected: Reading) -> float:
    """Return the share of the drawn elements that are needed, for a drawing that has all needed ones; a bond may
    have two lines.
    """
    atoms, bonds = len(expected.graph.atoms), len(expected.graph.bonds)
    spare = len(drawn.graph.atoms) - atoms + max(0, len(drawn.starts) - 2 * bonds) + drawn.others
    return (atoms + bonds) / (atoms + bonds + spare)


def _elements(graph: Graph) -> Counter[tuple[str, ...]]:
    """Return the number of atoms of each colour, and of bonds between each two colours."""
    atoms = graph.atoms
    return Counter([(color,) for color in atoms] + [tuple(sorted((atoms[a], atoms[b]))) for a, b in graph.bonds])


def _beside(drawn: Reading) -> int:
    """Return the number of lines that are neither bonds nor second lines of bonds."""
    return max(len(drawn.starts) - len(drawn.graph.bonds), 0)


def _extra(drawn: Reading) -> str:
    """Return a description of the marks other than one line per bond, one disc per atom and texts; empty if there
    are none.
    """
    lines = max(_beside(drawn), (drawn.loose_ends + 1) // 2)
    kinds = {"lines that are not bonds": lines, "areas, ellipses or pictures": drawn.others}
    return " and ".join(f"{count} {kind}" for kind, count in kinds.items() if count)


def _bond_order(drawn: Reading, expected: Reading, reference: object) -> dict[str, float]:
    """Return 1 or 0 under `bond_order` where the drawing shows orders and the reference's are known, else nothing."""
    if len(drawn.graph.atoms) != len(expected.graph.atoms):
        return {}
    shown = molecule_orders.drawn_orders(drawn)
    known = _known_orders(reference, expected) if shown else None
    if shown is None or known is None:
        return {}
    graph, orders = known
    return {"bond_order": float(molecule_orders.same(graph.atoms, orders, drawn.graph.atoms, shown))}


def _known_orders(reference: object, expected: Reading) -> tuple[Graph, Orders] | None:
    """Return the orders from the row's SMILES, else from second lines in the reference itself."""
    smiles = reference.get("smiles") if isinstance(reference, Mapping) else None
    if smiles:
        return _orders_of_smiles(smiles)
    orders = molecule_orders.drawn_orders(expected)
    return None if orders is None else (expected.graph, orders)


@lru_cache(maxsize=1024)
def _orders_of_smiles(smiles: str) -> tuple[Graph, Orders] | None:
    """Return the orders of a SMILES, or None if it cannot be drawn; published rows may contain such SMILES."""
    try:
        return molecule_orders.of_smiles(smiles)
    except ValueError:
        return None
