"""Lock a run folder for one process, or for several processes with one share of the rows each.

A share has every Nth drawing of the whole split with all rows of the drawing, so that shares are disjoint for any
limit. Each share has its own log; the last one to finish merges all of them. The locks are file locks: they work across
machines that share a file system, and are released when their process ends.
"""

import fcntl
import os
import re
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sgpkit.append_log import NO_LOCKS
from sgpkit.benchmark import Row
from sgpkit.errors import UserError

ENDING = ", which merges the shares"
UNTIL_SIGNED = 0.2
"""Seconds within which the holder of a lock writes its name."""


class Busy(UserError):
    """Another process holds the lock."""


class Share(NamedTuple):
    """Process `number` of `of`, counted from 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}-of-{self.of}"

    def rows(self, rows: Sequence[Row]) -> set[str]:
        """The ids of this share's rows."""
        numbers: dict[str, int] = {}
        for row in rows:
            numbers.setdefault(str(row["cluster"]), len(numbers))
        return {str(row["id"]) for row in rows if numbers[str(row["cluster"])] % self.of == self.number - 1}


def parse(text: str) -> Share:
    """Parse a share: `2/8` is the second of eight. Raises ValueError for anything else."""
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise ValueError(f"expected a share such as 1/4 or 4/4, got {text!r}")
    return Share(int(match[1]), int(match[2]))


def log_path(folder: Path, share: Share | None) -> Path:
    """Return the path of the log of a share; of the whole run without one."""
    return folder / (f"responses-{share}.jsonl" if share else "responses.jsonl")


@contextmanager
def lock_run(folder: Path) -> Iterator[None]:
    """Lock a run for the `with` block. Raises Busy if another process uses it."""
    folder.mkdir(parents=True, exist_ok=True)
    with hold(folder / ".lock", folder):
        yield


@contextmanager
def lock_for_merge(folder: Path) -> Iterator[None]:
    """Lock a run to merge its shares. A share that starts during the block waits."""
    with hold(folder / ".lock", folder, doing=ENDING):
        yield


@contextmanager
def lock_share(folder: Path, share: Share | None) -> Iterator[None]:
    """Lock the whole run, or one share of it. Different divisions exclude each other."""
    if share is None:
        with lock_run(folder):
            yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as locks:
        try:
            locks.enter_context(hold(folder / ".lock", folder, shared=True))
        except Busy:
            time.sleep(UNTIL_SIGNED)
            is_ending = ENDING in holder(folder / ".lock")
            locks.enter_context(hold(folder / ".lock", folder, shared=True, wait=is_ending))
        locks.enter_context(hold(folder / f".lock-{share}", folder))
        for other in sorted(folder.glob(".lock-*-of-*")):
            if not other.name.endswith(f"-of-{share.of}"):
                with hold(other, folder):
                    pass
        yield


@contextmanager
def lock_metadata(folder: Path) -> Iterator[None]:
    """Lock run.json, which shares write one after another."""
    with hold(folder / ".lock-start", folder, wait=True):
        yield


@contextmanager
def hold(path: Path, folder: Path, shared: bool = False, wait: bool = False, doing: str = "") -> Iterator[None]:
    """Hold a lock on a file in the `with` block. Raises Busy, with the name of the holder and what it is `doing`, if it
    is taken and `wait` is not set."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise Busy(busy_message(folder, holder(path))) from None
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            print(
                f"sgpkit: {path}: this file system does not support locks; start each share only once",
                file=sys.stderr,
            )
        sign(handle, "" if shared else f"process {os.getpid()} on {socket.gethostname()}{doing}")
        yield
    finally:
        os.close(handle)


def sign(handle: int, name: str) -> None:
    """Write the holder's name for the message to other processes. A full disk is ignored."""
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.pwrite(handle, name.encode(), 0)


def holder(path: Path) -> str:
    """Return the name of the last holder of a lock, or ""."""
    with suppress(OSError):
        return path.read_bytes()[:300].decode(errors="replace").strip()
    return ""


def busy_message(folder: Path, who: str) -> str:
    """Return the message that another process is working on a folder; `who` names it, or is empty."""
    return (
        f"another process{f' ({who})' if who else ''} is working on {folder}; wait for it, or choose another --out\n"
        "To share a run among N processes, give each its own --share, from 1/N to N/N."
    )
