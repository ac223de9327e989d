"""A Hub in a separate process, for pushes that are killed: it survives them and reports its contents.

Its server is that of the tests (tests/helpers/hub_server.py); the real clients push to it.
"""

import copy
import os
import sys
import tempfile
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

REPO = "org/squares"
OLD, NEW = "v1.0.0", "v1.1.0"


class State(NamedTuple):
    """One repo: the files at its main branch by their SHA-256, the commit of the branch and of each tag, the number
    of commits, and errors of the server.
    """

    files: dict[str, str]
    head: str
    tags: dict[str, str]
    commits: int
    errors: list[str]

    def contents(self) -> "State":
        """Return the state without the ids of commits, which depend on their time."""
        return self._replace(head="", tags={tag: "head" if at == self.head else "" for tag, at in self.tags.items()})


class Hub:
    def __init__(self, folder: Path) -> None:
        self.pipe, theirs = Pipe()
        self.process = os.fork()
        if self.process == 0:
            self.pipe.close()
            serve(folder, theirs)
        theirs.close()
        self.endpoint: str = self.pipe.recv()

    def state(self) -> State:
        return State(*self.ask("state"))

    def remember(self) -> None:
        """Store the current state, which `back` restores."""
        self.ask("remember")

    def back(self) -> None:
        self.ask("back")

    def ask(self, what: str) -> Any:
        self.pipe.send(what)
        return self.pipe.recv()

    def close(self) -> None:
        self.pipe.close()
        os.waitpid(self.process, 0)


def serve(folder: Path, pipe: Connection) -> None:
    """Serve in a separate process; never returns. Ends with the parent process."""
    code = 1
    try:
        import hub_server

        server = hub_server.Hub(folder)
        pipe.send(server.endpoint)
        kept = copy.deepcopy(server.store.repos)
        while True:
            try:
                asked = pipe.recv()
            except EOFError:
                break
            if asked == "state":
                with server.store.lock:
                    repo = server.repo("dataset", REPO)
                    files = {path: file.sha256 for path, file in repo.commit_at("main").files.items()}
                    tags, commits = dict(repo.tags), len(repo.history("main"))
                    pipe.send((files, repo.branches["main"], tags, commits, list(server.errors)))
                continue
            with server.store.lock:
                if asked == "remember":
                    kept = copy.deepcopy(server.store.repos)
                else:
                    server.store.repos = copy.deepcopy(kept)
                    forget(server.store)
            pipe.send(())
        code = 0
    except BaseException as error:
        print(f"the Hub: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def forget(store: Any) -> None:
    """Drop the contents that are in no commit."""
    held = {
        file.sha256
        for repo in store.repos.values()
        for commit in repo.commits.values()
        for file in commit.files.values()
    }
    for path in store.contents.iterdir():
        if path.name not in held:
            path.unlink()


def push(folder: Path, tag: str, endpoint: str) -> None:
    """Push a folder's data by the real clients, whose caches are in the folder too."""
    import hub_server
    import pushed_toys
    import pytest

    from sgpkit.data.hub import push

    tempfile.tempdir = os.environ["TMPDIR"] = str(folder / "tmp")
    (folder / "tmp").mkdir(exist_ok=True)
    patch = pytest.MonkeyPatch()
    client = SimpleNamespace(endpoint=endpoint, home=folder / "home", waits=[], MAINTAINER=hub_server.Hub.MAINTAINER)
    hub_server.Hub.point_here(client, patch)  # type: ignore[arg-type]
    push.push(folder / "data", REPO, tag, pushed_toys.render)
