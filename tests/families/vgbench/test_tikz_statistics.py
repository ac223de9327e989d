"""Statistics of TikZ programs, and their table in the card."""

from pathlib import Path

from sgpkit.families import vgbench
from sgpkit.families.vgbench import tikz_statistics


def test_what_is_in_programs_is_counted_without_comments() -> None:
    codes = [
        "% \\foreach in a comment\n\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}",
        "\\foreach \\x in {1,2} \\draw plot (\\x,{\\pgfmathsin(\\x)});",
    ]
    figures = tikz_statistics.measured(codes)
    assert figures["programs"] == "2"
    assert figures["loops (`\\foreach`)"] == "50 %"
    assert figures["calculations (`\\pgfmath…`, `evaluate`)"] == "50 %"
    # begin, draw, end; foreach, x, draw, pgfmathsin
    assert figures["distinct commands in all"] == "6"


def test_the_cards_table_is_what_the_standard_build_has() -> None:
    card = (Path(vgbench.__file__).parent / "card.md").read_text("utf-8")
    figures = tikz_statistics.measured(tikz_statistics.standard())
    for name, figure in figures.items():
        assert f"| {name} | {figure} |" in card, (name, figure)
