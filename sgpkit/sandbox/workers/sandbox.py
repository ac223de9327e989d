"""The only entry to any program that we did not write, or that reads what a model wrote.

`run` starts a program, `Service` one that stays for many requests. Both see no network, no file but those given and the
system's own programs, libraries and fonts (read-only), no environment of ours and no process but their own; they are
bounded in time, memory, processes, files and output; and nothing of them lives on afterwards, daemons included.

It stands on bubblewrap or, where that cannot work, on a container of Docker or Podman (`backend.py` says which and how
to choose). Without either everything here raises Unavailable and says what to install. Nothing less will do:
Landlock and seccomp alone give neither a private file system nor a process tree that dies as a whole, and a sandbox
that promises less should not look the same.

Try it: python -c "from sgpkit.sandbox.workers import sandbox; print(sandbox.kind(), sandbox.run(['id'], {}).stdout)"
"""

import os
import re
import selectors
import signal
import tarfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sgpkit.sandbox.workers import backend, bubblewrap, streams
from sgpkit.sandbox.workers.backend import forget
from sgpkit.sandbox.workers.bubblewrap import Unavailable
from sgpkit.sandbox.workers.limits import SAMPLING, Ended, Limits
from sgpkit.sandbox.workers.service import Died, Service, TimedOut
from sgpkit.sandbox.workers.settings import memory, seconds
from sgpkit.sandbox.workers.timing import GATE, Watch

__all__ = [
    "Died",
    "Ended",
    "Limits",
    "Result",
    "Service",
    "TimedOut",
    "Unavailable",
    "forget",
    "kind",
    "memory",
    "run",
    "seconds",
]


LAST_SIGNAL = 64
"""The last signal of Linux, under which sandboxed programs run on every machine."""

_TIMES = re.compile(
    rb"(?:(\d{1,6})m(\d{1,2}\.\d{3})s (\d{1,6})m(\d{1,2}\.\d{3})s\n)"
    rb"(?:(\d{1,6})m(\d{1,2}\.\d{3})s (\d{1,6})m(\d{1,2}\.\d{3})s\n)"
)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one run.

    `exit_status` follows the shell: 128 + n for a program that signal n ended, None for one that we ended. `files` are
    what matched `collect`, as they were when the program had ended.
    """

    ended: Ended
    exit_status: int | None
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes]
    seconds: float
    cpu_seconds: float = 0.0
    """The processor time of the whole tree, ended processes included, as far as known."""

    @property
    def succeeded(self) -> bool:
        """True where the program ended by itself with status 0."""
        return self.ended is Ended.EXITED and self.exit_status == 0


def kind() -> str:
    """Return a description of this machine's sandbox. Raises Unavailable where there is none."""
    return str(backend.way())


def run(
    command: Sequence[str],
    files: Mapping[str, bytes],
    limits: Limits | None = None,
    *,
    collect: Sequence[str] = (),
    read_only: Sequence[str | os.PathLike[str]] = (),
    environment: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    can_kill: bool = True,
) -> Result:
    """Run a program in a working folder that holds `files` and nothing else.

    One that ends close to a limit on time, on either side, is run a second time, with no other beside it, and that
    result stands; likewise one for which the machine was too busy, and one that was killed. Where what runs cannot
    kill a process itself (`can_kill`), being killed twice is no verdict on it.

    `collect` lists names or patterns (`*.pdf`, `**/*.svg`) of the regular files to return, never links, pipes and
    devices. `read_only` paths are visible inside under their own names. A program that is not installed raises
    Unavailable; one that fails, or goes over a limit, is described by the result.
    """
    limits = limits or Limits()
    limits = replace(limits, memory=memory(limits.memory))
    for pattern in collect:
        bubblewrap.check_name(pattern)
    contents = bubblewrap.contents(files, read_only, environment or {}, limits.scratch)
    with GATE.beside():
        result, doubtful = _attempt(command, contents, limits, collect, stdin, again=False)
    if not doubtful:
        return result
    with GATE.alone():
        result = _attempt(command, contents, limits, collect, stdin, again=True)[0]
    return result if can_kill or not _was_killed(result) else replace(result, ended=Ended.KILLED)


def _was_killed(result: Result) -> bool:
    return result.ended is Ended.SIGNAL and result.exit_status == 128 + signal.SIGKILL


def _attempt(
    command: Sequence[str],
    contents: bubblewrap.Contents,
    limits: Limits,
    collect: Sequence[str],
    stdin: bytes,
    *,
    again: bool,
) -> tuple[Result, bool]:
    """Return the result of running once, and whether that is in doubt."""
    running = backend.start(command, contents, limits, collect)
    watch = Watch(limits, running.gauge, again=again)  # a container may take a second to start
    begun = time.monotonic()
    try:
        killed, stdout, stderr, report = _converse(running, stdin, watch)
    finally:
        running.close()
    seconds = time.monotonic() - begun
    stderr, report, over = running.outputs(stderr, report)
    if killed is None and len(stdout) + len(stderr) > limits.output:
        killed = Ended.OUTPUT
    elif killed is None and len(report) > _largest_report(limits):
        killed = Ended.COLLECTED
    ready, _, report = report.partition(b"\n")
    if stopped := killed or over:
        used = max(watch.cpu, running.gauge.cpu)
        return Result(stopped, None, stdout, stderr, {}, seconds, used), watch.doubtful(stopped, used)
    if ready != b"ready" and not again and running.process.returncode == -signal.SIGKILL:
        return Result(Ended.SIGNAL, 128 + signal.SIGKILL, stdout, stderr, {}, seconds, watch.cpu), True
    if ready != b"ready":
        raise Unavailable(f"the sandbox did not start: {stderr.decode(errors='replace').strip()}")
    header, _, report = report.partition(b"\n")
    # No status, or none that a shell gives, means that the program killed its watching shell, or wrote in its name.
    status = int(header) if header.isdigit() and len(header) <= 3 else 128 + signal.SIGKILL
    match = _TIMES.match(report)
    archive = report[match.end() :] if match else report  # a container reports no times
    used = max(watch.cpu, running.gauge.cpu, _cpu_seconds(match))
    ended, files = watch.over(used) or _ended(status), dict[str, bytes]()
    if archive == b"many\n" and ended is not Ended.CPU:
        ended = Ended.COLLECTED
    elif ended is not Ended.CPU:
        files = _unpack(archive, limits.collected)
    result = Result(ended, status, stdout, stderr, files, seconds, used)
    return result, _was_killed(result) or watch.doubtful(ended, used)


def _cpu_seconds(times: re.Match[bytes] | None) -> float:
    """Return the sum of what bash's `times` shows: minutes and seconds, four times."""
    if times is None:
        return 0.0
    figures = [float(figure) for figure in times.groups()]
    return sum(60 * minutes + seconds for minutes, seconds in zip(figures[::2], figures[1::2], strict=True))


def _converse(running: backend.Process, stdin: bytes, watch: Watch) -> tuple[Ended | None, bytes, bytes, bytes]:
    """Write and read until everything inside has ended, or exceeds a limit, which is then the first value."""
    process, limits = running.process, running.limits
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    heard = {process.stdout: bytearray(), process.stderr: bytearray()}
    if running.report is not None:
        heard[running.report] = bytearray()
    archive = _largest_report(limits)
    unsent = memoryview(stdin)
    killed: Ended | None = None
    with selectors.DefaultSelector() as selector:
        for stream in (process.stdin, *heard):
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_WRITE if stream is process.stdin else selectors.EVENT_READ)
        sample = time.monotonic() + SAMPLING
        while selector.get_map() and killed is None:
            now = time.monotonic()
            if now >= min(sample, watch.due):
                killed = running.exceeded() or watch.look()
                if killed is not None:
                    break
                sample = time.monotonic() + SAMPLING
            for key, _events in selector.select(max(0.0, min(watch.due, sample) - now)):
                if key.fileobj is process.stdin:
                    unsent = streams.write(process.stdin, unsent)
                    if not unsent:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                elif data := streams.read(key.fd):
                    heard[key.fileobj] += running.errors(data) if key.fileobj is process.stderr else data  # type: ignore[index]
                else:
                    selector.unregister(key.fileobj)
            # Out of a container the report comes behind what was written to standard error.
            most = limits.output if running.report is not None else limits.output + archive
            if len(heard[process.stdout]) > limits.output or sum(map(len, list(heard.values())[:2])) > most:
                killed = Ended.OUTPUT
            elif running.report is not None and len(heard[running.report]) > archive:
                killed = Ended.COLLECTED
    stdout, stderr, *report = (bytes(data) for data in heard.values())
    return killed, stdout, stderr, b"".join(report)


def _largest_report(limits: Limits) -> int:
    return limits.collected + 2048 * (limits.collected_files + 8)  # tar's headers, paddings and its end


def _ended(status: int) -> Ended:
    if status == 128 + signal.SIGXCPU:
        return Ended.CPU
    if status == 128 + signal.SIGXFSZ:
        return Ended.FILE_SIZE
    return Ended.SIGNAL if 128 < status <= 128 + LAST_SIGNAL else Ended.EXITED


def _unpack(archive: bytes, budget: int) -> dict[str, bytes]:
    """Return the regular files of a tar archive that may be hostile: none is larger than the rest of the archive.

    Format: https://www.gnu.org/software/tar/manual/html_node/Standard.html. The library's own readers follow a size
    that a header claims, forwards without end or backwards in circles."""
    files: dict[str, bytes] = {}
    position, long_name = 0, ""
    while True:
        try:
            entry = tarfile.TarInfo.frombuf(
                archive[position : position + tarfile.BLOCKSIZE], "utf-8", "surrogateescape"
            )
        except tarfile.HeaderError:  # the end, or no archive
            return files
        begin = position + tarfile.BLOCKSIZE
        if not 0 <= entry.size <= len(archive) - begin:
            return files
        content = archive[begin : begin + entry.size]
        position = begin + -(-entry.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
        if entry.type == tarfile.GNUTYPE_LONGNAME:
            long_name = content.rstrip(b"\0").decode("utf-8", "surrogateescape")
            continue
        # A sparse file can claim any size; tar as we call it writes none.
        if entry.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and entry.size <= budget:
            files[(long_name or entry.name).removeprefix("./")] = content
            budget -= entry.size
        long_name = ""
