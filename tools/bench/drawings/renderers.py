"""The matrix of renderers: processor time for an icon at 224 pixels, and the share of resvg's suite that is right.

CairoSVG and resvg as `raster.paint` calls them, and librsvg (by pyvips) where it is installed. The suite lies in
SGPKIT_FIXTURES, as for tests; without it only the speed is measured. Its authors wrote it for resvg: read it as
coverage, and not as a ranking.
"""

import importlib.util
import io
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from unittest import mock

import numpy as np

from sgpkit.graphics import raster
from sgpkit.graphics.raster import direct
from sgpkit.status import Rejected
from tools import ROOT
from tools.bench.measure import Figure, at_least, at_most

SIZE = 224
ICONS = 60
LEVELS, SHARE = 2, 0.01
FASTER, SLOWER = 2.0, 0.4
"""Of CairoSVG's time, with the extra `fast` and without it, where PNG takes most."""

RIGHT = 0.9
"""The share of the suite without its texts, whose fonts it carries itself, that the default renderer is right on."""

Painter = Callable[[str, int], Any]


def icon(index: int) -> str:
    """Return a drawing like an icon: a gradient, groups, and twenty paths of a few hundred characters."""
    colours = [f"#{(k * 8191 + index) % 4096:03x}" for k in range(20)]
    steps = [f"c{k % 7} {index % 5} {k % 5} {k % 9 - 4} {k % 11 - 5} {k % 3}" for k in range(12)]
    paths = [
        f'<path d="M{(17 * k + index) % 90} {(31 * k) % 90}{" ".join(steps)}z" fill="{colour}"/>'
        for k, colour in enumerate(colours)
    ]
    gradient = '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#9cf"/></linearGradient>'
    content = f'<defs>{gradient}</defs><circle cx="50" cy="50" r="48" fill="url(#g)"/><g>{"".join(paths)}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{content}</svg>'


def painters() -> Mapping[str, Painter]:
    """Return what paints a drawing on white, by the renderer's name; librsvg where it is installed."""
    known: dict[str, Painter] = {name: partial(paint, name) for name in raster.RENDERERS}
    return known | ({"librsvg": librsvg} if importlib.util.find_spec("pyvips") else {})


def paint(renderer: str, code: str, size: int) -> Any:
    """Return the pixels by one of our renderers."""
    return raster.paint(code, size, renderer=renderer)


def librsvg(code: str, size: int) -> Any:
    """Return the pixels by librsvg, as libvips calls it."""
    pyvips = importlib.import_module("pyvips")
    picture = pyvips.Image.thumbnail_buffer(code.encode(), size, height=size)
    from PIL import Image

    shown = Image.open(io.BytesIO(picture.write_to_buffer(".png"))).convert("RGBA")
    return on_page(shown, size)


def on_page(picture: Any, size: int) -> Any:
    """Return a picture in the middle of a white square."""
    from PIL import Image

    page = Image.new("RGBA", (size, size), "white")
    page.alpha_composite(picture, ((size - picture.width) // 2, (size - picture.height) // 2))
    return np.asarray(page.convert("RGB"))


def figures() -> Iterator[Figure]:
    """Yield the matrix, a line a renderer and area."""
    spent = {name: milliseconds(painter) for name, painter in painters().items()}
    for name, value in spent.items():
        yield at_most(f"{name}: processor time for an icon at {SIZE} px", value, float("inf"), "ms")
    yield at_least("resvg against CairoSVG", spent["cairo"] / spent["resvg"], FASTER if direct.available() else SLOWER)
    with mock.patch.object(direct, "rasterized", return_value=None):
        without = milliseconds(painters()["resvg"])
    yield at_least("resvg without the extra `fast` against CairoSVG", spent["cairo"] / without, SLOWER)
    suite = Path(os.environ.get("SGPKIT_FIXTURES", ROOT.parent / "shared" / "fixtures")) / "resvg"
    if suite.is_dir():
        for name, painter in painters().items():
            for area, share in rightness(painter, suite).items():
                goal = RIGHT if name == raster.DEFAULT_RENDERER and area == "all but text" else 0.0
                yield at_least(f"{name}: share right of {area}", share, goal)


def milliseconds(painter: Painter) -> float:
    """Return the median processor time for an icon."""
    painter(icon(0), SIZE)
    spent = []
    for index in range(ICONS):
        begun = time.process_time()
        painter(icon(index), SIZE)
        spent.append(1000 * (time.process_time() - begun))
    return median(spent)


def rightness(painter: Painter, suite: Path) -> dict[str, float]:
    """Return the share of cases that are painted as expected, by area; of all but text, whose fonts are missing."""
    from PIL import Image

    verdicts: dict[str, list[bool]] = defaultdict(list)
    for path in sorted(suite.rglob("*.svg")):
        area = path.relative_to(suite).parts[0]
        expected = Image.open(path.with_suffix(".png")).convert("RGBA")
        size = max(expected.size)
        try:
            painted = painter(path.read_text("utf-8"), size).astype(int)
            apart = np.abs(painted - on_page(expected, size)).max(axis=2) > LEVELS
            is_right = bool(apart.mean() <= SHARE)
        except (Rejected, UnicodeDecodeError):
            is_right = False
        except Exception as error:  # of libvips, which has one of its own
            if type(error).__module__.partition(".")[0] != "pyvips":
                raise
            is_right = False
        verdicts[area].append(is_right)
        if area != "text":
            verdicts["all but text"].append(is_right)
    return {area: sum(right) / len(right) for area, right in verdicts.items()}
