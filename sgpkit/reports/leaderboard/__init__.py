"""Submissions → a leaderboard: a page, its table as JSON, CSV and Parquet, a gallery a submission, a Gradio Space.

    index.html                       the page; it needs no network, and works without scripts but for its filters
    leaderboard.json .csv .parquet   the same lines
    models/NAME.html                 a page a model: its scores, and on which types of rows it is better or worse
    leaderboard.png                  the picture that the pages are shared with
    galleries/NAME.html              every response of a submission: the page that `sgpkit report` writes
    space/                           the same table as a Gradio Space, ready to be pushed

Nothing that a submission says of its own score is believed where it can be computed: every one is scored again from
its responses. One that does not hold is shown with what does not, without a rank.
"""

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sgpkit.files import write_atomically
from sgpkit.reports import title_picture
from sgpkit.reports.leaderboard import board, entries, models, page, space
from sgpkit.reports.leaderboard.entries import Entry, Unread
from sgpkit.submissions.boundary.cache import Cache
from sgpkit.submissions.boundary.process import Limits


def write(
    folders: Sequence[Path],
    out: Path,
    source: str | None = None,
    cache: Cache | None = None,
    limits: Limits | None = None,
    url: str = "",
) -> Path:
    """Write the site about the submissions at or below `folders`; `source` is where the rows are, if not where the
    submissions name them; `url` is the address that the site will have. What is in the cache is not scored again.
    Returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    by_name: dict[str, Entry] = {}
    unread: list[Unread] = []
    with tempfile.TemporaryDirectory(dir=out, prefix=".galleries-") as temporary:
        for item in entries.collected(folders, source, cache, limits):
            if isinstance(item, Unread):
                unread.append(item)
            elif item.name not in by_name:
                by_name[item.name] = item
                if item.gallery is not None:
                    shutil.move(item.gallery, Path(temporary, f"{item.name}.html"))
        shutil.rmtree(out / "galleries", ignore_errors=True)
        if any(entry.gallery is not None for entry in by_name.values()):
            shutil.move(temporary, out / "galleries")
            Path(temporary).mkdir()
            (out / "galleries").chmod(0o755)
    boards = board.boards(list(by_name.values()))
    lines = [line for ranking in boards for line in ranking.lines]
    table = board.as_table(lines)
    write_atomically(out / "leaderboard.json", json.dumps(board.as_facts(boards), indent=1, ensure_ascii=False) + "\n")
    write_atomically(out / "leaderboard.csv", table.write_csv())
    table.write_parquet(out / "leaderboard.parquet", compression="zstd")
    space.write(out / "space", out / "leaderboard.parquet", out / "galleries")
    shutil.rmtree(out / board.MODELS, ignore_errors=True)
    for model in models.models(boards, list(by_name.values())):
        (out / board.MODELS).mkdir(exist_ok=True)
        write_atomically(out / board.MODELS / model.file, page.render_model(model, url))
    heading = "Symbolic graphics programs: leaderboard"
    title_picture.write(out / entries.PICTURE, heading, page.sentence(boards), page.title_bars(boards), (), ())
    write_atomically(out / "index.html", page.render(boards, unread, url))
    return out / "index.html"
