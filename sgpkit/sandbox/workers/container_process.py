"""One process tree in a container: like `bubblewrap_process`, but with Docker or Podman.

The engine forwards only the three standard streams. So the files are sent as a tar archive before the program's input,
and the report follows the program's standard error, after a mark. A program that forges the mark can only choose its
own exit status and files, which it can do anyway.

If this process is killed, the container ends after its time limit or at the end of its input. The control group and the
container's first process limit the memory and processor time of the tree. The first process does this without helper
processes, because the program cannot kill the first process but could kill helpers. It also reports usage, which
`Samples` parses, so that time limits are decided here by the same rules as with bubblewrap.
"""

import contextlib
import io
import math
import os
import re
import secrets
import selectors
import subprocess
import tarfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sgpkit.sandbox.workers import container, streams
from sgpkit.sandbox.workers.bubblewrap import WORK, Contents, Unavailable
from sgpkit.sandbox.workers.limits import MARGIN, WALL, Ended, Limits
from sgpkit.sandbox.workers.process_tree import Usage
from sgpkit.sandbox.workers.timing import Gauge

START_SECONDS = 120.0  # until a container must have started; the first one after the engine's start is slow
TICKS = 100  # per second, the unit of the times in /proc/*/stat on every Linux that has containers
GRACE = 10  # seconds that a container survives after it should have been ended from outside
# Bytes of standard error to read after a program's end: a process that it started may keep writing.
MAX_LAST_OUTPUT = 1 << 20

SUPERVISOR = Path(__file__).with_name("container_supervisor.sh").read_text("utf-8")

LONGEST_SAMPLE = 1 << 16


class Samples:
    """Parses the usage samples that the supervisor writes to standard error, each after the mark."""

    def __init__(self, mark: bytes) -> None:
        self.gauge = Gauge()
        self.gauge.clock = 0.0
        self.rest = b""
        self.mark = mark
        self._ended = False
        self._sample = re.compile(
            re.escape(mark) + rb" t (\d{1,15}) (\d{1,15}) ([01]) o((?:\d{1,9}:\d{1,12},)*) w((?:\d{1,9}:\d{1,15},)*)\n"
        )

    def filter(self, data: bytes) -> bytes:
        """Return the next chunk of standard error without samples, which are added to the gauge. An incomplete sample
        is kept until the rest of it arrives."""
        if self._ended:
            return data
        data, self.rest = self.rest + data, b""
        clean = bytearray()
        position = 0
        while (start := data.find(self.mark, position)) >= 0:
            end = data.find(b"\n", start)
            if end < 0 and len(data) - start < LONGEST_SAMPLE:
                self.rest = data[start:]
                return bytes(clean + data[position:start])
            if (sample := self._sample.match(data, start)) is None:
                self._ended = True  # the report follows, then the files
                break
            self._add(sample)
            clean += data[position:start]
            position = sample.end()
        else:
            common = next((n for n in range(len(self.mark) - 1, 0, -1) if data.endswith(self.mark[:n])), 0)
            if common and len(data) - common >= position:
                self.rest = data[len(data) - common :]
                data = data[: len(data) - common]
        return bytes(clean + data[position:])

    def _add(self, sample: re.Match[bytes]) -> None:
        clock, used, state, own, waited = sample.groups()
        processes = {process: ticks / TICKS for process, ticks in _pairs(own)}
        delays = {thread: delay / 1e6 for thread, delay in _pairs(waited)}
        gauge = self.gauge
        gauge.clock = max(gauge.clock or 0.0, int(clock) / 1e6)
        gauge.add(Usage(0, int(used) / 1e6, len(processes), processes, delays, state == b"1"))


def _pairs(words: bytes) -> list[tuple[int, int]]:
    pairs = (word.split(b":") for word in words.split(b",") if word)
    return [(int(key), int(value)) for key, value in pairs]


@dataclass(frozen=True, slots=True)
class ContainerProcess:
    """A running container. The caller must close it, which ends it and waits for its end."""

    limits: Limits
    process: subprocess.Popen[bytes]
    """The engine's client, which forwards the program's streams."""
    engine: container.Engine
    name: str
    samples: Samples
    early: bytes
    """The standard error that arrived together with "ready"."""
    owner: int

    report = None

    @property
    def gauge(self) -> Gauge:
        """The processor time of the program, as last reported."""
        return self.samples.gauge

    @property
    def init(self) -> int:
        """The process id of the engine's client."""
        return self.process.pid

    def exceeded(self) -> Ended | None:
        """Return None: size limits are enforced inside the container."""
        return None

    def errors(self, data: bytes) -> bytes:
        """Return the next chunk of standard error without the supervisor's samples."""
        return self.samples.filter(data)

    def outputs(self, stderr: bytes, report: bytes) -> tuple[bytes, bytes, Ended | None]:
        """Return standard error, the report in the format of `bubblewrap_process`, and the limit that the tree
        exceeded."""
        stderr, _, rest = (self.early + stderr + self.samples.rest).partition(self.samples.mark + b" ")
        line, _, archive = rest.partition(b"\n")
        words = line.split()
        if len(words) != 3 or not all(word.isdigit() and len(word) < 16 for word in words):
            return stderr, b"ready\n", None
        status, killed, used = map(int, words)
        self.gauge.cpu = max(self.gauge.cpu, used / 1e6)
        over = None
        if killed and status > 128:
            over = Ended.MEMORY
        elif status > 128 and used > self.limits.cpu_seconds * 1e6:
            over = Ended.CPU
        return stderr, b"ready\n%d\n" % status + archive, over

    def ending(self, stderr: bytes) -> Ended:
        """Return why a service has ended, after its output has ended; `stderr` is the tail of its standard error."""
        assert self.process.stderr is not None
        output, deadline = bytearray(stderr), time.monotonic() + GRACE
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stderr, selectors.EVENT_READ)
            while len(output) < MAX_LAST_OUTPUT and selector.select(max(0.0, deadline - time.monotonic())):
                if not (data := streams.read(self.process.stderr.fileno())):
                    break
                output += self.errors(data)
        return self.outputs(bytes(output), b"")[2] or Ended.SIGNAL

    def close(self) -> None:
        """End the container and close its streams; a forked child of the owner only closes the streams."""
        process = self.process
        try:
            if self.owner != os.getpid():  # a forked child must not end its parent's containers
                process.returncode = 0
                return
            with contextlib.suppress(BrokenPipeError):
                if process.stdin is not None:
                    process.stdin.close()
            try:
                process.wait(timeout=0.2)  # with --rm the client exits once the container is removed
            except subprocess.TimeoutExpired:
                _remove(self.engine, self.name)
                process.kill()
                process.wait()
        finally:
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    stream.close()


def start(
    engine: container.Engine, command: Sequence[str], contents: Contents, limits: Limits, collect: Sequence[str] = ()
) -> ContainerProcess:
    """Start a program in a new container. Raises Unavailable if it does not start or the image does not contain the
    program."""
    name = f"sgpkit-{os.getpid()}-{secrets.token_hex(8)}"
    mark = secrets.token_hex(16)
    archive = tar_archive(contents.files)
    life = "input" if math.isinf(limits.seconds) else str(math.ceil(WALL * limits.seconds) + GRACE)
    cpu = "unlimited" if math.isinf(limits.cpu_seconds) else str(math.ceil(limits.cpu_seconds * (1 + MARGIN)))
    script = SUPERVISOR.replace("$WORK", WORK).replace("$GRACE", str(GRACE))
    supervisor = ["/bin/bash", "--noprofile", "--norc", "-c", script, "bash"]
    supervisor += [str(limits.memory // 1024), str(limits.file_size // 1024), cpu, str(limits.open_files), life]
    supervisor += [str(len(archive)), str(limits.collected_files), str(len(collect)), *collect]
    inside = [*supervisor, *container.translate_command(engine, command)]
    process = subprocess.Popen(
        container.command_line(engine, name, inside, contents, limits),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd="/",
        start_new_session=True,  # Ctrl-C goes to this process, which ends the container
    )
    try:
        announced, rest = _send_files(process, mark.encode() + b"\n" + archive, mark.encode())
    except BaseException:
        _kill_and_remove(process, engine, name)
        raise
    if announced != b"ready":
        _kill_and_remove(process, engine, name)
        if announced == b"failed missing":
            raise Unavailable(f"{command[0]!r} is not installed in the image {engine.image}")
        raise Unavailable(container.advice(engine, announced.decode(errors="replace") or "no reason given"))
    samples = Samples(mark.encode())
    return ContainerProcess(limits, process, engine, name, samples, samples.filter(rest), os.getpid())


def tar_archive(files: Mapping[str, bytes]) -> bytes:
    """Return a tar archive of files and their folders, readable and writable for every user; b"" without files."""
    if not files:
        return b""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive:
        folders = {str(parent) for name in files for parent in PurePosixPath(name).parents} - {"."}
        for folder in sorted(folders, key=len):
            entry = tarfile.TarInfo(f"./{folder}")
            entry.type, entry.mode = tarfile.DIRTYPE, 0o777
            archive.addfile(entry)
        for name, data in files.items():
            entry = tarfile.TarInfo(f"./{name}")
            entry.size, entry.mode = len(data), 0o666
            archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def _send_files(process: subprocess.Popen[bytes], archive: bytes, mark: bytes) -> tuple[bytes, bytes]:
    """Send the mark and the files, and return the container's first message and the bytes after it.

    The message is "ready" or the step that failed; if the engine's client exits before, it is the client's output.
    """
    assert process.stdin is not None and process.stderr is not None
    deadline = time.monotonic() + START_SECONDS
    unsent, received = memoryview(archive), b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stderr, selectors.EVENT_READ)
        if unsent:
            selector.register(process.stdin, selectors.EVENT_WRITE)
        for stream in (process.stdin, process.stderr):
            os.set_blocking(stream.fileno(), False)
        while time.monotonic() < deadline:
            for key, _events in selector.select(max(0.0, deadline - time.monotonic())):
                if key.fileobj is process.stdin:
                    unsent = streams.write(process.stdin, unsent)
                    if not unsent:
                        selector.unregister(process.stdin)
                    continue
                data = streams.read(key.fd)
                received += data
                if not data:
                    return received.strip().replace(b"\n", b"; ")[-1000:], b""
            _, separator, behind = received.partition(mark + b" ")
            line, ended, rest = behind.partition(b"\n")
            if separator and ended:
                return line, rest
    return b"it did not start within %d s" % START_SECONDS, b""


def _kill_and_remove(process: subprocess.Popen[bytes], engine: container.Engine, name: str) -> None:
    process.kill()
    process.communicate()
    _remove(engine, name)


def _remove(engine: container.Engine, name: str) -> None:
    """Remove the container if it still exists, and wait until it is removed."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        subprocess.run([engine.program, "rm", "--force", name], timeout=60, check=False, **quiet)  # type: ignore[call-overload]
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{engine.program} does not answer; the container {name} may still be running") from None
