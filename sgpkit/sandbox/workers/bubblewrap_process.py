"""One process tree in bubblewrap: start it, check its limits, and kill all of it.

A bash script inside the sandbox sets the limits that the kernel enforces, starts the program, and afterwards kills the
processes that it left running. Limits that the kernel does not have (memory and processor time of the whole tree,
number of files) are checked by sampling from outside.
"""

import contextlib
import json
import math
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from sgpkit.sandbox.workers import bubblewrap, process_tree
from sgpkit.sandbox.workers.limits import MARGIN, Ended, Limits
from sgpkit.sandbox.workers.timing import Gauge

# Arguments: $1 report descriptor, $2 address space and $3 file size in KiB, $4 processor seconds, $5 processes, $6 open
# files, $7 a descriptor that bubblewrap leaves open, if any, $8 maximum number of files to collect, $9 number of
# patterns, then the patterns, the program and its arguments.
#
# The report is "ready", the exit status, the processor time of this shell and of its children, then the collected files
# as a tar archive, or "many" instead. `kill -1` spares only this shell and the sandbox's first process, so nothing
# changes the files while tar reads them. IFS is emptied because names may contain spaces.
SUPERVISOR = r"""
report=$1 spare=$7 most=$8 count=$9
[[ -z $spare ]] || exec {spare}>&-
[[ $4 == unlimited ]] || { ulimit -S -t "$4" && ulimit -H -t "$(($4 + 1))"; } || exit 125
ulimit -c 0 && ulimit -v "$2" && ulimit -f "$3" && ulimit -u "$5" && ulimit -n "$6" || exit 125
patterns=("${@:10:count}")
shift $((9 + count))
exec {errors}>&2 2>/dev/null
printf 'ready\n' >&$report
"$@" 2>&$errors {errors}>&- {report}>&-
status=$?
kill -9 -1
printf '%s\n' "$status" >&$report
times >&$report
((count)) || exit 0
shopt -s nullglob globstar dotglob
IFS=
chosen=()
for pattern in "${patterns[@]}"; do
  for path in $pattern; do
    [[ -f $path && ! -L $path ]] || continue
    chosen+=("./$path")
    ((${#chosen[@]} <= most)) || { printf 'many\n' >&$report; exit 0; }
  done
done
((${#chosen[@]})) || exit 0
exec /bin/tar --create --file=- --format=gnu --no-recursion --hard-dereference -- "${chosen[@]}" >&$report
"""


@dataclass(frozen=True, slots=True)
class BubblewrapProcess:
    """A running sandbox. The caller must close it, which kills the whole tree and waits for its end."""

    limits: Limits
    process: subprocess.Popen[bytes]
    report: IO[bytes]
    init: int  # the sandbox's first process; the others die with it
    handle: int  # a pidfd of `init`, which is readable once all processes in the sandbox have ended
    owner: int
    gauge: Gauge = field(default_factory=Gauge)

    def exceeded(self) -> Ended | None:
        """Return the exceeded size limit, if any, of those that the kernel does not enforce.

        Also updates the gauge.
        """
        used = process_tree.usage(self.init)
        self.gauge.add(used)
        if used.memory > self.limits.memory:
            return Ended.MEMORY
        if self._files() > self.limits.scratch_files:
            return Ended.SCRATCH
        return None

    def _files(self) -> int:
        """Return the number of files in the sandbox's /tmp, or 0 before it is mounted and after the end.

        Until bubblewrap has changed the root, the path leads to the machine's own /tmp, then to intermediate ones. So
        all checks use one open descriptor, because the path may change its meaning between two calls.
        """
        try:
            folder = os.open(f"/proc/{self.init}/root/tmp", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            return 0
        try:
            space = os.fstatvfs(folder)
            sized = space.f_blocks * space.f_frsize <= -(-self.limits.scratch // space.f_frsize) * space.f_frsize
            if not sized or os.fstat(folder).st_dev == Path("/tmp").stat().st_dev:
                return 0
            return space.f_files - space.f_ffree
        except OSError:
            return 0
        finally:
            os.close(folder)

    def errors(self, data: bytes) -> bytes:
        """Return a chunk of standard error unchanged."""
        return data

    def outputs(self, stderr: bytes, report: bytes) -> tuple[bytes, bytes, Ended | None]:
        """Return standard error, the report, and the limit that was exceeded inside (None for bubblewrap)."""
        return stderr, report, None

    def ending(self, stderr: bytes) -> Ended:
        """Return why a service has ended, after its output has ended; `stderr` is the tail of its standard error."""
        return Ended.SIGNAL

    def kill(self) -> None:
        """Kill all processes of the sandbox and wait for their end."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, signal.SIGKILL)
        try:
            self.process.wait(timeout=5)  # the outer bubblewrap process reaps init, then exits
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        select.select([self.handle], [], [])
        # bubblewrap may leave the exit status to the system's first process, which in a container may be this one.
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PIDFD, self.handle, os.WEXITED | os.WNOHANG)

    def close(self) -> None:
        """Kill the sandbox and close its streams; a forked child of the owner only closes the streams."""
        try:
            if self.owner == os.getpid():  # a forked child must not end its parent's sandboxes
                self.kill()
            else:
                self.process.returncode = 0  # it is not a child of this process: keep Popen from waiting for it
        finally:
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr, self.report):
                if stream is not None:
                    stream.close()
            os.close(self.handle)


def start(
    command: Sequence[str], contents: bubblewrap.Contents, limits: Limits, collect: Sequence[str] = ()
) -> BubblewrapProcess:
    """Start a program in a new sandbox. Raises Unavailable if there is no sandbox or it does not start.

    If this process is killed before the program has started, the program never starts: either no one reads "ready", or
    bubblewrap's first process keeps waiting for its parent.
    """
    way = bubblewrap.way()
    program = shutil.which(command[0], path=bubblewrap.PATH) if "/" not in command[0] else command[0]
    if program is None:
        raise bubblewrap.Unavailable(f"{command[0]!r} is not installed: not found in {bubblewrap.PATH}")
    with contextlib.ExitStack() as child_ends, contextlib.ExitStack() as own_ends:
        report, report_end = _pipe(own_ends, child_ends)
        info, info_end = _pipe(child_ends, child_ends)
        spare = "" if way.namespace is None else str(way.namespace)
        words = [str(report_end.fileno()), *_kernel_limits(limits), spare, str(limits.collected_files)]
        supervisor = [
            "/bin/bash",
            "--noprofile",
            "--norc",
            "-c",
            SUPERVISOR,
            "bash",
            *words,
            str(len(collect)),
            *collect,
        ]
        line, inherited = bubblewrap.command_line(way, [*supervisor, program, *command[1:]], contents, child_ends)
        process = subprocess.Popen(
            [line[0], "--info-fd", str(info_end.fileno()), *line[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(*inherited, report_end.fileno(), info_end.fileno()),
            env={},
            cwd="/",
            start_new_session=True,  # Ctrl-C goes to this process, which ends the sandbox
        )
        own_ends.callback(_abandon, process)
        info_end.close()
        init = _init(info, process)
        try:
            handle = os.pidfd_open(init)
        except ProcessLookupError:  # the sandbox has ended already; use the outer bubblewrap process
            handle = os.pidfd_open(process.pid)
        own_ends.pop_all()
    return BubblewrapProcess(limits, process, report, init, handle, os.getpid())


def _pipe(reading: contextlib.ExitStack, writing: contextlib.ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    read, write = os.pipe()
    return (
        reading.enter_context(os.fdopen(read, "rb", buffering=0)),
        writing.enter_context(os.fdopen(write, "wb", buffering=0)),
    )


def _init(info: IO[bytes], process: subprocess.Popen[bytes]) -> int:
    """Return the id of the sandbox's first process, which bubblewrap reports once it has created the namespaces."""
    content = b""
    while not content.rstrip().endswith(b"}") and (more := info.read(4096)):
        content += more
    try:
        return int(json.loads(content)["child-pid"])
    except ValueError:
        message = process.communicate()[1].decode(errors="replace").strip()
        raise bubblewrap.Unavailable(f"bubblewrap did not start: {message or process.returncode}") from None


def _abandon(process: subprocess.Popen[bytes]) -> None:
    process.kill()  # ends the sandbox too, by --die-with-parent
    process.communicate()


def _kernel_limits(limits: Limits) -> list[str]:
    cpu = "unlimited" if math.isinf(limits.cpu_seconds) else str(math.ceil(limits.cpu_seconds * (1 + MARGIN)))
    # The shell is one more process.
    return [
        str(limits.memory // 1024),
        str(limits.file_size // 1024),
        cpu,
        str(limits.processes + 1),
        str(limits.open_files),
    ]
