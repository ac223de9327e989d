"""Verdicts on molecules: the same in every format, with a reason; and the part on bond orders."""

import random
import re

import pytest

from sgpkit.families.ssvg_bench.sources import molecules
from sgpkit.graphics import molecule
from sgpkit.metrics.structure import molecule_structure
from sgpkit.status import Status
from sgpkit.values import Score

ETHANAL = {"code": molecule.draw("CC=O"), "smiles": "CC=O"}


def drawing(*lines: tuple[float, float, float, float]) -> str:
    atoms = ((0, "#274A4A"), (10, "#274A4A"), (20, "#FF0000"))
    parts = [f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="black"/>' for a, b, c, d in lines]
    parts += [f'<circle cx="{x}" cy="0" r="1.5" fill="{color}"/>' for x, color in atoms]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 30 10">{"".join(parts)}</svg>'


def orders_of(verdict: Score) -> dict[str, float]:
    return {name: share for name, share in verdict.parts.items() if name == "bond_order"}


FIRST, SECOND, BESIDE_FIRST, BESIDE_SECOND = (0, 0, 10, 0), (10, 0, 20, 0), (1, 1, 9, 1), (11, 1, 19, 1)


def changed(structure: molecule.Structure, positions: tuple, seed: int) -> tuple[molecule.Structure, tuple]:
    """Return a molecule as a model may draw it: right, with a bond missing, moved or added, or with another element."""
    draw = random.Random(seed)
    elements, bonds = list(structure.elements), list(structure.bonds)
    match seed % 5:
        case 1:
            bonds.remove(draw.choice(bonds))
        case 2:
            elements[draw.randrange(len(elements))] = draw.choice(("N", "I", "S"))
        case 3:
            a, _ = bonds.pop(draw.randrange(len(bonds)))
            bonds.append((a, (a + draw.randrange(1, len(elements))) % len(elements)))
        case 4:
            bonds.append((0, len(elements) - 1))
    order = list(range(len(elements)))
    draw.shuffle(order)
    position = {old: new for new, old in enumerate(order)}
    shuffled = molecule.Structure(
        tuple(elements[old] for old in order), tuple((position[a], position[b]) for a, b in bonds)
    )
    return shuffled, tuple(positions[old] for old in order)


@pytest.mark.slow
def test_a_drawing_has_one_verdict_in_every_format() -> None:
    every = [molecule.lay_out(smiles) for _, _, smiles in molecules.chosen()]
    answers = [changed(*laid_out, seed) for seed, laid_out in enumerate(every)]
    verdicts = {}
    for format in ("svg", "tikz", "eps"):
        codes, wanted = (
            [molecule.draw_graph(item.elements, positions, item.bonds, format) for item, positions in drawn]
            for drawn in (answers, every)
        )
        scores = molecule_structure.score(codes, wanted, format)
        verdicts[format] = [(verdict.value, verdict.status, verdict.reason) for verdict in scores]
    assert verdicts["svg"] == verdicts["tikz"] == verdicts["eps"]
    assert [value for value, _, _ in verdicts["svg"]][::5] == [1.0] * 60
    assert sum(value for value, _, _ in verdicts["svg"]) < 80


@pytest.mark.sandbox
def test_completions_in_tikz_are_compiled() -> None:
    reference = molecule.draw("CC=O", "tikz")
    written_otherwise = (
        "Here it is:\n```latex\n\\documentclass[border=3pt]{standalone}\n\\usepackage{tikz}\n\\definecolor{c}{HTML}{274A4A}\n"
        "\\begin{document}\\begin{tikzpicture}\n\\foreach \\n/\\x/\\c in {a/0/c,b/1/c,o/2/red} "
        "\\node[circle,fill=\\c] (\\n) at (\\x,0) {};\n\\draw (a) -- (b) -- (o);\n\\end{tikzpicture}\\end{document}\n```"
    )
    scores = molecule_structure.score(
        [written_otherwise, written_otherwise.replace("2/red", "2/blue"), "\\begin{tikzpicture}\\oops", "I cannot."],
        [reference] * 4,
        "tikz",
    )
    assert [verdict.value for verdict in scores] == [1.0, 0.0, 0.0, 0.0]
    assert [verdict.status for verdict in scores] == [Status.OK, Status.OK, Status.COMPILE_ERROR, Status.REFUSED]
    assert "expected no nitrogen atom" in scores[1].reason


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        ((FIRST, SECOND), {}),
        ((FIRST, SECOND, BESIDE_SECOND), {"bond_order": 1.0}),
        ((FIRST, SECOND, BESIDE_FIRST), {"bond_order": 0.0}),
        ((FIRST, SECOND, BESIDE_FIRST, BESIDE_SECOND), {"bond_order": 0.0}),
    ],
    ids=["not shown", "right", "at the wrong bond", "at both"],
)
def test_orders_are_judged_where_they_are_shown(lines: tuple, parts: dict[str, float]) -> None:
    (verdict,) = molecule_structure.score([drawing(*lines)], [ETHANAL])
    assert (verdict.value, orders_of(verdict)) == (1.0, parts)
    assert verdict.parts["strict"] == (lines == (FIRST, SECOND))


def test_a_reference_may_show_its_orders_itself() -> None:
    shown, hidden = drawing(FIRST, SECOND, BESIDE_SECOND), drawing(FIRST, SECOND)
    first, second = molecule_structure.score([shown, shown], [shown, hidden])
    assert (orders_of(first), orders_of(second)) == ({"bond_order": 1.0}, {})


def test_a_double_bond_of_two_lines_aside_is_no_bond_but_its_order_is_judged() -> None:
    (verdict,) = molecule_structure.score([drawing(FIRST, (10, 1, 20, 1), (10, -1, 20, -1))], [ETHANAL])
    assert (verdict.value, orders_of(verdict)) == (0.0, {"bond_order": 1.0})
    assert "expected 2 bonds, drawn 1" in verdict.reason


def test_an_unreadable_reference_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="a reference cannot be read"):
        molecule_structure.score(["<svg/>"], ["<svg"])
    with pytest.raises(ValueError, match="reference 0"):
        molecule_structure.score(["<svg/>"], [None])
    with pytest.raises(ValueError, match="a reference shows no atom"):
        molecule_structure.score([ETHANAL], ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'])


# The parts of scores. Ethanal: two carbons and an oxygen in a row.

ATOMS = {"C": '<circle cx="0" cy="0" r="1.5" fill="#274A4A"/>', "O": '<circle cx="0" cy="0" r="1.5" fill="#FF0000"/>'}


def scattered(atoms: str, lines: int) -> str:
    """Return a drawing of loose atoms and loose lines."""
    discs = "".join(ATOMS[item].replace('cx="0"', f'cx="{4 * entry}"') for entry, item in enumerate(atoms))
    strokes = "".join(
        f'<line x1="{4 * entry}" y1="6" x2="{4 * entry + 3}" y2="6" stroke="black"/>' for entry in range(lines)
    )
    width = 10 + 4 * max(len(atoms), lines)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 {width} 20">{discs}{strokes}</svg>'


@pytest.mark.parametrize(
    ("answer", "parts"),
    [
        (drawing(FIRST, SECOND), (1, 1, 1, 1)),
        (drawing(FIRST), (0, 0, 1, 4 / 5)),
        (drawing(SECOND, (0, 0, 10, 1)), (1, 0, 4 / 5, 4 / 5)),
        (scattered("CCO", 2), (1, 0, 3 / 5, 3 / 5)),
        (scattered("COC", 9), (5 / 10, 0, 3 / 12, 3 / 5)),
        (scattered("CCOOO", 2), (5 / 7, 0, 3 / 7, 3 / 5)),
        (scattered("CO", 2), (0, 0, 2 / 4, 2 / 5)),
        (scattered("CCC", 2), (0, 0, 2 / 5, 2 / 5)),
        (scattered("CCO", 1), (0, 0, 3 / 4, 3 / 5)),
        (scattered("", 2), (0, 0, 0, 0)),
    ],
)
def test_parts_say_what_is_there(answer: str, parts: tuple[float, ...]) -> None:
    (verdict,) = molecule_structure.score([answer], [ETHANAL])
    named = {name: share for name, share in verdict.parts.items() if name != "bond_order"}
    assert named == pytest.approx(dict(zip(("coverage", "strict", "precision", "recall"), parts, strict=True)))
    assert verdict.value == parts[1]


@pytest.mark.process
def test_drawing_atoms_of_every_color_and_many_strokes_covers_nothing() -> None:
    everything = scattered("CO" * 30, 250)
    for smiles in ("CC=O", "CCCCCCCCO", "OCC(O)C(O)C(O)C(O)CO"):
        (verdict,) = molecule_structure.score([everything], [molecule.draw(smiles, "svg")])
        assert verdict.parts["coverage"] <= 0.2


@pytest.mark.parametrize(
    ("stray", "message"),
    [
        ('<line x1="0" y1="4" x2="10" y2="4" stroke="black"/>', "1 lines that are not bonds"),
        ('<ellipse cx="9" cy="3" rx="3" ry="1" fill="#FF0000"/>', "1 areas, ellipses or pictures"),
        ('<rect x="1" y="2" width="9" height="2" fill="blue"/>', "1 areas, ellipses or pictures"),
        ('<path d="M0 0L5 4L10 0" fill="none" stroke="black"/>', "2 lines that are not bonds"),
    ],
)
def test_what_is_drawn_besides_is_right_but_not_strictly(stray: str, message: str) -> None:
    (verdict,) = molecule_structure.score([drawing(FIRST, SECOND).replace("</svg>", f"{stray}</svg>")], [ETHANAL])
    assert (verdict.value, verdict.parts["strict"], verdict.parts["recall"]) == (1.0, 0.0, 1.0)
    assert verdict.parts["precision"] < 1
    assert verdict.reason.endswith(message)


@pytest.mark.process
@pytest.mark.parametrize(
    "harmless",
    ['<text x="1" y="4" font-size="2">C</text>', '<rect x="-5" y="-5" width="30" height="10" fill="white"/>'],
)
def test_letters_and_what_nobody_sees_are_no_strays(harmless: str) -> None:
    code = drawing(FIRST, SECOND)
    start = code.index("<line")
    (verdict,) = molecule_structure.score([code[:start] + harmless + code[start:]], [ETHANAL])
    assert set(verdict.parts.values()) == {1.0}


@pytest.mark.process
def test_fills_may_be_custom_properties() -> None:
    code = (
        drawing(FIRST, SECOND)
        .replace('fill="#FF0000"', 'style="fill:var(--o)"')
        .replace("<svg", '<svg style="--o:#FF0000"')
    )
    (verdict,) = molecule_structure.score([code], [ETHANAL])
    assert verdict.parts["strict"] == 1.0


@pytest.mark.sandbox
def test_a_current_point_before_an_arc_leaves_a_whole_circle() -> None:
    """PostScript joins the point to the arc by a line, which bounds no area."""
    code = molecule.draw("CC=O", "eps")
    moved = re.sub(r"newpath\s(\S+ \S+) (\S+ 0 360 arc)", r"newpath \1 moveto \1 \2", code)
    outlined = moved.replace("fill", "gsave fill grestore stroke")
    assert moved.count("moveto") == code.count("moveto") + 3
    scores = molecule_structure.score([moved, outlined], [{"code": code}] * 2, "eps")
    assert [(verdict.value, verdict.parts["strict"]) for verdict in scores] == [(1.0, 1.0), (1.0, 0.0)]
