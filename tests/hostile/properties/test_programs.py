"""Readers of EPS and Graphviz programs, and of Python programs with turtle graphics."""

import ast

import examples
import mutations
import promises
import pytest
from hypothesis import given

from sgpkit.baselines import adversarial
from sgpkit.graphics import guard
from sgpkit.graphics.dot import checks as dot_checks
from sgpkit.graphics.eps import checks as eps_checks
from sgpkit.graphics.molecule import quick_programs
from sgpkit.graphics.turtle import report as turtle_report
from sgpkit.graphics.turtle.figure import Figure
from sgpkit.metrics.code import tokens as code_tokens
from sgpkit.sandbox.untrusted import python_code
from sgpkit.status import Rejected
from tests.hostile import page_cases, python_cases

EPS = (
    "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n0.15 0.29 0.29 setrgbcolor\n10 20 3 0 360 arc fill\nnewpath "
    "10 20 moveto 30 40 lineto stroke\nshowpage\n%%EOF",
    "%!PS\n/c { 0 360 arc fill } def (x) (r) file closefile (%pipe%id) run <</OutputFile (x)>> setpagedevice",
)
EPS_WORDS = "(r) file ) run %pipe% deletefile arc fill moveto lineto stroke setrgbcolor { } << >> %% /a def"
DOT = (
    'digraph "G" { rankdir=LR; a [label="x\\n",shape=box]; a -> b:p:n -> {c d} [color="red:blue"]; /* c */ // d\n}',
    'strict graph { node [label=<<b>x</b><IMG SRC="/etc/passwd"/>>, width=1e9]; subgraph cluster_1 { a -- "b" + "c"; } '
    'image="x" }',
)
DOT_WORDS = 'image= shapefile= URL="javascript: < > <IMG /* */ // # " \\" + [ ] { } ; = label= -> width= nan subgraph'
PYTHON = (
    "import turtle\nt = turtle.Turtle()\nfor i in range(4):\n    t.forward(50)\n    t.left(90)\nturtle.done()",
    "from math import *\ndef f(x, *, y=1):\n    return [sin(z) for z in range(x) if z % 2] or lambda: y\n"
    "print(f'{f(3)!r}')",
)
PYTHON_WORDS = "lambda __import__ getattr : \\ ( [ { not await yield match f'{ '''"
REPORTS = (
    b'{"marks": [["line", [0, 0, 1, 1], "#000000", 1.0], ["dot", [1, 2], "#ff0000", 3, false], ["fill", '
    b'[0,0,1,0,1,1], "#ffffff"], ["text", [1, 1], "#000000", "a", "left", "Arial", 8, "bold"]], '
    b'"background": "#ffffff"}',
    b'{"failure": ["timeout", "too long"]}',
)
REPORT_WORDS = b'"marks" "failure" "background" [] {} null "line" "dot" "fill" "unsafe"'.split()
CODES = (
    "<svg><g id='a'/></svg>",
    "\\draw[red] (0,0) -- (1,1); % c",
    'digraph { a -> "b" /* c */ [x=<b>] } # d',
    "",
)
CODE_WORDS = "/* */ <!-- --> % \\verb \\begin{ \" ' ` << $$ &#"


@promises.kept(Rejected)
def read_eps(code: str) -> None:
    guard.check_text(code)
    eps_checks.check(code)
    quick_programs.eps(code)


@promises.kept(Rejected)
def read_dot(code: str) -> None:
    guard.check_text(code)
    dot_checks.check(code)


@promises.kept(Rejected)
def read_python(code: str) -> None:
    tree = python_code.parse_or_none(code)
    assert tree is None or isinstance(tree, ast.Module)


@promises.kept(Rejected)
def read_turtle_report(data: bytes) -> None:
    assert isinstance(turtle_report.figure(data), Figure)


@promises.kept()
def split_into_tokens(code: str) -> None:
    for format in ("svg", "tikz", "eps", "dot"):
        try:
            code_tokens.tokens(code, format)
        except Rejected:
            continue


READERS = {"eps": read_eps, "dot": read_dot, "turtle": read_python}
CASES = [
    *(("eps", case) for case in page_cases.EPS),
    *(("dot", case) for case in page_cases.GRAPHVIZ),
    *(("turtle", case) for case in (*python_cases.TURTLES, *python_cases.PLOTS, *python_cases.PICTURES)),
]
HIDDEN = [
    (format, name, code)
    for format, code in (("eps", EPS[0]), ("dot", DOT[0]), ("turtle", PYTHON[0]))
    for name, hide in adversarial.DRAWINGS[format].hidings.items()
    for code in [hide(code)]
]


@pytest.mark.parametrize(("format", "case"), CASES, ids=[f"{format}: {case.name}" for format, case in CASES])
def test_program_readers_survive_hostile_programs(format, case):
    code = case.program if isinstance(case.program, str) else case.program()
    READERS[format](code)
    split_into_tokens(code)


@pytest.mark.parametrize(("format", "code"), [(format, code) for format, _, code in HIDDEN])
def test_program_readers_survive_hidden_drawings(format, code):
    READERS[format](code)


@examples.always((*EPS, *mutations.stressed(EPS_WORDS)))
@given(mutations.texts(EPS, EPS_WORDS))
def test_eps_guard_survives_odd_programs(code):
    read_eps(code)


@examples.always((*DOT, *mutations.stressed(DOT_WORDS)))
@given(mutations.texts(DOT, DOT_WORDS))
def test_dot_guard_survives_odd_programs(code):
    read_dot(code)


@examples.always((*PYTHON, *mutations.stressed(PYTHON_WORDS)))
@given(mutations.texts(PYTHON, PYTHON_WORDS))
def test_python_is_parsed_or_not_a_program(code):
    read_python(code)


@examples.always(REPORTS)
@given(mutations.contents(REPORTS, REPORT_WORDS))
def test_turtle_report_is_a_figure_or_refused(data):
    read_turtle_report(data)


@examples.always((*CODES, *mutations.stressed(CODE_WORDS)))
@given(mutations.texts(CODES, CODE_WORDS))
def test_code_tokens_survive_odd_programs(code):
    split_into_tokens(code)
