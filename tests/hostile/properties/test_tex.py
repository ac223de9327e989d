"""Readers of TikZ and LaTeX: the guard, the preamble, and molecules."""

import examples
import mutations
import promises
import pytest
from hypothesis import given

from sgpkit.baselines import adversarial
from sgpkit.graphics import guard
from sgpkit.graphics.molecule import quick_programs
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.tex import checks, preamble
from sgpkit.status import Rejected
from tests.hostile import page_cases

SEEDS = (
    "\\documentclass[tikz]{standalone}\n\\usetikzlibrary{calc}\n\\definecolor{a}{HTML}{274A4A}\n\\begin{document}"
    "\\begin{tikzpicture}[scale=.1]\n\\draw (0,0) -- (1,1);\n\\fill[a] (1,1) circle (0.3); % c\n\\end{tikzpicture}"
    "\\end{document}",
    "\\RequirePackage{amsmath}\n\\documentclass[border=2pt, varwidth]{standalone} % c\n\\usepackage[T1]{fontenc}\n"
    "\\usepackage{pgfplots}\n\\begin{document}\n\\begin{tikzpicture}\\begin{axis}[xlabel=$x$]\\addplot {x^2};"
    "\\end{axis}\\end{tikzpicture}\n\\end{document}",
    "\\draw[->] (0,0) -- ++(30:2) node[above] {$a_1$} arc (0:90:1);",
    "\\begin{tikzpicture}\\node[circle,fill=red] (a) at (1,2) {};\\draw (a)--(3,4);\\input{/etc/passwd}"
    "\\end{tikzpicture}",
    "\\foreach \\x in {1,...,9}{\\draw (\\x,0) circle[radius=1pt];} \\write18{id} \\verb|x|",
)
WORDS = "\\input \\openin \\write18 \\begin{ \\end{ } { % \\\\ \\verb | [ ] \\documentclass \\usepackage{ ^^4d"
FOUND = ("\\input" + " " * 20_000, "\\documentclass[" * 4000)
"""Programs that once took quadratic time: a file name after many spaces, options without an end."""

ALWAYS = (*SEEDS, *FOUND, *mutations.stressed(WORDS))
HIDINGS = adversarial.DRAWINGS["tikz"].hidings


@promises.kept(Rejected)
def check(code: str) -> None:
    guard.check_text(code)
    checks.check(code)


@promises.kept(Rejected)
def read_preamble(code: str) -> None:
    guard.check_text(code)
    checks.check(code)
    preamble.complete(code)
    preamble.openings(code)
    any_language.language_of(code)


@promises.kept(Rejected)
def read_molecule(code: str) -> None:
    guard.check_text(code)
    checks.check(code)
    quick_programs.tikz(code)


READERS = (check, read_preamble, read_molecule)


@pytest.mark.parametrize("case", page_cases.TIKZ, ids=lambda case: case.name)
def test_tex_readers_survive_hostile_programs(case):
    code = case.program if isinstance(case.program, str) else case.program()
    for reader in READERS:
        reader(code)


@pytest.mark.parametrize("name", HIDINGS)
def test_tex_readers_survive_hidden_drawings(name):
    for reader in READERS:
        reader(HIDINGS[name](SEEDS[0]))


@examples.always(ALWAYS)
@given(mutations.texts(SEEDS, WORDS))
def test_tex_guard_survives_odd_programs(code):
    check(code)


@examples.always(ALWAYS)
@given(mutations.texts(SEEDS, WORDS))
def test_tex_preamble_survives_odd_programs(code):
    read_preamble(code)


@examples.always(ALWAYS)
@given(mutations.texts(SEEDS, WORDS))
def test_tex_molecule_reader_survives_odd_programs(code):
    read_molecule(code)
