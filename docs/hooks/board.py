"""The leaderboard of the example submissions, as a part of the site."""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "board"


def on_post_build(config: MkDocsConfig) -> None:
    """Write the board into the finished site."""
    sys.path.insert(0, str(ROOT))
    from tools import example_results

    example_results.write_board(Path(config.site_dir) / FOLDER, url=f"{(config.site_url or '').rstrip('/')}/{FOLDER}")
