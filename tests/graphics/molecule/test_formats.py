"""Molecules in TikZ and EPS: drawn, read, and the same in every format."""

import re
from collections.abc import Sequence

import pytest

from sgpkit.families.ssvg_bench.sources import molecules as molecule_source
from sgpkit.graphics import eps, molecule, tex
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.molecule import Graph, Structure, drawing, quick_programs
from sgpkit.status import Rejected, Status

C, RED = molecule.PALETTE["C"], molecule.PALETTE["O"]
JOINED = Graph((C, RED), ((0, 1),))
APART = Graph((C, RED), ())
COMPILERS = {"tikz": tex.to_svg, "eps": eps.to_svg}
PLAIN = {"tikz": quick_programs.tikz, "eps": quick_programs.eps}


def compiled(code: str, format: str) -> molecule.Reading:
    """Return the drawing by the compiler, also for programs that can be read without it."""
    return molecule.from_compiled(COMPILERS[format](code))


def test_a_tikz_drawing_in_full() -> None:
    assert molecule.draw("CO", "tikz") == (
        "\\documentclass[tikz]{standalone}\n"
        "\\definecolor{C}{HTML}{274A4A}\n"
        "\\definecolor{O}{HTML}{FF0000}\n"
        "\\begin{document}\n"
        "\\begin{tikzpicture}[x=1bp,y=1bp]\n"
        "\\draw[line width=1bp] (-5,0) -- (5,0);\n"
        "\\fill[C] (-5,0) circle[radius=1.5bp];\n"
        "\\fill[O] (5,0) circle[radius=1.5bp];\n"
        "\\end{tikzpicture}\n"
        "\\end{document}\n"
    )


def test_an_eps_drawing_in_full() -> None:
    assert molecule.draw("CO", "eps") == (
        "%!PS-Adobe-3.0 EPSF-3.0\n"
        "%%BoundingBox: 0 0 30 20\n"
        "%%EndComments\n"
        "1 setlinewidth\n"
        "0 0 0 setrgbcolor\n"
        "newpath\n10 10 moveto\n20 10 lineto\nstroke\n"
        "0.15 0.29 0.29 setrgbcolor\nnewpath\n10 10 1.5 0 360 arc\nclosepath\nfill\n"
        "1 0 0 setrgbcolor\nnewpath\n20 10 1.5 0 360 arc\nclosepath\nfill\n"
        "showpage\n"
        "%%EOF\n"
    )


# The same molecules in every format


def sheet(molecules: Sequence[tuple[Structure, Sequence[Point]]]) -> tuple[Structure, list[Point]]:
    """Return many molecules side by side as one, so that one run of a compiler draws them all."""
    elements: list[str] = []
    positions: list[Point] = []
    bonds: list[tuple[int, int]] = []
    x = y = height = 0.0
    for structure, own in molecules:
        left, top = min(item.x for item in own), min(item.y for item in own)
        width = max(item.x for item in own) - left
        if x + width > 250:  # small enough for every atom to be visible
            x, y, height = 0.0, y + height + 20, 0.0
        first = len(elements)
        elements += structure.elements
        bonds += [(a + first, b + first) for a, b in structure.bonds]
        positions += [Point(item.x - left + x, item.y - top + y) for item in own]
        x += width + 20
        height = max(height, max(item.y for item in own) - top)
    return Structure(tuple(elements), tuple(bonds)), positions


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("format", ["tikz", "eps"])
def test_compilers_draw_every_molecule_as_it_is_read_without_them(format: str) -> None:
    every = [molecule.lay_out(smiles) for _, _, smiles in molecule_source.chosen()]
    assert len(every) == 300
    sheets = [sheet(every[start::25]) for start in range(8)]
    codes = [molecule.draw_graph(whole.elements, positions, whole.bonds, format) for whole, positions in sheets]
    convert = tex.convert_many if format == "tikz" else eps.convert_many
    for (whole, _), code, converted in zip(sheets, codes, convert(codes), strict=True):
        assert not isinstance(converted, Rejected)
        read = molecule.from_compiled(converted.svg)
        assert read.graph == whole.graph()
        assert (read.loose_ends, read.ignored_ellipses) == (0, 0)
        assert molecule.read(code, format).graph == read.graph


@pytest.mark.sandbox
def test_an_svg_made_by_a_compiler_reads_as_the_program_does() -> None:
    for format, to_svg in COMPILERS.items():
        code = molecule.draw("CC(=O)Oc1ccccc1C(=O)O", format)
        assert molecule.from_drawing(to_svg(code)) == molecule.from_drawing(code, format)


def test_every_molecule_has_one_graph_in_every_format() -> None:
    for _, _, smiles in molecule_source.chosen():
        structure, positions = molecule.lay_out(smiles)
        for format in drawing.FORMATS:
            code = molecule.draw_graph(structure.elements, positions, structure.bonds, format)
            assert molecule.from_drawing(code, format) == structure.graph(), smiles


# In any notation


def tikz(body: str, options: str = "", head: str = "") -> str:
    return (
        "\\documentclass[tikz]{standalone}\n\\definecolor{carbon}{HTML}{274A4A}\n"
        f"{head}\\begin{{document}}\n\\begin{{tikzpicture}}{options}\n{body}\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


BOND, CARBON, OXYGEN = "\\draw (0,0) -- (1,0);", "\\fill[carbon] (0,0) circle (2pt);", "\\fill[red] (1,0) circle (2pt);"
NODES = (
    "\\node[circle,fill=carbon,inner sep=2pt] (a) at (0,0) {}; \\node[circle,fill=red,inner sep=2pt] (b) at (1,0) {};"
)

TIKZ = {
    "filled circles": (BOND + CARBON + OXYGEN, JOINED),
    "arcs": (
        BOND + "\\fill[carbon] (2pt,0) arc (0:360:2pt); "
        "\\fill[red] (1,0) ++(3pt,0) arc[start angle=0,end angle=360,radius=3pt];",
        JOINED,
    ),
    "nodes joined at their centres": (NODES + "\\draw (a.center) -- (b.center);", JOINED),
    "nodes joined from border to border": (NODES + "\\draw (a) -- (b);", JOINED),
    "nodes with outlines and letters": (
        "\\node[circle,draw,fill=carbon,minimum size=5mm] (a) at (0,0) {Si.}; "
        "\\node[circle,draw,fill=red,minimum size=5mm] (b) at (1,.3) {O}; \\draw[thick] (a) -- (b);",
        JOINED,
    ),
    "a bent line between nodes": (NODES + "\\draw (a) to[bend left] (b);", JOINED),
    "a node at each end of a path": (
        "\\draw (0,0) node[circle,fill=carbon] {} -- (1,0) node[circle,fill=red] {};",
        JOINED,
    ),
    "dots with round ends": (
        BOND + "\\draw[line width=4pt,line cap=round,carbon] (0,0) -- (0,0); "
        "\\draw[line width=4pt,line cap=round,red] (1,0) -- ++(0,0);",
        JOINED,
    ),
    "plot marks": (
        BOND + "\\draw[carbon] plot[mark=*] coordinates {(0,0)}; \\draw[red] plot[only marks,mark=*] coordinates {(1,0)};",
        JOINED,
    ),
    "a loop": (BOND + "\\foreach \\x/\\c in {0/carbon,1/red} \\fill[\\c] (\\x,0) circle (2pt);", JOINED),
    "a turned and stretched scope": (
        f"\\begin{{scope}}[scale=3,rotate=30,shift={{(4,5)}}]{BOND}{CARBON}{OXYGEN}\\end{{scope}}",
        JOINED,
    ),
    "circles filled by their stroke": (BOND + "\\draw[carbon,line width=4pt] (0,0) circle (2pt);" + OXYGEN, JOINED),
    "a double line": (NODES + "\\draw[double] (a.center) -- (b.center);", JOINED),
    "a colour mixed to the element's": (
        BOND + "\\fill[fill={rgb,255:red,39;green,74;blue,74}] (0,0) circle (2pt);" + OXYGEN,
        JOINED,
    ),
    "a bullet beside the drawing is text": (BOND + CARBON + OXYGEN + "\\node at (2,2) {$\\bullet$ ij.};", JOINED),
    "a gap that can be seen": ("\\draw (4pt,0) -- (1,0);" + CARBON + OXYGEN, APART),
    "squares are no atoms": (BOND + "\\node[fill=carbon] at (0,0) {};" + OXYGEN, Graph((RED,), ())),
    "another colour": (BOND + "\\fill[blue] (0,0) circle (2pt);" + OXYGEN, Graph((molecule.PALETTE["N"], RED), ((0, 1),))),
}  # fmt: skip


@pytest.mark.sandbox
def test_tikz_is_read_as_it_is_seen() -> None:
    readings = molecule.read_many([tikz(body) for body, _ in TIKZ.values()], "tikz")
    wrong = [
        name
        for (name, (_, expected)), reading in zip(TIKZ.items(), readings, strict=True)
        if isinstance(reading, Rejected) or not molecule.same(reading.graph, expected)
    ]
    assert wrong == []


HEAD = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 50 40\n"
EPS_BOND = "newpath 10 20 moveto 30 20 lineto stroke\n"
EPS_CARBON = "0.15 0.29 0.29 setrgbcolor newpath 10 20 1.5 0 360 arc fill\n"
EPS_OXYGEN = "1 0 0 setrgbcolor newpath 30 20 1.5 0 360 arc fill\n"

EPS = {
    "filled arcs": (EPS_BOND + EPS_CARBON + EPS_OXYGEN, JOINED),
    "arcs the other way round": (EPS_BOND + EPS_CARBON.replace("0 360 arc", "360 0 arcn") + EPS_OXYGEN, JOINED),
    "dots with round ends": (
        EPS_BOND + "1 setlinecap 3 setlinewidth 0.15 0.29 0.29 setrgbcolor 10 20 moveto 10 20 lineto stroke\n" + EPS_OXYGEN,
        JOINED,
    ),
    "relative steps": ("newpath 10 20 moveto 20 0 rlineto stroke\n" + EPS_CARBON + EPS_OXYGEN, JOINED),
    "a procedure": (
        "/atom { newpath 1.5 0 360 arc fill } def\n" + EPS_BOND + "0.15 0.29 0.29 setrgbcolor 10 20 atom 1 0 0 setrgbcolor 30 20 atom\n",
        JOINED,
    ),
    "a loop": (EPS_BOND + EPS_CARBON + "1 0 0 setrgbcolor 30 1 30 { newpath 20 1.5 0 360 arc fill } for\n", JOINED),
    "scaled coordinates": (
        f"gsave 5 5 translate 0.7 0.7 scale 10 rotate\n{EPS_BOND}{EPS_CARBON}{EPS_OXYGEN}grestore\n",
        JOINED,
    ),
    "letters": (
        EPS_BOND + EPS_CARBON + EPS_OXYGEN + "/Helvetica findfont 12 scalefont setfont 10 30 moveto (O.i) show\n",
        JOINED,
    ),
    "an atom beside the sheet is not seen, as in SVG": (
        EPS_BOND + EPS_CARBON + EPS_OXYGEN + "newpath 80 80 1.5 0 360 arc fill\n",
        JOINED,
    ),
}  # fmt: skip


@pytest.mark.sandbox
def test_eps_is_read_as_it_is_seen() -> None:
    readings = molecule.read_many([HEAD + body + "showpage\n" for body, _ in EPS.values()], "eps")
    wrong = [
        name
        for (name, (_, expected)), reading in zip(EPS.items(), readings, strict=True)
        if isinstance(reading, Rejected) or not molecule.same(reading.graph, expected)
    ]
    assert wrong == []


@pytest.mark.sandbox
def test_a_bad_program_does_not_touch_its_neighbours() -> None:
    good, bad = tikz(BOND + CARBON + OXYGEN), tikz("\\draw (0,0) -- \\nosuchthing;")
    first, second, third = molecule.read_many([good, bad, good], "tikz")
    assert isinstance(second, Rejected) and second.status is Status.COMPILE_ERROR and "nosuchthing" in second.reason
    assert first == third
    with pytest.raises(Rejected, match="nosuchthing"):
        molecule.read(bad, "tikz")


# Without compiling


PLAIN_PROGRAMS = {
    "tikz": [
        molecule.draw("CO", "tikz"),
        molecule.draw("CO", "tikz").replace("[tikz]", "[tikz, border=2pt]").replace("1bp", "1pt"),
        molecule.draw("CO", "tikz").replace("[tikz]{standalone}", "{standalone}\n\\usepackage{tikz}"),
        molecule.draw("CO", "tikz").replace("[x=1bp,y=1bp]", ""),
        molecule.draw("CO", "tikz").replace("\\fill[C]", "\\filldraw[fill=C, draw=none]").replace("circle[radius=1.5bp]", "circle (1.5bp)"),
        molecule.draw("CO", "tikz").replace(",0)", ",.25)").replace("[line width=1bp]", "").replace("FF0000", "ff0000"),
        molecule.draw("CO", "tikz").replace("{C}", "{274A4A}").replace("[C]", "[274A4A]"),
    ],
    "eps": [
        molecule.draw("CO", "eps"),
        molecule.draw("CO", "eps").replace("\n", "  \r\n").replace("newpath", "").replace("closepath", ""),
        molecule.draw("CO", "eps").replace("0.15", ".153").replace("1 setlinewidth", "").replace("%%EOF", "% the end"),
        molecule.draw("CO", "eps").replace("10 10", "11.5 4.25").replace("1.5 0 360", "2 0 360"),
    ],
}  # fmt: skip


@pytest.mark.sandbox
@pytest.mark.parametrize("format", ["tikz", "eps"])
def test_a_plain_program_is_read_as_it_compiles(format: str) -> None:
    for code in PLAIN_PROGRAMS[format]:
        assert PLAIN[format](code) is not None, code
        assert molecule.read(code, format).graph == compiled(code, format).graph, code


TIKZ_PLAIN, EPS_PLAIN = molecule.draw("CO", "tikz"), molecule.draw("CO", "eps")
NOT_PLAIN = {
    "tikz": [
        TIKZ_PLAIN.replace("(5,0);", "(5,0)"),
        TIKZ_PLAIN.replace("bp];\n\\end", "bp]\n\\end"),
        TIKZ_PLAIN.replace("\\fill[O]", "\\fill[N]"),
        TIKZ_PLAIN.replace("\\fill[O]", "\\fill[scale=2]"),
        TIKZ_PLAIN.replace("{O}{HTML}{FF0000}", "{O}{HTML}{FF000}"),
        TIKZ_PLAIN.replace("(5,0)", "(5000,0)"),
        TIKZ_PLAIN.replace("(5,0)", "(a)"),
        TIKZ_PLAIN.replace("\\begin{doc", "\\let\\draw\\relax\n\\begin{doc"),
        TIKZ_PLAIN.replace("\\begin{tikz", "\\input{secret}\n\\begin{tikz"),
        TIKZ_PLAIN.replace("\\fill[O]", "%\\fill[O]"),
        TIKZ_PLAIN.replace("y=1bp", "y=2bp"),
        TIKZ_PLAIN.replace("\\fill[O]", "\n\n\\fill[O]"),
        TIKZ_PLAIN.replace("radius=1.5bp];\n\\fill", "radius=3bp];\n\\fill"),
        TIKZ_PLAIN.replace("\\end{document}", ""),
        TIKZ_PLAIN + "more",
        "",
    ],
    "eps": [
        EPS_PLAIN.replace("stroke\n", ""),
        EPS_PLAIN.replace("showpage\n", ""),
        EPS_PLAIN.replace("showpage", "showpage showpage"),
        EPS_PLAIN.replace("%!PS", "%PS"),
        EPS_PLAIN.replace("0 0 30 20", "0 0 15 20"),
        EPS_PLAIN.replace("%%BoundingBox: 0 0 30 20\n", ""),
        EPS_PLAIN.replace("1 0 0 setrgbcolor", "1 0 0 0 setcmykcolor"),
        EPS_PLAIN.replace("1 0 0 setrgbcolor", "2 0 0 setrgbcolor"),
        EPS_PLAIN.replace("newpath\n20", "2 2 scale newpath\n20"),
        EPS_PLAIN.replace("moveto", "% a\nmoveto %"),
        EPS_PLAIN.replace("1 setlinewidth", "0 setlinewidth"),
        "",
    ],
}


@pytest.mark.parametrize(("format", "code"), [(format, code) for format, codes in NOT_PLAIN.items() for code in codes])
def test_anything_else_is_left_to_the_compiler(format: str, code: str) -> None:
    assert PLAIN[format](code) is None


# EPS rounds colours


def test_rounded_colours_come_back_as_the_element_s() -> None:
    for element, color in molecule.PALETTE.items():
        shares = molecule.eps_color(color).split()
        assert all(re.fullmatch(r"[01](\.\d\d?)?", share) for share in shares)
        code = EPS_PLAIN.replace("0.15 0.29 0.29", " ".join(shares))
        assert molecule.from_drawing(code, "eps").atoms[0] == color, element
