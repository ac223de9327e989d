"""Write a filled table as aligned text, Markdown, CSV or LaTeX."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sgpkit import markdown
from sgpkit.reports.paper_tables.filling import Cell, Filled

LATEX = {"\\": r"\textbackslash{}", **{sign: f"\\{sign}" for sign in "&%$#_{}"}, "~": r"\textasciitilde{}"}


def render(table: Filled, format: str) -> str:
    """Return a table in one of `FORMATS`."""
    return FORMATS[format](table)


def cells(table: Filled, dash: str) -> list[list[str]]:
    """Return the header and the lines as text; a missing figure is `dash`."""
    heads = [*table.labels, *(name.replace("_", " ") for name in table.columns)]
    columns = decimals_of(table)
    return [
        heads,
        *(
            [*line.labels, *(written(cell, decimals, dash) for cell, decimals in zip(line.cells, columns, strict=True))]
            for line in table.lines
        ),
    ]


class Texts(NamedTuple):
    """A table with its header and its lines as text."""

    table: Filled
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]


def texts(table: Filled) -> Texts:
    """Return a table as text for a page."""
    heads, *lines = cells(table, "–")
    return Texts(table, heads, lines)


def decimals_of(table: Filled) -> list[int]:
    """Return the decimals of each column: those that are printed, else the table's own."""

    def count(index: int) -> int:
        printed = [line.cells[index] for line in table.lines if not line.is_run]
        counts = [len(cell.text.partition(".")[2]) for cell in printed if cell is not None]
        return max(counts, default=table.table.decimals)

    return [count(index) for index in range(len(table.columns))]


def written(cell: Cell | None, decimals: int, dash: str) -> str:
    """Return a figure as text, with its interval if it has one."""
    if cell is None:
        return dash
    if cell.text:
        return cell.text
    if cell.low is None or cell.high is None:
        return f"{cell.value:.{decimals}f}"
    return f"{cell.value:.{decimals}f} ({cell.low:.{decimals}f} to {cell.high:.{decimals}f})"


def title(table: Filled) -> str:
    """Return the number and the caption of a table."""
    return f"Table {table.table.number}. {table.table.caption}"


def footnotes(table: Filled) -> list[str]:
    """Return the source, the notes on printed lines, and what the lines of runs lack."""
    notes = dict.fromkeys(line.note for line in table.lines if line.note)
    remark = [f"Note: {table.table.remark}."] if table.table.remark else []
    lacking = ["To fill the rest:", *(f"  {one}" for one in table.missing)] if table.missing else []
    return [f"Printed: {table.source}.", *remark, *(f"Note: {note}." for note in notes), *lacking]


def as_text(table: Filled) -> str:
    """Return aligned columns for a terminal."""
    lines = cells(table, "–")
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    words = len(table.labels)

    def row(texts: Sequence[str]) -> str:
        padded = [
            text.ljust(width) if index < words else text.rjust(width)
            for index, (text, width) in enumerate(zip(texts, widths, strict=True))
        ]
        return "  ".join(padded).rstrip()

    body = [row(line) for line in lines]
    return "\n".join([title(table), "", body[0], "-" * max(map(len, body)), *body[1:], "", *footnotes(table)])


def as_markdown(table: Filled) -> str:
    """Return a Markdown table with its caption and notes."""
    heads, *lines = [[markdown.plain(text) for text in line] for line in cells(table, "–")]
    ruler = [":---" if index < len(table.labels) else "---:" for index in range(len(heads))]
    rows = "\n".join(f"| {' | '.join(line)} |" for line in (heads, ruler, *lines))
    return "\n\n".join([f"**{title(table)}**", rows, *footnotes(table)])


def as_csv(table: Filled) -> str:
    """Return one line per line of the table, with the bounds of intervals, and whether it is a run."""
    frame = table.to_polars()
    empty = [name for name in frame.columns if name.endswith(("_low", "_high")) and frame[name].is_null().all()]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    kept = frame.drop(empty)
    writer.writerow(["table", *kept.columns])
    writer.writerows([table.table.number, *row] for row in kept.iter_rows())
    return stream.getvalue().rstrip("\n")


def as_latex(table: Filled) -> str:
    """Return a LaTeX table for the package booktabs, with caption and notes as comments."""
    heads, *lines = [["".join(LATEX.get(sign, sign) for sign in text) for text in line] for line in cells(table, "--")]
    spec = "l" * len(table.labels) + "r" * len(table.columns)
    rows = [f"{' & '.join(line)} \\\\" for line in lines]
    first_run = next((index for index, line in enumerate(table.lines) if line.is_run), len(rows))
    ruled = [*rows[:first_run], *([r"\midrule"] if 0 < first_run < len(rows) else []), *rows[first_run:]]
    top = [rf"\begin{{tabular}}{{{spec}}}", r"\toprule", f"{' & '.join(heads)} \\\\", r"\midrule"]
    comments = [f"% {line}" for line in (title(table), *footnotes(table))]
    return "\n".join([*comments, *top, *ruled, r"\bottomrule", r"\end{tabular}"])


FORMATS: dict[str, Callable[[Filled], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "csv": as_csv,
    "latex": as_latex,
}
