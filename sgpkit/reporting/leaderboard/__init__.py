"""Submissions → a leaderboard: a page, its table as JSON, CSV and Parquet, a gallery a submission, a Gradio Space.

    index.html                       the page; it needs no network, and works without scripts but for its filters
    leaderboard.json .csv .parquet   the same lines
    galleries/NAME.html              every response of a submission: the page that `sgpkit report` writes
    space/                           the same table as a Gradio Space, ready to be pushed

Nothing that a submission says of its own score is believed where it can be computed: every one is scored again from
its responses. One that does not hold is shown with what does not, without a rank.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from sgpkit.files import write_atomically
from sgpkit.reporting import write_page
from sgpkit.reporting.leaderboard import board, entries, page, space


def write(folders: Sequence[Path], out: Path, source: str | None = None) -> Path:
    """Write the site about the submissions at or below `folders`; `source` is where the rows are, if not where the
    submissions name them. Returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    with entries.collected(folders, source) as (entries_read, unread):
        galleries(entries_read, out / "galleries")
        boards = board.boards(entries_read)
    lines = [line for ranking in boards for line in ranking.lines]
    table = board.as_table(lines)
    write_atomically(out / "leaderboard.json", json.dumps(board.as_facts(boards), indent=1, ensure_ascii=False) + "\n")
    write_atomically(out / "leaderboard.csv", table.write_csv())
    table.write_parquet(out / "leaderboard.parquet", compression="zstd")
    space.write(out / "space", out / "leaderboard.parquet", out / "galleries")
    write_atomically(out / "index.html", page.render(boards, unread))
    return out / "index.html"


def galleries(ranked: Sequence[entries.Entry], folder: Path) -> None:
    """Write a page for each submission that was scored again; remove the pages of those that are gone."""
    wanted = {entry.name: entry for entry in ranked if entry.run is not None}
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.html"):
        if old.stem not in wanted:
            old.unlink()
    for name, entry in wanted.items():
        assert entry.run is not None
        write_page([entry.run], (), folder / f"{name}.html")
    if not wanted:
        shutil.rmtree(folder)
