"""The loopback Hub's buckets: folders that a job's container mounts as a volume, and that clients list and read by
HTTP."""

from pathlib import Path
from typing import Any

from hub_exchange import Answer, Request, signed_in
from hub_store import Refused, Store, may_write


def folder(store: Store, name: str) -> Path:
    """Return the folder of a bucket, which stands for its mount."""
    return store.contents.parent / "buckets" / name


def create(store: Store, request: Request, at: dict[str, str]) -> Answer:
    bucket = folder(store, at["bucket"])
    if not may_write(signed_in(request), at["bucket"]):
        raise Refused(403, "no rights to create a bucket there")
    url = {"url": f"{request.endpoint}/buckets/{at['bucket']}"}
    if bucket.is_dir():
        refused = Refused(409, "the bucket is there already")
        refused.fields = url
        raise refused
    bucket.mkdir(parents=True)
    return Answer(url)


def readable(store: Store, request: Request, at: dict[str, str]) -> Path:
    """Return the folder of a private bucket, for users with access."""
    bucket = folder(store, at["bucket"])
    if not bucket.is_dir() or not may_write(request.user, at["bucket"]):
        raise Refused(404, "no such bucket", "RepoNotFound")
    return bucket


def info(store: Store, request: Request, at: dict[str, str]) -> Answer:
    files = [path for path in readable(store, request, at).rglob("*") if path.is_file()]
    sizes = sum(path.stat().st_size for path in files)
    described: dict[str, Any] = {"id": at["bucket"], "private": True, "createdAt": "2026-01-01T00:00:00.000Z"}
    return Answer(described | {"size": sizes, "totalFiles": len(files)})


def tree(store: Store, request: Request, at: dict[str, str]) -> Answer:
    bucket = readable(store, request, at)
    start = bucket / at["path"]
    chosen = sorted(start.rglob("*") if request.query.get("recursive") == ["true"] else start.glob("*"))
    return Answer([entry(path, bucket) for path in chosen if path.is_file()])


def entry(path: Path, bucket: Path) -> dict[str, Any]:
    shown = {"type": "file", "path": path.relative_to(bucket).as_posix(), "size": path.stat().st_size}
    return shown | {"xetHash": "0" * 64, "mtime": "2026-01-01T00:00:00.000Z"}


def resolve(store: Store, request: Request, at: dict[str, str]) -> Answer:
    path = readable(store, request, at) / at["path"]
    if not path.is_file():
        raise Refused(404, "no such file", "EntryNotFound")
    return Answer(path.read_bytes())
