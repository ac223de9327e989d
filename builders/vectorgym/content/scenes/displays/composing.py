"""Displays as scenes: things on shelves, in a grid of tiles, on a table, or one large thing on a poster.

Parts: background; the holders of the things (board-1 …, tile-1-1 …, table; on a poster rays, disc, frame, ribbon);
title; and the things under their own names (data: row and column in addition to that of any thing).
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import box, circle, ellipse, line, polygon, shape, smooth

from .. import things
from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, shaded, stroked, text_width, words
from ..scene import Part
from ..specs import Display
from ..wording import counted, quoted

SIZES = {"shelves": (560, 480), "tiles": (480, 520), "poster": (420, 560), "table": (640, 420)}
TOP = 92.0
"""The upper edge of the area below the title."""


def compose(display: Display) -> list[Part]:
    width, height = SIZES[display.form]
    parts = [ground(display, width, height), *FORMS[display.form](display, width, height), title(display, width)]
    return parts + [standing(display, index) for index in range(len(display.things))]


def opening(display: Display) -> str:
    what = {
        "shelves": f"{counted(display.rows)} shelves with things on them",
        "tiles": f"a sheet of icons in {counted(display.rows)} rows and {counted(display.columns)} columns of tiles",
        "poster": "a poster with one large picture",
        "table": "a still life on a table",
    }[display.form]
    return f"{what}, titled {quoted(display.title)}"


def place_of(display: Display, index: int) -> tuple[float, float, float, float]:
    """Return the center, the ground line, and the maximum width and height for the thing with an index."""
    width, height = SIZES[display.form]
    row, column = divmod(index, display.columns)
    if display.form == "poster":
        return width / 2, 420.0, 270.0, 270.0
    if display.form == "table":
        slot = (width - 90) / display.columns
        return 45 + slot * (column + 0.5), 322.0 + (18 if index % 2 else 0), 0.88 * slot, 178.0
    high = (height - TOP - 14) / display.rows
    if display.form == "shelves":
        slot = (width - 80) / display.columns
        return 40 + slot * (column + 0.5), TOP + high * (row + 1) - 20, 0.8 * slot, high - 44
    slot = (width - 24) / display.columns
    return (
        12 + slot * (column + 0.5),
        TOP + high * (row + 0.5) + 0.34 * min(high, slot),
        0.66 * slot,
        0.66 * min(high, slot),
    )


def standing(display: Display, index: int) -> Part:
    x, base, wide, high = place_of(display, index)
    thing = display.things[index]._replace(x=x, ground=base, size=1.0)
    size = min(high, wide / things.width(thing))
    if display.form == "tiles":
        base -= (high - size) / 2
    part = things.build(thing._replace(size=size, ground=base))
    row, column = divmod(index, display.columns)
    return replace(part, data={**part.data, "ground": base, "row": row, "column": column})


def ground(display: Display, width: int, height: int) -> Part:
    """Return the background, with a pattern of small signs on shelves and tables."""
    inks: list[Ink] = [filled(box(0, 0, width, height), display.ground)]
    faint = mixed(display.ground, display.ink, 0.1)
    if display.form in ("shelves", "table"):
        word = random.Random(display.seed).choice(("diamond", "circle", "heart", "star"))
        inks += [
            filled(emblem(word, 40.0 + 80 * column + 40 * (row % 2), 40.0 + 78 * row, 7), faint)
            for row in range(5)
            for column in range(width // 80)
        ]
        return Part(
            "background",
            "wall",
            tuple(inks),
            "background",
            (display.ground,),
            f"a {{0}} wall with a faint pattern of small {word}s",
            True,
        )
    return Part("background", "background", tuple(inks), "background", (display.ground,), "a plain {0} background")


def title(display: Display, width: int) -> Part:
    size = min(32.0, 32.0 * (width - 90) / text_width(display.title, 32, True))
    middle = width / 2
    wide = text_width(display.title, size, True) / 2
    signs = [filled(emblem("diamond", middle + side * (wide + 20), 46, 7), display.board) for side in (-1, 1)]
    inks = (words(display.title, middle, 56, size, display.ink, bold=True), *signs)
    return Part("title", "title", inks, "title", (display.ink,), data={"text": display.title})


def shelves(display: Display, width: int, height: int) -> list[Part]:
    high = (height - TOP - 14) / display.rows
    return [board(display, row, TOP + high * (row + 1) - 20, width) for row in range(display.rows)]


def board(display: Display, row: int, y: float, width: int) -> Part:
    wood = display.board
    grain = [
        stroked(smooth((x, y + 7), (x + 30, y + 5), (x + 60, y + 8), closed=False), darker(wood), 1.2)
        for x in (50.0, 190.0, 330.0, 440.0)
    ]
    brackets = [filled(shape(f"M{x} {y + 14}h16v6c0 10 -6 18 -16 22Z"), darker(wood)) for x in (64.0, width - 80.0)]
    inks = (
        filled(box(26, y + 14, width - 52.0, 5), mixed(display.ground, "#000000", 0.25)),
        *brackets,
        filled(box(22, y, width - 44.0, 14, 3), wood),
        filled(box(22, y, width - 44.0, 3, 1.5), lighter(wood)),
        *grain,
    )
    return Part(
        f"board-{row + 1}",
        "shelf",
        inks,
        "board",
        (wood,),
        "" if row else "{0} shelf boards on brackets",
        data={"row": row},
    )


def tiles(display: Display, width: int, height: int) -> list[Part]:
    high, slot = (height - TOP - 14) / display.rows, (width - 24) / display.columns
    parts = []
    for index in range(display.rows * display.columns):
        row, column = divmod(index, display.columns)
        x, y = 12 + slot * column, TOP + high * row
        color = display.tiles[index % len(display.tiles)]
        body = box(x + 5, y + 5, slot - 10, high - 10, 16)
        inks = (filled(body.moved(3, 4), mixed(display.ground, display.ink, 0.3)), filled(body, color))
        parts.append(
            Part(
                f"tile-{row + 1}-{column + 1}",
                "tile",
                inks,
                "tile",
                (color,),
                data={"row": row, "column": column, "color": color},
                inside="tiles",
            )
        )
    return parts


def table(display: Display, width: int, height: int) -> list[Part]:
    """Return a table with a cloth that hangs in scallops."""
    cloth, wood = display.board, "#8B5A2B"
    scallops = " ".join(f"A32 20 0 0 1 {608 - 64 * step - 64} 366" for step in range(9))
    inks = (
        filled(box(60, 360, 22, 60), wood),
        filled(box(width - 82.0, 360, 22, 60), wood),
        filled(shape(f"M32 366V300H608V366{scallops}Z"), cloth),
        shaded(box(16, 296, width - 32.0, 52, 4), lighter(cloth), cloth),
        *(filled(circle(64 + 64 * step, 362, 5), lighter(cloth)) for step in range(9)),
        stroked(line((20, 346), (width - 20.0, 346)), darker(cloth), 3),
    )
    return [Part("table", "table", inks, "table", (cloth,), "a table with a scalloped {0} cloth")]


def poster(display: Display, width: int, height: int) -> list[Part]:
    """Return rays behind the thing, a frame around everything, dots in its corners, and a bar at the bottom."""
    faint = mixed(display.ground, display.board, 0.35)
    rays = [
        filled(polygon((210, 290), (196, -20), (224, -20)).turned(30 * step, 210, 290), faint) for step in range(12)
    ]
    disc = [
        filled(circle(210, 290, 158), display.tiles[0]),
        stroked(circle(210, 290, 148), display.board, 3, (9.0, 7.0)),
    ]
    frame = [
        stroked(box(12, 12, width - 24.0, height - 24.0, 10), display.board, 6),
        stroked(box(22, 22, width - 44.0, height - 44.0, 6), display.board, 2),
    ]
    dots = [filled(circle(x, y, 6), display.board) for x in (34.0, width - 34.0) for y in (34.0, height - 34.0)]
    ribbon = polygon((70, 478), (350, 478), (366, 500), (350, 522), (70, 522), (54, 500))
    stars = [filled(emblem("star", 100 + 44 * step, 500, 12), display.ground) for step in range(6)]
    shadow = filled(ellipse(210, 424, 110, 9), mixed(display.tiles[0], "#000000", 0.25))
    return [
        Part("rays", "rays", tuple(rays), "ornament", (), "twelve faint rays behind it"),
        Part(
            "disc",
            "disc",
            (*disc, shadow),
            "plate",
            (display.tiles[0], display.board),
            "a large {0} disc with a dashed {1} ring",
        ),
        Part(
            "frame",
            "frame",
            (*frame, *dots),
            "frame",
            (display.board,),
            "a double {0} frame around the whole poster, with a dot in each corner",
            True,
        ),
        Part(
            "ribbon",
            "ribbon",
            (filled(ribbon, display.board), *stars),
            "ornament",
            (display.board,),
            "a {0} ribbon with six stars",
        ),
    ]


FORMS: Mapping[str, Callable[[Display, int, int], list[Part]]] = {
    "shelves": shelves,
    "tiles": tiles,
    "table": table,
    "poster": poster,
}
"""By form: the function that draws the holders of the things."""
