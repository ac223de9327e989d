"""The rows of a version of a dataset repo, in a folder or on the Hub, to compare with those of another version.

From the Hub, only Parquet files are fetched that the other version does not have.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import huggingface_hub
from huggingface_hub import HfApi

from sgpkit.data import differences
from sgpkit.data.card import readme
from sgpkit.data.differences import Difference, split_of
from sgpkit.data.hub.calls import with_retries
from sgpkit.data.hub.plan import remote_files
from sgpkit.data.hub.repo import fetch_file

Key = tuple[str, str]
"""A split, and the SHA-256 of a file of it."""


class Rows(NamedTuple):
    """Config → the files of its rows. A file of the Hub is a path in the repo until it is fetched."""

    configs: dict[str, dict[Key, str]]
    folder: Path | None
    hub: HfApi | None = None
    repo: str = ""
    commit: str = ""

    def fetch(self, paths: list[str]) -> list[Path]:
        """Return the local paths of files, which are fetched if they are on the Hub."""
        if self.folder is not None:
            return [self.folder / path for path in paths]
        if not paths:
            return []
        local = with_retries(
            f"fetch {len(paths)} files of {self.repo}",
            huggingface_hub.snapshot_download,
            self.repo,
            repo_type="dataset",
            revision=self.commit,
            allow_patterns=paths,
        )
        return [Path(local, path) for path in paths]


def rows_in_folder(folder: Path, hashes: Mapping[str, Mapping[str, str]] | None = None) -> Rows:
    """Return the rows of a folder. `hashes` are those of the files by config, if known."""
    configs: dict[str, dict[Key, str]] = {}
    for config in readme.open_readme(folder).configs:
        if hashes is None:
            files = differences.files(folder / config)
            configs[config] = {key: f"{config}/{path.name}" for key, path in files.items()}
        else:
            configs[config] = {(split_of(name), sha256): f"{config}/{name}" for name, sha256 in hashes[config].items()}
    return Rows(configs, folder)


def rows_in_repo(hub: HfApi, repo: str, commit: str) -> Rows:
    """Return the rows of a commit on the Hub."""
    files = remote_files(hub, repo, commit)
    card = fetch_file(hub, repo, commit, readme.NAME) if readme.NAME in files else ""
    declared = readme.declared_readme(Path(card).read_text(encoding="utf-8")) if card else []
    configs: dict[str, dict[Key, str]] = {config: {} for config in declared}
    for path, file in files.items():
        config, _, name = path.partition("/")
        if config in configs and name.endswith(".parquet") and "/" not in name:
            # For a small file outside of the large file storage, Git's own hash is used: it equals no SHA-256.
            configs[config][split_of(name), file.sha256 or file.oid] = path
    return Rows(configs, None, hub, repo, commit)


def difference(old: Rows, new: Rows, config: str) -> Difference:
    """Return the difference of a config; files that are equal are not fetched."""
    before, after = old.configs.get(config, {}), new.configs.get(config, {})
    same = before.keys() & after.keys()
    return differences.between(
        old.fetch([path for key, path in before.items() if key not in same]),
        new.fetch([path for key, path in after.items() if key not in same]),
    )
