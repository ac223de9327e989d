"""The work of a verifier: check one submission under limits and write the outcome to a file."""

import importlib
import json
import os
import resource
import socket
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError, first_line
from sgpkit.runs import data
from sgpkit.runs.data import Data
from sgpkit.sandbox.untrusted import tables
from sgpkit.submissions import verify
from sgpkit.submissions.boundary import outcome

OUTCOME = "outcome.json"
GALLERY = "gallery.html"
MESSAGE = 60_000
"""Maximum number of bytes of a message."""


class Channel:
    """Questions to the parent process, which has access to the network and its tokens; `asked` are those about rows."""

    def __init__(self, socket: socket.socket) -> None:
        self.socket = socket
        self.asked: list[tuple[str, str]] = []

    def ask(self, **question: Any) -> Any:
        """Send a question and return its answer. Raises UserError if it could not be answered."""
        self.socket.send(json.dumps(question).encode())
        answer = json.loads(self.socket.recv(MESSAGE))
        if "error" in answer:
            raise UserError(answer["error"])
        return answer["value"]

    def load(self, address: str, benchmark: Benchmark) -> Data:
        """Load rows from a folder, or those of the Hub from the place where the parent process has put them."""
        self.asked.append((benchmark.config, address))
        if Path(address).is_dir():
            return data.load(address, benchmark)
        folder, commit = self.ask(rows=address, config=benchmark.config)
        return data.load_at(Path(folder), str(commit), address, benchmark)

    def published(self, repo: str, commit: str) -> bool:
        """Return whether a commit belongs to the history of a dataset."""
        return bool(self.ask(published=repo, commit=commit))


def work(socket: socket.socket) -> None:
    """Check the submission named in the first message, and write the outcome and the other requested files."""
    request = json.loads(socket.recv(MESSAGE))
    out = Path(request["out"])
    for number in (0, 1):
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    os.dup2(os.open(out / "stderr", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    os.environ.update(request["environment"])
    os.chdir(request["folder_of_work"])
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, request["cpu_seconds"])
    if request["ray"] is None:  # Ray maps far more than it uses
        limit(resource.RLIMIT_AS, request["memory"])
    tables.in_confined_process = True
    channel = Channel(socket)
    try:
        value = checked(request, channel, out)
    except UserError as error:
        value = {"error": str(error)[:4_000]}
    except MemoryError:
        value = {"failed": f"it needs more than {request['memory'] / 2**30:,.1f} GiB of memory"}
    except BaseException as error:  # including errors of Arrow and Polars
        value = {"failed": f"{type(error).__name__}: {first_line(str(error)):.200}".rstrip(": ")}
    text = json.dumps(value | {"asked": channel.asked}, allow_nan=False)
    (out / OUTCOME).write_text(text, encoding="utf-8", errors="replace")


def limit(kind: int, value: int) -> None:
    """Set a limit for this process; its sandboxed children may set their own."""
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def checked(request: Mapping[str, Any], channel: Channel, out: Path) -> dict[str, Any]:
    """Return the outcome as JSON; `page` of the request names a function, MODULE:NAME, that writes a gallery."""
    round_path, run, redone = (request[name] and Path(request[name]) for name in ("round", "run", "redone"))
    access = verify.Access(channel.load, channel.published)
    with verify.opened(Path(request["folder"]), request["source"], request["ray"], access) as submission:
        try:
            verification = verify.check(submission, request["source"], request["ray"], round_path, run, access, redone)
        except UserError as error:
            return {"outcome": outcome.unscored(submission, error)}
        value = outcome.to_json(verification)
        if request["page"] and verification.verified and verification.ruled is not None:
            module, _, name = request["page"].partition(":")
            kept = out / f"{verification.submission.manifest.dataset.config}"
            kept.mkdir()
            moved = replace(verification.ruled, run=verification.ruled.run.at(kept))
            getattr(importlib.import_module(module), name)(moved, out / GALLERY)
        return {"outcome": value}
