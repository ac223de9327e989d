"""Tables of papers on the page of runs: those that print the strategy of the runs, with all their columns."""

from types import SimpleNamespace

import pytest

import sgpkit
from sgpkit import published
from sgpkit.benchmark import families
from sgpkit.reports import paper_tables
from sgpkit.reports.leaderboard.board import Board
from sgpkit.runs.scoring.scored_run import ScoredRun

CONFIG = "ssvg-molecule-svg"


@pytest.mark.process
def test_a_page_shows_the_tables_that_print_the_strategy_of_its_runs(tmp_path):
    sgpkit.build(CONFIG, out=tmp_path / "data", limit=6, workers=1)
    numbers = {}
    for strategy in ("direct", "loop", "loop-no-information"):
        folder = tmp_path / strategy
        sgpkit.run(CONFIG, data=tmp_path / "data", engine="baseline", model="reference", strategy=strategy, out=folder)
        sgpkit.score(folder)
        numbers[strategy] = [table.table.number for table in paper_tables.of_runs([ScoredRun.open(folder)])]
    assert numbers == {"direct": ["4", "5", "6", "11"], "loop": ["6", "11"], "loop-no-information": []}
    page = tmp_path / "page.html"
    sgpkit.report(tmp_path / "loop", out=page)
    text = page.read_text()
    assert "2 tables of the paper with these runs" in text
    for row in published.rows("ssvg-bench-table-6"):
        assert all(f"<td>{value}</td>" in text for name, value in row.items() if name.endswith(("_svg", "average")))
    assert "<td>100.0 (" in text


@pytest.mark.process
def test_tables_of_a_page_join_its_configs(tmp_path):
    """The first table of TurtleBench has columns of two configs; a page with runs of both fills one line."""
    configs = ("turtle-scratch", "turtle-tweak")
    sgpkit.build(*configs, out=tmp_path / "data", limit=2, workers=1)
    for config in configs:
        sgpkit.run(config, data=tmp_path / "data", engine="baseline", model="blank", out=tmp_path / config)
        sgpkit.score(tmp_path / config)
    scratch, tweak = (ScoredRun.open(tmp_path / config) for config in configs)
    for own in (scratch, tweak):
        table = next(one for one in paper_tables.of_runs([own], [scratch, tweak]) if one.table.number == "1")
        (line,) = [line for line in table.lines if line.is_run]
        assert [cell is None for cell in line.cells] == [False, False, True, True]
        alone = next(one for one in paper_tables.of_runs([own]) if one.table.number == "1")
        (line,) = [line for line in alone.lines if line.is_run]
        assert sum(cell is not None for cell in line.cells) == 1


def test_a_board_shows_the_printed_tables_of_its_strategies():
    def numbers(*strategies):
        lines = tuple(SimpleNamespace(kind="submission", strategy=strategy) for strategy in strategies)
        printed = SimpleNamespace(kind="published", strategy="direct")
        board = Board("ssvg_bench", families.get("ssvg-geometry-svg"), "accuracy", "", (*lines, printed))
        for shown in board.whole_tables:
            assert len([line for line in shown.lines if len(line) > 1]) == len(shown.table.lines)
        return [shown.table.table.number for shown in board.whole_tables]

    assert numbers("loop-no-mathematics") == ["14"]
    assert numbers("direct") == ["4", "5", "6", "8", "15"]
    assert numbers("loop", "direct") == ["4", "5", "6", "8", "14", "15"]
