"""EPS to SVG: positions, the choice of the page, and the treatment of hostile programs."""

import random
import subprocess

import numpy as np
import pytest

from sgpkit.graphics import eps, raster, svg
from sgpkit.graphics.compiled import page
from sgpkit.graphics.geometry import Circle
from sgpkit.graphics.svg.paint import Color
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status
from tests.helpers.outside import SECRET, watched

pytestmark = [pytest.mark.sandbox, pytest.mark.process]


def program(body, box="0 0 512 512", end="showpage\n"):
    head = f"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: {box}\n" if box else "%!PS\n"
    return f"{head}{body}\n{end}"


def test_lines_lie_where_the_program_says_to_a_thousandth():
    draw = random.Random(2)
    ends = [[round(draw.uniform(20, 600), 4) for _ in range(4)] for _ in range(150)]
    body = "\n".join("{} {} moveto {} {} lineto stroke".format(*four) for four in ends)
    converted = eps.convert(program(body, "20 20 600 600"))
    assert converted.origin == (20, 20)
    assert svg.root_size(svg.parse(converted.svg).root) == (580, 580)
    for shape, (a, b, c, d) in zip(svg.shapes(converted.svg), ends, strict=True):
        outline = shape.outline[0]
        assert (*outline.start, *outline.pieces[-1][-1]) == pytest.approx(
            (a - 20, 600 - b, c - 20, 600 - d), abs=1.2e-3
        )


def test_circles_colours_dashes_and_letters_are_read_back():
    atom, ring, letter = svg.shapes(
        eps.to_svg(
            program(
                "gsave 0.15 0.29 0.29 setrgbcolor newpath 100 200 1.5 0 360 arc fill grestore\n"
                "gsave 300 300 translate 30 rotate 2 2 scale 1 0 0 setrgbcolor [3 2] 0 setdash 0.5 setlinewidth\n"
                "newpath 0 0 20 0 360 arc closepath stroke grestore\n"
                "/Helvetica findfont 12 scalefont setfont 10 10 moveto (A) show"
            )
        )
    )
    assert atom.fill == Color(0x26, 0x4A, 0x4A)
    assert atom.round == Circle(
        (pytest.approx(100, abs=2e-3), pytest.approx(312, abs=2e-3)), pytest.approx(1.5, abs=2e-3)
    )
    assert ring.round == Circle((pytest.approx(300, abs=2e-3), pytest.approx(212, abs=2e-3)), pytest.approx(40, 3e-4))
    assert ring.stroke == Color(255, 0, 0)
    assert ring.stroke_width == pytest.approx(1, abs=1e-3)
    assert letter.classes == ("glyph",)


def test_what_lies_beside_the_box_is_read_though_not_shown():
    converted = eps.convert(program("newpath 700 300 50 0 360 arc stroke"))
    assert svg.shapes(converted.svg)[0].round.centre.x == pytest.approx(700, abs=1e-2)
    assert raster.render(converted.svg, 32).min() == 255


@pytest.mark.parametrize(
    ("code", "origin", "size", "notes"),
    [
        (program("10 10 40 40 rectfill", "5.5 6 60 70.5"), (5.5, 6), (54.5, 64.5), 0),
        (program("10 10 40 40 rectfill", "-5 -6 60 70"), (-5, -6), (65, 76), 0),
        (program("10 10 40 40 rectfill", ""), (9, 9), (42, 42), 1),
        (program("10 10 40 40 rectfill", "0 0 0 0"), (9, 9), (42, 42), 1),
        (program("-10 -20 5 5 rectfill", "nonsense"), (-11, -21), (7, 7), 1),
        (program("10 10 40 40 rectfill", "(atend)", "showpage\n%%Trailer\n%%BoundingBox: 0 0 60 70\n"), (0, 0), (60, 70), 0),
        (program("10 10 40 40 rectfill", end=""), (0, 0), (512, 512), 0),
        (program("10 10 40 40 rectfill showpage"), (0, 0), (512, 512), 1),
        (program("<< /PageSize [200000 200000] >> setpagedevice 10 10 40 40 rectfill"), (0, 0), (512, 512), 0),
    ],
)  # fmt: skip
def test_the_box_is_what_is_shown(code, origin, size, notes):
    converted = eps.convert(code)
    assert converted.origin == origin
    assert svg.root_size(svg.parse(converted.svg).root) == pytest.approx(size)
    assert len(converted.notes) == notes
    black = svg.shapes(converted.svg)[-1].outline[0]
    corner = min(black.start.x, *(piece[-1].x for piece in black.pieces))
    assert corner + origin[0] == pytest.approx(-10 if "-10 -20" in code else 10, abs=1e-2)


def test_of_several_pages_the_last_is_read():
    converted = eps.convert(program("1 1 9 9 rectfill showpage 5 5 9 9 rectfill"))
    assert (converted.pages, converted.notes) == (2, ("2 pages; only the last is drawn",))


def test_a_line_of_no_width_is_seen():
    assert (
        raster.render(eps.to_svg(program("0 setlinewidth 0 0 moveto 64 64 lineto stroke", "0 0 64 64")), 64).min() < 250
    )


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (program("1 2 foo"), "gs: line 3: /undefined in foo"),
        (program("1 0 div"), "/undefinedresult in div"),
        (program("(", end=""), "/syntaxerror"),
        ("Here it is", "gs: line 1: /undefined in Here"),
        (program("", ""), "the program draws nothing"),
    ],
)
def test_the_interpreters_own_words_are_the_reason(code, reason):
    with pytest.raises(Rejected, match=reason) as rejected:
        eps.to_svg(code)
    assert rejected.value.status == Status.COMPILE_ERROR


HOSTILE = {
    "read": ("(CANARY) (r) file 99 string readline pop show", {Status.UNSAFE}),
    "read in disguise": ("(CANARY) (r) /file cvx exec", {Status.UNSAFE, Status.COMPILE_ERROR}),
    "run": ("(CANARY) run", {Status.UNSAFE}),
    "write": ("(FOLDER/made.txt) (w) file (x) writestring", {Status.UNSAFE}),
    "write in disguise": (
        "(FOLDER/made.txt) (w) /file cvx exec (x) writestring",
        {Status.UNSAFE, Status.COMPILE_ERROR},
    ),
    "delete": ("(CANARY) deletefile", {Status.UNSAFE}),
    "delete in disguise": (
        "(CANARY) 16 string dup 0 (delete) putinterval dup 6 (file) putinterval 0 10 getinterval cvn cvx exec",
        {Status.COMPILE_ERROR},
    ),
    "rename": ("(CANARY) (FOLDER/x) renamefile", {Status.UNSAFE}),
    "list": ("(FOLDER/*) {=} 99 string filenameforall", {Status.UNSAFE}),
    "pipe": ("(%pipe%curl 127.0.0.1:PORT) (r) file", {Status.UNSAFE}),
    "pipe in disguise": (
        "/s (XpipeXtouch FOLDER/made.txt) def s 0 37 put s 5 37 put s (w) /file cvx exec",
        {Status.UNSAFE},
    ),
    "output file": ("<< /OutputFile (FOLDER/x.pdf) >> setpagedevice", {Status.UNSAFE}),
    "loop": ("{} loop", {Status.TIMEOUT}),
    "pages": ("{showpage} loop", {Status.TIMEOUT, Status.TOO_LARGE}),
    "words": ("{(xxxxxxxxxxxxxxxxxxxxxx) print} loop", {Status.TIMEOUT, Status.TOO_LARGE}),
    "memory": ("[ {65535 string} loop", {Status.TIMEOUT, Status.TOO_LARGE, Status.COMPILE_ERROR}),
    "stack": ("{1} loop", {Status.COMPILE_ERROR}),
    "large box": (None, {Status.TOO_LARGE}),
    "NUL": ("\0", {Status.PARSE_ERROR}),
    "empty": ("", {Status.NO_ANSWER}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_get_a_status_and_reach_nothing(name, tmp_path):
    body, expected = HOSTILE[name]
    with watched(tmp_path) as external:
        code = program("0 0 9 9 rectfill " + (body or ""), "0 0 64 64" if body is not None else "0 0 200000 200000")
        code = code if body != "" else " \n"
        for word, position in (("CANARY", external.canary), ("FOLDER", tmp_path), ("PORT", external.port)):
            code = code.replace(word, str(position))
        try:
            status, output = Status.OK, eps.convert(code, seconds=1 if Status.TIMEOUT in expected else 20).svg
        except Rejected as rejected:
            status, output = rejected.status, rejected.reason
            assert output.isprintable()
        assert status in expected, output
        assert SECRET not in output


def test_many_programs_stay_in_order():
    codes = [program(f"1 1 {size} {size} rectfill") for size in (5, 7)] + [program("foo")]
    outcomes = eps.convert_many([codes[0], codes[2], codes[1], codes[0]], workers=2)
    assert [isinstance(outcome, Rejected) for outcome in outcomes] == [False, True, False, False]
    assert outcomes[0] is outcomes[3] is eps.convert(codes[0])


def test_a_missing_program_is_nobodys_bad_drawing(monkeypatch):
    monkeypatch.setitem(page.PROGRAMS, "absent", "poppler-utils")
    with pytest.raises(
        sandbox.Unavailable, match="'absent' is not installed; install it with: apt install poppler-utils"
    ):
        eps.to_svg(program("3 3 9 9 rectfill"))


@pytest.mark.realdata
def test_the_picture_is_the_one_that_ghostscript_paints(tmp_path):
    from PIL import Image

    body = "2 setlinewidth 100 100 moveto 400 150 300 480 90 400 curveto stroke 0 0 1 setrgbcolor 250 250 90 0 300 arc fill"
    (tmp_path / "drawing.eps").write_text(program(body))
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=png16m", "-dGraphicsAlphaBits=4", "-o"]
    subprocess.run([*command, str(tmp_path / "o.png"), str(tmp_path / "drawing.eps")], check=True)
    theirs = np.asarray(Image.open(tmp_path / "o.png").convert("RGB"), float)
    assert np.abs(raster.render(eps.to_svg(program(body)), 512) - theirs).mean() < 0.5
