"""TikZ programs that one TeX process compiles together: the same drawings as alone, and no influence on each other."""

import itertools
import random

import pytest

from sgpkit.graphics import compiled, tex
from sgpkit.graphics.tex import batchable, batches, formats, preamble
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected

pytestmark = [pytest.mark.sandbox, pytest.mark.process]


def document(body, before="", options="tikz", packages=""):
    return (
        f"\\documentclass[{options}]{{standalone}}{packages}\n{before}\n\\begin{{document}}\n\\begin{{tikzpicture}}\n{body}\n"
        f"\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


@pytest.fixture(scope="module")
def alone():
    """Return the drawing of a program compiled alone, or the reason of its failure."""
    kept = {}

    def compiled_alone(code):
        if code not in kept:
            try:
                kept[code] = tex._compile(code, tex.DEADLINE)
            except Rejected as rejected:
                kept[code] = rejected
        return kept[code]

    return compiled_alone


PLAIN = {
    "lines": "\\draw[thick] (0,0) -- (1,2) -- (3,0.5) -- cycle;\n\\fill[red!30!white] (1,1) circle (2pt);",
    "nodes": "\\node[draw, circle] (A) at (0,0) {$A$};\\node[right=1 of A, draw] (B) {text};\\draw[->] (A) -- (B);",
    "bent": "\\node (A) {A};\\node (B) at (2,1) {B};\\draw[->] (A) to[bend left=30] node[midway, above] {$x^2$} (B);",
    "loops": "\\foreach \\x in {0,...,5} {\\draw (\\x,0) -- ++(0,{sin(60*\\x)}); \\node[below] at (\\x,0) {\\x};}",
    "pairs": "\\foreach \\p/\\t in {0/A, 1/B, 2/C} \\coordinate[label=above:$\\t$] (P\\t) at (\\p,0);\\draw (PA) -- (PC);",
    "macros": "\\pgfmathsetmacro{\\radius}{1.5}\\def\\side{2}\\draw (0,0) circle (\\radius);\\draw (0,0) rectangle (\\side,1);",
    "box": "\\draw (0,0) circle (1);\\node[above] at (current bounding box.north) {top};",
    "curves": "\\draw[->, >=stealth, dashed] (0,0) .. controls (1,1) and (2,-1) .. (3,0) arc[start angle=0, end angle=90, radius=1];",
    "plot": "\\draw[domain=0:3, samples=20, smooth, blue] plot (\\x,{cos(\\x r)});\\draw[help lines] (0,0) grid (2,2);",
    "scopes": "\\begin{scope}[shift={(1,1)}, rotate=20]\\draw (0,0) rectangle (1,2);\\clip (0,0) circle (1);\\fill (0,0) -- (2,0) -- (2,2);\\end{scope}",
    "text": "\\node[align=center, text width=2cm, font=\\small\\itshape] {Two lines \\\\ of \\textbf{text}, 50\\%};",
    "tips": "\\draw[-{Stealth[length=3mm]}, very thick] (0,0) -- (2,0);\\draw[<->, latex-latex] (0,1) -- (2,1);",
    "calc": "\\coordinate (A) at (0,0);\\coordinate (B) at (3,1);\\draw (A) -- ($(A)!0.5!(B)$) node[draw] {m} -- (B |- A);",
    "let": "\\coordinate (A) at (1,2);\\draw let \\p1 = (A), \\n1 = {veclen(\\x1,\\y1)} in (0,0) circle (\\n1);",
    "percent": "\\draw (0,0) -- (1,1); % \\global\\let\\draw\\fill }\n\\node at (1,0) {a % b\nc};",
}  # fmt: skip
BEFORE = {
    "colors": ("\\fill[mine] (0,0) circle (1);\\draw[ours!50] (0,0) -- (1,1);",
               "\\definecolor{mine}{HTML}{AA3311}\\colorlet{ours}{mine!40!blue}"),
    "styles": ("\\node[box] (a) {x};\\draw[flow] (a) -- (2,0);",
               "\\tikzset{box/.style={draw, fill=gray!20}, flow/.style={->, thick}, every node/.append style={red}}"),
    "arguments": ("\\node {\\high{2}};\\spot{1}{2};",
                  "\\newcommand*{\\high}[1]{$x^{#1}$}\\newcommand{\\spot}[2]{\\fill (#1,#2) circle (2pt)}"),
}  # fmt: skip
LIBRARIES = "\\usetikzlibrary{calc,positioning,arrows.meta}"


def drawings():
    for options, packages in (("tikz", ""), ("tikz,border=3pt", ""), ("border=2mm", "\\usepackage{tikz}")):
        for body in PLAIN.values():
            yield document(body, options=options, packages=packages + LIBRARIES)
        for body, before in BEFORE.values():
            yield document(body, before, options=options, packages=packages + LIBRARIES)
    yield "\\draw (0,0) -- (2,1);"
    yield "\\begin{tikzpicture}[scale=2]\\draw (0,0) -- (2,1);\\end{tikzpicture}"


@pytest.mark.slow
def test_together_programs_draw_what_they_draw_alone(alone):
    codes = list(drawings())
    random.Random(1).shuffle(codes)
    drawn = batches.compile(codes, tex.DEADLINE, 2)
    assert set(drawn) == set(codes), "all of these are plain"
    pool.map_unique(codes, alone)
    for code in codes:
        assert drawn[code] == alone(code), code


BYSTANDERS = (
    document("\\node[draw] (C) at (0,0) {$x$};\\draw[->, red] (C) to[bend left] (2,1) node[right] {\\textbf{b}};"),
    document("\\coordinate (D) at (1,1);\\draw[thick] (0,0) -- (D);\\node at (current bounding box.south) {s};"),
    document("\\foreach \\i in {1,2,3} \\fill[blue!20] (\\i,0) circle (0.3);\\pgfmathsetmacro{\\half}{0.5}\\draw (0,0) -- (\\half,1);"),
    document("\\draw[->, >=latex, mine] (0,0) -- (1,2);", "\\definecolor{mine}{RGB}{1,200,3}"),
)  # fmt: skip

OWN = "\\draw (0,0) -- (3,1);"
SPITEFUL = {
    "global": OWN + "\\global\\let\\draw\\fill",
    "gdef": OWN + "\\gdef\\draw{\\fill}",
    "xdef": "\\def\\x{\\fill}\\xdef\\draw{\\x}" + OWN,
    "hidden global": OWN + "^^5cglobal\\let\\draw\\fill",
    "csname": OWN + "\\expandafter\\gdef\\csname draw\\endcsname{}",
    "catcode": OWN + "\\catcode`\\$=12",
    "global catcode": OWN + "\\global\\catcode`\\$=12",
    "exec": "\\draw[/utils/exec={\\gdef\\fill{}}] (0,0) -- (1,1);",
    "code": "\\tikzset{x/.code={\\gdef\\fill{}}}\\draw[x] (0,0) -- (1,1);",
    "code at the end": "\\draw[execute at end picture={\\gdef\\fill{}}] (0,0) -- (1,1);",
    "saved path": "\\path[save path=\\fill] (0,0) -- (1,1);" + OWN,
    "saved path in a style": "\\def\\x{save path=\\fill}\\tikzset{y/.style=\\x}\\path[y] (0,0) -- (1,1);" + OWN,
    "saved path by a name": "\\tikzset{save path/.style={}}\\path[save path=\\fill] (0,0) -- (1,1);" + OWN,
    "saved path in a macro": "\\def\\x{save path=\\fill}\\tikzset\\x" + OWN,
    "a style that is an option": "\\tikzset{overlay/.append style={red}}\\draw[overlay] (0,0) -- (1,1);" + OWN,
    "a color that is an option": "\\colorlet{overlay}{red}\\draw[overlay] (0,0) -- (1,1);" + OWN,
    "a chain": "\\tikzset{start chain/.append style={red}}\\node[start chain] {x};" + OWN,
    "options from an argument": "\\def\\o#1{\\path[draw=#1];}\\o{red, save path=\\fill}" + OWN,
    "options between written braces": "\\path[font=\\{, save path=\\fill, font=\\}];" + OWN,
    "a node of an option": "\\node[align={center,alias=Q}] {a};" + OWN,
    "a node of a key": "\\draw (canvas c%\ns:x=1cm,y=1cm,/tikz/local bounding box=Q) -- (1,2);",
    "text behind": OWN + "\\end{tikzpicture} text \\",
    "a page that is too large": "\\draw (0,0) -- (512,0);",
    "saved path in a choice": "\\path[align={center, save path=\\fill}] (0,0) -- (1,1);" + OWN,
    "saved path in an angle": "\\path (0,0) edge[bend left={30, save path=\\fill}] (1,1);" + OWN,
    "saved path in parentheses": "\\path (0,0) edge[bend left={(30, save path=\\fill)}] (1,1);" + OWN,
    "saved path before a label": "\\node[label={above, save path=\\fill:x}] {y};" + OWN,
    "saved path of coordinates": "\\path (canvas c%\ns:x=1cm,y=1cm,/tikz/save path=\\fill);" + OWN,
    "saved path of built coordinates": "\\def\\q{c}\\path (canvas \\q s:x=1cm,y=1cm,/tikz/save path=\\fill);" + OWN,
    "a command of nodes": "\\node {\\def\\nodepart{}};\\node {a \\nodepart{lower} b};" + OWN,
    "a command of paths": "\\node {\\def\\pgfextra{}};\\path \\pgfextra{\\tikzset{radius=2}} (0,0);" + OWN,
    "opacity, which is written at the end": "\\fill[red, opacity=.4] (0,0) rectangle (2,2);",
    "opacity with more": "\\fill[opacity=.3 >> >> x] (0,0) rectangle (1,1);",
    "all that comes": "\\tikzset{red, scale=2}" + OWN,
    "saved path behind a parenthesis": "\\path[name=(, save path=\\fill] (0,0) -- (1,1);" + OWN,
    "saved path behind a bracket": "\\path[name=[red], save path=\\fill] (0,0) -- (1,1);" + OWN,
    "saved path behind a style": "\\path[x/.style={red}{}, save path=\\fill] (0,0) -- (1,1);" + OWN,
    "saved path of marks": "\\draw plot[mark=*, mark options={save path=\\fill}] coordinates {(0,0) (1,1)};" + OWN,
    "color of black": OWN + "\\definecolor{black}{RGB}{255,0,0}\\colorlet{red}{green}\\draw[black] (0,0) -- (1,1);",
    "page color": OWN + "\\pagecolor{red}",
    "counter": OWN + "\\setcounter{page}{7}\\stepcounter{page}",
    "two pages": OWN + "\\end{tikzpicture}\\begin{tikzpicture}\\fill (0,0) circle (1);",
    "no page": "\\iffalse" + OWN + "\\fi",
    "a page of text": "\\draw (0,0) -- (1,1);\\end{tikzpicture}\\newpage text\\begin{tikzpicture}\\draw (0,0) -- (1,1);",
    "one group more": OWN + "\\begingroup",
    "one group less": OWN + "\\endgroup",
    "one brace more": OWN + "{",
    "one brace less": OWN + "}",
    "a scope open": OWN + "\\begin{scope}[red]",
    "a scope closed": OWN + "\\end{scope}",
    "groups in macros": "\\def\\x{\\begin{scope}}" + OWN + "\\x",
    "a bold end": OWN + "\\textbf",
    "one argument": "\\def\\x#1{}" + OWN + "\\x",
    "two arguments": "\\def\\x#1#2{}" + OWN + "\\x",
    "nine arguments": "\\def\\x#1#2#3#4#5#6#7#8#9{}" + OWN + "\\x",
    "no end": "\\def\\end{}" + OWN,
    "no document": "\\def\\endtikzpicture{}" + OWN,
    "own tests": "\\def\\ifdefined{}\\def\\typeout{}" + OWN,
    "own names": "\\newcommand{\\sgpkitforget}{}\\newcommand{\\sgpkitend}{}" + OWN,
    "stop": OWN + "\\stop",
    "end of input": OWN + "\\endinput",
    "input": OWN + "\\input{drawing.tex}",
    "another's node": "\\draw (C) -- (1,1);",
    "another's coordinate": "\\draw (D) -- (3,3);",
    "another's color": "\\draw[draw=mine] (0,0) -- (1,1);",
    "another's macro": "\\draw (0,0) -- (\\half,2);",
    "another's variable": "\\draw (0,0) -- (\\x,2);",
    "the node of all pictures": "\\node (current bounding box) at (5,5) {};" + OWN,
    "the node, built": "\\foreach \\x in {current} \\node (\\x\\space bounding box) at (5,5) {};" + OWN,
    "names forgotten": "\\tikzset{name/.style={}}\\node (C) at (9,9) {y};\\node[name=D] {};" + OWN,
    "all pictures": "\\tikzset{every picture/.style={red, scale=3}, every node/.style={draw}}" + OWN,
    "random": "\\draw (0,0) -- (rnd,1) -- ({rand},2);",
    "random, built": "\\def\\x{ra}\\def\\y{nd}\\draw (0,0) -- ({\\x\\y},1) -- ({2+\\x\\y},2);",
    "random, built again": "\\def\\x{ra}\\def\\y{nd}\\draw (0,0) -- ({\\x\\y},1) -- ({2+\\x\\y},3);",
    "a plot of the file": "\\def\\x{f}\\draw plot \\x ile{drawing.tex};" + OWN,
    "a plot of another file": "\\draw plot file{drawing.tex};" + OWN,
    "random seed": "\\pgfmathsetseed{5}\\draw (0,0) -- (rnd,1);",
    "endless": "\\def\\x{\\x}\\x" + OWN,
    "growing": "\\def\\x{\\x\\x}\\x" + OWN,
    "an error": "\\undefined" + OWN,
    "an error in an option": "\\draw[nonsense] (0,0) -- (1,1);",
    "an unknown node": "\\draw (nowhere) -- (1,1);",
    "a dollar": OWN + "\\node {$x};",
    "a lonely mark": OWN + "\\typeout{0 1 1}",
    "no semicolon": "\\draw (0,0) -- (3,1)",
    "a huge picture": "\\draw (0,0) -- (500,500);",
    "nothing": "",
    "a late font": "\\node[font=\\fontsize{40}{48}\\selectfont] {A};",
    "font dimensions": OWN + "\\fontdimen6\\font=99pt \\node {a};",
    "shapes": OWN + "\\pgfdeclareshape{circle}{}",
    "arrows": OWN + "\\pgfarrowsdeclare{latex}{latex}{}{}",
    "path names": "\\draw[name path global=x] (0,0) -- (1,1);",
    "writing": OWN + "\\immediate\\write-1{x}",
    "shipping": OWN + "\\AtEndDocument{\\newpage x}",
}  # fmt: skip


HELD = (
    "a bold end", "one argument", "two arguments", "nine arguments", "no document", "own tests", "own names",
    "another's node", "another's coordinate", "another's color", "another's variable", "the node of all pictures",
    "the node, built", "a plot of the file", "random, built", "random, built again", "a style that is an option",
    "a color that is an option", "a chain", "names forgotten", "all pictures", "color of black", "endless", "growing",
    "an unknown node", "a dollar", "a page that is too large", "no semicolon", "a huge picture", "nothing",
)  # fmt: skip
"""Programs for a batch that its groups, or the lines between programs, must contain."""


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(SPITEFUL), 8))
def test_no_program_sees_or_harms_another(start, alone):
    bystanders = itertools.cycle(BYSTANDERS)
    codes = []
    names = list(SPITEFUL)[start : start + 8]
    for name in names:
        codes += [f"{next(bystanders)}% before {name}", document(SPITEFUL[name])]
    codes.append(f"{next(bystanders)}% last")
    innocent = {code: code.rpartition("% ")[0] for code in codes[::2]}
    drawn = batches.compile(codes, 8, 1)
    for code in drawn:
        assert drawn[code] == alone(innocent.get(code, code))
    if not {"endless", "growing"}.intersection(names):
        assert len(drawn.keys() & innocent) > 1


@pytest.mark.parametrize("name", [name for name in SPITEFUL if name not in HELD])
def test_what_could_reach_out_of_a_group_is_not_plain(name):
    code = document(SPITEFUL[name])
    assert batchable.parse_picture(code[preamble.openings(code)[-1].end :]) is None


@pytest.mark.parametrize("code", [
    document("\\draw (0,0) -- (3,1);", options="border=2mm", packages="\\usepackage{tikz}").replace(
        "\\begin{document}", "\\begin{document}\n\\definecolor{a}{RGB}{1,2,3}"),
    document("\\draw (0,0) -- (3,\\w pt);", "\\pgfmathsetmacro{\\w}{1em+3ex}", packages="\\usepackage{lmodern}"),
    document("\\fill[red, opacity=.4] (0,0) rectangle (2,2);"),
])  # fmt: skip
def test_what_would_be_drawn_otherwise_is_compiled_alone(code):
    others = [code.replace("(0,0)", f"({x},0)") for x in range(1, 4)]
    assert batches.compile([code, *others], tex.DEADLINE, 1) == {}


def test_a_program_that_fails_is_told_why_and_the_others_share_a_tex(alone, monkeypatch):
    good = [document(f"\\draw (0,0) circle ({radius});") for radius in range(1, 7)]
    bad = document("\\draw (0,0) -- (1,1);\n\\node {$\\frac{1}{2$};")
    codes = [*good[:3], bad, *good[3:]]
    runs = []
    run = compiled.run
    monkeypatch.setattr(compiled, "run", lambda *given, **options: runs.append(given) or run(*given, **options))
    formats.require()
    formats.best(good[0])
    runs.clear()
    compiled.MEMORY.forget()
    outcomes = tex.convert_many(codes, workers=1)
    assert len(runs) <= 4, "three circles, three more, and the failing one with its format and without"
    assert outcomes.pop(3).reason == "pdflatex: line 6: Missing } inserted. (\\node {$\\frac{1}{2$})"
    assert outcomes == [alone(code) for code in good]


def test_programs_of_one_kind_are_compiled_together_and_each_once(monkeypatch):
    runs = []
    run = compiled.run
    monkeypatch.setattr(compiled, "run", lambda *given, **options: runs.append(given) or run(*given, **options))
    codes = [document(f"\\draw (0,0) rectangle ({width},1);") for width in range(1, 20)]
    formats.require()
    formats.best(codes[0])
    runs.clear()
    compiled.MEMORY.forget()
    tex.convert_many([*codes, *codes], workers=1)
    assert len(runs) == 2
    runs.clear()
    tex.convert_many(codes, workers=1)
    assert not runs


def test_a_batch_that_takes_too_long_is_compiled_alone(alone, monkeypatch):
    monkeypatch.setattr(batches, "TIME_SHARE", 0.002)
    codes = [document(f"\\draw (0,0) -- (1,{height});") for height in range(1, 4)]
    compiled.MEMORY.forget()
    assert tex.convert_many(codes) == [alone(code) for code in codes]


@pytest.mark.slow
@pytest.mark.realdata
def test_real_documents_are_drawn_the_same_in_batches(fixtures_path, alone):
    codes = [file.read_text(errors="replace") for file in sorted((fixtures_path / "tikz").glob("*.tex"))]
    drawn = batches.compile([*codes, *drawings()], tex.DEADLINE, 2)
    assert drawn.keys() & codes
    for code in drawn.keys() & codes:
        assert drawn[code] == alone(code)
