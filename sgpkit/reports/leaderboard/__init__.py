"""The leaderboard of submissions: a page, its table as JSON, CSV and Parquet, galleries, and a Gradio Space.

    index.html                       the page; works without network access, and without scripts except for filters
    leaderboard.json .csv .parquet   the entries of the page
    models/NAME.html                 one page per model: its scores, strengths and weaknesses
    leaderboard.png                  the preview image of the pages
    galleries/NAME.html              all responses of a submission, as written by `sgpkit report`
    space/                           the table as a Gradio Space, ready to push

Claimed scores are never trusted if they can be computed: every submission is re-scored from its responses. A submission
that fails verification is shown with its findings and without a rank.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from sgpkit.files import temporary_folder, write_atomically
from sgpkit.reports import title_picture
from sgpkit.reports.leaderboard import alike, board, entries, models, page, space
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
    """Write the site about the submissions at or below `folders`; return the path of the page. `source` is the location
    of the rows, if not the one in the submissions; `url` is the future URL of the site. Cached results are reused."""
    out.mkdir(parents=True, exist_ok=True)
    by_name: dict[str, Entry] = {}
    unread: list[Unread] = []
    with temporary_folder(out, ".galleries-") as temporary:
        for item in entries.collected(folders, source, cache, limits):
            if isinstance(item, Unread):
                unread.append(item)
            elif item.name not in by_name:
                by_name[item.name] = item
                if item.gallery is not None:
                    shutil.move(item.gallery, temporary / f"{item.name}.html")
        listed = alike.marked(list(by_name.values()))
        for entry in listed:
            if entry.gallery is None:
                (temporary / f"{entry.name}.html").unlink(missing_ok=True)
        shutil.rmtree(out / "galleries", ignore_errors=True)
        if any(entry.gallery is not None for entry in listed):
            shutil.move(temporary, out / "galleries")
            temporary.mkdir()
            (out / "galleries").chmod(0o755)
    boards = board.boards(listed)
    lines = [line for ranking in boards for line in ranking.lines]
    table = board.as_table(lines)
    write_atomically(out / "leaderboard.json", json.dumps(board.as_facts(boards), indent=1, ensure_ascii=False) + "\n")
    write_atomically(out / "leaderboard.csv", table.write_csv())
    table.write_parquet(out / "leaderboard.parquet", compression="zstd")
    space.write(out / "space", out / "leaderboard.parquet", out / "galleries")
    shutil.rmtree(out / board.MODELS, ignore_errors=True)
    for model in models.models(boards, listed):
        (out / board.MODELS).mkdir(exist_ok=True)
        write_atomically(out / board.MODELS / model.file, page.render_model(model, url))
    heading = "Symbolic graphics programs: leaderboard"
    title_picture.write(out / entries.PICTURE, heading, page.sentence(boards), page.title_bars(boards), (), ())
    write_atomically(out / "index.html", page.render(boards, unread, url))
    return out / "index.html"
