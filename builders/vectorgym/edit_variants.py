"""Right and wrong edits: the reference with changes that the instruction leaves open, and shapes without form."""

import re
from collections.abc import Callable, Mapping
from statistics import mean

from sgpkit.benchmark import Row, Variant
from sgpkit.metrics.pictures import edit_list

from . import scoring

HEXADECIMAL = re.compile(r"#[0-9A-Fa-f]{6}")
VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
DRAWN = re.compile(r"\s*<(path|rect|circle|ellipse|poly|line|text|use)")
MADE = ("added", "redrawn")


def changes(row: Row) -> tuple[edit_list.Change, ...]:
    """Return the changes that a row lists."""
    return edit_list.read_changes(str(row[scoring.CHANGES]))


def is_open(row: Row) -> bool:
    """Return whether all changes of a row add things of which the instruction leaves position and size open."""
    return all(change.how == "added" and {"place", "size"} <= set(change.open) for change in changes(row))


def page(code: str) -> tuple[float, float, float, float]:
    """Return the left, the top, the width and the height of a drawing's page."""
    match = VIEW_BOX.search(code)
    assert match is not None
    left, top, width, height = map(float, match[1].split())
    return left, top, width, height


# --- right ------------------------------------------------------------------------------------------------------------


def with_new(row: Row, change: Callable[[str], str]) -> str:
    """Return the target with a function applied to its new elements that are complete on one line."""
    start = set(scoring.drawing_of(row).splitlines())
    return "\n".join(
        change(line) if line not in start and DRAWN.match(line) else line
        for line in scoring.target_of(row).splitlines()
    )


def grouped(transform: str) -> Callable[[str], str]:
    """Return a function that puts a complete element into a group with a transform."""
    return lambda line: f'<g transform="{transform}">{line}</g>' if line.rstrip().endswith(("/>", "</text>")) else line


def shifted(row: Row) -> str:
    """Return the target with its new elements moved by 2 % of the width."""
    return with_new(row, grouped(f"translate({0.02 * max(page(scoring.target_of(row))[2:]):.2f} 0)"))


def scaled(row: Row) -> str:
    """Return the target with its new elements larger by 3 %."""
    boxes = [change.boxes[-1] for change in changes(row) if change.asked]
    left, top, width, height = page(scoring.target_of(row))
    side = max(width, height)
    x = left + side * mean((box[0] + box[2]) / 2 for box in boxes)
    y = top + side * mean((box[1] + box[3]) / 2 for box in boxes)
    return with_new(row, grouped(f"translate({x:.2f} {y:.2f}) scale(1.03) translate({-x:.2f} {-y:.2f})"))


def recolored(row: Row) -> str:
    """Return the target with the colors of its new elements changed by 8 of 255."""

    def nudged(match: re.Match[str]) -> str:
        levels = [int(match[0][at : at + 2], 16) for at in (1, 3, 5)]
        return "#" + "".join(f"{level - 8 if level > 127 else level + 8:02x}" for level in levels)

    return with_new(row, lambda line: HEXADECIMAL.sub(nudged, line))


RIGHT: Mapping[str, Variant] = {
    "what is new moved by 2 %, where it may be elsewhere": Variant(lambda rows: list(map(shifted, rows)), 0.8, is_open),
    "larger by 3 %, where it may be": Variant(lambda rows: list(map(scaled, rows)), 0.8, is_open),
    "in shades that differ by 8 of 255": Variant(lambda rows: list(map(recolored, rows)), 0.8, is_open),
}


# --- wrong ------------------------------------------------------------------------------------------------------------


def plain_shapes(row: Row, shape: str) -> str:
    """Return the given drawing with plain shapes in the stated colors at the positions of changes, the largest first.

    `shape` is "ellipse" or "rect".
    """
    code = scoring.drawing_of(row)
    left, top, width, height = page(code)
    side = max(width, height)
    left, top = left - (side - width) / 2, top - (side - height) / 2
    shapes = []
    for change in changes(row):
        if change.how not in MADE or not change.asked:
            continue
        a, b, c, d = (side * value for value in change.boxes[-1])
        stated = [one.color for one in change.stated] or HEXADECIMAL.findall(str(row["instruction"])) or ["#777777"]
        for index, color in enumerate(stated):
            share = 1 - index / len(stated)
            x, y, across, down = (a + c) / 2 + left, (b + d) / 2 + top, (c - a) * share / 2, (d - b) * share / 2
            shapes.append(
                f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{color}"/>'
                if shape == "ellipse"
                else f'<rect x="{x - across}" y="{y - down}" width="{2 * across}" height="{2 * down}" fill="{color}"/>'
            )
    return code.replace("</svg>", "".join(shapes) + "</svg>")


WRONG: Mapping[str, Variant] = {
    "ellipses in the stated colors": Variant(lambda rows: [plain_shapes(row, "ellipse") for row in rows], 0.3),
    "rectangles in the stated colors": Variant(lambda rows: [plain_shapes(row, "rect") for row in rows], 0.3),
}
