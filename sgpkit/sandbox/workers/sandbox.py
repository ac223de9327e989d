"""Run programs that are not part of sgpkit, or that read untrusted input. There is no other way to start them.

`run` runs a program once; `Service` is a program that serves many requests. Neither has access to the network, to other
files than those given and the system's programs, libraries and fonts (read-only), to the caller's environment, or to
other processes. Time, memory, processes, files and output are limited. No process, daemons included, survives the end.

The sandbox is bubblewrap or, where that does not work, a container of Docker or Podman (see `backend.py`). Without
either, everything here raises Unavailable with what to install. Landlock and seccomp alone are no substitute: they
provide neither a private file system nor a process tree that dies as a whole.

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
"""The highest signal number of Linux, on which sandboxed programs run even if the host is another system."""

_TIMES = re.compile(
    rb"(?:(\d{1,6})m(\d{1,2}\.\d{3})s (\d{1,6})m(\d{1,2}\.\d{3})s\n)"
    rb"(?:(\d{1,6})m(\d{1,2}\.\d{3})s (\d{1,6})m(\d{1,2}\.\d{3})s\n)"
)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one run.

    `exit_status` follows the shell: 128 + n for a program ended by signal n, and None if a limit ended it. `files` are
    the files that matched `collect` after the program had ended.
    """

    ended: Ended
    exit_status: int | None
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes]
    seconds: float
    cpu_seconds: float = 0.0
    """Processor time of the whole tree, including ended processes, as far as known."""

    @property
    def succeeded(self) -> bool:
        """Return whether the program exited with status 0."""
        return self.ended is Ended.EXITED and self.exit_status == 0


def kind() -> str:
    """Return a description of this machine's sandbox. Raises Unavailable if there is none."""
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
    """Run a program in a working folder that contains only `files`.

    `collect` lists names or patterns (`*.pdf`, `**/*.svg`) of regular files to return; links, pipes and devices are
    ignored. `read_only` paths are mounted under their own names. Raises Unavailable if the program is not installed; a
    failure or an exceeded limit is described by the result.

    A program is run a second time, with no other program running, and the second result counts, if it ended close to a
    time limit, on either side, if the machine was too busy, or if it was killed. If the program cannot have killed
    itself (`can_kill=False`), being killed twice is reported as `Ended.KILLED`.
    """
    limits = limits or Limits()
    limits = replace(limits, memory=memory(limits.memory))
    for pattern in collect:
        bubblewrap.check_name(pattern)
    contents = bubblewrap.contents(files, read_only, environment or {}, limits.scratch)
    with GATE.shared():
        result, is_doubtful = _attempt(command, contents, limits, collect, stdin, again=False)
    if not is_doubtful:
        return result
    with GATE.exclusive():
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
    """Run once; return the result, and whether to run again."""
    running = backend.start(command, contents, limits, collect)
    watch = Watch(limits, running.gauge, again=again)  # counts the start of a container too, which may take a second
    started_at = time.monotonic()
    try:
        killed, stdout, stderr, report = _converse(running, stdin, watch)
    finally:
        running.close()
    seconds = time.monotonic() - started_at
    stderr, report, over = running.outputs(stderr, report)
    if killed is None and len(stdout) + len(stderr) > limits.output:
        killed = Ended.OUTPUT
    elif killed is None and len(report) > _largest_report(limits):
        killed = Ended.COLLECTED
    ready, _, report = report.partition(b"\n")
    if stopped := killed or over:
        used = max(watch.cpu, running.gauge.cpu)
        return Result(stopped, None, stdout, stderr, {}, seconds, used), watch.is_doubtful(stopped, used)
    if ready != b"ready" and not again and running.process.returncode == -signal.SIGKILL:
        return Result(Ended.SIGNAL, 128 + signal.SIGKILL, stdout, stderr, {}, seconds, watch.cpu), True
    if ready != b"ready":
        raise Unavailable(f"the sandbox did not start: {stderr.decode(errors='replace').strip()}")
    header, _, report = report.partition(b"\n")
    # A missing or impossible status means that the program killed the supervising shell or forged its report.
    status = int(header) if header.isdigit() and len(header) <= 3 else 128 + signal.SIGKILL
    match = _TIMES.match(report)
    archive = report[match.end() :] if match else report  # a container reports no times
    used = max(watch.cpu, running.gauge.cpu, _cpu_seconds(match))
    ended, files = watch.exceeded_at_exit(used) or _ended(status), dict[str, bytes]()
    if archive == b"many\n" and ended is not Ended.CPU:
        ended = Ended.COLLECTED
    elif ended is not Ended.CPU:
        files = _unpack(archive, limits.collected)
    result = Result(ended, status, stdout, stderr, files, seconds, used)
    return result, _was_killed(result) or watch.is_doubtful(ended, used)


def _cpu_seconds(times: re.Match[bytes] | None) -> float:
    """Return the sum of the four times that bash's `times` prints."""
    if times is None:
        return 0.0
    figures = [float(figure) for figure in times.groups()]
    return sum(60 * minutes + seconds for minutes, seconds in zip(figures[::2], figures[1::2], strict=True))


def _converse(running: backend.Process, stdin: bytes, watch: Watch) -> tuple[Ended | None, bytes, bytes, bytes]:
    """Write and read until the sandbox has ended or exceeds a limit; return that limit or None, standard output,
    standard error and the report."""
    process, limits = running.process, running.limits
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    received = {process.stdout: bytearray(), process.stderr: bytearray()}
    if running.report is not None:
        received[running.report] = bytearray()
    archive = _largest_report(limits)
    unsent = memoryview(stdin)
    killed: Ended | None = None
    with selectors.DefaultSelector() as selector:
        for stream in (process.stdin, *received):
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_WRITE if stream is process.stdin else selectors.EVENT_READ)
        sample = time.monotonic() + SAMPLING
        while selector.get_map() and killed is None:
            now = time.monotonic()
            if now >= min(sample, watch.due):
                killed = running.exceeded() or watch.check()
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
                    received[key.fileobj] += running.errors(data) if key.fileobj is process.stderr else data  # type: ignore[index]
                else:
                    selector.unregister(key.fileobj)
            # A container sends its report on standard error.
            most = limits.output if running.report is not None else limits.output + archive
            if len(received[process.stdout]) > limits.output or sum(map(len, list(received.values())[:2])) > most:
                killed = Ended.OUTPUT
            elif running.report is not None and len(received[running.report]) > archive:
                killed = Ended.COLLECTED
    stdout, stderr, *report = (bytes(data) for data in received.values())
    return killed, stdout, stderr, b"".join(report)


def _largest_report(limits: Limits) -> int:
    return limits.collected + 2048 * (limits.collected_files + 8)  # tar's headers, padding and end marker


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
        except tarfile.HeaderError:  # the end of the archive, or not an archive
            return files
        begin = position + tarfile.BLOCKSIZE
        if not 0 <= entry.size <= len(archive) - begin:
            return files
        content = archive[begin : begin + entry.size]
        position = begin + -(-entry.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
        if entry.type == tarfile.GNUTYPE_LONGNAME:
            long_name = content.rstrip(b"\0").decode("utf-8", "surrogateescape")
            continue
        # A sparse file can claim any size; tar does not write them as it is called here.
        if entry.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and entry.size <= budget:
            files[(long_name or entry.name).removeprefix("./")] = content
            budget -= entry.size
        long_name = ""
