"""Write a filled table as aligned text, Markdown, CSV or LaTeX."""

import csv
import io
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sgpkit import markdown
from sgpkit.reports.paper_tables import layout
from sgpkit.reports.paper_tables.cells import Cell
from sgpkit.reports.paper_tables.filling import OURS, QUANTITY, Filled, Line
from sgpkit.runs.scoring import figure_text

FORMATS = ("text", "markdown", "csv", "latex")

WIDTH = 100
"""The width of a table as text, if none is given."""

LATEX = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
LATEX |= {"^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "–": "--"}

WORDS = (
    "SVG TikZ EPS Graphviz CAD 3D 3Dcomplex 2D T CLIP DINO MSE SSIM LPIPS KID EED BLEU ROUGE L BGE M3 DreamSim Crystal "
    "GPT Claude Gemini Gemma Llama3 7B 8B OI SIT LoRA OFT"
)
NAMES = {word.lower(): word for word in WORDS.split()} | {"se2": "SE(2)", "cons": "cons.", "chrf": "chrF++"}
"""Words of column names as they are written in heads."""


class Texts(NamedTuple):
    """A table with its header, its lines and its notes as text. A line with one cell is a title of those below."""

    table: Filled
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]
    notes: Sequence[str]


def render(table: Filled, format: str, width: int = WIDTH) -> str:
    """Return a table in one of `FORMATS`; `width` is that of text."""
    if format == "text":
        return as_text(table, width)
    return {"markdown": as_markdown, "csv": as_csv, "latex": as_latex}[format](table)


def texts(table: Filled, dash: str = "–", below: bool = False) -> Texts:
    """Return a table as text: a missing figure is `dash`, columns without any figure are left out, and marks such as
    [1] refer to the notes. With `below`, the ends of intervals are lines of their own."""
    first = grouped(table)
    names = table.labels[first:]
    marked = names.index("model") if "model" in names else len(names) - 1
    filled = [index for index in range(len(table.columns)) if any(line.cells[index] for line in table.lines)]
    heads = [*names, *(heading(table.columns[index]) for index in filled)]
    known = notes_of(table)
    rows: list[list[str]] = []
    group = None
    for line in table.lines:
        title_of = line.labels[0] if first else OURS if line.is_run else None
        if title_of != group:
            group = title_of
            rows.append([str(group)])
        labels = list(line.labels[first:])
        labels[marked] += f" [{known.index(line.note) + 1}]" if line.note else ""
        decimals = decimals_of(table, line)
        cells = [(line.cells[index], decimals[index]) for index in filled]
        rows.append([*labels, *(written(cell, count, dash, alone=below) for cell, count in cells)])
        if below:
            rows += ends(line, labels, cells)
    return Texts(table, heads, rows, [*numbered(known), *without_interval(table)])


def notes_of(table: Filled) -> list[str]:
    """Return the different notes on lines, in the order of their numbers."""
    return list(dict.fromkeys(line.note for line in table.lines if line.note))


def numbered(notes: Sequence[str]) -> list[str]:
    """Return notes as sentences, each after its number."""
    return [f"[{number}] {sentence(note)}" for number, note in enumerate(notes, start=1)]


def grouped(table: Filled) -> int:
    """Return 1 if the first label is the title of a group of lines, else 0."""
    return int(len(table.labels) > 1 and table.labels[0] == "group")


def heading(name: str) -> str:
    """Return the head of a column: its name in words."""
    return " ".join(NAMES.get(word, word) for word in name.split("_"))


def ends(line: Line, labels: Sequence[str], cells: Sequence[tuple[Cell | None, int]]) -> Iterator[list[str]]:
    """Yield the ends of the intervals of a line, as two lines."""
    if any(cell is not None and cell.low is not None for cell in line.cells):
        for name, index in (("  95 % from", 1), ("       to", 2)):
            bounds = [(None if cell is None else cell[index], count) for cell, count in cells]
            figures = ["" if bound is None else f"{bound:.{count}f}" for bound, count in bounds]
            yield [name, *("" for _ in labels[1:]), *figures]


def decimals_of(table: Filled, line: Line) -> list[int]:
    """Return the decimals of each column: those that are printed, else the table's own. A single figure with more
    decimals than the others, which is a slip in print, does not count; nor do lines of other quantities."""
    at = table.labels.index(QUANTITY) if QUANTITY in table.labels else None
    alike = [one for one in table.lines if not one.is_run and (at is None or one.labels[at] == line.labels[at])]

    def count(index: int) -> int:
        printed = [one.cells[index] for one in alike]
        counts = sorted(len(cell.text.partition(".")[2]) for cell in printed if cell is not None)
        return counts[-2] if len(counts) > 2 else max(counts, default=table.table.decimals)

    return [count(index) for index in range(len(table.columns))]


def written(cell: Cell | None, decimals: int, dash: str, alone: bool = False) -> str:
    """Return a figure as text, with its interval if it has one and the figure is not to stand `alone`."""
    if cell is None:
        return dash
    if cell.text:
        return cell.text
    if alone or cell.low is None or cell.high is None:
        return f"{cell.value:.{decimals}f}"
    return f"{cell.value:.{decimals}f} ({cell.low:.{decimals}f} to {cell.high:.{decimals}f})"


def title(table: Filled) -> str:
    """Return the number and the caption of a table."""
    return f"Table {table.table.number}. {table.table.caption}"


def sentence(text: str) -> str:
    """Return a note as a sentence."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def footnotes(table: Filled) -> list[str]:
    """Return the source, the remark on the table, the notes on printed lines, and why figures of runs have no
    interval."""
    remark = [sentence(table.table.remark)] if table.table.remark else []
    return [f"Printed: {table.source}.", *remark, *numbered(notes_of(table)), *without_interval(table)]


def without_interval(table: Filled) -> list[str]:
    """Return a sentence for each reason why figures of runs have no interval."""
    columns: dict[str, dict[str, None]] = {}
    for line in table.lines:
        for name, cell in zip(table.columns, line.cells, strict=True):
            if cell is not None and cell.reason:
                # Lines differ in their number of drawings.
                reason = re.sub(r"^\d+ drawings?; ", "too few drawings, ", cell.reason)
                columns.setdefault(reason, {})[heading(name)] = None
    return [sentence(figure_text.without_interval(reason, names)) for reason, names in columns.items()]


def lacking(table: Filled) -> list[str]:
    """Return what the lines of runs lack, with the commands that make it."""
    return ["To fill the rest:", *(f"  {one}" for one in table.missing)] if table.missing else []


def as_text(table: Filled, width: int = WIDTH) -> str:
    """Return aligned columns for a terminal. Commands are not wrapped."""
    shown = texts(table, below=True)
    grid = layout.Grid(shown.heads, shown.lines, len(table.labels) - grouped(table))
    notes = [line for note in footnotes(table) for line in textwrap.wrap(note, width, subsequent_indent="    ")]
    top = textwrap.wrap(title(table), width)
    return "\n".join([*top, "", *layout.lines(grid, width), "", *notes, *lacking(table)])


def as_markdown(table: Filled) -> str:
    """Return a Markdown table with its caption and notes."""
    shown = texts(table)
    width = len(shown.heads)
    labels = len(table.labels) - grouped(table)
    ruler = [":---" if index < labels else "---:" for index in range(width)]
    lines = [
        [f"**{markdown.plain(line[0])}**", *[""] * (width - 1)]
        if len(line) < width
        else list(map(markdown.plain, line))
        for line in shown.lines
    ]
    rows = "\n".join(f"| {' | '.join(line)} |" for line in ([*map(markdown.plain, shown.heads)], ruler, *lines))
    commands = "\n".join(f"- {markdown.code(one)}" for one in table.missing)
    rest = ["To fill the rest:", commands] if commands else []
    return "\n\n".join([f"**{title(table)}**", rows, *footnotes(table), *rest])


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
    shown = texts(table)
    labels = len(table.labels) - grouped(table)
    width = len(shown.heads)
    rows = []
    for index, line in enumerate(shown.lines):
        group = [rf"\multicolumn{{{width}}}{{l}}{{\emph{{{latex(line[0])}}}}} \\"]
        rule = [r"\midrule"] if index else []
        rows += [*rule, *group] if len(line) < width else [f"{' & '.join(map(latex, line))} \\\\"]
    spec = f"{'l' * labels}{'r' * (width - labels)}"
    top = [rf"\begin{{tabular}}{{{spec}}}", r"\toprule", f"{' & '.join(map(latex, shown.heads))} \\\\", r"\midrule"]
    comments = [f"% {line}" for line in (title(table), *footnotes(table), *lacking(table), r"\usepackage{booktabs}")]
    return "\n".join([*comments, *top, *rows, r"\bottomrule", r"\end{tabular}"])


def latex(text: str) -> str:
    """Return the escaped text."""
    return "".join(LATEX.get(sign, sign) for sign in text)
