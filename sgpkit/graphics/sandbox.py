"""The one door to any program that we did not write, or that reads what a model wrote.

`run` starts a program, `Service` one that stays for many requests. Both see no network, no file but those given and the
system's own programs, libraries and fonts (read-only), no environment of ours and no process but their own; they are
bounded in time, memory, processes, files and output; and nothing of them lives on afterwards, daemons included.

It stands on bubblewrap. Without it, or where the kernel grants no namespaces, everything here raises Unavailable and
says what to install. There is no second way on purpose: Landlock and seccomp alone give neither a private file system
nor a process tree that dies as a whole, and a sandbox that promises less should not look the same.

Try it: python -c "from sgpkit.graphics import sandbox; print(sandbox.kind(), sandbox.run(['id'], {}).stdout)"
"""

import contextlib
import io
import os
import selectors
import signal
import tarfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sgpkit.graphics.confinement import box, bubblewrap
from sgpkit.graphics.confinement.box import Ended, Limits
from sgpkit.graphics.confinement.bubblewrap import Unavailable, forget
from sgpkit.graphics.confinement.service import Died, Service, TimedOut

__all__ = ["Died", "Ended", "Limits", "Result", "Service", "TimedOut", "Unavailable", "forget", "kind", "run"]


@dataclass(frozen=True, slots=True)
class Result:
    """How one run went.

    `exit_status` follows the shell: 128 + n for a program that signal n ended, None for one that we ended. `files` are
    what matched `collect`, as they were when the program had ended.
    """

    ended: Ended
    exit_status: int | None
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes]
    seconds: float

    @property
    def succeeded(self) -> bool:
        return self.ended is Ended.EXITED and self.exit_status == 0


def kind() -> str:
    """What the sandbox is made of here. Raises Unavailable where there is none."""
    return str(bubblewrap.way())


def run(
    command: Sequence[str],
    files: Mapping[str, bytes],
    limits: Limits | None = None,
    *,
    collect: Sequence[str] = (),
    read_only: Sequence[str | os.PathLike[str]] = (),
    environment: Mapping[str, str] | None = None,
    stdin: bytes = b"",
) -> Result:
    """Run a program in a working folder that holds `files` and nothing else.

    `collect` lists names or patterns (`*.pdf`, `**/*.svg`) of the regular files to bring back; links, pipes and devices
    never come. `read_only` paths are seen inside where they are outside. A program that is not installed raises
    Unavailable; one that fails, or goes over a limit, is described by the result.
    """
    limits = limits or Limits()
    for pattern in collect:
        bubblewrap.check_name(pattern)
    contents = bubblewrap.contents(files, read_only, environment or {}, limits.scratch)
    begun = time.monotonic()
    running = box.start(command, contents, limits, collect)
    try:
        killed, stdout, stderr, report = _converse(running, stdin, begun + limits.seconds)
    finally:
        running.close()
    seconds = time.monotonic() - begun
    ready, _, report = report.partition(b"\n")
    if killed:
        return Result(killed, None, stdout, stderr, {}, seconds)
    if ready != b"ready":
        raise Unavailable(f"the sandbox did not start: {stderr.decode(errors='replace').strip()}")
    said, _, archive = report.partition(b"\n")
    # No status means that the program killed the shell that watched it.
    status = int(said) if said.isdigit() else 128 + signal.SIGKILL
    ended = _ended(status)
    if archive == b"many\n":
        return Result(Ended.COLLECTED, status, stdout, stderr, {}, seconds)
    return Result(ended, status, stdout, stderr, _unpack(archive, limits.collected), seconds)


def _converse(running: box.Box, stdin: bytes, deadline: float) -> tuple[Ended | None, bytes, bytes, bytes]:
    """Feeds and reads until everything inside has ended, or goes over a limit, which is then the first value."""
    process, limits = running.process, running.limits
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    heard = {process.stdout: bytearray(), process.stderr: bytearray(), running.report: bytearray()}
    archive = limits.collected + 2048 * (limits.collected_files + 8)  # tar's headers, paddings and its end
    unsent = memoryview(stdin)
    killed: Ended | None = None
    with selectors.DefaultSelector() as selector:
        for stream in (process.stdin, *heard):
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_WRITE if stream is process.stdin else selectors.EVENT_READ)
        sample = time.monotonic() + box.SAMPLING
        while selector.get_map() and killed is None:
            now = time.monotonic()
            if now >= deadline:
                killed = Ended.TIMEOUT
                break
            if now >= sample:
                killed = running.exceeded()
                sample = time.monotonic() + box.SAMPLING
            for key, _events in selector.select(max(0.0, min(deadline, sample) - now)):
                if key.fileobj is process.stdin:
                    unsent = box.write(process.stdin, unsent)
                    if not unsent:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                elif data := box.read(key.fd):
                    heard[key.fileobj] += data  # type: ignore[index]
                else:
                    selector.unregister(key.fileobj)
            if len(heard[process.stdout]) + len(heard[process.stderr]) > limits.output:
                killed = Ended.OUTPUT
            elif len(heard[running.report]) > archive:
                killed = Ended.COLLECTED
    stdout, stderr, report = (bytes(data) for data in heard.values())
    return killed, stdout, stderr, report


def _ended(status: int) -> Ended:
    if status == 128 + signal.SIGXCPU:
        return Ended.CPU
    if status == 128 + signal.SIGXFSZ:
        return Ended.FILE_SIZE
    return Ended.SIGNAL if 128 < status <= 128 + signal.SIGRTMAX else Ended.EXITED


def _unpack(archive: bytes, budget: int) -> dict[str, bytes]:
    """The regular files of a tar archive that may be hostile: read as a stream, nothing larger than it says it is."""
    files: dict[str, bytes] = {}
    stopping = contextlib.suppress(tarfile.TarError, ValueError, EOFError)
    with stopping, tarfile.open(fileobj=io.BytesIO(archive), mode="r|") as stream:
        for member in stream:
            # A sparse member can claim any size; tar as we call it writes none.
            if member.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or member.size > budget:
                continue
            content = stream.extractfile(member)
            assert content is not None
            files[member.name.removeprefix("./")] = content.read()
            budget -= member.size
    return files
