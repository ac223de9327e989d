"""The guards of TikZ, EPS, Graphviz and any program, and the readers of plain molecules in TikZ and EPS."""

from sgpkit.graphics import guard
from sgpkit.graphics.dot import checks as dot_checks
from sgpkit.graphics.eps import checks as eps_checks
from sgpkit.graphics.molecule import plain_programs
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.tex import checks as tex_checks
from sgpkit.graphics.tex import preamble
from tools.fuzz.target import Target, of_text, seeds, words


def tex(code: str) -> None:
    guard.check_text(code)
    tex_checks.check(code)
    preamble.completed(code)
    preamble.openings(code)
    plain_programs.tikz(code)
    any_language.language_of(code)


def eps(code: str) -> None:
    guard.check_text(code)
    eps_checks.check(code)
    plain_programs.eps(code)


def dot(code: str) -> None:
    guard.check_text(code)
    dot_checks.check(code)


TEX = seeds(
    "\\documentclass[tikz]{standalone}\n\\usetikzlibrary{calc}\n\\definecolor{a}{HTML}{274A4A}\n\\begin{document}"
    "\\begin{tikzpicture}[scale=.1]\n\\draw (0,0) -- (1,1);\n\\fill[a] (1,1) circle (0.3); % c\n\\end{tikzpicture}"
    "\\end{document}",
    "\\begin{tikzpicture}\\node[circle,fill=red] (a) at (1,2) {};\\draw (a)--(3,4);\\input{/etc/passwd}"
    "\\end{tikzpicture}",
    "\\foreach \\x in {1,...,9}{\\draw (\\x,0) circle[radius=1pt];} \\write18{id} \\verb|x|",
)
EPS = seeds(
    "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n0.15 0.29 0.29 setrgbcolor\n10 20 3 0 360 arc fill\nnewpath "
    "10 20 moveto 30 40 lineto stroke\nshowpage\n%%EOF",
    "%!PS\n/c { 0 360 arc fill } def (x) (r) file closefile (%pipe%id) run <</OutputFile (x)>> setpagedevice",
)
DOT = seeds(
    'digraph "G" { rankdir=LR; a [label="x\\n",shape=box]; a -> b:p:n -> {c d} [color="red:blue"]; /* c */ // d\n}',
    'strict graph { node [label=<<b>x</b><IMG SRC="/etc/passwd"/>>, width=1e9]; subgraph cluster_1 { a -- "b" + "c"; } '
    'image="x" }',
)

TARGETS = (
    Target(
        "tex-guard",
        of_text(tex),
        TEX,
        words("\\input \\openin \\write18 \\begin{ \\end{ } { % \\\\ \\verb | [ ] \\documentclass \\usepackage{ ^^4d"),
    ),
    Target(
        "eps-guard",
        of_text(eps),
        EPS,
        words("(r) file ) run %pipe% deletefile arc fill moveto lineto stroke setrgbcolor { } << >> %% /a def"),
    ),
    Target(
        "dot-guard",
        of_text(dot),
        DOT,
        words(
            'image= shapefile= URL="javascript: < > <IMG /* */ // # " \\" + [ ] { } ; = label= -> width= nan subgraph'
        ),
    ),
)
