"""A cache of outcomes, each under a hash of all its inputs.

The name of an outcome is the hash of every file of the submission, of this version of sgpkit with its families, and of
the versions of its dependencies; the hashes of the rows are stored with it. Outcomes that are damaged, have another
owner, or are of rows that have changed are computed again. The folder may be deleted at any time.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from functools import cache as once
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit import content, plugins, user_cache
from sgpkit.files import file_digest, write_atomically
from sgpkit.runs.scoring import versions
from sgpkit.submissions import contents

SOURCES = (".py", ".toml", ".txt", ".md", ".json", ".html", ".css", ".js", ".csv")
Pin = tuple[str, str, str]


@once
def toolkit() -> str:
    """Return a hash of the code that determines outcomes: sgpkit, its families, and the versions of packages."""
    digest = hashlib.sha256(json.dumps([sgpkit.__version__, *map(str, versions.here())]).encode())
    roots = [Path(sgpkit.__file__).parent, Path(content.families()), *plugins.folders()]
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                digest.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


class Cache:
    """Outcomes in a folder to which no one else may write."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_cache.folder() / "verified"

    def key(self, folder: Path, source: str | None, with_page: bool) -> str:
        """Return the name of a submission's outcome, or "" for a refused folder, whose outcome is not cached."""
        if any(contents.problems(folder)):
            return ""
        digest = hashlib.sha256(json.dumps([toolkit(), source, with_page, folder.name]).encode())
        for entry in contents.entries(folder):
            if not entry.odd:
                content_hash = file_digest(folder / entry.name)
                digest.update(json.dumps([entry.name, content_hash]).encode())
        return digest.hexdigest()

    def get(self, key: str, pin: Callable[[str, str], str], gallery: Path) -> dict[str, Any] | None:
        """Return a cached outcome whose rows are unchanged, with its page copied to `gallery`; None if there is
        none or it cannot be trusted.
        """
        path = self.folder / f"{key}.json"
        try:
            if not private(self.folder) or not private(path):
                return None
            stored = json.loads(path.read_text(encoding="utf-8"))
            body = stored["body"]
            if stored["sha256"] != digest_of(body) or body["key"] != key:
                return None
            if any(pin(config, address) != known for config, address, known in body["rows"]):
                return None
            if body["gallery"]:
                page = path.with_suffix(".html").read_bytes()
                if hashlib.sha256(page).hexdigest() != body["gallery"] or not private(path.with_suffix(".html")):
                    return None
                gallery.write_bytes(page)
            outcome: dict[str, Any] = body["outcome"]
        except Exception:  # a damaged cached outcome is computed again
            return None
        return outcome

    def put(self, key: str, outcome: dict[str, Any], rows: Sequence[Pin], gallery: Path | None) -> None:
        """Cache an outcome. Without write access to the folder, nothing is cached."""
        page = gallery.read_bytes() if gallery else b""
        body = {
            "key": key,
            "rows": [list(pin) for pin in rows],
            "gallery": hashlib.sha256(page).hexdigest() if gallery else "",
            "outcome": outcome,
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if gallery:
                shutil.copyfile(gallery, self.folder / f"{key}.html")
            stored = json.dumps({"sha256": digest_of(body), "body": body}, ensure_ascii=False)
            write_atomically(self.folder / f"{key}.json", stored)
        except OSError:
            return


def digest_of(body: Any) -> str:
    """Return the hash of a JSON value."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def private(path: Path) -> bool:
    """Return whether a file or folder belongs to this user, is not a link, and is not writable by others."""
    about = path.lstat()
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022 and not path.is_symlink()
