"""TikZ to SVG: positions, the meaning of incomplete programs, and the treatment of hostile ones."""

import itertools
import random
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

from sgpkit.graphics import compiled, raster, svg, tex
from sgpkit.graphics.compiled import page
from sgpkit.graphics.geometry import Circle, Ellipse
from sgpkit.graphics.svg.paint import Color
from sgpkit.graphics.tex import formats
from sgpkit.graphics.tex import preamble as tex_preamble
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status
from tests.helpers.outside import SECRET, watched

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

CENTIMETRE = 72 / 2.54
TEX_POINT = 72 / 72.27


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def document(body, preamble=""):
    return (
        f"\\documentclass[tikz]{{standalone}}\n{preamble}\n\\begin{{document}}\n\\begin{{tikzpicture}}\n{body}\n"
        "\\end{tikzpicture}\n\\end{document}\n"
    )


def shapes(body, preamble=""):
    return svg.shapes(tex.to_svg(document(body, preamble)))


def test_lines_lie_where_tex_puts_them_to_a_thousandth(tmp_path):
    draw = random.Random(1)
    corners = [(draw.uniform(0, 18), draw.uniform(0, 18)) for _ in range(121)]
    # The page's size is not a whole number of points, which must not shrink it.
    lines = "".join(f"\\draw ({a:.5f},{b:.5f}) -- ({c:.5f},{d:.5f});" for (a, b), (c, d) in itertools.pairwise(corners))
    code = document(lines, "\\pdfcompresslevel=0")
    (tmp_path / "plain.tex").write_text(code)
    subprocess.run(["pdflatex", "-interaction=batchmode", "plain.tex"], cwd=tmp_path, capture_output=True, check=True)
    written = re.findall(rb"(\S+) (\S+) m\s+(\S+) (\S+) l", (tmp_path / "plain.pdf").read_bytes())
    expected = np.array(written, float).reshape(-1, 2) * (1, -1)
    matches = [shape.outline[0] for shape in svg.shapes(tex.to_svg(code))]
    ours = np.array([point for outline in matches for point in (outline.start, outline.pieces[-1][-1])])
    assert len(ours) == 240
    assert np.abs((ours - ours[0]) - (expected - expected[0])).max() < 1e-3
    assert ours[1][0] - ours[0][0] == pytest.approx((corners[1][0] - corners[0][0]) * CENTIMETRE, rel=1e-4)


def test_circles_ellipses_colours_and_widths_are_read_back():
    circle, ellipse, line = shapes(
        "\\filldraw[fill=274A4A, draw=none] (20.00,6.22) circle (1.5pt);\n"
        "\\draw[rotate=30,line width=2pt,blue] (40,4) ellipse (10 and 5);\n"
        "\\draw[red,opacity=.5] (20.00,6.22) -- (28.66,1.22);",
        "\\definecolor{274A4A}{HTML}{274A4A}\\tikzset{x=1pt,y=1pt}",
    )
    assert circle.fill == Color(0x27, 0x4A, 0x4A)
    assert isinstance(circle.round, Circle)
    assert circle.round.radius == pytest.approx(1.5 * TEX_POINT, abs=1e-3)
    assert circle.round.centre.x == pytest.approx(line.outline[0].start.x, abs=1e-3)
    assert isinstance(ellipse.round, Ellipse)
    assert (ellipse.round.radius_x, ellipse.round.radius_y) == pytest.approx((10 * TEX_POINT, 5 * TEX_POINT), 3e-4)
    assert ellipse.stroke == Color(0, 0, 255)
    assert ellipse.stroke_width == pytest.approx(2 * TEX_POINT, abs=1e-3)
    assert line.stroke is not None
    assert (line.stroke.red, line.opacity * line.stroke.alpha) == (255, 0.5)


def test_letters_are_outlines_that_say_so():
    result = shapes("\\node {A}; \\draw (0,0) circle (1);")
    assert [("glyph" in shape.classes, shape.round is not None) for shape in result] == [(True, False), (False, True)]


def test_a_line_of_no_width_is_seen():
    assert shapes("\\draw[line width=0pt] (0,0) -- (1,1);")[0].stroke_width > 0.1
    assert raster.render(tex.to_svg(document("\\draw[line width=0pt] (0,0) -- (1,1);")), 64).min() < 250


def test_fadings_and_shadings_come_out():
    code = document("\\fill[red,path fading=west] (0,0) rectangle (4,4);", "\\usetikzlibrary{fadings}")
    row = raster.render(tex.to_svg(code), 64)[32]
    assert row[4, 1] > 200 > 60 > row[60, 1]


@pytest.mark.parametrize(
    ("code", "notes"),
    [
        (document("\\draw (0,0) circle (1);"), ()),
        ("\\begin{tikzpicture}\n\\draw (0,0) circle (1);\n\\end{tikzpicture}", 1),
        ("\\tikz \\draw (0,0) circle (1);", 1),
        ("\\draw (0,0) circle (1);", 1),
        ("% a circle, not a \\documentclass\n\\usetikzlibrary{calc}\n\\tikz\\draw ($(0,0)$) circle (1);", 1),
        (
            "\\usepackage{bm}\n\\begin%\n{tikzpicture}\\draw (0,0) circle (1);% \\begin{tikzpicture}\n\\end{tikzpicture}",
            1,
        ),
        ("\\begin{document}\\tikz\\draw (0,0) circle (1);\\end{document}", 1),
    ],
)
def test_a_program_without_a_document_is_set_in_one(code, notes):
    converted = tex.convert(code)
    assert [shape.round.radius for shape in svg.shapes(converted.svg)] == [pytest.approx(CENTIMETRE, 3e-4)]
    assert len(converted.notes) == (notes or 0)


def test_of_several_pages_the_last_is_drawn():
    converted = tex.convert(
        document("\\draw (0,0) circle (1);\\end{tikzpicture}\\begin{tikzpicture}\\draw (0,0) -- (9,9);")
    )
    assert converted.pages == 2
    assert converted.notes == ("2 pages; only the last is drawn",)
    assert [shape.round for shape in svg.shapes(converted.svg)] == [None]


def test_what_refers_to_the_page_is_run_twice():
    code = (
        "\\documentclass{standalone}\\usepackage{tikz}\\tikzset{every picture/.style=remember picture}"
        "\\begin{document}\\tikz\\coordinate (a);\\hspace{2cm}\\tikz{\\coordinate (b); \\draw[overlay] (a) -- (b);}\\rule{1cm}{1cm}"
        "\\end{document}"
    )
    outline = svg.shapes(tex.to_svg(code))[0].outline[0]
    assert outline.pieces[-1][-1].x - outline.start.x == pytest.approx(2 * CENTIMETRE, abs=1e-3)


REASONS = [
    (document("\\draw (0,0) -- (1,1) \\foo;"), "line 5: Undefined control sequence. (\\draw (0,0) -- (1,1) \\foo)"),
    (document("\\draw (0,0) -- (a);"), "line 5: Package pgf Error: No shape named `a' is known."),
    ("\n\\draw (0,0) -- (a);", "line 2: Package pgf Error: No shape named `a' is known."),
    (document("", "\\usepackage{nowhere}"), "LaTeX Error: File `nowhere.sty' not found."),
    (document("\\typeout{drawing.tex:1: a lie}\\foo"), "line 5: Undefined control sequence."),
    (document("")[:-16], "the program ends before \\end{document}"),
    ("\\documentclass{standalone}\\begin{document}\\end{document}", "no pages of output"),
    ("Sure, here is a circle", "line 1: LaTeX Error: Missing \\begin{document}."),
]


@pytest.mark.parametrize(("code", "reason"), REASONS)
def test_the_compilers_own_words_are_the_reason(code, reason):
    with pytest.raises(Rejected) as rejected:
        tex.to_svg(code)
    assert rejected.value.status == Status.COMPILE_ERROR
    assert reason in rejected.value.reason.replace("an empty page of 343.711 × 0 bp", "no pages of output")


HOSTILE = {
    "input": ("\\input{CANARY}", {Status.UNSAFE}),
    "input in disguise": ("\\csname input\\endcsname CANARY\\relax", {Status.COMPILE_ERROR}),
    "openin": ("\\newread\\r\\openin\\r=CANARY \\read\\r to\\x \\node{\\x};", {Status.UNSAFE}),
    "openin in disguise": (
        "\\newread\\r\\csname openin\\endcsname\\r=CANARY \\ifeof\\r\\errmessage{nothing}\\fi\\read\\r to\\x\\node{\\x};",
        {Status.COMPILE_ERROR},
    ),
    "pdffiledump": ("\\node{\\pdffiledump offset 0 length 9{CANARY}};", {Status.UNSAFE}),
    "pdfobj": ("\\immediate\\pdfobj stream file {CANARY}\\pdfrefobj\\pdflastobj", {Status.UNSAFE}),
    "pdfobj in disguise": ("\\immediate\\csname pdfobj\\endcsname stream file {CANARY}", {Status.COMPILE_ERROR}),
    "openout": ("\\newwrite\\w\\immediate\\openout\\w=FOLDER/made.txt", {Status.UNSAFE}),
    "openout in disguise": (
        "\\newwrite\\w\\immediate\\csname openout\\endcsname\\w=../../m.txt",
        {Status.COMPILE_ERROR},
    ),
    "shell": ("\\immediate\\write18{touch FOLDER/made.txt; curl 127.0.0.1:PORT}", {Status.UNSAFE}),
    "pipe": ('\\input{|"curl 127.0.0.1:PORT"}', {Status.UNSAFE}),
    "pipe in disguise": ('\\csname @@input\\endcsname |"curl 127.0.0.1:PORT" ', {Status.COMPILE_ERROR}),
    "lua": ("\\directlua{os.execute('touch FOLDER/made.txt')}", {Status.UNSAFE}),
    "picture": ("\\node{\\includegraphics{FOLDER/canary.png}};", {Status.UNSAFE}),
    "recursion": ("\\def\\x{\\x}\\x", {Status.TIMEOUT}),
    "growth": ("\\def\\x{\\x\\x}\\x", {Status.COMPILE_ERROR}),
    "pages": ("\\end{tikzpicture}\\loop\\hbox{a}\\newpage\\iftrue\\repeat", {Status.TIMEOUT, Status.TOO_LARGE}),
    "messages": (
        "\\loop\\message{xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\\iftrue\\repeat",
        {Status.TIMEOUT, Status.TOO_LARGE},
    ),
    "batch mode": ("\\batchmode\\foo", {Status.COMPILE_ERROR}),
    "error mode": ("\\errorstopmode\\foo", {Status.COMPILE_ERROR}),
    "early end": ("\\end{tikzpicture}\\end{document}\\foo", {Status.OK}),
    "many": ("\\foreach \\i in {1,...,1000000000}{\\draw (0,0) -- (1,1);}", {Status.TIMEOUT, Status.COMPILE_ERROR}),
    "large page": ("\\draw (0,0) -- (16000pt,16000pt);", {Status.TOO_LARGE}),
    "NUL": ("\0", {Status.PARSE_ERROR}),
    "surrogate": ("\ud800", {Status.PARSE_ERROR}),
    "empty": (None, {Status.NO_ANSWER}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_get_a_status_and_reach_nothing(name, tmp_path):
    body, expected = HOSTILE[name]
    with watched(tmp_path) as external:
        code = "" if body is None else document("\\draw (0,0) -- (1,1);" + body)
        for word, position in (("CANARY", external.canary), ("FOLDER", tmp_path), ("PORT", external.port)):
            code = code.replace(word, str(position))
        try:
            converted = tex.convert(code, seconds=1 if Status.TIMEOUT in expected else 20)
            status, output = Status.OK, converted.svg
        except Rejected as rejected:
            status, output = rejected.status, rejected.reason
            assert output.isprintable()
            assert len(output) <= 300
        assert status in expected, output
        assert SECRET not in output


def test_a_format_changes_nothing_but_the_time(monkeypatch):
    code = document("\\node[draw] (a) {$\\alpha$}; \\shade[ball color=b] (2,2) circle (1); \\draw ($(a)+(1,1)$) -- (rnd,2);",
                    "\\usepackage{amsmath,pgfplots}\n\\usetikzlibrary{calc}\n\\definecolor{b}{HTML}{D52092}")  # fmt: skip
    for _ in range(formats.MIN_PROGRAMS):
        formats.expect([code])
    path, end = formats.best(code)
    assert path is not None
    assert code[end:].startswith("\n\\definecolor")
    assert path.stat().st_mode & 0o004, "the sandbox's user is another one"
    preloaded = tex.to_svg(code)
    compiled.MEMORY.forget()
    monkeypatch.setattr(formats, "best", lambda code: (None, 0))
    assert tex.to_svg(code) == preloaded


def test_a_format_is_made_once_however_many_ask(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = []
    dumped = formats._dump
    monkeypatch.setattr(formats, "_dump", lambda key: made.append(key) or dumped(key))
    threads = [threading.Thread(target=formats.best, args=("\\relax",)) for _ in range(6)]
    program = "from sgpkit.graphics.tex import formats; print(formats.best('x')[0])"
    others = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    message = {process.communicate()[0].strip() for process in others} | {str(formats.best("")[0])}
    assert len(made) <= 1
    assert [str(path) for path in (tmp_path / "sgpkit" / "tex").iterdir()] == list(message)


def test_a_damaged_format_is_replaced_and_costs_no_program_its_score(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code = document("\\draw (0,0) -- (3,1);")
    path, _ = formats.best(code)
    monkeypatch.setattr(formats, "_failed", set())
    whole = path.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"x" * 1000):
        path.write_bytes(damaged)
        compiled.MEMORY.forget()
        assert len(svg.shapes(tex.to_svg(code))) == 1
        assert not path.exists() or path.read_bytes() == damaged


def test_where_no_format_can_be_kept_programs_compile_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(svg.shapes(tex.to_svg(document("\\draw (0,0) -- (5,1);")))) == 1


@pytest.mark.parametrize(
    ("code", "opening"),
    [
        ("\\documentclass [tikz , border=2pt]{standalone} % c\n\\usepackage{ amsmath,\n amssymb}\\foo", 2),
        ("\\documentclass{standalone}\\usepackage{tikz}\\usetikzlibrary{calc,fadings}", 2),
        ("\\documentclass{standalone}\\usepackage{mine}\\usepackage{tikz}", 1),
        ("\\documentclass{mine}\\usepackage{tikz}", 0),
        ("\\usepackage{tikz}\\documentclass{standalone}", 0),
        ("\\documentclass[border={\\immediate\\write18{id}}]{standalone}", 0),
        ("\\def\\x{}\\documentclass{standalone}", 0),
    ],
)
def test_only_known_words_go_into_a_format(code, opening):
    assert len(tex_preamble.openings(code)) == opening


def test_many_programs_are_compiled_once_each_and_stay_in_order(monkeypatch):
    runs = []
    run = tex._run
    monkeypatch.setattr(tex, "_run", lambda *given: runs.append(given) or run(*given))
    one, other, bad = (document(f"\\draw (0,0) circle ({radius});") for radius in ("1.25", "2.25", "\\foo"))
    radii = []
    for outcome in tex.convert_many([one, bad, other, one, other, one], workers=2):
        radii.append(None if isinstance(outcome, Rejected) else svg.shapes(outcome.svg)[0].round.radius / CENTIMETRE)
    assert radii == [pytest.approx(1.25, 1e-3), None] + [
        pytest.approx(radius, 1e-3) for radius in (2.25, 1.25, 2.25, 1.25)
    ]
    tex.convert(one)
    assert len(runs) <= 4  # what failed may have been tried without its format
    assert tex.convert_many([]) == []


def test_a_missing_program_is_nobodys_bad_drawing(monkeypatch):
    monkeypatch.setitem(page.PROGRAMS, "absent", "poppler-utils")
    with pytest.raises(
        sandbox.Unavailable, match="'absent' is not installed; install it with: apt install poppler-utils"
    ):
        tex.to_svg(document("\\draw (0,0) -- (7,1);"))


@pytest.mark.slow
@pytest.mark.realdata
def test_real_documents_compile_as_plain_pdflatex_does_and_look_the_same(fixtures_path, tmp_path):
    files = sorted((fixtures_path / "tikz").glob("*.tex"))
    assert files
    outcomes = tex.convert_many([file.read_text() for file in files])
    for number, (file, outcome) in enumerate(zip(files, outcomes, strict=True)):
        if isinstance(outcome, compiled.Converted) and number % 5:
            continue  # failures, and every fifth program, are compared
        plain = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", str(file)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if isinstance(outcome, Rejected):
            words = re.search(r"pdflatex: (?:line \d+: )?([^(]{0,40})", outcome.reason)[1].strip()
            assert plain.returncode, file.name
            assert words in plain.stdout, file.name
            continue
        assert not plain.returncode, file.name
        page_picture = picture(tmp_path / f"{file.stem}.pdf", 400)
        ours = raster.render(outcome.svg, 400).astype(float)
        coarse = np.abs(
            (ours - page_picture).reshape(50, 8, 50, 8, 3).mean((1, 3))
        )  # half a pixel apart, by another rasteriser
        assert coarse.mean() < 4, file.name


def picture(pdf, size):
    """Return a PDF's first page by poppler's rasteriser, at the center of a square."""
    from PIL import Image

    subprocess.run(["pdftoppm", "-png", "-singlefile", "-scale-to", str(size), pdf, pdf.with_suffix("")], check=True)
    page = np.asarray(Image.open(pdf.with_suffix(".png")).convert("RGB"), float)
    square = np.full((size, size, 3), 255.0)
    top, left = (size - page.shape[0]) // 2, (size - page.shape[1]) // 2
    square[top : top + page.shape[0], left : left + page.shape[1]] = page
    return square
