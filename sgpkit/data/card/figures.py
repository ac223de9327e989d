"""The picture of a config's questions: words of the correct answers by type, and lengths of the programs, as Figures 4
and 8 of the VGBench paper show them."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import polars as pl

from sgpkit.benchmark import Benchmark
from sgpkit.data.card import pictures
from sgpkit.files import write_atomically

Words = Sequence[tuple[str, Sequence[tuple[str, float]], float]]
"""By type the words with their shares, and the share of all others, as `answer_words.by_type` returns them."""

SIZE, MARGIN, LINE = 960, 28, 22
MOST_WORDS = 8
BIN, LAST = 200, 5_000
"""Characters per bar, and the length from which all programs are in the last bar."""

BAR, OTHERS, INK = "#2f6f9f", "#b9c4cc", "#1d2830"


def write(folder: Path, benchmark: Benchmark, words: Words, rows: pl.LazyFrame) -> str:
    """Write the picture; return its path below the folder, "" for a config without questions about programs."""
    if not words or benchmark.rows.columns.get("code") != "string":
        return ""
    from sgpkit.graphics import raster

    lengths = rows.select(pl.col("code").str.len_chars()).collect()["code"].to_list()
    path = folder / pictures.FOLDER / f"{benchmark.config}-questions.png"
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, raster.png(raster.paint(drawing(words, lengths), SIZE)))
    return f"{pictures.FOLDER}/{path.name}"


def drawing(words: Words, lengths: Sequence[int]) -> str:
    """Return the picture as SVG."""
    middle = MARGIN + (MOST_WORDS + 3) * LINE + 60
    parts = [
        text(MARGIN, MARGIN, "Words of the correct answers, by type", bold=True),
        *columns(words, MARGIN + 2 * LINE),
        text(MARGIN, middle, f"Characters of the programs, in steps of {BIN}", bold=True),
        *histogram(lengths, middle + LINE, SIZE - MARGIN - LINE),
    ]
    page = f'<rect width="{SIZE}" height="{SIZE}" fill="#fff"/>{"".join(parts)}'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{page}</svg>'


def columns(words: Words, top: float) -> list[str]:
    """Return one column of bars per type: the most frequent words, and all others as the last bar."""
    width = (SIZE - 2 * MARGIN) / len(words)
    greatest = max((share for _, named, _ in words for _, share in named[:MOST_WORDS]), default=0) or 1
    parts = []
    for number, (kind, named, _) in enumerate(words):
        left = MARGIN + number * width
        parts.append(text(left, top, kind, bold=True))
        shown = [*named[:MOST_WORDS], ("others", 1 - sum(share for _, share in named[:MOST_WORDS]))]
        for line, (word, share) in enumerate(shown, 1):
            full = min(1.0, share / greatest) * (width - 12) * 0.45
            y = top + line * LINE
            parts.append(bar(left, y - 12, full, 15, OTHERS if line == len(shown) else BAR))
            parts.append(text(left + full + 5, y, f"{word[:14]} {100 * share:.0f} %"))
    return parts


def histogram(lengths: Sequence[int], top: float, bottom: float) -> list[str]:
    """Return the bars of lengths with their axis."""
    counts = bins(lengths)
    width = (SIZE - 2 * MARGIN) / len(counts)
    parts = [bar(MARGIN, bottom, SIZE - 2 * MARGIN, 1, INK)]
    for index, count in enumerate(counts):
        height = count / (max(counts) or 1) * (bottom - top - LINE)
        parts.append(bar(MARGIN + index * width, bottom - height, width - 2, height, BAR))
        if index % 5 == 0:
            more = "+" if index == len(counts) - 1 else ""
            parts.append(text(MARGIN + index * width, bottom + LINE - 4, f"{index * BIN:,}{more}"))
    return [*parts, text(MARGIN, top + 4, f"highest bar: {max(counts):,} of {len(lengths):,}")]


def bins(lengths: Sequence[int]) -> list[int]:
    """Return how many lengths each bar counts."""
    counts = [0] * (LAST // BIN + 1)
    for length in lengths:
        counts[min(length, LAST) // BIN] += 1
    return counts


def bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Return a filled rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" fill="{fill}"/>'


def text(x: float, y: float, content: str, bold: bool = False) -> str:
    """Return a line of text; characters that do not print are left out."""
    weight = ' font-weight="bold"' if bold else ""
    shown = escape("".join(filter(str.isprintable, content)))
    font = f'font-family="sans-serif" font-size="15" fill="{INK}"{weight}'
    return f'<text x="{x:.1f}" y="{y:.1f}" {font}>{shown}</text>'
