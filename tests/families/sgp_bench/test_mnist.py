"""Traced digits: a classifier that never saw them reads their renderings; readers of MNIST in its other forms."""

import functools
import gzip
import importlib.util
import random
import struct
import zipfile
from collections import Counter

import builtin_rows
import numpy as np
import pytest
from PIL import Image, ImageFilter

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench.content import digit_shapes, handwriting
from sgpkit.families.sgp_bench.sources import digit_question, mnist, mnist_files
from sgpkit.families.shared.choices import guessing
from sgpkit.graphics import raster, svg, thinning
from sgpkit.graphics.geometry import Point

pytest.importorskip("contourpy")

pytestmark = builtin_rows.group("sgp-mnist")


@functools.cache
def rows():
    pytest.importorskip("sklearn")
    return [row for _, row in builtin_rows.of("sgp-mnist")]


def picture(code, side=20):
    painted = Image.fromarray(raster.paint(code, 80)).convert("L").filter(ImageFilter.GaussianBlur(3))
    return np.asarray(painted.resize((side, side), Image.Resampling.BOX)).ravel() / 255


def test_a_hundred_of_each_digit_in_every_wording():
    assert Counter(row["answer"] for row in rows()) == dict.fromkeys("0123456789", 100)
    assert len(set(digit_question.WORDINGS)) == 20
    asked = Counter((row["question"], row["answer"]) for row in rows())
    assert set(asked.values()) == {5} and len(asked) == 200
    assert len({row["code"] for row in rows()}) == 1000


def test_a_classifier_trained_on_the_other_digits_reads_the_renderings():
    from sklearn.model_selection import cross_val_predict
    from sklearn.svm import SVC

    pictures = np.array([picture(row["code"]) for row in rows()])
    digits = np.array([row["answer"] for row in rows()])
    read = cross_val_predict(SVC(C=10), pictures, digits, cv=5)
    assert (read == digits).mean() >= 0.87  # rotated, slanted, bent, many pens; 0.98 without these


def test_no_hand_leans_a_digit_further_than_it_may():
    for number in range(300):
        hand = handwriting.Hand.choose(random.Random(number))
        assert abs(hand.turn + hand.slant) <= handwriting.LEANING
        assert abs(hand.turn) <= handwriting.TURNED and abs(hand.slant) <= handwriting.SLANT
        straight = hand._replace(waves=((0.0, 1.0, 0.0), (0.0, 1.0, 0.0)))
        corners = [straight.at(Point(x, y)) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        doubled = sum(a.x * b.y - b.x * a.y for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))
        assert doubled / 2 == pytest.approx(1)  # neither mirrored nor enlarged


def test_thinned_ink_keeps_its_pieces_and_holes():
    from scipy import ndimage

    ink = np.zeros((40, 40), bool)
    ink[5:35, 8:30] = True
    ink[12:28, 15:23] = False
    lines = thinning.thin(ink)
    assert 0 < lines.sum() < 120 and not (lines & ~ink).any()
    assert ndimage.label(lines, np.ones((3, 3)))[1] == 1 and ndimage.label(~lines)[1] == 2
    for pen in (1.5, 3.0):
        written = handwriting.inked(lines, pen) > 0
        assert ndimage.label(~written)[1] == 2
        assert written.sum() == pytest.approx(2 * pen * lines.sum(), rel=0.25)


def drawn(*strokes):
    """Return the center lines, one pixel wide, of strokes through these points."""
    from PIL import ImageDraw

    paper = Image.new("1", (60, 60))
    for stroke in strokes:
        ImageDraw.Draw(paper).line(stroke, fill=1)
    return np.asarray(paper)


SHAPES = {
    "a 3 of two bows": (3, True, [[(15, 5), (40, 15), (25, 30), (42, 45), (15, 55)]]),
    "a 3 with a stroke in its middle": (3, True, [[(15, 5), (40, 5), (40, 55), (15, 55)], [(40, 30), (25, 30)]]),
    "a bracket": (3, False, [[(15, 5), (40, 5), (40, 55), (15, 55)]]),
    "a slight wave": (3, False, [[(15, 5), (40, 5), (37, 30), (40, 55), (15, 55)]]),
    "a 2": (2, True, [[(15, 15), (25, 5), (40, 15), (15, 55), (45, 55)]]),
    "an L": (2, False, [[(20, 5), (20, 55), (45, 55)]]),
    "an open 4": (4, True, [[(20, 5), (12, 35), (50, 35)], [(40, 20), (40, 55)]]),
    "a U with a tick": (4, False, [[(20, 5), (20, 48), (40, 48), (40, 15)], [(40, 48), (42, 55)]]),
    "a cross": (4, False, [[(30, 5), (30, 55)], [(12, 35), (50, 35)]]),
    "a closed 4": (4, True, [[(40, 55), (40, 5), (12, 35), (55, 35)]]),
    "a 7": (7, True, [[(15, 5), (45, 5), (25, 55)]]),
    "a 7 with a stroke across it": (7, True, [[(15, 5), (45, 5), (25, 55)], [(25, 32), (45, 32)]]),
    "a 7 with a stroke like a foot": (7, False, [[(15, 5), (45, 5), (25, 55)], [(15, 44), (40, 44)]]),
    "a 7 with a long stroke in its lower half": (7, False, [[(15, 5), (45, 5), (25, 55)], [(33, 34), (55, 36)]]),
    "a plus": (7, False, [[(30, 5), (30, 55)], [(12, 30), (50, 30)]]),
    "a 1 with a foot": (1, True, [[(24, 12), (32, 5), (32, 55)], [(15, 55), (50, 55)]]),
    "a lambda": (1, False, [[(15, 55), (30, 25), (45, 55)], [(30, 25), (30, 5)]]),
    "a 2 with a foot to both sides": (2, True, [[(15, 15), (25, 5), (40, 15), (28, 55)], [(20, 55), (45, 55)]]),
    "a leaning stem with such a foot": (2, False, [[(15, 5), (31, 20), (28, 55)], [(20, 55), (45, 55)]]),
    "a T": (1, False, [[(10, 12), (45, 5), (45, 55)]]),
    "a question mark": (2, False, [[(15, 15), (25, 5), (40, 15), (28, 55), (34, 55)]]),
    "a 0 with ticks": (
        4,
        False,
        [[(20, 50), (20, 5), (40, 5), (40, 50), (20, 50)], [(40, 45), (45, 45)], [(30, 50), (30, 55)]],
    ),
    "a 5": (5, True, [[(42, 5), (18, 5), (18, 28), (40, 38), (36, 52), (16, 55)]]),
    "a hook": (5, False, [[(42, 5), (22, 10), (18, 30), (22, 48), (18, 55)]]),
}


@pytest.mark.parametrize(("digit", "clear", "strokes"), SHAPES.values(), ids=SHAPES)
def test_a_digit_has_what_it_is_known_by(digit, clear, strokes):
    assert digit_shapes.clear(digit, drawn(*strokes)) is clear


def test_pens_are_fine_and_broad():
    widths = [handwriting.Hand.choose(random.Random(number)).pen for number in range(300)]
    assert min(widths) < 1.5 and max(widths) > 4.2
    assert all(handwriting.PENS[0] <= width <= handwriting.PENS[1] for width in widths)


@pytest.mark.slow
def test_the_samples_are_written_by_another_hand_in_another_seed():
    ours = {int(row["id"].rsplit("-", 1)[1]): row["code"] for row in rows()}
    other = {int(row["id"].rsplit("-", 1)[1]): row["code"] for _, row in mnist.digits("", 1)}
    shared = ours.keys() & other.keys()
    assert len(shared) > 100 and not [index for index in shared if ours[index] == other[index]]


def test_outlines_are_closed_valid_and_the_same_under_both_fill_rules():
    for row in rows()[::50]:
        assert svg.validate(row["code"]) == []
        assert row["code"].count("Z") == row["code"].count("M")
        assert (picture(row["code"]) == picture(row["code"].replace("evenodd", "nonzero"))).all()


def test_nothing_but_the_drawing_tells_the_digit():
    assert guessing.share_right(rows(), guessing.constant(rows())) == 0.1
    assert guessing.share_right(rows(), guessing.text_only(rows())) < 0.2


def test_another_seed_draws_other_digits():
    other = [row for _, row in zip(range(50), (row for _, row in mnist.digits("", 1)), strict=False)]
    assert {row["id"] for row in other} != {row["id"] for row in rows()[:50]}


def test_the_digits_are_those_that_scikit_learn_loads():
    loaded = pytest.importorskip("sklearn.datasets").load_digits()
    images, digits = mnist.bundled()
    assert np.array_equal(images, loaded.images)
    assert digits == loaded.target.tolist()


def test_without_scikit_learn_it_says_what_to_install(monkeypatch):
    mnist.bundled.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'sgpkit\[digits\]'"):
        next(mnist.digits("", 0))
    mnist.bundled.cache_clear()


# --- readers ----------------------------------------------------------------------------------------------------------


def seven():
    pixels = np.zeros((28, 28), np.uint8)
    pixels[4:8, 6:22] = 255
    pixels[8:24, 17:21] = 255
    return pixels


def write_idx(folder, images, labels, name="t10k", packed=False):
    pack = gzip.compress if packed else bytes
    ending = ".gz" if packed else ""
    head = struct.pack(">4I", 0x803, len(images), 28, 28)
    (folder / f"{name}-images-idx3-ubyte{ending}").write_bytes(pack(head + b"".join(map(bytes, images))))
    (folder / f"{name}-labels-idx1-ubyte{ending}").write_bytes(
        pack(struct.pack(">2I", 0x801, len(labels)) + bytes(labels))
    )


@pytest.mark.parametrize("packed", [False, True])
def test_idx_files_are_traced(tmp_path, packed):
    write_idx(tmp_path, [seven().tobytes(), bytes(784), seven().tobytes()], [7, 0, 99], packed=packed)
    assert mnist_files.recognises_idx(str(tmp_path))
    first, *others = mnist_files.idx_digits(str(tmp_path), 0)
    assert first[1]["answer"] == "7" and first[1]["id"] == "t10k-00000"
    assert [other.reason for other in others] == ["no ink to trace", "label 99 is no digit"]
    dark = raster.paint(first[1]["code"], 28)[..., 0] < 128
    assert (dark != (seven() > 0)).mean() < 0.01


def test_test_digits_come_first(tmp_path):
    write_idx(tmp_path, [seven().tobytes()], [7], name="train")
    write_idx(tmp_path, [seven().tobytes()], [7], name="t10k")
    assert [row["id"] for _, row in mnist_files.idx_digits(str(tmp_path), 0)] == ["t10k-00000", "train-00000"]


def test_wrong_idx_files_are_named(tmp_path):
    with pytest.raises(UserError, match="no file or folder"):
        list(mnist_files.idx_digits(str(tmp_path / "none"), 0))
    (tmp_path / "readme.txt").write_text("hello")
    with pytest.raises(UserError, match=r"expected IDX files named .*found readme\.txt"):
        list(mnist_files.idx_digits(str(tmp_path), 0))
    images = tmp_path / "t10k-images-idx3-ubyte"
    images.write_bytes(b"PNG")
    with pytest.raises(UserError, match="expected its labels next to it"):
        list(mnist_files.idx_digits(str(tmp_path), 0))
    (tmp_path / "t10k-labels-idx1-ubyte").write_bytes(bytes(9))
    with pytest.raises(UserError, match="expected an IDX file; found 3 bytes"):
        list(mnist_files.idx_digits(str(tmp_path), 0))
    images.write_bytes(struct.pack(">4I", 0x801, 1, 28, 28))
    with pytest.raises(UserError, match="found 0x801 and 0x0"):
        list(mnist_files.idx_digits(str(tmp_path), 0))
    write_idx(tmp_path, [seven().tobytes()], [7])
    images.write_bytes(images.read_bytes()[:-1])
    with pytest.raises(UserError, match="says 1 images of 28×28, holds 783 bytes"):
        list(mnist_files.idx_digits(str(tmp_path), 0))


DIGIT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M4 1h2v7h-2z"/></svg>'


def test_mnist_svg_folders_are_read(tmp_path):
    for name in ("1/a.svg", "7_12.svg", "x/readme.svg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(DIGIT)
    (tmp_path / "1/broken.svg").write_text("<svg")
    assert mnist_files.recognises_svg(str(tmp_path))
    items = list(mnist_files.svg_digits(str(tmp_path), 0))
    assert [item[1]["answer"] for item in items if not isinstance(item, Skipped)] == ["1", "7"]
    assert [item.name for item in items if isinstance(item, Skipped)] == ["1/broken.svg", "x/readme.svg"]
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("3/9.svg", DIGIT)
    assert [row["answer"] for _, row in mnist_files.svg_digits(str(tmp_path / "all.zip"), 0)] == ["3"]


def test_a_broken_entry_of_an_archive_is_left_out_alone(tmp_path):
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("3/8.svg", DIGIT)
        archive.writestr("3/9.svg", DIGIT)
    with zipfile.ZipFile(path) as archive:
        entry = archive.getinfo("3/8.svg")
    content = bytearray(path.read_bytes())
    start = entry.header_offset + 30 + len(entry.filename)
    content[start : start + entry.compress_size] = b"\xff" * entry.compress_size
    path.write_bytes(content)
    broken, (_, whole) = mnist_files.svg_digits(str(path), 0)
    assert isinstance(broken, Skipped) and broken.name == "3/8.svg"
    assert whole["answer"] == "3"


def test_folders_of_other_svg_files_are_not_taken_for_digits(tmp_path):
    (tmp_path / "cat.svg").write_text(DIGIT)
    assert not mnist_files.recognises_svg(str(tmp_path))
    assert not mnist_files.recognises_idx(str(tmp_path))
