"""A solid as a shaded picture: smooth faces, and the visible edges drawn over them."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from sgpkit.graphics.cad.view import scan
from sgpkit.graphics.cad.view.camera import Camera, Fit, Numbers
from sgpkit.graphics.cad.view.hidden import Lines
from sgpkit.graphics.cad.view.mesh import Mesh

SAMPLES = 2
"""A pixel's side in samples."""
WHITE = 255
BRIGHT = 220
"""The palette's entry for full light; brighter tones lie above it, and `WHITE` is the paper."""
COLOUR = (176, 192, 210)
PALETTE = bytes(min(255, part * level // BRIGHT) for level in range(WHITE) for part in COLOUR) + b"\xff\xff\xff"
INK, FAINT = (34, 40, 50), (112, 124, 140)
# In the camera's right, up and towards the eye: the lamp from the upper left, and a weak one from below on the right.
LAMP, FILL = (-0.42, 0.72, 0.55), (0.62, -0.38, 0.69)
AMBIENT, LAMPLIGHT, FILLLIGHT = 0.42, 0.58, 0.26


def picture(mesh: Mesh, lines: Lines, camera: Camera, fit: Fit, size: int) -> npt.NDArray[np.uint8]:
    """Draw a picture (size, size, 3) on white."""
    side = size * SAMPLES
    visible, light = _faces(mesh, camera, fit, side)
    canvas = np.full(side * side, WHITE, np.uint8)
    canvas[visible] = light
    indexed = Image.fromarray(canvas.reshape(side, side))
    indexed.putpalette(PALETTE)
    image = indexed.convert("RGB")
    draw = ImageDraw.Draw(image)
    width = max(1, round(side / 300))
    for polylines, ink, thickness in ((lines.smooth, FAINT, max(1, width // 2)), (lines.sharp, INK, width)):
        for line in polylines:
            draw.line([tuple(point) for point in (fit(line) * side).tolist()], fill=ink, width=thickness, joint="curve")
    return np.asarray(image.reduce(SAMPLES))


def _faces(mesh: Mesh, camera: Camera, fit: Fit, side: int) -> tuple[scan.Indices, npt.NDArray[np.uint8]]:
    """Return the pixels that show the solid, and their brightness."""
    turned = camera.turned(mesh.points)
    flat = fit(turned) * side
    corners = flat[mesh.triangles]
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    # y grows downwards: what faces the eye runs clockwise.
    facing = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] < -1e-9
    triangles, corners = mesh.triangles[facing], corners[facing]
    covered = scan.cover(corners, side)
    pixel = covered.row * side + covered.column
    a, b, c = scan.slopes(corners, turned[triangles][:, :, 2:])
    depth = _along(a, b, c, covered.triangle, covered.column, covered.row)
    nearest = np.full(side * side, -np.inf, np.float32)
    np.maximum.at(nearest, pixel, depth)
    seen = np.flatnonzero(depth == nearest[pixel])  # a pixel on an edge of two triangles belongs to either
    triangle, column, row = covered.triangle[seen], covered.column[seen], covered.row[seen]
    light = _lit(camera.turned(mesh.normals))[triangles]
    brightness = _along(*scan.slopes(corners, light[:, :, None]), triangle, column, row)
    return pixel[seen], brightness.clip(0, WHITE - 1).astype(np.uint8)


def _along(
    a: Numbers, b: Numbers, c: Numbers, triangle: scan.Indices, column: scan.Indices, row: scan.Indices
) -> npt.NDArray[np.float32]:
    """Return the value of each triangle's plane in the middle of a pixel of it."""
    # Single precision, in which a whole picture fits into the processor's cache, is enough for 2,000 pixels.
    one, two, three = (values[:, 0].astype(np.float32) for values in (a, b, c + 0.5 * (a + b)))
    return one[triangle] * column.astype(np.float32) + two[triangle] * row.astype(np.float32) + three[triangle]


def _lit(normals: Numbers) -> Numbers:
    """Return the brightness of surfaces as entries of the palette."""
    normals = normals / np.sqrt((normals * normals).sum(axis=1, keepdims=True))
    light = np.full(len(normals), AMBIENT)
    for lamp, strength in ((LAMP, LAMPLIGHT), (FILL, FILLLIGHT)):
        light += strength * np.maximum(0.0, (normals * np.array(lamp)).sum(axis=1))
    return light * BRIGHT + 0.5
