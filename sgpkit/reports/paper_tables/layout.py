"""Lay out a table as aligned text within a width: heads and texts are wrapped, and a table that is still too wide is
printed in parts, each with the labels of its lines."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

GAP = 2
LEAST = 10
"""The least width to which a column of text is wrapped."""


class Grid(NamedTuple):
    """A table as text. The first `words` columns are labels, the others figures, which are never wrapped. A row with
    one cell is the title of the rows below it."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int


def lines(grid: Grid, width: int) -> Iterator[str]:
    """Yield the lines of a table; parts of a table are separated by an empty line."""
    widths = widths_of(grid, width)
    for number, columns in enumerate(parts(grid, widths, width)):
        if number:
            yield ""
        yield from part(grid, columns, widths)


def widths_of(grid: Grid, width: int) -> list[int]:
    """Return the widths of the columns: figures as wide as their longest cell or word, texts less if they must be."""
    full = [row for row in grid.rows if len(row) > 1]
    figures = range(grid.words, len(grid.heads))
    widths = [max([len(head), *(len(row[index]) for row in full)]) for index, head in enumerate(grid.heads)]
    for index in figures:
        widths[index] = max(longest_word(grid.heads[index]), *(len(row[index]) for row in full), 1)
    room = width - min((widths[index] + GAP for index in figures), default=0)
    while sum(widths[: grid.words]) + GAP * (grid.words - 1) > room:
        widest = max(range(grid.words), key=widths.__getitem__)
        if widths[widest] <= LEAST:
            break
        widths[widest] -= 1
    return widths


def longest_word(text: str) -> int:
    """Return the length of the longest word."""
    return max(map(len, text.split()), default=0)


def parts(grid: Grid, widths: Sequence[int], width: int) -> list[list[int]]:
    """Return the columns of each part of a table. Columns whose heads begin with the same word stay together if they
    fit."""
    labels = list(range(grid.words))
    room = width - sum(widths[index] + GAP for index in labels) + GAP
    result: list[list[int]] = [[]]
    for _, group in groupby(range(grid.words, len(grid.heads)), key=lambda index: grid.heads[index].split()[0]):
        together = list(group)
        for some in [together] if total_width(together, widths) <= room else [[index] for index in together]:
            if result[-1] and total_width([*result[-1], *some], widths) > room:
                result.append([])
            result[-1] += some
    return [[*labels, *figures] for figures in result]


def total_width(columns: Sequence[int], widths: Sequence[int]) -> int:
    """Return the width of columns, each with the gap after it."""
    return sum(widths[index] + GAP for index in columns)


def part(grid: Grid, columns: Sequence[int], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a part: the heads, bottom-aligned, a rule, and the rows that have figures in it."""
    sizes = [widths[index] for index in columns]
    heads = [textwrap.wrap(grid.heads[index], widths[index]) or [""] for index in columns]
    height = max(map(len, heads))
    yield from joined([[""] * (height - len(head)) + head for head in heads], sizes, grid.words)
    yield "-" * (sum(sizes) + GAP * (len(sizes) - 1))
    for row in grid.rows:
        if len(row) == 1:
            yield row[0]
        elif len(columns) == grid.words or any(row[index] for index in columns[grid.words :]):
            yield from joined([wrapped(row[index], widths[index]) for index in columns], sizes, grid.words)


def wrapped(text: str, width: int) -> list[str]:
    """Return a cell as lines; its indentation is kept."""
    if len(text) <= width:
        return [text]
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text.strip(), width, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )


def joined(cells: Sequence[Sequence[str]], sizes: Sequence[int], words: int) -> Iterator[str]:
    """Yield the lines of a row of cells: texts to the left, figures to the right."""
    for number in range(max(map(len, cells))):
        texts = [cell[number] if number < len(cell) else "" for cell in cells]
        padded = [
            text.ljust(size) if index < words else text.rjust(size)
            for index, (text, size) in enumerate(zip(texts, sizes, strict=True))
        ]
        yield (" " * GAP).join(padded).rstrip()
