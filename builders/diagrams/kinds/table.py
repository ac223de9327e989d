"""Tables: cells with ruled lines around them, in rows and columns; a cell may reach over several columns."""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sgpkit.graphics.svg.outline import Box as Frame
from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content.sketch import Box, Mark, Sketch, Text
from . import kind as kinds
from . import reading
from .kind import Kind, Shown
from .reading import Rule

SIZES = {"easy": (3, 2), "medium": (4, 3), "hard": (6, 4)}
"""Rows and columns, the names of columns among them. Hard tables also have a first row that is one cell."""

CELL, ROW, LETTER = 84.0, 26.0, 6.0

RULE = """\
Every cell has its text inside and ruled lines on all four sides; cells of a row are next to each other, and cells of \
a column below each other. No other text is drawn."""


class Cell(NamedTuple):
    """A text in a row, from a column up to another."""

    text: str
    row: int
    first: int
    last: int


class Table(NamedTuple):
    """Cells of a grid."""

    subject: str
    cells: tuple[Cell, ...]


def make(number: int, level: str, draw: random.Random) -> Table:
    """Return some rows and columns of a known table."""
    block = kinds.block("table", number)
    whole = [line.split(" | ") for line in block.lines]
    rows, columns = SIZES[level]
    kept = [0, *sorted(draw.sample(range(1, len(whole)), rows - 1))]
    across = [0, *sorted(draw.sample(range(1, len(whole[0])), columns - 1))]
    texts = [[whole[row][column] for column in across] for row in kept]
    top = [Cell(block.subject.capitalize(), 0, 0, columns - 1)] if level == "hard" else []
    cells = [Cell(text, row + len(top), at, at) for row, line in enumerate(texts) for at, text in enumerate(line)]
    return Table(block.subject, (*top, *cells))


def rows_of(content: Table) -> list[list[Cell]]:
    """Return the cells by row."""
    return [[cell for cell in content.cells if cell.row == row] for row in sorted({cell.row for cell in content.cells})]


def describe(content: Table, draw: random.Random) -> str:
    """Describe the table row by row, in sentences or as a list."""
    rows = rows_of(content)
    columns = 1 + max(cell.last for cell in content.cells)
    lead = f"Draw a table of {content.subject} with {len(rows)} rows and {columns} columns."
    listed = [", ".join(f"“{cell.text}”{over(cell)}" for cell in row) for row in rows]
    if draw.random() < 0.5:
        return "\n".join(
            [lead, "", "Rows from top to bottom, with their cells from left to right:", *(f"- {one}" for one in listed)]
        )
    return " ".join([lead, f"The first row has {listed[0]}.", *(f"The next row has {one}." for one in listed[1:])])


def over(cell: Cell) -> str:
    """Return the words for a cell that reaches over columns, "" for none."""
    return f" (one cell over {cell.last - cell.first + 1} columns)" if cell.last > cell.first else ""


def sketch(content: Table) -> Sketch:
    """Return the drawing."""
    marks: list[Mark] = []
    for cell in content.cells:
        x, y, width = 8 + CELL * cell.first, 8 + ROW * cell.row, CELL * (cell.last - cell.first + 1)
        marks += [Box((x, y), width, ROW), Text((x + width / 2, y + ROW / 2), cell.text)]
    columns, rows = 1 + max(cell.last for cell in content.cells), len(rows_of(content))
    return Sketch(16 + CELL * columns, 16 + ROW * rows, tuple(marks))


def typst(content: Table) -> str:
    """Return the Typst program."""
    columns = 1 + max(cell.last for cell in content.cells)
    lines = []
    for row in rows_of(content):
        cells = [f"table.cell(colspan: {c.last - c.first + 1})[{c.text}]" if over(c) else f"[{c.text}]" for c in row]
        lines.append(f"  {', '.join(cells)},")
    page = "#set page(width: auto, height: auto, margin: 6pt)"
    return "\n".join([page, f"#table(columns: {columns}, align: center,", *lines, ")"])


def dot(content: Table) -> str:
    """Return the Graphviz program."""
    lines = []
    for row in rows_of(content):
        cells = "".join(f'<td colspan="{c.last - c.first + 1}">{c.text}</td>' for c in row)
        lines.append(f"    <tr>{cells}</tr>".replace(' colspan="1"', ""))
    head = '  cells [shape=plaintext, label=<<table border="0" cellborder="1" cellspacing="0">'
    return "\n".join(["digraph {", head, *lines, "  </table>>];", "}"])


def show(drawn: Drawn, content: Table) -> Shown:
    """Return the number of cells in the right row and columns."""
    upright, level = reading.rules(drawn, upright=True), reading.rules(drawn, upright=False)
    bounds = [
        [bounds_of(box, upright, level) for box in drawn.boxes_of(cell.text)[: len(content.cells)]]
        for cell in content.cells
    ]
    seen = [frame for frames in bounds for frame in frames if frame is not None]
    near = reading.close(drawn)
    across = lines([x for frame in seen for x in (frame.left, frame.right)], near)
    down = lines([y for frame in seen for y in (frame.top, frame.bottom)], near)
    hits = 0
    for cell, frames in zip(content.cells, bounds, strict=True):
        wanted = (cell.first, cell.last + 1, cell.row, cell.row + 1)
        drawn_at = [
            (position(across, f.left), position(across, f.right), position(down, f.top), position(down, f.bottom))
            for f in frames
            if f is not None
        ]
        hits += wanted in drawn_at
    return Shown(reading.f_score(hits, len(content.cells), len(content.cells)))


def bounds_of(box: Frame, upright: Sequence[Rule], level: Sequence[Rule]) -> Frame | None:
    """Return the nearest lines around a text, None if one side is open."""
    x, y = reading.middle(box)
    crossed = [rule.position for rule in upright if rule.begin <= y <= rule.end]
    around = [rule.position for rule in level if rule.begin <= x <= rule.end]
    left = max((position for position in crossed if position < x), default=None)
    right = min((position for position in crossed if position > x), default=None)
    top = max((position for position in around if position < y), default=None)
    bottom = min((position for position in around if position > y), default=None)
    if left is None or right is None or top is None or bottom is None:
        return None
    return Frame(left, top, right, bottom)


def lines(positions: list[float], near: float) -> list[float]:
    """Return the different positions in order."""
    results: list[float] = []
    for one in sorted(positions):
        if not results or one - results[-1] > near:
            results.append(one)
    return results


def position(lines_: list[float], at: float) -> int:
    """Return the number of a line."""
    return min(range(len(lines_)), key=lambda number: abs(lines_[number] - at))


def wrong(content: Table, draw: random.Random) -> Table:
    """Exchange the texts of two cells."""
    cells = list(content.cells)
    one = draw.randrange(len(cells) - 1)
    other = draw.choice([at for at in range(len(cells)) if cells[at].text != cells[one].text])
    cells[one], cells[other] = cells[one]._replace(text=cells[other].text), cells[other]._replace(text=cells[one].text)
    return content._replace(cells=tuple(cells))


def renamed(content: Table, name: Callable[[str], str]) -> Table:
    """Return the table with other texts."""
    return content._replace(cells=tuple(cell._replace(text=name(cell.text)) for cell in content.cells))


def labels(content: Table) -> tuple[str, ...]:
    """Return the texts."""
    return tuple(cell.text for cell in content.cells)


def as_plain(content: Table) -> list[list[Any]]:
    """Return the table for JSON."""
    return [list(cell) for cell in content.cells]


def from_plain(plain: Any) -> Table:
    """Return the table of JSON."""
    return Table("", tuple(Cell(*cell) for cell in plain))


KIND = Kind(
    name="table",
    rule=RULE,
    make=make,
    describe=describe,
    sketch=sketch,
    native={"typst": typst, "dot": dot},
    labels=labels,
    show=show,
    as_plain=as_plain,
    from_plain=from_plain,
    wrong=wrong,
    renamed=renamed,
)
