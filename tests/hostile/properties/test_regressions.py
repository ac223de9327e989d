"""Defects that fuzzing has found, each with the exact result expected. Inputs for which a return is enough are always
tried by the properties of their reader."""

import io
import zipfile

import polars
import pytest
from file_seeds import COUNTED

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
from sgpkit.runs import responses
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status
from sgpkit.submissions import answers

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
NESTED = DRAWING.format(f"<style>{'g>' * 90}a{{fill:red}}</style><g/>")


def test_flat_ellipse_leaves_other_shapes_visible():
    code = DRAWING.format('<ellipse rx="3" ry="5e-24" fill="red"/><circle cx="5" cy="5" r="2"/>')
    flat, round_one = svg.shapes(code)
    assert bounding_box(flat.outline)[:4] == pytest.approx((-3, 0, 3, 0), abs=1e-6)
    assert bounding_box(round_one.outline)[:4] == pytest.approx((3, 3, 7, 7))


def test_deeply_nested_selector_is_too_large():
    with pytest.raises(Rejected) as refused:
        svg.shapes(NESTED)
    assert refused.value.status is Status.TOO_LARGE


@pytest.mark.parametrize("radii", ["1e-200 1e-200", "5e-324 5e-324", "1e-160 1e-160"])
def test_tiny_radii_grow_to_a_half_circle(radii):
    """By SVG's implementation notes, F.6.6, only the ratio of the radii counts. Its square must not exceed the range of
    numbers."""
    (arc,) = subpaths(f"M0 0A{radii} 0 0 1 10 0")
    assert length(arc) == pytest.approx(5 * 3.14159265, rel=1e-4)
    assert bounding_box([arc])[:4] == pytest.approx((0, -5, 10, 0), abs=1e-6)


@pytest.mark.parametrize("radii", [(5.0, 0.0), (0.0, 5.0), (5.0, 5e-324), (5.0, FLAT)])
def test_arc_with_a_zero_radius_is_a_line(radii):
    form = centre_of_arc(Point(0, 0), Arc(*radii, 20.0, False, True, Point(6, 8)))
    assert form.at(form.begin) == pytest.approx((0, 0)) or form.at(form.begin) == pytest.approx((0, 0), abs=1e-9)
    assert form.at(form.begin + form.turn) == pytest.approx((6, 8))
    assert form.at(form.begin + form.turn / 2) == pytest.approx((3, 4))


def test_flattening_map_leaves_no_arc():
    (circle,) = subpaths("M0 0A5 5 0 1 1 10 0A5 5 0 1 1 0 0Z")
    flat = transform(circle, Affine(1, 0, 1e12, 1, 0, 0))
    assert not any(isinstance(piece, Arc) for piece in flat.pieces)
    assert len(flatten(flat)) > 2


def test_drawing_cannot_report_a_broken_renderer(monkeypatch):
    """A drawing that breaks a renderer could answer in its place, but must not be taken for an error of the machine."""
    for item in (b'r["infra_error", "x"]', b'r["ok", "x"]', b"r" + b"[" * 20_000, b"r[1]", b"r\xff", b""):
        monkeypatch.setattr(raster.pool, "ask_twice", lambda *asked, item=item: item)
        with pytest.raises(Rejected) as refused:
            raster.render(DRAWING.format("<g/>"), 8)
        assert refused.value.status is Status.COMPILE_ERROR


@pytest.mark.parametrize("number", range(3))
def test_replayed_table_with_invalid_texts_is_refused(tmp_path, number):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "replies.parquet"
    parquet.write_table(pyarrow.table({"id": ["a"], "completion": ["BBBB"]}), path, compression="none")
    whole = path.read_bytes()
    damaged = (whole.replace(b"BBBB", b"\xff\xfe\xff\xfe"), whole[:-20] + b"\x7f" * 12 + whole[-8:], whole[:9])[number]
    path.write_bytes(damaged)
    with pytest.raises(UserError, match="is not a readable Parquet file"):
        list(replay.read(path))


def test_polars_panic_is_a_damaged_file_and_an_interrupt_is_not(tmp_path):
    with pytest.raises(UserError, match="is damaged"), files.reading(tmp_path, "Get it again."):
        raise PanicException("assertion failed")
    with pytest.raises(KeyboardInterrupt), files.reading(tmp_path, "Get it again."):
        raise KeyboardInterrupt


class PanicException(BaseException):
    """An exception with the name of Polars' own, which cannot be constructed from Python."""


def test_archive_with_false_sizes_gives_reasons(tmp_path):
    path = tmp_path / "icons.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("c/a.svg", DRAWING.format("<g/>"))
        archive.writestr("c/b.svg", DRAWING.format("<g/>"))
    whole = path.read_bytes()
    central = whole.rindex(b"PK\x01\x02")
    path.write_bytes(whole[: central + 6] + b"\xf5" + whole[central + 7 :])  # made by a later version
    with pytest.raises(UserError, match="not an archive: zip file version"):
        list(svg_folder.svg_questions(str(path), 0))
    path.write_bytes(whole[: central + 24] + b"\xff\x0f\x00\x00" + whole[central + 28 :])  # larger than the actual size
    rows = list(svg_folder.svg_questions(str(path), 0))
    assert [getattr(row, "name", None) for row in rows][-1] == "c/b.svg" and rows[-1].reason


@pytest.mark.process
def test_program_cannot_forge_the_status_of_its_shell(monkeypatch):
    """An ordinary user shares the user id with the program in the sandbox, which reaches the pipes of the shell."""
    for item in (b"9" * 5000, b"1e3", b"-1", b"", b"\xb2"):
        monkeypatch.setattr(sandbox, "_converse", lambda *_, item=item: (None, b"", b"", b"ready\n" + item + b"\n"))
        ended = sandbox.run(["true"], {})
        assert (ended.ended, ended.exit_status) == (sandbox.Ended.SIGNAL, 137)


def test_damaged_table_of_drawings_is_refused(tmp_path):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "test.parquet"
    for read, name in ((vectorgym.source("text"), "original_svg"), (datikz.captions, "code")):
        columns = {"svg_id": ["a"], "caption": ["a"], "text_caption": ["a"], name: ["BBBB"]}
        parquet.write_table(pyarrow.table(columns), path, compression="none", use_dictionary=False)
        path.write_bytes(path.read_bytes().replace(b"BBBB", b"\xff\xfe\xff\xfe"))
        with pytest.raises(UserError, match="is damaged"):
            list(read(str(path), 0))


def test_submitted_table_that_claims_all_memory_is_refused(tmp_path):
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
