"""A Hugging Face Hub on 127.0.0.1 for tests: real HTTP, for the real `huggingface_hub` and `datasets` clients.

The `hub` fixture (tests/conftest.py) starts one and points this process at it during a test. Those libraries read
`HF_ENDPOINT`, `HF_HOME` and `HF_HUB_DISABLE_XET` when they are imported, so the fixture patches the resulting
constants, sets `HF_TOKEN`, and gives the libraries a separate cache. A command in a separate process gets the same by
`env=hub.environment()`, and `hub.environment(xet=True)` for uploads in chunks (`hub_xet`). Retries do not wait;
`hub.waits` records the delays.

Permissions: the token `hub.MAINTAINER` (the default) writes to the namespaces `org` and `maintainer`, `hub.CONTRIBUTOR`
to `contributor` only, and may open pull requests everywhere; `hub.sign_in(token)` changes the user.

    hub.create("dataset", "org/name")                     a repo with its first commit; also "model", "space"
    hub.commit("dataset", "org/name", {"README.md": b""}) files put there behind the client's back; None deletes
    hub.repo("dataset", "org/name").tags                  branches, tags, pulls, discussions, commits, history("main")
    hub.files("dataset", "org/name", "v1.0.0")            path → bytes at a revision
    hub.requests, hub.bytes_in                            what was asked, and the bytes of all request bodies
    hub.fail(status=429, retry_after=3, times=2)          the next two requests are refused
    hub.fail(status=500, path="/commit/", at=4)           the fourth from now on whose path matches
    hub.fail(drop="before", times=None)                   dead from now on; drop="after": does it, and never says so
    hub.fail(delay=2.0, path="preupload")                 slow
"""

import json
import os
import re
import shutil
import socket
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import hub_routes
import hub_xet
import pytest
from hub_exchange import Answer, Request
from hub_store import Commit, Refused, Repo, Store, User

BLOCK = 1 << 20


class Asked(NamedTuple):
    """One received request: the size `bytes_in` of its body, and the status of its answer (0 if the connection was
    dropped)."""

    method: str
    path: str
    bytes_in: int
    status: int


@dataclass
class Fault:
    """A fault of the `at`-th matching request from now, and of a number of matching requests after it."""

    pattern: str
    method: str
    at: int
    times: int | None
    status: int | None
    message: str
    headers: dict[str, str]
    delay: float
    drop: str | None
    met: int = 0

    def strikes(self, method: str, path: str) -> bool:
        if not re.search(self.pattern, path) or self.method not in ("", method):
            return False
        self.met += 1
        return self.met >= self.at and (self.times is None or self.met < self.at + self.times)


class Hub:
    """The server, with controls for tests. `client` is the user of this process; `token` may be None."""

    MAINTAINER = "hf_maintainer"
    CONTRIBUTOR = "hf_contributor"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder)
        self.store.users = {
            self.MAINTAINER: User("maintainer", ("org",)),
            self.CONTRIBUTOR: User("contributor"),
        }
        self.requests: list[Asked] = []
        self.faults: list[Fault] = []
        self.waits: list[float] = []
        self.errors: list[str] = []
        self.home = folder / "client"
        self.patch: pytest.MonkeyPatch | None = None
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def bytes_in(self) -> int:
        return sum(asked.bytes_in for asked in self.requests)

    def fail(
        self,
        status: int | None = None,
        path: str = "",
        at: int = 1,
        times: int | None = 1,
        method: str = "",
        retry_after: int | None = None,
        message: str = "the fault plan says so",
        delay: float = 0.0,
        drop: str | None = None,
    ) -> Fault:
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        self.faults.append(Fault(path, method, at, times, status, message, headers, delay, drop))
        return self.faults[-1]

    def create(self, kind: str, name: str, private: bool = False, sdk: str | None = None) -> Repo:
        return self.store.create(kind, name, "maintainer", private, sdk)

    def repo(self, kind: str, name: str) -> Repo:
        return self.store.repos[kind, name]

    def commit(self, kind: str, name: str, files: dict[str, bytes | None], title: str = "by another") -> Commit:
        repo = self.repo(kind, name)
        with self.store.lock:
            parent = repo.commit_at("main")
            known = dict(parent.files)
            for path, data in files.items():
                known.pop(path, None)
                if data is not None:
                    known[path] = self.store.put(data, lfs=path.endswith(".parquet"))
            made = self.store.add_commit(repo, parent.id, known, title, "", "another")
            repo.branches["main"] = made.id
        return made

    def files(self, kind: str, name: str, revision: str = "main") -> dict[str, bytes]:
        files = self.repo(kind, name).commit_at(revision).files
        return {path: self.store.content(file.sha256).read_bytes() for path, file in sorted(files.items())}

    def sign_in(self, token: str | None) -> None:
        """Sign this process in as another user, or as an anonymous one."""
        assert self.patch is not None
        if token is None:
            self.patch.delenv("HF_TOKEN", raising=False)
        else:
            self.patch.setenv("HF_TOKEN", token)

    def environment(self, token: str | None = MAINTAINER, xet: bool = False) -> dict[str, str]:
        """Return the environment for a command in a separate process."""
        known = {name: text for name, text in os.environ.items() if not name.startswith(("HF_", "HUGGING_FACE"))}
        known |= {"HF_ENDPOINT": self.endpoint, "HF_HOME": str(self.home), "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
        known |= hub_xet.ENVIRONMENT if xet else {"HF_HUB_DISABLE_XET": "1"}
        return known | ({"HF_TOKEN": token} if token else {})

    def point_here(self, patch: pytest.MonkeyPatch) -> None:
        """Point the clients that this process has already imported to this server, as the environment would have
        done.
        """
        import datasets.config
        from huggingface_hub import HfFileSystem, constants, file_download
        from huggingface_hub.utils import _http

        from sgpkit.data.hub import calls, verify_upload

        self.patch = patch
        cache, template = str(self.home / "hub"), "/{repo_id}/resolve/{revision}/{filename}"
        patched: dict[Any, dict[str, Any]] = {
            constants: {
                "ENDPOINT": self.endpoint,
                "HUGGINGFACE_CO_URL_TEMPLATE": self.endpoint + template,
                "HF_HOME": str(self.home),
                "HF_HUB_CACHE": cache,
                "HF_XET_CACHE": str(self.home / "xet"),
                "HF_TOKEN_PATH": str(self.home / "token"),
                "HF_STORED_TOKENS_PATH": str(self.home / "stored_tokens"),
                "AGENT_HARNESSES_PATH": str(self.home / ".agent_harnesses.json"),
                "HF_HUB_OFFLINE": False,
                "HF_HUB_DISABLE_XET": True,
                "HF_HUB_DISABLE_PROGRESS_BARS": True,
            },
            datasets.config: {
                "HF_ENDPOINT": self.endpoint,
                "HF_CACHE_HOME": str(self.home),
                "HF_DATASETS_CACHE": self.home / "datasets",
                "HF_HUB_OFFLINE": False,
                "HUB_DATASETS_URL": self.endpoint + "/datasets/{repo_id}/resolve/{revision}/{path}",
            },
        }
        for module, values in patched.items():
            for name, value in values.items():
                patch.setattr(module, name, value)
        for module in (_http, file_download, calls, verify_upload):
            patch.setattr(module, "time", Waiting(self.waits))
        for name in ("HF_ENDPOINT", "HF_HUB_OFFLINE", "HUGGING_FACE_HUB_TOKEN"):
            patch.delenv(name, raising=False)
        patch.setenv("HF_TOKEN", self.MAINTAINER)
        HfFileSystem.clear_instance_cache()
        _http.close_session()

    def forget(self) -> None:
        """Empty the client's cache, as if on another machine."""
        shutil.rmtree(self.home, ignore_errors=True)


class Waiting:
    """A replacement for `time` in the module that retries: `sleep` records the waiting time."""

    def __init__(self, waits: list[float]) -> None:
        self.waits = waits

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


@contextmanager
def started(folder: Path) -> Iterator[Hub]:
    hub = Hub(folder)
    try:
        yield hub
        assert not hub.errors, "\n".join(hub.errors)
    finally:
        hub.close()


def handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = BLOCK  # send head and body together, else each answer waits for the client's acknowledgement

        def do(self) -> None:
            with hub.store.lock:
                struck = [fault for fault in hub.faults if fault.strikes(self.command, self.path)]
                fault = struck[0] if struck else None
            if fault and fault.delay:
                time.sleep(fault.delay)
            if fault and fault.drop == "before":
                return self.drop(0)
            if fault and fault.status:
                size = sum(map(len, self.blocks()))
                message = json.dumps({"error": fault.message}).encode()
                return self.reply(Answer(message, fault.status, fault.headers), size)
            body, size = self.read_body()
            answer = self.answer(body, size)
            return self.drop(size) if fault and fault.drop == "after" else self.reply(answer, size)

        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do

        def answer(self, body: bytes | Path, size: int) -> Answer:
            try:
                if isinstance(body, Path):
                    return Answer({})
                return hub_routes.answer(hub.store, self.request_of(body))
            except Refused as refused:
                headers = refused.headers | {"X-Error-Message": refused.message.replace("\n", " ")}
                headers |= {"X-Error-Code": refused.code} if refused.code else {}
                return Answer({"error": refused.message, **refused.fields}, refused.status, headers)
            except Exception:
                hub.errors.append(f"{self.command} {self.path}\n{traceback.format_exc()}")
                return Answer({"error": "the loopback Hub broke"}, 500)

        def request_of(self, body: bytes) -> Request:
            url = urlsplit(self.path)
            token = self.headers.get("Authorization", "").partition(" ")[2]
            user = hub.store.users.get(token)
            if token and user is None:
                raise Refused(401, "Invalid credentials in Authorization header")
            query = parse_qs(url.query, keep_blank_values=True)
            return Request(
                self.command,
                url.path,
                query,
                {name.title(): text for name, text in self.headers.items()},
                body,
                user,
                hub.endpoint,
            )

        def read_body(self) -> tuple[bytes | Path, int]:
            """Return the body or, for an object that was stored, its path in the storage."""
            if self.command == "PUT" and self.path.startswith("/lfs-storage/"):
                return self.store_object()
            data = b"".join(self.blocks())
            return data, len(data)

        def blocks(self) -> Iterator[bytes]:
            if self.headers.get("Transfer-Encoding", "") == "chunked":
                while size := int(self.rfile.readline().split(b";")[0], 16):
                    yield self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return
            left = int(self.headers.get("Content-Length") or 0)
            while left:
                block = self.rfile.read(min(left, BLOCK))
                if not block:
                    raise ConnectionError("the client left in the middle of its request")
                left -= len(block)
                yield block

        def store_object(self) -> tuple[Path, int]:
            """Store an object under its name only when it is complete, so that an interrupted upload leaves nothing."""
            oid, size, digest = self.path.rsplit("/", 1)[1], 0, sha256()
            part = hub.store.contents / f"{oid}.{threading.get_ident()}.part"
            with part.open("wb") as file:
                for block in self.blocks():
                    file.write(block)
                    digest.update(block)
                    size += len(block)
            if digest.hexdigest() != oid:
                part.unlink()
                raise ConnectionError("what was sent is not what was announced")
            return part.replace(hub.store.content(oid)), size

        def reply(self, answer: Answer, bytes_in: int) -> None:
            body, status, headers = answer.body, answer.status, dict(answer.headers)
            if not isinstance(body, bytes | Path):
                body = json.dumps(body).encode()
                headers.setdefault("Content-Type", "application/json")
            size = body.stat().st_size if isinstance(body, Path) else len(body)
            first, last = 0, size - 1
            asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            if asked and isinstance(body, Path) and size:
                first, last = int(asked[1]), min(int(asked[2] or last), last)
                status = 206
                headers["Content-Range"] = f"bytes {first}-{last}/{size}"
            hub.requests.append(Asked(self.command, self.path, bytes_in, status))
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(last - first + 1)}).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.send_body(body, first, last - first + 1)

        def send_body(self, body: bytes | Path, first: int, size: int) -> None:
            if isinstance(body, bytes):
                self.wfile.write(body)
                return
            with body.open("rb") as file:
                file.seek(first)
                while size:
                    block = file.read(min(size, BLOCK))
                    self.wfile.write(block)
                    size -= len(block)

        def drop(self, bytes_in: int) -> None:
            hub.requests.append(Asked(self.command, self.path, bytes_in, 0))
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

        def handle(self) -> None:
            try:
                super().handle()
            except (ConnectionError, TimeoutError):
                self.close_connection = True

        def finish(self) -> None:
            with suppress(OSError):
                super().finish()

        def log_message(self, form: str, *values: object) -> None:
            """Log nothing."""

    return Handler
