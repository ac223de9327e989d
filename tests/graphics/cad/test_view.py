"""Pictures of solids: their area, the positions of lines, and reproducibility."""

import hashlib
import io
import math
import re
import subprocess
import sys

import numpy as np
import pytest
from cad_parts import circle, part, prism, rectangle
from PIL import Image

from sgpkit.graphics import raster, svg
from sgpkit.graphics.cad import solid
from sgpkit.graphics.cad.model import Frame, Part, Vector
from sgpkit.graphics.cad.view import camera as cad_camera
from sgpkit.graphics.cad.view import scan

pytest.importorskip("OCP", reason="solids need OpenCASCADE: pip install 'sgpkit[cad]'")

SIZE = 256
ALONG_X = Frame(Vector(0.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0), Vector(0.0, 0.0, 1.0))
BOX = part(prism(rectangle(0, 0, 3, 2), 1.0))
PLATE = part(prism(rectangle(-3, -2, 3, 2), 1.0, circle(1.0)), prism(circle(0.4, -2.0), 3.0, operation="join"))


def drawn(shape: Part, view: str, size: int = SIZE) -> tuple[str, np.ndarray]:
    result = solid.build_here(shape, views=(view,), size=size).view(view)
    return result.svg, np.asarray(Image.open(io.BytesIO(result.png)))


def scale_of(camera: cad_camera.Camera, corners: list[tuple[float, float, float]], size: int) -> float:
    flat = camera.turned(np.array(corners))
    return (1 - 2 * cad_camera.MARGIN) * size / max(np.ptp(flat[:, 0]), np.ptp(flat[:, 1]))


def test_cameras_are_opposite_and_upright():
    front, back = cad_camera.camera("front"), cad_camera.camera("back")
    assert tuple(-value for value in front.eye) == pytest.approx(back.eye)
    for camera in (front, back):
        matrix = np.array((camera.right, camera.up, camera.eye))
        assert matrix @ matrix.T == pytest.approx(np.eye(3)) and np.linalg.det(matrix) == pytest.approx(1.0)
        assert camera.right[2] == 0 and camera.up[2] > 0
    assert front.eye[0] > 0 > front.eye[1] and front.eye[2] > 0  # from the right, the front, above


@pytest.mark.parametrize("view", solid.VIEWS)
def test_a_box_covers_what_its_three_faces_cover(view):
    camera = cad_camera.camera(view)
    corners = [(x, y, z) for x in (0.0, 3.0) for y in (0.0, 2.0) for z in (0.0, 1.0)]
    scale = scale_of(camera, corners, SIZE)
    area = sum(face * abs(towards) for face, towards in zip((2.0, 3.0, 6.0), camera.eye, strict=True)) * scale**2
    _, pixels = drawn(BOX, view)
    covered = (pixels < 250).all(axis=2).sum()
    assert pixels.shape == (SIZE, SIZE, 3) and covered == pytest.approx(area, rel=0.02)
    rows, columns = np.nonzero((pixels < 250).all(axis=2))
    assert min(rows.min(), columns.min(), SIZE - 1 - rows.max(), SIZE - 1 - columns.max()) >= 0.05 * SIZE


def test_a_ball_like_round_is_centred():
    _, pixels = drawn(part(prism(circle(1.0), 0.05)), "front")
    dark = (pixels < 250).all(axis=2)
    assert np.argwhere(dark).mean(axis=0) == pytest.approx((SIZE / 2, SIZE / 2), abs=1.0)


def test_three_faces_differ_and_each_is_even():
    _, pixels = drawn(BOX, "front", 512)
    colours, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    large = colours[counts > 5000]
    assert len(large) == 4  # three faces and the paper
    assert min(np.abs(a.astype(int) - b).sum() for i, a in enumerate(large) for b in large[:i]) > 15


def strokes(drawing: str) -> dict[str, list[list[tuple[float, float]]]]:
    """Return the polylines by the colour of their group."""
    result = {}
    for colour, content in re.findall(r'<g stroke="(#\w+)"[^>]*>(.*?)</g>', drawing):
        lines = re.findall(r'd="M([^"]*)"', content)
        result[colour] = [
            [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", line.replace("L", " "))]
            for line in lines
        ]
    return result


def test_a_box_shows_nine_edges_and_hides_three():
    drawing, _ = drawn(BOX, "front")
    assert svg.validate(drawing) == []
    by_colour = strokes(drawing)
    seen, hidden = by_colour["#222832"], by_colour["#9aa4b2"]
    assert (len(seen), len(hidden)) == (9, 3)
    camera = cad_camera.camera("front")
    scale = scale_of(camera, [(x, y, z) for x in (0.0, 3.0) for y in (0.0, 2.0) for z in (0.0, 1.0)], SIZE)
    axes = np.array((camera.right, camera.up)).T * scale * np.array([[3.0], [2.0], [1.0]])
    expected = sorted(3 * [math.hypot(*axis) for axis in axes])
    assert sorted(math.dist(line[0], line[-1]) for line in seen) == pytest.approx(expected, abs=0.3)
    (corner,) = set.intersection(*({line[0], line[-1]} for line in hidden))  # they meet in the corner behind
    assert all(corner not in (line[0], line[-1]) for line in seen)


def test_a_rod_of_two_lengths_shows_no_seam():
    lengths = [prism(circle(1.0), 2.0, start=start, frame=ALONG_X) for start in (0.0, 2.0)]
    drawing, _ = drawn(part(*lengths, prism(circle(0.5), 9.0, start=-1.0, frame=ALONG_X, operation="cut")), "front")
    lines = strokes(drawing)["#222832"]
    straight = [line for line in lines if len(line) == 2 and math.dist(*line) > SIZE / 4]
    assert len(straight) == 2 and "#6b7686" not in strokes(drawing)  # the two sides of the outline


@pytest.mark.parametrize("view", solid.VIEWS)
def test_lines_lie_on_the_shaded_picture(view):
    """The same drawing by two methods: OpenCASCADE's removal of hidden lines, and the faces in order of depth."""
    drawing, pixels = drawn(PLATE, view)
    ink = raster.paint(re.sub(r'<g stroke="#9aa4b2".*?</g>', "", drawing), SIZE).min(axis=2) < 120
    shown = (pixels < 250).all(axis=2)
    near = np.zeros_like(shown)
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            near |= np.roll(shown, (down, right), axis=(0, 1))
    assert ink.sum() > 500 and (ink & ~near).sum() == 0
    border = shown & ~(np.roll(shown, 1, 0) & np.roll(shown, -1, 0) & np.roll(shown, 1, 1) & np.roll(shown, -1, 1))
    dark = raster.paint(drawing, SIZE).min(axis=2) < 250
    assert (border & ~dark).sum() < 0.02 * border.sum()  # the outline is drawn completely


def test_pixels_are_each_taken_once():
    turn = np.arange(7) * 2 * np.pi / 7
    rim = 50 + 40 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    fan = np.stack([np.stack([(50.0, 50.0), rim[i], rim[(i + 1) % 7]]) for i in range(7)])
    covered = scan.cover(fan, 100)
    positions = covered.row * 100 + covered.column
    assert (
        len(set(positions.tolist()))
        == len(positions)
        == pytest.approx(7 / 2 * 40**2 * math.sin(2 * math.pi / 7), rel=0.01)
    )


AGAIN = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from test_view import PLATE
from sgpkit.graphics.cad import (
    solid as solid,
)
found = solid.build_here(PLATE, views=("front", "back"))
print(hashlib.sha256(repr(found).encode()).hexdigest())
"""


@pytest.mark.process
def test_another_process_draws_the_same_bytes():
    here = solid.build_here(PLATE, views=("front", "back"))
    folders = [folder for folder in sys.path if folder]
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path[:0] = {folders!r}\n{AGAIN}",
        str(__file__).rpartition("/")[0],
    ]
    there = subprocess.run(command, capture_output=True, text=True, check=True)
    assert there.stdout.strip() == hashlib.sha256(repr(here).encode()).hexdigest()
