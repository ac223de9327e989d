"""The plan of a push: a repo folder compared with the files of a revision on the Hub."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from huggingface_hub import HfApi
from huggingface_hub.hf_api import RepoFile

from sgpkit.data.hub.calls import call_once
from sgpkit.files import file_digest

FOLDERS = ("card",)
"""Folders of the repo that are not configs."""


class Local(NamedTuple):
    """A file of the repo folder."""

    path: Path
    size: int
    sha256: str


class Remote(NamedTuple):
    """`sha256` of a large file; git's own hash of a small one."""

    size: int
    sha256: str | None
    oid: str


class Plan(NamedTuple):
    """Files to send with their sizes, and files to delete."""

    send: Mapping[str, Local]
    delete: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.send or self.delete)


def local_files(folder: Path, hashes: Mapping[str, Mapping[str, str]]) -> dict[str, Local]:
    """Return the folder's files by their path in the repo. `hashes` are those of the Parquet files by config,
    which need not be read again."""
    files = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        top = inside.parts[0]
        if not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        if len(inside.parts) == 1 or top in hashes or top in FOLDERS:
            known = hashes.get(top, {}).get(path.name) if len(inside.parts) == 2 else None
            files[inside.as_posix()] = Local(path, path.stat().st_size, known or file_digest(path))
    return files


def remote_files(hub: HfApi, repo: str, revision: str) -> dict[str, Remote]:
    """Return the files of a revision by their path."""

    def listing() -> dict[str, Remote]:
        entries = hub.list_repo_tree(repo, recursive=True, revision=revision, repo_type="dataset")
        return {
            entry.path: Remote(entry.size, entry.lfs.sha256 if entry.lfs else None, entry.blob_id)
            for entry in entries
            if isinstance(entry, RepoFile)
        }

    return call_once(f"list the files of {repo}", listing)


def same(local: Local, remote: Remote | None) -> bool:
    """Return whether the repo has the same contents."""
    if remote is None or local.size != remote.size:
        return False
    return local.sha256 == remote.sha256 if remote.sha256 else git_hash(local) == remote.oid


def git_hash(local: Local) -> str:
    """Return the name that git gives to a file's contents: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects"""
    return hashlib.sha1(b"blob %d\0" % local.size + local.path.read_bytes(), usedforsecurity=False).hexdigest()


def plan(local: Mapping[str, Local], remote: Mapping[str, Remote], owned: set[str]) -> Plan:
    """Return the plan. Files in the folders `owned` that are missing from the repo folder are deleted; elsewhere,
    others' files stay."""
    send = {path: file for path, file in local.items() if not same(file, remote.get(path))}
    folders = owned | set(FOLDERS)
    gone = tuple(path for path in sorted(remote) if path not in local and path.partition("/")[0] in folders)
    return Plan(send, tuple(path for path in gone if "/" in path))
