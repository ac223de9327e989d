"""The printed figures, against the text of the papers: a parser that knows nothing but where numbers are.

A row of a table stands in the text as its figures in their order; in tables that the text has the other way around, a
column does. The texts are not part of the project: put them next to the real samples, as `papers/PAPER.txt`.
"""

import re

import pytest

from sgpkit import published

PAPERS = ("sgp-bench", "ssvg-bench", "turtlebench", "vectorgym", "vgbench")
MARKUP = re.compile(r"\*\*|</?\w+>|[$\\%]")
NUMBER = re.compile(r"[-+]?\d[\d,]*\.?\d*[KM]?(?![a-z])")
UNITS = {"K": 1_000, "M": 1_000_000}


def plain(number):
    """A number without separators, signs of gains and units."""
    bare = number.replace(",", "").lstrip("+").rstrip(".")
    return f"{float(bare[:-1]) * UNITS[bare[-1]]:.0f}" if bare[-1] in UNITS else bare


def numbers(text):
    bare = MARKUP.sub("", text.replace("\N{MINUS SIGN}", "-"))
    return f" {' '.join(map(plain, NUMBER.findall(bare)))} "


def occurs(figures, text):
    return f" {' '.join(figure.lstrip('+') for figure in figures)} " in text


def in_runs(figures, text):
    """Return whether figures follow one another in the text, two or more at a time."""
    if len(figures) < 2:
        return not figures
    return any(
        occurs(figures[:length], text) and in_runs(figures[length:], text) for length in range(len(figures), 1, -1)
    )


@pytest.fixture(scope="module")
def papers(fixtures_path):
    folder = fixtures_path.parent / "papers"
    if not folder.is_dir():
        pytest.skip(f"no texts of the papers at {folder}")
    return {paper: numbers((folder / f"{paper}.txt").read_text(encoding="utf-8")) for paper in PAPERS}


@pytest.mark.realdata
@pytest.mark.parametrize("paper", PAPERS)
def test_every_printed_row_stands_in_the_text(papers, paper):
    compared = 0
    for name in (name for name in published.names() if name.startswith(f"{paper}-table-")):
        rows = published.rows(name)
        columns = [column for column in rows[0] if column not in published.WORDS]
        by_row = [[row[column] for column in columns if row[column]] for row in rows]
        by_column = [[row[column] for row in rows if row[column]] for column in columns]
        compared += sum(map(len, by_row))
        in_rows = all(occurs(figures, papers[paper]) for figures in by_row if figures)
        assert in_rows or all(in_runs(figures, papers[paper]) for figures in by_column), name
    assert (
        compared >= {"sgp-bench": 600, "ssvg-bench": 1_500, "turtlebench": 50, "vectorgym": 250, "vgbench": 200}[paper]
    )


@pytest.mark.realdata
@pytest.mark.parametrize("paper", PAPERS)
def test_every_numbered_table_of_the_text_is_carried(papers, paper, fixtures_path):
    """By its mentions too: the text of SGP-Bench has no captions of tables."""
    text = (fixtures_path.parent / "papers" / f"{paper}.txt").read_text(encoding="utf-8")
    mentioned = set(re.findall(r"Tables? (\d+)", text))
    carried = {name.rpartition("-")[2] for name in published.names() if name.startswith(f"{paper}-table-")}
    assert mentioned and mentioned <= carried


def test_the_parser_sees_a_wrong_digit():
    text = numbers("GPT-4V\t16%\t7.7% **1,200** −0.5 272K")
    assert occurs(["16", "7.7", "1200", "-0.5", "272000"], text)
    assert not occurs(["16", "7.8"], text) and not occurs(["7.7", "120"], text)
    assert in_runs(["7.7", "1200", "16", "7.7"], text) and not in_runs(["7.7", "16", "7.8"], text)
