"""Molecules: reading drawings, and drawing molecules."""

import pytest

from sgpkit.graphics import molecule
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.molecule import Graph

C, N, OXYGEN, CL = molecule.PALETTE["C"], molecule.PALETTE["N"], molecule.PALETTE["O"], molecule.PALETTE["Cl"]

# The worked example of SSVG-Bench's SVG prompt (figure 11): the numbers are the paper's.
CHLOROBENZENE = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 -29.976 67.479 59.646">
<line x1="20" y1="6.223999999999999" x2="28.66" y2="1.224" stroke="black" stroke-width="1" />
<line x1="45.980999999999995" y1="1.224" x2="45.980999999999995" y2="-8.776" stroke="black" stroke-width="1" />
<line x1="45.980999999999995" y1="1.224" x2="37.32" y2="6.223999999999999" stroke="black" stroke-width="1" />
<line x1="45.980999999999995" y1="-8.776" x2="37.32" y2="-13.776" stroke="black" stroke-width="1" />
<line x1="37.32" y1="6.223999999999999" x2="28.66" y2="1.224" stroke="black" stroke-width="1" />
<line x1="37.32" y1="-13.776" x2="28.66" y2="-8.776" stroke="black" stroke-width="1" />
<line x1="28.66" y1="1.224" x2="28.66" y2="-8.776" stroke="black" stroke-width="1" />
<circle cx="20" cy="6.223999999999999" r="1.5" fill="#2AD52A" />
<circle cx="45.980999999999995" cy="1.224" r="1.5" fill="#274A4A" />
<circle cx="45.980999999999995" cy="-8.776" r="1.5" fill="#274A4A" />
<circle cx="37.32" cy="6.223999999999999" r="1.5" fill="#274A4A" />
<circle cx="37.32" cy="-13.776" r="1.5" fill="#274A4A" />
<circle cx="28.66" cy="1.224" r="1.5" fill="#274A4A" />
<circle cx="28.66" cy="-8.776" r="1.5" fill="#274A4A" />
</svg>
"""


def svg(*elements: str, root: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"{root}>{"".join(elements)}</svg>'


def atom(x: float, y: float = 0, fill: str = "#274A4A", more: str = "") -> str:
    return f'<circle cx="{x}" cy="{y}" r="1.5" fill="{fill}" {more}/>'


def line(x1: float, y1: float, x2: float, y2: float, more: str = 'stroke="black"') -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {more}/>'


BLACK = 'fill="none" stroke="black"'
TWO = (atom(0), atom(10, fill="red"))
JOINED = Graph((C, OXYGEN), ((0, 1),))
APART = Graph((C, OXYGEN), ())

READINGS = {
    "the plain form": (svg(line(0, 0, 10, 0), *TWO), JOINED),
    "the end misses by less than the tolerance": (svg(line(0.09, 0, 10, 0), *TWO), JOINED),
    "the end misses by the tolerance": (svg(line(0.125, 0, 10, 0), *TWO), APART),
    "a line across an atom is no bond to it": (svg(line(-10, 0, 10, 0), *TWO), APART),
    "named colours and rgb()": (svg(line(0, 0, 10, 0), atom(0, fill="rgb(39, 74, 74)"), TWO[1]), JOINED),
    "lower-case hex": (svg(line(0, 0, 10, 0), atom(0, fill="#274a4a"), TWO[1]), JOINED),
    "a fill rounded to two decimals as in EPS": (svg(line(0, 0, 10, 0), atom(0, fill="#264A4A"), TWO[1]), JOINED),
    "a fill 4/255 off is another colour": (
        svg(line(0, 0, 10, 0), atom(0, fill="#234a4a"), TWO[1]),
        Graph(("#234A4A", OXYGEN), ((0, 1),)),
    ),
    "a line without stroke is not seen": (svg(line(0, 0, 10, 0, ""), *TWO), APART),
    "a transparent line is not seen": (svg(line(0, 0, 10, 0, 'stroke="black" stroke-opacity="0"'), *TWO), APART),
    "a stroke inherited from a group": (svg(f'<g stroke="black">{line(0, 0, 10, 0, "")}</g>', *TWO), JOINED),
    "everything in a transformed group": (
        svg(f'<g transform="translate(3 4) rotate(30) scale(2)">{line(0, 0, 10, 0)}{TWO[0]}{TWO[1]}</g>'),
        JOINED,
    ),
    "a path": (svg(f'<path d="M0 0 L10 0" {BLACK}/>', *TWO), JOINED),
    "a path that goes by bends": (svg(f'<path d="M0 0 L3 5 L7 5 L10 0" {BLACK}/>', *TWO), JOINED),
    "a curved path": (svg(f'<path d="M0 0 C3 5 7 5 10 0" {BLACK}/>', *TWO), JOINED),
    "an arc": (svg(f'<path d="M0 0 A8 8 0 0 1 10 0" {BLACK}/>', *TWO), JOINED),
    "two subpaths are not joined": (svg(f'<path d="M0 0 L5 5 M5 5 L10 0" {BLACK}/>', *TWO), APART),
    "a duplicate bond is one bond": (svg(line(0, 0, 10, 0), line(10, 0, 0, 0), *TWO), JOINED),
    "both ends at one atom are no bond": (svg(line(0, 0, 0.05, 0), *TWO), APART),
    "a double bond of two lines beside the axis is no bond": (
        svg(line(0, 0.5, 10, 0.5), line(0, -0.5, 10, -0.5), *TWO),
        APART,
    ),
    "a polyline along a chain": (
        svg(f'<polyline points="0,0 10,0 20,0" {BLACK}/>', *TWO, atom(20)),
        Graph((C, OXYGEN, C), ((0, 1), (1, 2))),
    ),
    "a polygon closes its ring": (
        svg(f'<polygon points="0,0 10,0 5,8" {BLACK}/>', *TWO, atom(5, 8)),
        Graph((C, OXYGEN, C), ((0, 1), (1, 2), (0, 2))),
    ),
    "a closed path closes its ring": (
        svg(f'<path d="M0 0 L10 0 L5 8 Z" {BLACK}/>', *TWO, atom(5, 8)),
        Graph((C, OXYGEN, C), ((0, 1), (1, 2), (0, 2))),
    ),
    "the nearest of two atoms is taken": (
        svg(line(0.06, 0, 10, 0), TWO[1], atom(0, fill="#00F"), atom(0.08)),
        Graph((OXYGEN, N, C), ((0, 2),)),
    ),
    "a duplicate circle hides the one below": (svg(atom(0, fill="blue"), line(0, 0, 10, 0), *TWO), JOINED),
    "a halo smaller than its atom is not seen": (
        svg('<circle r="1" fill="white"/>', line(0, 0, 10, 0), *TWO),
        JOINED,
    ),
    "a white halo under everything is not seen": (
        svg('<circle r="2" fill="white"/>', line(0, 0, 10, 0), *TWO),
        Graph((C, OXYGEN), ((0, 1),)),
    ),
    "a white halo upon a line is seen": (
        svg(line(0, 0, 10, 0), '<circle r="2" fill="white"/>', *TWO),
        Graph(("#FFFFFF", C, OXYGEN), ((0, 2),)),
    ),
    "a see-through circle hides nothing": (
        svg(atom(20, fill="blue"), atom(20, fill="#274A4A", more='opacity="0.5"'), *TWO),
        Graph((N, C, C, OXYGEN), ()),
    ),
    "an unfilled circle is an atom of no element": (
        svg(line(0, 0, 10, 0), atom(0, fill="none", more='stroke="black"'), TWO[1]),
        Graph(("none", OXYGEN), ((0, 1),)),
    ),
    "an unfilled circle without stroke is not seen": (
        svg(line(0, 0, 10, 0), atom(0, fill="none"), TWO[1]),
        Graph((OXYGEN,), ()),
    ),
    "an outline painted apart belongs to its disc": (
        svg(line(0, 0, 10, 0), *TWO, atom(0, fill="none", more='stroke="black"')),
        JOINED,
    ),
    "a circle made of arcs": (
        svg(
            line(0, 0, 10, 0), '<path d="M-1.5 0 A1.5 1.5 0 0 1 1.5 0 A1.5 1.5 0 0 1 -1.5 0 Z" fill="#274A4A"/>', TWO[1]
        ),
        JOINED,
    ),
    "a circle made of Béziers": (
        svg(
            line(0, 0, 10, 0),
            '<path fill="#274A4A" d="M1.5 0 C1.5 .828427 .828427 1.5 0 1.5 C-.828427 1.5 -1.5 .828427 -1.5 0 '
            'C-1.5 -.828427 -.828427 -1.5 0 -1.5 C.828427 -1.5 1.5 -.828427 1.5 0 Z"/>',
            TWO[1],
        ),
        JOINED,
    ),
    "atoms and bonds in one path": (
        svg(
            '<path stroke="black" d="M0 0 L10 0 M-1.5 0 A1.5 1.5 0 0 1 1.5 0 A1.5 1.5 0 0 1 -1.5 0 Z '
            'M8.5 0 A1.5 1.5 0 0 1 11.5 0 A1.5 1.5 0 0 1 8.5 0 Z" fill="#274A4A"/>'
        ),
        Graph((C, C), ((0, 1),)),
    ),
    "a stroked atom's own outline is no bond": (
        svg(line(0, 0, 10, 0), atom(0, more='stroke="black"'), TWO[1]),
        JOINED,
    ),
    "an ellipse is no atom": (
        svg(line(0, 0, 10, 0), *TWO, '<ellipse cx="20" cy="0" rx="3" ry="1.5" fill="#274A4A"/>'),
        JOINED,
    ),
    "a line that stops at the outline, heading for the centre": (svg(line(1.5, 0, 8.5, 0), *TWO), JOINED),
    "a gap of half a stroke before the outline is not seen": (
        svg(line(2, 0, 8, 0, 'stroke="black" stroke-width="1"'), *TWO),
        JOINED,
    ),
    "a gap wider than half a stroke is seen": (
        svg(line(2.125, 0, 8, 0, 'stroke="black" stroke-width="1"'), *TWO),
        APART,
    ),
    "a line that touches the outline, heading past the centre": (svg(line(0, 1.5, 8.5, 0), *TWO), APART),
    "a line that leaves from the far side of an atom": (svg(line(11.5, 0, 20, 0), *TWO), APART),
    "a curve that stops at the outline": (svg(f'<path d="M1.5 0 C4 0 7 5 10 0" {BLACK}/>', *TWO), JOINED),
    "dots: lines without length whose ends are round": (
        svg(
            line(0, 0, 10, 0),
            line(0, 0, 0, 0, 'stroke="#274A4A" stroke-width="3" stroke-linecap="round"'),
            '<g stroke-linecap="round" stroke-width="3" stroke="red"><path d="M10 0z"/></g>',
        ),
        JOINED,
    ),
    "a line without length and flat ends is not seen": (
        svg(line(0, 0, 10, 0), *TWO, line(20, 0, 20, 0, 'stroke="red" stroke-width="3"')),
        JOINED,
    ),
    "a circle that its stroke fills": (
        svg(line(0, 0, 10, 0), TWO[0], '<circle cx="10" r="1" fill="none" stroke="red" stroke-width="2"/>'),
        JOINED,
    ),
    "a fill that a thick stroke covers": (
        svg(line(0, 0, 10, 0), TWO[0], '<circle cx="10" r="1" fill="blue" stroke="red" stroke-width="2"/>'),
        JOINED,
    ),
    "atoms used from a definition": (
        svg(
            '<defs><circle id="carbon" r="1.5" fill="#274A4A"/></defs>',
            line(0, 0, 10, 0),
            '<use href="#carbon"/>',
            TWO[1],
        ),
        JOINED,
    ),
}


@pytest.mark.process
@pytest.mark.parametrize(("code", "expected"), READINGS.values(), ids=READINGS.keys())
def test_a_drawing_is_read_as_it_is_seen(code: str, expected: Graph) -> None:
    result = molecule.from_drawing(code)
    assert sorted(result.atoms) == sorted(expected.atoms)
    assert molecule.same(result, expected)


def test_the_published_example_reads_as_chlorobenzene() -> None:
    read = molecule.from_drawing(CHLOROBENZENE)
    assert read.atoms == (CL, C, C, C, C, C, C)
    assert len(read.bonds) == 7
    assert molecule.same(read, molecule.from_drawing(molecule.draw("Clc1ccccc1")))
    assert not molecule.same(read, molecule.from_drawing(molecule.draw("Oc1ccccc1")))


def test_a_reading_tells_what_counted_for_nothing() -> None:
    code = svg(line(0, 0, 9, 0), line(0, 5, 10, 5), f'<polygon points="1,1 2,1 2,2" {BLACK}/>', *TWO)
    reading = molecule.read(code + "")
    assert (reading.loose_ends, reading.ignored_ellipses) == (3, 0)
    assert reading.centres == (Point(0, 0), Point(10, 0))
    assert molecule.read(svg('<ellipse rx="3" ry="1"/>')).ignored_ellipses == 1


def test_a_bond_behind_atoms_counts_where_it_comes_out_between_them() -> None:
    """Each tenth of the bond is hidden, and most of its length."""
    atoms = "".join(f'<circle cx="{10 * number}" cy="5" r="3.5" fill="#274A4A"/>' for number in range(11))
    bond = '<line x1="0" y1="5" x2="100" y2="5" stroke="black" stroke-width="1"/>'
    reading = molecule.read(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 0 110 10">{bond}{atoms}</svg>')
    assert [{reading.centres[a].x, reading.centres[b].x} for a, b in reading.graph.bonds] == [{0, 100}]


def test_the_tolerance_is_an_option() -> None:
    code = svg(line(1, 0, 10, 0), *TWO)
    assert molecule.from_drawing(code, tolerance=1.01) == JOINED
    with pytest.raises(ValueError, match="above 0"):
        molecule.from_drawing(code, tolerance=0)


@pytest.mark.parametrize("format", ["png", "SVG", ""])
def test_an_unknown_format_is_named(format: str) -> None:
    with pytest.raises(ValueError, match=f"unknown format {format!r}; expected one of svg, eps, dot, tikz"):
        molecule.from_drawing(CHLOROBENZENE, format)
    with pytest.raises(ValueError, match=f"'svg', 'tikz', 'eps', not as {format!r}"):
        molecule.draw("CCO", format)


@pytest.mark.slow
def test_many_atoms_on_one_spot_are_one_and_cost_little() -> None:
    # 3,000 of them look like one; comparing all pairs would take half a minute here.
    atoms = [f'<circle cx="{index * 1e-6:.6f}" cy="0" r="1" fill="red" fill-opacity=".5"/>' for index in range(3000)]
    reading = molecule.read(svg(*atoms, *[line(0, 0, 30, 0)] * 3000))
    assert 0 < len(reading.graph.atoms) < 100
    assert 0 < reading.loose_ends < 100


# Drawing


def test_a_drawing_in_full() -> None:
    assert molecule.draw("CO") == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-15 -10 30 20">\n'
        '<line x1="-5" y1="0" x2="5" y2="0" stroke="black" stroke-width="1"/>\n'
        '<circle cx="-5" cy="0" r="1.5" fill="#274A4A"/>\n'
        '<circle cx="5" cy="0" r="1.5" fill="#FF0000"/>\n'
        "</svg>\n"
    )


SMILES = [
    "CCO",
    "c1ccccc1[N+](=O)[O-]",
    "CC(C)(C)c1ccc(cc1)S(=O)(=O)Nc1ncccn1",
    "[2H]C([2H])([2H])O",
    "C1CC2CCC1C2",
    "F[U](F)(F)(F)(F)F",
    "O=C=O",
    "[Te]",
]


@pytest.mark.parametrize("smiles", SMILES)
def test_a_drawing_reads_back_to_its_molecule(smiles: str) -> None:
    code = molecule.draw(smiles)
    assert molecule.from_drawing(code) == molecule.structure(smiles).graph()
    assert molecule.draw(smiles) == code


def test_bonds_are_ten_units_long_and_the_sheet_leaves_a_margin() -> None:
    structure, positions = molecule.lay_out("Clc1ccccc1")
    assert [positions[a].distance(positions[b]) for a, b in structure.bonds] == pytest.approx([10] * 7, abs=1e-3)
    code = molecule.draw_graph(["C"], [Point(3, 4)], [])
    assert 'viewBox="-7 -6 20 20"' in code


def test_y_points_down_and_a_record_keeps_its_own_places() -> None:
    code = molecule.draw_graph(["C", "O"], [Point(0, 0), Point(0, 10)], [(0, 1)])
    assert '<circle cx="0" cy="10" r="1.5" fill="#FF0000"/>' in code


@pytest.mark.parametrize(
    ("smiles", "reason"),
    [
        ("C[Fe]", "no colour for element 'Fe'"),
        ("[H][H]", "no atom but hydrogens"),
        ("", "no atom but hydrogens"),
        ("C1CC", "not a SMILES"),
        ("C" * 6000, "at most 5000"),
        ("C" * 501, "at most 500"),
    ],
)
def test_what_cannot_be_drawn_says_why(smiles: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        molecule.draw(smiles)


@pytest.mark.parametrize(("x", "expected"), [(2.9, True), (3.0, False)])
def test_atoms_nearer_than_three_tenths_of_a_bond_are_crowded(x: float, expected: bool) -> None:
    assert molecule.crowded([Point(50, 0), Point(0, 0), Point(100, 7), Point(x, 0)]) is expected


def test_positions_must_fit_the_atoms() -> None:
    with pytest.raises(ValueError, match="2 elements but 1 positions"):
        molecule.draw_graph(["C", "C"], [Point(0, 0)], [])
