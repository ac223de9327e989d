"""The illustration tools whose way of writing SVG is followed: headers, grouping, paint, numbers, size of the canvas.

Nothing that a tool would not know is written: no element is called after what it shows.
"""

import random
from collections.abc import Callable
from typing import Literal, NamedTuple

from ..path_text import Mode, Numbers

Paint = Literal["attribute", "style", "class"]
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


class Tool(NamedTuple):
    """`primitives`: the share of circles, boxes and polygons that remain such elements; the rest become paths.
    `groups`: the share of groups that become a <g>; `merges`: the share of groups in one paint that become one path.
    `layers`: the number of groups around everything, as in a layered file. `offset`: whether a group's transform moves
    everything. `size` is the viewBox's width and height."""

    name: str
    header: str
    size: float
    numbers: Numbers
    mode: Mode
    paint: Paint
    primitives: float
    newline: str
    indent: str
    groups: float
    merges: float
    shares_paint: bool
    offset: tuple[float, float] | None = None
    comment: str = ""
    identifiers: str = ""
    corner: tuple[float, float] = (0.0, 0.0)
    layers: int = 0


def _view(size: float, corner: tuple[float, float] = (0.0, 0.0)) -> str:
    return f'viewBox="{corner[0]:g} {corner[1]:g} {size:g} {size:g}"'


def _poster(generator: random.Random) -> Tool:
    size = generator.choice((512.0, 512.0, 512.0, 511.999, 504.125, 508.0, 60.0, 58.0, 64.0))
    name = generator.choice(("Layer_1", "Capa_1", "Layer_1", "Livello_1"))
    header = (
        f'<svg version="1.1" id="{name}" {XMLNS} {XLINK} x="0px" y="0px" {_view(size)} '
        f'style="enable-background:new 0 0 {size:g} {size:g};" xml:space="preserve">'
    )
    if generator.random() < 0.5:
        header = f'<svg {XMLNS} version="1.1" id="{name}" x="0px" y="0px" {_view(size)} xml:space="preserve">'
    mode: Mode = "relative" if generator.random() < 0.4 else "shortest"
    numbers = Numbers(3 if generator.random() < 0.7 else 2, True, ",", generator.random() < 0.35)
    offset = (1.0, 1.0) if generator.random() < 0.12 else None
    return Tool(
        "poster",
        header,
        size,
        numbers,
        mode,
        "style",
        0.75,
        "\n",
        "\t",
        0.9,
        0.85,
        False,
        offset,
        "<!-- Generator: an icon export, SVG 1.1 -->" if generator.random() < 0.15 else "",
        layers=generator.choice((0, 1, 1, 2, 3)),
    )


def _web(generator: random.Random) -> Tool:
    size = generator.choice((24.0, 32.0, 48.0, 64.0, 128.0, 512.0))
    corner = (-21.0, 0.0) if size == 512 and generator.random() < 0.5 else (0.0, 0.0)
    header = f"<svg {XMLNS} {_view(size, corner)}>"
    if generator.random() < 0.3:
        header = f'<svg height="{size:g}" {_view(size, corner)} width="{size:g}" {XMLNS}>'
    numbers = Numbers({24.0: 3, 32.0: 3, 48.0: 2, 64.0: 2}.get(size, 1 + generator.randrange(3)), False, " ")
    return Tool("web", header, size, numbers, "shortest", "attribute", 0.3, "", "", 0.5, 0.85, True, corner=corner)


def _board(generator: random.Random) -> Tool:
    size = generator.choice((24.0, 48.0, 80.0, 100.0, 200.0))
    header = f'<svg width="{size:g}" height="{size:g}" {_view(size)} fill="none" {XMLNS}>'
    return Tool(
        "board",
        header,
        size,
        Numbers(4 if size < 100 else 3, True, " ", False),
        "absolute",
        "attribute",
        0.3,
        "\n",
        "",
        0.15,
        0.85,
        False,
    )


def _classed(generator: random.Random) -> Tool:
    size = generator.choice((64.0, 100.0, 256.0, 512.0, 1024.0))
    name = generator.choice(("Layer_1", "Icons", "flat"))
    header = f'<svg id="{name}" data-name="{name.replace("_", " ")}" {XMLNS} {_view(size)}>'
    if generator.random() < 0.5:
        header = f"<svg {XMLNS} {_view(size)}>"
    return Tool(
        "classed",
        header,
        size,
        Numbers(2 + generator.randrange(2), False, ","),
        "shortest",
        "class",
        0.6,
        "",
        "",
        0.6,
        0.7,
        False,
    )


def _drawn(generator: random.Random) -> Tool:
    size = generator.choice((128.0, 210.0, 300.0))
    header = (
        f'<svg {XMLNS} {XLINK} width="{size:g}mm" height="{size:g}mm" {_view(size)} version="1.1" '
        f'id="svg{generator.randrange(2, 9)}">'
    )
    offset = (round(generator.uniform(-30, 30), 3), round(generator.uniform(-30, 30), 3))
    return Tool(
        "drawn",
        header,
        size,
        Numbers(4, True, ",", False),
        "relative",
        "style",
        0.5,
        "\n",
        "  ",
        0.6,
        0.6,
        False,
        offset,
        "<!-- Created with a vector editor -->" if generator.random() < 0.5 else "",
        "drawn",
    )


def _paged(generator: random.Random) -> Tool:
    size = generator.choice((60.0, 64.0, 72.0, 120.0))
    header = f'<svg width="{size:g}px" height="{size:g}px" {_view(size)} version="1.1" {XMLNS} {XLINK}>'
    offset = (float(generator.randint(1, 5)), float(generator.randint(1, 5)))
    return Tool(
        "paged",
        header,
        size,
        Numbers(6 if generator.random() < 0.4 else 3, True, ",", False),
        "absolute",
        "attribute",
        0.7,
        "\n",
        "    ",
        0.8,
        0.0,
        True,
        offset,
        "",
        "paged",
    )


_TOOLS: dict[str, Callable[[random.Random], Tool]] = {
    "poster": _poster,
    "web": _web,
    "board": _board,
    "classed": _classed,
    "drawn": _drawn,
    "paged": _paged,
}


def choose(generator: random.Random) -> Tool:
    """Poster: the layered export of most icon collections; web: a minified icon; board: flattened to absolute paths;
    classed: a style sheet; drawn: an open-source editor with ids; paged: named pages and shifted groups."""
    name = generator.choices(("poster", "web", "board", "classed", "drawn", "paged"), weights=(9, 4, 3, 4, 2, 2))[0]
    return _TOOLS[name](generator)
