"""What fuzzing has found, and is mended: each input keeps its reader's promise now, and stays here."""

import io
import json
import zipfile

import polars
import pytest

from sgpkit import files
from sgpkit.engines import replay
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench.sources import svg_folder
from sgpkit.families.ssvg_bench.sources import datikz
from sgpkit.families.vectorgym.sources import vectorgym
from sgpkit.graphics import raster, svg
from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.svg.outline import FLAT, Arc, bounding_box, centre_of_arc, flatten, transform
from sgpkit.graphics.svg.path import length, subpaths
from sgpkit.graphics.workers import sandbox
from sgpkit.runs import responses
from sgpkit.status import Rejected, Status
from sgpkit.submission import answers
from tools.fuzz.judge import judged
from tools.fuzz.target import targets
from tools.fuzz.targets.written_files import COUNTED

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
FLATTENED = DRAWING.format('<ellipse rx="3" ry="5e-24"/>')
SHEARED = DRAWING.format('<g transform="rotate(30 1 2) skewX(4) matrix(1,0,1e9,1,2,3)"><ellipse rx="2" ry="4"/></g>')
NESTED = DRAWING.format(f"<style>{'g>' * 90}a{{fill:red}}</style><g/>")
DEEP = "[" * 20_000
ATOMS = {"id": {"id": {"cid": 2}}, "atoms": {"aid": [1, 2], "element": [8, 6]}, "bonds": {"aid1": [1], "aid2": [2]}}
NAMED = {"props": [{"urn": {"label": "IUPAC Name", "name": "Preferred"}, "value": {"sval": "e"}}]}
FAR = {"coords": [{"type": [1], "aid": [1, 2], "conformers": [{"x": [2, 6], "y": [954_775_808, 5]}]}]}
TASK = {"id": 1, "question_number": 1, "query": "", "base_shape": "", "variables": "", "base_shape_code": ""}

VECTORGYM = {"svg_id": "a", "original_svg": "<svg/>", "text_caption": DEEP}
ROUND = f'{{"name": "a", "configs": [{DEEP}{"]" * 20_000}]}}'
LETTER = "zqxjkvw"

CASES = {
    "a file's name behind many blanks": ("tex-guard", "\\input" + " " * 20_000),
    "options that never end": ("tex-guard", "\\documentclass[" * 4000),
    "a reference of no digits": ("cad-sketchgraphs", '[{"kind":"NodeOp","label":"Line","references":[0,""]}]'),
    "an ellipse that is a line": ("svg-figure", FLATTENED),
    "an ellipse that is a line, its contents": ("svg-contents", FLATTENED),
    "a map that all but flattens": ("svg-contents", SHEARED),
    "a selector nested deeper than Python's brackets": ("svg", NESTED),
    "a selector nested deeper, moved": ("svg-moved", NESTED),
    "an endpoint's reply nested too deep": ("endpoint-reply", DEEP),
    "a word's box that is no number": ("page", '<word xMin="6" yMin="2" xMax="3" yMax=".."></word>'),
    "a page's box that is no number": ("page", '<svg viewBox="0 0 .. 1"></svg>'),
    "a page without width": ("page", '<svg viewBox="0 0 0 1"></svg>'),
    "an icon too large for a float": ("iconify", '{"prefix":"x","width":%s,"icons":{"a":{"body":"b"}}}' % ("6" * 400)),
    "a record with an atom out of sight": ("pubchem", json.dumps({"PC_Compounds": [ATOMS | NAMED | FAR]})),
    "a task without end": ("turtlebench", json.dumps(TASK | {"id": float("inf")})),
    "a task in no encoding": ("turtlebench", b"\xf5"),
    "a task nested too deep": ("turtlebench", DEEP),
    "a replayed line nested too deep": ("replay", DEEP),
    "a card that lists a name alone": ("card", "---\nconfigs: c\n---\n"),
    "a card whose config is none": ("card", "---\nconfigs:\n- config_name\n---\n"),
    "a round nested too deep": ("round", ROUND),
    "a build's record nested too deep": ("build-record", DEEP),
    "a batch's result nested too deep": ("batch-results", DEEP),
    "prices nested too deep": ("prices-toml", f"a = {DEEP}"),
    "a price too large for a float": (
        "prices-toml",
        "date = 2026-01-31\n[models.m]\noutput = 1\ninput = 1" + "0" * 400,
    ),
    "a description nested too deep": ("vectorgym-rows", json.dumps([VECTORGYM])),
    "a version of endless numbers": ("version", "v1.0.0-rc." + "1" * 5000),
    "a number that is no version": ("version", "9" * 5000),
    "a changelog's heading behind a blank": (
        "changelog",
        "## v1.1.0\n\n\x1d## toy\n\n## v1.0.0\x85\n".encode("latin-1"),
    ),
    "a placeholder that cannot be written so": ("prompt-text", "{name!x}"),
    "a placeholder that looks within": ("prompt-text", "{name:{name}}"),
    "a prompt in no encoding": ("prompt-text", b"Draw \xed\xa0\x80."),
    "a word between two signs of a reference": ("shown-code", DRAWING.format(f'<g fill="a#b#{LETTER}"/>')),
    "a word behind a reference in quotes": ("shown-code", DRAWING.format(f"<g style='filter:url(\"#a\"#{LETTER})'/>")),
    "a card whose info is a list of words": ("card", "---\nconfigs:\n- config_name: a\ndataset_info:\n- s\n---\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_was_found_is_mended(name):
    target, content = CASES[name]
    fault = judged(targets()[target], content if isinstance(content, bytes) else content.encode())
    assert fault is None, fault.traceback


def test_a_drawing_with_a_flat_ellipse_still_shows_the_rest():
    code = DRAWING.format('<ellipse rx="3" ry="5e-24" fill="red"/><circle cx="5" cy="5" r="2"/>')
    flat, round_one = svg.shapes(code)
    assert bounding_box(flat.outline)[:4] == pytest.approx((-3, 0, 3, 0), abs=1e-6)
    assert bounding_box(round_one.outline)[:4] == pytest.approx((3, 3, 7, 7))


def test_a_selector_that_is_too_deep_is_the_drawings_fault():
    with pytest.raises(Rejected) as refused:
        svg.shapes(NESTED)
    assert refused.value.status is Status.TOO_LARGE


@pytest.mark.parametrize("radii", ["1e-200 1e-200", "5e-324 5e-324", "1e-160 1e-160"])
def test_radii_that_are_too_small_grow_to_a_half_circle(radii):
    """SVG's implementation notes, F.6.6; only their share counts, and its square must not leave the range of numbers."""
    (arc,) = subpaths(f"M0 0A{radii} 0 0 1 10 0")
    assert length(arc) == pytest.approx(5 * 3.14159265, rel=1e-4)
    assert bounding_box([arc])[:4] == pytest.approx((0, -5, 10, 0), abs=1e-6)


@pytest.mark.parametrize("radii", [(5.0, 0.0), (0.0, 5.0), (5.0, 5e-324), (5.0, FLAT)])
def test_an_arc_without_one_of_its_radii_is_a_line(radii):
    form = centre_of_arc(Point(0, 0), Arc(*radii, 20.0, False, True, Point(6, 8)))
    assert form.at(form.begin) == pytest.approx((0, 0)) or form.at(form.begin) == pytest.approx((0, 0), abs=1e-9)
    assert form.at(form.begin + form.turn) == pytest.approx((6, 8))
    assert form.at(form.begin + form.turn / 2) == pytest.approx((3, 4))


def test_a_map_that_all_but_flattens_leaves_no_arc():
    (circle,) = subpaths("M0 0A5 5 0 1 1 10 0A5 5 0 1 1 0 0Z")
    flat = transform(circle, Affine(1, 0, 1e12, 1, 0, 0))
    assert not any(isinstance(piece, Arc) for piece in flat.pieces)
    assert len(flatten(flat)) > 2


def test_a_drawing_cannot_speak_for_our_tools(monkeypatch):
    """Through a hole in a renderer a drawing could answer in its place; it may not call itself a broken tool of ours."""
    for said in (b'r["infra_error", "x"]', b'r["ok", "x"]', b"r" + b"[" * 20_000, b"r[1]", b"r\xff", b""):
        monkeypatch.setattr(raster.pool, "ask_patiently", lambda *asked, said=said: said)
        with pytest.raises(Rejected) as refused:
            raster.render(DRAWING.format("<g/>"), 8)
        assert refused.value.status is Status.COMPILE_ERROR


@pytest.mark.parametrize("number", range(3))
def test_a_replayed_table_whose_texts_are_no_text_is_damaged(tmp_path, number):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "replies.parquet"
    parquet.write_table(pyarrow.table({"id": ["a"], "completion": ["BBBB"]}), path, compression="none")
    whole = path.read_bytes()
    damaged = (whole.replace(b"BBBB", b"\xff\xfe\xff\xfe"), whole[:-20] + b"\x7f" * 12 + whole[-8:], whole[:9])[number]
    path.write_bytes(damaged)
    with pytest.raises(UserError, match="is not a Parquet file that can be read"):
        list(replay.read(path))


def test_a_panic_of_polars_is_a_damaged_file_and_an_interrupt_is_none(tmp_path):
    with pytest.raises(UserError, match="is damaged"), files.reading(tmp_path, "Get it again."):
        raise PanicException("assertion failed")
    with pytest.raises(KeyboardInterrupt), files.reading(tmp_path, "Get it again."):
        raise KeyboardInterrupt


class PanicException(BaseException):
    """Polars' own, of the same name, cannot be made from Python."""


def test_an_archive_that_lies_gives_its_reasons(tmp_path):
    path = tmp_path / "icons.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("c/a.svg", DRAWING.format("<g/>"))
        archive.writestr("c/b.svg", DRAWING.format("<g/>"))
    whole = path.read_bytes()
    central = whole.rindex(b"PK\x01\x02")
    path.write_bytes(whole[: central + 6] + b"\xf5" + whole[central + 7 :])  # made by a version to come
    with pytest.raises(UserError, match="no archive: zip file version"):
        list(svg_folder.svg_questions(str(path), 0))
    path.write_bytes(whole[: central + 24] + b"\xff\x0f\x00\x00" + whole[central + 28 :])  # larger than it is
    rows = list(svg_folder.svg_questions(str(path), 0))
    assert [getattr(row, "name", None) for row in rows][-1] == "c/b.svg" and rows[-1].reason


def test_a_program_cannot_speak_for_the_shell_that_watches_it(monkeypatch):
    """Whoever runs as an ordinary user shares a user with what runs inside, which reaches the shell's own pipes."""
    for said in (b"9" * 5000, b"1e3", b"-1", b"", b"\xb2"):
        monkeypatch.setattr(sandbox, "_converse", lambda *_, said=said: (None, b"", b"", b"ready\n" + said + b"\n"))
        ended = sandbox.run(["true"], {})
        assert (ended.ended, ended.exit_status) == (sandbox.Ended.SIGNAL, 137)


def test_a_damaged_table_of_drawings_says_so(tmp_path):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "test.parquet"
    for read, name in ((vectorgym.source("text"), "original_svg"), (datikz.captions, "code")):
        columns = {"svg_id": ["a"], "caption": ["a"], "text_caption": ["a"], name: ["BBBB"]}
        parquet.write_table(pyarrow.table(columns), path, compression="none", use_dictionary=False)
        path.write_bytes(path.read_bytes().replace(b"BBBB", b"\xff\xfe\xff\xfe"))
        with pytest.raises(UserError, match="is damaged"):
            list(read(str(path), 0))


def test_a_submitted_table_that_asks_for_all_memory_ends_nothing(tmp_path):
    """A page of -1 values, for which Polars' own reader asks for 2 EB and ends the process."""
    stream = io.BytesIO()
    polars.DataFrame([COUNTED], schema=responses.SCHEMA).write_parquet(stream, compression="uncompressed")
    path = tmp_path / "responses.parquet"
    path.write_bytes(stream.getvalue())
    assert answers.read(path)[0].height == 1
    path.write_bytes(stream.getvalue().replace(b",\x15\x02", b",\x15\x01"))
    with pytest.raises(UserError, match="is damaged"):
        answers.read(path)
    with pytest.raises(UserError, match="is damaged"):
        responses.load(tmp_path)
