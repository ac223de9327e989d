"""Print the families whose folder differs from BASE. `make test` checks all configs of these, one of each other family.

    python tools/changed_families.py

BASE is that environment variable, else the last tag, else the branch `origin/main`. All families are printed if the
folder that they share differs, or if BASE is unknown, as in an unpacked archive. Only the standard library is needed.
"""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FAMILIES = ROOT / "builders"

SHARED = "shared"
"""The folder of code shared by families."""


def git(*arguments: str) -> str | None:
    """Return what git prints; None if it fails or is not installed."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def base() -> str | None:
    """Return the commit that the checkout is compared with. Raises ValueError for an unknown BASE."""
    if named := os.environ.get("BASE"):
        if not (commit := git("rev-parse", "--verify", "--quiet", f"{named}^{{commit}}")):
            raise ValueError(f"BASE={named}: no such commit here")
        return commit.strip()
    tag = git("describe", "--tags", "--abbrev=0")
    commit = git("merge-base", "HEAD", tag.strip() if tag else "origin/main")
    return commit.strip() if commit else None


def changed_paths(commit: str) -> list[str] | None:
    """Return the paths that differ from a commit, including untracked files."""
    tracked, untracked = git("diff", "--name-only", commit), git("ls-files", "--others", "--exclude-standard")
    return None if tracked is None or untracked is None else [*tracked.splitlines(), *untracked.splitlines()]


def changed() -> set[str]:
    """Return the names of the families that are checked in full."""
    every = {path.name for path in FAMILIES.iterdir() if (path / "__init__.py").is_file()} - {SHARED}
    commit = base()
    paths = changed_paths(commit) if commit else None
    if paths is None:
        return every
    parts = [Path(path).parts for path in paths]
    folders = {part[1] for part in parts if part[0] == FAMILIES.name and len(part) > 2}
    return every if SHARED in folders else every & folders


if __name__ == "__main__":
    print(*sorted(changed()), sep="\n")
