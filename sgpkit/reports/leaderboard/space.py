"""The Gradio Space of the leaderboard: its files, the table and the galleries, ready to push."""

import shutil
from pathlib import Path

from sgpkit import content

FILES = ("README.md", "app.py", "requirements.txt")


def write(folder: Path, table: Path, galleries: Path) -> None:
    """Write the leaderboard as a Gradio Space."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    for name in FILES:
        (folder / name).write_bytes((content.folder("hub_cards") / "leaderboard_space" / name).read_bytes())
    shutil.copy2(table, folder / table.name)
    if galleries.is_dir():
        shutil.copytree(galleries, folder / galleries.name)
