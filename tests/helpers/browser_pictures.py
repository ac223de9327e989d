"""Pictures of SVG drawings by Chromium, many per page, and their difference from the project's pictures."""

import base64
import io
import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from chromium import Browser
from PIL import Image

from sgpkit.graphics import svg
from sgpkit.graphics.gate import page
from sgpkit.graphics.raster.fit import Window, fit

Pixels = npt.NDArray[np.uint8]

SIZE = 128
COLUMNS = 20
LARGEST_BATCH = 100
MAX_DISTANCE = 32
"""Maximum distance of a channel from the range of its neighbourhood in the other picture; beyond it, a pixel is bad."""

MAX_BAD = 0.01
"""Maximum share of bad pixels of pictures that count as the same."""

SCRIPT = """
(async (tiles, size, columns) => {
  const sheet = document.createElement("canvas");
  sheet.width = size * columns;
  sheet.height = size * Math.ceil(tiles.length / columns);
  const context = sheet.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, sheet.width, sheet.height);
  const decode = async ([code]) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([code], {type: "image/svg+xml"}));
    await image.decode().catch(() => { image.refused = true; });
    return image;
  };
  const images = await Promise.all(tiles.map(decode));
  images.forEach((image, index) => {
    URL.revokeObjectURL(image.src);
    if (image.refused) return;
    const [, left, top, width, height] = tiles[index];
    const x = (index % columns) * size, y = Math.floor(index / columns) * size;
    context.save();
    context.beginPath();
    context.rect(x, y, size, size);
    context.clip();
    context.drawImage(image, x + left, y + top, width, height);
    context.restore();
  });
  return sheet.toDataURL("image/png");
})
"""

ROOT = re.compile(r"<(?:[\w.-]+:)?svg\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
SIZED = re.compile(r"\s(?:width|height|viewBox|preserveAspectRatio)\s*=\s*(?:\"[^\"]*\"|'[^']*')")


def paint(browser: Browser, codes: Sequence[str], windows: Sequence[Window | None], size: int = SIZE) -> list[Pixels]:
    """Return the pictures of drawings on white. A drawing with a window shows that part of its plane, fitted and
    centred; one without is stretched to the square. A drawing that the browser refuses is white."""
    pictures: list[Pixels] = []
    for begin in range(0, len(codes), LARGEST_BATCH):
        pairs = zip(codes[begin : begin + LARGEST_BATCH], windows[begin : begin + LARGEST_BATCH], strict=True)
        tiles = [_tile(code, window, size) for code, window in pairs]
        data = browser.ask(f"{SCRIPT}({json.dumps(tiles)}, {size}, {COLUMNS})")
        sheet = np.array(Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))).convert("RGB"))
        for index in range(len(tiles)):
            row, column = divmod(index, COLUMNS)
            pictures.append(sheet[row * size : (row + 1) * size, column * size : (column + 1) * size])
    return pictures


def _tile(code: str, window: Window | None, size: int) -> list[Any]:
    if svg.parse(code).namespaced is False:
        code = re.sub(r"<svg\b", f'<svg xmlns="{svg.document.SVG}"', code, count=1)
    if window is None:
        return [code, 0, 0, size, size]
    fitted, pixels = fit(window, size), page.stroke_scale(svg.parse(code).root)
    width, height = (pixels * window.width, pixels * window.height) if pixels else fitted[3:]
    root = ROOT.search(code)
    assert root is not None
    bare = SIZED.sub("", root[0])
    end = "/>" if bare.endswith("/>") else ">"
    box = " ".join(map(repr, window))
    sized = f'{bare.removesuffix(end)} width="{width!r}" height="{height!r}" viewBox="{box}"{end}'
    code = code[: root.start()] + sized + code[root.end() :]
    return [code, fitted.left, fitted.top, fitted.width, fitted.height]


def bad_share(one: Pixels, other: Pixels) -> float:
    """Return the share of pixels with a channel that lies more than MAX_DISTANCE outside the range of the other
    picture's 3 by 3 neighbourhood, in either direction."""
    return float((_is_outside(one, other) | _is_outside(other, one)).mean())


def _is_outside(one: Pixels, other: Pixels) -> npt.NDArray[np.bool_]:
    from scipy.ndimage import maximum_filter, minimum_filter

    pixels = one.astype(np.int16)
    high = maximum_filter(other, (3, 3, 1)).astype(np.int16)
    low = minimum_filter(other, (3, 3, 1)).astype(np.int16)
    result: npt.NDArray[np.bool_] = ((pixels > high + MAX_DISTANCE) | (pixels < low - MAX_DISTANCE)).any(2)
    return result


def is_blank(picture: Pixels) -> bool:
    """Return whether a picture shows nothing on white."""
    return int(picture.min()) > 247
