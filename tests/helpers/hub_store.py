"""The contents of the loopback Hub: repositories with commits, branches, tags and pull requests, and a store of contents.

Commits are content-addressed and know their parent; a ref moves in one step, under the store's lock. A folder holds
file contents by their SHA-256, so that large pushes cost no memory. This module does not handle HTTP; `hub_routes`
does.
"""

import hashlib
import json
import re
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import yaml

KINDS = {"models": "model", "datasets": "dataset", "spaces": "space"}
TREE_PAGE = 1000
GIT_ATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"
LFS_ENDINGS = (".parquet", ".arrow", ".bin", ".safetensors", ".zip", ".gz")
LFS_SIZE = 10_000_000


class Refused(Exception):
    """An error as the answer: status, the Hub's error code if any, and a message."""

    def __init__(self, status: int, message: str, code: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.headers = status, message, code, headers or {}
        self.fields: dict[str, str] = {}


class File(NamedTuple):
    sha256: str
    size: int
    oid: str
    lfs: bool


@dataclass(frozen=True)
class Commit:
    id: str
    parent: str
    files: dict[str, File]
    title: str
    message: str
    author: str
    date: str


@dataclass
class Discussion:
    number: int
    title: str
    author: str
    is_pull_request: bool
    status: str
    date: str
    events: list[dict[str, object]]
    merge_commit: str | None = None


@dataclass
class Repo:
    kind: str
    id: str
    private: bool = False
    sdk: str | None = None
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    pulls: dict[str, str] = field(default_factory=dict)
    discussions: dict[int, Discussion] = field(default_factory=dict)

    def commit_at(self, revision: str) -> Commit:
        for refs in (self.branches, self.tags, self.pulls):
            if revision in refs:
                return self.commits[refs[revision]]
        if re.fullmatch("[0-9a-f]{7,40}", revision):
            matching = [commit for commit in self.commits if commit.startswith(revision)]
            if len(matching) == 1:
                return self.commits[matching[0]]
        raise Refused(404, f"Invalid rev id: {revision}", "RevisionNotFound")

    def history(self, revision: str) -> list[Commit]:
        commits, current = [], self.commit_at(revision).id
        while current:
            commits.append(self.commits[current])
            current = self.commits[current].parent
        return commits


class User(NamedTuple):
    """A user. `writes` are the namespaces, in addition to their own, in which they may create and change
    repositories."""

    name: str
    writes: tuple[str, ...] = ()


class Store:
    def __init__(self, folder: Path) -> None:
        self.contents = folder / "contents"
        self.contents.mkdir(parents=True, exist_ok=True)
        self.repos: dict[tuple[str, str], Repo] = {}
        self.users: dict[str, User] = {}
        self.lock = threading.RLock()
        self.ticks = 0

    def now(self) -> str:
        """Return a time that advances by a second with every call, and is the same in every test."""
        self.ticks += 1
        return f"2026-01-01T{self.ticks // 3600 % 24:02}:{self.ticks // 60 % 60:02}:{self.ticks % 60:02}.000Z"

    def content(self, sha256: str) -> Path:
        return self.contents / sha256

    def put(self, data: bytes, lfs: bool = False) -> File:
        sha256 = hashlib.sha256(data).hexdigest()
        self.content(sha256).write_bytes(data)
        return self.file(sha256, lfs)

    def file(self, sha256: str, lfs: bool) -> File:
        """Return a file entry. Git names a regular file by its own hash, and an LFS file by the hash of its pointer."""
        path = self.content(sha256)
        size = path.stat().st_size
        data = path.read_bytes() if not lfs else pointer(sha256, size)
        oid = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
        return File(sha256, size, oid, lfs)

    def repo(self, kind: str, name: str, user: User | None = None) -> Repo:
        repo = self.repos.get((kind, name))
        if repo is None or (repo.private and not may_write(user, name)):
            raise Refused(404 if user else 401, "Repository not found", "RepoNotFound")
        return repo

    def create(self, kind: str, name: str, author: str, private: bool = False, sdk: str | None = None) -> Repo:
        if not re.fullmatch(r"[\w-][\w.-]*/[\w-][\w.-]*", name) or "--" in name or ".." in name:
            raise Refused(400, f"Invalid repo name: {name}")
        with self.lock:
            if (kind, name) in self.repos:
                raise Refused(409, f"You already created this {kind} repo: {name}")
            repo = self.repos[kind, name] = Repo(kind, name, private, sdk)
            files = {".gitattributes": self.put(GIT_ATTRIBUTES)}
            repo.branches["main"] = self.add_commit(repo, "", files, "initial commit", "", author).id
        return repo

    def add_commit(
        self, repo: Repo, parent: str, files: dict[str, File], title: str, message: str, author: str
    ) -> Commit:
        date = self.now()
        tree = sorted((path, file.oid) for path, file in files.items())
        content = json.dumps([parent, tree, title, message, author, date]).encode()
        commit = Commit(hashlib.sha1(content).hexdigest(), parent, dict(files), title, message, author, date)
        repo.commits[commit.id] = commit
        return commit

    def card(self, repo: Repo, commit: Commit) -> dict[str, object]:
        """Return the YAML header of the README at a commit."""
        readme = commit.files.get("README.md")
        text = self.content(readme.sha256).read_text(encoding="utf-8") if readme else ""
        head = re.match(r"---\n(.*?)\n---", text, re.DOTALL)
        known = yaml.safe_load(head[1]) if head else None
        return known if isinstance(known, dict) else {}


def may_write(user: User | None, name: str) -> bool:
    return user is not None and name.split("/")[0] in (user.name, *user.writes)


def pointer(sha256: str, size: int) -> bytes:
    """Return the text that git stores instead of an LFS file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md"""
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\nsize {size}\n".encode()


def is_lfs(path: str, size: int, sample: bytes) -> bool:
    return size > 0 and (path.endswith(LFS_ENDINGS) or size > LFS_SIZE or b"\0" in sample)
