"""Bond orders: the orders in a drawing, and equal orders in two drawings."""

import random

import pytest
from rdkit import Chem

from sgpkit.families.ssvg_bench.sources import molecules
from sgpkit.graphics import molecule
from sgpkit.graphics.molecule import orders as molecule_orders
from sgpkit.graphics.molecule.orders import Orders

ATOMS = '<circle cx="0" cy="0" r="1.5" fill="#274A4A"/><circle cx="10" cy="0" r="1.5" fill="#FF0000"/>'


def line(x1: float, y1: float, x2: float, y2: float, more: str = 'stroke="black" stroke-width="1"') -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {more}/>'


def shown(*lines: str, atoms: str = ATOMS) -> Orders | None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 50 50">{"".join(lines)}{atoms}</svg>'
    return molecule_orders.drawn_orders(molecule.read(drawing))


AXIS = line(0, 0, 10, 0)


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ([AXIS, line(0, 1, 10, 1)], 2),
        ([AXIS, line(2, 1.5, 8, 1.5)], 2),
        ([AXIS, line(10, -1, 0, -1), line(0, 1, 10, 1)], 3),
        ([line(0, 0.75, 10, 0.75), line(0, -0.75, 10, -0.75)], 2),
        ([line(0, 0, 10, 0, 'stroke="black" stroke-width="3"'), line(0, 0, 10, 0, 'stroke="white"')], 2),
    ],
    ids=["beside", "shorter", "three", "on both sides", "white upon black"],
)
def test_second_lines_show_an_order(lines: list[str], order: int) -> None:
    assert shown(*lines) == {(0, 1): order}


@pytest.mark.parametrize(
    "lines",
    [
        [AXIS],
        [AXIS, AXIS],
        [AXIS, line(10, 0, 0, 0)],
        [AXIS, line(0, 4, 10, 4)],
        [AXIS, line(4, 1, 6, 1)],
        [AXIS, line(0, -2, 10, 2)],
        [AXIS, line(20, 20, 40, 20)],
        [],
    ],
    ids=["one", "twice", "there and back", "too far", "too short", "crossing", "elsewhere", "none"],
)
def test_other_lines_show_none(lines: list[str]) -> None:
    assert shown(*lines) is None


def test_bonds_with_one_line_keep_their_order() -> None:
    third = '<circle cx="10" cy="10" r="1.5" fill="#274A4A"/>'
    assert shown(AXIS, line(0, 1, 10, 1), line(10, 0, 10, 10), atoms=ATOMS + third) == {(0, 1): 2, (1, 2): 1}


def test_every_kekule_form_is_the_same_and_a_changed_bond_is_not() -> None:
    for _, _, smiles in molecules.chosen():
        draw = random.Random(smiles)
        graph, orders = molecule_orders.of_smiles(smiles)
        parsed = Chem.MolFromSmiles(smiles)
        turned = list(range(parsed.GetNumAtoms()))
        draw.shuffle(turned)
        again = Chem.MolToSmiles(Chem.RenumberAtoms(parsed, turned), canonical=False)
        other, other_orders = molecule_orders.of_smiles(again)
        assert molecule_orders.same(graph.atoms, orders, other.atoms, other_orders), smiles
        bond = draw.choice(list(orders))
        assert not molecule_orders.same(graph.atoms, orders, graph.atoms, {**orders, bond: orders[bond] % 3 + 1}), (
            smiles
        )


def test_benzene_and_cyclohexane_differ() -> None:
    benzene, ring = molecule_orders.of_smiles("c1ccccc1"), molecule_orders.of_smiles("C1CCCCC1")
    assert not molecule_orders.same(benzene[0].atoms, benzene[1], ring[0].atoms, ring[1])


def test_another_element_is_another_molecule() -> None:
    first, second = molecule_orders.of_smiles("CBr"), molecule_orders.of_smiles("CI")
    assert not molecule_orders.same(first[0].atoms, first[1], second[0].atoms, second[1])
