"""Find the moved rows of a run by their hash in the usual folders."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

DEFAULT = "sgp-bench"
"""The default folder of datasets."""

ANCESTORS = 4
"""Number of folders above a run that are searched for datasets."""

MAX_FOLDERS = 200
"""Maximum number of subfolders that are searched in one folder."""


def find(digest: str, config: str, pinned: Path, run: Path) -> Path | None:
    """Return the dataset folder that has a config with this hash: where the run was begun, in the current folder, or in
    one above the run. Returns None if there is none."""
    from sgpkit.runs.data import files_digest  # the Hub's client is not imported for a name

    for folder in candidates(pinned, run):
        if any((folder / config).glob("*.parquet")) and files_digest(folder / config) == digest:
            return folder
    return None


def candidates(pinned: Path, run: Path) -> Iterator[Path]:
    """Yield folders that may be datasets, each once: the usual names first, then all others."""
    here = [Path.cwd(), *list(run.resolve().parents)[:ANCESTORS]]
    likely = [pinned, *(folder / name for folder in here for name in dict.fromkeys((DEFAULT, pinned.name)) if name)]
    inside = (inner for folder in here for inner in folders(folder))
    seen: set[Path] = set()
    for folder in chain(likely, inside):
        if folder not in seen:
            seen.add(folder)
            yield folder


def folders(folder: Path) -> list[Path]:
    """Return the folders in a folder, in order, at most `MAX_FOLDERS`; none if it cannot be read."""
    try:
        inner = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    except OSError:
        return []
    return inner[:MAX_FOLDERS]
